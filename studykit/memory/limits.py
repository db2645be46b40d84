"""How much of a day's limits is left. Limits count over the whole library, whatever deck is reviewed."""

from __future__ import annotations

from collections.abc import Iterable
from dataclasses import dataclass

from studykit.memory.scheduling import Scheduling
from studykit.memory.state import ItemState


@dataclass(frozen=True, slots=True)
class Tally:
    """What was done on one study day."""

    new: int
    """Items answered for the first time."""
    reviews: int
    """Items answered while in the review phase."""


@dataclass(frozen=True, slots=True)
class Limits:
    """How many items may still be let in today."""

    new: int
    reviews: int


def tally(states: Iterable[ItemState], today: int) -> Tally:
    """Counts what was answered on the study day `today`, from the states of all items."""
    new = reviews = 0
    for state in states:
        if state.last_day == today:
            new += state.first_day == today
            reviews += state.review_day == today
    return Tally(new, reviews)


def left(states: Iterable[ItemState], today: int, scheduling: Scheduling) -> Limits:
    """What the day's limits still let in, given the states of all items; never below 0."""
    done = tally(states, today)
    return Limits(
        max(0, scheduling.new_per_day - done.new), max(0, scheduling.reviews_per_day - done.reviews)
    )
