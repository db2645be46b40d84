"""One typed line against a derivation: right, true but not there yet, a skip, or wrong and why."""

from __future__ import annotations

from dataclasses import dataclass

from studykit.checking import equality
from studykit.checking.declare import declare
from studykit.checking.forms import Form, Progress, arranged
from studykit.checking.parser import read
from studykit.checking.substitution import substituted
from studykit.checking.tex import tex
from studykit.checking.tree import Equation, Node, Symbol
from studykit.checking.verdict import Outcome, Verdict
from studykit.derivations.derivation import Derivation
from studykit.errors import StudyError

ON = "true, go on"
"""What is said first of a line that is equal but does not have its form yet."""


@dataclass(frozen=True, slots=True)
class Line:
    """What became of a typed line."""

    verdict: Verdict
    reached: int | None = None
    """The step that it completes, counted from 0: the one that was asked, or a later one. None: neither."""
    tree: Node | None = None
    """The line as it was read; of an equation that repeats the line before, its right-hand side."""


@dataclass(frozen=True, slots=True)
class Reading:
    """What was typed so far, as it is understood."""

    text: str = ""
    """In plain signs; empty if it cannot be read."""
    tex: str = ""
    """The same as LaTeX."""
    trouble: str = ""
    """Why it cannot be read."""


