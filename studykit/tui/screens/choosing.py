"""What screens with a list to choose from share: the cursor, and clicks."""

from __future__ import annotations

from textual.containers import VerticalScroll
from textual.geometry import Region

from studykit.tui.screens.page import Page
from studykit.tui.widgets.choice_rows import ChoiceRows


class ChoosingPage(Page):
    """A page with `ChoiceRows` in a scroll; a subclass begins what is chosen in `action_choose`."""

    def action_cursor_down(self) -> None:
        """To the next row."""
        self._move(self.rows.cursor + 1)

    def action_cursor_up(self) -> None:
        """To the row before."""
        self._move(self.rows.cursor - 1)

    def action_cursor_first(self) -> None:
        """To the first row."""
        self._move(0)

    def action_cursor_last(self) -> None:
        """To the last row."""
        self._move(len(self.rows.lines) - 1)

    def on_choice_rows_clicked(self, event: ChoiceRows.Clicked) -> None:
        """A click goes to a row; on the one under the cursor it begins."""
        if event.index == self.rows.cursor:
            self.app.call_later(self.app.run_action, "choose", self)
        else:
            self._move(event.index)

    @property
    def rows(self) -> ChoiceRows:
        """The list."""
        return self.query_one(ChoiceRows)

    def pointed(self) -> None:
        """The cursor is on another row; a subclass may tell of it."""

    def _move(self, to: int) -> None:
        self.rows.move_to(to)
        region = Region(0, self.rows.cursor, 1, 1)
        self.query_one(VerticalScroll).scroll_to_region(region, animate=False)
        self.pointed()
