"""What became of one question of a quiz."""

from __future__ import annotations

from dataclasses import dataclass

from studykit.checking.verdict import Verdict
from studykit.memory.state import Rating
from studykit.session.question import Question


@dataclass(frozen=True, slots=True)
class Reply:
    """An answer with its verdict. Safely on the disk, if it was counted."""

    question: Question
    given: str
    """The option's text, what was typed, or `yes`, `partly`, `no`; empty if given up."""
    verdict: Verdict
    score: float
    """1 right, 0.5 partly, 0 wrong."""
    spent_ms: int
    chosen: int = -1
    """Which option, counted from 0."""
    counted: bool = True
    """False: it could not be read, nothing was written, and the question is still asked."""
    rating: Rating | None = None
    """The grade it was reviewed with, if the quiz counts for the schedule."""
