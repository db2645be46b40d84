"""How floats of each format round and where they end: float16, bfloat16, float32 and float64.

A format has p significant bits (one of them hidden) and exponents e_min … e_max: numbers are spaced 2^{e−p+1}
between 2^e and 2^{e+1} (IEEE 754-2019, section 3; bfloat16 is float32 with 16 bits cut off).
"""

from __future__ import annotations

import math
from dataclasses import dataclass

import numpy as np

from attention_engine import checks
from attention_engine.arrays import ArrayLike, Floats


@dataclass(frozen=True, slots=True)
class Format:
    """A binary floating-point format: `digits` significant bits, exponents `lowest` to `highest`."""

    name: str
    digits: int
    lowest: int
    highest: int

    @property
    def largest(self) -> float:
        """The largest finite number, (2 − 2^{1−p}) 2^{e_max}: 65504 for float16."""
        return math.ldexp(2 - 2.0 ** (1 - self.digits), self.highest)

    @property
    def smallest_normal(self) -> float:
        """2^{e_min}."""
        return math.ldexp(1.0, self.lowest)

    @property
    def smallest(self) -> float:
        """The smallest number above 0, 2^{e_min − p + 1}."""
        return math.ldexp(1.0, self.lowest - self.digits + 1)

    @property
    def epsilon(self) -> float:
        """The spacing just above 1, 2^{1−p}."""
        return 2.0 ** (1 - self.digits)

    @property
    def last_whole(self) -> int:
        """2^p: up to here every whole number is held exactly; 2048 for float16."""
        return int(2**self.digits)

    @property
    def exp_limit(self) -> float:
        """The largest x whose e^x is finite, ln of `largest`: 11.09 for float16, 88.72 for float32."""
        return math.log(self.largest)


FLOAT16 = Format("float16", 11, -14, 15)
BFLOAT16 = Format("bfloat16", 8, -126, 127)
FLOAT32 = Format("float32", 24, -126, 127)
FLOAT64 = Format("float64", 53, -1022, 1023)
FORMATS = {each.name: each for each in (FLOAT16, BFLOAT16, FLOAT32, FLOAT64)}


def spacing(x: ArrayLike, form: Format) -> Floats:
    """The distance between neighbouring numbers of the format at |x|: 2 for float16 from 2048 to 4096."""
    value = checks.floats("x", x).astype(np.float64)
    _, exponent = np.frexp(value)  # |x| = f · 2^exponent with ½ ≤ f < 1
    step = np.maximum(exponent - 1, form.lowest) - form.digits + 1
    return np.ldexp(1.0, np.where(value == 0, form.lowest - form.digits + 1, step))


def rounded(x: ArrayLike, form: Format) -> Floats:
    """x as the format holds it, given as float64: to nearest, ties to even, beyond the largest to ∞.

    >>> rounded([2049.0, 2051.0, 65520.0], FLOAT16)
    array([2048., 2052.,   inf])
    """
    value = checks.floats("x", x).astype(np.float64)
    finite = np.where(np.isfinite(value), value, 0)
    step = spacing(finite, form)
    near = np.rint(finite / step) * step  # exact: a division by a power of two, and rint ties to even
    near = np.where(np.abs(near) > form.largest, np.copysign(np.inf, finite), near)
    return np.where(np.isfinite(value), near, value)
