"""Free practice: one problem after the other, of one family or of a mix. It leaves the schedule alone."""

from __future__ import annotations

from dataclasses import dataclass

from studykit.checking.verdict import Outcome
from studykit.draw import Draw
from studykit.errors import StudyError
from studykit.log.event import Draft, Event
from studykit.practice import catalogue, family
from studykit.practice.catalogue import CATALOGUE, Entry
from studykit.practice.worksheet import SEED_STEP
from studykit.session import skill
from studykit.session.attempt import Attempt
from studykit.session.prompt import Judged
from studykit.session.quiz import seed_of
from studykit.session.study import Study


@dataclass(frozen=True, slots=True)
class PracticeWish:
    """What the learner asked practice to be."""

    family: str | None = None
    """One family; None for a mix that follows what the learner can do."""
    level: int | None = None
    """One level; None for the one that fits the learner."""
    count: int | None = None
    """End after so many problems; None goes on until the learner leaves."""
    seed: int | None = None
    """The first problem is the one of this seed, and the others follow from it."""


@dataclass(frozen=True, slots=True)
class Finished:
    """A problem that was worked on, safely on the disk."""

    attempt: Attempt
    right: bool
    spent_ms: int


class PracticeSession:
    """Asks problems; the app, the plain mode and tests all drive this.

    `attempt` is the problem worked on; `go_on` asks the next. An event is written when a problem is finished.
    """

    def __init__(self, study: Study, wish: PracticeWish | None = None) -> None:
        """Draws the first problem. Raises `StudyError` for an unknown family or level."""
        self.study = study
        self.wish = wish or PracticeWish()
        self._families = _wanted(self.wish)
        now = study.clock.now()
        self.seed = seed_of(now) if self.wish.seed is None else self.wish.seed
        self.finished: list[Finished] = []
        self._draw = Draw(f"practice:{self.seed}")
        self._number = 0
        self._shown = now
        self.attempt: Attempt | None = None
        self.saved = False
        """Whether the present problem's event is on the disk."""
        self._spent_ms = 0
        self._event: Event | None = None
        self.taken_back = False
        """Whether the event of the present problem was undone."""
        self._ask()

    @property
    def number(self) -> int:
        """Which problem is worked on, counted from 1."""
        return self._number

    @property
    def ended(self) -> bool:
        """Whether nothing more will be asked."""
        return self.attempt is None

    # what the learner does

    def answer(self, text: str) -> Judged:
        """Judges an answer. The problem is finished when a grade is proposed. Raises `NotSaved`.

        What could not be saved stays finished; `save` tries again.
        """
        attempt = self._asked()
        judged = attempt.answer(text, self._spent())
        self._save_if_finished(attempt)
        return judged

    def hint(self) -> str | None:
        """The next hint, or None."""
        return self._asked().hint()

    def give_up(self) -> Judged:
        """No answer is known. Raises `NotSaved`."""
        attempt = self._asked()
        judged = attempt.give_up()
        self._save_if_finished(attempt)
        return judged

    def save(self) -> None:
        """Writes the event of a finished problem, once. Raises `NotSaved`; then it can be tried again."""
        attempt = self._asked()
        if self.saved or not attempt.finished:
            return
        problem, now = attempt.problem, self.study.clock.now()
        body = {**attempt.body(), "practice": True}
        item = skill.item(problem.family, problem.level)
        self._event = self.study.record(
            Draft("attempt", now.at_ms, now.tz_min, item, None, self._spent_ms, body)
        )
        self.saved = True
        right = attempt.verdict is not None and attempt.verdict.outcome is Outcome.RIGHT
        self.finished.append(Finished(attempt, right and not attempt.gave_up, self._spent_ms))

    def undo(self) -> bool:
        """Takes the event of the finished problem back; False if it was not saved, or not the latest deed.

        Raises `NotSaved`.
        """
        if self._event is None or not self.study.undo_own(self._event):
            return False
        self.finished.pop()
        self._event = None
        self.taken_back = True
        return True

    def go_on(self, *, alike: bool = False) -> None:
        """Asks the next problem; with `alike` another one of the same family and level.

        A problem that is not finished is left without a trace.
        """
        before = self._asked().problem
        self._ask((CATALOGUE[before.family], before.level) if alike else None)

    # how

    def _asked(self) -> Attempt:
        if self.attempt is None:
            raise RuntimeError("nothing is being asked")
        return self.attempt

    def _spent(self) -> int:
        return max(0, self.study.clock.now().at_ms - self._shown.at_ms)

    def _save_if_finished(self, attempt: Attempt) -> None:
        if attempt.finished:
            self._spent_ms = self._spent()
            self.save()

    def _ask(self, wanted: tuple[Entry, int] | None = None) -> None:
        self.attempt, self.saved, self._event, self.taken_back = None, False, None, False
        if self.wish.count is not None and self._number >= self.wish.count:
            return
        about, level = wanted or self._next()
        problem = family.problem(about.name, level, self.seed + SEED_STEP * self._number)
        self._number += 1
        self.attempt = Attempt(problem, skill.times(self.study.practised().done, about.name, level))
        self._shown = self.study.clock.now()

    def _next(self) -> tuple[Entry, int]:
        if self.wish.family is not None:
            about = self._families[0]
            return about, self.wish.level or self.study.practised().skill.level_for(about)
        about, level = self.study.practised().skill.choose(self._families, self._draw)
        return about, self.wish.level or level


def _wanted(wish: PracticeWish) -> list[Entry]:
    """The families to choose from. Raises `StudyError` if the wish names what there is not."""
    if wish.family is not None:
        about = catalogue.entry(wish.family)
        catalogue.level(about, wish.level)
        return [about]
    found = [each for each in CATALOGUE.values() if wish.level is None or wish.level in each.levels]
    if not found:
        levels = sorted({level for each in CATALOGUE.values() for level in each.levels})
        raise StudyError(
            f"no family has level {wish.level}", hint=f"the levels are {levels[0]} to {levels[-1]}"
        )
    return found
