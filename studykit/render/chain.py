"""A chain of equal lines as on paper: marks at the left, formulas below each other, reasons at the right."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from dataclasses import dataclass

from studykit.render.markdown.blocks import Line, Span
from studykit.render.markdown.flow import wrapped
from studykit.render.maths import Box
from studykit.render.pen import PEN, Pen
from studykit.render.wrap import columns

NARROWEST = 12
"""Formulas are laid out as if there were at least so much room, in cells."""

_GAP = 3


@dataclass(frozen=True, slots=True)
class Link:
    """One line of the chain."""

    tex: str
    follows: bool
    """Whether a sign of equality stands before it."""
    mark: str = " "
    """One cell that says where it comes from."""
    style: str = ""
    """The look of the mark, a name of `blocks.STYLES`."""
    reason: str = ""
    """What allows it."""


def lay_out(links: Sequence[Link], width: int, pen: Pen = PEN) -> tuple[Line, ...]:
    """The lines of a chain; only a formula that cannot be broken is wider than `width` cells.

    A reason stands behind its formula, under the other reasons, or below it where the room is too small. What
    is drawn in more than one row gets air around it.
    """
    signed = any(link.follows for link in links) or not any(link.mark.strip() for link in links)
    indent = 4 if signed else 2
    boxes = [pen.box(link.tex, max(width - indent, NARROWEST)) for link in links]
    column = _column(links, boxes, width - indent)
    found: list[Line] = []
    tall = False
    for link, box in zip(links, boxes, strict=True):
        if found and (tall or box.height > 1):
            found.append(Line(()))
        tall = box.height > 1
        found += _link(link, box, signed, column, width)
    return tuple(found)


def _column(links: Sequence[Link], boxes: Sequence[Box], room: int) -> int:
    """How wide the formulas are, of those whose reason fits behind them."""
    fitting = [
        box.width
        for link, box in zip(links, boxes, strict=True)
        if box.width + _GAP + columns(link.reason) <= room
    ]
    widest = max((columns(link.reason) for link in links), default=0)
    return max((width for width in fitting if width + _GAP + widest <= room), default=max(fitting, default=0))


def _link(link: Link, box: Box, signed: bool, column: int, width: int) -> Iterator[Line]:
    indent = 4 if signed else 2
    behind = indent + max(column, box.width) + _GAP + columns(link.reason) <= width
    for number, row in enumerate(box.rows):
        spans = [Span(" " * indent)]
        if number == box.baseline:
            sign = ("= " if link.follows else "  ") if signed else ""
            spans = [Span(link.mark, (link.style,) * bool(link.style)), Span(" "), Span(sign, ("frame",))]
        spans.append(Span(row, ("maths",)))
        if number == box.baseline and link.reason and behind:
            air = max(column, box.width) - box.width + _GAP
            spans += [Span(" " * air), Span(link.reason, ("frame",))]
        yield Line(tuple(spans), indent + box.width > width)
    if link.reason and not behind:
        room = max(width - indent - 2, NARROWEST)
        for wrapped_ in wrapped((Span(link.reason, ("frame",)),), room):
            yield Line((Span(" " * (indent + 2)), *wrapped_))
