"""Whether two equations say the same: equal up to a factor that is never zero.

An equation is read as `left - right = 0`. If the quotient of two such sides is the same number at every
point, the equations are multiples of each other. Else solutions of each are looked for inside the box,
between two points of different sign, and put into the other: one that does not fit decides
against. Where all fit, a quotient that keeps its sign over the box, far out too, is a factor such as `4nd`
with positive `n` and `d`.
"""

from __future__ import annotations

from collections.abc import Iterator, Mapping, Sequence
from fractions import Fraction

from studykit.checking import counterexample
from studykit.checking.arithmetic import Scalar as Real
from studykit.checking.equality import Comparison, Judgement
from studykit.checking.evaluate import Evaluator
from studykit.checking.failure import Misfit, NoValue, Unsupported
from studykit.checking.grid import Grid, Value
from studykit.checking.polynomial import Algebra
from studykit.checking.sampling import POINTS, Point, points
from studykit.checking.symbols import Scalar, Symbols
from studykit.checking.tree import Equation, Negative, Node, Product, Sum, Symbol
from studykit.checking.used_names import UsedNames, nodes, used

ENOUGH_SOLUTIONS = 3
MOST_SOLUTIONS = 6
"""Of each equation; the names take turns."""
MOST_TRIES = 60
"""To close in on one solution."""
_STEPS = tuple(Fraction(n, 8) for n in (1, 2, 3, 5, 7, 8, 9, 11, 14, 18, 23, 31, 44, 71))
_NOTHING, _NEAR = Fraction(1, 10**40), Fraction(1, 10**33)
_FAR = (Fraction(1, 1000), Fraction(1000), Fraction(10**6))


def compare(
    answers: Sequence[Node],
    expected: Sequence[Node],
    symbols: Symbols,
    *,
    seed: str,
    where: Mapping[str, Node],
) -> Comparison:
    """Compares where there are equations; several on one side are alternatives.

    Raises `NoValue` if it cannot be decided.
    """
    mine, wanted = _equations(answers), _equations(expected)
    if not mine:
        return _answer_without_equation(answers, wanted, symbols, seed, where)
    if not wanted:
        return _answer_with_equation(mine, expected, symbols, seed, where)
    if len(mine) == len(wanted) == 1 and _solved(mine[0]) == _solved(wanted[0]) != "":
        right = Judgement([mine[0].right], [wanted[0].right], symbols, where, seed).decide()
        if right.result == "equal":
            return right
        # Expressions are looked at more closely than solutions; these say better where it fails.
        solutions = _Solutions(mine, wanted, symbols, seed, where).decide()
        return right if solutions.result == "equal" else solutions
    return _Solutions(mine, wanted, symbols, seed, where).decide()


def _solved(equation: Equation) -> str:
    """The name that an equation is solved for: alone on the left, and not on the right; empty for none."""
    left = equation.left
    if not isinstance(left, Symbol) or any(node == left for node in nodes(equation.right)):
        return ""
    return left.name


def _equations(trees: Sequence[Node]) -> list[Equation]:
    """The trees if all are equations, nothing if none is. Raises `Misfit` if only some are."""
    found = [tree for tree in trees if isinstance(tree, Equation)]
    if found and len(found) < len(trees):
        raise Misfit("some of this are equations, and some are not")
    return found


def _answer_without_equation(
    answers: Sequence[Node],
    wanted: Sequence[Equation],
    symbols: Symbols,
    seed: str,
    where: Mapping[str, Node],
) -> Comparison:
    """`1/√d_k` is an answer where `s = 1/√d_k` was asked."""
    if any(wanted[0].left != equation.left or not isinstance(equation.left, Symbol) for equation in wanted):
        return Comparison("undecided", message="an equation is asked for; yours has no =")
    return Judgement(answers, [equation.right for equation in wanted], symbols, where, seed).decide()


def _answer_with_equation(
    mine: Sequence[Equation],
    expected: Sequence[Node],
    symbols: Symbols,
    seed: str,
    where: Mapping[str, Node],
) -> Comparison:
    """`Var(q·k) = d_k` is an answer where `d_k` was asked, and is so only if it is true."""
    right = Judgement([equation.right for equation in mine], expected, symbols, where, seed).decide()
    if right.result != "equal":
        return right
    left = Judgement([equation.left for equation in mine], expected, symbols, where, seed).decide()
    if left.result == "equal":
        return right
    return Comparison("undecided", message="only what stands on the right is asked for; give it alone")


