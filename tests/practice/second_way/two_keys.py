"""Two keys with and without scaling, by the quotient of exponentials."""

from __future__ import annotations

import math
from typing import Any

Givens = dict[str, Any]


def two_keys(given: Givens) -> list[float]:
    root = math.sqrt(given["d_k"])
    answers = []
    for divisor in (1.0, root):
        a, b = math.exp(given["first"] / divisor), math.exp(given["second"] / divisor)
        p = a / (a + b)
        answers.append(p if given["asked"] == "weight" else p * (b / (a + b)) / divisor)
    return answers


ANSWERS = {"two-keys": two_keys}
