"""The value of a tree without free names, as a fraction: exact if it can be, else to 50 digits."""

from __future__ import annotations

from dataclasses import dataclass
from fractions import Fraction
from functools import lru_cache
from typing import Any

from studykit.checking.arithmetic import MORE_DIGITS
from studykit.checking.evaluate import Evaluator
from studykit.checking.failure import Misfit, OutOfReach
from studykit.checking.grid import Grid
from studykit.checking.polynomial import Algebra
from studykit.checking.question import NO_SYMBOLS
from studykit.checking.tree import Array, Negative, Node, Number

TINY = Fraction(1, 10**30)
"""A rounded value below this is computed again with more digits: sin(pi) shrinks, e^-100 stays."""
SHRUNK = Fraction(1, 10**20)

MOST_BITS = 40_000
"""Binary digits of a rounded value's exponent; e^(10^5) is a number nobody types."""


@dataclass(frozen=True, slots=True)
class Value:
    """A number and whether it was computed without rounding."""

    number: Fraction
    is_exact: bool


@lru_cache(maxsize=512)
def value(tree: Node) -> Value:
    """The value of one number. Raises `NoValue` if it has none, or is too large, or is an array."""
    found, algebra = _computed(tree, None)
    if type(found) is Grid:
        raise Misfit("it is an array and not a number")
    if type(found) is Fraction and algebra.exact:
        return Value(found, True)
    near = fraction(found)
    if near == 0 or abs(near) >= TINY:
        return Value(near, False)
    nearer = fraction(_computed(tree, MORE_DIGITS)[0])
    # A true zero shrinks with more digits; anything else keeps its size.
    if abs(nearer) <= abs(near) * SHRUNK:
        return Value(Fraction(0), False)
    return Value(nearer, False)


def array(tree: Node) -> Array | None:
    """A tree that computes an array, such as `[1, 2] / 3`, with its entries worked out; None for a number.

    Raises `NoValue`.
    """
    found, _ = _computed(tree, None)
    if type(found) is not Grid:
        return None
    cells = [number(fraction(entry)) for entry in found.entries]
    if len(found.shape) == 1:
        return Array(tuple(cells))
    width = found.shape[1]
    return Array(tuple(Array(tuple(cells[i : i + width])) for i in range(0, len(cells), width)))


def number(value: Fraction) -> Node:
    """The tree of a number."""
    return Number(value) if value >= 0 else Negative(Number(-value))


def fraction(found: Any) -> Fraction:
    """A computed scalar as a fraction, to its last bit. Raises `OutOfReach` if it is infinite or huge."""
    if type(found) is Fraction:
        return found
    sign, mantissa, exponent, _ = found._mpf_
    if not mantissa:
        if exponent:
            raise OutOfReach("it is infinite")
        return Fraction(0)
    if abs(exponent) > MOST_BITS:
        raise OutOfReach("it is too large or too small a number")
    whole = -int(mantissa) if sign else int(mantissa)
    return Fraction(whole << exponent) if exponent >= 0 else Fraction(whole, 1 << -exponent)


def _computed(tree: Node, digits: int | None) -> tuple[Any, Algebra]:
    algebra = Algebra()
    if digits:
        algebra.use_digits(digits)
    return Evaluator(NO_SYMBOLS, {}, algebra, {}).value(tree), algebra
