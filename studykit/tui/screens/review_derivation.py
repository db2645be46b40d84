"""A derivation of a review: written as in practice, then graded."""

from __future__ import annotations

from textual.app import ComposeResult

from studykit.checking.proof import Prover
from studykit.session.prompt import DerivationPrompt
from studykit.session.review import ReviewSession
from studykit.session.review_derivation import ReviewDerivation
from studykit.tui import actions, places
from studykit.tui.places import Place
from studykit.tui.screens.derivation import DerivationScreen
from studykit.tui.screens.in_review import InReview
from studykit.tui.widgets.grade_bar import GradeBar
from studykit.tui.widgets.key_hints import KeyHints
from studykit.tui.widgets.notice import Notice

KEPT = "Done. Enter keeps the marked grade, 1 to 4 set another."


class ReviewDerivationScreen(DerivationScreen, InReview):
    """Asks for lines, and takes the grade. Each derivation gets a screen of its own."""

    BINDINGS = actions.bindings(*places.DERIVE_IN_REVIEW)
    DEFAULT_CSS = """
    ReviewDerivationScreen GradeBar { margin: 0 1 1 1; display: none; }
    ReviewDerivationScreen.-graded GradeBar { display: block; }
    ReviewDerivationScreen.-low GradeBar { margin: 0 1; }
    ReviewDerivationScreen.-tiny GradeBar { height: 1; margin: 0; }
    """

    def __init__(self, session: ReviewSession, told: str = "") -> None:
        prompt = session.prompt
        assert isinstance(prompt, DerivationPrompt)  # noqa: S101 (`asking` chose this screen)
        DerivationScreen.__init__(self, ReviewDerivation(session, prompt.attempt, Prover()))
        self._review = session
        self._told_first = told
        self._is_graded = False

    @property
    def place(self) -> Place:
        """What the derivation waits for."""
        if not self.attempt.finished:
            place = super().place
            return Place.DERIVE_REVIEW if place is Place.DERIVE_ASIDE else place
        return Place.DERIVE_GRADING if self._unsaved_grade is None else Place.DERIVE_UNSAVED

    def below(self) -> ComposeResult:
        """The grades, below the lines."""
        yield GradeBar()

    def on_mount(self) -> None:
        """Shows the task."""
        super().on_mount()
        if self._told_first:
            graded = KEPT if self.attempt.finished else ""
            self.say(f"{self._told_first} {graded}".strip())

    def lost_by_leaving(self) -> str:
        """What is said before leaving for good; empty if nothing would be lost."""
        if self.place is Place.DERIVE_GRADING:
            return "It is not graded yet: Enter keeps the marked grade, q once more leaves without one."
        return super().lost_by_leaving()

    async def action_retry(self) -> None:
        """Tries again to save the grade."""
        await InReview.action_retry(self)

    async def action_undo(self) -> None:
        """Takes the latest deed back, of this derivation or before it."""
        await InReview.action_undo(self)

    def say(self, told: str, level: str = "") -> None:
        """A notice on this screen."""
        self.query_one(Notice).tell(told, level)

    def show_state(self) -> None:
        """Brings the screen in line with what the review asks."""
        self._show_place()

    async def ask_again(self, told: str) -> None:
        """Shows the derivation that the review asks now, on a screen of its own."""
        await self.app.switch_screen(ReviewDerivationScreen(self._review, told))

    def _show_place(self) -> None:
        super()._show_place()
        graded = self.place in (Place.DERIVE_GRADING, Place.DERIVE_UNSAVED)
        begins, self._is_graded = graded and not self._is_graded, graded
        self.set_class(graded, "-graded")
        if self.query(GradeBar) and self.place is Place.DERIVE_GRADING:
            self.offer_grades()
            if begins:
                self.say(KEPT)
        self.query_one(KeyHints).show(self.place)
