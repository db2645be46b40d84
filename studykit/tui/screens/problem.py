"""What the screens that ask a problem share: typing, judging, hints, giving up, the solution."""

from __future__ import annotations

from dataclasses import replace

from textual import events
from textual.app import ComposeResult
from textual.containers import Container
from textual.content import Content

from studykit.cards.model import Card
from studykit.checking.verdict import Outcome, Verdict
from studykit.errors import StudyError
from studykit.practice.problem import Problem
from studykit.render.sanitise import visible
from studykit.session import drawing, explaining
from studykit.session.attempt import Attempt
from studykit.session.prompt import Judged
from studykit.session.study import Study
from studykit.tui.places import Place
from studykit.tui.screens.page import ScrollingPage, reason
from studykit.tui.widgets.answer_box import AnswerBox
from studykit.tui.widgets.answer_field import AnswerField
from studykit.tui.widgets.answer_grid import AnswerGrid
from studykit.tui.widgets.ends import Ends
from studykit.tui.widgets.grade_bar import GradeBar
from studykit.tui.widgets.key_hints import KeyHints
from studykit.tui.widgets.notice import Notice
from studykit.tui.widgets.problem_view import ProblemView

SECOND_TRY = "Try once more, or F4 shows the solution."


class ProblemScreen(ScrollingPage):
    """One problem on the screen. A subclass knows the session: what comes of an answer, what comes next."""

    AUTO_FOCUS = ""
    DEFAULT_CSS = """
    ProblemScreen ProblemView { margin: 1 0 0 0; }
    ProblemScreen AnswerBox { margin: 0 1; }
    ProblemScreen GradeBar { margin: 0 1 1 1; display: none; }
    ProblemScreen.-graded GradeBar { display: block; }
    ProblemScreen.-finished AnswerBox { display: none; }
    ProblemScreen.-low ProblemView, ProblemScreen.-tiny ProblemView { margin: 0; }
    ProblemScreen.-low GradeBar { margin: 0 1; }
    ProblemScreen.-tiny #title, ProblemScreen.-tiny KeyHints, ProblemScreen.-tiny Notice { display: none; }
    ProblemScreen.-tiny #reading { display: none; }
    ProblemScreen.-tiny AnswerBox { margin: 0; }
    ProblemScreen.-tiny GradeBar { height: 1; margin: 0; }
    ProblemScreen.-tiny.-unsaved Notice { display: block; }
    """

    def __init__(self, study: Study) -> None:
        super().__init__(study)
        self._aside = False
        self._giving_up = False

    def compose(self) -> ComposeResult:
        """A column in the middle."""
        settings = self.study.settings
        with Container(id="page"):
            yield Ends(Content(), id="title")
            yield ProblemView(drawing.pen(settings))
            yield AnswerBox(drawing.pen(settings).charset)
            yield GradeBar()
            yield Notice()
            yield KeyHints(Place.PROBLEM_TYPING)

    # what a subclass says

    @property
    def attempt(self) -> Attempt | None:
        """The problem that is worked on; None if there is none any more."""
        raise NotImplementedError

    def judge(self, text: str) -> Judged:
        """Gives an answer to the session. Raises `StudyError` if what it came to could not be saved."""
        raise NotImplementedError

    def surrender(self) -> Judged:
        """Gives up. Raises `StudyError` if that could not be saved."""
        raise NotImplementedError

    def show_title(self) -> None:
        """The line at the top."""
        raise NotImplementedError

    def context(self, problem: Problem) -> str:
        """The line above the problem."""
        return f"{problem.concept}  ·  {problem.title}  ·  level {problem.level}"

    def finish(self, proposed: Judged) -> None:
        """The solution is shown; offers what comes next."""

    # what the learner does

    async def action_try_answer(self) -> None:
        """Judges what was typed. An empty answer gives up, if Enter is pressed twice."""
        attempt = self.attempt
        if attempt is None or attempt.finished:
            return
        text = await self._box.text()
        if not text:
            if self._giving_up:
                self._take(None)
                return
            self._giving_up = True
            self._notice.tell(
                "Nothing was typed. Enter once more gives up and shows the solution.", "warning"
            )
            return
        empty = self._box.empty_cell
        if empty is not None:
            self._box.go(*empty)
            self._notice.tell("This cell is empty. Nothing was used.", "warning")
            return
        self._giving_up = False
        self._take(text)

    async def action_give_up(self) -> None:
        """Shows the solution."""
        if self.attempt is not None and not self.attempt.finished:
            self._take(None)

    def action_hint(self) -> None:
        """Shows the next hint."""
        attempt = self.attempt
        if attempt is None or attempt.finished:
            return
        if attempt.hint() is None:
            self._notice.tell("There is no further hint.")
            return
        self._view.hint(attempt.hints)
        rest = len(attempt.problem.hints) - len(attempt.hints)
        self._notice.tell(
            f"{rest} more hint{'' if rest == 1 else 's'}." if rest else "That was the last hint."
        )
        self.show_place()

    def action_swap_field(self) -> None:
        """Changes between the cells of a matrix and a line of text."""
        if not self._box.has_grid:
            self._notice.tell("This answer is typed on a line.")
            return
        self._box.show_grid(not self._box.in_grid)
        self.show_place()

    def action_leave_field(self) -> None:
        """Lets keys be commands; what was typed stays."""
        self._aside = True
        self._notice.tell("Enter goes back to the answer.")
        self.show_place()

    def action_type(self) -> None:
        """Back to the answer."""
        self._aside = False
        self._notice.tell()
        self.show_place()

    async def action_explain(self) -> None:
        """Shows the card that explains the mistake, and its note."""
        card = self.explaining()
        if card is None:
            self._notice.tell("No card explains just this mistake.")
            return
        try:
            note = explaining.note(self.study, card)
        except StudyError as error:
            self._notice.tell(str(error), "warning")
            return
        from studykit.tui.screens.explanation import ExplanationScreen  # only when it is asked for

        await self.app.push_screen(ExplanationScreen(self.study, card, note))

    async def on_answer_grid_submitted(self, event: AnswerGrid.Submitted) -> None:
        """Enter in the last cell judges."""
        event.stop()
        self.call_later(self.action_try_answer)

    def on_answer_box_typed(self, event: AnswerBox.Typed) -> None:
        """What is typed after an empty line is an answer, and gives nothing up."""
        event.stop()
        if self._giving_up:
            self._giving_up = False
            self._notice.tell()

    def on_answer_grid_refused(self, event: AnswerGrid.Refused) -> None:
        """Says why a paste was not taken."""
        self._notice.tell(f"Not pasted: {event}.", "warning")

    def on_answer_field_refused(self, event: AnswerField.Refused) -> None:
        """The same."""
        self._notice.tell(f"Not pasted: {event}.", "warning")

    def on_descendant_focus(self, event: events.DescendantFocus) -> None:
        """A click into the answer goes back to typing."""
        if self._aside and isinstance(event.widget, AnswerField | AnswerGrid):
            self.action_type()

    # how

    @property
    def _view(self) -> ProblemView:
        return self.query_one(ProblemView)

    @property
    def _box(self) -> AnswerBox:
        return self.query_one(AnswerBox)

    @property
    def _notice(self) -> Notice:
        return self.query_one(Notice)

    @property
    def typing(self) -> Place | None:
        """How the answer is being typed; None when keys are commands."""
        attempt = self.attempt
        if attempt is None or attempt.finished or self._aside:
            return None
        return Place.PROBLEM_GRID if self._box.in_grid else Place.PROBLEM_TYPING

    async def ask(self, told: str = "") -> None:
        """Shows the problem of the present attempt."""
        attempt = self.attempt
        if attempt is None:
            return
        self._aside = self._giving_up = False
        self._view.ask(attempt.problem, self.context(attempt.problem))
        if attempt.hints:  # the problem was left open for another
            self._view.hint(attempt.hints)
        await self._box.begin(attempt.problem)
        self.query_one(GradeBar).show()
        self.tell(told)
        if attempt.tries and not attempt.finished:
            self._tell_wrong(attempt)
        self.show_place()

    def tell(self, told: str, level: str = "") -> None:
        """A notice, with what the study had to say."""
        notices = self.drain_notices()
        self._notice.tell(" · ".join([*notices, *([told] if told else [])]), "warning" if notices else level)

    def show_place(self) -> None:
        """Brings everything in line with the state of the attempt."""
        attempt, place = self.attempt, self.place
        finished = attempt is None or attempt.finished
        self.set_class(finished, "-finished")
        self.set_class(place in (Place.PROBLEM_UNSAVED, Place.PRACTICE_UNSAVED), "-unsaved")
        typing = self.typing is not None
        self.set_focus(self._box.focused_part if typing else None, scroll_visible=False)
        self.show_title()
        without = {"explain"} if self.explaining() is None else set()
        if not self._box.has_grid:
            without.add("swap_field")
        if attempt is not None and not attempt.next_hint:
            without.add("hint")
        self.query_one(KeyHints).show(place, frozenset(without))
        self.name_scroll_keys()

    def explaining(self) -> Card | None:
        """The card that explains the mistake that was just made; None if there is none."""
        attempt = self.attempt
        mistake = None if attempt is None else attempt.mistake
        return None if mistake is None else explaining.card(self.study, mistake.card)

    def _take(self, text: str | None) -> None:
        """Gives an answer, or gives up with None."""
        attempt = self.attempt
        if attempt is None:
            return
        try:
            judged = self.surrender() if text is None else self.judge(text)
        except StudyError as error:
            self.show_solution(attempt)
            self._notice.tell(f"Not saved: {reason(error)}. Your answer is kept; r tries again.", "error")
            self.show_place()
            return
        if judged.proposed is not None:
            self.show_solution(attempt)
            self._notice.tell()
            self.finish(judged)
        else:
            self._tell(judged.verdict)
            self._box.mark()
            used = judged.verdict.outcome in (Outcome.WRONG, Outcome.PARTLY)
            self._notice.tell(
                SECOND_TRY if used else "Nothing was used: type it again.", "" if used else "warning"
            )
        self.show_place()

    def _tell(self, verdict: Verdict) -> None:
        # Where the two differ would give the answer away while it can still be mended.
        self._view.tell(replace(verdict, counterexample=None))

    def _tell_wrong(self, attempt: Attempt) -> None:
        """What became of the first try, of a problem that was left open for another."""
        if attempt.verdict is not None:
            self._tell(attempt.verdict)
        if not self._box.in_grid:
            self._box.field.begin(attempt.text)
            self._box.mark()
        self.tell(SECOND_TRY)

    def show_solution(self, attempt: Attempt) -> None:
        """The worked solution, below what was answered."""
        verdict: Verdict | None = None if attempt.gave_up else attempt.verdict
        self._view.solve(attempt.problem.steps, verdict, _told_before(attempt))


def _told_before(attempt: Attempt) -> str:
    """What stands above the last verdict: what was answered, and the mistake of an earlier try."""
    if attempt.gave_up:
        return "Given up."
    told = [f"Your answer: {visible(attempt.text)}"] if attempt.text else []
    mistake = attempt.mistake
    verdict = attempt.verdict
    if mistake is not None and verdict is not None and verdict.mistake is None:
        told.append(f"The first try: {mistake.why}")
    return "\n\n".join(told)
