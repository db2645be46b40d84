"""The card that an edit made of another, found again in its note."""

from __future__ import annotations

from collections.abc import Collection, Sequence
from difflib import SequenceMatcher

from studykit.cards.identity import normalised
from studykit.cards.model import Card, Form

LEAST_ALIKE = 0.75
"""How alike two texts must be (difflib's ratio) to be one card with a line reworded."""


def of(card: Card, note: Sequence[Card], known: Collection[str]) -> Card | None:
    """Which of the cards that its note holds now is `card`, worded anew; None if none is, or several may be.

    `known` are the ids that were there before the edit: a card that has been there all along is no other
    card's successor. The same front tells, else the same back, else the likeness of both together.
    """
    fresh = [each for each in note if each.id not in known and (each.form is Form.CLOZE) == _is_cloze(card)]
    front, back = normalised(card.front), normalised(card.back)
    levels = (
        [each for each in fresh if normalised(each.front) == front],
        [each for each in fresh if normalised(each.back) == back],
        [each for each in fresh if _alike(card, each) >= LEAST_ALIKE],
    )
    found: Sequence[Card] = next(filter(None, levels), ())
    return found[0] if len(found) == 1 else None


def _is_cloze(card: Card) -> bool:
    return card.form is Form.CLOZE


def _alike(one: Card, other: Card) -> float:
    left, right = (f"{normalised(card.front)}\n{normalised(card.back)}" for card in (one, other))
    return float(SequenceMatcher(None, left, right, autojunk=False).ratio())
