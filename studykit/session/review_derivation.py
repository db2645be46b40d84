"""A derivation of a review, with the same face as one of free practice; only its grade is saved."""

from __future__ import annotations

from collections.abc import Callable

from studykit.checking.proof import Proof, Prover
from studykit.checking.verdict import Verdict
from studykit.memory.state import Rating
from studykit.session.derivation import DerivationAttempt
from studykit.session.review import ReviewSession
from studykit.session.study import Study


class ReviewDerivation:
    """What a screen writes lines through while the review waits for the grade."""

    def __init__(
        self, review: ReviewSession, attempt: DerivationAttempt, prover: Prover | None = None
    ) -> None:
        """`prover` proves lines afterwards; it is closed with `close`."""
        self.study: Study = review.study
        self.attempt = attempt
        self._prover = prover
        attempt.prove_with(prover)

    @property
    def taken_back(self) -> bool:
        """Nothing is, before the grade."""
        return False

    @property
    def saved(self) -> bool:
        """Nothing is saved before the grade."""
        return False

    @property
    def rating(self) -> Rating:
        """The grade that is proposed."""
        return self.attempt.proposed

    def answer(self, text: str, told: Callable[[int, Proof], object] | None = None) -> Verdict:
        """Judges a line."""
        return self.attempt.answer(text, told)

    def show_line(self) -> str:
        """Writes the line that was asked for."""
        return self.attempt.show_line()

    def choose(self, option: int) -> bool:
        """Answers which rule it was."""
        return self.attempt.choose(option)

    def save(self) -> None:
        """The grade saves it."""

    def undo(self) -> bool:
        """Nothing is saved before the grade."""
        return False

    def close(self) -> None:
        """Ends the process that proves."""
        if self._prover is not None:
            self._prover.close()
