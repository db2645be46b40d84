"""What a home screen says about today and about what comes next."""

from __future__ import annotations

from typing import NamedTuple

from studykit.memory.state import Phase
from studykit.session.prompt import Counts
from studykit.session.study import DeckCounts, Study


class Next(NamedTuple):
    """The first study day after today that has something to ask."""

    days: int
    """From today; 1 is tomorrow."""
    items: int
    """How many items come back on it; 0 when only new ones wait."""

    @property
    def words(self) -> str:
        """For a sentence: `tomorrow, 12 cards`."""
        when = "tomorrow" if self.days == 1 else f"in {self.days} days"
        if not self.items:
            return when
        return f"{when}, {self.items} {'card' if self.items == 1 else 'cards'}"


class Overview(NamedTuple):
    """The library at a glance."""

    decks: tuple[DeckCounts, ...]
    """All decks and their parents, by name."""
    today: Counts
    """All decks together; an item in two decks counts once."""
    total: int
    first_start: bool
    """Whether nothing was ever answered."""
    next_due: Next | None
    """Only worked out when nothing is left today."""


def overview(study: Study) -> Overview:
    """The library as of now, with what another running copy has written meanwhile."""
    study.refresh()
    today = study.counts(study.view)
    return Overview(
        decks=tuple(sorted(study.decks(), key=_levels)),
        today=today,
        total=len(study.view),
        first_start=not study.states,
        next_due=None if today.total else next_due(study),
    )


def _levels(deck: DeckCounts) -> tuple[str, ...]:
    return tuple(level.casefold() for level in deck.deck.split("/"))  # `a/b` stands under `a`, before `a b`


def next_due(study: Study, deck: str | None = None) -> Next | None:
    """When a deck, or any in view, has something to ask after today; None if it never will."""
    today = study.today()
    days: dict[int, int] = {}
    waiting = False
    for card in study.in_deck(deck):
        state = study.state(card.id)
        if state.suspended:
            continue
        if state.phase is Phase.NEW or state.due_day is None:
            waiting = True  # kept back today by a limit, a sibling or a burial
            continue
        day = max(state.due_day, today + 1)
        days[day] = days.get(day, 0) + 1
    if waiting:
        days.setdefault(today + 1, 0)
    if not days:
        return None
    first = min(days)
    return Next(first - today, days[first])
