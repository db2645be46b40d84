"""Scores in plain loops, and shapes by counting what the loops would fill."""

from __future__ import annotations

from typing import Any

Givens = dict[str, Any]
Rows = list[list[int]]


def product(q: Rows, k: Rows) -> Rows:
    return [[sum(a * b for a, b in zip(row, key, strict=True)) for key in k] for row in q]


def scores_shape(g: Givens) -> tuple[int, ...]:
    found = product([[0] * g["d_k"]] * g["n"], [[0] * g["d_k"]] * g["m"])
    one = (len(found), len(found[0]))
    return one if g["batch"] is None else (g["batch"], *one)


def output_shape(g: Givens) -> tuple[int, int]:
    weights = product([[0] * g["d_k"]] * g["n"], [[0] * g["d_k"]] * g["m"])
    mixed = product(weights, [[0] * g["m"]] * g["d_v"])  # a row for each column of V
    return (len(mixed), len(mixed[0]))


ANSWERS = {
    "score-entry": lambda g: product(g["Q"], g["K"])[g["i"]][g["j"]],
    "score-matrix": lambda g: product(g["Q"], g["K"]),
    "score-shape": scores_shape,
    "output-shape": output_shape,
}
