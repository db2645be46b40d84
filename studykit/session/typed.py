"""Cards whose answer is typed: judged as words, and the grade that follows from the verdict."""

from __future__ import annotations

from typing import Any

from studykit.cards.model import Card
from studykit.checking import text as words
from studykit.checking.verdict import Outcome, Verdict
from studykit.memory.state import Rating
from studykit.render.pen import Pen
from studykit.render.text import plain
from studykit.session.prompt import Judged

PROPOSED = {Outcome.RIGHT: Rating.GOOD, Outcome.PARTLY: Rating.HARD, Outcome.WRONG: Rating.AGAIN}
"""The grade for each outcome; the others use no attempt."""

GIVEN_UP = Judged(Verdict(Outcome.WRONG, 0.0, message="given up"), Rating.AGAIN)


def judge(answer: str, card: Card, pen: Pen) -> Judged:
    """Compares an answer with the card's back as it reads on a line, in signs of any set, and as written."""
    verdict = words.judge(answer, plain(card.back, pen))
    if verdict.outcome is Outcome.WRONG:
        for reading in (plain(card.back, Pen(macros=card.macros)), card.back):  # TeX itself may be typed
            if (other := words.judge(answer, reading)).outcome is Outcome.RIGHT:
                verdict = other
                break
    return Judged(verdict, PROPOSED.get(verdict.outcome))


def body(answer: str, judged: Judged) -> dict[str, Any]:
    """What the event keeps of a typed answer."""
    kept: dict[str, Any] = {"answer": answer, "verdict": str(judged.verdict.outcome)}
    if judged.proposed is not None:
        kept["proposed"] = int(judged.proposed)
    return kept
