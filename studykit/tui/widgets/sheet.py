"""Something to read that may be longer than the window."""

from __future__ import annotations

from textual.containers import Vertical, VerticalScroll
from textual.content import Content
from textual.widget import Widget
from textual.widgets import Static

from studykit.tui.widgets.card_text import CardText

STEP = 8
"""Cells that what is wide slides by."""


class Sheet(Vertical):
    """Parts below each other, and a hint when there is more. Scrolled by keys, never by focus."""

    DEFAULT_CSS = """
    Sheet { height: 1fr; width: 100%; }
    Sheet #sheet { height: 1fr; scrollbar-size-vertical: 1; padding: 0 1; }
    Sheet #sheet > Static { width: 1fr; height: auto; }
    Sheet #more { height: 1; width: 1fr; text-align: right; color: $text-accent; padding: 0 1; }
    """

    def __init__(self, *parts: Widget) -> None:
        self._sheet = VerticalScroll(*parts, id="sheet", can_focus=False)
        self._more = Static(id="more", markup=False)
        self._keys = ("", "", "", "")
        super().__init__(self._sheet, self._more)

    def on_mount(self) -> None:
        """Keeps the hint true while the sheet scrolls, grows or is resized."""
        self.watch(self._sheet, "scroll_y", self._hint, init=False)
        for changing in ("virtual_size", "container_size", "size"):
            self.watch(self._sheet, changing, self._resized, init=False)
        self.call_after_refresh(self._hint)

    def _resized(self) -> None:
        """Sizes change one after the other, and only together they say whether there is more."""
        self._hint()
        self.call_after_refresh(self._hint)

    def on_card_text_laid(self) -> None:
        """Only the layout knows whether a text is too wide."""
        self._hint()

    def name_keys(self, up: str, down: str, left: str = "", right: str = "") -> None:
        """The keys that the hint names."""
        if (up, down, left, right) != self._keys:
            self._keys = (up, down, left, right)
            self.call_after_refresh(self._hint)  # only the layout knows whether there is more

    def scroll_lines(self, by: int) -> None:
        """Scrolls by some lines."""
        self._sheet.scroll_relative(y=by, animate=False, immediate=True)

    def slide(self, by: int) -> None:
        """Slides what is wide by some steps."""
        for text in self.query(CardText):
            text.slide(by * STEP)

    def scroll_pages(self, by: int) -> None:
        """Scrolls by pages, keeping one line of the page before in sight."""
        self.scroll_lines(by * max(1, self._sheet.size.height - 1))

    def scroll_to_end(self, *, top: bool) -> None:
        """Scrolls to the beginning or the end."""
        if top:
            self._sheet.scroll_home(animate=False, immediate=True)
        else:
            self._sheet.scroll_end(animate=False)  # after the layout: a part may only just have been shown

    def _hint(self) -> None:
        sheet = self._sheet
        up, down, left, right = self._keys
        sides = [text.hidden for text in self.query(CardText)]
        wide = _ends(left, "←", any(side[0] for side in sides), "→", right, any(side[1] for side in sides))
        tall = _ends(up, "↑", sheet.scroll_y > 0, "↓", down, sheet.scroll_y < sheet.max_scroll_y)
        said = "   ".join([*_around(wide, "wide"), *_around(tall, "more")])
        if len(said) > self._more.size.width:
            said = "  ".join([*_around(wide, ""), *_around(tall, "")])
        self._more.update(Content(said))


def _ends(key: str, before: str, is_before: bool, after: str, other: str, is_after: bool) -> tuple[str, str]:
    return f"{key} {before}".strip() * is_before, f"{after} {other}".strip() * is_after


def _around(ends: tuple[str, str], word: str) -> list[str]:
    return [" ".join(part for part in (ends[0], word, ends[1]) if part)] if any(ends) else []


def fill(part: Static, content: Content) -> None:
    """Shows a content, or takes the part away if it is empty."""
    part.update(content)
    part.display = bool(content.plain)
