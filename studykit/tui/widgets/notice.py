"""The line that tells what has just happened."""

from __future__ import annotations

from textual.content import Content
from textual.widgets import Static

from studykit.render.sanitise import visible


class Notice(Static):
    """Unobtrusive when it informs, plain to see when something needs the learner."""

    DEFAULT_CSS = """
    Notice { height: auto; min-height: 1; max-height: 3; width: 1fr; color: $muted; }
    Notice.-warning { color: $text-warning; }
    Notice.-error { color: $text-error; text-style: bold; }
    """

    def tell(self, text: str = "", level: str = "") -> None:
        """Shows a text, which may quote anything; `level` is empty, `warning` or `error`."""
        self.set_class(level == "warning", "-warning")
        self.set_class(level == "error", "-error")
        self.text = visible(text)
        self.update(Content(self.text))

    text: str = ""
    """What is shown."""
