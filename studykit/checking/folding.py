"""What people type and paste, made plain: one alphabet, one minus, one blank. Positions are kept.

A superscript becomes `RAISED` and a group in braces, a subscript `_` and a group; fractions such as `½` stay.
"""

from __future__ import annotations

import unicodedata
from typing import Final

from studykit.checking.read_error import Unreadable
from studykit.checking.vocabulary import NAMES_OF_GREEK

RAISED: Final = "\ue000"
"""Stands before the group of a superscript; nobody can type it: private characters are refused."""

_SAME: Final = {
    **dict.fromkeys("\u2212\ufe63\uff0d\u2013\u2010\u2011\u2012", "-"),  # minus signs, en dash, hyphens
    **dict.fromkeys("·⋅∗∙•\u0387\u2062✱@", "*"),
    **dict.fromkeys("×✕✖⨯", "×"),
    **dict.fromkeys("÷∕⁄", "/"),
    **dict.fromkeys("∘⊙⨀", "⊙"),
    **dict.fromkeys("′’ʹ‘", "'"),
    **dict.fromkeys("∥‖", "‖"),
    **dict.fromkeys("⟨〈\u2329", "⟨"),
    **dict.fromkeys("⟩〉\u232a", "⟩"),
    **dict.fromkeys("⊤⊺", "T"),
    **dict.fromkeys("\u200b\ufeff\u2060\u2061", ""),  # invisible leftovers of copying
    **dict.fromkeys("\r\u2028\u2029\x85", "\n"),
    "ς": "σ", "∆": "Δ", "∣": "|", "∨": " or ", "…": "...", "‥": "..", "\t": " ", "𝕍": "Var",
}  # fmt: skip

_KEPT: Final = frozenset("√∛∜∑∞±")


def fold(text: str) -> tuple[str, tuple[int, ...]]:
    """The plain text, and for each of its characters (and its end) the position in the typed one.

    Raises `Unreadable` at a control character or one that means nothing here.
    """
    plain: list[str] = []
    positions: list[int] = []
    run = ""  # "super" or "sub" while in a run of such characters
    for position, character in enumerate(text):
        written = _script(character)
        if run and written != run:
            plain.append("}")
            positions.append(position)
        if written and written != run:
            opening = RAISED + "{" if written == "super" else "_{"
            plain.extend(opening)
            positions.extend([position] * len(opening))
        run = written
        folded = _plain(character, position, in_script=bool(written))
        plain.extend(folded)
        positions.extend([position] * len(folded))
    if run:
        plain.append("}")
        positions.append(len(text))
    positions.append(len(text))
    return "".join(plain), tuple(positions)


def fraction(character: str) -> tuple[int, int] | None:
    """Numerator and denominator of a character such as `½`."""
    kind, *codes = unicodedata.decomposition(character).split() or [""]
    if kind != "<fraction>":
        return None
    over, _, under = "".join(chr(int(code, 16)) for code in codes).partition("\u2044")
    return (int(over), int(under)) if under else None


def _script(character: str) -> str:
    """Whether a character is written raised or lowered."""
    if character.isascii():
        return ""
    kind = unicodedata.decomposition(character).partition(" ")[0]
    return {"<super>": "super", "<sub>": "sub"}.get(kind, "")


def _plain(character: str, position: int, *, in_script: bool) -> str:
    if character in _SAME:
        return _SAME[character]
    if character.isascii() and (character.isprintable() or character == "\n"):
        return character
    if character in _KEPT or character in NAMES_OF_GREEK or fraction(character):
        return character
    category = unicodedata.category(character)
    if category == "Zs":
        return " "
    if category == "Nd":
        return str(unicodedata.decimal(character))
    if not category.startswith("C"):
        folded = unicodedata.normalize("NFKC", character)
        folded = "".join(_SAME.get(part, part) for part in folded)
        if folded and all(_is_plain(part) for part in folded):
            return folded
    if "\udc80" <= character <= "\udcff":  # how Python passes on what it cannot decode
        raise Unreadable("there is a byte that is no text in UTF-8", position, "type the sign anew")
    if category.startswith("C"):
        raise Unreadable(
            f"there is an invisible control character (U+{ord(character):04X})", position, "remove it"
        )
    name = unicodedata.name(character, f"U+{ord(character):04X}").lower()
    raise Unreadable(f"{character} ({name}) cannot be read here", position, _hint(character))


def _is_plain(character: str) -> bool:
    return (character.isascii() and character.isprintable()) or character in NAMES_OF_GREEK


def _hint(character: str) -> str:
    if character == "—":
        return "a minus is typed as -"
    if character in "≤≥<>≠≈≡∼":
        return "write the expression only, or one ="
    return ""
