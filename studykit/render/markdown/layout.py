"""Blocks → lines of a width."""

from __future__ import annotations

from collections.abc import Iterator, Sequence

from studykit.render.markdown.blocks import (
    Block,
    Code,
    Document,
    Entry,
    Formula,
    Line,
    Paragraph,
    Quote,
    Rule,
    Span,
    Spans,
    Table,
)
from studykit.render.markdown.code import coloured
from studykit.render.markdown.flow import broken, width_of, wrapped
from studykit.render.markdown.tables import set_table
from studykit.render.maths.bold import runs
from studykit.render.sanitise import visible
from studykit.render.wrap import columns

NARROWEST = 8
"""Text is laid out as if there were at least so much room, in cells."""
MOST_LINES = 2_000
"""More are not laid out, and it is said how many are missing."""
TALLEST = 400
"""A formula of more rows is written on one line."""

_INDENT = 2
_BAR = Span("│ ", ("frame",))


def lay_out(document: Document, width: int) -> tuple[Line, ...]:
    """The lines of a document; only formulas, tables and code may be wider than `width` cells."""
    width = max(width, NARROWEST)
    lines = list(_blocks(document.blocks, width))
    told: list[str] = []
    if len(lines) > MOST_LINES:
        told.append(f"{len(lines) - MOST_LINES} more lines")
        del lines[MOST_LINES:]
    if document.left_out:
        told.append(f"{document.left_out} more characters")
    if told:
        said = Span(f"… {' and '.join(told)} stand in the note", ("more",))
        lines += [Line(()), *(Line(spans) for spans in wrapped((said,), width))]
    return tuple(map(_with_bold, lines))


def _with_bold(line: Line) -> Line:
    """The line with the bold letters of its formulas as letters in bold.

    Last, since a formula is one span as long as lines are broken and columns measured.
    """
    if not any("maths" in span.styles for span in line.spans):
        return line
    found: list[Span] = []
    for span in line.spans:
        if "maths" in span.styles:
            parts = [(Span(text, span.styles), bold) for text, bold in runs(span.text)]
            found += [part.with_style("strong") if bold else part for part, bold in parts]
        else:
            found.append(span)
    return Line(tuple(found), line.wide)


def _blocks(blocks: Sequence[Block], room: int) -> Iterator[Line]:
    after_formula = False
    for number, block in enumerate(blocks):
        if number and (block.air or after_formula):
            yield Line(())
        after_formula = isinstance(block, Formula)
        yield from _block(block, room)


def _block(block: Block, room: int) -> Iterator[Line]:
    match block:
        case Paragraph(spans):
            yield from map(Line, wrapped(spans, room))
        case Formula():
            yield from _formula(block, room)
        case Code():
            yield from _code(block, room)
        case Table():
            yield from set_table(block, room)
        case Entry(mark, blocks):
            yield from _entry(mark, blocks, room)
        case Quote(blocks):
            yield from _behind((_BAR,), (_BAR,), _blocks(blocks, _inside(room, 2)), room)
        case Rule():
            yield Line((Span("─" * min(room, 12), ("frame",)),))


def _formula(formula: Formula, room: int) -> Iterator[Line]:
    styles = ("maths", "answer") if formula.answer else ("maths",)
    indent = _INDENT if room > 4 * _INDENT else 0
    rows: Sequence[str] = formula.pen.box(formula.tex, width=room - indent, keep_bold=True).rows
    if len(rows) > TALLEST:
        rows = (formula.pen.line(formula.tex, keep_bold=True),)
    texts = [" " * indent + row.rstrip() for row in rows]
    wide = max(map(columns, texts)) > room
    for text in texts:
        yield Line((Span(text, styles),), wide)


def _code(code: Code, room: int) -> Iterator[Line]:
    language, _, rest = code.language.partition(" ")
    spans = coloured(code.text, language)
    if code.language and (spans is None or rest.strip()):  # what the colours do not tell is told in words
        yield from map(Line, wrapped((Span(_printed(code.language), ("address",)),), room))
    found: Spans = (Span(code.text, ("code",)),) if spans is None else spans
    lines = broken(found)
    wide = max(map(width_of, lines)) > room  # as a whole: its lines slide together
    for line in lines:
        if code.answer:
            line = tuple(span.with_style("answer") for span in line)
        yield Line(line, wide)


def _printed(text: str) -> str:
    return visible(text).replace("\n", " ")


def _entry(mark: str, blocks: Sequence[Block], room: int) -> Iterator[Line]:
    first = Span(mark)
    if not blocks:
        yield from map(Line, wrapped((Span(mark.rstrip()),), room))
        return
    size = columns(mark)
    inside = _inside(room, size)
    if inside == room:
        yield from map(Line, wrapped((Span(mark.rstrip()),), room))
    yield from _behind((first,), (Span(" " * size),), _blocks(blocks, inside), room, size)


def _inside(room: int, taken: int) -> int:
    """The room behind a mark; where hardly any would be left, the mark takes none."""
    left = room - taken
    return left if left >= 2 * NARROWEST or (left >= NARROWEST and taken <= 3) else room


def _behind(first: Spans, further: Spans, lines: Iterator[Line], room: int, size: int = 2) -> Iterator[Line]:
    if _inside(room, size) == room:
        yield from lines
        return
    for number, line in enumerate(lines):
        lead = first if number == 0 else further
        yield Line((*lead, *line.spans) if line.spans or lead is first or lead == (_BAR,) else (), line.wide)
