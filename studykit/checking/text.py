"""Typed words: judged by what they say, not by how they were typed.

Blanks, case, the way an accent is encoded and typographic variants of a sign make no difference. A small
slip of the fingers is told and forgiven in part; a digit is never a slip.
"""

from __future__ import annotations

import re
import unicodedata
from collections.abc import Sequence
from difflib import SequenceMatcher
from functools import lru_cache
from typing import Any

from studykit.checking.verdict import Mark, Outcome, Piece, Verdict

MOST_CHARACTERS = 400
"""An answer may have this many characters, or twice as many as the expected one."""

MOST_COMPARED = 1000
"""Graphemes, or words, of both texts together that are compared one by one."""

LETTERS_A_SLIP = 5
"""One slip is forgiven for this many graphemes of the expected answer."""
MOST_SLIPS = 3

SLIP_SCORE = 0.8

_SIGNS = str.maketrans(
    {
        "‘": "'", "’": "'", "‚": "'", "“": '"', "”": '"', "„": '"', "«": '"', "»": '"',
        "‐": "-", "‑": "-", "‒": "-", "–": "-", "—": "-", "−": "-",
        "×": "x", "·": "*", "⋅": "*", "…": "...",
        "_": None, "^": None, "\u00ad": None, "\ufeff": None, "\u200b": None,
    }
)  # fmt: skip
"""What is typed instead of a sign that keyboards lack; `d_k` is `dₖ` and `n x m` is `n × m`."""


def judge(answer: str, expected: str, *, ignore_diacritics: bool = False) -> Verdict:
    """Compares a typed answer with the expected plain text.

    Right if both say the same, partly if it is a small slip or only accents differ, else wrong, with the
    two side by side in `pieces`. An empty or an overlong answer is unreadable. Never raises.
    """
    most = max(MOST_CHARACTERS, 2 * len(expected))
    if len(answer) > most:
        message = f"this has {len(answer):,} characters; an answer may have {most}"
        return Verdict(Outcome.UNREADABLE, 0.0, message=message)
    shown = " ".join(unicodedata.normalize("NFC", answer).split())
    if not shown:
        return Verdict(Outcome.UNREADABLE, 0.0, message="nothing was typed")
    typed, wanted = folded(answer), folded(expected)
    if typed == wanted:
        return Verdict(Outcome.RIGHT, 1.0, read_as=shown)
    pieces = compare(shown, " ".join(unicodedata.normalize("NFC", expected).split()))
    if _bare(typed) == _bare(wanted):
        if ignore_diacritics:
            return Verdict(Outcome.RIGHT, 1.0, read_as=shown, pieces=pieces)
        return Verdict(Outcome.PARTLY, SLIP_SCORE, shown, "right but for the accents", pieces=pieces)
    if _is_slip(typed, wanted):
        return Verdict(Outcome.PARTLY, SLIP_SCORE, shown, "right but for a slip", pieces=pieces)
    return Verdict(Outcome.WRONG, 0.0, shown, pieces=pieces)


def compare(answer: str, expected: str) -> tuple[Piece, ...]:
    """The answer beside the expected text, in runs of whole graphemes: a combining mark is never cut off.

    Long texts are compared word by word, and very long ones are only set side by side: finding what two
    texts share takes time that grows with the square of their length.
    """
    typed, wanted = graphemes(answer), graphemes(expected)
    if len(typed) + len(wanted) > MOST_COMPARED:
        typed, wanted = _words(answer), _words(expected)
    if len(typed) + len(wanted) > MOST_COMPARED:
        return tuple(
            Piece(mark, text) for mark, text in ((Mark.EXTRA, answer), (Mark.MISSING, expected)) if text
        )
    matcher = SequenceMatcher(
        None, [grapheme.casefold() for grapheme in typed], [grapheme.casefold() for grapheme in wanted], False
    )
    pieces: list[Piece] = []
    for what, a, b, c, d in matcher.get_opcodes():
        if what == "equal":
            pieces.append(Piece(Mark.SAME, "".join(wanted[c:d])))
            continue
        if b > a:
            pieces.append(Piece(Mark.EXTRA, "".join(typed[a:b])))
        if d > c:
            pieces.append(Piece(Mark.MISSING, "".join(wanted[c:d])))
    return tuple(pieces)


def graphemes(text: str) -> list[str]:
    """What a reader counts as single characters (extended grapheme clusters, Unicode annex 29)."""
    if text.isascii():
        return list(text)
    return [str(found) for found in _cluster().findall(text)]


def distance(typed: Sequence[str], wanted: Sequence[str]) -> int:
    """The fewest changes, insertions, deletions and swaps of neighbours (optimal string alignment)."""
    before: list[int] = []
    row = list(range(len(wanted) + 1))
    for i, left in enumerate(typed, 1):
        previous, row, older = row, [i], before
        for j, right in enumerate(wanted, 1):
            best = min(previous[j] + 1, row[j - 1] + 1, previous[j - 1] + (left != right))
            if i > 1 and j > 1 and left == wanted[j - 2] and typed[i - 2] == right:
                best = min(best, older[j - 2] + 1)
            row.append(best)
        before = previous
    return row[-1]


def _words(text: str) -> list[str]:
    """The text in words and the blanks between them, nothing left out."""
    return re.findall(r"\s+|\S+", text)


@lru_cache(maxsize=1)
def _cluster() -> Any:
    import regex  # 25 ms, only when something other than ASCII is compared

    return regex.compile(r"\X")


def folded(text: str) -> str:
    """The text as it is compared: NFKC, without case, single blanks, plain signs, no full stop at the end."""
    plain = unicodedata.normalize("NFKC", text.translate(_SIGNS)).translate(_SIGNS).casefold()
    return unicodedata.normalize("NFC", " ".join(plain.split()).rstrip(" .!"))


def _bare(text: str) -> str:
    """The text without accents of Latin, Greek and Cyrillic letters; other scripts keep their marks."""
    kept = [
        character for character in unicodedata.normalize("NFD", text) if not "\u0300" <= character <= "\u036f"
    ]
    return "".join(kept)


def _is_slip(typed: str, wanted: str) -> bool:
    """Whether a small typing error explains the difference. A changed digit or sign changes what is said."""
    left, right = graphemes(typed), graphemes(wanted)
    if len(left) + len(right) > MOST_COMPARED:
        return False
    allowed = min(MOST_SLIPS, len(right) // LETTERS_A_SLIP)
    if not allowed or abs(len(left) - len(right)) > allowed:
        return False
    changed = [piece for piece in compare(typed, wanted) if piece.mark is not Mark.SAME]
    if any(not (character.isalpha() or character in " -'") for piece in changed for character in piece.text):
        return False
    if {word for word in typed.split() if len(word) <= 3} ^ {
        word for word in wanted.split() if len(word) <= 3
    }:
        return False  # "not", "no", "or": a short word more, less or other is no slip
    return distance(left, right) <= allowed
