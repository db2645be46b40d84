"""What a session shows and answers, as plain data for any front end."""

from __future__ import annotations

from dataclasses import dataclass
from typing import TYPE_CHECKING

from studykit.cards.model import Card, Exercise
from studykit.checking.verdict import Verdict
from studykit.memory.state import ItemState, Phase, Rating

if TYPE_CHECKING:  # what problems and derivations need is loaded when the first is asked
    from studykit.session.attempt import Attempt
    from studykit.session.derivation import DerivationAttempt


@dataclass(frozen=True, slots=True)
class Counts:
    """How many items will really be shown today."""

    new: int
    learning: int
    due: int

    @property
    def total(self) -> int:
        """All three together."""
        return self.new + self.learning + self.due


@dataclass(frozen=True, slots=True)
class Prompt:
    """The item that is asked now."""

    item: str
    card: Card
    phase: Phase
    early_ms: int
    """How much before its time a learning step is shown, in milliseconds; 0 when it is due."""
    typed: bool = False
    """Whether the answer is typed; an answer that is not typed can be graded all the same."""
    flagged: bool = False


@dataclass(frozen=True, slots=True)
class ProblemPrompt:
    """A drawn problem that is asked now."""

    item: str
    exercise: Exercise
    phase: Phase
    early_ms: int
    attempt: Attempt
    flagged: bool = False


@dataclass(frozen=True, slots=True)
class DerivationPrompt:
    """A derivation that is asked now."""

    item: str
    exercise: Exercise
    phase: Phase
    early_ms: int
    attempt: DerivationAttempt
    flagged: bool = False


@dataclass(frozen=True, slots=True)
class Judged:
    """What became of a typed answer."""

    verdict: Verdict
    proposed: Rating | None
    """The grade that is proposed; None if the answer was not used and another may be typed."""


@dataclass(frozen=True, slots=True)
class Choice:
    """One of the four grades and what it would do."""

    rating: Rating
    label: str
    interval: str
    """In words: `10 min`, `3 d`, `2.1 mo`."""


@dataclass(frozen=True, slots=True)
class Graded:
    """An answer that is safely on the disk."""

    item: str
    rating: Rating
    state: ItemState
    interval: str
    leech: bool = False
    """Whether the item has just turned out to be a leech: to be suspended, or worded anew."""


@dataclass(frozen=True, slots=True)
class Undone:
    """A deed that was taken back."""

    kind: str
    item: str | None


@dataclass(frozen=True, slots=True)
class Progress:
    """How far a session is."""

    done: int
    """Answers given in this session, less those taken back."""
    left: Counts
    of: int | None = None
    """How many answers it will be, where a limit ends the session before all is answered."""


@dataclass(frozen=True, slots=True)
class Summary:
    """What a session came to."""

    answers: int
    by_rating: tuple[int, int, int, int]
    """How many Again, Hard, Good, Easy."""
    items: int
    """Different items answered."""
    elapsed_ms: int
    left: Counts
