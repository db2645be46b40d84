"""Scores less the slope times the distance, in fractions."""

from __future__ import annotations

from fractions import Fraction
from typing import Any

Givens = dict[str, Any]


def biased(given: Givens) -> list[Fraction]:
    scores, slope = given["scores"], Fraction(given["slope"])
    query = len(scores) - 1
    return [scores[j] - slope * (query - j) for j in range(query + 1)]


ANSWERS = {"alibi-scores": biased}
