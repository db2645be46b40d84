"""Slopes of all weights in all scores, found by moving each score a little."""

from __future__ import annotations

import math
from typing import Any

Givens = dict[str, Any]


def rows_of_weights(scores: list[list[float]], *, causal: bool) -> list[list[float]]:
    found = []
    for i, row in enumerate(scores):
        powers = [0.0 if causal and j > i else math.exp(each) for j, each in enumerate(row)]
        found.append([each / math.fsum(powers) for each in powers])
    return found


def moved(given: Givens) -> int:
    n, m, causal = given["n"], given["m"], given["causal"]
    scores = [[0.1 * i - 0.2 * j for j in range(m)] for i in range(n)]
    before = rows_of_weights(scores, causal=causal)
    count = 0
    for a in range(n):
        for b in range(m):
            changed = [list(row) for row in scores]
            changed[a][b] += 0.5
            after = rows_of_weights(changed, causal=causal)
            count += sum(abs(after[i][j] - before[i][j]) > 1e-9 for i in range(n) for j in range(m))
    return count


ANSWERS = {"jacobian-entries": moved}
