"""Dot products, cosines and distances, in plain loops."""

from __future__ import annotations

from typing import Any

Givens = dict[str, Any]


def dot(a: list[float], b: list[float]) -> float:
    total = 0
    for x, y in zip(a, b, strict=True):
        total += x * y
    return total


ANSWERS = {
    "dot-product": lambda g: dot(g["q"], g["k"]),
}
