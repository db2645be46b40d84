"""One derivation being written: its lines so far, what was tried, and the grade that follows."""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import dataclass, replace
from typing import Any

from studykit.checking.proof import Proof, Prover
from studykit.checking.tree import Equation, Node
from studykit.checking.verdict import Outcome, Verdict
from studykit.derivations.derivation import Derivation, RuleQuestion, Step
from studykit.derivations.line import Line, Lines, Reading
from studykit.draw import Draw
from studykit.errors import StudyError
from studykit.memory.state import Rating

VERSION = 2
"""Of the catalogue: raised when the same name and seed would give other lines. Events keep it."""

WRONG_BEFORE_AGAIN = 2
"""So many wrong answers to one line make the whole derivation Again."""


@dataclass(frozen=True, slots=True)
class Written:
    """A line that stands."""

    step: int
    """Which step it completes, counted from 0; -1 for a free line."""
    text: str
    """As it was understood, or as the derivation writes it where it was shown or skipped."""
    source: str
    """`typed`, `skipped` or `shown`."""
    rule: str = ""
    proved: bool | None = None
    """What the proof said; None: nothing."""
    tex: str = ""
    """The line as LaTeX; of a line that repeats the one before it, what follows the sign."""
    follows: bool = True
    """Whether it equals the line above it: no equation, and no new thought."""


