"""Scores in plain loops."""

from __future__ import annotations

Rows = list[list[int]]


def product(q: Rows, k: Rows) -> Rows:
    return [[sum(a * b for a, b in zip(row, key, strict=True)) for key in k] for row in q]


ANSWERS = {
    "score-entry": lambda g: product(g["Q"], g["K"])[g["i"]][g["j"]],
    "score-matrix": lambda g: product(g["Q"], g["K"]),
    "score-shape": lambda g: (g["n"], g["m"]),
    "output-shape": lambda g: (g["n"], g["d_v"]),
}
