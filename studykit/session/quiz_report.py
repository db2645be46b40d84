"""What a quiz came to: the score, by deck, and what to look at again."""

from __future__ import annotations

from collections import Counter
from collections.abc import Sequence
from dataclasses import dataclass

from studykit.session.reply import Reply

WELL, HALF = 80, 50


@dataclass(frozen=True, slots=True)
class DeckScore:
    """A deck's or a concept's part of the score."""

    deck: str
    answered: int
    score: float


@dataclass(frozen=True, slots=True)
class Report:
    """The end of a quiz, or where it was left."""

    seed: int
    deck: str | None
    asked: int
    """How many questions it has."""
    replies: tuple[Reply, ...]
    score: float
    spent_ms: int
    """Time for answering, without reading the right answers."""
    decks: tuple[DeckScore, ...]
    """By name."""
    concepts: tuple[DeckScore, ...]
    """The problems, by concept."""
    mistakes: tuple[tuple[str, int], ...]
    """The mistakes that were met, most often first."""
    again: tuple[Reply, ...]
    """What was not right, in the order of the quiz."""

    @property
    def answered(self) -> int:
        """How many questions were answered."""
        return len(self.replies)

    @property
    def percent(self) -> int:
        """The score of what was answered, rounded down, so that only a perfect one is 100."""
        return int(100 * self.score / self.answered) if self.answered else 0

    @property
    def farewell(self) -> str:
        """A sentence to end with."""
        if not self.answered:
            return "Nothing was answered. Another time."
        if not self.again:
            return "All of it right. Well done."
        if self.percent >= WELL:
            return "Well done."
        if self.percent >= HALF:
            return "A good part of it is there. Another look will bring the rest."
        return "This is how it is learned. Have another look, and try again tomorrow."


def report(seed: int, deck: str | None, asked: int, replies: Sequence[Reply]) -> Report:
    """Sums up the answers so far."""
    decks: dict[str, list[float]] = {}
    concepts: dict[str, list[float]] = {}
    for reply in replies:
        decks.setdefault(reply.question.deck, []).append(reply.score)
        if reply.question.problem is not None:
            concepts.setdefault(reply.question.problem.concept, []).append(reply.score)
    met = Counter(reply.verdict.mistake for reply in replies if reply.verdict.mistake)
    return Report(
        seed=seed,
        deck=deck,
        asked=asked,
        replies=tuple(replies),
        score=sum(reply.score for reply in replies),
        spent_ms=sum(reply.spent_ms for reply in replies),
        decks=_scores(decks),
        concepts=_scores(concepts),
        mistakes=tuple(sorted(met.items(), key=lambda each: (-each[1], each[0]))),
        again=tuple(reply for reply in replies if reply.score < 1),
    )


def _scores(found: dict[str, list[float]]) -> tuple[DeckScore, ...]:
    return tuple(
        DeckScore(name, len(scores), sum(scores))
        for name, scores in sorted(found.items(), key=lambda each: each[0].casefold())
    )


def points(score: float) -> str:
    """A score as people write it: `7`, `7½`."""
    whole = int(score)
    half = "½" if score - whole >= 0.5 else ""
    return half if half and not whole else f"{whole}{half}"
