"""Dot products, cosines and distances, in plain loops."""

from __future__ import annotations

import math
from typing import Any

Givens = dict[str, Any]


def dot(a: list[float], b: list[float]) -> float:
    total: float = 0
    for x, y in zip(a, b, strict=True):
        total += x * y
    return total


def apart(a: list[float], b: list[float]) -> float:
    return sum((x - y) ** 2 for x, y in zip(a, b, strict=True))


def angle(g: Givens) -> str:
    degrees = math.degrees(math.acos(max(-1, min(1, cosine(g["q"], g["k"])))))
    if abs(degrees - 90) < 1e-9:
        return "exactly 90°"
    return "below 90°" if degrees < 90 else "above 90°"


def cosine(a: list[float], b: list[float]) -> float:
    return dot(a, b) / math.hypot(*a) / math.hypot(*b)


def nearest(g: Givens) -> str:
    return f"key {min(range(len(g['K'])), key=lambda number: apart(g['q'], g['K'][number]))}"


def line(g: Givens) -> list[float]:
    bells = [math.exp(-((g["q"] - each) ** 2) / 2) for each in g["k"]]
    return [each / sum(bells) for each in bells]


ANSWERS = {
    "dot-product": lambda g: dot(g["q"], g["k"]),
    "direction": angle,
    "bilinearity": lambda g: g["score"] * g["c"] * g["other"],
    "squared-distance": lambda g: apart(g["q"], g["k"]),
    "cosine-similarity": lambda g: cosine(g["q"], g["k"]),
    "distance-ranking": nearest,
    "squared-distances": lambda g: [[apart(q, k) for k in g["K"]] for q in g["Q"]],
    "distance-weights": line,
    "cosine-ceiling": lambda g: math.e / (math.e + (g["n"] - 1) / math.e),
    "retrieval-sharpness": lambda g: math.log(g["w"]) + math.log(g["n"] - 1) - math.log1p(-g["w"]),
}
