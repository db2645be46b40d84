"""Points at which two expressions are compared: values for every name, out of its declared box.

The first point is one that reads well, since it may be shown as a counter-example: small whole numbers,
4 before all others. The others are awkward on purpose: fractions over different primes, whose sums and
products do not coincide by accident. A real box that has both signs is sampled with both, and with every
combination of signs of two names (the signs are columns of a Hadamard matrix).
"""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from fractions import Fraction

from studykit.checking.arithmetic import Scalar as Real
from studykit.checking.evaluate import Evaluator
from studykit.checking.failure import Misfit, OutOfReach
from studykit.checking.grid import Grid, Value
from studykit.checking.polynomial import Algebra
from studykit.checking.symbols import Declaration, Distribution, Matrix, Scalar, Symbols, Vector
from studykit.checking.tree import Node
from studykit.checking.used_names import UsedNames
from studykit.draw import Draw

POINTS = 8
MOST_POINTS = 40
"""So many are tried where the first ones turn out undefined."""
LARGEST_SIZE = 64
MANY_ENTRIES = 9
"""Of more entries than this, whole numbers are awkward enough."""

_SIZES = (2, 3, 5, 4, 6)
_WHOLE = (4, 2, 7, 1, 3, 11, 9, 5, 16, 6, 13, 25)
_PRIMES = (97, 89, 101, 83, 103, 79, 107, 73)
_NICE_PARTS = (Fraction(1, 4), Fraction(2, 5), Fraction(1, 3), Fraction(3, 5), Fraction(1, 5))
_NICE = (2, 3, 5, 7, 11, 13, 17, 19)

Point = Mapping[str, Value]


def points(
    names: UsedNames, symbols: Symbols, where: Mapping[str, Node], algebra: Algebra, seed: str
) -> Iterator[Point]:
    """Up to 40 points, each different; one if no name has to be sampled.

    The same seed gives the same points. Raises `NoValue` if a declaration cannot be met.
    """
    sampler = Sampler(names, symbols, where, algebra, seed)
    if not names.declared and not names.free:
        yield {}
        return
    seen: list[tuple[object, ...]] = []
    for number in range(MOST_POINTS):
        point = sampler.point(number)
        key = tuple((v.shape, v.entries) if type(v) is Grid else v for v in point.values())
        if key not in seen:  # a box of few whole numbers is soon used up
            seen.append(key)
            yield point


