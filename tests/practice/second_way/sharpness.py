"""Ceilings and sharpness, by exponentials that are summed key by key, and by halving an interval."""

from __future__ import annotations

import math
from typing import Any

Givens = dict[str, Any]


def weight(own: float, other: float, keys: int) -> float:
    total = math.exp(own)
    for _ in range(keys - 1):
        total += math.exp(other)
    return math.exp(own) / total


def sharpness(g: Givens) -> float:
    """The score whose weight is the wanted one: weights grow with the score."""
    low, high = 0.0, 30.0
    for _ in range(80):
        middle = (low + high) / 2
        low, high = (middle, high) if weight(middle, 0, g["n"]) < g["w"] else (low, middle)
    return low


ANSWERS = {
    "cosine-ceiling": lambda g: weight(math.cos(0), math.cos(math.pi), g["n"]),
    "retrieval-sharpness": sharpness,
}
