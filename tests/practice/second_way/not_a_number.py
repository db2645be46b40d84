"""Attention as the formula reads, number by number, in Python's floats."""

from __future__ import annotations

import math
from typing import Any

Givens = dict[str, Any]


def sees(given: Givens, i: int, j: int) -> bool:
    n, hidden = given["n"], given["hidden"]
    return {
        "positive": j <= i,
        "strict": j < i,
        "left": hidden <= j <= i,
        "half": hidden <= j <= i,
        "entry": j < n - hidden,
        "vector": j < n - hidden,
    }[given["how"]]


def spoilt(given: Givens) -> int:
    n, d_v, how = given["n"], given["d_v"], given["how"]
    filler = math.inf if how == "positive" else -math.inf
    count = 0
    for i in range(n):
        row = [0.0 if sees(given, i, j) else filler for j in range(n)]
        powers = [math.exp(each - max(row)) for each in row]
        total = sum(powers)
        p = [each / total if total else math.nan for each in powers]
        for c in range(d_v):
            bad = {n - 1} if how == "vector" or (how == "entry" and c == d_v - 1) else set()
            count += math.isnan(sum(p[j] * (math.nan if j in bad else 1.0) for j in range(n)))
    return count


ANSWERS = {"nan-count": spoilt}
