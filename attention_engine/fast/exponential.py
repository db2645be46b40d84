"""Which exponential is quicker here: `exp`, or `exp2` with log2(e) folded into the scale.

exp(s) = exp2(s · log2(e)), and the factor costs nothing where the queries are scaled anyway. NumPy's `exp2`
is up to twice as fast as its `exp`, but in some processes much slower for their whole life, so both are timed
once for each dtype, at first use.
"""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import dataclass
from functools import cache
from math import e, log2
from time import perf_counter
from typing import Any, Final

import numpy as np

LOG2_E: Final = log2(e)
_TRIAL: Final = (
    4096  # elements of a trial: 16 kB of float32, so that the first level of cache is timed, not memory
)
_TRIALS: Final = 7


@dataclass(frozen=True, slots=True)
class Exponential:
    """`function(s * factor)` is exp(s)."""

    function: Callable[..., Any]
    factor: float

    @property
    def name(self) -> str:
        return "exp" if self.factor == 1.0 else "exp2"


NATURAL: Final = Exponential(np.exp, 1.0)
BASE_TWO: Final = Exponential(np.exp2, LOG2_E)


@cache
def quickest(dtype: np.dtype[Any]) -> Exponential:
    """The quicker of `exp` and `exp2` for `dtype` in this process; 50 to 100 µs, and only once."""
    sample = np.linspace(-8, 0, _TRIAL).astype(dtype)
    out = np.empty_like(sample)
    shortest = dict.fromkeys((BASE_TWO, NATURAL), float("inf"))  # interruptions only ever add
    for _ in range(1 + _TRIALS):  # in turn, so that a disturbance meets both
        for candidate in shortest:
            begin = perf_counter()
            candidate.function(sample, out=out)
            shortest[candidate] = min(shortest[candidate], perf_counter() - begin)
    return min(shortest, key=shortest.__getitem__)
