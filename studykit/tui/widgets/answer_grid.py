"""The matrix that an answer is typed into, cell by cell."""

from __future__ import annotations

import asyncio

from textual import events
from textual.content import Content
from textual.geometry import Offset, Size
from textual.message import Message
from textual.widget import Widget

from studykit.render.markdown.blocks import Span, Spans
from studykit.render.markdown.flow import part
from studykit.render.maths.charset import Charset
from studykit.render.matrix import GAP, bracketed
from studykit.render.sanitise import one_line, visible
from studykit.render.wrap import columns as cells_of
from studykit.tui.widgets.answer_field import with_line_feeds

MOST = 1_000
"""Characters that a cell takes."""
MOST_PASTED = 100_000
"""Characters of a paste that are read."""

_LEAST = 3
"""Terminal cells of an empty cell."""
_LOOKS = {"empty": "$muted", "cell": "bold", "here": "on $panel", "caret": "reverse", "more": "$text-accent"}
_SIGNS = frozenset("+-−*/^=·×")
_PAIRS = {"(": ")", "[": "]", "{": "}"}


class AnswerGrid(Widget, can_focus=True):
    """Cells between the brackets of a matrix. One row or one column is a vector.

    Enter goes to the next cell and, in the last one, posts `Submitted`. Tab leaves the grid only after its
    last cell. A screen that reads it at another moment awaits `settled`. What is wider or higher than the
    room is shown in part, around the caret.
    """

    DEFAULT_CSS = """
    AnswerGrid { height: auto; max-height: 100%; width: 1fr; text-wrap: nowrap; text-overflow: clip; }
    """

    class Submitted(Message):
        """Enter in the last cell; `grid.empty` says whether a cell was left out."""

        def __init__(self, grid: AnswerGrid) -> None:
            super().__init__()
            self.grid = grid

        @property
        def control(self) -> AnswerGrid:
            """The grid."""
            return self.grid

    class Refused(Message):
        """A paste did not fit; the cells are as they were."""

        def __init__(self, reason: str) -> None:
            super().__init__()
            self.reason = reason

        def __str__(self) -> str:
            return self.reason

    def __init__(self, rows: int, columns: int, *, charset: Charset = "full", id: str | None = None) -> None:
        if rows < 1 or columns < 1:
            raise ValueError(f"a grid of {rows}×{columns} has no cells")
        super().__init__(id=id)
        self._cells = [[""] * columns for _ in range(rows)]
        self._height, self._width = rows, columns
        self._charset: Charset = charset
        self._row = self._column = self._caret = 0
        self._left = self._top = self._x = 0

    @property
    def text(self) -> str:
        """What was typed, as `[[…],[…]]`, or as `[…]` for a vector."""
        rows = [[_entry(cell.strip()) for cell in row] for row in self._cells]
        if 1 in (self._height, self._width):
            return _listed([cell for row in rows for cell in row])
        return _listed([_listed(row) for row in rows])

    @property
    def empty(self) -> tuple[int, int] | None:
        """The row and the column, from 1, of the first cell with nothing in it."""
        for number, row in enumerate(self._cells, 1):
            for place, cell in enumerate(row, 1):
                if not cell.strip():
                    return number, place
        return None

    @property
    def at(self) -> tuple[int, int]:
        """The row and the column, from 1, of the cell that is typed into."""
        return self._row + 1, self._column + 1

    @property
    def caret(self) -> int:
        """How many characters of that cell stand before the caret."""
        return self._caret

    def go(self, row: int, column: int) -> None:
        """To the end of a cell, counted from 1: to the empty one that was told of."""
        self._enter(min(max(row, 1), self._height) - 1, min(max(column, 1), self._width) - 1)

    def clear(self) -> None:
        """Empties all cells."""
        self._cells = [[""] * self._width for _ in range(self._height)]
        self._enter(0, 0)

    async def settled(self) -> str:
        """The text after all keys that were typed before now."""
        done = asyncio.Event()
        if self.call_later(done.set):  # runs in this widget's own queue, behind the keys that wait in it
            await done.wait()
        return self.text

    def get_content_height(self, container: Size, viewport: Size, width: int) -> int:
        """One line for each row."""
        return self._height

    def render(self) -> Content:
        """The cells around the caret, as many as there is room for."""
        widths = [
            max(_LEAST, *(cells_of(row[n]) + 1 for row in self._cells)) for n in range(self._width)
        ]  # one more than the text, for the caret
        lines = bracketed([self._line(n, widths) for n in range(self._height)], self._charset)
        total = 2 + sum(widths) + len(GAP) * (self._width - 1)
        width, height = max(self.size.width, 1), max(self.size.height, 1)
        start = 1 + sum(widths[: self._column]) + len(GAP) * self._column
        x = start + cells_of(self._cells[self._row][self._column][: self._caret])
        self._top = _around(self._top, self._row, height, self._height)
        marked = total > width >= _LEAST
        for seen in (start + widths[self._column], start - 1, x):  # all of the cell, or else the caret
            self._left = _around(self._left, seen, width - 2 * marked, total)
        shown = lines[self._top : self._top + height]
        if marked:
            shown = [_window(line, self._left, width - 2, total) for line in shown]
        elif total > width:
            shown = [part(line, self._left, width) for line in shown]
        self._x = x - self._left + marked
        return Content("\n").join(
            [Content.assemble(*[(span.text, _look(span)) for span in line]) for line in shown]
        )

    def _line(self, number: int, widths: list[int]) -> Spans:
        found: list[Span] = []
        for place, (text, width) in enumerate(zip(self._cells[number], widths, strict=True)):
            if place:
                found.append(Span(GAP))
            base = ("cell",) if text else ("empty",)
            padded = text + " " * (width - cells_of(text)) if text else "_" * width
            if not self.has_focus or (number, place) != (self._row, self._column):
                found.append(Span(padded, base))
                continue
            end = self._caret + 1
            while end < len(padded) and not cells_of(padded[end]):  # a mark above a letter stays with it
                end += 1
            here = (*base, "here")
            found += (
                Span(padded[: self._caret], here),
                Span(padded[self._caret : end], (*here, "caret")),
                Span(padded[end:], here),
            )
        return tuple([span for span in found if span.text])

    def on_focus(self) -> None:
        """Shows the caret."""
        self._changed()

    def on_blur(self) -> None:
        """Hides the caret."""
        self.refresh()

    def on_resize(self) -> None:
        """Keeps the caret in sight."""
        self._changed()

    def _changed(self) -> None:
        self.refresh()
        if self.has_focus:
            self.call_after_refresh(self._place_cursor)

    def _place_cursor(self) -> None:
        """Brings the terminal's cursor to the caret, where an input method shows what it composes."""
        if self.has_focus:
            caret = Offset(self._x, self._row - self._top)
            self.app.cursor_position = self.content_region.offset + caret

    async def _on_key(self, event: events.Key) -> None:
        if self._moves(event.key):
            event.stop()
            event.prevent_default()
        elif event.is_printable and event.character and not event.key.startswith("alt+"):
            event.stop()
            event.prevent_default()
            self._insert(event.character)

    def _moves(self, key: str) -> bool:
        """Does what a key is for; False for one that is left to the screen."""
        text = self._cells[self._row][self._column]
        match key:
            case "left" if self._caret:
                self._caret = _before(text, self._caret)
            case "left":
                self._step(-1)
            case "right" if self._caret < len(text):
                self._caret = _after(text, self._caret)
            case "right":
                self._step(1, at_start=True)
            case "up" | "down":
                row = self._row + (1 if key == "down" else -1)
                if 0 <= row < self._height:
                    self._enter(row, self._column)
            case "home":
                self._enter(self._row, self._column if self._caret else 0, at_start=True)
            case "end":
                self._enter(self._row, self._column if self._caret < len(text) else self._width - 1)
            case "tab":
                return self._step(1)  # on past the last cell, to whatever the screen has there
            case "shift+tab":
                return self._step(-1)
            case "enter":
                if not self._spreads() and not self._step(1):
                    self.post_message(self.Submitted(self))
            case "backspace" if self._caret:
                before = _before(text, self._caret)
                self._cells[self._row][self._column] = text[:before] + text[self._caret :]
                self._caret = before
            case "backspace":
                self._step(-1)
            case "delete":
                after = _after(text, self._caret)
                self._cells[self._row][self._column] = text[: self._caret] + text[after:]
            case _:
                return False
        self._changed()
        return True

    def _step(self, by: int, *, at_start: bool = False) -> bool:
        """To the next cell, or to the one before, row after row; False if there is none."""
        number = self._row * self._width + self._column + by
        if not 0 <= number < self._height * self._width:
            return False
        self._enter(*divmod(number, self._width), at_start=at_start)
        return True

    def _enter(self, row: int, column: int, *, at_start: bool = False) -> None:
        self._row, self._column = row, column
        self._caret = 0 if at_start else len(self._cells[row][column])
        self._changed()

    def _insert(self, text: str) -> None:
        shown = one_line(text)
        cell = self._cells[self._row][self._column]
        if len(cell) + len(shown) > MOST:
            self.post_message(self.Refused(f"a cell takes {MOST:,} characters"))
            return
        self._cells[self._row][self._column] = cell[: self._caret] + shown + cell[self._caret :]
        self._caret += len(shown)
        self._changed()

    def _on_paste(self, event: events.Paste) -> None:
        """Fills the cells from this one on; a single entry is put in at the caret."""
        event.stop()
        event.prevent_default()
        if len(event.text) > MOST_PASTED:
            reason = f"that is {len(event.text):,} characters; a paste takes {MOST_PASTED:,}"
            self.post_message(self.Refused(reason))
            return
        rows = entries(with_line_feeds(event.text))
        if not rows:
            return
        if len(rows) == len(rows[0]) == 1:
            self._insert(rows[0][0])
            return
        self._fill(rows)

    def _spreads(self) -> bool:
        """Whether a cell held several entries, which now stand in cells of their own."""
        text = self._cells[self._row][self._column]
        if not text.lstrip().startswith("[") and not {",", ";"} & set(text):
            return False
        rows = entries(text)
        return max(map(len, rows), default=0) * len(rows) > 1 and self._fill(rows)

    def _fill(self, rows: list[list[str]]) -> bool:
        """Puts entries into the cells from this one on; says why and returns False if they do not fit."""
        if self._width == 1 and len(rows) == 1:
            rows = [[entry] for entry in rows[0]]
        elif self._height == 1 and all(len(row) == 1 for row in rows):
            rows = [[row[0] for row in rows]]
        wide = max(map(len, rows))
        if self._row + len(rows) > self._height or self._column + wide > self._width:
            reason = f"{len(rows)}×{wide} entries do not fit from cell ({self._row + 1},{self._column + 1})"
            self.post_message(self.Refused(reason))
            return False
        if max(len(entry) for row in rows for entry in row) > MOST:
            self.post_message(self.Refused(f"a cell takes {MOST:,} characters"))
            return False
        for number, row in enumerate(rows, self._row):
            self._cells[number][self._column : self._column + len(row)] = row
        self._enter(self._row + len(rows) - 1, self._column + len(rows[-1]) - 1)
        return True


