"""Free practice: one problem after the other."""

from __future__ import annotations

from textual.content import Content

from studykit.errors import StudyError
from studykit.session.attempt import Attempt
from studykit.session.practice import PracticeSession
from studykit.session.prompt import Judged
from studykit.tui import actions, places
from studykit.tui.places import Place
from studykit.tui.screens.page import reason, told_of_undo
from studykit.tui.screens.problem import ProblemScreen
from studykit.tui.widgets.counts import MUTED
from studykit.tui.widgets.ends import Ends


class PracticeScreen(ProblemScreen):
    """Asks, judges, shows the solution, and asks the next; the schedule is left alone."""

    BINDINGS = actions.bindings(*places.PRACTICE)

    def __init__(self, session: PracticeSession) -> None:
        super().__init__(session.study)
        self._session = session
        self._leaving = False

    @property
    def place(self) -> Place:
        """What the problem waits for."""
        attempt = self._session.attempt
        if attempt is not None and not attempt.finished:
            return self.typing or Place.PRACTICE_ASIDE
        if attempt is not None and not self._session.saved:
            return Place.PRACTICE_UNSAVED
        return Place.PRACTICE_DONE

    @property
    def attempt(self) -> Attempt | None:
        """The problem that is worked on."""
        return self._session.attempt

    async def on_mount(self) -> None:
        """Asks the first problem."""
        await self.ask()

    def judge(self, text: str) -> Judged:
        """Judges an answer; a finished problem is saved."""
        return self._session.answer(text)

    def surrender(self) -> Judged:
        """Gives up, and saves that."""
        return self._session.give_up()

    def finish(self, proposed: Judged) -> None:
        """Says what comes next."""
        self.tell("Saved. Enter goes on, a asks another like this.")

    async def action_next_problem(self) -> None:
        """Goes on, or ends where so many problems were wanted."""
        await self._go_on(alike=False)

    async def action_another_alike(self) -> None:
        """Asks another problem of the same family and level."""
        await self._go_on(alike=True)

    async def action_retry(self) -> None:
        """Tries again to save."""
        try:
            self._session.save()
        except StudyError as error:
            self._leaving = False
            self.tell(f"Not saved: {reason(error)}. r tries again.", "error")
            return
        self.tell("Saved. Enter goes on, a asks another like this.")
        self.show_place()

    async def action_leave_practice(self) -> None:
        """Leaves, and asks once if an answer would be lost; an unfinished problem leaves no trace."""
        if self.place is Place.PRACTICE_UNSAVED and not self._leaving:
            self._leaving = True
            self.tell("The answer is still not saved: r tries again, q once more leaves without it.", "error")
            return
        await self.app.run_action("app.leave")

    def action_undo(self) -> None:
        """Takes the problem that was just saved back, so that it does not count."""
        try:
            undone = self._session.undo()
        except StudyError as error:
            self.tell(f"Not taken back: {reason(error)}. u tries again.", "error")
            return
        self.tell(told_of_undo(undone, self._session.taken_back))
        self.show_place()

    def show_title(self) -> None:
        """What is practised, and how it goes."""
        session = self._session
        done, right = len(session.finished), sum(each.right for each in session.finished)
        count = session.wish.count
        number = f"problem {session.number} of {count}" if count else f"problem {session.number}"
        score = Content.styled(f"{right} of {done} right" if done else "", MUTED)
        rights = [Content.assemble(score, "   ", Content(number)), Content(number)]
        self.query_one("#title", Ends).show(Content(f"Practice · {session.wish.family or 'a mix'}"), rights)

    async def _go_on(self, *, alike: bool) -> None:
        self._session.go_on(alike=alike)
        if self._session.ended:
            await self.action_leave_practice()
        else:
            await self.ask()
