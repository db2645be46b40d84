"""One typed line against a derivation: right, true but not there yet, a skip, or wrong and why."""

from __future__ import annotations

import re
from collections.abc import Mapping
from dataclasses import dataclass, replace
from fractions import Fraction

from studykit.checking import equality
from studykit.checking.arranged import arranged, free_names
from studykit.checking.declare import declare
from studykit.checking.forms import Cancelled, Collected, Form, Progress, SolvedFor
from studykit.checking.parser import read
from studykit.checking.substitution import substituted
from studykit.checking.symbols import Declaration, Distribution, Symbols
from studykit.checking.tex import tex
from studykit.checking.tree import Equation, Negative, Node, Number
from studykit.checking.verdict import Outcome, Verdict
from studykit.derivations.derivation import Derivation, Law
from studykit.derivations.indices import loose_index, mistaken_index
from studykit.errors import StudyError

ON = "true, go on"
"""What is said first of a line that is equal but does not have its form yet."""
MOMENTS = "a mean is 0, a variance is 1 or two names are alike"
HIDING: Mapping[Law, str] = {"any": MOMENTS, "centred": MOMENTS, "weights": "the weights sum to 1"}
"""What may hide that another rule was used than the one asked for."""
AHEAD = "it is where this leads; first write a line on the way there"
SIMPLIFIED = (Collected(), Cancelled())
"""What every derivation ends with, beside the form of its last step."""
_DERIVATIVE = re.compile(r"^[^=]*(?:∂|\\partial)[^=]*(?==)")
_HALVES = (Fraction(3, 5), Fraction(7, 4), Fraction(11, 3), Fraction(2, 7))
_MEANS = (Fraction(2, 3), Fraction(-5, 4), Fraction(3), Fraction(1, 7))


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
        self._laws: dict[str, Symbols] = {}
        self._wrong = tuple(
            tuple((self._own(each.answer), each) for each in step.wrong) for step in derivation.steps
        )

    def before(self, step: int) -> Node | None:
        """The line that a step follows, as the derivation writes it; None if it stands on its own."""
        if self._steps[step].new:
            return None
        return self.answers[step - 1] if step else self.start

    def reading(self, text: str) -> Reading:
        """How what was typed so far is read, or why it is not; empty for nothing."""
        text = _alone(text)
        if not text:
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
            if self._compare(tree, wrong).result == "equal" and self._is_meant(tree, step, wrong):
                verdict = Verdict(
                    Outcome.WRONG, 0.0, echo, known.why, known.answer, counterexample=asked.counterexample
                )
                return Line(verdict, tree=tree)
        if step and arranged(tree) == arranged(self.answers[step - 1]):
            return Line(_verdict(Outcome.UNDECIDED, echo, f"{ON}: {Progress(tree).missing(tree)}"))
        return Line(_unequal(asked, echo, told=bool(free_names(self.answers[step]))), tree=tree)

    def judge_free(self, text: str, before: Node, step: int = 0) -> Line:
        """Judges a free line against the line before; it reaches the step whose line it is, from `step` on.

        Never raises for what was typed.
        """
        found = self._read(text, len(self._steps) - 1, before)
        if isinstance(found, Line):
            return found
        tree, echo = found
        asked = self._compare(tree, before)
        if asked.result != "equal":
            return Line(_unequal(asked, echo), tree=tree)
        if (said := Progress(before).missing(tree)) is not None:
            return Line(_verdict(Outcome.UNDECIDED, echo, f"{ON}: {said}"))
        # All lines of a chain are equal, so that their forms tell which one it is.
        alike = [each for each in range(len(self._steps) - 1, step - 1, -1) if self._looks_like(tree, each)]
        reached = next((each for each in alike if self._by_rule(tree, each)), None)
        if alike and reached is None:
            return Line(_verdict(Outcome.UNDECIDED, echo, f"{ON}: {self._hiding(alike[0])}"))
        if reached == len(self._steps) - 1 > 0 and before == self.start:
            return Line(_verdict(Outcome.UNDECIDED, echo, f"{ON}: {AHEAD}"))
        return Line(_verdict(Outcome.RIGHT, echo, asked.message), reached, tree)

    # how

    def _read(self, text: str, step: int, before: Node | None) -> tuple[Node, str] | Line:
        """The typed line and its echo, or why it is not one."""
        text = _alone(text)
        if not text:
            return Line(_verdict(Outcome.UNREADABLE, message="nothing was typed"))
        reading = read(text, self.symbols, kind="expression")
        if reading.tree is None:
            return Line(_verdict(Outcome.UNREADABLE, message=str(reading.error)))
        tree, asked = reading.tree, self.answers[step]
        if (index := loose_index(tree)) is not None:
            said = f"the sum ends before the last {index}: put brackets around all that it sums"
            return Line(_verdict(Outcome.UNREADABLE, reading.echo, said))
        if (pair := mistaken_index(tree)) is not None:
            said = f"the sum runs over {pair[0]}, and the entries in it are numbered by {pair[1]}"
            return Line(_verdict(Outcome.UNREADABLE, reading.echo, said))
        if isinstance(tree, Equation) and not isinstance(asked, Equation):
            # `Var(q·k) = d_k`: a true left side is the line before, in whatever notation.
            known = {arranged(each) for each in (before, self.before(step)) if each is not None}
            if arranged(tree.left) not in known and self._compare(tree.left, asked).result != "equal":
                said = "an expression is asked: only the line before may stand left of the ="
                return Line(_verdict(Outcome.UNREADABLE, reading.echo, said))
            tree = tree.right
        elif isinstance(asked, Equation) and not isinstance(tree, Equation):
            if not isinstance(self._steps[step].form, SolvedFor):
                said = "an equation is asked, with both of its sides"
                return Line(_verdict(Outcome.UNREADABLE, reading.echo, said))
            tree = Equation(asked.left, tree)  # the name on the left may be left out
        return tree, reading.echo

    def _equal(self, tree: Node, echo: str, step: int, above: Node | None, message: str) -> Line:
        """What an equal line reaches: its own step, a later one, or none yet."""
        missing = self._missing(tree, step, above)
        by_rule = self._by_rule(tree, step)
        if missing is None and by_rule:
            return Line(_verdict(Outcome.RIGHT, echo, message), step, tree)
        reached = self._skipped_to(tree, step, above)
        if reached is not None:
            return Line(_verdict(Outcome.RIGHT, echo), reached, tree)
        if missing is None:
            missing = self._hiding(step)
        return Line(_verdict(Outcome.UNDECIDED, echo, f"{ON}: {missing}"), None, tree)

    def _hiding(self, step: int) -> str:
        """Why a line that is equal for the given entries is not yet the step's."""
        why = HIDING[self._steps[step].law]
        return f"it is equal here, but only because {why}; which line does the rule give?"

    def _looks_like(self, tree: Node, step: int) -> bool:
        """Whether a line has the form of a step's; where none is asked, whether it is that line."""
        if self._steps[step].form is None:
            return arranged(tree) == arranged(self.answers[step])
        return all(form.missing(tree) is None for form in self._forms(step))

    def _missing(self, tree: Node, step: int, above: Node | None) -> str | None:
        if step < len(self.answers) - 1 and arranged(tree) == arranged(self.answers[-1]):
            return AHEAD
        forms = self._forms(step) if above is None else (Progress(above), *self._forms(step))
        return next((said for each in forms if (said := each.missing(tree)) is not None), None)

    def _forms(self, step: int) -> tuple[Form, ...]:
        """What a step's line has to look like; the last one also simplified."""
        form = self._steps[step].form
        own = () if form is None else (form,)
        return (*own, *SIMPLIFIED) if step == len(self._steps) - 1 else own

    def _skipped_to(self, tree: Node, step: int, above: Node | None) -> int | None:
        """The latest later step, but the last, whose line this is; only a form tells steps apart."""
        for later in range(self._end_of_thought(step) - 1, step, -1):
            if later == len(self._steps) - 1 or self._steps[later].form is None:
                continue
            if self._missing(tree, later, above) is not None:
                continue
            if self._compare(tree, self.answers[later]).result == "equal" and self._by_rule(tree, later):
                return later
        return None

    def _end_of_thought(self, step: int) -> int:
        """The step at which the next new thought begins; the number of steps if none does."""
        later = range(step + 1, len(self._steps))
        return next((each for each in later if self._steps[each].new), len(self._steps))

    def _by_rule(self, tree: Node, step: int) -> bool:
        """Whether the line is not only equal for these entries, but for all that its rule holds for."""
        return self._under(self._steps[step].law, tree, self.answers[step])

    def _is_meant(self, tree: Node, step: int, wrong: Node) -> bool:
        """Whether a line is a known wrong one, and not another that is worth the same here."""
        law = self._steps[step].law
        return self._under("any" if law == "centred" else law, tree, wrong)

    def _under(self, law: Law, tree: Node, other: Node) -> bool:
        """Whether two lines are equal for all that a law holds for."""
        if not law:
            return True
        if law not in self._laws:
            self._laws[law] = self.symbols if law == "weights" else _with_law(self.symbols, law)
        where = {} if law == "weights" else self._where  # the weights are names of their own then
        found = equality.compare(tree, other, self._laws[law], seed=self._seed, where=where)
        return found.result == "equal"

    def _compare(self, tree: Node, other: Node) -> equality.Comparison:
        return equality.compare(tree, other, self.symbols, seed=self._seed, where=self._where)

    def _own(self, text: str) -> Node:
        reading = read(text, self.symbols, kind="expression")
        if reading.tree is None:
            raise StudyError(f"a line of the derivation cannot be read: {text!r}: {reading.error}")
        return reading.tree


