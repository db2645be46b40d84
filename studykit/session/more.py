"""What a learner may still study when today is done: more new items, or reviews before their day."""

from __future__ import annotations

from dataclasses import dataclass

from studykit.session.review import Wish
from studykit.session.study import Study

NEW_STEPS = (5, 10, 20)
"""How many new items are offered at a time."""
DAYS = (1, 3, 7)
"""How far ahead reviews are offered."""

_ALL = 1_000_000  # more new items than any library has


@dataclass(frozen=True, slots=True)
class Offer:
    """One thing that may be studied, and how much of it there really is."""

    kind: str
    """`new` or `ahead`."""
    items: int
    days: int
    """How far ahead; 0 for new items."""
    wish: Wish

    @property
    def words(self) -> str:
        """For a list: `5 new cards`, `12 reviews due tomorrow`, `30 reviews due within 7 days`."""
        if self.kind == "new":
            return f"{self.items} new {'card' if self.items == 1 else 'cards'}"
        reviews = f"{self.items} {'review' if self.items == 1 else 'reviews'}"
        return f"{reviews} due {'tomorrow' if self.days == 1 else f'within {self.days} days'}"


def offers(study: Study, deck: str | None = None) -> tuple[Offer, ...]:
    """What is there beyond today in a deck, or in all that is in view; empty if there is nothing.

    Every number is what the review will show: siblings wait for each other here too.
    """
    cards = study.in_deck(deck)
    now = study.clock.now()
    new = study.queue(cards, now, new=_ALL).counts.new
    found = [
        Offer("new", items, 0, Wish(deck=deck, new=items))
        for items in dict.fromkeys(min(step, new) for step in NEW_STEPS)
        if items
    ]
    seen = study.queue(cards, now).counts.due
    for days in DAYS:
        due = study.queue(cards, now, ahead=days).counts.due
        if due > seen:
            found.append(Offer("ahead", due, days, Wish(deck=deck, ahead=days)))
            seen = due
    return tuple(found)
