"""Boxes of text: rows of one width with a baseline, and how they are put beside and above each other."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass

from studykit.render.wrap import columns

LARGEST_AREA = 1_000_000
"""Cells of one box. A formula that needs more is written on one line, so that hostile text stays cheap."""


class TooLargeError(Exception):
    """A box would have more than `LARGEST_AREA` cells."""


@dataclass(frozen=True, slots=True)
class Box:
    """A formula, or a part of one, as it is drawn."""

    rows: tuple[str, ...]
    """Its rows from the top, each `width` terminal cells wide."""
    baseline: int
    """The row that stands on the line of the surrounding text, from 0."""
    width: int
    """In terminal cells."""

    @property
    def height(self) -> int:
        """How many rows."""
        return len(self.rows)

    @property
    def depth(self) -> int:
        """How many rows below the baseline."""
        return len(self.rows) - self.baseline - 1


def text_box(text: str) -> Box:
    """One row of text."""
    return Box((text,), 0, columns(text))


def blank(width: int, height: int = 1, baseline: int = 0) -> Box:
    """Nothing, in a size."""
    return Box((" " * width,) * height, baseline, width)


EMPTY = blank(0)


def beside(boxes: Sequence[Box]) -> Box:
    """Boxes from left to right, on one baseline."""
    if len(boxes) == 1:
        return boxes[0]
    above = max((box.baseline for box in boxes), default=0)
    below = max((box.depth for box in boxes), default=0)
    width = sum(box.width for box in boxes)
    if not above and not below:
        return Box(("".join([box.rows[0] for box in boxes]),), 0, width)
    _limit(width, above + below + 1)
    strips: list[Sequence[str]] = []
    flat: list[Box] = []
    for box in boxes:
        if len(box.rows) == 1:
            flat.append(box)
            continue
        if flat:
            strips.append(_strip(flat, above, below))
            flat = []
        air = " " * box.width
        strips.append((*[air] * (above - box.baseline), *box.rows, *[air] * (below - box.depth)))
    if flat:
        strips.append(_strip(flat, above, below))
    return Box(tuple(["".join(parts) for parts in zip(*strips, strict=True)]), above, width)


def _strip(flat: Sequence[Box], above: int, below: int) -> list[str]:
    """Boxes of one row each as a strip; joined first, so that a long row beside something tall is cheap."""
    air = " " * sum(box.width for box in flat)
    return [air] * above + ["".join([box.rows[0] for box in flat])] + [air] * below


def stacked(boxes: Sequence[Box], baseline: int, align: str = "c") -> Box:
    """Boxes from top to bottom; `align` is l, c or r, and `baseline` counts from the top of the stack."""
    width = max(box.width for box in boxes)
    _limit(width, sum(len(box.rows) for box in boxes))
    rows: list[str] = []
    for box in boxes:
        rows += box.rows if box.width == width else widened(box, width, align).rows
    return Box(tuple(rows), baseline, width)


def widened(box: Box, width: int, align: str = "c") -> Box:
    """The box with blanks at its sides; what is narrower by an odd number leans to the left."""
    room = width - box.width
    if room <= 0:
        return box
    left = {"l": 0, "c": room // 2, "r": room}[align]
    before, after = " " * left, " " * (room - left)
    return Box(tuple([f"{before}{row}{after}" for row in box.rows]), box.baseline, width)


def heightened(box: Box, above: int, below: int) -> Box:
    """The box with blank rows over and under it."""
    if above <= 0 and below <= 0:
        return box
    air = " " * box.width
    _limit(box.width, len(box.rows) + above + below)
    return Box((air,) * above + box.rows + (air,) * below, box.baseline + above, box.width)


def moved(box: Box, up: int) -> Box:
    """The box `up` rows higher against its surroundings."""
    return _with_baseline(box, box.baseline + up)


def _with_baseline(box: Box, baseline: int) -> Box:
    """The box with another baseline; blank rows are added where it lies outside."""
    air = " " * box.width
    rows = box.rows
    if baseline < 0:
        rows = (air,) * -baseline + rows
        baseline = 0
    elif baseline >= len(rows):
        rows += (air,) * (baseline - len(rows) + 1)
    return Box(rows, baseline, box.width)


def _limit(width: int, height: int) -> None:
    if width * height > LARGEST_AREA:
        raise TooLargeError
