"""The screen that asks: front, back, grade; and the wait for learning steps."""

from __future__ import annotations

from textual.app import ComposeResult
from textual.containers import Container
from textual.content import Content

from studykit.errors import StudyError
from studykit.memory.state import Phase, Rating
from studykit.render.sanitise import visible
from studykit.session import interval
from studykit.session.review import ReviewSession
from studykit.tui import actions
from studykit.tui.actions import Place
from studykit.tui.screens.page import Page, taken_back
from studykit.tui.widgets.card_view import CardView
from studykit.tui.widgets.counts import MUTED, brief, sentence
from studykit.tui.widgets.ends import Ends
from studykit.tui.widgets.grade_bar import GradeBar, GradeButton
from studykit.tui.widgets.key_hints import KeyHints
from studykit.tui.widgets.notice import Notice
from studykit.tui.widgets.wait import Wait

TICK_S = 1.0


class ReviewScreen(Page):
    """One card after the other. Nothing here takes the focus, so nothing but the learner scrolls."""

    BINDINGS = actions.bindings(*actions.REVIEW)
    DEFAULT_CSS = """
    ReviewScreen CardView { margin: 1 0 0 0; }
    ReviewScreen Wait { display: none; }
    ReviewScreen.-waiting Wait { display: block; }
    ReviewScreen.-waiting CardView { display: none; }
    ReviewScreen GradeBar { margin: 0 1 1 1; }
    ReviewScreen.-low CardView { margin: 0; }
    ReviewScreen.-low GradeBar { margin: 0 1; }
    ReviewScreen.-tiny CardView { margin: 0; }
    ReviewScreen.-tiny #context { height: 0; margin: 0; }
    ReviewScreen.-tiny #title, ReviewScreen.-tiny KeyHints { display: none; }
    ReviewScreen.-tiny GradeBar { height: 1; margin: 0; }
    ReviewScreen.-tiny.-front GradeBar { display: none; }
    ReviewScreen.-tiny.-front KeyHints { display: block; }
    ReviewScreen.-tiny Notice { display: none; }
    ReviewScreen.-tiny.-unsaved Notice { display: block; }
    """

    def __init__(self, session: ReviewSession, told: str = "") -> None:
        super().__init__(session.study)
        self._told = told
        self._session = session
        self._revealed = False
        self._unsaved: Rating | None = None
        self._leaving = False

    @property
    def place(self) -> Place:
        """The state of the card."""
        if self._session.prompt is None:
            return Place.WAITING
        if self._unsaved is not None:
            return Place.UNSAVED
        return Place.BACK if self._revealed else Place.FRONT

    def compose(self) -> ComposeResult:
        """A column in the middle."""
        with Container(id="page"):
            yield Ends(Content(), id="title")
            yield CardView()
            yield Wait(self.study.clock)
            yield GradeBar()
            yield Notice()
            yield KeyHints(self.place)

    def on_mount(self) -> None:
        """Asks the first card, and watches the time while waiting."""
        self._ask(self._told)
        self.set_interval(TICK_S, self._tick)

    # what the learner does

    def action_show(self) -> None:
        """Turns the card over."""
        prompt = self._session.prompt
        if prompt is None:
            return
        self._revealed = True
        self._notice.tell()
        self._card.show_back(prompt.card)
        self.query_one(GradeBar).show(self._session.choices())
        self._show_place()

    async def action_grade(self, grade: int) -> None:
        """Saves a grade and goes on; if it cannot be saved, keeps it and says so."""
        rating = Rating(grade)
        try:
            graded = self._session.grade(rating)
        except StudyError as error:
            self._unsaved = rating
            self._leaving = False
            self._notice.tell(
                f"Not saved: {error}. Your answer ({_word(rating)}) is kept; r tries again.", "error"
            )
            self._show_place()
            return
        await self._go_on(f"Saved: {_word(rating)}, back in {graded.interval}.")

    async def action_retry(self) -> None:
        """Tries again to save the answer."""
        if self._unsaved is not None:
            await self.action_grade(self._unsaved.value)

    async def action_suspend(self) -> None:
        """Puts the card away until it is unsuspended."""
        try:
            self._session.suspend()
        except StudyError as error:
            self._notice.tell(f"Not saved: {error}. s tries again.", "error")
            return
        await self._go_on("Suspended. u takes it back.")

    async def action_bury(self) -> None:
        """Puts the card away until tomorrow."""
        try:
            self._session.bury()
        except StudyError as error:
            self._notice.tell(f"Not saved: {error}. b tries again.", "error")
            return
        await self._go_on("Buried until tomorrow. u takes it back.")

    async def action_undo(self) -> None:
        """Takes the latest deed back and asks its card again."""
        try:
            undone = self._session.undo()
        except StudyError as error:
            self._notice.tell(f"Not taken back: {error}. u tries again.", "error")
            return
        if undone is None:
            self._notice.tell(taken_back(None))
            return
        await self._go_on(taken_back(undone))

    async def action_ahead(self) -> None:
        """Shows the next learning step before its time."""
        self._session.ahead()
        await self._go_on()

    async def action_home(self) -> None:
        """Leaves; asks once more if an answer would be lost."""
        if self._unsaved is not None and not self._leaving:
            self._leaving = True
            self._notice.tell(
                f"{_word(self._unsaved)} is still not saved: r tries again, q once more leaves without it.",
                "error",
            )
            return
        await self.app.pop_screen()

    def on_grade_button_pressed(self, event: GradeButton.Pressed) -> None:
        """A click on a grade; the app runs it, in line with the keys."""
        self.app.call_later(self.app.run_action, f"grade({event.rating.value})", self)

    def action_line_down(self) -> None:
        """Scrolls a line down."""
        self._card.scroll_lines(1)

    def action_line_up(self) -> None:
        """Scrolls a line up."""
        self._card.scroll_lines(-1)

    def action_page_down(self) -> None:
        """Scrolls a page down."""
        self._card.scroll_pages(1)

    def action_page_up(self) -> None:
        """Scrolls a page up."""
        self._card.scroll_pages(-1)

    def action_top(self) -> None:
        """Scrolls to the beginning."""
        self._card.scroll_to_end(top=True)

    def action_bottom(self) -> None:
        """Scrolls to the end."""
        self._card.scroll_to_end(top=False)

    # how

    @property
    def _card(self) -> CardView:
        return self.query_one(CardView)

    @property
    def _notice(self) -> Notice:
        return self.query_one(Notice)

    async def _go_on(self, told: str = "") -> None:
        self._unsaved = None
        self._revealed = False
        if not self._session.ended:
            self._ask(told)
            return
        from studykit.tui.screens.summary import SummaryScreen  # the two screens lead to each other

        await self.app.switch_screen(SummaryScreen(self._session, told))

    def _ask(self, told: str = "") -> None:
        prompt = self._session.prompt
        if prompt is not None:
            self._card.show_front(prompt.card, tag="new" if prompt.phase is Phase.NEW else "")
            if prompt.early_ms:
                told = f"{told} Shown {interval.minutes(prompt.early_ms)} early.".strip()
        self.query_one(GradeBar).show()
        notices = self.drain_notices()
        self._notice.tell(" · ".join([*notices, *([told] if told else [])]), "warning" if notices else "")
        self._show_place()

    def _show_place(self) -> None:
        place = self.place
        self.set_class(place is Place.WAITING, "-waiting")
        self.set_class(place is Place.UNSAVED, "-unsaved")
        self.set_class(place in (Place.FRONT, Place.WAITING), "-front")
        progress = self._session.progress
        done = Content.styled(f"{progress.done} done", MUTED)
        self.query_one("#title", Ends).show(
            Content(visible(self._session.wish.deck or "All decks")),
            [
                Content.assemble(done, "   ", sentence(progress.left)),
                sentence(progress.left),
                brief(progress.left),
            ],
        )
        self.query_one(Wait).show(self._session.waiting_until)
        self.query_one(KeyHints).show(place)

    def _tick(self) -> None:
        if self.place is not Place.WAITING:
            return
        self.query_one(Wait).refresh()
        self._session.refresh()
        if self._session.prompt is not None or self._session.ended:
            self.app.call_later(self._go_on)


def _word(rating: Rating) -> str:
    return rating.name.capitalize()
