"""Whether two expressions mean the same: sampled at points of the declared box, with a counter-example.

The same tree is right. Else both are computed at eight points and at the edges of the box, exactly where they
are rational there, else with 50 digits; one point where they differ decides against, and is told. A
difference counts only if it stays when more digits are used, and an agreement only if nothing can hide behind
the digits: a true zero shrinks with them, a tiny number does not (Richardson's zero test).
"""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from contextlib import suppress
from dataclasses import dataclass
from fractions import Fraction
from typing import Any, Literal

from studykit.checking import counterexample, grid
from studykit.checking.arithmetic import DIGITS, MORE_DIGITS, MOST_DIGITS
from studykit.checking.edges import edges
from studykit.checking.evaluate import Evaluator
from studykit.checking.failure import (
    Misfit,
    NoEntry,
    NoFactorial,
    NoValue,
    OutOfReach,
    Undefined,
    Unsupported,
)
from studykit.checking.grid import Grid, Value
from studykit.checking.polynomial import Algebra
from studykit.checking.sampling import POINTS, Point, points
from studykit.checking.signs import choices
from studykit.checking.symbols import Symbols
from studykit.checking.tree import Equation, Node
from studykit.checking.used_names import UsedNames, fits, used

Result = Literal["equal", "different", "undecided"]

ENOUGH = 4
"""So many points at which both sides are defined decide, unless the box has fewer."""
PRECISIONS = (DIGITS, MORE_DIGITS, 500, MOST_DIGITS)
MOST_LEVELS = 7
SPARE_DIGITS = 15
"""So many more than the least are needed before a digit is believed."""
ENOUGH_FOR_ZERO = 500
"""What shrinks with the digits until there are so many, and never shows itself, is zero."""
CAREFUL_POINTS = 2
"""At the first points an agreement is rechecked with more digits even if it is complete."""


@dataclass(frozen=True, slots=True)
class Comparison:
    """What came of comparing an answer with the expected expression."""

    result: Result
    counterexample: str | None = None
    """Where they differ, such as `at d_k = 4 yours gives 0.25, it should be 0.5`."""
    message: str = ""
    """Why it is undecided, or what there is to say of an answer that is equal."""
    exact: bool = False
    """Whether no number was rounded on the way."""


def compare(
    answer: Node,
    expected: Node,
    symbols: Symbols,
    *,
    seed: str,
    where: Mapping[str, Node] | None = None,
) -> Comparison:
    """Compares an answer with what was expected, over the boxes of the declared names.

    `where` gives names that stand for expressions, such as `p_1` for `e^z1/(e^z1 + e^z2)`. Expressions are
    equal if they agree at every point, sets with `±` if each has a partner, equations if they have the same
    solutions. The same seed gives the same judgement. Never raises.
    """
    if not (fits(answer) and fits(expected)):
        return Comparison("undecided", message="this is too long to compare")
    if answer == expected:
        return Comparison("equal", exact=True)
    try:
        mine, wanted = choices(answer), choices(expected)
        if any(isinstance(tree, Equation) for tree in (*mine, *wanted)):
            from studykit.checking import equations  # it compares expressions too, by this module

            return equations.compare(mine, wanted, symbols, seed=seed, where=where or {})
        return Judgement(mine, wanted, symbols, where or {}, seed).decide()
    except NoValue as trouble:
        return Comparison("undecided", message=trouble.reason)


