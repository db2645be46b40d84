"""A tree and a point -> its value there."""

from __future__ import annotations

from collections.abc import Callable, Mapping
from fractions import Fraction
from typing import Any

from studykit.checking import functions, grid, tree
from studykit.checking.arithmetic import Scalar
from studykit.checking.failure import Misfit, NoEntry, OutOfReach, Undefined, Unsupported
from studykit.checking.grid import Grid, Value
from studykit.checking.moments import Moments
from studykit.checking.polynomial import Algebra
from studykit.checking.symbols import Scalar as Number
from studykit.checking.symbols import Symbols, Vector
from studykit.checking.tree import Node

STEPS_OF_A_CALL = 16
"""What a function counts, where a node counts 1."""
MOST_SUMMANDS = 500


class Evaluator:
    """Evaluates trees at one point.

    `point` has a value for every name and every free index; `where` holds names that stand for other
    trees, which are read in their place. Raises `NoValue`, and nothing else.
    """

    def __init__(
        self,
        symbols: Symbols,
        point: Mapping[str, Value],
        algebra: Algebra,
        where: Mapping[str, Node],
    ) -> None:
        self._symbols = symbols
        self._point = point
        self._algebra = algebra
        self._where = where
        self._indices: dict[str, Scalar] = {}
        self._open: set[str] = set()
        self._inside_moment = False
        self._moments = Moments(symbols, algebra, self._parameter)

    def value(self, node: Node) -> Value:
        """The value of a whole tree."""
        return self._value(node)

    def named(self, size: int) -> str:
        """A size by the name that is declared for it, where the point leaves no doubt."""
        names = [
            name
            for name, declared in self._symbols.items()
            if isinstance(declared, Number) and declared.domain == "integer" and self._point.get(name) == size
        ]
        return names[0] if len(names) == 1 else str(size)

    def _value(self, node: Node) -> Value:
        self._algebra.spend(1)
        kind = _KINDS.get(type(node))
        if kind is None:
            raise Unsupported("it has something in it that cannot be computed")
        return kind(self, node)

    def _scalar(self, node: Node, what: str) -> Scalar:
        value = self._value(node)
        if type(value) is Grid:
            raise Misfit(f"{what} is {grid.described(value, self.named)}, and a number is needed there")
        return value

    def _whole(self, node: Node, what: str) -> int:
        whole = self._algebra.whole(self._scalar(node, what))
        if whole is None:
            raise Undefined(f"{what} is no whole number there")
        return whole

    def _parameter(self, node: Node) -> Scalar:
        inside, self._inside_moment = self._inside_moment, False
        try:
            return self._scalar(node, "a parameter of a distribution")
        finally:
            self._inside_moment = inside

    def _number(self, node: tree.Number) -> Value:
        return node.value

    def _constant(self, node: tree.Constant) -> Value:
        return self._algebra.constant(node.name)

    def _symbol(self, node: tree.Symbol) -> Value:
        name = node.name
        if name in self._indices:
            return self._indices[name]
        if name in self._where:
            return self._stands_for(name)
        if self._inside_moment and name in self._symbols:
            declared = self._symbols[name]
            if declared.distribution is not None:
                return self._random(name, declared)
        if name not in self._point:
            raise Unsupported(f"{name} is not declared")
        return self._point[name]

    def _stands_for(self, name: str) -> Value:
        if name in self._open:
            raise Unsupported(f"{name} is defined by itself")
        self._open.add(name)
        try:
            return self._value(self._where[name])
        finally:
            self._open.discard(name)

    def _random(self, name: str, declared: Any) -> Value:
        """The name as a polynomial, or as a grid of polynomials."""
        if isinstance(declared, Number):
            return self._algebra.entry(name)
        shape = self._point[name].shape
        if isinstance(declared, Vector):
            return Grid(shape, tuple(self._algebra.entry(name, i + 1) for i in range(shape[0])))
        rows, columns = shape
        entries = (self._algebra.entry(name, i + 1, j + 1) for i in range(rows) for j in range(columns))
        return Grid(shape, tuple(entries))

    def _indexed(self, node: tree.Indexed) -> Value:
        value = self._symbol(tree.Symbol(node.name))
        if type(value) is not Grid:
            raise Misfit(f"{node.name} is a number and has no entries")
        indices = [self._whole(index, "an index") for index in node.indices]
        if len(indices) == 1 and len(value.shape) == 2:
            return self._row_of(node.name, value, indices[0])
        if len(indices) != len(value.shape):
            raise Misfit(f"{node.name} has {len(value.shape)} indices, not {len(indices)}")
        position = 0
        for index, size in zip(indices, value.shape, strict=True):
            self._check_index(node.name, index, size)
            position = position * size + index - 1
        return value.entries[position]

    def _row_of(self, name: str, value: Grid, index: int) -> Grid:
        rows, columns = value.shape
        self._check_index(name, index, rows)
        return Grid((columns,), value.entries[(index - 1) * columns : index * columns])

    def _check_index(self, name: str, index: int, size: int) -> None:
        if not 1 <= index <= size:
            raise NoEntry(f"{name} has no entry {index} where its size is {size}")

    def _negative(self, node: tree.Negative) -> Value:
        return grid.each(self._value(node.of), self._algebra.negative)

    def _plus_minus(self, node: tree.PlusMinus) -> Value:
        raise Unsupported("a ± cannot stand there")

    def _sum(self, node: tree.Sum) -> Value:
        total = self._value(node.terms[0])
        for term in node.terms[1:]:
            total = grid.add(total, self._value(term), self._algebra, self.named)
        return total

    def _product(self, node: tree.Product) -> Value:
        product = self._value(node.factors[0])
        for position, factor in enumerate(node.factors[1:], 2):
            value = self._value(factor)
            try:
                product = self._times(product, value)
            except Misfit as misfit:
                labels = [_label(each) for each in node.factors[:position]]
                if None in labels:
                    raise
                raise Misfit(f"{' '.join(filter(None, labels))}: {misfit.reason}") from misfit
        return product

    def _times(self, a: Value, b: Value) -> Value:
        if type(a) is Grid and type(b) is Grid:
            self._algebra.spend(len(a.entries) * (b.shape[-1] if len(b.shape) == 2 else 1))
        return grid.multiply(a, b, self._algebra, self.named)

    def _quotient(self, node: tree.Quotient) -> Value:
        over, under = self._value(node.over), self._scalar(node.under, "what it divides by")
        return grid.each(over, lambda x: self._algebra.divide(x, under))

    def _power(self, node: tree.Power) -> Value:
        algebra = self._algebra
        if isinstance(node.base, tree.Constant) and node.base.name == "e":
            self._algebra.spend(STEPS_OF_A_CALL)
            return grid.each(self._value(node.exponent), algebra.exp)
        exponent = self._scalar(node.exponent, "the exponent")
        half = algebra.whole(algebra.divide(exponent, Fraction(2)))
        if half is not None and isinstance(node.base, tree.Call) and len(node.base.arguments) == 1:
            # ‖q‖² and √x² have exact and polynomial values, though ‖q‖ and √x have none
            inner = self._value(node.base.arguments[0])
            if node.base.name in ("norm", "abs"):
                square = (
                    functions.squared_norm(inner, algebra)
                    if type(inner) is Grid
                    else algebra.multiply(inner, inner)
                )
                return algebra.power(square, Fraction(half))
            if node.base.name == "sqrt" and type(inner) is not Grid:
                return algebra.power(self._not_negative(inner), Fraction(half))
        base = self._value(node.base)
        if type(base) is not Grid:
            self._algebra.spend(STEPS_OF_A_CALL)
            if type(base) is type(exponent) is Fraction and base == exponent == 0:
                return Fraction(1)  # as in a polynomial; 0^0 itself is refused when it is read
            return algebra.power(base, exponent)
        return self._grid_power(base, exponent)

    def _not_negative(self, x: Scalar) -> Scalar:
        if not self._inside_moment and self._algebra.less(x, Fraction(0)):
            raise Undefined("it takes the root of a negative number")
        return x

    def _grid_power(self, base: Grid, exponent: Scalar) -> Value:
        whole = self._algebra.whole(exponent)
        if whole is None or not 1 <= whole <= 8:
            raise Unsupported("vectors and matrices are raised to the powers 1 to 8 only")
        if len(base.shape) == 1 and whole != 2:
            raise Misfit("of a vector only the square is read, as its dot product with itself")
        product: Value = base
        for _ in range(whole - 1):
            product = self._times(product, base)
        return product

    def _call(self, node: tree.Call) -> Value:
        self._algebra.spend(STEPS_OF_A_CALL)
        return functions.call(
            node.name, [self._value(argument) for argument in node.arguments], self._algebra
        )

    def _big_sum(self, node: tree.BigSum) -> Value:
        low, high = self._whole(node.low, "where a sum begins"), self._whole(node.high, "where a sum ends")
        if high - low >= MOST_SUMMANDS:
            raise OutOfReach(f"a sum in it has more than {MOST_SUMMANDS} terms")
        outer = self._indices.get(node.index)
        total: Value = None
        try:
            for i in range(low, high + 1):
                self._indices[node.index] = Fraction(i)
                term = self._value(node.body)
                total = term if total is None else grid.add(total, term, self._algebra, self.named)
        finally:
            if outer is None:
                self._indices.pop(node.index, None)
            else:
                self._indices[node.index] = outer
        return Fraction(0) if total is None else total

    def _moment(self, node: tree.Moment) -> Value:
        inside, self._inside_moment = self._inside_moment, True
        try:
            arguments = [self._value(argument) for argument in node.arguments]
        finally:
            self._inside_moment = inside
        if node.kind == "E" and len(arguments) == 1:
            return grid.each(arguments[0], self._moments.expectation)
        if any(type(argument) is Grid for argument in arguments):
            raise Unsupported(f"{node.kind} is judged of numbers; this is of a vector or matrix")
        if node.kind == "Var" and len(arguments) == 1:
            return self._moments.variance(arguments[0])
        if node.kind == "Cov" and len(arguments) == 2:
            return self._moments.covariance(*arguments)
        raise Misfit(f"{node.kind} does not take {len(arguments)} arguments")

    def _equation(self, node: tree.Equation) -> Value:
        raise Misfit("an equation cannot stand inside an expression")

    def _array(self, node: tree.Array) -> Value:
        rows = [self._value(item) for item in node.entries]
        if not rows:
            raise Misfit("an array in it is empty")
        if all(type(row) is not Grid for row in rows):
            return Grid((len(rows),), tuple(rows))
        if any(type(row) is not Grid or row.shape != rows[0].shape or len(row.shape) != 1 for row in rows):
            raise Misfit("the rows of an array in it are not of one length")
        return Grid((len(rows), rows[0].shape[0]), tuple(x for row in rows for x in row.entries))

    def _shape(self, node: tree.Shape) -> Value:
        return Grid((len(node.sizes),), tuple(self._scalar(size, "a size") for size in node.sizes))


def _label(node: Node) -> str | None:
    """A short factor as a learner writes it, to say which product is meant."""
    if isinstance(node, tree.Symbol):
        return node.name
    if isinstance(node, tree.Call) and node.name == "T" and isinstance(node.arguments[0], tree.Symbol):
        return f"{node.arguments[0].name}^T"
    return None


_KINDS: dict[type[Any], Callable[[Evaluator, Any], Value]] = {
    tree.Number: Evaluator._number,
    tree.Constant: Evaluator._constant,
    tree.Symbol: Evaluator._symbol,
    tree.Indexed: Evaluator._indexed,
    tree.Negative: Evaluator._negative,
    tree.PlusMinus: Evaluator._plus_minus,
    tree.Sum: Evaluator._sum,
    tree.Product: Evaluator._product,
    tree.Quotient: Evaluator._quotient,
    tree.Power: Evaluator._power,
    tree.Call: Evaluator._call,
    tree.BigSum: Evaluator._big_sum,
    tree.Moment: Evaluator._moment,
    tree.Equation: Evaluator._equation,
    tree.Array: Evaluator._array,
    tree.Shape: Evaluator._shape,
}
