"""Formulas that are wider than their room: broken before relations, then before binary operators."""

from __future__ import annotations

from collections.abc import Sequence
from itertools import pairwise
from typing import TypeAlias

from studykit.render.maths.box import EMPTY, Box, beside, blank, widened
from studykit.render.maths.charset import Charset
from studykit.render.maths.commands import LINES
from studykit.render.maths.grids import lines
from studykit.render.maths.layout import SETTERS, Setter, line_rows
from studykit.render.maths.parts import Part, spaced
from studykit.render.maths.tree import Grid, Kind, Node, Row

HANGING = 4
"""Columns by which a line that goes on is set in, where the first relation stands too far to the right."""
_WIDE_GAP = 2

Run: TypeAlias = Sequence[tuple[int, Part]]
"""Parts with the blanks before each."""


def broken(tree: Node, width: int | None, charset: Charset) -> Box:
    """The formula in at most `width` columns, as far as breaks can help."""
    setter = SETTERS[charset]
    row = tree if isinstance(tree, Row) else Row((tree,))
    rows = line_rows(row)
    if width is None:
        return setter.box(row)
    found: list[Box] = []
    for each in rows:
        found += _broken_line(setter, each, width)
    return found[0] if len(found) == 1 else lines(found)


def _broken_line(setter: Setter, row: Row, width: int) -> list[Box]:
    while len(row.items) == 1 and isinstance(row.items[0], Row):
        row = row.items[0]
    if len(row.items) == 1 and isinstance(row.items[0], Grid) and row.items[0].name in LINES:
        return _broken_grid(setter, row.items[0], width)
    return _broken_parts(setter.parts(row.items, False), width)


def _broken_grid(setter: Setter, grid: Grid, width: int) -> list[Box]:
    """Aligned lines, each broken on its own right of the first `&` if they are too wide together."""
    whole = setter.box(grid)
    if whole.width <= width:
        return [whole]
    lefts = [setter.box(row[0]) if len(row) > 1 else EMPTY for row in grid.rows]
    left = max(box.width for box in lefts)
    lead = left + 1 if left else 0
    if lead > width // 2:
        left = lead = 0
    found: list[Box] = []
    for row, first in zip(grid.rows, lefts, strict=True):
        cells = row if not lead or len(row) == 1 else row[1:]
        items = [item for cell in cells for item in (cell.items if isinstance(cell, Row) else (cell,))]
        parts = setter.parts(items, False)
        if lead and parts:  # so that an operator at the beginning has an operand
            parts.insert(0, Part(blank(parts[0].gap)))
        for number, line in enumerate(_broken_parts(parts, width - lead)):
            start = widened(first if lead and not number else EMPTY, left, "r")
            found.append(beside((start, blank(lead - left), line)))
    return found


def _broken_parts(parts: list[Part], width: int) -> list[Box]:
    gaps = spaced(parts, False) if len(parts) > 1 else [0] * len(parts)
    run = list(zip(gaps, parts, strict=True))
    whole = _set(run)
    if whole.width <= width or len(run) < 2:
        return [whole]
    filler = _Filler(run, _break_levels(run), width, _indent(run, width))
    filler.add(0, len(run))
    filler.flush()
    if max(box.width for box in filler.lines) >= whole.width:
        return [whole]  # a few long signs, which being set in would make no narrower
    return filler.lines


def _break_levels(run: Run) -> list[int]:
    """For each part how welcome a break before it is: 1 best, 0 not at all.

    First come wide gaps, relations and binary operators; only where these do not help, what follows a comma,
    and relations and operators inside brackets that do not grow.
    """
    levels: list[int] = []
    depth = 0
    comma = filled = False
    for gap, part in run:
        closes = part.left is Kind.CLOSE and part.right is Kind.CLOSE
        depth = max(0, depth - closes)
        level = 0
        if filled:
            if gap >= _WIDE_GAP:
                level = 1
            elif part.left is Kind.RELATION:
                level = 2
            elif part.left is Kind.BINARY:
                level = 3
            elif comma:
                level = 4
            if depth and level:
                level = 5
        levels.append(level)
        comma = part.left is Kind.PUNCTUATION
        filled = filled or part.box.width > 0
        depth += part.left is Kind.OPEN and part.right is Kind.OPEN
    return levels


def _indent(run: Run, width: int) -> int:
    """Further lines begin under the first relation, if that leaves them enough room."""
    hanging = min(HANGING, width // 6)
    at = 0
    for gap, part in run:
        if part.left is Kind.RELATION:
            return at + gap if at + gap <= width // 3 else hanging
        at += gap + part.box.width
    return hanging


class _Filler:
    """Fills lines with the parts of a run, best breaks first."""

    def __init__(self, run: Run, levels: Sequence[int], width: int, indent: int) -> None:
        self.run, self.levels = run, levels
        self.width, self.indent = width, indent
        self.lines: list[Box] = []
        self._pending: list[tuple[int, Part]] = []
        self._used = 0

    def add(self, start: int, end: int) -> None:
        """Put a stretch on the line, on a new line, or in pieces, whichever works first."""
        run, levels = self.run, self.levels
        size = sum(gap + part.box.width for gap, part in run[start:end])
        alone = size - run[start][0]
        rest = self._lead(self._pending[0][1] if self._pending else run[start][1]) if self.lines else 0
        if self._pending and self._used + size <= self.width - rest:
            self._take(start, end, size)
            return
        inner = [levels[at] for at in range(start + 1, end) if levels[at]]
        if inner and alone > self.width - (self._lead(run[start][1]) if self.lines or self._pending else 0):
            best = min(inner)
            cuts = [start, *(at for at in range(start + 1, end) if levels[at] == best), end]
            for begin, stop in pairwise(cuts):
                self.add(begin, stop)
            return
        self.flush()
        self._take(start, end, alone)

    def _take(self, start: int, end: int, size: int) -> None:
        self._pending += self.run[start:end]
        self._used += size

    def _lead(self, part: Part) -> int:
        """How far a line that begins with this part is set in: an operator stands right of the relations."""
        return self.indent + 2 if part.left is Kind.BINARY else self.indent

    def flush(self) -> None:
        """End the line."""
        if self._pending:
            lead = [blank(self._lead(self._pending[0][1]))] if self.lines else []
            self.lines.append(beside([*lead, _set(self._pending)]))
        self._pending, self._used = [], 0


def _set(run: Run) -> Box:
    boxes: list[Box] = []
    for number, (gap, part) in enumerate(run):
        if gap and number:
            boxes.append(blank(gap))
        boxes.append(part.box)
    return beside(boxes) if boxes else EMPTY