def entries(text: str) -> list[list[str]]:
    """The rows of a matrix as people and programs write one; of anything else, one row of one entry.

    Rows are in brackets, or end with a line or a semicolon. Entries have commas, tabs or blanks between them.
    """
    shown = visible(text.replace("\t", ",")).strip()
    inner = _inside(shown)
    found = _split(inner, ",;\n") if inner is not None else []
    rows = [row for row in map(_inside, found) if row is not None]
    if not rows or len(rows) != len(found):
        rows = []
        for line in _split(shown if inner is None else inner, ";\n"):
            bare = line.strip(" ").removesuffix(",")
            row = _inside(bare)
            rows.append(bare if row is None else row)
    return [row for row in map(_row, rows) if row]


def _row(line: str) -> list[str]:
    if "," in line and len(parts := _split(line, ",", keep_empty=True)) > 1:
        return [one_line(entry.strip()) for entry in parts]
    words = _split(line, " \n")
    if any(word[0] in "*/^=·×" or word[-1] in _SIGNS or word in _SIGNS for word in words):
        words = [line.strip()]  # one expression with blanks around its signs
    return [one_line(word) for word in words if word]


def _inside(text: str) -> str | None:
    """What one pair of square brackets around all of a text holds; None if there is no such pair."""
    text = text.strip()
    if not (text.startswith("[") and text.endswith("]")):
        return None
    depth = 0
    for at, character in enumerate(text):
        depth += (character == "[") - (character == "]")
        if not depth and at < len(text) - 1:
            return None
    return text[1:-1] if not depth else None


