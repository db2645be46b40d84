"""Weights from queries and keys, and outputs from weights and values, in plain loops."""

from __future__ import annotations

import math
from fractions import Fraction
from typing import Any

Givens = dict[str, Any]


def dot(a: list[float], b: list[float]) -> float:
    total = 0.0
    for x, y in zip(a, b, strict=True):
        total += x * y
    return total


def softmax(row: list[float]) -> list[float]:
    powers = [math.exp(each) for each in row]
    return [each / math.fsum(powers) for each in powers]


def weights(given: Givens) -> list[float]:
    q = given["Q"][given["row"]]
    return softmax([dot(q, k) / math.sqrt(len(k)) for k in given["K"]])


def output(given: Givens) -> list[Fraction]:
    p = [Fraction(each) for each in given["p"]]
    mixed = []
    for c in range(len(given["V"][0])):
        mixed.append(sum((p[j] * given["V"][j][c] for j in range(len(p))), Fraction(0)))
    return mixed


ANSWERS = {
    "attention-weights": weights,
    "attention-output": output,
    "permuted-pairs": output,  # the order of the pairs does not count
}
