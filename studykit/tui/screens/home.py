"""The first screen: the decks and what they hold today."""

from __future__ import annotations

from textual.app import ComposeResult
from textual.containers import Container
from textual.content import Content

from studykit.errors import StudyError
from studykit.render.sanitise import visible
from studykit.session.overview import Overview, next_due, overview
from studykit.session.study import Study
from studykit.tui import actions
from studykit.tui.places import Place
from studykit.tui.screens.page import Page, reason, taken_back
from studykit.tui.widgets.counts import brief, sentence
from studykit.tui.widgets.deck_list import DeckHeading, DeckList, DeckRows, Row
from studykit.tui.widgets.ends import Ends
from studykit.tui.widgets.headline import Headline
from studykit.tui.widgets.key_hints import KeyHints
from studykit.tui.widgets.notice import Notice

TITLE = Content("studykit")
RECOUNT_S = 60.0  # the study day may turn over while the app stands open

WELCOME = (
    "Welcome. You are asked a question: answer it in your head, look at the answer, and say how well"
    " you knew it. What you knew comes back later and later, what you did not know comes back soon."
)
BEGIN = "Press Enter for the first card."
EMPTY = (
    "No cards yet.\n\n"
    "Leave with q, and add a folder of Markdown notes to the library:\n\n"
    "    studykit add FOLDER\n\n"
    "In a note with the tag #flashcards, a line like this is a card:\n\n"
    "    capital of France::Paris"
)


