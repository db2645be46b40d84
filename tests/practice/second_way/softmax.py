"""The softmax, straight from its definition."""

from __future__ import annotations

import math
from fractions import Fraction
from typing import Any

Givens = dict[str, Any]


def softmax(z: list[float]) -> list[float]:
    powers = [math.exp(each) for each in z]
    return [each / math.fsum(powers) for each in powers]


def entropy(g: Givens) -> float:
    return sum(float(Fraction(p)) * math.log(1 / Fraction(p)) for p in g["p"])


def merged(g: Givens) -> float:
    total = g["l1"] * math.exp(g["m1"]) + g["l2"] * math.exp(g["m2"])
    return total / math.exp(max(g["m1"], g["m2"]))


ANSWERS = {
    "softmax": lambda g: softmax(g["z"]),
    "softmax-of-logs": lambda g: [Fraction(each, sum(g["a"])) for each in g["a"]],
    "softmax-shift": lambda g: softmax(g["z"]),
    "stable-softmax": lambda g: [math.exp(each - max(g["z"])) for each in g["z"]],
    "log-sum-exp": lambda g: math.log(sum(math.exp(each) for each in g["z"])),
    "temperature": lambda g: softmax([each / g["t"] for each in g["z"]]),
    "softcap": lambda g: [g["t"] * (1 - 2 / (math.exp(2 * each / g["t"]) + 1)) for each in g["z"]],
    "softmax-sink": lambda g: softmax([*g["z"], 0.0])[:-1],
    "weights-entropy": entropy,
    "online-softmax": merged,
}
