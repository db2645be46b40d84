"""Slopes of a weight among two, from the quotient of exponentials."""

from __future__ import annotations

import math
from typing import Any

Givens = dict[str, Any]


def slope(gap: float) -> float:
    p = math.exp(gap) / (math.exp(gap) + 1)
    return p * (1 - p)


def seen(g: Givens) -> float:
    """The slope in the score that the softmax sees."""
    root = math.sqrt(g["d_k"])
    return slope(g["a"] / root - g["b"] / root)


ANSWERS = {
    "saturation-gradient": lambda g: slope(g["gap"]),
    "softmax-sensitivity": seen,
    "raw-score-gradient": lambda g: seen(g) / math.sqrt(g["d_k"]),
}