class HomeScreen(Page):
    """The decks, keyboard first."""

    BINDINGS = actions.bindings(Place.HOME)
    DEFAULT_CSS = """
    HomeScreen Headline { margin: 1 1 0 1; display: none; }
    HomeScreen.-headline Headline { display: block; }
    HomeScreen DeckHeading { margin: 1 0 0 0; }
    HomeScreen DeckList { margin: 0 0 1 0; }
    HomeScreen.-empty DeckHeading, HomeScreen.-empty DeckList { visibility: hidden; }
    HomeScreen.-low DeckList, HomeScreen.-low DeckHeading { margin: 0; }
    HomeScreen.-tiny DeckList, HomeScreen.-tiny Headline { margin: 0; }
    HomeScreen.-tiny DeckHeading, HomeScreen.-tiny #title { display: none; }
    HomeScreen.-tiny Headline { display: none; }
    HomeScreen.-tiny.-empty Headline { display: block; }
    HomeScreen.-tiny.-empty DeckList { display: none; }
    """

    def __init__(self, study: Study) -> None:
        super().__init__(study)
        self._seen = overview(study)
        self._fresh = True

    @property
    def place(self) -> Place:
        """Always home."""
        return Place.HOME

    def compose(self) -> ComposeResult:
        """A column in the middle, showing what was counted before the screen was taken."""
        seen = self._seen
        headline = _headline(seen)
        self.set_class(any(headline), "-headline")
        self.set_class(not seen.total, "-empty")
        with Container(id="page"):
            yield Ends(TITLE, _today(seen), id="title")
            yield Headline(*headline)
            yield DeckHeading()
            yield DeckList(_rows(seen))
            yield Notice()
            yield KeyHints(Place.HOME, _idle(seen))

    def on_mount(self) -> None:
        """Tells what is wrong in the notes, and watches for the next study day."""
        self._tell_notices()
        self.set_interval(RECOUNT_S, self._recount)

    def on_screen_resume(self) -> None:
        """Counts again after a review."""
        if self._fresh:
            self._fresh = False  # the screen has only just been counted
            return
        self._recount()
        self._tell_notices()

    # what the learner does

    async def action_open(self) -> None:
        """Reviews the deck under the cursor."""
        row = self._list.row
        await self._review(row.deck if row else None)

    async def action_review_all(self) -> None:
        """Reviews all decks together."""
        await self._review(None)

    async def action_quiz(self) -> None:
        """Asks cards of the deck under the cursor, for a score."""
        from studykit.session.quiz import QuizSession, QuizWish  # not needed for the first screen
        from studykit.tui.screens.quiz import QuizScreen

        row = self._list.row
        try:
            session = QuizSession(self.study, QuizWish(deck=row.deck if row else None))
        except StudyError as error:
            self._notice.tell(str(error))
            return
        self._notice.tell()
        await self.app.push_screen(QuizScreen(session))

    async def action_practice(self) -> None:
        """Shows what there is to practise."""
        from studykit.tui.screens.practice_menu import PracticeMenuScreen  # not needed for the first screen

        await self.app.push_screen(PracticeMenuScreen(self.study))

    async def action_derive(self) -> None:
        """Shows what there is to derive."""
        from studykit.tui.screens.derive_menu import DeriveMenuScreen  # not needed for the first screen

        await self.app.push_screen(DeriveMenuScreen(self.study))

    def on_deck_rows_clicked(self, event: DeckRows.Clicked) -> None:
        """A click goes to a deck; on the deck under the cursor it reviews it."""
        if event.index == self._list.cursor:
            self.app.call_later(self.app.run_action, "open", self)
        else:
            self._list.move(event.index)

    async def action_more(self) -> None:
        """Offers what the deck under the cursor holds beyond today."""
        row = self._list.row
        if row is None:
            return
        from studykit.session.more import offers  # not needed for the first screen
        from studykit.tui.screens.more import MoreScreen, nothing_more

        found = offers(self.study, row.deck)
        if not found:
            self._notice.tell(nothing_more(row.deck))
            return
        self._notice.tell()
        await self.app.push_screen(MoreScreen(self.study, found, row.deck))

    def action_undo(self) -> None:
        """Takes back the latest deed, of whichever review."""
        try:
            undone = self.study.undo()
        except StudyError as error:
            self._notice.tell(f"Not taken back: {reason(error)}.", "error")
            return
        self._recount()
        self._notice.tell(taken_back(undone))

    def action_cursor_down(self) -> None:
        """To the next deck."""
        self._list.move(self._list.cursor + 1)

    def action_cursor_up(self) -> None:
        """To the deck before."""
        self._list.move(self._list.cursor - 1)

    def action_cursor_first(self) -> None:
        """To the first deck."""
        self._list.move(0)

    def action_cursor_last(self) -> None:
        """To the last deck."""
        self._list.move(len(self._seen.decks))

    # how

    @property
    def _list(self) -> DeckList:
        return self.query_one(DeckList)

    @property
    def _notice(self) -> Notice:
        return self.query_one(Notice)

    async def _review(self, deck: str | None) -> None:
        if not self._seen.total:
            return
        from studykit.session.review import ReviewSession, Wish  # not needed for the first screen

        session = ReviewSession(self.study, Wish(deck=deck))
        if session.ended:
            from studykit.session.more import offers

            then = next_due(self.study, deck)
            done = "All decks are done" if deck is None else f"{deck} is done"
            next_time = f" Next: {then.words}." if then else ""
            more = " m studies more." if offers(self.study, deck) else ""
            self._notice.tell(f"{done} for today.{next_time}{more}")
            return
        self._notice.tell()
        from studykit.tui.screens.asking import screen  # it loads what the session needs

        await self.app.push_screen(screen(session))

    def _recount(self) -> None:
        try:
            self._seen = overview(self.study)
        except StudyError as error:
            self._notice.tell(str(error), "error")
            return
        self._show()

    def _show(self) -> None:
        seen = self._seen
        headline = _headline(seen)
        self.set_class(any(headline), "-headline")
        self.set_class(not seen.total, "-empty")
        self.query_one(Headline).show(*headline)
        self.query_one("#title", Ends).show(TITLE, _today(seen))
        self._list.show(_rows(seen))
        self.query_one(KeyHints).show(Place.HOME, _idle(seen))

    def _tell_notices(self) -> None:
        told = self.drain_notices()
        if not told:
            return
        more = f" (and {len(told) - 1} more; `studykit check` shows all)" if len(told) > 1 else ""
        self._notice.tell(" ".join(visible(told[0]).split()) + more, "warning")


def _headline(seen: Overview) -> tuple[str, str]:
    """What stands above the decks, and what is left of it where it would take the room of the decks."""
    if not seen.total:
        return EMPTY, EMPTY
    if seen.first_start:
        return f"{WELCOME}\n\n{BEGIN}", BEGIN
    if seen.today.total:
        return "", ""
    done = "All done for today." + (f" Next: {seen.next_due.words}." if seen.next_due else "")
    return done, done


def _today(seen: Overview) -> tuple[Content, ...]:
    return (sentence(seen.today), brief(seen.today)) if seen.total else ()


def _idle(seen: Overview) -> frozenset[str]:
    """The actions that would do nothing, and are not named."""
    if not seen.total:
        return frozenset({"open", "review_all", "more", "undo"})
    if seen.first_start:
        return frozenset({"more", "undo"})
    return frozenset({"more"}) if seen.today.total else frozenset()


def _rows(seen: Overview) -> list[Row]:
    rows = [
        Row(deck.deck, deck.deck.rpartition("/")[2], deck.deck.count("/"), deck.today, deck.total)
        for deck in seen.decks
    ]
    if len(rows) > 1:
        rows.insert(0, Row(None, "All decks", 0, seen.today, seen.total))
    return rows
