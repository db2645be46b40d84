"""What a screen says above its list, in as much room as can be spared."""

from __future__ import annotations

from textual.content import Content
from textual.widget import Widget

ROOM = 14  # rows that the rest of the screen needs before a long text may stand above it


class Headline(Widget):
    """A text, and a shorter one for windows in which it would take the room of what is below it."""

    DEFAULT_CSS = "Headline { height: auto; width: 1fr; }"

    def __init__(self, text: str, short: str) -> None:
        super().__init__()
        self._texts = text, short

    def show(self, text: str, short: str) -> None:
        """Changes the text and its short form."""
        if self._texts != (text, short):
            self._texts = text, short
            self.refresh(layout=True)

    def render(self) -> Content:
        """The long text if the window is high enough for it."""
        text, short = self._texts
        width, height = self.app.size
        lines = sum(1 + len(line) // max(1, width - 6) for line in text.splitlines())
        return Content(text if lines + ROOM <= height else short)
