"""Three words for an answer that was given in the head."""

from __future__ import annotations

from textual.app import ComposeResult
from textual.containers import Horizontal
from textual.content import Content
from textual.message import Message
from textual.widget import Widget

from studykit.session.quiz import Knew

LABELS = {
    Knew.NO: ("1", "Didn't know", "No", "$text-error"),
    Knew.PARTLY: ("2", "Partly", "Partly", "$text-warning"),
    Knew.YES: ("3", "Knew it", "Yes", "$text-success"),
}


class KnewButton(Widget):
    """A key and a word. Never focused."""

    DEFAULT_CSS = """
    KnewButton { width: 1fr; height: 1; text-align: center; text-wrap: nowrap; background: $surface; }
    KnewButton:hover { background: $panel; }
    """

    class Pressed(Message):
        """The button was clicked."""

        def __init__(self, knew: Knew) -> None:
            super().__init__()
            self.knew = knew

    def __init__(self, knew: Knew) -> None:
        super().__init__()
        self._knew = knew

    def render(self) -> Content:
        """`1 Didn't know`, shortened in a narrow window."""
        key, long, short, colour = LABELS[self._knew]
        word = long if self.size.width >= len(long) + 4 else short
        return Content.assemble((key, f"bold {colour}"), f" {word}").truncate(self.size.width)

    def on_click(self) -> None:
        """Grades."""
        self.post_message(self.Pressed(self._knew))


class KnewBar(Horizontal):
    """The three side by side; it keeps its place while it is hidden, so that the card stays still."""

    DEFAULT_CSS = """
    KnewBar { height: 1; width: 1fr; }
    KnewBar KnewButton { margin: 0 1 0 0; }
    KnewBar KnewButton:last-of-type { margin: 0; }
    KnewBar.-hidden KnewButton { visibility: hidden; }
    """

    def compose(self) -> ComposeResult:
        """One button a word."""
        for knew in LABELS:
            yield KnewButton(knew)
