"""What each character set can show, and what stands in where it cannot.

`full` is everything the tables hold. `basic` is what old console fonts carry (the WGL4 repertoire). `ascii`
is ASCII. A sign outside the set is written by its plain spelling, or else by the name of its command.
"""

from __future__ import annotations

from collections.abc import Callable
from typing import Literal, TypeAlias

from studykit.render.maths.symbols import SIGNS

Charset: TypeAlias = Literal["ascii", "basic", "full"]

_BASIC = frozenset(
    "ΑΒΓΔΕΖΗΘΙΚΛΜΝΞΟΠΡΣΤΥΦΧΨΩαβγδεζηθικλμνξοπρςστυφχψω"
    "∂∆∏∑−√∞∩∫≈≠≡≤≥←↑→↓↔↕⌠⌡±×÷·°¬…•†‡′″‖ℓ⁰¹²³ⁿ½¼¾§¶©®£¥ﬁﬂ◊○●□■▲►▼◄♠♣♥♦"
)

_PLAIN: dict[str, str] = {
    "−": "-", "×": "*", "·": "*", "∗": "*", "÷": "/", "±": "+-", "∓": "-+", "∘": "o", "•": "*", "⋆": "*",
    "≤": "<=", "≥": ">=", "≠": "!=", "≪": "<<", "≫": ">>", "≈": "~=", "∼": "~", "≡": "==", "≔": ":=",
    "≜": ":=", "→": "->", "←": "<-", "↔": "<->", "⇒": "=>", "⇐": "<=", "⇔": "<=>", "⟹": "==>",
    "⟸": "<==", "⟺": "<==>",
    "⟶": "-->", "⟵": "<--", "↦": "|->", "∑": "sum", "∏": "prod", "∫": "int", "∞": "infinity", "∂": "d",
    "∇": "grad", "∈": "in", "∉": "not in", "∣": "|", "‖": "||", "∥": "||", "⟨": "<", "⟩": ">", "…": "...",
    "⋯": "...", "′": "'", "″": "''", "‴": "'''", "⁗": "''''",
    "°": "deg", "ℝ": "R", "ℕ": "N", "ℤ": "Z", "ℚ": "Q", "ℂ": "C", "ℙ": "P", "ℍ": "H",
    "ℬ": "B", "ℰ": "E", "ℱ": "F", "ℋ": "H", "ℐ": "I", "ℒ": "L", "ℳ": "M", "ℛ": "R", "ℭ": "C", "ℌ": "H",
    "ℨ": "Z", "ϵ": "epsilon", "ϕ": "phi", "ℓ": "l", "ı": "i", "ȷ": "j", "¬": "not", "∧": "and",
    "∨": "or", "∅": "{}",
    "‘": "'", "’": "'", "“": '"', "”": '"', "–": "-", "—": "-",
}  # fmt: skip


def showable(charset: Charset) -> Callable[[str], bool]:
    """A test whether one character may be shown as it is."""
    if charset == "full":
        return lambda character: True
    if charset == "basic":
        return lambda character: character < "\u0180" or character in _BASIC
    return str.isascii


def spelled(text: str, charset: Charset) -> str:
    """`text` with the signs that the character set lacks spelled out; other writing is left as it is."""
    if charset == "full" or text.isascii():
        return text
    shows = showable(charset)
    return "".join(character if shows(character) else _spelled(character) for character in text)


def _spelled(character: str) -> str:
    if (plain := _PLAIN.get(character)) is not None:
        return plain
    symbol = SIGNS.get(character)
    return symbol.name if symbol is not None else character
