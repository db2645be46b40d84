"""The softmax, straight from its definition."""

from __future__ import annotations

import math
from fractions import Fraction
from typing import Any

Givens = dict[str, Any]


def softmax(z: list[float]) -> list[float]:
    powers = [math.exp(each) for each in z]
    return [each / math.fsum(powers) for each in powers]


def of_logs(g: Givens) -> list[Fraction]:
    powers = []
    for a, k in zip(g["a"], g["k"], strict=True):
        power = Fraction(1)
        for _ in range(abs(k)):
            power = power * a if k > 0 else power / a
        powers.append(power)
    return [each / sum(powers) for each in powers]


def entropy(g: Givens) -> float:
    return sum(float(Fraction(p)) * math.log(1 / Fraction(p)) for p in g["p"])


ANSWERS = {
    "softmax": lambda g: softmax(g["z"]),
    "softmax-of-logs": of_logs,
    "weights-entropy": entropy,
}
