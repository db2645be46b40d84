"""Parts of a drawn row: pieces with their boxes, and how they stand side by side."""

from __future__ import annotations

from typing import Any

from studykit.render.maths.box import EMPTY, Box, beside, blank, text_box
from studykit.render.maths.pieces import SUM, Piece, find_signs, gap_between, guard, pair_bars
from studykit.render.maths.tree import Kind
from studykit.render.sanitise import visible

TALL = "\n"
"""The text of a part that has more than one row: nothing that a rule for signs could mean."""

_ORDINARY, _FUNCTION = Kind.ORDINARY, Kind.FUNCTION
_DASHES = frozenset("−-—–─")


class Part(Piece):
    """A piece with its box."""

    __slots__ = ("barred", "box")

    def __init__(self, box: Box, left: Kind = _ORDINARY, right: Kind = _ORDINARY, **more: Any) -> None:
        super().__init__(box.rows[0] if len(box.rows) == 1 else TALL, left, right, **more)
        self.box = box
        self.barred = False
        """A line as long as the box is drawn in it, which must not touch its neighbour's."""


def joined(parts: list[Part], compact: bool) -> Part:
    """Parts side by side with the spaces of printed maths between them."""
    if len(parts) == 1:
        part = parts[0]
        if part.left is Kind.BINARY:
            part.left = part.right = _ORDINARY
        return part
    gaps = spaced(parts, compact)
    boxes: list[Box] = []
    for part, gap in zip(parts, gaps, strict=True):
        if gap:
            boxes.append(blank(gap))
        boxes.append(part.box)
    whole = Part(beside(boxes) if boxes else EMPTY, strength=SUM)
    if parts:
        first, last = parts[0], parts[-1]
        whole.left = first.left if first.left is Kind.RELATION else _ORDINARY
        whole.gap, whole.gap_after = first.gap, last.gap_after
        whole.word_left, whole.word_right = first.word_left, last.word_right
    return whole


def spaced(parts: list[Part], compact: bool) -> list[int]:
    """The blanks before each part; the first has none."""
    pair_bars(parts)
    find_signs(parts)
    gaps: list[int] = []
    last: Part | None = None
    for number, part in enumerate(parts):
        if part.guarded or part.guarded_after:
            text = part.text
            guard(part, last, parts[number + 1] if number + 1 < len(parts) else None)
            if part.text != text:
                part.box = text_box(visible(part.text))
        gap = 0
        if last is not None:
            gap = gap_between(last, part, compact)
            if not gap and (part.barred or last.barred):
                gap = _beside_a_bar(last, part)
        gaps.append(gap)
        if part.box.width or part.gap:
            last = part
    return gaps


def _beside_a_bar(last: Part, part: Part) -> int:
    """A sign or a letter must not run into a fraction bar, nor a bar into the next one."""
    other = last if part.barred else part
    if last.barred and part.barred:
        return 1
    if other.text[-1:] in _DASHES:
        return 1
    if part.barred:
        return int(last.right in (_ORDINARY, _FUNCTION, Kind.CLOSE))
    return int(part.left in (_ORDINARY, _FUNCTION, Kind.OPEN))
