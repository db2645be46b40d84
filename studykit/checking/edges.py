"""The points where two expressions that agree elsewhere come apart: ends of the box, 0 and ±1, kinks.

Generic points say nothing of what happens on a set they never meet: `|x|` is x from 0 on, `min(n, 20)` is n
up to 20. So every end of a box is tried, what lies just inside it, and numbers of another size. Where a
function with a kink occurs, the kinks are tried too: where a linear argument is zero, and the numbers that
were written. Then only one name leaves its place at a time, else an edge of one would hide that of another.
"""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Mapping, Sequence
from fractions import Fraction
from itertools import combinations, zip_longest
from math import ceil, floor

from studykit.checking import tree
from studykit.checking.evaluate import Evaluator
from studykit.checking.failure import NoValue
from studykit.checking.grid import Grid, Value
from studykit.checking.polynomial import Algebra
from studykit.checking.sampling import Point, Sampler
from studykit.checking.symbols import Scalar, Symbols
from studykit.checking.tree import Node
from studykit.checking.used_names import UsedNames, children, nodes

MOST_EDGES = 40
MOST_ARGUMENTS = 12
"""So many arguments are searched for kinks, of every name."""
LARGE = (Fraction(100), Fraction(10**4))
LARGEST_BOUND = 40
"""A sum or a factorial goes no farther, or a point would take too long."""
LARGEST_EDGE_SIZE = 20
"""Vectors stay this small, matrices smaller still."""
LARGEST_EDGE_OF_MATRIX = 6
NEAR = (Fraction(1, 1000), Fraction(1, 10**9))
"""How far inside a bound, absolutely or as a part of the box if that is narrower."""
ASIDE = Fraction(1, 1000)
"""How far beside a kink."""
SCALED = (Fraction(100), Fraction(-100), Fraction(0))
"""What vectors and random numbers are multiplied by where there may be kinks."""

_KINKED = frozenset({"max", "min", "relu", "abs", "sign", "floor", "ceil", "factorial", "norm"})
_ROOTS = frozenset({"sqrt", "cbrt"})
_STEPPED = frozenset({"floor", "ceil"})
_UNLIMITED = frozenset({"normal", "laplace", "moments"})
_ZERO, _ONE = Fraction(0), Fraction(1)


def edges(
    trees: Sequence[Node],
    names: UsedNames,
    symbols: Symbols,
    where: Mapping[str, Node],
    algebra: Algebra,
    seed: str,
) -> Iterator[tuple[Point, bool]]:
    """Up to 40 points, each with whether it is far out, where a value may be too large to be told.

    The same seed gives the same points. Raises `NoValue` if a declaration cannot be met.
    """
    plain = [name for name in names.declared if _is_plain(symbols[name])]
    sampler = Sampler(names, symbols, where, algebra, seed)
    search = _Search(trees, names, symbols, where, algebra, sampler)
    kinked = search.kinked()
    if kinked:
        moves = search.one_at_a_time(plain)
    else:  # smooth expressions that agree at generic points part nowhere but by a slip of the judge itself
        offers = [_turned([(name, value) for value in search.ends(name)], i) for i, name in enumerate(plain)]
        moves = (tuple(filter(None, row)) for row in zip_longest(*offers))
    for count, move in enumerate(moves):
        if count == MOST_EDGES:
            return
        given = dict(move)
        yield search.moved(given), any(abs(value) >= LARGE[0] for value in given.values())
    if kinked:
        yield from ((point, True) for point in search.scaled())


def _turned(offers: list[tuple[str, Fraction]], places: int) -> list[tuple[str, Fraction]]:
    """Begun at another place, so that not all names have the same value, where x - y vanishes."""
    places %= max(1, len(offers))
    return offers[places:] + offers[:places]


def _is_plain(declared: object) -> bool:
    return isinstance(declared, Scalar) and declared.distribution is None


