"""Distances from the differences of the entries, without dot products."""

from __future__ import annotations

import math
from typing import Any

Givens = dict[str, Any]


def apart(a: list[int], b: list[int]) -> int:
    return sum((x - y) ** 2 for x, y in zip(a, b, strict=True))


def ranking(g: Givens) -> str:
    order: list[int] = []
    while len(order) < len(g["K"]):
        rest = [number for number in range(len(g["K"])) if number not in order]
        order.append(min(rest, key=lambda number: apart(g["q"], g["K"][number])))
    nearest = ", ".join(str(each) for each in g["K"][order[0]])
    return (
        f"the key ({nearest})"
        if g["asked"] == "nearest"
        else f"keys {', '.join(str(each + 1) for each in order)}"
    )


def line(g: Givens) -> list[float]:
    bells = [math.exp(-((g["q"] - each) ** 2) / 2) for each in g["k"]]
    return [each / sum(bells) for each in bells]


ANSWERS = {
    "squared-distance": lambda g: apart(g["q"], g["k"]),
    "distance-ranking": ranking,
    "squared-distances": lambda g: [[apart(q, k) for k in g["K"]] for q in g["Q"]],
    "distance-weights": line,
}