class DerivationAttempt:
    """A derivation from its showing to its grade. Judges, and keeps what its event will say; writes nothing.

    The worst line decides: all right at once is Good; a hint, one wrong line, or a wrong rule is Hard; two
    wrong answers to a line, or a line that was shown, is Again.
    """

    def __init__(
        self,
        derivation: Derivation,
        seed: int | str | None = None,
        *,
        free: bool = False,
        prover: Prover | None = None,
    ) -> None:
        """`seed` draws the variant. With `free`, any lines lead from the start to the goal.

        Raises `StudyError` where free lines are asked for and there is no single chain of them.
        """
        self.derivation = derivation.drawn(seed)
        self.seed = seed
        if free and not self.derivation.is_chain:
            raise StudyError(
                f"{derivation.name} has no single chain of lines from start to goal",
                hint="without --free its lines are asked one by one",
            )
        self.free = free
        self.lines: list[Written] = []
        self.step = 0
        """The step that is asked, counted from 0; the number of steps at the end. Of free lines, the next
        of the book's lines that was not written yet."""
        self.question: RuleQuestion | None = None
        """The rule that is asked for before the next line."""
        self.hints: tuple[str, ...] = ()
        """Those shown for this step."""
        self.verdict: Verdict | None = None
        """Of the latest line."""
        self.faults: list[dict[str, Any]] = []
        """Where a proof disagreed with the judge: ours, and never held against the learner."""
        self._judge = Lines(self.derivation, seed=f"{self.derivation.name}:{seed}")
        self._before: Node | None = self._judge.start
        self._prover = prover
        self._worst = Rating.GOOD
        self._wrong = 0
        self._last_wrong = ""
        self._count = {"wrong": 0, "hints": 0, "shown": 0, "rules": 0}

    @property
    def finished(self) -> bool:
        """Whether the goal is reached, and no rule is asked for any more."""
        return self.step >= len(self.derivation.steps) and self.question is None

    @property
    def asked(self) -> Step | None:
        """The step that is asked; None at the end and while a rule is asked for."""
        if self.question is not None or self.step >= len(self.derivation.steps):
            return None
        return self.derivation.steps[self.step]

    @property
    def proposed(self) -> Rating:
        """The grade that follows from the worst line."""
        return self._worst

    @property
    def next_hint(self) -> bool:
        """Whether there is another hint for this line."""
        return self.asked is not None and len(self.hints) < len(self.asked.hints)

    def prove_with(self, prover: Prover | None) -> None:
        """Lets a prover look at the lines from now on."""
        self._prover = prover

    def hint(self) -> str | None:
        """Shows the next hint of the step; None if there is none."""
        step = self.asked
        if step is None or not self.next_hint:
            return None
        self.hints = step.hints[: len(self.hints) + 1]
        self._count["hints"] += 1
        self._worsen(Rating.HARD)
        return self.hints[-1]

    @property
    def start(self) -> str:
        """What the first line is equal to, as LaTeX; empty if that line stands on its own."""
        return "" if self._judge.start is None else self._judge.tex(self._judge.start)

    @property
    def goal(self) -> str:
        """The last line as LaTeX."""
        return self._judge.tex(self._judge.answers[-1])

    def reading(self, text: str) -> Reading:
        """How what was typed so far is read, or why it is not; empty for nothing."""
        return self._judge.reading(text)

    def answer(self, text: str, told: Callable[[int, Proof], object] | None = None) -> Verdict:
        """Judges a line. What cannot be read, is true but not there yet, or was wrong just now, uses nothing.

        `told` is called with the place of the line and its proof, from another thread, when there is one.
        """
        if self.asked is None:
            raise RuntimeError("no line is asked for")
        if self.free:
            before = self._before
            assert before is not None  # noqa: S101 (free lines have a start)
            line = self._judge.judge_free(text, before, self.step)
        else:
            line = self._judge.judge(text, self.step, self._before)
        self.verdict = line.verdict
        if line.verdict.outcome is Outcome.RIGHT:
            self._write(line, told)
        elif line.verdict.outcome is Outcome.WRONG and line.verdict.read_as != self._last_wrong:
            self._last_wrong = line.verdict.read_as
            self._wrong += 1
            self._count["wrong"] += 1
            self._worsen(Rating.AGAIN if self._wrong >= WRONG_BEFORE_AGAIN else Rating.HARD)
        return line.verdict

    def show_line(self) -> str:
        """Writes the line that was asked for; Again is proposed then. Returns it."""
        if self.asked is None:
            raise RuntimeError("no line is asked for")
        place = self.step
        step = self.derivation.steps[place]
        self._stand(place, step.answer, "shown", self._judge.answers[place], step.rule)
        self._count["shown"] += 1
        self._worsen(Rating.AGAIN)
        self._next(place, self._judge.answers[place])
        self.question = None  # the rule was shown with the line
        return step.answer

    def choose(self, option: int) -> bool:
        """Answers which rule it was; says whether it was right. Raises `IndexError` for no such option."""
        question = self.question
        if question is None:
            raise RuntimeError("no rule is asked for")
        if not 0 <= option < len(question.options):
            raise IndexError(f"there are {len(question.options)} rules")
        self.question = None
        if option == question.right:
            return True
        self._count["rules"] += 1
        self._worsen(Rating.HARD)
        return False

    def body(self) -> dict[str, Any]:
        """What the event keeps, so that the derivation can be shown again and be learned from."""
        return {
            "derivation": self.derivation.name,
            "seed": self.seed,
            "catalogue": VERSION,
            "concept": self.derivation.concept,
            "free": self.free,
            "lines": [{"step": each.step, "text": each.text, "source": each.source} for each in self.lines],
            "verdict": "wrong" if self._count["shown"] or not self.finished else "right",
            **self._count,
        }

    def proved(self, place: int, proof: Proof) -> None:
        """Keeps what a proof said of the line at a place; a disagreement is a fault of ours."""
        if proof.proved is None or place >= len(self.lines):
            return
        line = self.lines[place]
        self.lines[place] = replace(line, proved=proof.proved)
        if proof.proved is False:
            self.faults.append(
                {
                    "derivation": self.derivation.name,
                    "step": line.step,
                    "line": line.text,
                    "proof": proof.message,
                }
            )

    # how

    def _write(self, line: Line, told: Callable[[int, Proof], object] | None) -> None:
        tree, reached = line.tree, line.reached
        assert tree is not None  # noqa: S101 (a right line was read)
        if self.free:
            self._stand(-1 if reached is None else reached, line.verdict.read_as, "typed", tree)
            self._prove(tree, self._before, told)
            self._next(self.step - 1 if reached is None else reached, tree)
            return
        assert reached is not None  # noqa: S101 (the same)
        for skipped in range(self.step, reached):
            step_ = self.derivation.steps[skipped]
            self._stand(skipped, step_.answer, "skipped", self._judge.answers[skipped], step_.rule)
        step_ = self.derivation.steps[reached]
        self._stand(reached, line.verdict.read_as, "typed", tree, step_.rule)
        self._prove(tree, self._judge.answers[reached], told)
        self._next(reached, tree)

    def _stand(self, step: int, text: str, source: str, tree: Node, rule: str = "") -> None:
        """Writes a line below the others."""
        first = not self.lines and self._judge.start is None
        new = step >= 0 and self.derivation.steps[step].new
        follows = not (first or new or isinstance(tree, Equation))
        self.lines.append(Written(step, text, source, rule, tex=self._judge.tex(tree), follows=follows))

    def _next(self, done: int, tree: Node) -> None:
        self._before = tree
        self._wrong, self._last_wrong = 0, ""
        if self.step != done + 1:
            self.hints = ()
        self.step = done + 1
        if self.free:
            return
        self.question = self._mixed(self.derivation.steps[done].question, done)
        if self.step < len(self.derivation.steps) and self.derivation.steps[self.step].new:
            self._before = None

    def _mixed(self, question: RuleQuestion | None, step: int) -> RuleQuestion | None:
        """The question with its options in a drawn order, so that the right one has no fixed place."""
        if question is None:
            return None
        order = list(range(len(question.options)))
        Draw(f"rule:{self.derivation.name}:{self.seed}:{step}").shuffle(order)
        options = tuple(question.options[place] for place in order)
        return replace(question, options=options, right=order.index(question.right))

    def _prove(self, tree: Node, other: Node | None, told: Callable[[int, Proof], object] | None) -> None:
        if self._prover is None or told is None or other is None:
            return
        place = len(self.lines) - 1
        mine, theirs = self._judge.without_names(tree), self._judge.without_names(other)
        self._prover.submit(mine, theirs, self._judge.symbols, then=lambda proof: told(place, proof))

    def _worsen(self, rating: Rating) -> None:
        self._worst = min(self._worst, rating)
