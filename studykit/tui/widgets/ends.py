"""One line with something at its left end and something at its right."""

from __future__ import annotations

from collections.abc import Sequence

from textual.content import Content
from textual.widget import Widget

GAP = 2
LEAST_LEFT = 6  # cells of the left text that are still worth showing


class Ends(Widget):
    """The right end stays whole as long as it can; the left one is cut short with `…`."""

    DEFAULT_CSS = "Ends { height: 1; width: 1fr; }"

    def __init__(self, left: Content, rights: Sequence[Content] = (), *, id: str | None = None) -> None:
        super().__init__(id=id)
        self._left = left
        self._rights = tuple(rights)

    def show(self, left: Content, rights: Sequence[Content] = ()) -> None:
        """Changes the line; of `rights`, longest first, the first that leaves room is shown."""
        self._left, self._rights = left, tuple(rights)
        self.refresh()

    def render(self) -> Content:
        """The line for the present width."""
        width = self.size.width
        for right in self._rights:
            room = width - right.cell_length - GAP
            if room >= min(LEAST_LEFT, self._left.cell_length):
                left = self._left.truncate(room, ellipsis=True, pad=True)
                return Content.assemble(left, " " * GAP, right)
        return self._left.truncate(width, ellipsis=True)
