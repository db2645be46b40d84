"""Deriving freely: one derivation, line by line. It leaves the schedule alone."""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import dataclass

from studykit.checking.proof import Proof, Prover
from studykit.checking.verdict import Verdict
from studykit.derivations.catalogue import derivation
from studykit.log.event import Draft, Event
from studykit.log.store import NotSaved
from studykit.memory.state import Rating
from studykit.session.derivation import DerivationAttempt
from studykit.session.skill import DERIVATIONS
from studykit.session.study import Study


@dataclass(frozen=True, slots=True)
class DeriveWish:
    """Which derivation, and how."""

    name: str
    seed: int | None = None
    """None for the book's own variant."""
    free: bool = False
    """Whether any lines may lead from the start to the goal."""


class DeriveSession:
    """One derivation; the app, the plain mode and tests all drive this. Its event is written at the end."""

    def __init__(self, study: Study, wish: DeriveWish, prover: Prover | None = None) -> None:
        """Begins at once. Raises `StudyError` for an unknown derivation."""
        self.study = study
        self.wish = wish
        self._prover = prover
        self.attempt = DerivationAttempt(derivation(wish.name), wish.seed, free=wish.free, prover=prover)
        self.saved = False
        self._event: Event | None = None
        self.taken_back = False
        """Whether its event was undone."""
        self._start = self._end = study.clock.now()

    def answer(self, text: str, told: Callable[[int, Proof], object] | None = None) -> Verdict:
        """Judges a line. Raises `NotSaved` if it was the last and its event could not be written."""
        verdict = self.attempt.answer(text, told)
        self._save_if_finished()
        return verdict

    def show_line(self) -> str:
        """Writes the line that was asked for. Raises `NotSaved`."""
        line = self.attempt.show_line()
        self._save_if_finished()
        return line

    def choose(self, option: int) -> bool:
        """Answers which rule it was. Raises `NotSaved`."""
        right = self.attempt.choose(option)
        self._save_if_finished()
        return right

    def save(self) -> None:
        """Writes the event of a finished derivation, once. Raises `NotSaved`; then it can be tried again."""
        if self.saved or not self.attempt.finished:
            return
        now = self.study.clock.now()
        body = {**self.attempt.body(), "practice": True}
        spent = max(0, self._end.at_ms - self._start.at_ms)
        item = f"{DERIVATIONS}{self.attempt.derivation.name}"
        self._event = self.study.record(Draft("attempt", now.at_ms, now.tz_min, item, None, spent, body))
        self.saved = True
        record_faults(self.study, self.attempt)

    def undo(self) -> bool:
        """Takes the event of the finished derivation back; False if it is not the latest deed.

        Raises `NotSaved`.
        """
        if self._event is None or not self.study.undo_own(self._event):
            return False
        self._event = None
        self.taken_back = True
        return True

    def close(self) -> None:
        """Ends the process that proves, if there is one."""
        if self._prover is not None:
            self._prover.close()

    @property
    def rating(self) -> Rating:
        """What it would be graded in a review."""
        return self.attempt.proposed

    def _save_if_finished(self) -> None:
        if self.attempt.finished and not self.saved:
            self._end = self.study.clock.now()
            self.save()


def record_faults(study: Study, attempt: DerivationAttempt) -> None:
    """Writes down where a proof disagreed with the judge: a fault of ours, for a report.

    Never raises: the learner's own event is saved already. What could not be written is kept, and told in the
    study's notices.
    """
    now = study.clock.now()
    while attempt.faults:
        try:
            study.record(Draft("fault", now.at_ms, now.tz_min, body=attempt.faults[0]))
        except NotSaved as error:
            study.notices.append(f"a report of a fault in studykit was not written: {error}")
            return
        del attempt.faults[0]
