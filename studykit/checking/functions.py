"""The functions that may be called in an answer, by name: of numbers, of entries, of whole vectors."""

from __future__ import annotations

from collections.abc import Callable
from fractions import Fraction
from functools import reduce

from studykit.checking.arithmetic import Scalar
from studykit.checking.failure import Misfit, Unsupported
from studykit.checking.grid import Grid, Value, dot, each, transposed
from studykit.checking.polynomial import Algebra

ONE = Fraction(1)


def call(name: str, arguments: list[Value], algebra: Algebra) -> Value:
    """The function's value. Raises `NoValue` for an unknown name, a wrong number or kind of arguments."""
    if name in _OF_GRID and len(arguments) == 1:
        return _OF_GRID[name](arguments[0], algebra)
    if name in _OF_LIST and arguments:
        entries = [x for value in arguments for x in (value.entries if type(value) is Grid else (value,))]
        return _OF_LIST[name](entries, algebra)
    if name in _OF_NUMBER and len(arguments) == 1:
        of = _OF_NUMBER[name]
        return each(arguments[0], lambda x: of(x, algebra))
    if name in _LOGARITHMS and 1 <= len(arguments) <= 2:
        return _logarithm(name, arguments, algebra)
    if name == "dot" and len(arguments) == 2:
        a, b = arguments
        if type(a) is Grid and type(b) is Grid and len(a.shape) == 1 and a.shape == b.shape:
            return dot(a, b, algebra)
        raise Misfit("a dot product takes two vectors of one size")
    if name == "hadamard" and len(arguments) == 2:
        a, b = arguments
        if type(a) is Grid and type(b) is Grid and a.shape == b.shape:
            return Grid(a.shape, tuple(map(algebra.multiply, a.entries, b.entries)), a.row)
        raise Misfit("a product entry by entry takes two arrays of one shape")
    if name in _MOST_NAMES:
        raise Misfit(f"{name} does not take {len(arguments)} arguments")
    raise Unsupported(f"{name} is not a function that is judged here")


def _logarithm(name: str, arguments: list[Value], algebra: Algebra) -> Value:
    base: Value = Fraction(_LOGARITHMS[name]) if _LOGARITHMS[name] else None
    if len(arguments) == 2:
        base = arguments[1]
    if type(base) is Grid:
        raise Misfit("the base of a logarithm is a number")
    if base is None:
        return each(arguments[0], algebra.ln)
    under = algebra.ln(base)
    return each(arguments[0], lambda x: _log(x, base, under, algebra))


def _log(x: Scalar, base: Scalar, under: Scalar, algebra: Algebra) -> Scalar:
    over = algebra.ln(x)
    quotient = algebra.divide(over, under)
    whole = algebra.whole(quotient)
    # log2(8) is exactly 3: a whole quotient is kept only if the power says so
    if type(x) is type(base) is Fraction and whole is not None and abs(whole) <= 64 and base**whole == x:
        return Fraction(whole)
    return quotient


def _norm(a: Value, algebra: Algebra) -> Value:
    if type(a) is not Grid:
        return algebra.magnitude(a)
    return algebra.root(squared_norm(a, algebra))


def squared_norm(a: Grid, algebra: Algebra) -> Scalar:
    """The sum of the squares of all entries."""
    return dot(a, a, algebra)


def _trace(a: Value, algebra: Algebra) -> Value:
    if type(a) is not Grid or len(a.shape) != 2 or a.shape[0] != a.shape[1]:
        raise Misfit("a trace is of a square matrix")
    return _total([a.entries[i * a.shape[0] + i] for i in range(a.shape[0])], algebra)


def _diagonal(a: Value, algebra: Algebra) -> Value:
    if type(a) is not Grid or len(a.shape) != 1:
        raise Misfit("diag is of a vector")
    n = a.shape[0]
    zero: Scalar = Fraction(0)
    return Grid((n, n), tuple(a.entries[i] if i == j else zero for i in range(n) for j in range(n)))


def _softmax(a: Value, algebra: Algebra) -> Value:
    """Row by row for a matrix."""
    if type(a) is not Grid:
        raise Misfit("softmax is of a vector or a matrix")
    width = a.shape[-1]
    entries: list[Scalar] = []
    for start in range(0, len(a.entries), width):
        powers = [algebra.exp(x) for x in a.entries[start : start + width]]
        total = _total(powers, algebra)
        entries += [algebra.divide(power, total) for power in powers]
    return Grid(a.shape, tuple(entries), a.row)


def _total(entries: list[Scalar], algebra: Algebra) -> Scalar:
    return reduce(algebra.add, entries)


def _mean(entries: list[Scalar], algebra: Algebra) -> Scalar:
    return algebra.divide(_total(entries, algebra), Fraction(len(entries)))