class _Search:
    def __init__(
        self,
        trees: Sequence[Node],
        names: UsedNames,
        symbols: Symbols,
        where: Mapping[str, Node],
        algebra: Algebra,
        sampler: Sampler,
    ) -> None:
        self._names = names
        self._symbols = symbols
        self._where = where
        self._algebra = algebra
        self._sampler = sampler
        self._nodes = tuple(_all_nodes(trees, where))
        self._base = sampler.point(0)
        # a value out of a distribution whose parameter moves has to move with it
        self._tied = any(
            of.distribution is not None and of.distribution.parameters
            for of in (symbols[name] for name in names.declared)
        )

    def kinked(self) -> bool:
        """Whether a function with a kink occurs; roots have one only where something is negative."""
        negative = any(self._may_be_negative(name) for name in self._names.declared)
        for node in self._nodes:
            if isinstance(node, tree.Call) and node.name in _KINKED | (_ROOTS if negative else frozenset()):
                return True
            if isinstance(node, tree.Power):
                if isinstance(node.base, tree.Number) and not node.base.value:
                    return True
                if negative and isinstance(node.exponent, tree.Quotient):
                    return True
                fraction = isinstance(node.exponent, tree.Number) and node.exponent.value.denominator > 1
                if negative and fraction:
                    return True
        return False

    def _may_be_negative(self, name: str) -> bool:
        declared = self._symbols[name]
        return not isinstance(declared, Scalar) or declared.low is None or declared.low < 0

    def one_at_a_time(self, plain: Sequence[str]) -> Iterator[tuple[tuple[str, Fraction], ...]]:
        """Moves of one name each, of all names in turn; but first all of them far to one side."""
        for far in (-LARGE[0], LARGE[0]):
            together = tuple(
                (name, far) for name in plain if _inside(self._symbols[name], [far], self._limit(name))
            )
            if len(together) > 1:
                yield together
        kinks = {name: list(self._kinks(name)) for name in plain}
        offers = []
        for name in plain:
            values = _inside(
                self._symbols[name], (*self.ends(name), *_beside(kinks[name])), self._limit(name)
            )
            offers.append([(name, value) for value in values])
        for row in zip_longest(*offers):
            for move in row:
                if move is not None:
                    yield (move,)

    def ends(self, name: str) -> list[Fraction]:
        """The closed ends of a box, 0 and ±1, what is just inside, and large numbers."""
        declared = self._symbols[name]
        assert isinstance(declared, Scalar)  # noqa: S101 (only plain numbers come here)
        low, high, limit = declared.low, declared.high, self._limit(name)
        found = [end for end in (low, high) if end is not None]
        found += [_ZERO, _ONE, -_ONE]
        width = high - low if low is not None and high is not None else _ONE
        for near in NEAR:
            step = near * min(width, _ONE)
            found += [low + step] if low is not None else []
            found += [high - step] if high is not None else []
        if declared.domain == "integer":
            found = [Fraction(side(value)) for value in found for side in (ceil, floor)]
            found += [Fraction(ceil(low)) + 1] if low is not None else []
            found += [Fraction(floor(high)) - 1] if high is not None else []
        if name not in self._names.sizes:
            larger = (Fraction(LARGEST_BOUND),) if limit is not None else LARGE
            found += [sign * size for size in larger for sign in (1, -1)]
        return _inside(declared, found, limit)

    def _limit(self, name: str) -> int | None:
        if name in self._names.sizes:
            return LARGEST_EDGE_OF_MATRIX if self._names.matrices else LARGEST_EDGE_SIZE
        return 2 * LARGEST_BOUND if name in self._names.bounds else None

    def _kinks(self, name: str) -> Iterator[Fraction]:
        """Where an argument is zero as this name moves, and the numbers that stand in the text."""
        for argument, aims in self._arguments():
            line = self._line(argument, name)
            if line is not None:
                slope, at_zero = line
                yield from ((aim - at_zero) / slope for aim in aims)
        for node in self._nodes:
            if isinstance(node, tree.Number):
                yield node.value
                yield -node.value

    def _arguments(self) -> Iterator[tuple[Node, tuple[int, ...]]]:
        """What has a kink where it is one of the numbers given with it."""
        found = 0
        for node in self._nodes:
            offers: list[tuple[Node, tuple[int, ...]]] = []
            if isinstance(node, tree.Call) and node.name in ("max", "min"):
                arguments = node.arguments[:4]
                offers = [(tree.Sum((a, tree.Negative(b))), (0,)) for a, b in combinations(arguments, 2)]
            elif isinstance(node, tree.Call) and node.name in _KINKED | _ROOTS and node.arguments:
                offers = [(node.arguments[0], (0, 1, -1, 2) if node.name in _STEPPED else (0,))]
            elif isinstance(node, tree.Power):
                offers = [(node.base, (0,)), (node.exponent, (0,))]
            for offer in offers:
                if any(isinstance(below, tree.Symbol) for below in nodes(offer[0])):
                    found += 1
                    if found > MOST_ARGUMENTS:
                        return
                    yield offer

    def _line(self, argument: Node, name: str) -> tuple[Fraction, Fraction] | None:
        """Slope and value at 0 of an argument that is linear in the name, at the base point."""
        found: list[Fraction] = []
        for step in (1, 2, 4):
            point = {**self._base, name: Fraction(step)}
            try:
                value = Evaluator(self._symbols, point, self._algebra, self._where).value(argument)
            except NoValue:
                return None
            exact = self._fraction(value)
            if exact is None:
                return None
            found.append(exact)
        slope = found[1] - found[0]
        bend = abs(found[2] - found[1] - 2 * slope)
        if abs(slope) < Fraction(1, 10**12) or bend > abs(slope) / 10**12:
            return None
        return slope, found[0] - slope

    def _fraction(self, value: Value) -> Fraction | None:
        if type(value) is Fraction:
            return value
        context = self._algebra.context
        if not isinstance(value, context.mpf) or not context.isfinite(value) or context.mag(value) > 64:
            return None
        return Fraction(int(context.nint(value * 2**64)), 2**64)

    def moved(self, given: Mapping[str, Fraction]) -> Point:
        """The base point with other values of some names."""
        if self._tied or not self._names.sizes.isdisjoint(given):
            return self._sampler.point(0, given)
        return {**self._base, **given}

    def scaled(self) -> Iterator[Point]:
        """Vectors, matrices and random numbers that are much larger, or zero."""
        for name in self._names.declared:
            declared = self._symbols[name]
            of = declared.distribution
            if _is_plain(declared) or (of is not None and of.kind not in _UNLIMITED):
                continue
            value = self._base[name]
            for factor in SCALED:
                if type(value) is Grid:
                    entries = tuple(self._algebra.multiply(entry, factor) for entry in value.entries)
                    yield {**self._base, name: Grid(value.shape, entries, value.row)}
                else:
                    moved = self._algebra.multiply(value, factor)
                    yield {**self._base, name: moved}


