"""One question of a quiz, and which ones a seed draws."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from dataclasses import dataclass
from enum import StrEnum
from typing import TYPE_CHECKING

from studykit.cards.model import Card, Exercise, Item
from studykit.draw import Draw
from studykit.render.pen import PEN, Pen
from studykit.render.text import plain
from studykit.session import drawing
from studykit.session.distractors import Distractors
from studykit.session.study import Study

if TYPE_CHECKING:  # loaded when a quiz draws a problem
    from studykit.practice.problem import Mistake, Problem

SELF_GRADED_OF = 3
"""One in so many of the cards that could be multiple choice is self-graded instead."""


class Kind(StrEnum):
    """How a question is answered. Each has its own method of `QuizSession`."""

    CHOICE = "choice"
    """One of four options."""
    TYPED = "typed"
    """A line of text, which is judged."""
    SELF = "self"
    """In the head; the learner says how it went."""


@dataclass(frozen=True, slots=True)
class Question:
    """What is asked, in the words of a screen; only `card` still knows the note's Markdown."""

    item: str
    kind: Kind
    card: Card
    deck: str
    """The deck it counts under."""
    front: str
    answer: str
    """The right answer; in a cloze the hidden text."""
    context: str
    """The headings above the card."""
    options: tuple[str, ...] = ()
    right: int = -1
    """Which of the options is right, counted from 0; -1 if there are none."""
    problem: Problem | None = None
    """What was drawn, if it is a problem; `card` is then made of it."""
    mistakes: tuple[Mistake | None, ...] = ()
    """Of a problem with options: what each of them comes from; None is the right one."""
    pen: Pen = PEN
    """What the card's formulas are drawn with."""

    @property
    def where(self) -> str:
        """`file:line` of the card."""
        return f"{self.card.file}:{self.card.line}"


def questions(study: Study, deck: str | None, count: int, seed: int) -> Iterator[Question]:
    """As many questions as wanted, or as there are: one of each text, nothing suspended.

    The same seed and notes give the same questions, options and order on every machine. Raises `StudyError`
    for an unknown deck.
    """
    wanted = study.in_deck(deck)
    problems = {each.id: each for each in wanted if isinstance(each, Exercise) and not each.is_derivation}
    pool: list[Item] = sorted(
        [each for each in wanted if isinstance(each, Card) or each.id in problems], key=lambda each: each.id
    )
    Draw(f"quiz:{seed}").shuffle(pool)  # before any is left out, so that suspending one moves no other
    cards = [each for each in study.view if isinstance(each, Card)]
    distractors = Distractors(sorted(cards, key=lambda card: card.id))
    texts: set[str] = set()
    for old in pool:
        if count <= 0:
            return
        if old.siblings in texts or study.state(old.id).suspended:
            continue
        if isinstance(old, Exercise):
            if study.exercise(old.id) is not None:
                texts.add(old.siblings)
                count -= 1
                yield of_problem(study, old, deck, seed)
            continue
        card = study.current(old.id)
        if card is None:
            continue
        pen = Pen(macros=card.macros)  # which questions are drawn depends on no screen
        asked = f"{plain(card.front, pen)}\n{plain(card.back, pen)}"
        if asked in texts:  # a copy of the same card in another note
            continue
        texts.update((card.siblings, asked))
        count -= 1
        yield _question(study, card, deck, distractors, Draw(f"quiz:{seed}:{card.id}"))


def of_problem(study: Study, exercise: Exercise, deck: str | None, seed: int) -> Question:
    """A problem of a quiz: the same seed draws the same. Its level is the block's, or the one that fits."""
    from studykit.session import quiz_problem  # it loads NumPy

    return quiz_problem.question(study, exercise, deck, seed)


def _question(study: Study, card: Card, deck: str | None, others: Distractors, draw: Draw) -> Question:
    kind, options, right = Kind.SELF, [], -1
    pen = drawing.pen(study.settings)
    own = pen.with_macros(card.macros)
    if study.is_typed(card):
        kind = Kind.TYPED
    elif draw.below(SELF_GRADED_OF) and (found := others.of(card, draw)):
        kind, options, right = Kind.CHOICE, [_option(each, pen) for each in found], draw.below(len(found) + 1)
        options.insert(right, _option(card, pen))
    return Question(
        item=card.id,
        kind=kind,
        card=card,
        deck=deck_of(card.decks, deck),
        front=plain(card.front, own),
        answer=plain(card.back, own),
        context=" › ".join(
            part for heading in card.context if (part := " ".join(plain(heading, own).split()))
        ),
        options=tuple(options),
        right=right,
        pen=own,
    )


def _option(card: Card, pen: Pen) -> str:
    return plain(card.back, pen.with_macros(card.macros))


def deck_of(decks: Sequence[str], wanted: str | None) -> str:
    """The first of a card's decks that belongs to the quiz."""
    if wanted is not None:
        name = wanted.strip().removeprefix("#").casefold()
        for deck in decks:
            if deck.casefold() == name or deck.casefold().startswith(name + "/"):
                return deck
    return decks[0]