class Lines:
    """Judges the lines of one derivation. What is written in it is read once."""

    def __init__(self, derivation: Derivation, *, seed: int | str = 0) -> None:
        """Raises `StudyError` if the derivation itself cannot be read, which is a fault of the catalogue."""
        self._seed = str(seed)
        self.symbols = declare(derivation.symbols)
        self.start = self._own(derivation.start) if derivation.start else None
        self.answers = tuple(self._own(step.answer) for step in derivation.steps)
        self._steps = derivation.steps
        self._where = {name: self._own(text) for name, text in derivation.where.items()}
        self._wrong = tuple(
            tuple((self._own(each.answer), each) for each in step.wrong) for step in derivation.steps
        )

    def before(self, step: int) -> Node | None:
        """The line that a step follows, as the derivation writes it; None if it stands on its own."""
        return self.answers[step - 1] if step else self.start

    def reading(self, text: str) -> Reading:
        """How what was typed so far is read, or why it is not; empty for nothing."""
        if not text.strip():
            return Reading()
        found = read(text, self.symbols, kind="expression")
        if found.tree is None:
            return Reading(trouble=str(found.error))
        return Reading(found.echo, self.tex(found.tree))

    def tex(self, tree: Node) -> str:
        """A line as LaTeX."""
        return tex(tree, self.symbols)

    def without_names(self, tree: Node) -> Node:
        """The tree without any names that stand for other expressions, as a proof needs it."""
        return substituted(tree, self._where)

    def judge(self, text: str, step: int, before: Node | None = None) -> Line:
        """Judges a line typed for a step, counted from 0, below the line `before`.

        A line in the form of a later step is a skip; the last step cannot be skipped to, so that no
        derivation is finished with its statement. Never raises for what was typed.
        """
        above = before if before is not None or self._steps[step].new else self.before(step)
        found = self._read(text, step, above)
        if isinstance(found, Line):
            return found
        tree, echo = found
        asked = self._compare(tree, self.answers[step])
        if asked.result == "equal":
            return self._equal(tree, echo, step, above, asked.message)
        reached = self._skipped_to(tree, step, above)
        if reached is not None:
            return Line(_verdict(Outcome.RIGHT, echo), reached, tree)
        for wrong, known in self._wrong[step]:
            if self._compare(tree, wrong).result == "equal":
                verdict = Verdict(
                    Outcome.WRONG, 0.0, echo, known.why, known.answer, counterexample=asked.counterexample
                )
                return Line(verdict, tree=tree)
        return Line(_unequal(asked, echo), tree=tree)

    def judge_free(self, text: str, before: Node) -> Line:
        """Judges a free line against the line before; it reaches the last step when it is the goal.

        Never raises for what was typed.
        """
        last = len(self._steps) - 1
        found = self._read(text, last, before)
        if isinstance(found, Line):
            return found
        tree, echo = found
        asked = self._compare(tree, before)
        if asked.result != "equal":
            return Line(_unequal(asked, echo), tree=tree)
        goal = self._steps[last].form
        if (goal is None or goal.missing(tree) is None) and self._compare(
            tree, self.answers[last]
        ).result == "equal":
            return Line(_verdict(Outcome.RIGHT, echo, asked.message), last, tree)
        if (said := Progress(before).missing(tree)) is not None:
            return Line(_verdict(Outcome.UNDECIDED, echo, said))
        return Line(_verdict(Outcome.RIGHT, echo, asked.message), None, tree)

    # how

    def _read(self, text: str, step: int, before: Node | None) -> tuple[Node, str] | Line:
        """The typed line and its echo, or why it is not one."""
        if not text.strip():
            return Line(_verdict(Outcome.UNREADABLE, message="nothing was typed"))
        reading = read(text, self.symbols, kind="expression")
        if reading.tree is None:
            return Line(_verdict(Outcome.UNREADABLE, message=str(reading.error)))
        tree, asked = reading.tree, self.answers[step]
        if isinstance(tree, Equation) and not isinstance(asked, Equation):
            known = {arranged(each) for each in (before, self.start, *self.answers[:step]) if each}
            if arranged(tree.left) not in known:
                said = "an expression is asked: only the line before may stand left of the ="
                return Line(_verdict(Outcome.UNREADABLE, reading.echo, said))
            tree = tree.right
        elif isinstance(asked, Equation) and not isinstance(tree, Equation):
            if not isinstance(asked.left, Symbol):
                said = "an equation is asked, with both of its sides"
                return Line(_verdict(Outcome.UNREADABLE, reading.echo, said))
            tree = Equation(asked.left, tree)  # the name on the left may be left out
        return tree, reading.echo

    def _equal(self, tree: Node, echo: str, step: int, above: Node | None, message: str) -> Line:
        """What an equal line reaches: its own step, a later one, or none yet."""
        missing = self._missing(tree, step, above)
        if missing is None:
            return Line(_verdict(Outcome.RIGHT, echo, message), step, tree)
        reached = self._skipped_to(tree, step, above)
        if reached is not None:
            return Line(_verdict(Outcome.RIGHT, echo), reached, tree)
        return Line(_verdict(Outcome.UNDECIDED, echo, f"{ON}: {missing}"), None, tree)

    def _missing(self, tree: Node, step: int, above: Node | None) -> str | None:
        if step < len(self.answers) - 1 and arranged(tree) == arranged(self.answers[-1]):
            return "that is where it is going; write the line before it first"
        form = self._steps[step].form
        forms: list[Form] = [] if above is None else [Progress(above)]
        forms += [] if form is None else [form]
        return next((said for each in forms if (said := each.missing(tree)) is not None), None)

    def _skipped_to(self, tree: Node, step: int, above: Node | None) -> int | None:
        """The latest later step, but the last, whose line this is; only a form tells steps apart."""
        for later in range(len(self._steps) - 2, step, -1):
            if self._steps[later].form is None or self._missing(tree, later, above) is not None:
                continue
            if self._compare(tree, self.answers[later]).result == "equal":
                return later
        return None

    def _compare(self, tree: Node, other: Node) -> equality.Comparison:
        return equality.compare(tree, other, self.symbols, seed=self._seed, where=self._where)

    def _own(self, text: str) -> Node:
        reading = read(text, self.symbols, kind="expression")
        if reading.tree is None:
            raise StudyError(f"a line of the derivation cannot be read: {text!r}: {reading.error}")
        return reading.tree


def _unequal(asked: equality.Comparison, echo: str) -> Verdict:
    if asked.result == "undecided":
        return _verdict(Outcome.UNDECIDED, echo, asked.message or "this could not be decided")
    said = asked.counterexample or asked.message or "this is not equal to the line before"
    return Verdict(Outcome.WRONG, 0.0, echo, said, counterexample=asked.counterexample)


def _verdict(outcome: Outcome, echo: str = "", message: str = "") -> Verdict:
    return Verdict(outcome, 1.0 if outcome is Outcome.RIGHT else 0.0, echo, message)