def _all_nodes(trees: Iterable[Node], where: Mapping[str, Node]) -> Iterator[Node]:
    """All nodes of the trees and of what stands behind their names."""
    waiting, opened = list(trees), set[str]()
    while waiting:
        node = waiting.pop()
        yield node
        waiting.extend(reversed(children(node)))
        if isinstance(node, tree.Symbol) and node.name in where and node.name not in opened:
            opened.add(node.name)
            waiting.append(where[node.name])


def _beside(kinks: Sequence[Fraction]) -> Iterator[Fraction]:
    """The kinks, and what lies close to them, then one whole step away."""
    for aside in (_ZERO, ASIDE, -ASIDE, _ONE, -_ONE):
        yield from (kink + aside for kink in dict.fromkeys(kinks))


def _inside(declared: object, offers: Iterable[Fraction], limit: int | None) -> list[Fraction]:
    """Those of the numbers that the box has, each once."""
    assert isinstance(declared, Scalar)  # noqa: S101 (only plain numbers come here)
    found: dict[Fraction, None] = {}
    for offer in offers:
        value = Fraction(floor(offer)) if declared.domain == "integer" else offer
        low, high = declared.low, declared.high
        if low is not None and (value < low or (value == low and declared.low_open)):
            continue
        if high is not None and (value > high or (value == high and declared.high_open)):
            continue
        if limit is None or abs(value) <= limit:
            found[value] = None
    return list(found)
