"""The softmax in parts, by exponentials that are not shifted where they fit."""

from __future__ import annotations

import math
from typing import Any

Givens = dict[str, Any]


def sink(g: Givens) -> list[float]:
    powers = [math.exp(each) for each in g["z"]]
    return [each / (1 + math.fsum(powers)) for each in powers]


def merged(g: Givens) -> float:
    total: float = g["l1"] * math.exp(g["m1"]) + g["l2"] * math.exp(g["m2"])
    return total / math.exp(max(g["m1"], g["m2"]))


ANSWERS = {
    "stable-softmax": lambda g: [math.exp(each - max(g["z"])) for each in g["z"]],
    "log-sum-exp": lambda g: math.log(sum(math.exp(each) for each in g["z"])),
    "softmax-sink": sink,
    "online-softmax": merged,
}
