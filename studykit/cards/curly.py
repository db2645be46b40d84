"""The `{{c1::hidden::hint}}` form, and the braces around it. Off unless set."""

from __future__ import annotations

import re

from studykit.cards.cloze import Deletion

COLON = "\x04"
"""Stands in the shadow for a colon inside `{{c1::…}}`, which never separates a front from a back."""

_ANKI = re.compile(r"\{\{c(\d{1,3})(?:::|\x04\x04)")
_TOKEN = re.compile(r"\{\{c\d{1,3}::|[{}]|\n[ \t]*(?=\n)")
_NUMBERED = re.compile(r"(\d{1,3})[:|]")


def hide_colons(shadow: str) -> str:
    """The shadow with the colons of every `{{c1::…}}` replaced, to its last brace or its paragraph's end."""
    if "{{c" not in shadow:
        return shadow
    spans: list[tuple[int, int]] = []
    start, depth = -1, 0
    for token in _TOKEN.finditer(shadow):
        sign = token.group()
        if start < 0:
            if len(sign) > 2 and sign[0] == "{":
                start, depth = token.start(), 2
        elif sign[0] == "\n":
            spans.append((start, token.start()))
            start = -1
        else:
            depth += -1 if sign == "}" else len(sign) if sign == "{" else 2
            if depth == 0:
                spans.append((start, token.end()))
                start = -1
    if start >= 0:
        spans.append((start, len(shadow)))
    pieces: list[str] = []
    position = 0
    for begin, end in spans:
        pieces.append(shadow[position:begin])
        pieces.append(shadow[begin:end].replace(":", COLON))
        position = end
    pieces.append(shadow[position:])
    return "".join(pieces)


def braced(text: str, shadow: str) -> tuple[list[Deletion], int | None]:
    """The deletions in braces of a paragraph, and where one stands whose braces do not balance.

    `{{c1::hidden::hint}}`, `{{hidden}}`, `{1:hidden}` and `{hidden}`; braces inside belong to the text.
    """
    partner: dict[int, int] = {}
    outer: list[int] = []
    opened: list[int] = []
    for found in re.finditer("[{}]", shadow):
        at = found.start()
        if found.group() == "{":
            opened.append(at)
        elif opened:
            start = opened.pop()
            partner[start] = at
            while outer and outer[-1] > start:
                outer.pop()
            outer.append(start)
    deletions: list[Deletion] = []
    unbalanced = [found.start() for found in _ANKI.finditer(shadow) if not _whole(found.start(), partner)]
    for start in outer:
        end = partner[start] + 1
        if unbalanced and any(start <= at < end for at in unbalanced[:1]):
            continue
        deletions.append(_braces(text, shadow, start, end, double=_whole(start, partner)))
    return deletions, unbalanced[0] if unbalanced else None


def _whole(start: int, partner: dict[int, int]) -> bool:
    """Whether the two braces at `start` are closed by two that stand together."""
    return start in partner and start + 1 in partner and partner[start + 1] == partner[start] - 1


def _braces(text: str, shadow: str, start: int, end: int, *, double: bool) -> Deletion:
    if double and (anki := _ANKI.match(shadow, start)) is not None:
        inside_end = end - 2
        split = _hint(shadow, anki.end(), inside_end)
        hidden = text[anki.end() : split if split >= 0 else inside_end].strip()
        hint = text[split + 2 : inside_end].strip() if split >= 0 else ""
        return Deletion(start, end, hidden, hint, f"c{anki.group(1)}")
    width = 2 if double else 1
    begin = start + width
    numbered = _NUMBERED.match(shadow, begin)
    if numbered is not None and not double:
        return Deletion(start, end, text[numbered.end() : end - width].strip(), "", numbered.group(1))
    return Deletion(start, end, text[begin : end - width].strip())


def _hint(shadow: str, start: int, end: int) -> int:
    """Where `::hint` begins, outside of any inner braces; -1 if there is none."""
    depth = 0
    for at in range(start, end):
        sign = shadow[at]
        depth += (sign == "{") - (sign == "}")
        if depth == 0 and shadow.startswith(COLON * 2, at):
            return at
    return -1
