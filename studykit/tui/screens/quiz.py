"""The screen of a quiz: one question after the other, each in its own way, and what became of it."""

from __future__ import annotations

from collections.abc import Callable
from functools import partial

from textual.app import ComposeResult
from textual.containers import Container
from textual.content import Content
from textual.widgets import Input

from studykit.errors import StudyError
from studykit.render.sanitise import visible
from studykit.session.question import Kind
from studykit.session.quiz import Knew, QuizSession
from studykit.session.quiz_report import points
from studykit.session.reply import Reply
from studykit.tui import actions, places
from studykit.tui.places import Place
from studykit.tui.screens.page import ScrollingPage
from studykit.tui.screens.quiz_report import QuizReportScreen
from studykit.tui.widgets.answer_field import AnswerField
from studykit.tui.widgets.counts import MUTED
from studykit.tui.widgets.ends import Ends
from studykit.tui.widgets.key_hints import KeyHints
from studykit.tui.widgets.knew_bar import KnewBar, KnewButton
from studykit.tui.widgets.notice import Notice
from studykit.tui.widgets.option_list import NONE, OptionList
from studykit.tui.widgets.question_view import QuestionView
from studykit.tui.widgets.score_strip import strip

ASKING = {Kind.CHOICE: Place.QUIZ_CHOICE, Kind.TYPED: Place.QUIZ_TYPING, Kind.SELF: Place.QUIZ_FRONT}
KNEW = {Knew.NO: "not known", Knew.PARTLY: "partly known", Knew.YES: "known"}


