"""Study more today: what there is beyond the day's limit, to choose from."""

from __future__ import annotations

from collections.abc import Sequence

from textual.app import ComposeResult
from textual.containers import Container, VerticalScroll
from textual.content import Content
from textual.geometry import Region
from textual.widgets import Static

from studykit.render.sanitise import visible
from studykit.session.more import Offer
from studykit.session.review import ReviewSession
from studykit.session.study import Study
from studykit.tui import actions
from studykit.tui.actions import Place
from studykit.tui.screens.page import Page
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


class MoreScreen(Page):
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

    def action_cursor_down(self) -> None:
        """To the next offer."""
        self._move(self._rows.cursor + 1)

    def action_cursor_up(self) -> None:
        """To the offer before."""
        self._move(self._rows.cursor - 1)

    def action_cursor_first(self) -> None:
        """To the first offer."""
        self._move(0)

    def action_cursor_last(self) -> None:
        """To the last offer."""
        self._move(len(self._offers) - 1)

    async def action_choose(self) -> None:
        """Begins a review of what was chosen."""
        session = ReviewSession(self.study, self._offers[self._rows.cursor].wish)
        if session.ended:  # another running copy may have studied it meanwhile
            self.query_one(Notice).tell("That is no longer there.")
            return
        from studykit.tui.screens.asking import screen  # the screens lead to each other

        await self.app.pop_screen()
        if self._over_summary:  # of the review before, which is over
            await self.app.switch_screen(screen(session))
        else:
            await self.app.push_screen(screen(session))

    def on_choice_rows_clicked(self, event: ChoiceRows.Clicked) -> None:
        """A click goes to an offer; on the one under the cursor it begins."""
        if event.index == self._rows.cursor:
            self.app.call_later(self.app.run_action, "choose", self)
        else:
            self._move(event.index)

    @property
    def _rows(self) -> ChoiceRows:
        return self.query_one(ChoiceRows)

    def _move(self, to: int) -> None:
        rows = self._rows
        rows.move_to(to)
        self.query_one("#offers", VerticalScroll).scroll_to_region(
            Region(0, rows.cursor, 1, 1), animate=False
        )
        self.query_one("#about", Static).update(ABOUT[self._offers[rows.cursor].kind])
