"""What a judge says of a typed answer. Every kind of judge returns this one type."""

from __future__ import annotations

from dataclasses import dataclass
from enum import StrEnum


class Outcome(StrEnum):
    """How an answer came out."""

    RIGHT = "right"
    PARTLY = "partly"
    WRONG = "wrong"
    UNREADABLE = "unreadable"
    """It could not be read; no attempt is used."""
    UNDECIDED = "undecided"
    """It was read but not decided; no attempt is used."""


class Mark(StrEnum):
    """What a piece of a comparison is."""

    SAME = "same"
    EXTRA = "extra"
    """Typed, but not in the expected answer."""
    MISSING = "missing"
    """In the expected answer, but not typed."""


@dataclass(frozen=True, slots=True)
class Piece:
    """A run of whole graphemes of a comparison."""

    mark: Mark
    text: str


TRUE_SO_FAR = ("true, go on", "right so far")
"""How the message begins of an answer that is true and not yet what was asked for."""


@dataclass(frozen=True, slots=True)
class Verdict:
    """The judgement of one answer."""

    outcome: Outcome
    score: float
    """From 0 to 1."""
    read_as: str = ""
    """The answer as it was understood; empty if it could not be read."""
    message: str = ""
    """One sentence for the learner; may be empty when right."""
    mistake: str | None = None
    """The name of the known mistake that explains a wrong answer."""
    counterexample: str | None = None
    """Where the answer and the truth differ, in words."""
    elements: tuple[str, ...] = ()
    """Which entries of an array are off, such as `row 2, column 1`."""
    pieces: tuple[Piece, ...] = ()
    """A text answer beside the expected one, piece by piece; empty when right."""
    other_size: bool = False
    """Whether the answer has more or fewer entries than were asked for, and is no known mistake."""

    @property
    def is_true_so_far(self) -> bool:
        """Whether there is nothing wrong with the answer, only more to be done."""
        return self.outcome is Outcome.UNDECIDED and self.message.startswith(TRUE_SO_FAR)
