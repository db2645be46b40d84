"""A derivation on the screen: lines stacked as on paper, the present one read while it is typed."""

from __future__ import annotations

from textual import events
from textual.app import ComposeResult
from textual.containers import Container
from textual.content import Content
from textual.message import Message
from textual.widgets import Input

from studykit.checking.proof import Proof
from studykit.checking.verdict import Outcome
from studykit.errors import StudyError
from studykit.render.indices import with_indices
from studykit.render.markdown import read
from studykit.render.sanitise import visible
from studykit.session import drawing
from studykit.session.derivation import DerivationAttempt
from studykit.session.derive import DeriveSession, record_faults
from studykit.session.review_derivation import ReviewDerivation
from studykit.tui import actions, places
from studykit.tui.places import Place
from studykit.tui.screens.page import ScrollingPage, reason, told_of_undo
from studykit.tui.widgets.answer_field import AnswerField
from studykit.tui.widgets.card_text import CardText
from studykit.tui.widgets.chain_text import reading_document
from studykit.tui.widgets.derivation_view import DerivationView
from studykit.tui.widgets.ends import Ends
from studykit.tui.widgets.key_hints import KeyHints
from studykit.tui.widgets.notice import Notice

MOST_ROWS = 5
"""Of the line that is typed; one that is taller is read on one line."""


BURST_MS = 700
"""A key that follows another one so soon belongs to what is being typed."""


