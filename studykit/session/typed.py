"""Cards whose answer is typed: judged as words, and the grade that follows from the verdict."""

from __future__ import annotations

from typing import Any

from studykit.cards.model import Card
from studykit.checking import text as words
from studykit.checking.verdict import Outcome, Verdict
from studykit.memory.state import Rating
from studykit.render.text import plain
from studykit.session.prompt import Judged

PROPOSED = {Outcome.RIGHT: Rating.GOOD, Outcome.PARTLY: Rating.HARD, Outcome.WRONG: Rating.AGAIN}
"""The grade for each outcome; the others use no attempt."""

GIVEN_UP = Judged(Verdict(Outcome.WRONG, 0.0, message="given up"), Rating.AGAIN)


def judge(answer: str, card: Card) -> Judged:
    """Compares an answer with the card's back as it reads on a line, and as it is written."""
    verdict = words.judge(answer, plain(card.back))
    if verdict.outcome is Outcome.WRONG and words.judge(answer, card.back).outcome is Outcome.RIGHT:
        verdict = words.judge(answer, card.back)  # the Markdown itself was typed, TeX say
    return Judged(verdict, PROPOSED.get(verdict.outcome))


def body(answer: str, judged: Judged) -> dict[str, Any]:
    """What the event keeps of a typed answer."""
    kept: dict[str, Any] = {"answer": answer, "verdict": str(judged.verdict.outcome)}
    if judged.proposed is not None:
        kept["proposed"] = int(judged.proposed)
    return kept
