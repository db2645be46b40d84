"""Weights of the keys in sight alone, with zeros for the others."""

from __future__ import annotations

import math
import struct
from typing import Any

Givens = dict[str, Any]


def softmax(row: list[float]) -> list[float]:
    largest = max(row)
    powers = [math.exp(each - largest) for each in row]
    return [each / math.fsum(powers) for each in powers]


def visible_weights(given: Givens) -> list[float]:
    rows, seen = given["S"], given["visible"]
    row = rows[given["row"]] if len(rows) > 1 else rows[0]
    root = 1.0 if given["d_k"] is None else math.sqrt(given["d_k"])
    return softmax([each / root for each in row[:seen]]) + [0.0] * (len(row) - seen)


def in_float32(number: float) -> float:
    found: float = struct.unpack("f", struct.pack("f", number))[0]
    return found


def hidden_weights(given: Givens) -> list[float]:
    scores = given["scores"]
    match given["how"]:
        case "infinite":
            return [0.0] * len(scores)
        case "replaced":
            return [1 / len(scores)] * len(scores)
        case "added in float32":
            return softmax([in_float32(each - 1e9) for each in scores])
        case _:
            return softmax([each - 1e9 for each in scores])


ANSWERS = {
    "causal-weights": visible_weights,
    "padding-weights": visible_weights,
    "fully-masked-row": hidden_weights,
}
