"""How much of a day's limits is left.

Limits count over the whole library, whatever deck is reviewed; those of a deck count over it and its
sub-decks. An item that is in several decks with limits counts in each of them.
"""

from __future__ import annotations

from collections.abc import Callable, Iterable, Mapping
from dataclasses import dataclass, field, replace

from studykit.memory.scheduling import Scheduling
from studykit.memory.state import ItemState

ALL = 1 << 40
"""More items than there are."""

Capped = Callable[[str], tuple[str, ...]]
"""From an item to the decks with limits that it is in (`capped`)."""


@dataclass(frozen=True, slots=True)
class Tally:
    """What was done on one study day."""

    new: int
    """Items answered for the first time."""
    reviews: int
    """Items answered while in the review phase."""
    new_in: Mapping[str, int] = field(default_factory=dict)
    """By deck with limits, as far as there are any."""
    reviews_in: Mapping[str, int] = field(default_factory=dict)


@dataclass(frozen=True, slots=True)
class Limits:
    """How many items may still be let in today."""

    new: int
    reviews: int
    new_in: Mapping[str, int] = field(default_factory=dict)
    """By deck with such a limit, besides the limit of the day."""
    reviews_in: Mapping[str, int] = field(default_factory=dict)

    def with_new(self, count: int) -> Limits:
        """Lets `count` new items in, whatever the limits of the day and of decks."""
        return replace(self, new=count, new_in={})

    def with_all_reviews(self) -> Limits:
        """Lets every review in, whatever the limits."""
        return replace(self, reviews=ALL, reviews_in={})


def capped(decks: Iterable[str], scheduling: Scheduling) -> tuple[str, ...]:
    """The decks with limits that hold an item which is in `decks`: these decks and the ones above them.

    All names as folded for comparison, `/` between levels.
    """
    names = tuple(decks)
    return tuple(
        deck
        for deck, _ in scheduling.decks
        if any(name == deck or name.startswith(f"{deck}/") for name in names)
    )


def _no_decks(_: str) -> tuple[str, ...]:
    return ()


def tally(states: Iterable[ItemState], today: int, capped: Capped = _no_decks) -> Tally:
    """Counts what was answered on the study day `today`, from the states of all items."""
    new = reviews = 0
    new_in: dict[str, int] = {}
    reviews_in: dict[str, int] = {}
    for state in states:
        if state.last_day != today:
            continue
        decks = capped(state.item)
        if state.first_day == today:
            new += 1
            for deck in decks:
                new_in[deck] = new_in.get(deck, 0) + 1
        if state.review_day == today:
            reviews += 1
            for deck in decks:
                reviews_in[deck] = reviews_in.get(deck, 0) + 1
    return Tally(new, reviews, new_in, reviews_in)


def left(
    states: Iterable[ItemState], today: int, scheduling: Scheduling, capped: Capped = _no_decks
) -> Limits:
    """What the day's limits still let in, given the states of all items; never below 0."""
    done = tally(states, today, capped)
    return Limits(
        max(0, scheduling.new_per_day - done.new),
        max(0, scheduling.reviews_per_day - done.reviews),
        {
            deck: max(0, limits.new_per_day - done.new_in.get(deck, 0))
            for deck, limits in scheduling.decks
            if limits.new_per_day is not None
        },
        {
            deck: max(0, limits.reviews_per_day - done.reviews_in.get(deck, 0))
            for deck, limits in scheduling.decks
            if limits.reviews_per_day is not None
        },
    )
