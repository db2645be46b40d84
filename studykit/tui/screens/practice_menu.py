"""What to practise: a mix that follows the learner, or one family of problems."""

from __future__ import annotations

from textual.app import ComposeResult
from textual.containers import Container, VerticalScroll
from textual.content import Content
from textual.geometry import Region

from studykit.practice.catalogue import CATALOGUE
from studykit.session.practice import PracticeSession, PracticeWish
from studykit.session.study import Study
from studykit.tui import actions
from studykit.tui.actions import Place
from studykit.tui.screens.page import Page
from studykit.tui.widgets.choice_rows import ChoiceRows
from studykit.tui.widgets.ends import Ends
from studykit.tui.widgets.key_hints import KeyHints
from studykit.tui.widgets.notice import Notice

MIX = "A mix that follows what you can do"


class PracticeMenuScreen(Page):
    """A list with a cursor; the mix stands first."""

    BINDINGS = actions.bindings(Place.PRACTICE_MENU)
    DEFAULT_CSS = """
    PracticeMenuScreen #families { height: 1fr; margin: 1 0; scrollbar-size-vertical: 1; }
    PracticeMenuScreen.-low #families, PracticeMenuScreen.-tiny #families { margin: 0; }
    PracticeMenuScreen.-tiny #title, PracticeMenuScreen.-tiny Notice { display: none; }
    """

    def __init__(self, study: Study) -> None:
        super().__init__(study)
        wide = max(len(each.concept) for each in CATALOGUE.values()) + 2
        self._wishes = [PracticeWish(), *(PracticeWish(family=name) for name in CATALOGUE)]
        self._lines = [MIX, *(f"{each.concept:<{wide}}{each.title}" for each in CATALOGUE.values())]

    @property
    def place(self) -> Place:
        """Always the list."""
        return Place.PRACTICE_MENU

    def compose(self) -> ComposeResult:
        """A column in the middle."""
        with Container(id="page"):
            yield Ends(Content("Practice"), [Content(f"{len(CATALOGUE)} families")], id="title")
            with VerticalScroll(id="families", can_focus=False):
                yield ChoiceRows(self._lines)
            yield Notice()
            yield KeyHints(Place.PRACTICE_MENU)

    def action_cursor_down(self) -> None:
        """To the next family."""
        self._move(self._rows.cursor + 1)

    def action_cursor_up(self) -> None:
        """To the family before."""
        self._move(self._rows.cursor - 1)

    def action_cursor_first(self) -> None:
        """To the mix."""
        self._move(0)

    def action_cursor_last(self) -> None:
        """To the last family."""
        self._move(len(self._lines) - 1)

    async def action_choose(self) -> None:
        """Begins what is under the cursor."""
        session = PracticeSession(self.study, self._wishes[self._rows.cursor])
        from studykit.tui.screens.practice import PracticeScreen  # only when it is asked for

        await self.app.switch_screen(PracticeScreen(session))

    def on_choice_rows_clicked(self, event: ChoiceRows.Clicked) -> None:
        """A click goes to a row; on the one under the cursor it begins."""
        if event.index == self._rows.cursor:
            self.app.call_later(self.app.run_action, "choose", self)
        else:
            self._move(event.index)

    @property
    def _rows(self) -> ChoiceRows:
        return self.query_one(ChoiceRows)

    def _move(self, to: int) -> None:
        self._rows.move_to(to)
        region = Region(0, self._rows.cursor, 1, 1)
        self.query_one("#families", VerticalScroll).scroll_to_region(region, animate=False)
