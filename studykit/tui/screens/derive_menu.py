"""What to derive: all derivations, in the order of the course."""

from __future__ import annotations

from textual.app import ComposeResult
from textual.containers import Container, VerticalScroll
from textual.content import Content

from studykit.checking.proof import Prover
from studykit.derivations.catalogue import CATALOGUE
from studykit.render.indices import with_indices
from studykit.render.sanitise import visible
from studykit.session import drawing
from studykit.session.derive import DeriveSession, DeriveWish
from studykit.session.study import Study
from studykit.tui import actions
from studykit.tui.places import Place
from studykit.tui.screens.choosing import ChoosingPage
from studykit.tui.widgets.choice_rows import ChoiceRows
from studykit.tui.widgets.ends import Ends
from studykit.tui.widgets.key_hints import KeyHints
from studykit.tui.widgets.notice import Notice


class DeriveMenuScreen(ChoosingPage):
    """A list with a cursor."""

    BINDINGS = actions.bindings(Place.DERIVE_MENU)
    DEFAULT_CSS = """
    DeriveMenuScreen #derivations { height: 1fr; margin: 1 0; scrollbar-size-vertical: 1; }
    DeriveMenuScreen.-low #derivations, DeriveMenuScreen.-tiny #derivations { margin: 0; }
    DeriveMenuScreen.-tiny #title, DeriveMenuScreen.-tiny Notice { display: none; }
    """

    def __init__(self, study: Study) -> None:
        super().__init__(study)
        pen = drawing.pen(study.settings)
        wide = max(len(each.concept) for each in CATALOGUE.values()) + 2
        self._names = list(CATALOGUE)
        self._lines = [
            visible(f"{each.concept:<{wide}}{with_indices(each.title, pen)}") for each in CATALOGUE.values()
        ]

    @property
    def place(self) -> Place:
        """Always the list."""
        return Place.DERIVE_MENU

    def compose(self) -> ComposeResult:
        """A column in the middle."""
        with Container(id="page"):
            yield Ends(Content("Derive"), [Content(f"{len(CATALOGUE)} derivations")], id="title")
            with VerticalScroll(id="derivations", can_focus=False):
                yield ChoiceRows(self._lines)
            yield Notice()
            yield KeyHints(Place.DERIVE_MENU)

    async def action_choose(self) -> None:
        """Begins what is under the cursor."""
        session = DeriveSession(self.study, DeriveWish(self._names[self.rows.cursor]), Prover())
        from studykit.tui.screens.derivation import DerivationScreen  # only when it is asked for

        await self.app.push_screen(DerivationScreen(session))  # it leads back to the list
