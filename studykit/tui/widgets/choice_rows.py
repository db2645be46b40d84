"""A short list to choose from."""

from __future__ import annotations

from collections.abc import Sequence

from textual import events
from textual.content import Content
from textual.message import Message
from textual.widget import Widget


class ChoiceRows(Widget):
    """One line for each thing to choose, with a cursor."""

    DEFAULT_CSS = """
    ChoiceRows { height: auto; width: 1fr; text-wrap: nowrap; }
    ChoiceRows > .choice-rows--cursor { background: $primary 22%; text-style: bold; }
    """
    COMPONENT_CLASSES = {"choice-rows--cursor"}  # noqa: RUF012 (Textual declares it so)

    class Clicked(Message):
        """A row was clicked."""

        def __init__(self, index: int) -> None:
            super().__init__()
            self.index = index

    def __init__(self, lines: Sequence[str]) -> None:
        super().__init__()
        self.lines = tuple(lines)
        self.cursor = 0

    def move_to(self, row: int) -> None:
        """Puts the cursor on a row, or the nearest there is."""
        self.cursor = max(0, min(row, len(self.lines) - 1))
        self.refresh()

    def render(self) -> Content:
        """All rows; the one under the cursor is set off."""
        width = max(1, self.size.width - 2)
        mark = self.get_visual_style("choice-rows--cursor")
        lines = []
        for i, text in enumerate(self.lines):
            row = Content(text).truncate(width, ellipsis=True, pad=True)
            line = Content.assemble("▌" if i == self.cursor else " ", row, " ")
            lines.append(line.stylize_before(mark) if i == self.cursor else line)
        return Content("\n").join(lines)

    def on_click(self, event: events.Click) -> None:
        """Says which row it was."""
        if 0 <= event.y < len(self.lines):
            self.post_message(self.Clicked(event.y))
