"""Scaling, by roots and powers written out."""

from __future__ import annotations

import math
from typing import Any

Givens = dict[str, Any]


def inputs_of_softmax(g: Givens) -> list[list[float]]:
    root = math.sqrt(g["d_k"])
    match g["where"]:
        case "halves":
            query = key = 1 / math.sqrt(root)
        case "both":
            query = key = 1 / root
        case _:  # the queries alone, or the scores themselves
            query, key = 1 / root, 1.0
    return [[each * query * key for each in row] for row in g["S"]]


ANSWERS = {
    "scaled-scores": inputs_of_softmax,
    "scale-factor": lambda g: (g["d_model"] / g["heads"]) ** -0.5,
    "scaled-deviation": lambda g: (g["d"] / g["divisor"] ** 2) ** 0.5,
    "score-gap": lambda g: math.hypot(math.sqrt(g["d_k"]), math.sqrt(g["d_k"])),
}
