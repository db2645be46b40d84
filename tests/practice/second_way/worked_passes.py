"""Whole computations, from scores or tokens to output, in plain loops."""

from __future__ import annotations

import math
from typing import Any

Givens = dict[str, Any]
Rows = list[list[float]]


def product(a: Rows, b: Rows) -> Rows:
    result = []
    for row in a:
        result.append([sum(row[t] * b[t][c] for t in range(len(b))) for c in range(len(b[0]))])
    return result


def attended(q: list[float], K: Rows, V: Rows) -> list[float]:
    """The output of one query over the keys that it may see."""
    powers = []
    for k in K:
        powers.append(math.exp(sum(x * y for x, y in zip(q, k, strict=True)) / math.sqrt(len(q))))
    total = math.fsum(powers)
    return [math.fsum(powers[j] / total * V[j][c] for j in range(len(K))) for c in range(len(V[0]))]


def whole_pass(given: Givens) -> Rows:
    Q, K, V = (product(given["X"], given[name]) for name in ("W_Q", "W_K", "W_V"))
    return [attended(Q[i], K[: i + 1], V[: i + 1]) for i in range(len(Q))]


ANSWERS = {
    "one-query": lambda given: attended(given["q"], given["K"], given["V"]),
    "whole-pass": whole_pass,
}
