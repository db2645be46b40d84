"""The screen that asks: front, answer, back, grade; leeches; and the wait for learning steps."""

from __future__ import annotations

from textual import events
from textual.app import ComposeResult
from textual.containers import Container
from textual.content import Content
from textual.widgets import Static

from studykit.cards.model import Card
from studykit.errors import StudyError
from studykit.memory.state import Phase, Rating
from studykit.render.sanitise import visible
from studykit.session import drawing, interval
from studykit.session.prompt import Graded, Judged, Prompt
from studykit.session.review import ReviewSession
from studykit.tui import actions, places
from studykit.tui.editing import edit
from studykit.tui.places import Place
from studykit.tui.screens.page import ScrollingPage, put_away, reason, taken_back
from studykit.tui.widgets.answer_field import AnswerField
from studykit.tui.widgets.card_view import CardView
from studykit.tui.widgets.counts import MUTED, brief, sentence
from studykit.tui.widgets.ends import Ends
from studykit.tui.widgets.grade_bar import GradeBar, GradeButton
from studykit.tui.widgets.key_hints import KeyHints
from studykit.tui.widgets.notice import Notice
from studykit.tui.widgets.verdict_view import headline
from studykit.tui.widgets.wait import Wait

TICK_S = 1.0


class ReviewScreen(ScrollingPage):
    """One card after the other. Only the answer field takes the focus, so only the learner scrolls."""

    AUTO_FOCUS = ""
    BINDINGS = actions.bindings(*places.REVIEW)
    DEFAULT_CSS = """
    ReviewScreen CardView { margin: 1 0 0 0; }
    ReviewScreen Wait, ReviewScreen #leech, ReviewScreen AnswerField { display: none; }
    ReviewScreen.-waiting Wait { display: block; }
    ReviewScreen.-waiting CardView { display: none; }
    ReviewScreen GradeBar { margin: 0 1 1 1; }
    ReviewScreen AnswerField { margin: 1 1 1 1; }
    ReviewScreen #leech { height: auto; margin: 0 1 1 1; color: $text-warning; }
    ReviewScreen.-typing AnswerField { display: block; }
    ReviewScreen.-leech #leech { display: block; }
    ReviewScreen.-typing GradeBar, ReviewScreen.-leech GradeBar { display: none; }
    ReviewScreen.-low CardView { margin: 0; }
    ReviewScreen.-low GradeBar, ReviewScreen.-low #leech { margin: 0 1; }
    ReviewScreen.-low AnswerField { margin: 0 1 1 1; }
    ReviewScreen.-low #rule, ReviewScreen.-tiny #rule, ReviewScreen.-tiny #verdict { margin: 0; }
    ReviewScreen.-tiny CardView { margin: 0; }
    ReviewScreen.-tiny #context { height: 0; margin: 0; }
    ReviewScreen.-tiny #title, ReviewScreen.-tiny KeyHints { display: none; }
    ReviewScreen.-tiny GradeBar { height: 1; margin: 0; }
    ReviewScreen.-tiny AnswerField, ReviewScreen.-tiny #leech { margin: 0; }
    ReviewScreen.-tiny #leech { height: 1; }
    ReviewScreen.-tiny.-front GradeBar { display: none; }
    ReviewScreen.-tiny.-front KeyHints, ReviewScreen.-tiny.-leech KeyHints { display: block; }
    ReviewScreen.-tiny Notice { display: none; }
    ReviewScreen.-tiny.-unsaved Notice { display: block; }
    """

    def __init__(self, session: ReviewSession, told: str = "") -> None:
        super().__init__(session.study)
        self._told = told
        self._session = session
        self._revealed = False
        self._aside = False
        self._judged: Judged | None = None
        self._leech: Graded | None = None
        self._unsaved: Rating | None = None
        self._leaving = False

    @property
    def place(self) -> Place:
        """The state of the card."""
        if self._leech is not None:
            return Place.LEECH
        prompt = self._prompt
        if prompt is None:
            return Place.WAITING
        if self._unsaved is not None:
            return Place.UNSAVED
        if self._revealed:
            return Place.BACK if self._judged is None else Place.JUDGED
        if prompt.typed:
            return Place.ASIDE if self._aside else Place.TYPING
        return Place.FRONT

    def compose(self) -> ComposeResult:
        """A column in the middle."""
        with Container(id="page"):
            yield Ends(Content(), id="title")
            yield CardView(drawing.pen(self.study.settings))
            yield Wait(self.study.clock)
            yield GradeBar()
            yield AnswerField()
            yield Static(id="leech", markup=False)
            yield Notice()
            yield KeyHints(self.place)

    def on_mount(self) -> None:
        """Asks the first card, and watches the time while waiting."""
        self._ask(self._told)
        self.set_interval(TICK_S, self._tick)

    # what the learner does

    def action_show(self) -> None:
        """Turns the card over."""
        self._reveal()

    async def action_judge(self) -> None:
        """Compares the typed answer and turns the card over; one that cannot be read may be mended."""
        text = await self._field.settled()
        judged = self._session.answer(text) if text.strip() else self._session.give_up()
        if judged.proposed is None:
            said = headline(judged.verdict).plain
            self._notice.tell(f"{said}. Nothing was used: type it again, or Esc.", "warning")
            return
        self._reveal(judged)

    def action_leave_field(self) -> None:
        """Lets keys be commands; what was typed stays."""
        self._aside = True
        self._notice.tell("Enter goes back to the answer, Space shows the back.")
        self._show_place()

    def action_type(self) -> None:
        """Back into the answer field."""
        self._aside = False
        self._notice.tell()
        self._show_place()

    def on_descendant_focus(self, event: events.DescendantFocus) -> None:
        """A click into the answer field goes back to typing."""
        if self.place is Place.ASIDE and isinstance(event.widget, AnswerField):
            self.action_type()

    def on_answer_field_refused(self, event: AnswerField.Refused) -> None:
        """Says why a paste was not taken."""
        self._notice.tell(f"Not pasted: {event}.", "warning")

    def action_too_early(self) -> None:
        """Says why a grade does nothing yet."""
        key = actions.key_at("show", self.place) or actions.key_at("show_untyped", self.place)
        self._notice.tell(f"{key} shows the back first, then comes the grade.")

    async def action_keep(self) -> None:
        """Takes the grade that is proposed."""
        if self._judged is not None and self._judged.proposed is not None:
            await self.action_grade(self._judged.proposed.value)

    async def action_grade(self, grade: int) -> None:
        """Saves a grade and goes on; if it cannot be saved, keeps it and says so."""
        rating = Rating(grade)
        try:
            graded = self._session.grade(rating)
        except StudyError as error:
            self._unsaved = rating
            self._leaving = False
            told = f"Not saved: {reason(error)}. Your answer ({_word(rating)}) is kept; r tries again."
            self._notice.tell(told, "error")
            self._show_place()
            return
        told = f"Saved: {_word(rating)}, back in {graded.interval}."
        if graded.leech:
            self._unsaved = None
            self._show_leech(graded, told)
            return
        await self._go_on(told)

    async def action_retry(self) -> None:
        """Tries again to save the answer."""
        if self._unsaved is not None:
            await self.action_grade(self._unsaved.value)

    async def action_go_on(self) -> None:
        """Goes on after a leech."""
        if self._session.prompt is not None:
            self._session.reread()  # the time spent on the leech is not the next card's
        await self._go_on()

    async def action_suspend_leech(self) -> None:
        """Puts the leech away, and goes on."""
        if self._leech is None:
            return
        try:
            self._session.suspend_item(self._leech.item)
        except StudyError as error:
            self._notice.tell(f"Not saved: {reason(error)}. s tries again.", "error")
            return
        await self._go_on(put_away("Suspended", self._session.prompt))

    async def action_suspend(self) -> None:
        """Puts the card away until it is unsuspended."""
        try:
            self._session.suspend()
        except StudyError as error:
            self._notice.tell(f"Not saved: {reason(error)}. s tries again.", "error")
            return
        await self._go_on(put_away("Suspended", self._session.prompt))

    async def action_bury(self) -> None:
        """Puts the card away until tomorrow."""
        try:
            self._session.bury()
        except StudyError as error:
            self._notice.tell(f"Not saved: {reason(error)}. b tries again.", "error")
            return
        await self._go_on(put_away("Buried until tomorrow", self._session.prompt))

    def action_flag(self) -> None:
        """Marks the card, or takes its mark off."""
        try:
            flagged = self._session.flag()
        except StudyError as error:
            self._notice.tell(f"Not saved: {reason(error)}. f tries again.", "error")
            return
        self._show_context()
        self._notice.tell("Flagged. f takes the flag off." if flagged else "The flag was taken off.")

    async def action_section(self) -> None:
        """Shows the part of the note that the card comes from."""
        prompt = self._prompt
        if prompt is None:
            return
        try:
            section = self.study.section(prompt.card)
        except StudyError as error:
            self._notice.tell(str(error), "warning")
            return
        from studykit.tui.screens.section import SectionScreen  # only when it is asked for

        await self.app.push_screen(SectionScreen(self.study, section, prompt.card.file))

    async def action_edit(self) -> None:
        """Opens the note in the learner's editor, then shows the card as it says now."""
        card = self._shown_card()
        if card is None:
            return
        failed = edit(self.app, card)
        told = f"Not edited: {failed}." if failed else ""
        if self._leech is not None:
            self._show_leech(self._leech, told, level="warning" if failed else "")
            return
        if not self._session.reread():
            await self._go_on(told)
            return
        changed = self._shown_card() != card
        self._show_again()
        self._notice.tell(told or ("The card is shown as it says now." if changed else ""), _level(failed))

    async def action_undo(self) -> None:
        """Takes the latest deed back and asks its card again."""
        try:
            undone = self._session.undo()
        except StudyError as error:
            self._notice.tell(f"Not taken back: {reason(error)}. u tries again.", "error")
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
        await self.run_action("app.leave")

    def on_grade_button_pressed(self, event: GradeButton.Pressed) -> None:
        """A click on a grade; the app runs it, in line with the keys."""
        self.app.call_later(self.app.run_action, f"grade({event.rating.value})", self)

    # how

    @property
    def _prompt(self) -> Prompt | None:
        """The card that is asked; what is no card has a screen of its own."""
        prompt = self._session.prompt
        return prompt if isinstance(prompt, Prompt) else None

    @property
    def _card(self) -> CardView:
        return self.query_one(CardView)

    @property
    def _field(self) -> AnswerField:
        return self.query_one(AnswerField)

    @property
    def _notice(self) -> Notice:
        return self.query_one(Notice)

    def _shown_card(self) -> Card | None:
        if self._leech is not None:
            return self.study.cards.get(self._leech.item)
        return None if self._prompt is None else self._prompt.card

    async def _go_on(self, told: str = "") -> None:
        self._unsaved = self._leech = self._judged = None
        self._revealed = self._aside = False
        from studykit.tui.screens import asking  # the screens lead to each other

        if asking.is_shown_by(self._session, self):
            self._ask(told)
        else:
            await self.app.switch_screen(asking.screen(self._session, told))

    def _ask(self, told: str = "") -> None:
        prompt = self._prompt
        if prompt is not None:
            self._show_front()
            self._field.begin()
            if prompt.early_ms:
                told = f"{told} Shown {interval.minutes(prompt.early_ms)} early.".strip()
        self.query_one(GradeBar).show()
        self._tell(told)
        self._show_place()

    def _reveal(self, judged: Judged | None = None) -> None:
        self._revealed = True
        self._judged = judged
        self._notice.tell()
        self._show_back()
        self._show_place()

    def _show_again(self) -> None:
        """The same card, of which the text may have changed, on the side that it was on."""
        self._show_front()
        if self._revealed:
            self._show_back()
        self._show_place()

    def _show_front(self) -> None:
        prompt = self._prompt
        if prompt is not None:
            self._card.show_front(prompt.card)
            self._show_context()

    def _show_context(self) -> None:
        prompt = self._prompt
        if prompt is not None:
            tag = "new" if prompt.phase is Phase.NEW else ""
            self._card.show_context(prompt.card, tag=tag, flagged=prompt.flagged)

    def _show_back(self) -> None:
        prompt, judged = self._prompt, self._judged
        if prompt is None:
            return
        self._card.show_back(prompt.card, None if judged is None else judged.verdict)
        self.query_one(GradeBar).show(self._session.choices(), None if judged is None else judged.proposed)

    def _show_leech(self, graded: Graded, told: str, level: str = "") -> None:
        """The graded card stays in sight until it is decided what becomes of it."""
        self._leech = graded
        card = self.study.current(graded.item)
        if card is not None:
            self._card.show_front(card, flagged=graded.state.flagged)
            self._card.show_back(card)
        self.query_one("#leech", Static).update(
            Content(
                f"Forgotten {graded.state.lapses} times: a leech, which costs more than it gives."
                " s suspends it; e opens it, to word it anew: shorter, and asking one thing."
            )
        )
        self._tell(told, level)
        self._show_place()

    def _tell(self, told: str, level: str = "") -> None:
        notices = self.drain_notices()
        self._notice.tell(" · ".join([*notices, *([told] if told else [])]), "warning" if notices else level)

    def _show_place(self) -> None:
        place = self.place
        self.set_class(place is Place.WAITING, "-waiting")
        self.set_class(place is Place.UNSAVED, "-unsaved")
        self.set_class(place is Place.LEECH, "-leech")
        self.set_class(place in (Place.TYPING, Place.ASIDE), "-typing")
        self.set_class(place in (Place.FRONT, Place.WAITING), "-front")
        self.set_focus(self._field if place is Place.TYPING else None, scroll_visible=False)
        self._show_title()
        self.query_one(Wait).show(self._session.waiting_until)
        self.query_one(KeyHints).show(place)
        self.name_scroll_keys()

    def _show_title(self) -> None:
        progress = self._session.progress
        if progress.of is not None:
            rights = [Content.styled(f"{min(progress.done + 1, progress.of)} of {progress.of}", MUTED)]
        else:
            done, left = Content.styled(f"{progress.done} done", MUTED), progress.left
            rights = [Content.assemble(done, "   ", sentence(left)), sentence(left), brief(left)]
        self.query_one("#title", Ends).show(Content(visible(self._session.wish.deck or "All decks")), rights)

    def _tick(self) -> None:
        if self.place is not Place.WAITING or not self.is_current:
            return
        self.query_one(Wait).refresh()
        self._session.refresh()
        if self._session.prompt is not None or self._session.ended:
            self.app.call_later(self._go_on)


def _word(rating: Rating) -> str:
    return rating.name.capitalize()


def _level(failed: str) -> str:
    return "warning" if failed else ""