def _largest(entries: list[Scalar], algebra: Algebra) -> Scalar:
    return reduce(lambda a, b: b if algebra.less(a, b) else a, entries)


def _smallest(entries: list[Scalar], algebra: Algebra) -> Scalar:
    return reduce(lambda a, b: b if algebra.less(b, a) else a, entries)


def _sigmoid(x: Scalar, algebra: Algebra) -> Scalar:
    return algebra.divide(ONE, algebra.add(ONE, algebra.exp(algebra.negative(x))))


def _sign(x: Scalar, algebra: Algebra) -> Scalar:
    zero = Fraction(0)
    return Fraction(int(algebra.less(zero, x)) - int(algebra.less(x, zero)))


def _inverse(name: str) -> Callable[[Scalar, Algebra], Scalar]:
    def of(x: Scalar, algebra: Algebra) -> Scalar:
        return algebra.divide(ONE, algebra.elementary(name, x))

    return of


def _elementary(name: str, at_zero: int | None = 0) -> Callable[[Scalar, Algebra], Scalar]:
    """A function of mpmath with its exact value at 0, if it has one."""

    def of(x: Scalar, algebra: Algebra) -> Scalar:
        if at_zero is not None and x == 0:
            return Fraction(at_zero)
        return algebra.elementary(name, x)

    return of


def _tangent(x: Scalar, algebra: Algebra) -> Scalar:
    if x == 0:
        return Fraction(0)
    return algebra.divide(algebra.elementary("sin", x), algebra.elementary("cos", x))


def _cube_root(x: Scalar, algebra: Algebra) -> Scalar:
    if algebra.less(x, Fraction(0)):
        return algebra.negative(_cube_root(algebra.negative(x), algebra))
    return algebra.power(x, Fraction(1, 3)) if x != 0 else x


def _logarithm_of_one_more(x: Scalar, algebra: Algebra) -> Scalar:
    return algebra.ln(algebra.add(ONE, x))


def _ceiling(x: Scalar, algebra: Algebra) -> Scalar:
    return algebra.negative(algebra.floor(algebra.negative(x)))


def _binomial(entries: list[Scalar], algebra: Algebra) -> Scalar:
    if len(entries) != 2:
        raise Misfit("a binomial coefficient takes two numbers")
    n, k = entries
    below = algebra.add(n, algebra.negative(k))
    whole, chosen = algebra.whole(n), algebra.whole(k)
    if whole is not None and whole >= 0 and chosen is not None and not 0 <= chosen <= whole:
        return Fraction(0)  # there are no such choices
    parts = algebra.multiply(algebra.factorial(k), algebra.factorial(below))
    return algebra.divide(algebra.factorial(n), parts)


_OF_GRID: dict[str, Callable[[Value, Algebra], Value]] = {
    "T": lambda a, algebra: transposed(a),
    "transpose": lambda a, algebra: transposed(a),
    "abs": _norm,
    "norm": _norm,
    "tr": _trace,
    "trace": _trace,
    "diag": _diagonal,
    "softmax": _softmax,
}
_OF_LIST: dict[str, Callable[[list[Scalar], Algebra], Scalar]] = {
    "max": _largest,
    "min": _smallest,
    "sum": _total,
    "mean": _mean,
    "binomial": _binomial,
}
_OF_NUMBER: dict[str, Callable[[Scalar, Algebra], Scalar]] = {
    "sqrt": lambda x, algebra: algebra.root(x),
    "cbrt": _cube_root,
    "exp": lambda x, algebra: algebra.exp(x),
    "factorial": lambda x, algebra: algebra.factorial(x),
    "floor": lambda x, algebra: algebra.floor(x),
    "ceil": _ceiling,
    "sign": _sign,
    "log1p": _logarithm_of_one_more,
    "sigmoid": _sigmoid,
    "sigma": _sigmoid,
    "relu": lambda x, algebra: _largest([x, Fraction(0)], algebra),
    "sin": _elementary("sin"),
    "cos": _elementary("cos", 1),
    "tan": _tangent,
    "sec": _inverse("cos"),
    "csc": _inverse("sin"),
    "sinh": _elementary("sinh"),
    "cosh": _elementary("cosh", 1),
    "tanh": _elementary("tanh"),
    "asin": _elementary("asin"),
    "acos": _elementary("acos", None),
    "atan": _elementary("atan"),
    "arcsin": _elementary("asin"),
    "arccos": _elementary("acos", None),
    "arctan": _elementary("atan"),
    "erf": _elementary("erf"),
}
_LOGARITHMS: dict[str, int] = {"ln": 0, "log": 0, "log2": 2, "log10": 10, "lg": 10}
_MOST_NAMES = frozenset({*_OF_GRID, *_OF_LIST, *_OF_NUMBER, *_LOGARITHMS, "dot", "hadamard"})
