"""Declared names as SymPy symbols, with what their declaration says of them."""

from __future__ import annotations

from fractions import Fraction
from typing import Any

import sympy

from studykit.checking.proof_worker.unprovable import Unprovable
from studykit.checking.symbols import Scalar

OURS = "#"
"""Begins the names of symbols that are made here; no declared name begins so."""


def rational(value: Fraction) -> Any:
    """The exact number."""
    return sympy.Rational(value.numerator, value.denominator)


def symbol(name: str, declared: Scalar) -> Any:
    """A symbol with the sign and kind that its declaration gives it.

    `Symbol` keeps its name as it is; it reads nothing into it.
    """
    facts: dict[str, bool] = {"integer": True} if declared.domain == "integer" else {"real": True}
    low, high = declared.low, declared.high
    if low is not None and low >= 0:
        facts["positive" if low > 0 or declared.low_open else "nonnegative"] = True
    if high is not None and high <= 0:
        facts["negative" if high < 0 or declared.high_open else "nonpositive"] = True
    return sympy.Symbol(name, **facts)


def spread(name: str, declared: Scalar) -> Any:
    """A name between bounds, written by a symbol that has only a sign: `p` in (0, 1) is `t / (1 + t)`, t > 0.

    So SymPy, which knows signs and no intervals, sees that `1 - p` is positive. Where the range cannot be
    written so without losing a value, the symbol is as `symbol` gives it.
    """
    low, high = declared.low, declared.high
    plain = symbol(name, declared)
    if low is None and high is None:
        return plain
    if declared.domain == "integer":
        step = sympy.Symbol(f"{OURS}of {name}", integer=True, nonnegative=True)
        if high is None and low is not None:
            return rational(Fraction(low.__floor__() + 1 if declared.low_open else low.__ceil__())) + step
        return plain
    if low is None or high is None:
        is_open = declared.high_open if low is None else declared.low_open
        step = _step(name, positive=is_open)
        return rational(low) + step if low is not None else rational(high or Fraction(0)) - step
    if not low < high:
        raise Unprovable(f"{name} has no range")
    if not (declared.low_open or declared.high_open):
        return plain  # no ratio reaches both ends
    step = _step(name, positive=declared.low_open and declared.high_open)
    start, end = (low, high) if declared.high_open else (high, low)
    return (rational(start) + rational(end) * step) / (1 + step)


def _step(name: str, *, positive: bool) -> Any:
    return sympy.Symbol(f"{OURS}of {name}", **{"positive" if positive else "nonnegative": True})


def is_endless(declared: Scalar) -> bool:
    """Whether it takes endlessly many values, so that a polynomial that is not 0 differs from 0 somewhere."""
    if declared.distribution is not None:
        return False  # Rademacher and Bernoulli take two
    low, high = declared.low, declared.high
    if low is None or high is None:
        return True
    return declared.domain == "real" and low < high
