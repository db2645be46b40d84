"""What families compute, as text: typed as an answer, or drawn in Markdown.

A value is a whole number, a `Fraction`, a float, a text, or an array of numbers (a list, nested lists, or
what NumPy gives); a shape is a tuple of whole numbers.
"""

from __future__ import annotations

import math
from collections.abc import Callable
from fractions import Fraction
from typing import Any

Scalar = int | float | Fraction
Value = Any
"""See the top of this file."""

DIGITS = 12
"""Significant digits of a typed float: far beyond every tolerance, so that it stands for the value itself."""
RECHECKED = 1e-12
LARGEST_DENOMINATOR = 100_000
MOST_SUMMED = 4
"""So many summands are written out."""
_PLAIN = frozenset({int, float, str, Fraction})


def plain(value: Value) -> Value:
    """The value in Python's own numbers: arrays become lists, NumPy's scalars ints and floats."""
    if type(value) in _PLAIN:
        return value
    if hasattr(value, "tolist"):
        return value.tolist()
    if isinstance(value, tuple):
        return tuple(plain(each) for each in value)
    if isinstance(value, list):
        return [plain(each) for each in value]
    return value


def summed(first: int, last: int) -> str:
    """The whole numbers from one to another, up or down, as a sum: `1 + 2 + 3`, `9 + 8 + \\dots + 1`."""
    step = 1 if last >= first else -1
    numbers = [str(number) for number in range(first, last + step, step)]
    if len(numbers) > MOST_SUMMED:
        numbers = [*numbers[:2], r"\dots", numbers[-1]]
    return " + ".join(numbers)


def whole(value: Value) -> Value:
    """The whole numbers that a float result of the engine stands for. Raises `ValueError` if it is off."""
    return _mapped(plain(value), _whole)


def fractions(value: Value) -> Value:
    """The exact fractions that a float result of the engine stands for, rechecked to 1e-12.

    Raises `ValueError` if a value is no fraction of a denominator up to 100,000.
    """
    return _mapped(plain(value), _fraction)


def rounded(value: Value, decimals: int) -> Value:
    """Each number to so many decimals, as a float."""
    return _mapped(plain(value), lambda each: round(float(each), decimals) + 0.0)


def typed(value: Value) -> str:
    """The value as an answer is typed: `5`, `3/7`, `0.0900305731704`, `[[1, 2], [3, 4]]`, `(2, 3)`."""
    value = plain(value)
    if isinstance(value, str):
        return value
    if isinstance(value, tuple):
        return f"({', '.join(map(str, value))})"
    if isinstance(value, list):
        return f"[{', '.join(map(typed, value))}]"
    if isinstance(value, float):
        return _float(value)
    return str(value)


def shape_of(value: Value) -> tuple[int, ...]:
    """`()` of a number, a text or a shape, `(n,)` of a vector, `(n, m)` of a matrix."""
    return _shape(plain(value))


def tex(value: Value, decimals: int = 3, *, fixed: bool = False) -> str:
    """The value in LaTeX without the dollars; floats with so many decimals. A vector is a row.

    `fixed` decimals stay as many for small numbers too, as where answers are judged by absolute error.
    """
    value = plain(value)
    if isinstance(value, str):
        return rf"\text{{{value}}}"
    if isinstance(value, tuple):
        return rf"({', '.join(map(str, value))})"
    if isinstance(value, list):
        rows = value if value and isinstance(value[0], list) else [value]
        body = r" \\ ".join(" & ".join(tex(each, decimals, fixed=fixed) for each in row) for row in rows)
        return rf"\begin{{bmatrix}} {body} \end{{bmatrix}}"
    if isinstance(value, Fraction) and value.denominator != 1:
        sign = "-" if value < 0 else ""
        return rf"{sign}\frac{{{abs(value.numerator)}}}{{{value.denominator}}}"
    if isinstance(value, float):
        return decimal(value, decimals, fixed=fixed)
    return str(value)


def decimal(value: float, decimals: int = 3, *, fixed: bool = False) -> str:
    """A float as people write it: so many decimals, a power of ten where they would show fewer than two
    figures and are not `fixed`, never `-0`."""
    if math.isinf(value):
        return r"\infty" if value > 0 else r"-\infty"
    if value.is_integer() and abs(value) < 1e15:
        return str(int(value))
    text = f"{value:.{decimals}f}"
    if value == float(text) and abs(value) < 1e9:  # nothing was cut off: 0.5 with one decimal stays 0.5
        return text
    small = abs(value) < 10.0 ** (1 - decimals) and not fixed  # fewer than two figures would stand
    if small or abs(value) >= 1e9:
        mantissa, exponent = f"{value:.2e}".split("e")
        return rf"{mantissa} \cdot 10^{{{int(exponent)}}}"
    return text if float(text) else "0"


def distinct(a: Value, b: Value, *, exact: bool, absolute: float) -> bool:
    """Whether two answers are told apart however they are rounded to three figures.

    `absolute` is the tolerance that answers are judged with. Values of different shapes are distinct. Both
    are `plain` already, since a problem compares thousands of entries.
    """
    if isinstance(a, list) and isinstance(b, list):
        shapes = _shape(a), _shape(b)
        if shapes[0] != shapes[1]:
            a, b = _cells(a), _cells(b)
            if len(a) != len(b) or len(shapes[0]) == len(shapes[1]):
                return True
        return any(distinct(x, y, exact=exact, absolute=absolute) for x, y in zip(a, b, strict=True))
    if isinstance(a, list | tuple | str) or isinstance(b, list | tuple | str):
        return bool(a != b)
    if exact:
        return bool(a != b) and not _typed_alike(a, b)
    x, y = float(a), float(b)
    if math.isnan(x) or math.isnan(y) or math.isinf(x) or math.isinf(y):
        return x != y
    return abs(x - y) > max(0.011 * max(abs(x), abs(y)), 2.2 * absolute)


def _typed_alike(a: Scalar, b: Scalar) -> bool:
    """Whether a float's rounding alone tells them apart: a cosine of -0.9999999999999998 is typed `-1`."""
    return (isinstance(a, float) or isinstance(b, float)) and math.isclose(a, b, rel_tol=10.0**-DIGITS)


def _shape(value: Value) -> tuple[int, ...]:
    if not isinstance(value, list):
        return ()
    return (len(value), *_shape(value[0])) if value else (0,)


def _cells(value: list[Value]) -> list[Value]:
    return [cell for each in value for cell in (_cells(each) if isinstance(each, list) else [each])]


def _mapped(value: Value, change: Callable[[Any], Scalar]) -> Value:
    if isinstance(value, list):
        return [_mapped(each, change) for each in value]
    return change(value)


def _whole(value: Scalar) -> int:
    found = round(value)
    if abs(found - value) > RECHECKED * max(1.0, abs(float(value))):
        raise ValueError(f"{value} is no whole number")
    return found


def _fraction(value: Scalar) -> Fraction:
    found = Fraction(value).limit_denominator(LARGEST_DENOMINATOR)
    if abs(float(found) - float(value)) > RECHECKED * max(1.0, abs(float(value))):
        raise ValueError(f"{value} is no fraction")
    return found


def _float(value: float) -> str:
    if math.isinf(value):
        return "inf" if value > 0 else "-inf"
    if value.is_integer() and abs(value) < 1e15:
        return str(int(value))
    return f"{value:.{DIGITS}g}"
