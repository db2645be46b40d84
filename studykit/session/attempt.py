"""One problem being worked on: tries, hints, and the grade that follows."""

from __future__ import annotations

import re
from collections.abc import Sequence
from dataclasses import replace
from statistics import median
from typing import Any

from studykit.checking.judge import judge, reading
from studykit.checking.question import Tolerance
from studykit.checking.verdict import Outcome, Verdict
from studykit.errors import StudyError
from studykit.memory.state import Rating
from studykit.practice.family import VERSION
from studykit.practice.problem import Mistake, Problem
from studykit.session.prompt import Judged

TRIES = 2
"""A wrong answer may be mended once, with what is known of the mistake in sight."""
FAST_AFTER = 5
"""So many right answers are needed before one can be called fast."""

_USES_A_TRY = frozenset({Outcome.RIGHT, Outcome.PARTLY, Outcome.WRONG})


class Attempt:
    """A problem from its showing to its grade. Judges, and keeps what its event will say; writes nothing.

    Right at once is Good, or Easy if it also took less than half of the learner's usual time; right after a
    hint or on the second try is Hard; all else is Again.
    """

    def __init__(self, problem: Problem, times_ms: Sequence[int] = ()) -> None:
        """`times_ms` are what earlier right answers to the same family and level took."""
        self.problem = problem
        self.verdict: Verdict | None = None
        """Of the latest answer that could be judged."""
        self.text = ""
        """The latest answer that used a try."""
        self.tries = 0
        self.hints: tuple[str, ...] = ()
        """Those that were shown."""
        self.mistakes: tuple[str, ...] = ()
        """The names of the mistakes that were seen, in order."""
        self.finished = False
        """Whether the solution may be shown and the grade be given."""
        self.gave_up = False
        self._usual_ms = median(times_ms) if len(times_ms) >= FAST_AFTER else None

    @property
    def mistake(self) -> Mistake | None:
        """The latest mistake that was seen and that the problem knows, also after it was mended."""
        return self.problem.mistake(self.mistakes[-1]) if self.mistakes else None

    @property
    def next_hint(self) -> bool:
        """Whether there is another hint."""
        return not self.finished and len(self.hints) < len(self.problem.hints)

    def hint(self) -> str | None:
        """Shows the next hint; None if there is none."""
        if not self.next_hint:
            return None
        self.hints = self.problem.hints[: len(self.hints) + 1]
        return self.hints[-1]

    def answer(self, text: str, spent_ms: int = 0) -> Judged:
        """Judges an answer. One that cannot be read, or is not decided, uses no try.

        The proposed grade is None as long as another answer may be given.
        """
        if self.finished:
            raise RuntimeError("the problem is finished")
        verdict = judged(text, self.problem)
        if verdict.outcome not in _USES_A_TRY or (self.tries and self._is_same(text)):
            return Judged(verdict, None)  # the same wrong answer once more is no second try
        self.verdict, self.text = verdict, text
        self.tries += 1
        if verdict.mistake is not None:
            self.mistakes = (*self.mistakes, verdict.mistake)
        if verdict.outcome is Outcome.RIGHT or self.tries >= TRIES:
            self.finished = True
            return Judged(verdict, self.proposed(spent_ms))
        return Judged(verdict, None)

    def _is_same(self, text: str) -> bool:
        """Whether an answer is the one before, in whatever form."""
        question = replace(self.problem.question, expected=self.text, mistakes=(), tolerance=Tolerance())
        try:
            return judge(text, question).outcome is Outcome.RIGHT
        except StudyError:  # the one before is nothing that an answer could be compared with
            return text.split() == self.text.split()

    def give_up(self) -> Judged:
        """No answer is known: the solution is shown, and Again is proposed."""
        self.finished = self.gave_up = True
        verdict = self.verdict or Verdict(Outcome.WRONG, 0.0, message="given up")
        return Judged(replace(verdict, outcome=Outcome.WRONG), Rating.AGAIN)

    def proposed(self, spent_ms: int = 0) -> Rating:
        """The grade that follows from what was done; `spent_ms` is the time from showing to answering."""
        if self.gave_up or self.verdict is None or self.verdict.outcome is not Outcome.RIGHT:
            return Rating.AGAIN
        if self.tries > 1 or self.hints:
            return Rating.HARD
        if self._usual_ms is not None and 0 < spent_ms < self._usual_ms / 2:
            return Rating.EASY
        return Rating.GOOD

    def body(self) -> dict[str, Any]:
        """What the event keeps, so that the problem can be shown again exactly and be learned from."""
        problem = self.problem
        outcome = Outcome.WRONG if self.gave_up or self.verdict is None else self.verdict.outcome
        return {
            "family": problem.family,
            "level": problem.level,
            "seed": problem.seed,
            "generator": VERSION,
            "concept": problem.concept,
            "givens": dict(problem.givens),
            "answer": self.text,
            "verdict": str(outcome),
            "mistake": self.mistakes[-1] if self.mistakes else None,
            "mistakes": list(self.mistakes),
            "tries": self.tries,
            "hints": len(self.hints),
            "gave_up": self.gave_up,
        }


_LEFT = re.compile(
    r"\A\s*(?:answer\s*:|(?:[^=:]{0,60}[^\W\d_][^=:]{0,60})?(?<![!<>])=(?!=))\s*(?=[^=]*\Z)(?=\S)"
)
"""`β = ` or `Var(q·k) = ` before an answer, which says only what is asked for anyway."""


def judged(text: str, problem: Problem) -> Verdict:
    """Judges an answer to a problem: its own mistakes, two of them at once, then common slips.

    One of another size than was asked for, which no mistake explains, is not called wrong.
    """
    question = problem.question
    text = _LEFT.sub("", text, count=1)
    verdict = judge(text, question)
    known = verdict.mistake is not None and problem.mistake(verdict.mistake) is not None
    if verdict.outcome in (Outcome.WRONG, Outcome.PARTLY) and not known:
        # Two mistakes at once are looked for only now: computing them all takes a while.
        pairs = problem.pairs()
        if pairs:
            verdict = judge(text, replace(question, pairs=pairs))
    if verdict.other_size:
        return replace(verdict, outcome=Outcome.UNREADABLE)
    return verdict


def read_as(text: str, problem: Problem) -> str:
    """How what was typed so far is read, or why it is not; empty for nothing and for a choice."""
    if not text.strip() or problem.options:
        return ""
    found = reading(_LEFT.sub("", text, count=1), problem.question)
    if found.tree is None:
        return str(found.error or "")
    return f"read as {found.echo}"
