"""What to practise: a mix that follows the learner, or one family of problems."""

from __future__ import annotations

from textual.app import ComposeResult
from textual.containers import Container, VerticalScroll
from textual.content import Content

from studykit.practice.catalogue import CATALOGUE
from studykit.session.practice import PracticeSession, PracticeWish
from studykit.session.study import Study
from studykit.tui import actions
from studykit.tui.places import Place
from studykit.tui.screens.choosing import ChoosingPage
from studykit.tui.widgets.choice_rows import ChoiceRows
from studykit.tui.widgets.ends import Ends
from studykit.tui.widgets.key_hints import KeyHints
from studykit.tui.widgets.notice import Notice

MIX = "A mix that follows what you can do"


class PracticeMenuScreen(ChoosingPage):
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

    async def action_choose(self) -> None:
        """Begins what is under the cursor."""
        session = PracticeSession(self.study, self._wishes[self.rows.cursor])
        from studykit.tui.screens.practice import PracticeScreen  # only when it is asked for

        await self.app.push_screen(PracticeScreen(session))  # it leads back to the list
