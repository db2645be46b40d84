"""Variances from distributions that are summed entry by entry, in fractions."""

from __future__ import annotations

import math
from fractions import Fraction
from itertools import product
from typing import Any

Givens = dict[str, Any]


def score(g: Givens) -> Fraction:
    """Each entry is one of two values, one standard deviation below or above its mean, equally likely."""
    entries = [[g[f"mu_{x}"] + side * g[f"sigma_{x}"] for side in (-1, 1)] for x in "qk"]
    products = [a * b for a, b in product(*entries)]
    mean = Fraction(sum(products), 4)
    one = sum((each - mean) ** 2 for each in products) / 4
    return sum((one for _ in range(g["d"])), Fraction(0))


def uniform(g: Givens) -> Fraction:
    """The mean of x² over [−a, a] is (a³ − (−a)³)/3 divided by the width 2a."""
    a = g["a"]
    second = Fraction(a**3 - (-a) ** 3, 3) / (2 * a)
    return sum((second * second for _ in range(g["d"])), Fraction(0))


def error(g: Givens) -> float:
    """Each score adds s²/N² to the variance of the mean."""
    return math.sqrt(math.fsum((g["s"] / g["n"]) ** 2 for _ in range(g["n"])))


ANSWERS = {
    "score-variance": score,
    "uniform-score-variance": uniform,
    "monte-carlo-error": error,
}
