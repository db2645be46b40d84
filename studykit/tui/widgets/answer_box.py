"""Where the answer to a problem is typed: a line, or the cells of a matrix; and how it is read."""

from __future__ import annotations

from textual.app import ComposeResult
from textual.containers import Vertical
from textual.content import Content
from textual.message import Message
from textual.widget import Widget
from textual.widgets import Input, Static

from studykit.practice.problem import Form, Problem
from studykit.render.maths.charset import Charset
from studykit.render.sanitise import visible
from studykit.session.attempt import read_as
from studykit.tui.widgets.answer_field import AnswerField
from studykit.tui.widgets.answer_grid import AnswerGrid

MOST_CELLS = 64
"""A larger matrix is typed on a line, or pasted."""
PLACEHOLDERS = {
    Form.NUMBER: "a number, such as 0.25, 1/4 or sqrt(2)",
    Form.INTEGER: "a whole number",
    Form.FRACTION: "a fraction, such as 3/4",
    Form.VECTOR: "a vector, such as [1, 2, 3]",
    Form.MATRIX: "a matrix, such as [1 2; 3 4]",
    Form.SHAPE: "a shape, such as (2, 3)",
    Form.CHOICE: "the number of an option",
}
IN_THE_GRID = "Enter goes to the next cell and judges in the last one."


class AnswerBox(Vertical):
    """A line and a grid, of which one is shown; below them how the answer is read so far."""

    DEFAULT_CSS = """
    AnswerBox { height: auto; max-height: 50%; }
    AnswerBox AnswerGrid { margin: 0 1; }
    AnswerBox #reading { height: 1; color: $muted; padding: 0 1; text-wrap: nowrap; text-overflow: ellipsis; }
    """

    class Typed(Message):
        """Something stands on the line now."""

    def __init__(self, charset: Charset = "full") -> None:
        super().__init__()
        self._charset: Charset = charset
        self._problem: Problem | None = None
        self._grid: AnswerGrid | None = None
        self.in_grid = False
        """Whether the grid is shown."""

    def compose(self) -> ComposeResult:
        """The line, and room for how it is read; a grid comes with the problem."""
        yield AnswerField()
        yield Static(id="reading", markup=False)

    @property
    def field(self) -> AnswerField:
        """The line."""
        return self.query_one(AnswerField)

    @property
    def focused_part(self) -> Widget:
        """What takes the keys."""
        return self._grid if self.in_grid and self._grid is not None else self.field

    @property
    def has_grid(self) -> bool:
        """Whether the answer can be typed cell by cell."""
        return self._grid is not None

    async def begin(self, problem: Problem) -> None:
        """Empties the line, and makes a grid where a vector or a matrix is asked."""
        self._problem = problem
        if self._grid is not None:
            await self._grid.remove()
            self._grid = None
        rows, columns = _cells(problem)
        if rows * columns:
            self._grid = AnswerGrid(rows, columns, charset=self._charset)
            await self.mount(self._grid, before=0)
        self.field.begin()
        self.field.placeholder = PLACEHOLDERS[problem.form]
        self.show_grid(self._grid is not None)

    def show_grid(self, shown: bool) -> None:
        """Shows the grid or the line; what was typed stays, and an empty line takes the cells over."""
        if self.in_grid and not shown and self._grid is not None and not self.field.value.strip():
            self.field.begin("" if not self._grid.text.strip("[], ") else self._grid.text)
        self.in_grid = shown and self._grid is not None
        self.field.display = not self.in_grid
        if self._grid is not None:
            self._grid.display = self.in_grid
        self._tell(IN_THE_GRID if self.in_grid else "")

    async def text(self) -> str:
        """What was typed, after all keys that wait; empty if nothing was."""
        if self.in_grid and self._grid is not None:
            text = await self._grid.settled()
            return "" if not text.strip("[], ") else text
        return (await self.field.settled()).strip()

    def mark(self) -> None:
        """Selects what stands on the line, so that typing replaces it and an arrow key edits it."""
        if not self.in_grid:
            self.field.select_all()

    @property
    def empty_cell(self) -> tuple[int, int] | None:
        """The first cell with nothing in it, counted from 1; None if all are filled or a line is typed."""
        return self._grid.empty if self.in_grid and self._grid is not None else None

    def go(self, row: int, column: int) -> None:
        """To a cell."""
        if self._grid is not None:
            self._grid.go(row, column)

    def on_input_changed(self, event: Input.Changed) -> None:
        """Echoes how the line is read while it is typed."""
        event.stop()
        if self._problem is not None and not self.in_grid:
            self._tell(read_as(event.value, self._problem))
            if event.value:
                self.post_message(self.Typed())

    def _tell(self, text: str) -> None:
        self.query_one("#reading", Static).update(Content(visible(text)))


def _cells(problem: Problem) -> tuple[int, int]:
    """Rows and columns of the grid; no cells where a line is better."""
    match problem.form, problem.shape:
        case Form.VECTOR, (size,) if size <= MOST_CELLS:
            return 1, size
        case Form.MATRIX, (rows, columns) if rows * columns <= MOST_CELLS:
            return rows, columns
    return 0, 0