class _Solutions:
    def __init__(
        self,
        mine: Sequence[Equation],
        wanted: Sequence[Equation],
        symbols: Symbols,
        seed: str,
        where: Mapping[str, Node],
    ) -> None:
        self._sides = (_side(mine), _side(wanted))
        self._symbols = symbols
        self._where = where
        self._seed = seed
        self._algebra = Algebra()
        self._names: UsedNames = used(self._sides, symbols, where)

    def decide(self) -> Comparison:
        if self._names.unknown:
            raise Unsupported(f"{self._names.unknown[0]} is not declared")
        places = list(points(self._names, self._symbols, self._where, self._algebra, self._seed))
        tried = [(self._value(0, point), self._value(1, point)) for point in places[: 2 * POINTS]]
        pairs = [(a, b) for a, b in tried if a is not None and b is not None]
        if not pairs:
            return Comparison("undecided", message="neither equation could be computed at any point tried")
        if sum(a is None and b is not None for a, b in tried) > len(pairs):
            return Comparison("undecided", message="yours has no value at most points")
        if all(self._vanishes(a) and self._vanishes(b) for a, b in pairs):
            return Comparison("equal", message="both hold everywhere")
        constant = self._constant_factor(pairs)
        if constant is not None:
            return constant
        return self._by_solutions(places[:POINTS], pairs)

    def _constant_factor(self, pairs: list[tuple[Real, Real]]) -> Comparison | None:
        """Whether a · b' = b · a' for all pairs, without a division by what may be zero."""
        base = next(((a, b) for a, b in pairs if not self._vanishes(a) and not self._vanishes(b)), None)
        if base is None:
            return None
        for a, b in pairs:
            if not self._same(self._algebra.multiply(a, base[1]), self._algebra.multiply(b, base[0])):
                return None
        if len(pairs) < 2 and self._names.declared:
            return None
        return Comparison("equal", exact=self._algebra.exact)

    def _by_solutions(self, places: list[Point], pairs: list[tuple[Real, Real]]) -> Comparison:
        found = 0
        for side in (1, 0):
            for point in self._solutions(side, places):
                values = self._both(point)
                if values is None:
                    continue
                found += 1
                if self._algebra.less(_NEAR, abs(values[1 - side])):
                    return self._differs(point, side)
        signs = {
            self._sign(a) * self._sign(b)
            for a, b in pairs + self._far_pairs(places)
            if not (self._vanishes(a) and self._vanishes(b))
        }
        if found >= ENOUGH_SOLUTIONS and len(signs) == 1 and 0 not in signs:
            return Comparison("equal")
        if found < ENOUGH_SOLUTIONS and (0 in signs or len(signs) > 1):
            return Comparison("different", message="yours is not a multiple of the equation asked for")
        if found >= ENOUGH_SOLUTIONS:
            return Comparison(
                "undecided",
                message="it has the solutions that were tried, but is no multiple of the equation",
            )
        return Comparison("different", message="yours is not a multiple of the equation asked for")

    def _differs(self, point: Point, side: int) -> Comparison:
        shown = counterexample.shown_names(self._sides, self._symbols, self._where)
        at = counterexample.place(point, shown)
        words = "yours holds, the one asked for does not" if side == 0 else "it should hold, yours does not"
        return Comparison("different", f"{at}{words}")

    def _solutions(self, side: int, places: list[Point]) -> Iterator[Point]:
        """Points of the box at which one equation holds, at most one for a name and a starting point."""
        found = 0
        movable = [name for name in self._names.declared if self._may_move(name)]
        # A whole number is moved only where there is nothing else: between two of them nothing is declared.
        scalars = [name for name in movable if not self._is_whole(name)] or movable
        for point in places:
            for name in scalars:
                root = self._root(side, name, point)
                if root is not None:
                    yield {**point, name: root}
                    found += 1
                    if found == MOST_SOLUTIONS:
                        return

    def _may_move(self, name: str) -> bool:
        declared = self._symbols[name]
        plain = isinstance(declared, Scalar) and declared.distribution is None
        return plain and name not in self._names.sizes and name not in self._names.bounds

    def _is_whole(self, name: str) -> bool:
        declared = self._symbols[name]
        return isinstance(declared, Scalar) and declared.domain == "integer"

    def _root(self, side: int, name: str, point: Point) -> Real | None:
        """Where the side changes its sign as the name moves through its box, the others held."""
        last: tuple[Fraction, Real] | None = None
        for at in _track(self._symbols[name]):
            value = self._value(side, {**point, name: at})
            if value is None:
                last = None
                continue
            if self._vanishes(value):
                return at
            if last is not None and self._sign(last[1]) != self._sign(value):
                return self._between(side, name, point, last, (at, value))
            last = (at, value)
        return None

    def _between(
        self, side: int, name: str, point: Point, low: tuple[Real, Real], high: tuple[Real, Real]
    ) -> Real | None:
        """A zero between two places of different sign, by false position (the Illinois method).

        Dowell and Jarratt, BIT 11 (1971): where one end stays twice, its value is halved.
        """
        real = self._algebra.real
        a, left, b, right = real(low[0]), real(low[1]), real(high[0]), real(high[1])
        for _ in range(MOST_TRIES):
            middle = b - right * (b - a) / (right - left)
            value = self._value(side, {**point, name: middle})
            if value is None:
                return None
            if self._vanishes(value):
                return middle
            if (value > 0) == (right > 0):
                left = left / 2
            else:
                a, left = b, right
            b, right = middle, real(value)
        return None  # a pole changes its sign too, but comes nowhere near zero

    def _far_pairs(self, places: list[Point]) -> list[tuple[Real, Real]]:
        found = []
        for name in (name for name in self._names.declared if self._may_move(name)):
            for at in (at for step in _FAR for at in _around(self._symbols[name], step)):
                pair = self._both({**places[0], name: at})
                if pair is not None:
                    found.append(pair)
        return found

    def _both(self, point: Point) -> tuple[Real, Real] | None:
        a, b = self._value(0, point), self._value(1, point)
        return None if a is None or b is None else (a, b)

    def _value(self, side: int, point: Point) -> Real | None:
        """The side's value, or None where it has none. Raises `Misfit` and `Unsupported`."""
        evaluator = Evaluator(self._symbols, point, self._algebra, self._where)
        try:
            value: Value = evaluator.value(self._sides[side])
        except (Misfit, Unsupported):
            raise
        except NoValue:
            return None
        if type(value) is Grid:
            raise Unsupported("equations are judged between numbers only")
        return value

    def _vanishes(self, value: Real) -> bool:
        return bool(value == 0) if type(value) is Fraction else self._algebra.less(abs(value), _NOTHING)

    def _sign(self, value: Real) -> int:
        return 0 if self._vanishes(value) else 1 if value > 0 else -1

    def _same(self, a: Real, b: Real) -> bool:
        if type(a) is Fraction and type(b) is Fraction:
            return a == b
        a, b = self._algebra.real(a), self._algebra.real(b)
        return bool(abs(a - b) <= max(abs(a), abs(b)) * self._algebra.real(Fraction(1, 10**38)))


def _side(equations: Sequence[Equation]) -> Node:
    """`left - right`; of several, the product, which is zero where any of them holds."""
    sides = tuple(Sum((equation.left, Negative(equation.right))) for equation in equations)
    return sides[0] if len(sides) == 1 else Product(sides)


def _track(declared: object) -> list[Fraction]:
    """Places through the box, in order."""
    if not isinstance(declared, Scalar):
        return []
    low, high = declared.low, declared.high
    if low is not None and high is not None:
        return [low + (high - low) * Fraction(n, 17) for n in range(1, 17)]
    if low is not None:
        return [low + step for step in _STEPS]
    if high is not None:
        return [high - step for step in reversed(_STEPS)]
    return [-step for step in reversed(_STEPS)] + list(_STEPS)


def _around(declared: object, step: Fraction) -> list[Fraction]:
    """Places far out in the box, and near its end."""
    if not isinstance(declared, Scalar) or (declared.low is not None and declared.high is not None):
        return []
    if declared.low is not None:
        return [declared.low + step]
    if declared.high is not None:
        return [declared.high - step]
    return [step, -step]
