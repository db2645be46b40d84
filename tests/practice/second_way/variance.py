"""Variances, from moments written out."""

from __future__ import annotations

from fractions import Fraction
from typing import Any


def score(g: dict[str, Any]) -> int:
    second = (g["sigma_q"] ** 2 + g["mu_q"] ** 2) * (g["sigma_k"] ** 2 + g["mu_k"] ** 2)
    return sum(second - (g["mu_q"] * g["mu_k"]) ** 2 for _ in range(g["d"]))


ANSWERS = {
    "score-variance": score,
    "uniform-score-variance": lambda g: g["d"] * Fraction(g["a"] ** 2, 3) ** 2,
    "monte-carlo-error": lambda g: (g["s"] ** 2 / g["n"]) ** 0.5,
}
