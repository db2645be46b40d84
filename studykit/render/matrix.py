"""Matrices of entries as lines of styled text: aligned columns, built brackets, labels and highlights.

A vector is a matrix of one row or of one column. Rows and columns are counted from 0 here, and from 1 in
what is told of them.
"""

from __future__ import annotations

import re
from collections.abc import Iterable, Mapping, Sequence
from dataclasses import dataclass, field

from studykit.render.markdown.blocks import STYLES, Line, Span, Spans
from studykit.render.markdown.flow import merged
from studykit.render.maths.box import LARGEST_AREA, TooLargeError
from studykit.render.maths.charset import Charset, spelled
from studykit.render.maths.delimiters import GLYPHS
from studykit.render.sanitise import one_line
from studykit.render.wrap import columns

GAP = "  "
"""Between two columns."""

_NUMBER = re.compile(r"([+−-]?[0-9]*)((?:\.[0-9]*)?(?:[eE][+−-]?[0-9]+)?)")
_FRACTION = re.compile(r"[+−-]?[0-9]+/[0-9]+")
_LABEL = ("frame",)


@dataclass(frozen=True, slots=True)
class Highlight:
    """What stands out, and in which style of a span."""

    rows: Mapping[int, str] = field(default_factory=dict)
    columns: Mapping[int, str] = field(default_factory=dict)
    entries: Mapping[tuple[int, int], str] = field(default_factory=dict)
    """(row, column) → style."""


NOTHING = Highlight()


def draw(
    rows: Sequence[Sequence[str]],
    *,
    highlight: Highlight = NOTHING,
    row_labels: Sequence[str] = (),
    column_labels: Sequence[str] = (),
    charset: Charset = "full",
) -> tuple[Line, ...]:
    """The matrix as lines of one width.

    Numbers of a column stand with their decimal points under each other; a column with anything else in it
    is centred. Raises ValueError for rows of different lengths, for none, and for labels and highlights that
    have no place, and TooLargeError for what no screen could hold.
    """
    count = _count(rows)
    _check(highlight, row_labels, column_labels, len(rows), count)
    cells = [[_safe(entry, charset) for entry in row] for row in rows]
    heads = [_safe(label, charset) for label in column_labels]
    names = [_safe(label, charset) for label in row_labels]
    cut = [_column([row[n] for row in cells], heads[n] if heads else "") for n in range(count)]
    margin = max(map(columns, names)) + 1 if names else 0
    size = margin + 2 + len(GAP) * (count - 1) + sum(width for width, _ in cut)
    if size * (len(rows) + 1) > LARGEST_AREA:
        raise TooLargeError
    bodies = [_body([placed[at] for _, placed in cut], at, highlight) for at in range(len(rows))]
    lines = bracketed(bodies, charset)
    if names:
        lines = [
            (Span(name + " " * (margin - columns(name)), _LABEL), *line)
            for name, line in zip(names, lines, strict=True)
        ]
    if heads:
        ends = [
            _placed(head, width, right=all(map(_is_number, (row[n] for row in cells))))
            for n, (head, (width, _)) in enumerate(zip(heads, cut, strict=True))
        ]
        lines.insert(0, (Span(" " * (margin + 1) + GAP.join(ends) + " ", _LABEL),))
    return tuple([Line(merged([span for span in line if span.text]), wide=True) for line in lines])


def bracketed(bodies: Sequence[Spans], charset: Charset = "full") -> list[Spans]:
    """Lines of one width between square brackets of their height."""
    left, right = _sides("[", len(bodies), charset), _sides("]", len(bodies), charset)
    return [
        (Span(before), *body, Span(after)) for before, body, after in zip(left, bodies, right, strict=True)
    ]


def _sides(sign: str, height: int, charset: Charset) -> Iterable[str]:
    if height == 1:
        return sign
    top, middle, bottom = tuple(GLYPHS[charset].brackets[sign])
    return top + middle * (height - 2) + bottom


def _count(rows: Sequence[Sequence[str]]) -> int:
    """How many columns."""
    if not rows:
        raise ValueError("a matrix has at least one row")
    count = len(rows[0])
    for number, row in enumerate(rows, 1):
        if not row:
            raise ValueError(f"row {number} has no entries")
        if len(row) != count:
            raise ValueError(f"row {number} is {len(row)} long and row 1 is {count}")
    return count


def _check(
    highlight: Highlight, row_labels: Sequence[str], column_labels: Sequence[str], height: int, width: int
) -> None:
    for kind, labels, size in (("row", row_labels, height), ("column", column_labels, width)):
        if labels and len(labels) != size:
            raise ValueError(f"the {kind} labels are {len(labels)}, not {size}")
    for kind, numbers, size in (("row", highlight.rows, height), ("column", highlight.columns, width)):
        for number in numbers:
            if not 0 <= number < size:
                raise ValueError(f"there is no {kind} {number + 1} to highlight")
    for row, column in highlight.entries:
        if not (0 <= row < height and 0 <= column < width):
            raise ValueError(f"there is no entry ({row + 1},{column + 1}) to highlight")
    for looks in (highlight.rows.values(), highlight.columns.values(), highlight.entries.values()):
        for look in looks:
            if look not in STYLES:
                raise ValueError(f"there is no style {look!r}")


def _safe(text: str, charset: Charset) -> str:
    return spelled(one_line(text).strip(), charset)


def _is_number(text: str) -> bool:
    return _NUMBER.fullmatch(text) is not None or _FRACTION.fullmatch(text) is not None


def _column(cells: Sequence[str], head: str) -> tuple[int, list[tuple[str, str, str]]]:
    """The width of a column, and each cell of it with the blanks before and after."""
    if not all(map(_is_number, cells)):
        width = max(map(columns, (*cells, head)))
        rooms = [width - columns(cell) for cell in cells]
        return width, [
            (" " * (room // 2), cell, " " * (room - room // 2))
            for cell, room in zip(cells, rooms, strict=True)
        ]
    tails = [len(match[2]) if (match := _NUMBER.fullmatch(cell)) else 0 for cell in cells]
    last = max(tails)
    width = max(columns(head), last + max(len(c) - tail for c, tail in zip(cells, tails, strict=True)))
    return width, [
        (" " * (width - last + tail - len(cell)), cell, " " * (last - tail))
        for cell, tail in zip(cells, tails, strict=True)
    ]


def _placed(head: str, width: int, *, right: bool) -> str:
    room = width - columns(head)
    before = room if right else room // 2
    return " " * before + head + " " * (room - before)


def _body(cells: Sequence[tuple[str, str, str]], at: int, highlight: Highlight) -> Spans:
    """A row without its brackets. A row and a column stand out with their blanks, an entry without them."""
    across = _style(highlight.rows, at)
    found: list[Span] = []
    for number, (before, text, after) in enumerate(cells):
        if number:
            found.append(Span(GAP, across))
        room = _joined(across, _style(highlight.columns, number))
        look = highlight.entries.get((at, number))
        found += (
            Span(before, room),
            Span(text, _joined(room, (look,) if look else ())),
            Span(after, room),
        )
    return tuple(found)


def _style(styles: Mapping[int, str], number: int) -> tuple[str, ...]:
    return (styles[number],) if number in styles else ()


def _joined(first: tuple[str, ...], second: tuple[str, ...]) -> tuple[str, ...]:
    return first + tuple([style for style in second if style not in first])