class QuizScreen(ScrollingPage):
    """Asks; every answer is on the disk before its verdict is shown."""

    AUTO_FOCUS = ""  # only a typed question takes the focus
    BINDINGS = actions.bindings(*places.QUIZ)
    DEFAULT_CSS = """
    QuizScreen QuestionView { margin: 1 0 0 0; }
    QuizScreen AnswerField { margin: 0 1 1 1; }
    QuizScreen KnewBar { margin: 0 1 1 1; display: none; }
    QuizScreen.-self KnewBar { display: block; }
    QuizScreen.-low QuestionView, QuizScreen.-tiny QuestionView { margin: 0; }
    QuizScreen.-low AnswerField, QuizScreen.-low KnewBar { margin: 0 1; }
    QuizScreen.-tiny AnswerField, QuizScreen.-tiny KnewBar { margin: 0; }
    QuizScreen.-tiny #title { display: none; }
    QuizScreen.-tiny #context { height: 0; margin: 0; }
    QuizScreen.-tiny OptionList, QuizScreen.-tiny VerdictView, QuizScreen.-tiny #answer,
    QuizScreen.-tiny #rule { margin: 0; }
    QuizScreen.-tiny Notice { display: none; max-height: 2; }
    QuizScreen.-tiny Notice.-warning, QuizScreen.-tiny Notice.-error { display: block; }
    QuizScreen.-tiny.-front KnewBar, QuizScreen.-tiny.-back KeyHints { display: none; }
    """

    def __init__(self, session: QuizSession) -> None:
        super().__init__(session.study)
        self._session = session
        self._turned = False
        self._giving_up = False
        self._unsaved: Callable[[], Reply] | None = None
        self._leaving = False

    @property
    def place(self) -> Place:
        """What the question waits for."""
        question = self._session.question
        if question is None:
            return Place.QUIZ_REPORT
        if self._unsaved is not None:
            return Place.QUIZ_UNSAVED
        if self._session.reply is not None:
            return Place.QUIZ_REPLY
        return Place.QUIZ_BACK if self._turned else ASKING[question.kind]

    def compose(self) -> ComposeResult:
        """A column in the middle."""
        with Container(id="page"):
            yield Ends(Content(), id="title")
            yield QuestionView()
            yield AnswerField()
            yield KnewBar()
            yield Notice()
            yield KeyHints(self.place)

    def on_mount(self) -> None:
        """Asks the first question."""
        self._ask()

    # what the learner does

    async def action_pick(self, option: int) -> None:
        """Takes an option."""
        question = self._session.question
        if question is not None and option < len(question.options):
            self._take(partial(self._session.choose, option))

    async def action_pick_marked(self) -> None:
        """Takes the option under the cursor."""
        cursor = self._view.options.cursor
        if cursor == NONE:
            self._notice.tell("Choose with 1 to 4, or with the arrows and Enter.", "warning")
        else:
            await self.action_pick(cursor)

    def action_option_down(self) -> None:
        """To the next option."""
        self._view.point_at(self._view.options.move(1))

    def action_option_up(self) -> None:
        """To the option before."""
        self._view.point_at(self._view.options.move(-1))

    async def action_answer(self) -> None:
        """Takes what was typed. An empty line gives up, if Enter is pressed twice."""
        text = await self._field.settled()
        if text.strip():
            self._giving_up = False
            self._take(partial(self._session.type, text))
        elif self._giving_up:
            self._take(self._session.give_up)
        else:
            self._giving_up = True
            self._notice.tell("Nothing was typed. Enter once more gives up.", "warning")

    def action_show(self) -> None:
        """Shows the answer of a question that is graded by the learner."""
        question = self._session.question
        if question is not None:
            self._turned = True
            self._notice.tell()
            self._view.turn(question)
            self._show_place()

    async def action_knew(self, word: str) -> None:
        """Takes the learner's word, and goes on."""
        self._take(partial(self._session.grade, Knew[word]))
        if self._session.reply is not None:
            await self.action_next_question()

    async def action_next_question(self) -> None:
        """Goes on to the next question, or to the report."""
        reply = self._session.reply
        self._session.go_on()
        if self._session.question is None:
            await self._end()
            return
        told = (
            f"Saved: {KNEW[Knew[reply.given.upper()]]}." if reply and reply.question.kind is Kind.SELF else ""
        )
        self._ask(told)

    async def action_retry(self) -> None:
        """Tries again to save the answer."""
        answer = self._unsaved
        if answer is None:
            return
        self._unsaved = None
        self._take(answer)
        reply = self._session.reply
        if reply is not None and reply.question.kind is Kind.SELF:
            await self.action_next_question()

    async def action_leave_quiz(self) -> None:
        """Ends the quiz here; asks once more if an answer would be lost, and on the line, where Esc may be
        meant as elsewhere."""
        if self.place is Place.QUIZ_TYPING and not self._leaving:
            self._leaving = True
            self._notice.tell("Esc once more ends the quiz; what was not asked is left out.", "warning")
            return
        if self._unsaved is not None and not self._leaving:
            self._leaving = True
            self._notice.tell(
                "The answer is still not saved: r tries again, q once more leaves without it.", "error"
            )
            return
        await self._end()

    def on_option_list_clicked(self, event: OptionList.Clicked) -> None:
        """A click on an option; the app runs it, in line with the keys."""
        self.app.call_later(self.app.run_action, f"pick({event.index})", self)

    def on_knew_button_pressed(self, event: KnewButton.Pressed) -> None:
        """A click on a word; the app runs it, in line with the keys."""
        self.app.call_later(self.app.run_action, f"knew('{event.knew.name}')", self)

    def on_input_changed(self, event: Input.Changed) -> None:
        """What is typed takes a question back that waits for a second key."""
        event.stop()
        if event.value and (self._giving_up or self._leaving):
            self._giving_up = self._leaving = False
            self._notice.tell()

    def on_answer_field_refused(self, event: AnswerField.Refused) -> None:
        """Says why a paste changed nothing."""
        self._notice.tell(f"Not taken: {event}.", "warning")

    # how

    @property
    def _view(self) -> QuestionView:
        return self.query_one(QuestionView)

    @property
    def _field(self) -> AnswerField:
        return self.query_one(AnswerField)

    @property
    def _notice(self) -> Notice:
        return self.query_one(Notice)

    def _take(self, answer: Callable[[], Reply]) -> None:
        """Gives an answer to the session; if it cannot be saved, keeps it and says so."""
        self._leaving = False
        try:
            reply = answer()
        except StudyError as error:
            self._unsaved = answer
            self._notice.tell(f"Not saved: {error}. Your answer is kept; r tries again.", "error")
            self._show_place()
            return
        if not reply.counted:
            self._notice.tell(f"Not counted: {reply.verdict.message}.", "warning")
            return
        self._notice.tell("Saved.")
        if reply.question.kind is not Kind.SELF:
            self._view.tell(reply)
        self._show_place()

    def _ask(self, told: str = "") -> None:
        question = self._session.question
        if question is None:
            return
        self._turned = self._giving_up = self._leaving = False
        self._view.ask(question)
        self._field.begin()
        notices = self.drain_notices()
        self._notice.tell(" · ".join([*notices, *([told] if told else [])]), "warning" if notices else "")
        self._show_place()

    def _show_place(self) -> None:
        place = self.place
        question = self._session.question
        self.set_class(place is Place.QUIZ_FRONT, "-front")
        self.set_class(place is Place.QUIZ_BACK, "-back")
        self.set_class(question is not None and question.kind is Kind.SELF, "-self")
        self.query_one(KnewBar).set_class(place is not Place.QUIZ_BACK, "-hidden")
        typing = place is Place.QUIZ_TYPING
        self._field.display = typing
        self.set_focus(self._field if typing else None, scroll_visible=False)
        self.query_one("#title", Ends).show(*self._title())
        self.query_one(KeyHints).show(place)
        self.name_scroll_keys()

    def _title(self) -> tuple[Content, list[Content]]:
        session = self._session
        total = len(session.questions)
        number = Content(f"{min(session.number, total)} of {total}")
        score = Content.styled(f"{points(session.score)} right", MUTED)
        marks = strip(session.replies, total)
        rights = [Content("   ").join([marks, score, number])] if marks.plain else []
        rights += [Content("   ").join([score, number]), Content(f"{min(session.number, total)}/{total}")]
        return Content(f"Quiz · {visible(session.wish.deck or 'All decks')}"), rights

    async def _end(self) -> None:
        await self.app.switch_screen(QuizReportScreen(self._session))