class Judgement:
    """One comparison of two sets of expressions, most often of one each, with its own arithmetic."""

    def __init__(
        self,
        answers: Sequence[Node],
        expected: Sequence[Node],
        symbols: Symbols,
        where: Mapping[str, Node],
        seed: str,
    ) -> None:
        self._sides = (tuple(answers), tuple(expected))
        self._symbols = symbols
        self._where = where
        self._seed = seed
        self._algebra = Algebra()
        self._names: UsedNames = used((*self._sides[0], *self._sides[1]), symbols, where)
        self._trouble: NoValue | None = None
        self._gap = ""
        self._blurred = False
        self._missed = 0

    def decide(self) -> Comparison:
        """Goes through the points until one decides. Raises `NoValue` if there are no points."""
        if self._names.unknown:
            raise Unsupported(f"{self._names.unknown[0]} is not declared")
        tried = defined = 0
        for point in points(self._names, self._symbols, self._where, self._algebra, self._seed):
            if defined >= POINTS or self._algebra.is_spent or (tried >= POINTS and defined >= ENOUGH):
                break
            tried += 1
            outcome = self._at(point, careful=defined < CAREFUL_POINTS)
            if isinstance(outcome, Comparison):
                return outcome
            defined += outcome
        missed, trouble = self._missed, self._trouble
        if defined:
            self._trouble = None
            decided = self._at_edges()
            if decided is not None:
                return decided
            self._trouble = trouble
        if defined and missed > defined and trouble is not None:
            # What is left may be the one size at which nothing can be told apart.
            return Comparison("undecided", message=f"yours has no value at most points: {trouble.reason}")
        whole_box = 0 < tried < POINTS and not isinstance(self._trouble, OutOfReach)
        if defined >= ENOUGH or (whole_box and defined):
            return Comparison("equal", message=self._gap, exact=self._algebra.exact)
        reason = self._gap or (f"it cannot be computed: {self._trouble.reason}" if self._trouble else "")
        return Comparison("undecided", message=reason or "there are too few points to compare at")

    def _at_edges(self) -> Comparison | None:
        """What decides at the ends of the box and at kinks; None if both sides agree there too."""
        trees = (*self._sides[0], *self._sides[1])
        for point, far in edges(
            trees, self._names, self._symbols, self._where, self._algebra, f"{self._seed} edges"
        ):
            if self._algebra.is_spent:
                break
            self._blurred = False
            outcome = self._at(point, careful=False)
            if isinstance(outcome, Comparison):
                if outcome.result == "different":
                    return outcome
            elif self._blurred and not far and not self._algebra.is_spent:
                return Comparison("undecided", message="too many digits are lost in it")
        return None

    def _at(self, point: Point, *, careful: bool) -> Comparison | bool:
        """What the point decides, or whether both sides are defined there."""
        found = _Values(self._sides, self._symbols, point, self._algebra, self._where)
        failures = found.failures()
        for failure, whose in zip(
            failures, ("", "the expected expression cannot be computed: "), strict=True
        ):
            if isinstance(failure, Misfit | Unsupported):
                return Comparison("undecided", message=whose + failure.reason)
        mine, wanted = failures
        if isinstance(mine, NoFactorial) and not wanted:
            at = self._place(point)
            return Comparison("different", message=f"yours is not defined{at}: {mine.reason}")
        if mine or wanted:
            self._missed += mine is not None and wanted is None
            self._remember(point, mine, wanted)
            return False
        left, right = found.at(DIGITS)
        misfit = self._shapes(left, right, found.evaluator)
        if misfit is not None:
            return misfit
        for first, second, flip in ((left, right, False), (right, left, True)):
            for i in range(len(first)):
                same: bool | None = False
                for j in range(len(second)):
                    same = found.same(j, i, careful) if flip else found.same(i, j, careful)
                    if same is not False:
                        break
                if same is None:
                    self._blurred = True
                    spent = self._algebra.is_spent
                    self._trouble = OutOfReach(
                        "it takes too many steps" if spent else "too many digits are lost in it"
                    )
                    return False
                if not same:
                    return self._different(point, left, right)
        return True

    def _different(self, point: Point, left: Sequence[Value], right: Sequence[Value]) -> Comparison:
        trees = (*self._sides[0], *self._sides[1])
        shown = counterexample.shown_names(trees, self._symbols, self._where)
        words = counterexample.place(self._named(point), shown) + counterexample.values(left, right)
        return Comparison("different", words, exact=self._algebra.exact)

    def _shapes(
        self, left: Sequence[Value], right: Sequence[Value], evaluator: Evaluator
    ) -> Comparison | None:
        a, b = left[0], right[0]
        mine = a.shape if type(a) is Grid else ()
        wanted = b.shape if type(b) is Grid else ()
        if mine == wanted:
            return None
        words = (
            f"yours is {grid.described(a, evaluator.named)}, "
            f"it should be {grid.described(b, evaluator.named)}"
        )
        # another kind costs no attempt; the right kind with other sizes is an answer, and wrong
        return Comparison("undecided" if len(mine) != len(wanted) else "different", message=words)

    def _remember(self, point: Point, mine: NoValue | None, wanted: NoValue | None) -> None:
        trouble = mine or wanted
        if self._trouble is None or isinstance(trouble, OutOfReach):
            self._trouble = trouble
        if (
            bool(mine) == bool(wanted)
            or self._gap
            or not isinstance(trouble, Undefined)
            or isinstance(trouble, NoEntry)
        ):
            return
        at = self._place(point)
        if mine:
            self._gap = f"yours is not defined{at}, where the expected one is: {trouble.reason}"
        else:
            self._gap = f"yours is defined{at}, where the expected one is not"

    def _named(self, point: Point) -> Mapping[str, Value]:
        """The point with the values of names that stand for expressions, where they have one."""
        found: dict[str, Value] = dict(point)
        evaluator = Evaluator(self._symbols, point, self._algebra, self._where)
        for name, stands_for in self._where.items():
            with suppress(NoValue):
                found[name] = evaluator.value(stands_for)
        return found

    def _place(self, point: Point) -> str:
        shown = counterexample.shown_names((*self._sides[0], *self._sides[1]), self._symbols, self._where)
        at = counterexample.place(self._named(point), shown).rstrip()
        return f" {at}" if at else ""