class DerivationScreen(ScrollingPage):
    """One derivation of free practice."""

    AUTO_FOCUS = ""
    BINDINGS = actions.bindings(*places.DERIVE)
    DEFAULT_CSS = """
    DerivationScreen DerivationView { margin: 1 0 0 0; }
    DerivationScreen AnswerField { margin: 0 1; display: none; }
    DerivationScreen #statement { margin: 1 1 0 1; max-height: 4; }
    DerivationScreen #reading { height: auto; max-height: 5; margin: 0 2; color: $muted; }
    DerivationScreen.-typing AnswerField { display: block; }
    DerivationScreen.-low DerivationView, DerivationScreen.-tiny DerivationView { margin: 0; }
    DerivationScreen.-low #statement { margin: 0 1; max-height: 2; }
    DerivationScreen.-narrow #statement { margin: 0; }
    DerivationScreen.-low #reading { max-height: 1; }
    DerivationScreen.-tiny #title, DerivationScreen.-tiny KeyHints { display: none; }
    DerivationScreen.-tiny Notice { display: none; }
    DerivationScreen.-tiny #statement, DerivationScreen.-tiny #reading { max-height: 0; margin: 0; }
    """

    class Proved(Message):
        """A proof of a line has come in."""

        def __init__(self, place: int, proof: Proof) -> None:
            super().__init__()
            self.line_at = place
            self.proof = proof

    def __init__(self, session: DeriveSession | ReviewDerivation) -> None:
        super().__init__(session.study)
        self._session = session
        self._aside = False
        self._leaving = False
        self._stray_ms = 0

    @property
    def place(self) -> Place:
        """What the derivation waits for."""
        attempt = self.attempt
        if attempt.finished:
            return Place.DERIVE_DONE if self._session.saved else Place.DERIVE_UNSAVED
        if attempt.question is not None:
            return Place.DERIVE_RULE
        return Place.DERIVE_ASIDE if self._aside else Place.DERIVE_TYPING

    @property
    def attempt(self) -> DerivationAttempt:
        """The derivation that is written."""
        return self._session.attempt

    def compose(self) -> ComposeResult:
        """A column in the middle."""
        with Container(id="page"):
            yield Ends(Content(), id="title")
            yield CardText(id="statement")
            yield DerivationView(drawing.pen(self.study.settings))
            yield AnswerField("type the line")
            yield CardText(id="reading")
            yield from self.below()
            yield Notice()
            yield KeyHints(Place.DERIVE_TYPING)

    def below(self) -> ComposeResult:
        """What stands between the line and the notice; nothing in free practice."""
        yield from ()

    def on_mount(self) -> None:
        """Shows the task."""
        derivation = self.attempt.derivation
        pen = drawing.pen(self.study.settings)
        self.query_one("#statement", CardText).show(read(derivation.statement, pen))
        self._view.begin(self.attempt, f"{derivation.concept}  ·  level {derivation.level}")
        self._show_place()

    def on_unmount(self) -> None:
        """Ends the process that proves."""
        self._session.close()

    # what the learner does

    async def action_write_line(self) -> None:
        """Judges the line that was typed."""
        text = (await self._field.settled()).strip()
        if not text:
            self._notice.tell("Nothing was typed. F2 is a hint, F4 shows the line.", "warning")
            return
        written = len(self.attempt.lines)
        verdict = None
        try:
            verdict = self._session.answer(text, self._told)
        except StudyError as error:
            self._unsaved(error)
        stands = len(self.attempt.lines) > written
        if stands:
            self._field.begin()
        else:
            self._field.select_all()
        self._view.show(self.attempt, verdict if not stands else None)
        if verdict is not None:
            used = verdict.outcome is Outcome.WRONG
            go_on = "Typing replaces the line, an arrow key edits it."
            self._notice.tell("" if stands else go_on if used else f"Nothing was used. {go_on}")
        self._show_place()

    def action_hint(self) -> None:
        """Shows the next hint for the line."""
        if self.attempt.hint() is None:
            self._notice.tell("There is no further hint.")
            return
        self._view.show(self.attempt)
        self._notice.tell()
        self._show_place()

    def action_show_line(self) -> None:
        """Shows the line that is asked for, and goes on."""
        try:
            self._session.show_line()
        except StudyError as error:
            self._unsaved(error)
        else:
            self._notice.tell()
        self._field.begin()
        self._view.show(self.attempt)
        self._show_place()

    def action_rule(self, option: int) -> None:
        """Chooses a rule."""
        question = self.attempt.question
        if question is None or option >= len(question.options):
            return
        if self._is_in_a_burst():
            self._leaving = False
            self._notice.tell("First the rule: its number chooses it, once more now.", "warning")
            return
        try:
            right = self._session.choose(option)
        except StudyError as error:
            self._unsaved(error)
            right = option == question.right
        answer = with_indices(question.options[question.right], drawing.pen(self.study.settings))
        said = "" if right else f"No. The rule is: **{answer}**. {question.why}"
        self._view.show(self.attempt, None, said)
        self._notice.tell("Right." if right else "")
        self._show_place()

    def action_leave_field(self) -> None:
        """Lets keys be commands; what was typed stays."""
        self._aside = True
        self._notice.tell("Enter goes back to the line.")
        self._show_place()

    def action_type(self) -> None:
        """Back to the line."""
        self._aside = False
        self._notice.tell()
        self._show_place()

    async def action_retry(self) -> None:
        """Tries again to save."""
        try:
            self._session.save()
        except StudyError as error:
            self._unsaved(error)
            return
        self._notice.tell("Saved.")
        self._show_place()

    async def action_undo(self) -> None:
        """Takes the derivation that was just saved back, so that it does not count."""
        try:
            undone = self._session.undo()
        except StudyError as error:
            self._notice.tell(f"Not taken back: {reason(error)}. u tries again.", "error")
            return
        self._notice.tell(told_of_undo(undone, self._session.taken_back))

    async def action_leave_derivation(self) -> None:
        """Leaves; a derivation that is not finished leaves no trace."""
        if self.place is Place.DERIVE_RULE and self._is_in_a_burst():
            return
        warning = self.lost_by_leaving()
        if warning and not self._leaving:
            self._leaving = True
            self._stray_ms = self.study.clock.now().at_ms  # a q in the middle of a line asks only once
            self._notice.tell(warning, "warning")
            return
        await self.app.run_action("app.leave")

    def lost_by_leaving(self) -> str:
        """What is said before leaving for good; empty if nothing would be lost."""
        if self.place is Place.DERIVE_UNSAVED:
            return "The derivation is still not saved: r tries again, q once more leaves without it."
        if self.attempt.lines and not self.attempt.finished:
            return "Lines are kept only when the derivation is done: q once more leaves without them."
        return ""

    def on_key(self, event: events.Key) -> None:
        """A line that is typed on while a rule is asked for chooses none."""
        self._leaving = False
        if self.place is Place.DERIVE_RULE and event.is_printable:
            self._stray_ms = self.study.clock.now().at_ms
            self._notice.tell("First the rule: its number chooses it.", "warning")

    def on_input_changed(self, event: Input.Changed) -> None:
        """Draws the line while it is typed."""
        event.stop()
        self._show_reading(event.value)

    def on_resize(self) -> None:
        """Draws the line for the room that there is now."""
        self.call_after_refresh(lambda: self._show_reading(self._field.value))

    def on_descendant_focus(self, event: events.DescendantFocus) -> None:
        """A click into the line goes back to typing."""
        if self.place in places.LINES_ASIDE and isinstance(event.widget, AnswerField):
            self.action_type()

    def on_derivation_screen_proved(self, event: Proved) -> None:
        """Shows what was proved. A disagreement is written down, and the learner is told nothing of it."""
        event.stop()
        self.attempt.proved(event.line_at, event.proof)
        self._view.show_lines(self.attempt)
        if self._session.saved:
            record_faults(self.study, self.attempt)

    def on_answer_field_refused(self, event: AnswerField.Refused) -> None:
        """Says why a paste was not taken."""
        self._notice.tell(f"Not pasted: {event}.", "warning")

    # how

    @property
    def _view(self) -> DerivationView:
        return self.query_one(DerivationView)

    @property
    def _field(self) -> AnswerField:
        return self.query_one(AnswerField)

    @property
    def _notice(self) -> Notice:
        return self.query_one(Notice)

    def _is_in_a_burst(self) -> bool:
        """Whether a key is one of a line that is being typed, and no command."""
        now = self.study.clock.now().at_ms
        if now - self._stray_ms >= BURST_MS:
            return False
        self._stray_ms = now
        return True

    def _told(self, place: int, proof: Proof) -> None:
        """A proof has come in, most often in a thread of its own, which must not wait for the app."""
        self.post_message(self.Proved(place, proof))

    def _show_reading(self, text: str) -> None:
        shown = self.query_one("#reading", CardText)
        most = MOST_ROWS if self.has_class("-high") else 1
        width = self._field.size.width - 2
        pen = drawing.pen(self.study.settings)
        shown.show(reading_document(self.attempt.reading(text), pen, width, most))
        self._view.show_end()

    def _unsaved(self, error: StudyError) -> None:
        self._leaving = False
        self._notice.tell(f"Not saved: {reason(error)}. Your lines are kept; r tries again.", "error")

    def _show_place(self) -> None:
        self._leaving = False
        place = self.place
        typing = place is Place.DERIVE_TYPING or place in places.LINES_ASIDE
        self.set_class(typing, "-typing")
        if not typing:
            self._show_reading("")
        self.set_focus(self._field if place is Place.DERIVE_TYPING else None, scroll_visible=False)
        derivation = self.attempt.derivation
        done = _progress(self.attempt)
        title = with_indices(derivation.title, drawing.pen(self.study.settings))
        self.query_one("#title", Ends).show(Content(visible(f"Derive · {title}")), [Content(done)])
        if place is Place.DERIVE_DONE:
            self._notice.tell(
                f"Done, and saved. In a review this would be {self._session.rating.name.capitalize()}."
            )
        without = frozenset() if self.attempt.next_hint else frozenset({"hint"})
        self.query_one(KeyHints).show(place, without)
        self.name_scroll_keys()


def _progress(attempt: DerivationAttempt) -> str:
    """How far it is: of free lines nobody knows of how many."""
    steps = len(attempt.derivation.steps)
    number = len(attempt.lines) if attempt.free else min(attempt.step, steps)
    of = "" if attempt.free else f" of {steps}"
    return f"{number}{of} {'line' if (number if attempt.free else steps) == 1 else 'lines'}"