def _alone(text: str) -> str:
    """What was typed without what stands before its sign and the full stop after it.

    A derivative on the left is no name that could be read, and says only what is asked for anyway.
    """
    text = _DERIVATIVE.sub("", text, count=1)
    return text.strip().removeprefix("=").removesuffix(".").strip()


def _with_law(symbols: Symbols, law: Law) -> Symbols:
    """The names with other means and variances, each its own, where they are random."""
    found: dict[str, Declaration] = {}
    for number, (name, declared) in enumerate(symbols.items()):
        if declared.distribution is not None:
            mean = _MEANS[number % len(_MEANS)] if law == "any" else Fraction(0)
            half = _HALVES[number % len(_HALVES)]
            ends = _number(mean - half), _number(mean + half)
            declared = replace(declared, distribution=Distribution("uniform", ends))
        found[name] = declared
    return found


def _number(value: Fraction) -> Node:
    return Number(value) if value >= 0 else Negative(Number(-value))


def _unequal(asked: equality.Comparison, echo: str, *, told: bool = True) -> Verdict:
    """What is said of a line that is not equal; `told` if also what it should be."""
    if asked.result == "undecided":
        return _verdict(Outcome.UNDECIDED, echo, asked.message or "this could not be decided")
    said = asked.counterexample or asked.message or "this is not equal to the line before"
    if not told and asked.counterexample:
        said = f"{said.partition(', it should be')[0]}, and the line before is worth something else"
    return Verdict(Outcome.WRONG, 0.0, echo, said, counterexample=asked.counterexample)


def _verdict(outcome: Outcome, echo: str = "", message: str = "") -> Verdict:
    return Verdict(outcome, 1.0 if outcome is Outcome.RIGHT else 0.0, echo, message)
