"""Practice blocks: fences that put a generated problem or a derivation into a deck.

    ```practice
    family: attention-weights
    level: 2
    ```

Which families and derivations there are is not known here; see `session/exercises.py`.
"""

from __future__ import annotations

import difflib
import re
from collections.abc import Callable, Iterable, Iterator, Sequence

from studykit.cards.headings import Headings
from studykit.cards.model import Exercise
from studykit.cards.remarks import Remarks

OPENING = re.compile(r"^[ \t>]*(?:`{3,}|~{3,})[ \t]*(?i:practice)(?![^\s{])", re.MULTILINE)
_NAMED = re.compile(r"^[ \t>]*(?:`{3,}|~{3,})[ \t]*([A-Za-z]+)")
KEYS = ("family", "level", "derivation")
AUTO = "auto"

_ENTRY = re.compile(r"([A-Za-z_-]+)\s*:\s*(.*)")
_BAD = "bad-practice"


def fences(shown: Sequence[str], all_fences: Iterable[tuple[int, int]]) -> Iterator[tuple[int, int]]:
    """Those of a note's fences, by their first and last line (from 0), that are practice blocks."""
    for first, last in all_fences:
        if first < len(shown) and OPENING.match(shown[first]):
            yield first, last


def misspelt(shown: Sequence[str], all_fences: Iterable[tuple[int, int]], remarks: Remarks) -> None:
    """Remarks on fences that look like practice blocks, but are called `practise`, say."""
    for first, last in all_fences:
        named = _NAMED.match(shown[first]) if first < len(shown) else None
        word = named[1].casefold() if named else ""
        if word in ("family", "derivation"):
            mend = f"call it `practice`, with the line `{word}: NAME` in it"
            remarks.remark(first, _BAD, f"a fence called {word!r} asks nothing", mend)
        if word == "practice" or not difflib.get_close_matches(word, ["practice"], cutoff=0.8):
            continue
        entries = (_ENTRY.fullmatch(line.strip(" \t>")) for line in shown[first + 1 : last])
        if any(entry and entry[1].casefold() in KEYS for entry in entries):
            remarks.remark(first, _BAD, f"a fence called {word!r} asks nothing", "call it `practice`")


def read(
    shown: Sequence[str],
    blocks: Iterable[tuple[int, int]],
    context: Headings,
    decks_of: Callable[[int], tuple[str, ...]],
    remarks: Remarks,
) -> Iterator[Exercise]:
    """The exercises of a note, from its lines and the first and last line (from 0) of each block.

    A block that says nothing usable gives an error and no exercise.
    """
    for first, last in blocks:
        found = _block(shown, first, last, context, decks_of, remarks)
        if found is not None:
            yield found


def _block(
    shown: Sequence[str],
    first: int,
    last: int,
    context: Headings,
    decks_of: Callable[[int], tuple[str, ...]],
    remarks: Remarks,
) -> Exercise | None:
    before = len(remarks.found)
    entries = _entries(shown, first, last, remarks)
    family, name = entries.get("family", ""), entries.get("derivation", "")
    level = _level(entries.get("level", ""), first, remarks)
    if len(remarks.found) > before:
        return None
    if bool(family) == bool(name):
        said = "names both a family and a derivation" if family else "names no family and no derivation"
        mend = "write `family: NAME` or `derivation: NAME`; `studykit practice --list` shows the families"
        remarks.error(first, _BAD, f"this practice block {said}", mend)
    elif name and entries.get("level"):
        remarks.error(first, _BAD, "a derivation has no level to choose", "take `level` out")
    if len(remarks.found) > before:
        return None
    title = (family or name).casefold()
    id = f"d:{title}" if name else f"x:{title}:{AUTO if level is None else level}"
    return Exercise(id, title, level, decks_of(first), context.above(first), remarks.file, first + 1)


def _entries(shown: Sequence[str], first: int, last: int, remarks: Remarks) -> dict[str, str]:
    found: dict[str, str] = {}
    for number in range(first + 1, last):
        text = shown[number].strip(" \t>")
        if not text or text.startswith("#"):
            continue
        entry = _ENTRY.fullmatch(text)
        key = entry[1].casefold() if entry else ""
        if entry is None:
            remarks.error(
                number, _BAD, f"{text[:40]!r} is no `key: value`", f"the keys are {', '.join(KEYS)}"
            )
        elif key not in KEYS:
            near = difflib.get_close_matches(key, KEYS, n=1)
            mend = f"did you mean `{near[0]}`?" if near else f"the keys are {', '.join(KEYS)}"
            remarks.error(number, _BAD, f"a practice block has no key {entry[1][:40]!r}", mend)
        elif key in found:
            remarks.error(number, _BAD, f"`{key}` is there twice", "take one of them out")
        else:
            found[key] = entry[2].partition(" #")[0].strip().strip("\"'")
    return found


def _level(text: str, first: int, remarks: Remarks) -> int | None:
    """The level; None for `auto`, and where none is named."""
    if not text or text.casefold() == AUTO:
        return None
    if text.isascii() and text.isdecimal() and len(text) < 4:
        return int(text)
    remarks.error(first, _BAD, f"the level {text[:40]!r} is no whole number", "write 1 to 4, or auto")
    return None
