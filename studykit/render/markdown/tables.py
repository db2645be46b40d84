"""Tables: columns as wide as their widest cell, narrowed where the room is short."""

from __future__ import annotations

from collections.abc import Iterator

from studykit.render.markdown.blocks import Line, Span, Spans, Table
from studykit.render.markdown.flow import merged, width_of, wrapped

NARROWEST = 10
"""No column is made narrower than this to fit; the table is then wider than the room."""

_BAR, _CROSS = " │ ", "─┼─"


def set_table(table: Table, room: int) -> Iterator[Line]:
    """The rows of a table, and a rule under its head."""
    count = len(table.aligned)
    rows = [tuple(_one_line(cell) for cell in row) + ((),) * (count - len(row)) for row in table.rows]
    widths = [max([width_of(row[i]) for row in rows] or [0]) for i in range(count)]
    _narrow(widths, room - len(_BAR) * (count - 1))
    wide = sum(widths) + len(_BAR) * (count - 1) > room
    for number, row in enumerate(rows):
        cells = [wrapped(cell, max(width, 1)) for cell, width in zip(row, widths, strict=True)]
        for at in range(max(map(len, cells), default=0)):
            spans: list[Span] = []
            for i, cell in enumerate(cells):
                if i:
                    spans.append(Span(_BAR, ("frame",)))
                own = cell[at] if at < len(cell) else ()
                if number == 0:
                    own = tuple(span.with_style("strong") for span in own)
                spans += _aligned(own, widths[i], table.aligned[i], last=i == count - 1)
            yield Line(_right_trimmed(merged(spans)), wide)
        if number == 0 and len(rows) > 1:
            yield Line((Span(_CROSS.join("─" * width for width in widths), ("frame",)),), wide)


def _one_line(cell: Spans) -> Spans:
    return tuple(span for span in cell if span.text)


def _narrow(widths: list[int], room: int) -> None:
    """Takes from the widest columns until they fit, or all are narrow."""
    excess = sum(widths) - room
    while excess > 0:
        widest = max(widths)
        if widest <= NARROWEST:
            return
        among = [i for i, width in enumerate(widths) if width == widest]
        below = max([width for width in widths if width < widest] + [NARROWEST])
        step = max(1, min(widest - below, excess // len(among)))
        for i in among:
            if excess > 0:
                widths[i] -= step
                excess -= step


def _aligned(spans: Spans, width: int, side: str, *, last: bool) -> list[Span]:
    room = max(0, width - width_of(spans))
    left = {"l": 0, "c": room // 2, "r": room}[side]
    right = 0 if last else room - left
    return [*([Span(" " * left)] if left else []), *spans, *([Span(" " * right)] if right else [])]


def _right_trimmed(spans: Spans) -> Spans:
    found = list(spans)
    while found and not found[-1].text.strip(" "):
        found.pop()
    if found:
        found[-1] = Span(found[-1].text.rstrip(" "), found[-1].styles)
    return tuple(found)