def _split(text: str, between: str, *, keep_empty: bool = False) -> list[str]:
    """The parts of a text, none cut inside brackets."""
    found: list[str] = []
    start = depth = 0
    for at, character in enumerate(text):
        if character in _PAIRS:
            depth += 1
        elif character in _PAIRS.values():
            depth = max(depth - 1, 0)
        elif not depth and character in between:
            found.append(text[start:at])
            start = at + 1
    found.append(text[start:])
    return found if keep_empty else [each.strip() for each in found if each.strip()]


def _listed(parts: list[str]) -> str:
    return f"[{','.join(parts)}]"


def _entry(cell: str) -> str:
    """A cell as one entry of a list: a comma in it makes it a list of its own."""
    return f"({cell})" if len(_split(cell, ",;", keep_empty=True)) > 1 else cell


def _before(text: str, at: int) -> int:
    """One letter to the left, with the marks above it."""
    at = max(at - 1, 0)
    while at and not cells_of(text[at]):
        at -= 1
    return at


def _after(text: str, at: int) -> int:
    at = min(at + 1, len(text))
    while at < len(text) and not cells_of(text[at]):
        at += 1
    return at


def _around(start: int, at: int, room: int, total: int) -> int:
    """Where a window of some room starts so that `at` is in it, moved as little as may be."""
    room = max(room, 1)
    return max(0, min(max(min(start, at), at - room + 1), total - room))


def _window(line: Spans, start: int, room: int, total: int) -> Spans:
    """A part of a line between marks that tell of more."""
    before = "‹" if start else " "
    after = "›" if start + room < total else " "
    return (Span(before, ("more",)), *part(line, start, room), Span(after, ("more",)))


def _look(span: Span) -> str:
    return " ".join(_LOOKS[style] for style in span.styles if style in _LOOKS)
