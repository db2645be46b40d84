"""The decks with what they hold today, one row each."""

from __future__ import annotations

from collections.abc import Sequence
from typing import ClassVar, NamedTuple

from textual import events
from textual.containers import VerticalScroll
from textual.content import Content
from textual.geometry import Region
from textual.message import Message
from textual.widget import Widget

from studykit.render.sanitise import visible
from studykit.session.prompt import Counts
from studykit.tui.widgets.counts import DUE, LEARNING, MUTED, NEW, number

INDENT = 2
WIDE, NARROW = 56, 34  # cells from which all columns, or the three counts, fit beside a name


class Row(NamedTuple):
    """One line of the list."""

    deck: str | None
    """None: all decks together."""
    name: str
    depth: int
    today: Counts
    total: int


Columns = tuple[tuple[str, int], ...]
"""The names of the columns of numbers, and their widths."""

ALL: Columns = (("new", 7), ("learning", 11), ("due", 7), ("cards", 9))
TODAY: Columns = (("new", 5), ("lrn", 5), ("due", 5))
SUM: Columns = (("", 4),)


def columns(width: int) -> Columns:
    """The columns of numbers that fit into a width."""
    if width >= WIDE:
        return ALL
    return TODAY if width >= NARROW else SUM


def heading(width: int) -> Content:
    """The line above the rows."""
    fitting = columns(width)
    numbers = "".join(head.rjust(cells) for head, cells in fitting)
    return Content.styled(_spread(Content("deck"), width - len(numbers)).plain + numbers, MUTED)


def line(row: Row, width: int) -> Content:
    """One row. A single number column holds all that is left today."""
    fitting = columns(width)
    today = row.today
    cells = [
        number(today.new, NEW),
        number(today.learning, LEARNING),
        number(today.due, DUE),
        (str(row.total), MUTED),
    ]
    if len(fitting) == 1:
        cells = [number(today.total, DUE)]
    numbers = Content.assemble(
        *((text.rjust(room), style) for (text, style), (_, room) in zip(cells, fitting, strict=False))
    )
    name = " " * (INDENT * row.depth) + " ".join(visible(row.name).split())
    return Content.assemble(_spread(Content(name), width - numbers.cell_length), numbers)


def _spread(text: Content, width: int) -> Content:
    return text.truncate(max(1, width), ellipsis=True, pad=True)


class DeckHeading(Widget):
    """The names of the columns."""

    DEFAULT_CSS = "DeckHeading { height: 1; width: 100%; padding: 0 2 0 1; }"

    def render(self) -> Content:
        """The names for the present width."""
        return heading(self.size.width)


class DeckRows(Widget):
    """All rows below each other."""

    DEFAULT_CSS = """
    DeckRows { height: auto; width: 1fr; text-wrap: nowrap; }
    DeckRows > .deck-rows--cursor { background: $primary 22%; text-style: bold; }
    """
    COMPONENT_CLASSES: ClassVar[set[str]] = {"deck-rows--cursor"}

    class Clicked(Message):
        """A row was clicked."""

        def __init__(self, index: int) -> None:
            super().__init__()
            self.index = index

    def __init__(self, rows: Sequence[Row]) -> None:
        super().__init__()
        self.rows = tuple(rows)
        self.cursor = 0

    def render(self) -> Content:
        """All rows; the one under the cursor is set off."""
        width = self.size.width
        lines = [line(row, max(1, width - 2)) for row in self.rows]
        mark = self.get_visual_style("deck-rows--cursor")
        return Content("\n").join(
            Content.assemble("▌" if i == self.cursor else " ", row, " ").stylize_before(mark)
            if i == self.cursor
            else Content.assemble(" ", row, " ")
            for i, row in enumerate(lines)
        )

    def on_click(self, event: events.Click) -> None:
        """Says which row it was."""
        if 0 <= event.y < len(self.rows):
            self.post_message(self.Clicked(event.y))


class DeckList(VerticalScroll, can_focus=False):
    """The rows with a cursor, scrolling when there are many."""

    DEFAULT_CSS = """
    DeckList { height: 1fr; width: 100%; scrollbar-size-vertical: 1; scrollbar-gutter: stable; }
    """

    def __init__(self, rows: Sequence[Row]) -> None:
        self._rows = DeckRows(rows)  # one widget, so that a hundred decks cost as little as one
        super().__init__(self._rows)

    @property
    def cursor(self) -> int:
        """The number of the row under the cursor."""
        return self._rows.cursor

    @property
    def row(self) -> Row | None:
        """The row under the cursor."""
        rows = self._rows
        return rows.rows[rows.cursor] if rows.rows else None

    def show(self, rows: Sequence[Row]) -> None:
        """Changes the rows; the cursor stays on its deck if that is still there."""
        here = self.row
        decks = [row.deck for row in rows]
        self._rows.rows = tuple(rows)
        self._rows.cursor = decks.index(here.deck) if here is not None and here.deck in decks else 0
        self._rows.refresh(layout=True)

    def move(self, to: int) -> None:
        """Sets the cursor on a row, or the nearest there is, and brings it into sight."""
        rows = self._rows
        rows.cursor = max(0, min(to, len(rows.rows) - 1))
        rows.refresh()
        self.scroll_to_region(Region(0, rows.cursor, 1, 1), animate=False)
