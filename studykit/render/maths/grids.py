"""Matrices, cases and aligned lines as boxes."""

from __future__ import annotations

from collections.abc import Collection, Sequence
from typing import TYPE_CHECKING

from studykit.render.maths.box import EMPTY, Box, beside, blank, heightened, stacked, widened
from studykit.render.maths.commands import ENVIRONMENTS, LINES
from studykit.render.maths.delimiters import fenced
from studykit.render.maths.parts import Part, joined
from studykit.render.maths.tree import Grid, Kind, Row, Tag

if TYPE_CHECKING:
    from studykit.render.maths.layout import Setter

COLUMN_GAP = 2
PAIR_GAP = 3
"""Between two equations that stand in one line of `align`."""
_TAG_GAP = 4
_MIDDLE = frozenset((Kind.RELATION, Kind.BINARY))


def set_grid(setter: Setter, grid: Grid, compact: bool) -> Part:
    """A grid as a part of a row."""
    if grid.name in LINES:
        return Part(_aligned(setter, grid))
    if grid.name in ("substack", "subarray"):
        rows = [beside([setter.box(cell, True) for cell in row]) for row in grid.rows]
        return Part(stacked(rows, (len(rows) - 1) // 2))
    cases = "cases" in grid.name
    body = _cases(setter, grid) if cases else _matrix(setter, grid, compact)
    brackets = ENVIRONMENTS[grid.name]
    if not brackets:
        return Part(body)
    opening, closing = brackets[:1].strip(), brackets[1:]
    left, body, right = fenced(body, opening, closing, setter.charset)
    if cases:
        body = beside((blank(1), body) if opening else (body, blank(1)))
    return Part(beside((left, body, right)), Kind.OPEN, Kind.CLOSE)


def lines(boxes: Sequence[Box]) -> Box:
    """Lines of a calculation under each other, with air around those of several rows."""
    return _in_columns([[box] for box in boxes], [0], ["l"], air=False)


def _matrix(setter: Setter, grid: Grid, compact: bool) -> Box:
    aligns, bars = _columns(grid.columns)
    cells = [[setter.box(cell, compact) for cell in row] for row in grid.rows]
    count = max(map(len, cells))
    gaps = [0] + [COLUMN_GAP] * (count - 1)
    return _in_columns(cells, gaps, aligns + ["c"] * count, len(cells) == 2, bars, setter.glyphs.bar)


def _columns(letters: str) -> tuple[list[str], set[int]]:
    """The alignment of each column of an `array`, and before which columns a line stands."""
    aligns: list[str] = []
    bars: set[int] = set()
    for letter in letters:
        if letter in "lcr":
            aligns.append(letter)
        elif letter == "|":
            bars.add(len(aligns))
    return aligns, bars


def _cases(setter: Setter, grid: Grid) -> Box:
    """Cases have an odd height, so that the point of the brace is on the axis."""
    cells = [[setter.box(cell) for cell in row] for row in grid.rows]
    count = max(map(len, cells))
    gaps = [0] + [COLUMN_GAP] * (count - 1)
    aligns = ["l"] * count
    body = _in_columns(cells, gaps, aligns, air=False)
    if body.height % 2 == 0:
        body = _in_columns(cells, gaps, aligns, air=True)
    if body.height % 2 == 0:
        body = Box((*body.rows, " " * body.width), body.baseline, body.width)
    return Box(body.rows, body.height // 2, body.width)


def _aligned(setter: Setter, grid: Grid) -> Box:
    """Lines whose `&` align, right and left in turn; their tags stand in a column of their own."""
    tags: list[Box] = []
    cells: list[list[Box]] = []
    gaps: list[int] = [0]
    single = all(len(row) == 1 for row in grid.rows)
    for row in grid.rows:
        boxes: list[Box] = []
        tag = EMPTY
        ends: Kind | None = None
        for number, cell in enumerate(row):
            items = cell.items if isinstance(cell, Row) else (cell,)
            found = [item for item in items if isinstance(item, Tag)]
            if found:
                tag = beside([setter.part(item, False).box for item in found])
                items = tuple(item for item in items if not isinstance(item, Tag))
            parts = setter.parts(items, False)
            if number == len(gaps):
                gaps.append(0 if number % 2 else PAIR_GAP)
            if number % 2 and parts:  # `{}` before it, as in LaTeX: an operator there has an operand
                if parts[0].left in _MIDDLE or ends in _MIDDLE:
                    gaps[number] = 1
                parts.insert(0, Part(blank(parts[0].gap)))
            ends = parts[-1].right if parts else None
            boxes.append(joined(parts, False).box)
        tags.append(tag)
        cells.append(boxes)
    count = len(gaps)
    aligns = ["r", "l"] * count
    if single:
        aligns = ["c" if grid.name in ("gathered", "gather") else "l"]
    if any(tag.width for tag in tags):
        for boxes, tag in zip(cells, tags, strict=True):
            boxes += [EMPTY] * (count - len(boxes)) + [tag]
        gaps.append(_TAG_GAP)
        aligns = [*aligns[:count], "r"]
    return _in_columns(cells, gaps, aligns)


def _in_columns(
    cells: Sequence[Sequence[Box]],
    gaps: Sequence[int],
    aligns: Sequence[str],
    air: bool = False,
    bars: Collection[int] = (),
    bar: str = "",
) -> Box:
    """Cells in columns, with `gaps` before them and lines before those in `bars`; the axis is in the middle.

    A blank row stands beside every row that is taller than one, and between all of them with `air`.
    """
    ups = [max(cell.baseline for cell in row) for row in cells]
    downs = [max(cell.depth for cell in row) for row in cells]
    tall = [up + down > 0 for up, down in zip(ups, downs, strict=True)]
    between = [int(air or tall[n] or tall[n + 1]) for n in range(len(cells) - 1)]
    height = sum(ups) + sum(downs) + len(cells) + sum(between)
    axis = ups[0] if len(cells) == 1 else (height - 1) // 2
    strips: list[Box] = []
    for number, gap in enumerate(gaps):
        column = [row[number] if number < len(row) else EMPTY for row in cells]
        width = max(cell.width for cell in column)
        rows: list[Box] = []
        for n, cell in enumerate(column):
            cell = widened(cell, width, aligns[number])
            rows.append(heightened(cell, ups[n] - cell.baseline, downs[n] - cell.depth))
            if n < len(between) and between[n]:
                rows.append(blank(width))
        if number in bars:
            lead = f" {bar} " if gap else f"{bar} "
            strips.append(Box((lead,) * height, axis, len(lead)))
        elif gap:
            strips.append(blank(gap, height, axis))
        strips.append(stacked(rows, axis))
    if len(gaps) in bars:
        strips.append(Box((f" {bar}",) * height, axis, 2))
    return beside(strips)
