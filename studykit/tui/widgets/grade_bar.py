"""The four grades with the interval that each gives."""

from __future__ import annotations

from collections.abc import Sequence

from textual.app import ComposeResult
from textual.containers import Horizontal
from textual.content import Content
from textual.message import Message
from textual.widget import Widget

from studykit.memory.state import Rating
from studykit.session.prompt import Choice

COLOURS = {
    Rating.AGAIN: "$text-error",
    Rating.HARD: "$text-warning",
    Rating.GOOD: "$text-success",
    Rating.EASY: "$text-primary",
}
WHOLE = 9  # cells a grade needs for `1 Again` with air around it


class GradeButton(Widget):
    """One grade: a key, a word, an interval. Never focused, so that it never moves the view."""

    DEFAULT_CSS = """
    GradeButton { width: 1fr; height: 2; content-align: center middle; text-align: center; text-wrap: nowrap;
                  background: $surface; }
    GradeButton:hover { background: $panel; }
    """

    class Pressed(Message):
        """The button was clicked."""

        def __init__(self, rating: Rating) -> None:
            super().__init__()
            self.rating = rating

    choice: Choice | None = None

    def render(self) -> Content:
        """`1 Again` over `10 min`, shortened in a narrow window."""
        if self.choice is None:
            return Content()
        rating, label, interval = self.choice.rating, self.choice.label, self.choice.interval
        whole = self.size.width >= WHOLE
        word = label if whole else label[:2]
        span = interval if whole else interval.replace(" ", "")
        return Content.assemble(
            (str(rating.value), f"bold {COLOURS[rating]}"), f" {word}\n", (span, "$muted")
        )

    def on_click(self) -> None:
        """Grades."""
        if self.choice is not None:
            self.post_message(self.Pressed(self.choice.rating))


class GradeBar(Horizontal):
    """Four buttons side by side; it keeps its place while it is empty, so that the card stays still."""

    DEFAULT_CSS = """
    GradeBar { height: 2; width: 1fr; }
    GradeBar GradeButton { margin: 0 1 0 0; }
    GradeBar GradeButton:last-of-type { margin: 0; }
    GradeBar.-empty GradeButton { visibility: hidden; }
    """

    def compose(self) -> ComposeResult:
        """One button a grade."""
        for _ in Rating:
            yield GradeButton()

    def show(self, choices: Sequence[Choice] = ()) -> None:
        """Offers these grades, or none."""
        self.set_class(not choices, "-empty")
        for button, choice in zip(self.query(GradeButton), choices, strict=False):
            button.choice = choice
            button.refresh()
