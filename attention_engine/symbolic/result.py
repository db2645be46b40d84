"""What a result in symbols is: a value, and the lines that lead to it."""

from __future__ import annotations

from dataclasses import dataclass
from fractions import Fraction
from typing import Any, TypeAlias

import sympy

from attention_engine import checks

Expression: TypeAlias = Any
"""A SymPy expression, matrix or equation, which have no types of their own."""
Given: TypeAlias = Any
"""What SymPy takes as an expression: int, Fraction, a name such as "d_k", an expression."""


@dataclass(frozen=True, slots=True)
class Step:
    """One line: what was done, and what it gives."""

    text: str
    expression: Expression


@dataclass(frozen=True, slots=True)
class Result:
    """A value, and the lines that lead to it. Each is equal to the next, and the last is the value."""

    value: Expression
    steps: tuple[Step, ...]


def derived(*steps: tuple[str, Expression]) -> Result:
    """The steps without those that change nothing; the value is the last expression."""
    kept: list[Step] = []
    for text, expression in steps:
        if not kept or kept[-1].expression != expression:
            kept.append(Step(text, expression))
    return Result(kept[-1].expression, tuple(kept))


def given(x: Given) -> Expression:
    """An exact number or an expression as it is, and a name as a real symbol; no text is ever read as maths.

    Raises TypeError for anything else, a float among it: it is not exact.
    """
    if isinstance(x, str):
        return sympy.Symbol(x, real=True)
    if isinstance(x, sympy.Basic | sympy.MatrixBase):
        return x
    if isinstance(x, int):
        return sympy.Integer(x)
    if isinstance(x, Fraction):
        return sympy.Rational(x.numerator, x.denominator)
    raise TypeError(f"{x!r} is a {type(x).__name__}: expected an int, a Fraction, a name or an expression")


def size(d: Given) -> Expression:
    """A number of entries, or a name for one. Raises TypeError or ValueError for any other number."""
    if isinstance(d, str):
        return sympy.Symbol(d, integer=True, positive=True)
    if isinstance(d, sympy.Expr) and not d.is_number:
        return d
    return sympy.Integer(checks.whole("d", d, least=0))


def place(name: str, i: int, n: int) -> int:
    """A place among n, counted from 1, as Python counts it."""
    at = checks.whole(name, i, least=1)
    refuse(at > n, f"{name} is {i}: expected 1 to {n}")
    return at - 1


def refuse(when: bool | None, why: str) -> None:
    """Raises ValueError where it is known to be so; None is not known, as of a name that may be anything."""
    if when:
        raise ValueError(why)
