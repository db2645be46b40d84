"""Scaling, by plain division and the exponential."""

from __future__ import annotations

import math
from typing import Any


def slope(gap: float) -> float:
    p = math.exp(gap) / (math.exp(gap) + 1)
    return p * (1 - p)


def inner(g: dict[str, Any]) -> float:
    return (g["a"] - g["b"]) / math.sqrt(g["d_k"])


ANSWERS = {
    "scaled-scores": lambda g: [[each / math.sqrt(g["d_k"]) for each in row] for row in g["S"]],
    "scale-factor": lambda g: (g["d_model"] / g["heads"]) ** -0.5,
    "scaled-deviation": lambda g: math.sqrt(g["d"]) / g["divisor"],
    "score-gap": lambda g: math.sqrt(2 * g["d_k"]),
    "saturation-gradient": lambda g: slope(g["gap"]),
    "softmax-sensitivity": lambda g: slope(inner(g)),
    "raw-score-gradient": lambda g: slope(inner(g)) / math.sqrt(g["d_k"]),
}
