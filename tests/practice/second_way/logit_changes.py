"""Changed logits, by what they do to the exponentials."""

from __future__ import annotations

import math
from fractions import Fraction
from typing import Any

Givens = dict[str, Any]


def shifted(g: Givens) -> list[Fraction]:
    parts = [Fraction(each) for each in g["a"]]
    for number in range(len(parts)):
        if g["key"] is None or number == g["key"]:
            parts[number] *= Fraction(g["r"])
    return [each / sum(parts) for each in parts]


def heated(g: Givens) -> list[float]:
    powers = [math.exp(each) for each in g["z"]] if g["a"] is None else g["a"]
    powers = [each ** (1 / g["t"]) for each in powers]
    return [each / math.fsum(powers) for each in powers]


def softcap(g: Givens) -> list[float]:
    capped = []
    for s, b in zip(g["s"], g["bias"], strict=True):
        up, down = math.exp(s / g["c"]), math.exp(-s / g["c"])
        capped.append(g["c"] * (up - down) / (up + down) + b)
    return capped


ANSWERS = {"softmax-shift": shifted, "temperature": heated, "softcap": softcap}
