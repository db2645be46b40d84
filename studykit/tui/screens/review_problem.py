"""A problem of a review: worked on as in practice, then graded."""

from __future__ import annotations

from studykit.errors import StudyError
from studykit.memory.state import Phase
from studykit.practice.problem import Problem
from studykit.session import interval
from studykit.session.attempt import Attempt
from studykit.session.prompt import Judged, ProblemPrompt
from studykit.session.review import ReviewSession
from studykit.tui import actions, places
from studykit.tui.places import Place
from studykit.tui.screens.in_review import InReview
from studykit.tui.screens.problem import ProblemScreen
from studykit.tui.widgets.card_view import FLAG

KEPT = "Enter keeps the marked grade, 1 to 4 set another."


class ReviewProblemScreen(ProblemScreen, InReview):
    """Asks, judges, shows the solution, and takes the grade."""

    BINDINGS = actions.bindings(*places.PROBLEM)

    def __init__(self, session: ReviewSession, told: str = "") -> None:
        ProblemScreen.__init__(self, session.study)
        self._review = session
        self._told = told

    @property
    def place(self) -> Place:
        """What the problem waits for."""
        attempt = self.attempt
        if attempt is None or not attempt.finished:
            return self.typing or Place.PROBLEM_ASIDE
        return Place.PROBLEM_DONE if self._unsaved_grade is None else Place.PROBLEM_UNSAVED

    @property
    def attempt(self) -> Attempt | None:
        """The problem that is worked on."""
        prompt = self._review.prompt
        return prompt.attempt if isinstance(prompt, ProblemPrompt) else None

    async def on_mount(self) -> None:
        """Asks the problem."""
        await self.ask_again(self._told)

    def judge(self, text: str) -> Judged:
        """Judges an answer; nothing is written before the grade."""
        return self._review.try_answer(text)

    def surrender(self) -> Judged:
        """Gives up; nothing is written before the grade."""
        return self._review.surrender()

    def finish(self, proposed: Judged) -> None:
        """Offers the grades, and brings what explains a mistake forward."""
        self.offer_grades()
        card = self.explaining()
        told = KEPT
        if card is not None:
            told = f"{KEPT} x shows what explains it."
            try:
                if self._review.bring_forward(card.id):
                    told = f"{told} Its card comes today."
            except StudyError as error:
                told = f"{told} {error}"
        self.say(told)

    async def action_home(self) -> None:
        """Leaves; asks once more where a try is used up, since an unfinished problem leaves no trace."""
        attempt = self.attempt
        if attempt is not None and attempt.tries and not attempt.finished and not self._leaving:
            self._leaving = True
            self.say("Not finished: q once more leaves it, and it comes again with other numbers.", "warning")
            return
        await super().action_home()

    def context(self, problem: Problem) -> str:
        """The line above the problem: flag, whether it is new, and what it is."""
        prompt = self.prompt
        parts = [super().context(problem)]
        if prompt is not None and prompt.phase is Phase.NEW:
            parts.insert(0, "new")
        if prompt is not None and prompt.flagged:
            parts.insert(0, FLAG)
        return "  ·  ".join(parts)

    def show_title(self) -> None:
        """The deck, and how much is left."""
        self.show_review_title()

    def say(self, told: str, level: str = "") -> None:
        """A notice on this screen; a flag shows at once."""
        attempt = self.attempt
        if attempt is not None:
            self._view.show_context(self.context(attempt.problem))
        self.tell(told, level)

    def show_state(self) -> None:
        """Brings the screen in line with what the review asks."""
        self.show_place()

    def show_place(self) -> None:
        """The same, and whether the grades are shown."""
        super().show_place()
        self._leaving = False
        self.set_class(self.place in (Place.PROBLEM_DONE, Place.PROBLEM_UNSAVED), "-graded")

    async def ask_again(self, told: str) -> None:
        """Shows the problem that the review asks now."""
        prompt = self.prompt
        if prompt is not None and prompt.early_ms:
            told = f"{told} Shown {interval.minutes(prompt.early_ms)} early.".strip()
        await self.ask(told)
        attempt = self.attempt
        if attempt is not None and attempt.finished:  # its grade was taken back
            self.show_solution(attempt)
            self.offer_grades()
            self.say(f"{told} {KEPT}".strip())
            self.show_place()
