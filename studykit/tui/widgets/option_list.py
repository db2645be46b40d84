"""The options of a multiple-choice question."""

from __future__ import annotations

from collections.abc import Sequence

from textual.app import ComposeResult
from textual.containers import Horizontal, Vertical
from textual.content import Content
from textual.message import Message
from textual.widgets import Static

MOST = 4
NONE = -1
RIGHT, WRONG = "✓", "✗"


class OptionRow(Horizontal):
    """A number and a text that wraps beside it. Never focused."""

    DEFAULT_CSS = """
    OptionRow { height: auto; width: 1fr; padding: 0 1 0 0; }
    OptionRow .number { width: 5; height: auto; }
    OptionRow .text { width: 1fr; height: auto; }
    OptionRow:hover { background: $surface; }
    OptionRow.-cursor { background: $primary 22%; }
    OptionRow.-right .text { color: $text-success; text-style: bold; }
    OptionRow.-wrong .text { color: $text-error; }
    OptionRow.-passed .text { color: $muted; }
    """

    def __init__(self, index: int) -> None:
        super().__init__()
        self._index = index
        self._number = Static(classes="number", markup=False)
        self._text = Static(classes="text", markup=False)

    def compose(self) -> ComposeResult:
        """The two side by side."""
        yield self._number
        yield self._text

    def put(self, text: str) -> None:
        """Shows an option, unmarked."""
        self._text.update(Content(text))
        self.mark()

    def mark(self, *, cursor: bool = False, state: str = "") -> None:
        """Shows how the option stands: under the cursor, or `right`, `wrong` or `passed` once it is told."""
        for name in ("right", "wrong", "passed"):
            self.set_class(state == name, f"-{name}")
        self.set_class(cursor, "-cursor")
        sign, style = {"right": (RIGHT, "bold $text-success"), "wrong": (WRONG, "bold $text-error")}.get(
            state, ("▌" if cursor else " ", "$primary")
        )
        number = "$muted" if state == "passed" else "bold $text-accent"
        self._number.update(Content.assemble((sign, style), " ", (str(self._index + 1), number)))

    def on_click(self) -> None:
        """Says which option it was."""
        self.post_message(OptionList.Clicked(self._index))


class OptionList(Vertical):
    """Up to four options with a cursor, which at first is nowhere: Enter alone never chooses."""

    DEFAULT_CSS = """
    OptionList { height: auto; width: 1fr; margin: 1 0 0 0; }
    OptionList.-airy OptionRow { margin: 0 0 1 0; }
    """

    class Clicked(Message):
        """An option was clicked."""

        def __init__(self, index: int) -> None:
            super().__init__()
            self.index = index

    def __init__(self) -> None:
        self._rows = [OptionRow(index) for index in range(MOST)]
        super().__init__(*self._rows)
        self._count = 0
        self.cursor = NONE
        """The option under the cursor, counted from 0; -1 if there is none."""

    def show(self, options: Sequence[str]) -> None:
        """Shows other options, or none."""
        self._count = len(options)
        self.cursor = NONE
        self.display = bool(options)
        for row in self._rows:
            row.display = False
        for row, option in zip(self._rows, options, strict=False):
            row.display = True
            row.put(option)

    def move(self, by: int) -> OptionRow | None:
        """Moves the cursor, around the ends; the row it comes to."""
        if not self._count:
            return None
        start = self.cursor if self.cursor != NONE else (0 if by < 0 else NONE)
        self.cursor = (start + by) % self._count
        for index, row in enumerate(self._rows):
            row.mark(cursor=index == self.cursor)
        return self._rows[self.cursor]

    def tell(self, chosen: int, right: int) -> OptionRow:
        """Marks the right option, and the chosen one if it is another; the row of the right one."""
        for index, row in enumerate(self._rows):
            state = "right" if index == right else "wrong" if index == chosen else "passed"
            row.mark(state=state)
        return self._rows[right]
