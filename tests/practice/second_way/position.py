"""Rotary scores, by the addition theorem."""

from __future__ import annotations

import math
from typing import Any


def rotary(g: dict[str, Any]) -> float:
    (a, b), (c, d), angle = g["q"], g["k"], (g["m"] - g["n"]) * g["theta"]
    return math.cos(angle) * (a * c + b * d) + math.sin(angle) * (a * d - b * c)


ANSWERS = {"rotary-score": rotary}