class Sampler:
    """Makes points of one set of names; the same seed and the same calls give the same points."""

    def __init__(
        self, names: UsedNames, symbols: Symbols, where: Mapping[str, Node], algebra: Algebra, seed: str
    ) -> None:
        self._names = names
        self._symbols = symbols
        self._where = where
        self._algebra = algebra
        self._draw = Draw(seed)
        self._signs = list(range(1, POINTS))
        self._draw.shuffle(self._signs)

    def point(self, number: int, given: Mapping[str, Fraction] | None = None) -> Point:
        """A value for each name: numbers first, since sizes and parameters depend on them.

        Plain numbers may be given; all else is made to go with them.
        """
        point: dict[str, Value] = {}
        sizes: set[int] = set()
        waiting = []
        for position, name in enumerate(self._names.declared):
            declared = self._symbols[name]
            if not isinstance(declared, Scalar) or declared.distribution is not None:
                waiting.append(name)
            elif given and name in given:
                point[name] = given[name]
            elif name in self._names.sizes:
                point[name] = self._size(declared, number, sizes)
            elif declared.domain == "integer":
                point[name] = self._whole(name, declared, number, position)
            else:
                point[name] = self._real(declared, number, position)
        evaluator = Evaluator(self._symbols, point, self._algebra, self._where)
        for position, name in enumerate(waiting):
            point[name] = self._grid(name, number, position, evaluator)
        self._free_indices(point)
        return point

    def _size(self, declared: Scalar, number: int, taken: set[int]) -> Fraction:
        """A small size, no other of the same point: shapes that fit do so because of their names."""
        low = 1 if declared.low is None else max(1, _first(declared))
        high = None if declared.high is None else _last(declared)
        if self._names.matrices:
            offers = [size for size in _SIZES if size >= low] or [low + step for step in range(4)]
        else:  # for vectors alone 1 tells much: d and d² are equal there, and an entry 2 does not exist
            offers = [size for size in (2, 3, 1, 5, 4, 6, 7, 8) if size >= low]
            offers += list(range(low, low + POINTS))
        offers = [size for size in offers if high is None or size <= high]
        free = [size for size in offers if size not in taken] or offers
        if not free:
            raise Misfit("a size is declared that no vector can have")
        size = free[number % min(len(free), POINTS - 1)]
        if size > LARGEST_SIZE:
            raise OutOfReach("a size is declared that is too large to try")
        taken.add(size)
        return Fraction(size)

    def _whole(self, name: str, declared: Scalar, number: int, position: int) -> Fraction:
        low, high = _first(declared), _last(declared)
        bounded = name in self._names.bounds
        if declared.low is None and declared.high is None:
            offers = [4, -3, 2, 7, -1, 0, 5, -2, 3, 1, -6, 9]
        elif declared.low is None:
            offers = [high - step for step in (0, 1, 4, 2, 7, 3, 11, 6)]
        else:
            offers = [n for n in _WHOLE if n >= low] if low <= 4 else []
            offers = offers[: 8 if bounded else 12]
            offers += [low + step for step in (1, 4, 0, 6, 2, 10, 3, 9)]
        if declared.high is not None and declared.low is not None:
            offers = [n for n in offers if n <= high]
            if high - low < POINTS:
                offers += [n for n in range(low, high + 1) if n not in offers]
            elif not bounded:
                offers.append(high)
        if not offers:
            raise Misfit(f"{name} is declared with an empty range")
        if number == 0:
            return Fraction(offers[position % min(len(offers), 3)])
        if number < POINTS and len(self._names.declared) == 1:
            return Fraction(offers[number % len(offers)])
        return Fraction(offers[self._draw.below(len(offers))])

    def _real(self, declared: Scalar, number: int, position: int) -> Fraction:
        """A fraction inside the box; at least two of eight points are near each end."""
        low, high = declared.low, declared.high
        prime = _PRIMES[position % len(_PRIMES)]
        if low is not None and high is not None:
            if low >= high:
                return low
            if number == 0:
                return low + (high - low) * _NICE_PARTS[position % len(_NICE_PARTS)]
            cell = (number * 3 + position * (1 + number // POINTS)) % POINTS
            return low + (high - low) * Fraction(
                cell * prime + 1 + self._draw.below(prime - 1), POINTS * prime
            )
        if number == 0:
            away = Fraction(_NICE[position % len(_NICE)])
            if low is not None and low >= 0:
                away = Fraction(_WHOLE[position % len(_WHOLE)])
        else:
            away = Fraction(prime // 5 + self._draw.below(4 * prime), prime)
        if low is not None:
            return low + away
        if high is not None:
            return high - away
        return -away if self._is_negative(number, position) else away

    def _is_negative(self, number: int, position: int) -> bool:
        if number >= POINTS:
            return bool(self._draw.below(2))
        pattern = self._signs[position % len(self._signs)]
        return (pattern & number).bit_count() % 2 == 1

    def _grid(self, name: str, number: int, position: int, evaluator: Evaluator) -> Value:
        declared = self._symbols[name]
        shape = tuple(self._sizes_of(declared, evaluator))
        count = 1
        for size in shape:
            count *= size
        if isinstance(declared, Matrix) and declared.permutes:
            return self._permutation(shape[0], number)
        offset = number + 3 * position
        plain = number == 0 or count > MANY_ENTRIES
        entries = tuple(
            self._entry(declared.distribution, plain, offset + i, evaluator) for i in range(count)
        )
        return Grid(shape, entries) if shape else entries[0]

    def _permutation(self, size: int, number: int) -> Grid:
        """A permutation matrix: first a circle, which from three on is not its own inverse, then any."""
        places = [(i + 1) % size for i in range(size)]
        if number:
            self._draw.shuffle(places)
        entries = (Fraction(places[row] == column) for row in range(size) for column in range(size))
        return Grid((size, size), tuple(entries))

    def _sizes_of(self, declared: Declaration, evaluator: Evaluator) -> Iterator[int]:
        nodes: tuple[Node, ...] = ()
        if isinstance(declared, Vector):
            nodes = (declared.size,)
        elif isinstance(declared, Matrix):
            nodes = (declared.rows, declared.columns)
        for node in nodes:
            size = self._algebra.whole(evaluator.value(node))
            if size is None or size < 1:
                raise Misfit("a size is declared that is no whole number from 1 on")
            if size > LARGEST_SIZE:
                raise OutOfReach("a size is declared that is too large to try")
            yield size

    def _entry(self, of: Distribution | None, plain: bool, offset: int, evaluator: Evaluator) -> Real:
        """A number that the entry can be: a name that is 1 or -1 is never sampled as anything else."""
        if of is not None and of.kind == "rademacher":
            return Fraction(2 * self._draw.below(2) - 1)
        if of is not None and of.kind == "bernoulli":
            return Fraction(self._draw.below(2))
        if of is not None and of.kind == "uniform" and len(of.parameters) == 2:
            low, high = (evaluator.value(node) for node in of.parameters)
            part = Fraction(1 + self._draw.below(96), 97)
            width = self._algebra.add(high, -low)
            return self._algebra.add(low, self._algebra.multiply(width, part))
        if plain:
            return Fraction((1 + self._draw.below(5)) * (1 - 2 * self._draw.below(2)))
        prime = _PRIMES[offset % len(_PRIMES)]
        return Fraction((prime // 5 + self._draw.below(3 * prime)) * (1 - 2 * self._draw.below(2)), prime)

    def _free_indices(self, point: dict[str, Value]) -> None:
        """An index that no sum binds is any entry, and two of them are two entries.

        Where there are too few, one lies beyond the last: that point has no value and is dropped.
        """
        taken: set[int] = set()
        for name, places in self._names.free.items():
            most = None
            for indexed, place in places:
                value = point.get(indexed)
                if type(value) is Grid and place < len(value.shape):
                    most = value.shape[place] if most is None else min(most, value.shape[place])
            offers = [i for i in range(1, (most or 1) + 1) if i not in taken] or [(most or 1) + 1]
            index = offers[self._draw.below(len(offers))]
            taken.add(index)
            point[name] = Fraction(index)


def _first(declared: Scalar) -> int:
    """The smallest whole number of the box; 1 where it has none."""
    if declared.low is None:
        return 1
    ceiling = -((-declared.low.numerator) // declared.low.denominator)
    return ceiling + 1 if declared.low_open and ceiling == declared.low else ceiling


def _last(declared: Scalar) -> int:
    if declared.high is None:
        return 0
    floor = declared.high.numerator // declared.high.denominator
    return floor - 1 if declared.high_open and floor == declared.high else floor
