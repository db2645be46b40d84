"""The wait for the next learning step."""

from __future__ import annotations

from textual.content import Content
from textual.widget import Widget

from studykit.clock import Clock


class Wait(Widget):
    """A countdown to the next card."""

    DEFAULT_CSS = "Wait { height: 1fr; width: 100%; content-align: center middle; text-align: center; }"

    def __init__(self, clock: Clock) -> None:
        super().__init__()
        self._clock = clock
        self._until: int | None = None

    def show(self, until: int | None) -> None:
        """Counts down to a moment, in milliseconds since 1970."""
        self._until = until
        self.refresh()

    def render(self) -> Content:
        """The time that is left, to the second."""
        if self._until is None:
            return Content()
        seconds = max(0, -(-(self._until - self._clock.now().at_ms) // 1000))
        return Content.assemble(
            "The next card comes in ",
            (countdown(seconds), "bold $text-accent"),
            ".\nSpace shows it now.",
            ("\n\nOnly cards that are being learned are left.", "$muted"),
        )


def countdown(seconds: int) -> str:
    """`4:05`, `1:02:03`."""
    minutes, rest = divmod(seconds, 60)
    hours, minutes = divmod(minutes, 60)
    return f"{hours}:{minutes:02}:{rest:02}" if hours else f"{minutes}:{rest:02}"
