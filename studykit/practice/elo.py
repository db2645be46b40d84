"""How able a learner is and how hard problems are, and which problem to ask next. Pure; loads no NumPy.

Ratings are Elo's: a learner of rating R is expected to answer a problem of rating D with
1 / (1 + 10^((D - R) / 400)) (A. E. Elo, The Rating of Chessplayers, 1978, section 8.4). The learner has a
rating in each concept, which starts at the overall one, so that a first problem on softmax is not asked as if
nothing were known of the learner at all.
"""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from dataclasses import dataclass, field
from math import exp

from studykit.draw import Draw
from studykit.practice.catalogue import CATALOGUE, Entry

BEGINNER = 1100.0
"""A learner of whom nothing is known: four in five problems of level 1 are expected to come out right."""
EASIEST = 860.0
A_LEVEL = 120.0
"""What each level is harder than the one below, until answers say otherwise."""
TARGET = 0.8
"""The success that is aimed at: hard enough to learn from, easy enough to go on."""
NARROW = 0.1
"""How fast a problem becomes unlikely with the distance of its success from the target."""
RECENT = 4
"""So many of the latest families are passed over while there are others."""
FAST, SLOW, SETTLED = 90.0, 24.0, 20
"""How far one answer moves a rating: much at first, little after so many."""

_SCALE = 400.0


@dataclass(frozen=True, slots=True)
class Answered:
    """One problem that was worked on."""

    family: str
    level: int
    score: float
    """1 right at once, a half after a hint or on the second try, else 0."""


@dataclass(frozen=True, slots=True)
class Rating:
    """A rating, and how many answers it rests on."""

    value: float
    answers: int = 0

    def moved(self, surprise: float) -> Rating:
        """The rating after an answer that was better (positive) or worse than expected, from -1 to 1."""
        step = max(SLOW, FAST * (1 - self.answers / SETTLED))
        return Rating(self.value + step * surprise, self.answers + 1)


@dataclass
class Skill:
    """What the answers so far say of a learner and of the problems."""

    learner: Rating = Rating(BEGINNER)
    concepts: dict[str, Rating] = field(default_factory=dict)
    problems: dict[tuple[str, int], Rating] = field(default_factory=dict)
    recent: list[str] = field(default_factory=list)
    """The latest families, oldest first."""

    def learn(self, answered: Iterable[Answered]) -> Skill:
        """Takes in answers, in order; families that the catalogue no longer has are passed over."""
        for each in answered:
            about = CATALOGUE.get(each.family)
            if about is None:
                continue
            surprise = each.score - self.expected(about, each.level)
            self.concepts[about.concept] = self._in(about.concept).moved(surprise)
            self.learner = self.learner.moved(surprise / 2)  # one answer says less of everything else
            self.problems[each.family, each.level] = self.problem(each.family, each.level).moved(
                -surprise / 2
            )
            self.recent = [*self.recent, each.family][-RECENT:]
        return self

    def problem(self, family: str, level: int) -> Rating:
        """How hard a family is at a level."""
        return self.problems.get((family, level)) or Rating(EASIEST + A_LEVEL * (level - 1))

    def expected(self, about: Entry, level: int) -> float:
        """The chance, from 0 to 1, that the learner gets a problem right."""
        gap = self.problem(about.name, level).value - self._in(about.concept).value
        return float(1 / (1 + 10.0 ** (gap / _SCALE)))

    def success(self, concept: str) -> float:
        """The chance, from 0 to 1, of a middling problem of a concept: the mean over its families."""
        chances = [
            self.expected(each, level)
            for each in CATALOGUE.values()
            if each.concept == concept
            for level in each.levels
        ]
        return sum(chances) / len(chances)

    def level_for(self, about: Entry) -> int:
        """The level of a family whose expected success is nearest the target; the easier one of two alike."""
        return min(about.levels, key=lambda level: (abs(self.expected(about, level) - TARGET), level))

    def choose(self, families: Sequence[Entry], draw: Draw) -> tuple[Entry, int]:
        """A family and a level to ask next: near the target, not one of the latest few, else by chance.

        Raises `ValueError` if there are no families.
        """
        fresh = [each for each in families if each.name not in self.recent[-(len(families) - 1) :]]
        candidates = [(each, level) for each in fresh or families for level in each.levels]
        if not candidates:
            raise ValueError("there is no family to choose from")
        weights = [
            exp(-(((self.expected(each, level) - TARGET) / NARROW) ** 2)) + 1e-9 for each, level in candidates
        ]
        place = draw.below(1 << 30) / (1 << 30) * sum(weights)
        for candidate, weight in zip(candidates, weights, strict=True):
            place -= weight
            if place < 0:
                return candidate
        return candidates[-1]

    def _in(self, concept: str) -> Rating:
        return self.concepts.get(concept) or Rating(self.learner.value)
