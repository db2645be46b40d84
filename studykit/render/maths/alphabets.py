"""Letters in other shapes: raised, lowered, blackboard, script, and under accents.

Only characters of the basic plane that common terminal fonts carry. What has none is written plainly.
"""

from __future__ import annotations

from collections.abc import Callable

SUPERSCRIPTS: dict[str, str] = dict(
    zip(
        "0123456789+−=()abcdefghijklmnoprstuvwxyzABDEGHIJKLMNOPRTUVWβγδθϕφχ°†‡′″‴⊤⊺",
        "⁰¹²³⁴⁵⁶⁷⁸⁹⁺⁻⁼⁽⁾ᵃᵇᶜᵈᵉᶠᵍʰⁱʲᵏˡᵐⁿᵒᵖʳˢᵗᵘᵛʷˣʸᶻᴬᴮᴰᴱᴳᴴᴵᴶᴷᴸᴹᴺᴼᴾᴿᵀᵁⱽᵂᵝᵞᵟᶿᵠᵠᵡ°†‡′″‴ᵀᵀ",
        strict=True,
    )
)

SUBSCRIPTS: dict[str, str] = dict(
    zip("0123456789+−=()aehijklmnoprstuvxβγρϕφχ", "₀₁₂₃₄₅₆₇₈₉₊₋₌₍₎ₐₑₕᵢⱼₖₗₘₙₒₚᵣₛₜᵤᵥₓᵦᵧᵨᵩᵩᵪ", strict=True)
)

BLACKBOARD: dict[str, str] = dict(zip("CHNPQRZ", "ℂℍℕℙℚℝℤ", strict=True))
SCRIPT: dict[str, str] = dict(zip("BEFHILMR", "ℬℰℱℋℐℒℳℛ", strict=True))
FRAKTUR: dict[str, str] = dict(zip("CHIRZ", "ℭℌℑℜℨ", strict=True))

LETTERS_IN_STYLE: dict[str, dict[str, str]] = {
    "mathbb": BLACKBOARD,
    "mathcal": SCRIPT,
    "mathscr": SCRIPT,
    "mathfrak": FRAKTUR,
}

ACCENTS: dict[str, str] = {
    "hat": "\u0302", "widehat": "\u0302", "bar": "\u0304", "overline": "\u0305", "tilde": "\u0303",
    "widetilde": "\u0303", "vec": "\u20d7", "overrightarrow": "\u20d7", "overleftarrow": "\u20d6",
    "dot": "\u0307", "ddot": "\u0308", "dddot": "\u20db", "check": "\u030c", "widecheck": "\u030c",
    "breve": "\u0306", "acute": "\u0301", "grave": "\u0300", "mathring": "\u030a", "underline": "\u0332",
    "underbar": "\u0332", "overleftrightarrow": "\u20e1", "utilde": "\u0330",
}  # fmt: skip
"""Command → the combining character that puts the mark on one letter."""


def shown_letters(letters: dict[str, str], shows: Callable[[str], bool]) -> dict[int, str]:
    """The part of a table that a character set can show, ready for `str.translate`."""
    return {ord(plain): changed for plain, changed in letters.items() if shows(changed)}


def covers(table: dict[int, str], text: str) -> bool:
    """Whether every character of `text` has another shape in `table`."""
    return all(ord(character) in table for character in text)
