"""Wrong answers for multiple choice: the backs of other cards, close enough to be worth a thought."""

from __future__ import annotations

import re
from collections.abc import Iterable, Sequence
from dataclasses import dataclass
from enum import StrEnum
from fractions import Fraction

from studykit.cards.model import Card
from studykit.checking.text import folded
from studykit.draw import Draw
from studykit.render.pen import Pen
from studykit.render.text import formulas, plain

WANTED = 3
LONGEST = 80
"""Characters of an option; a longer back is asked in another way."""
MOST_LOOKED_AT = 200
"""Cards of a deck that are considered; a large deck has enough among these."""
ALIKE = 1.6
"""Lengths are alike up to this factor, or up to a few characters."""
FEW = 4
MOST_GAP = 4

_FIGURES = re.compile(r"(?=.*\d)[-+−×/%()\[\]\d.,\s]+")
_NUMBER = re.compile(r"[-+−]?[\d.,\s]*\d\s?%?|[-+−]?\d+\s?/\s?\d+")
_OPENING = re.compile(r"(yes|no|not|never|always|true|false)\b")


class Shape(StrEnum):
    """What an answer looks like; among others of its shape it does not stand out."""

    FIGURES = "figures"
    """Numbers alone, also several."""
    FORMULA = "formula"
    WORDS = "words"


@dataclass(frozen=True, slots=True)
class Back:
    """A back that can be an option."""

    card: Card
    text: str
    """On one line, in all signs: what is drawn depends on no screen."""
    reading: str
    """What it says, for comparison: no two options may say the same."""
    shape: Shape
    opening: str
    """`yes`, `no` and the like, which tell what kind of question it answers."""
    part: str
    """Which side of its text it is: forward, reverse, or a hole."""
    value: Fraction | None = None


def back(card: Card) -> Back | None:
    """The back of a card as an option; None if it is too long, has several lines or shows nothing."""
    text = _read(card, card.back)
    if not text or len(text) > LONGEST or "\n" in text:
        return None
    reading = folded(text)
    opening = _OPENING.match(reading)
    part = card.id.removeprefix(card.siblings).rstrip("0123456789")
    shape = _shape(card.back, text)
    return Back(card, text, reading, shape, opening[0] if opening else "", part, _value(text))


class Distractors:
    """All that is in view, by deck, to take wrong answers from."""

    def __init__(self, cards: Iterable[Card]) -> None:
        """`cards` are in an order that does not depend on the machine."""
        self._decks: dict[str, list[Card]] = {}
        for card in cards:
            for deck in _decks(card):
                self._decks.setdefault(deck, []).append(card)

    def of(self, card: Card, draw: Draw) -> tuple[Card, ...]:
        """Three cards whose backs are wrong answers, from the card's own deck.

        Empty if there are not enough that go with the right answer: then the card is asked in another way.
        """
        right = back(card)
        if right is None:
            return ()
        others = [other for deck in _decks(card) for other in self._decks.get(deck, ())]
        found = _pick(card, right, _some(others, draw))
        return tuple(each.card for each in found) if len(found) == WANTED else ()


def _some(cards: Sequence[Card], draw: Draw) -> list[Card]:
    """Cards in the order of the draw, and of very many only as many as are worth looking at."""
    if len(cards) <= 2 * MOST_LOOKED_AT:
        found = list(cards)
        draw.shuffle(found)
        return found[:MOST_LOOKED_AT]
    places: dict[int, None] = {}
    while len(places) < MOST_LOOKED_AT:
        places.setdefault(draw.below(len(cards)))
    return [cards[place] for place in places]


def _pick(card: Card, right: Back, others: Sequence[Card]) -> list[Back]:
    """The best of `others`, no two alike; of those that are as good, the first."""
    asked = folded(_read(card, card.front))
    fitting = [
        found
        for other in others
        if other.siblings != card.siblings
        and (found := back(other)) is not None
        and _goes_with(found, right)
        and folded(_read(other, other.front)) != asked  # the other answer to the same question is right too
    ]
    fitting.sort(key=lambda found: _strangeness(found, right))
    picked: list[Back] = []
    for found in fitting:
        if len(picked) == WANTED:
            break
        if not any(_says_the_same(found, kept) for kept in (right, *picked)):
            picked.append(found)
    return picked


def _goes_with(found: Back, right: Back) -> bool:
    """Whether it may stand beside the right answer.

    A sentence among figures would give the answer away, and so would the one `No` among sentences.
    """
    same_kind = (found.shape is Shape.WORDS) == (right.shape is Shape.WORDS)
    return same_kind and found.opening == right.opening


def _strangeness(found: Back, right: Back) -> int:
    """How far it stands out beside the right answer; what weighs most is worth most."""
    longer, shorter = max(len(found.text), len(right.text)), min(len(found.text), len(right.text))
    gap = 0 if longer <= max(ALIKE * shorter, shorter + FEW) else min(longer // shorter, MOST_GAP)
    return 4 * (found.shape is not right.shape) + 2 * (found.part != right.part) + gap


def _says_the_same(left: Back, right: Back) -> bool:
    if left.value is not None and left.value == right.value:
        return True
    one, other = f" {left.reading} ", f" {right.reading} "
    return one in other or other in one


def _decks(card: Card) -> tuple[str, ...]:
    return tuple(dict.fromkeys(deck.casefold() for deck in card.decks))


def _read(card: Card, markdown: str) -> str:
    return plain(markdown, Pen(macros=card.macros))


def _shape(markdown: str, text: str) -> Shape:
    if _FIGURES.fullmatch(text):
        return Shape.FIGURES
    found = formulas(markdown)
    if len(found) == 1 and markdown.strip().strip("$").strip() == found[0].strip():
        return Shape.FORMULA
    return Shape.WORDS


def _value(text: str) -> Fraction | None:
    """The number that a text is, so that 1/2 and 0.5 are never both offered."""
    if not _NUMBER.fullmatch(text):
        return None
    bare = re.sub(r"\s", "", text).replace("−", "-").replace(",", "")
    try:
        number = Fraction(bare.rstrip("%"))
    except (ValueError, ZeroDivisionError):
        return None
    return number / 100 if bare.endswith("%") else number
