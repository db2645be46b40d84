"""Dot products, cosines and angles, in plain loops and exact fractions."""

from __future__ import annotations

import math
from fractions import Fraction
from typing import Any

Givens = dict[str, Any]


def dot(a: list[Any], b: list[Any]) -> Any:
    total: Any = 0
    for x, y in zip(a, b, strict=True):
        total += x * y
    return total


def angle(g: Givens) -> str:
    """Which angle it is, by squares alone: (q · k)² reaches ‖q‖² ‖k‖² only on one line."""
    q, k = ([Fraction(str(each)) for each in g[name]] for name in "qk")
    along, most = dot(q, k), dot(q, q) * dot(k, k)
    if along == 0:
        return "90°, a right angle"
    if along > 0:
        return "0°, the same direction" if along * along == most else "between 0° and 90°"
    return "180°, opposite directions" if along * along == most else "between 90° and 180°"


def combined(g: Givens) -> int:
    """Copies of the queries and of the key, added up one by one."""
    total = 0
    for score, factor in zip(g["scores"], g["factors"], strict=True):
        for _ in range(abs(factor)):
            for _ in range(abs(g["c"])):
                total += score if (factor > 0) == (g["c"] > 0) else -score
    return total


ANSWERS = {
    "dot-product": lambda g: dot(g["q"], g["k"]),
    "direction": angle,
    "bilinearity": combined,
    "cosine-similarity": lambda g: dot(g["q"], g["k"]) / math.hypot(*g["q"]) / math.hypot(*g["k"]),
}
