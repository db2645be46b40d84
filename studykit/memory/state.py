"""What is known of one item's memory. Derived: replaying the item's events gives it again."""

from __future__ import annotations

from dataclasses import dataclass
from enum import IntEnum, StrEnum


class Rating(IntEnum):
    """The learner's grade."""

    AGAIN = 1
    HARD = 2
    GOOD = 3
    EASY = 4


class Phase(StrEnum):
    """Where an item stands."""

    NEW = "new"
    LEARNING = "learning"
    REVIEW = "review"
    RELEARNING = "relearning"


@dataclass(frozen=True, slots=True)
class ItemState:
    """One row of the table `item_state`, in the order of its columns."""

    item: str
    phase: Phase = Phase.NEW
    stability: float | None = None
    """Days until recall falls to 90 %."""
    difficulty: float | None = None
    """From 1 (easy) to 10."""
    step: int | None = None
    """Which (re)learning step comes next; None outside those phases."""
    due_day: int | None = None
    """The study day it is due on, as days since 1970-01-01; None when new."""
    due_ms: int | None = None
    """In the learning phases: the real moment it is due; else None."""
    reps: int = 0
    lapses: int = 0
    first_day: int | None = None
    """The study day of its first review (new cards are counted by it)."""
    last_day: int | None = None
    """The study day of its latest review (siblings are buried by it)."""
    review_day: int | None = None
    """The latest study day on which it was answered while in the review phase (reviews are counted by it)."""
    interval: int | None = None
    """Days given at the latest review that ended in the review phase."""
    suspended: bool = False
    flagged: bool = False
    buried_day: int | None = None
    """Hidden on this study day and before."""
