"""The functions of a tree's `Call`s, by name."""

from __future__ import annotations

from collections.abc import Callable, Mapping
from typing import Any

import sympy

from studykit.checking.proof_worker.unprovable import Unprovable

MOST_BITS = 8192
"""Of a number that is computed while an expression is built; SymPy evaluates `9**9**9` at once."""
LARGEST_FACTORIAL = 512


def applied(name: str, arguments: list[Any]) -> Any:
    """The function of the arguments. Raises `Unprovable` for one that is not known here."""
    made = _FUNCTIONS.get((name, len(arguments))) or _MANY.get(name)
    if made is None or not arguments:
        raise Unprovable(f"nothing is known of {name}")
    return made(*arguments)


def power(base: Any, exponent: Any) -> Any:
    """The power, unless it is a number too long to compute."""
    if base.is_Rational and exponent.is_Rational:
        bits = max(abs(base.p).bit_length(), base.q.bit_length())
        if abs(exponent) * bits > MOST_BITS:
            raise Unprovable("a number is too long")
    return sympy.Pow(base, exponent)


def _factorial(of: Any) -> Any:
    if of.is_number and not (of.is_Integer and 0 <= of <= LARGEST_FACTORIAL):
        raise Unprovable("a factorial is too large or of no whole number")
    return sympy.factorial(of)


def _binomial(of: Any, some: Any) -> Any:
    for number in (of, some):
        if number.is_number and not (number.is_Integer and 0 <= number <= LARGEST_FACTORIAL):
            raise Unprovable("a binomial coefficient is too large or of no whole number")
    return sympy.binomial(of, some)


def _root(of: Any, degree: Any) -> Any:
    return power(of, 1 / degree)


_FUNCTIONS: Mapping[tuple[str, int], Callable[..., Any]] = {
    ("sqrt", 1): lambda of: power(of, sympy.Rational(1, 2)),
    ("root", 2): _root,
    ("exp", 1): sympy.exp,
    ("ln", 1): sympy.log,
    ("log", 1): sympy.log,
    ("log2", 1): lambda of: sympy.log(of) / sympy.log(2),
    ("log10", 1): lambda of: sympy.log(of) / sympy.log(10),
    ("log", 2): lambda of, base: sympy.log(of) / sympy.log(base),
    ("abs", 1): sympy.Abs,
    ("factorial", 1): _factorial,
    ("binomial", 2): _binomial,
    ("sign", 1): sympy.sign,
    ("floor", 1): sympy.floor,
    ("ceil", 1): sympy.ceiling,
    ("sigmoid", 1): lambda of: 1 / (1 + sympy.exp(-of)),
    ("softplus", 1): lambda of: sympy.log(1 + sympy.exp(of)),
    ("relu", 1): lambda of: sympy.Max(0, of),
    ("log1p", 1): lambda of: sympy.log(1 + of),
    **{
        (name, 1): getattr(sympy, name)
        for name in ("sin", "cos", "tan", "asin", "acos", "atan", "sinh", "cosh", "tanh", "asinh", "acosh",
                     "atanh", "erf", "gamma")
    },
    ("arcsin", 1): sympy.asin,
    ("arccos", 1): sympy.acos,
    ("arctan", 1): sympy.atan,
}  # fmt: skip

_MANY: Mapping[str, Callable[..., Any]] = {"max": sympy.Max, "min": sympy.Min}
