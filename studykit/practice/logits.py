"""The logits of one row: how they are drawn, and what several families compute and show of them."""

from __future__ import annotations

import math
from collections.abc import Sequence
from dataclasses import dataclass

from studykit.checking.question import Tolerance
from studykit.draw import Draw
from studykit.practice.problem import Step
from studykit.practice.values import decimal

WEIGHTS = Tolerance(relative=0, absolute=0.0005)
"""For weights: three decimals, since a relative rule would refuse small weights that are rightly rounded."""


@dataclass(frozen=True, slots=True)
class Logits:
    """The logits of one query, a number for each key."""

    z: list[float]


def distinct(draw: Draw, count: int, low: int, high: int, parts: int = 1) -> list[float]:
    """So many different numbers from `low` to `high`, both included, in steps of 1/`parts`."""
    return [each / parts for each in draw.some(range(parts * low, parts * high + 1), count)]


def exponentials(z: Sequence[float]) -> list[float]:
    """e to the power of each."""
    return [math.exp(each) for each in z]


def shares(parts: Sequence[float]) -> list[float]:
    """Each divided by the sum of all. Raises `ZeroDivisionError` where that is 0."""
    total = sum(parts)
    return [each / total for each in parts]


def sigmoids(z: Sequence[float]) -> list[float]:
    """1/(1 + e^−z) of each by itself."""
    return [1 / (1 + math.exp(-each)) for each in z]


def division_step(parts: Sequence[float], total: float, why: str) -> Step:
    """Each exponential divided by the sum, line by line."""
    lines = [f"- ${decimal(each)} / {decimal(total)} = {decimal(each / total, 4)}$" for each in parts]
    return Step("\n".join(["Divide each by the sum:", "", *lines]), why)
