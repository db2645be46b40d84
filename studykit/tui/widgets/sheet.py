"""Something to read that may be longer than the window."""

from __future__ import annotations

from textual.containers import Vertical, VerticalScroll
from textual.content import Content
from textual.widget import Widget
from textual.widgets import Static


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
        self._keys = ("", "")
        super().__init__(self._sheet, self._more)

    def on_mount(self) -> None:
        """Keeps the hint true while the sheet scrolls, grows or is resized."""
        for changing in ("scroll_y", "virtual_size", "container_size", "size"):
            self.watch(self._sheet, changing, self._hint, init=False)
        self.call_after_refresh(self._hint)

    def name_keys(self, up: str, down: str) -> None:
        """The keys that the hint names."""
        if (up, down) != self._keys:
            self._keys = (up, down)
            self.call_after_refresh(self._hint)  # only the layout knows whether there is more

    def scroll_lines(self, by: int) -> None:
        """Scrolls by some lines."""
        self._sheet.scroll_relative(y=by, animate=False, immediate=True)

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
        up, down = self._keys
        above = f"{up} ↑" if up else "↑"
        below = f"↓ {down}" if down else "↓"
        ends = [above] * (sheet.scroll_y > 0), [below] * (sheet.scroll_y < sheet.max_scroll_y)
        self._more.update(Content(" ".join([*ends[0], "more", *ends[1]]) if any(ends) else ""))


def fill(part: Static, content: Content) -> None:
    """Shows a content, or takes the part away if it is empty."""
    part.update(content)
    part.display = bool(content.plain)
