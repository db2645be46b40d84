"""Bold letters on their way through a drawing.

While a formula is set, a bold letter is the character of Unicode's mathematical alphabets that stands for it:
one cell like the letter itself, so that no box needs to know of styles. Common fonts lack these characters,
and who copies one gets no letter, so they never reach a reader: at the end they become letters again, which
are shown bold where that can be.
"""

from __future__ import annotations

import re
from itertools import chain

BOLD_STYLES = frozenset(("mathbf", "textbf"))

_LETTERS = "".join(map(chr, chain(range(65, 91), range(97, 123))))
_GREEK = "ΑΒΓΔΕΖΗΘΙΚΛΜΝΞΟΠΡϴΣΤΥΦΧΨΩ∇αβγδεζηθικλμνξοπρςστυφχψω∂ϵϑϰϕϱϖ"
_BOLD = {
    ord(letter): chr(start + number)
    for start, letters in ((0x1D400, _LETTERS), (0x1D6A8, _GREEK), (0x1D7CE, "0123456789"))
    for number, letter in enumerate(letters)
}
_PLAIN = {ord(bold): chr(letter) for letter, bold in _BOLD.items()}
_RUN = re.compile(
    "((?:[\U0001d400-\U0001d433\U0001d6a8-\U0001d6e1\U0001d7ce-\U0001d7d7][\u0300-\u036f\u20d0-\u20ff]*)+)"
)


def emboldened(text: str) -> str:
    """`text` with its letters and digits bold, Latin and Greek."""
    return text.translate(_BOLD)


def unbolded(text: str) -> str:
    """`text` with plain letters."""
    return text.translate(_PLAIN) if _RUN.search(text) is not None else text


def runs(text: str) -> list[tuple[str, bool]]:
    """`text` in plain letters, cut where bold begins and ends, each part with whether it is bold."""
    parts = _RUN.split(text)
    return [(part.translate(_PLAIN), number % 2 == 1) for number, part in enumerate(parts) if part]
