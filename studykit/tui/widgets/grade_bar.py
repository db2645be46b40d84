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
WHOLE = 7  # cells that `1 Again` needs
MARKED = 9  # and `▸ 1 Again`


class GradeButton(Widget):
    """One grade: a key, a word, an interval. Never focused, so that it never moves the view."""

    DEFAULT_CSS = """
    GradeButton { width: 1fr; height: 2; content-align: center middle; text-align: center; text-wrap: nowrap;
                  background: $surface; }
    GradeButton:hover { background: $panel; }
    GradeButton.-proposed { background: $primary 30%; }
    """

    class Pressed(Message):
        """The button was clicked."""

        def __init__(self, rating: Rating) -> None:
            super().__init__()
            self.rating = rating

    choice: Choice | None = None
    proposed: bool = False
    """Whether this is the grade that the typed answer deserves."""

    def render(self) -> Content:
        """`1 Again` over `10 min`, shortened in a narrow window; `▸` before the one that is proposed."""
        if self.choice is None:
            return Content()
        rating, label, interval = self.choice.rating, self.choice.label, self.choice.interval
        width = self.size.width
        word = label if width >= WHOLE else label[:2]
        span = interval if width >= WHOLE else interval.replace(" ", "")
        mark = "▸ " if width >= MARKED else "▸" if width > len(word) + 2 else ""
        return Content.assemble(
            (mark if self.proposed else "", "bold $text-accent"),
            (str(rating.value), f"bold {COLOURS[rating]}"),
            (f" {word}", "bold underline" if self.proposed else ""),
            "\n",
            (span, "$muted"),
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

    def show(self, choices: Sequence[Choice] = (), proposed: Rating | None = None) -> None:
        """Offers these grades, or none; one of them may be proposed."""
        self.set_class(not choices, "-empty")
        for button, choice in zip(self.query(GradeButton), choices, strict=False):
            button.choice = choice
            button.proposed = choice.rating is proposed
            button.set_class(button.proposed, "-proposed")
            button.refresh()
