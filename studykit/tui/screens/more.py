"""Study more today: what there is beyond the day's limit, to choose from."""

from __future__ import annotations

from collections.abc import Sequence

from textual.app import ComposeResult
from textual.containers import Container, VerticalScroll
from textual.content import Content
from textual.widgets import Static

from studykit.render.sanitise import visible
from studykit.session.more import Offer
from studykit.session.review import ReviewSession
from studykit.session.study import Study
from studykit.tui import actions
from studykit.tui.places import Place
from studykit.tui.screens.choosing import ChoosingPage
from studykit.tui.widgets.choice_rows import ChoiceRows
from studykit.tui.widgets.ends import Ends
from studykit.tui.widgets.key_hints import KeyHints
from studykit.tui.widgets.notice import Notice

ABOUT = {
    "new": "New cards beyond today's limit. They come back in the next days, so a few go a long way.",
    "ahead": "Reviews before their day, the soonest first. Each is scheduled anew from today.",
}


def nothing_more(deck: str | None) -> str:
    """What is said where there is nothing to offer."""
    where = deck or "The library"
    return f"{where} holds nothing more: no new card is left, and what is due this week was answered today."


class MoreScreen(ChoosingPage):
    """A short list with a cursor."""

    BINDINGS = actions.bindings(Place.MORE)
    DEFAULT_CSS = """
    MoreScreen #offers { height: auto; max-height: 1fr; margin: 1 0; scrollbar-size-vertical: 1; }
    MoreScreen #about { height: 1fr; margin: 0 1; color: $muted; }
    MoreScreen.-low #offers, MoreScreen.-tiny #offers { margin: 0; }
    MoreScreen.-tiny #title, MoreScreen.-tiny #about, MoreScreen.-tiny Notice { display: none; }
    """

    def __init__(
        self, study: Study, offers: Sequence[Offer], deck: str | None, *, over_summary: bool = False
    ) -> None:
        super().__init__(study)
        self._over_summary = over_summary
        self._offers = tuple(offers)
        self._deck = deck

    @property
    def place(self) -> Place:
        """Always the list."""
        return Place.MORE

    def compose(self) -> ComposeResult:
        """A column in the middle."""
        title = "Study more today" + (f" · {visible(self._deck)}" if self._deck else "")
        with Container(id="page"):
            yield Ends(Content(title), id="title")
            with VerticalScroll(id="offers", can_focus=False):
                yield ChoiceRows([offer.words for offer in self._offers])
            yield Static(ABOUT[self._offers[0].kind], id="about", markup=False)
            yield Notice()
            yield KeyHints(Place.MORE)

    async def action_choose(self) -> None:
        """Begins a review of what was chosen."""
        session = ReviewSession(self.study, self._offers[self.rows.cursor].wish)
        if session.ended:  # another running copy may have studied it meanwhile
            self.query_one(Notice).tell("That is no longer there.")
            return
        from studykit.tui.screens.asking import screen  # the screens lead to each other

        await self.app.pop_screen()
        if self._over_summary:  # of the review before, which is over
            await self.app.switch_screen(screen(session))
        else:
            await self.app.push_screen(screen(session))

    def pointed(self) -> None:
        """Says what the offer under the cursor means."""
        self.query_one("#about", Static).update(ABOUT[self._offers[self.rows.cursor].kind])
