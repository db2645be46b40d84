"""Emphasis marks: `**bold**`, `_italic_`, `~~struck~~`, `==marked==`. Here they are only taken away.

Marks are paired with a stack for each character, after CommonMark's rule of left- and right-flanking runs;
what finds no partner is text. One pass.
"""

from __future__ import annotations

import re

_MARKS = re.compile(
    r"\*+|_+|~~+|=+"
    r"|(?P<block>\n(?:[ ]*\n|[ ]*(?:[-*+•#>│|]|[0-9]{1,9}[.)])[ ]))"  # where no emphasis reaches across
    r"|(?P<line>\n)"
)


def without_marks(text: str) -> str:
    """`text` without the marks that form pairs; what they enclose stays."""
    cuts: list[tuple[int, int]] = []
    openers: dict[str, list[list[int]]] = {"*": [], "_": [], "~": [], "=": []}
    for match in _MARKS.finditer(text):
        start, end = match.span()
        sign = match[0][0]
        if sign == "\n":
            openers["="].clear()
            if match["block"] is not None:
                for waiting in openers.values():
                    waiting.clear()
            continue
        if sign in "=~" and end - start != 2:
            continue
        before = text[start - 1] if start else " "
        after = text[end] if end < len(text) else " "
        opens = _flanks(before, after)
        closes = _flanks(after, before)
        if sign == "_":
            opens, closes = opens and not before.isalnum(), closes and not after.isalnum()
        waiting = openers[sign]
        if closes:
            while waiting and start < end:
                opener = waiting[-1]
                length = min(opener[1] - opener[0], end - start)
                cuts += [(opener[1] - length, opener[1]), (start, start + length)]
                opener[1] -= length
                start += length
                if opener[0] == opener[1]:
                    waiting.pop()
        if opens and start < end:
            waiting.append([start, end])
    if not cuts:
        return text
    parts: list[str] = []
    at = 0
    for start, end in sorted(cuts):
        parts.append(text[at:start])
        at = end
    parts.append(text[at:])
    return "".join(parts)


def _flanks(outside: str, inside: str) -> bool:
    """True if a run with these neighbours may stand at this side of what it marks."""
    if inside.isspace():
        return False
    return _is_word(inside) or not _is_word(outside)


def _is_word(character: str) -> bool:
    # A token for code or maths begins with NUL and ends with SOH, and is as good as a word.
    return character.isalnum() or character in "\x00\x01"