class _Values:
    """Both sides at one point, with as many digits as are asked for."""

    def __init__(
        self,
        sides: tuple[tuple[Node, ...], tuple[Node, ...]],
        symbols: Symbols,
        point: Point,
        algebra: Algebra,
        where: Mapping[str, Node],
    ) -> None:
        self._sides = sides
        self._symbols = symbols
        self._point = point
        self._algebra = algebra
        self._where = where
        self._levels: dict[int, tuple[list[Value], list[Value]]] = {}
        self._spreads: dict[int, int] = {}
        self._noises: dict[int, int] = {}
        self.evaluator = self._evaluator(DIGITS)

    def _evaluator(self, digits: int) -> Evaluator:
        self._algebra.use_digits(digits)
        self._algebra.spread, self._algebra.noise = 0, -(10**9)
        return Evaluator(self._symbols, self._point, self._algebra, self._where)

    def failures(self) -> tuple[NoValue | None, NoValue | None]:
        """Why the answer and the expected expression have no value here; None where they have one."""
        found: list[list[Value]] = []
        failed: list[NoValue | None] = []
        for side in self._sides:
            try:
                found.append([self.evaluator.value(node) for node in side])
                failed.append(None)
            except NoValue as trouble:
                found.append([])
                failed.append(trouble)
        self._keep(DIGITS, found[0], found[1])
        return failed[0], failed[1]

    def _keep(self, digits: int, left: list[Value], right: list[Value]) -> None:
        self._levels[digits] = (left, right)
        self._spreads[digits] = self._algebra.spread * 302 // 1000  # bits -> digits
        self._noises[digits] = self._algebra.noise

    def at(self, digits: int) -> tuple[list[Value], list[Value]]:
        """The values of both sides with so many digits."""
        if digits not in self._levels:
            evaluator = self._evaluator(digits)
            left, right = ([evaluator.value(node) for node in side] for side in self._sides)
            self._keep(digits, left, right)
        return self._levels[digits]

    def same(self, i: int, j: int, careful: bool) -> bool | None:
        """Whether two values are equal; None if even the most digits do not tell."""
        try:
            return self._same_values(i, j, careful)
        except NoValue:  # defined with few digits, and not with more
            return None
        finally:
            self._algebra.use_digits(DIGITS)

    def _same_values(self, i: int, j: int, careful: bool) -> bool | None:
        left, right = self.at(DIGITS)
        a, b = left[i], right[j]
        if type(a) is Grid:
            if type(b) is not Grid or a.shape != b.shape:
                return False
            answers = [self._same(i, j, place, careful) for place in range(len(a.entries))]
            return False if False in answers else None if None in answers else True
        return False if type(b) is Grid else self._same(i, j, None, careful)

    def _same(self, i: int, j: int, place: int | None, careful: bool) -> bool | None:
        """Raises the digits until nothing can hide behind them, or what hides shrinks as zero does."""
        digits = DIGITS
        before: tuple[int, int, Any] | None = None
        for level in range(MOST_LEVELS):
            left, right = self.at(digits)
            a, b = left[i], right[j]
            if place is not None:
                a, b = a.entries[place], b.entries[place]
            spread = self._spreads[digits]
            told = spread + SPARE_DIGITS <= digits
            if told and type(a) is Fraction and type(b) is Fraction:
                return a == b
            self._algebra.use_digits(digits)
            ten = self._algebra.context.mpf(10)
            a, b = self._algebra.real(a), self._algebra.real(b)
            if not (self._algebra.context.isfinite(a) and self._algebra.context.isfinite(b)):
                return bool(a == b)
            off = abs(a - b)
            close = off <= max(abs(a), abs(b)) * ten ** (10 - digits)
            # a summand that is as small as the last digit, whichever that is, is zero but for rounding
            noise = not told and (
                abs(spread - digits) <= SPARE_DIGITS
                if before is None
                else spread - before[1] >= (digits - before[0]) * 4 // 5
            )
            if close and ((told and (level or not careful)) or (noise and digits >= ENOUGH_FOR_ZERO)):
                return True
            if before is not None and (told or noise):
                if told and off <= before[2] * ten**-30:
                    return True
                seen = off > self._algebra.context.ldexp(1, self._noises[digits])
                if off and seen and abs(off - before[2]) <= off * ten**-6:
                    return False
            if digits >= MOST_DIGITS or (not noise and spread + 2 * SPARE_DIGITS > MOST_DIGITS):
                return None
            before = (digits, spread, off)
            if noise:
                digits = next(more for more in PRECISIONS if more > digits)
            else:
                digits = min(max(digits + 60, spread + 2 * SPARE_DIGITS), MOST_DIGITS)
        return None
