"""What problems and derivations of a review share: grading, putting away, undoing, and what comes next."""

from __future__ import annotations

from textual.content import Content

from studykit.errors import StudyError
from studykit.memory.state import Rating
from studykit.render.sanitise import visible
from studykit.session.prompt import DerivationPrompt, ProblemPrompt
from studykit.session.review import ReviewSession
from studykit.tui.screens.page import ScrollingPage, put_away, reason, taken_back
from studykit.tui.widgets.counts import MUTED, brief, sentence
from studykit.tui.widgets.ends import Ends
from studykit.tui.widgets.grade_bar import GradeBar, GradeButton


class InReview(ScrollingPage):
    """The part of a screen that knows the review it belongs to; the other part knows what is asked."""

    _review: ReviewSession
    _unsaved_grade: Rating | None = None
    _leaving = False

    def say(self, told: str, level: str = "") -> None:
        """A notice on this screen."""
        raise NotImplementedError

    async def ask_again(self, told: str) -> None:
        """Shows the item that the review asks now, which is of this screen's sort."""
        raise NotImplementedError

    @property
    def prompt(self) -> ProblemPrompt | DerivationPrompt | None:
        """What is asked; None if it is a card, or nothing."""
        prompt = self._review.prompt
        return prompt if isinstance(prompt, ProblemPrompt | DerivationPrompt) else None

    def offer_grades(self) -> None:
        """The four grades, the proposed one marked."""
        prompt = self.prompt
        if prompt is not None:
            self.query_one(GradeBar).show(self._review.choices(), self._review.proposed(prompt))

    # what the learner does

    async def action_keep(self) -> None:
        """Takes the grade that is proposed."""
        prompt = self.prompt
        if prompt is not None:
            await self.action_grade(self._review.proposed(prompt).value)

    async def action_grade(self, grade: int) -> None:
        """Saves a grade and goes on; if it cannot be saved, keeps it and says so."""
        rating = Rating(grade)
        try:
            graded = self._review.grade(rating)
        except StudyError as error:
            self._unsaved_grade, self._leaving = rating, False
            word = rating.name.capitalize()
            self.say(f"Not saved: {reason(error)}. Your answer ({word}) is kept; r tries again.", "error")
            self.show_state()
            return
        leech = f" A leech: forgotten {graded.state.lapses} times." if graded.leech else ""
        await self.go_on(f"Saved: {rating.name.capitalize()}, back in {graded.interval}.{leech}")

    async def action_retry(self) -> None:
        """Tries again to save the answer."""
        if self._unsaved_grade is not None:
            await self.action_grade(self._unsaved_grade.value)

    async def action_suspend(self) -> None:
        """Puts the item away until it is unsuspended."""
        try:
            self._review.suspend()
        except StudyError as error:
            self.say(f"Not saved: {reason(error)}. s tries again.", "error")
            return
        await self.go_on(put_away("Suspended", self._review.prompt))

    async def action_bury(self) -> None:
        """Puts the item away until tomorrow."""
        try:
            self._review.bury()
        except StudyError as error:
            self.say(f"Not saved: {reason(error)}. b tries again.", "error")
            return
        await self.go_on(put_away("Buried until tomorrow", self._review.prompt))

    def action_flag(self) -> None:
        """Marks the item, or takes its mark off."""
        try:
            flagged = self._review.flag()
        except StudyError as error:
            self.say(f"Not saved: {reason(error)}. f tries again.", "error")
            return
        self.say("Flagged. f takes the flag off." if flagged else "The flag was taken off.")

    async def action_undo(self) -> None:
        """Takes the latest deed back and asks its item again."""
        before = self.prompt
        try:
            undone = self._review.undo()
        except StudyError as error:
            self.say(f"Not taken back: {reason(error)}. u tries again.", "error")
            return
        now = self.prompt
        if before is not None and now is not None and now.attempt is before.attempt:
            self.say(taken_back(undone))  # nothing, or a flag: what was done so far stays in sight
            return
        await self.go_on(taken_back(undone))

    async def action_home(self) -> None:
        """Leaves; asks once more if an answer would be lost."""
        if self._unsaved_grade is not None and not self._leaving:
            self._leaving = True
            word = self._unsaved_grade.name.capitalize()
            self.say(f"{word} is still not saved: r tries again, q once more leaves without it.", "error")
            return
        await self.app.run_action("app.leave")

    def on_grade_button_pressed(self, event: GradeButton.Pressed) -> None:
        """A click on a grade; the app runs it, in line with the keys."""
        self.app.call_later(self.app.run_action, f"grade({event.rating.value})", self)

    # how

    def show_state(self) -> None:
        """Brings the screen in line with what the review asks."""
        raise NotImplementedError

    async def go_on(self, told: str) -> None:
        """Asks what comes next, on its own sort of screen."""
        from studykit.tui.screens import asking  # the screens lead to each other

        self._unsaved_grade = None
        if asking.is_shown_by(self._review, self):
            await self.ask_again(told)
        else:
            await self.app.switch_screen(asking.screen(self._review, told))

    def show_review_title(self) -> None:
        """The deck, and how much is left."""
        progress = self._review.progress
        if progress.of is not None:
            rights = [Content.styled(f"{min(progress.done + 1, progress.of)} of {progress.of}", MUTED)]
        else:
            done, left = Content.styled(f"{progress.done} done", MUTED), progress.left
            rights = [Content.assemble(done, "   ", sentence(left)), sentence(left), brief(left)]
        self.query_one("#title", Ends).show(Content(visible(self._review.wish.deck or "All decks")), rights)
