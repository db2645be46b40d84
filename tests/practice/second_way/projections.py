"""Projections and scores, in plain loops."""

from __future__ import annotations

from typing import Any

Rows = list[list[int]]


def through(row: list[int], matrix: Rows) -> list[int]:
    return [sum(x * line[c] for x, line in zip(row, matrix, strict=True)) for c in range(len(matrix[0]))]


def score(g: dict[str, Any], i: int, j: int) -> int:
    q, k = through(g["X"][i], g["W_Q"]), through(g["X"][j], g["W_K"])
    return sum(a * b for a, b in zip(q, k, strict=True))


def rank(g: dict[str, Any]) -> int:
    """The steps of a matrix that goes through the entries of a head: as many as there are such entries."""
    return sum(1 for place in range(g["d"]) if place * g["heads"] < g["d"])


ANSWERS = {
    "projected-score": lambda g: score(g, g["i"], g["j"]),
    "token-own-score": lambda g: score(g, g["i"], g["i"]),
    "score-form-rank": rank,
}
