"""Gradients, by sums over indices."""

from __future__ import annotations

from fractions import Fraction
from typing import Any

Givens = dict[str, Any]


def jacobian(g: Givens) -> list[list[Fraction]]:
    p = [Fraction(each) for each in g["p"]]
    return [[p[i] * ((i == j) - p[j]) for j in range(len(p))] for i in range(len(p))]


def backward(g: Givens) -> list[Fraction]:
    rows = jacobian(g)
    return [sum((rows[i][j] * g["g"][i] for i in range(len(rows))), Fraction(0)) for j in range(len(rows))]


def product(a: list[list[int]], b: list[list[int]]) -> list[list[int]]:
    return [[sum(row[k] * b[k][j] for k in range(len(b))) for j in range(len(b[0]))] for row in a]


def turned(a: list[list[int]]) -> list[list[int]]:
    return [[row[j] for row in a] for j in range(len(a[0]))]


ANSWERS = {
    "jacobian-diagonal": lambda g: jacobian(g)[g["i"]][g["i"]],
    "jacobian-off-diagonal": lambda g: jacobian(g)[g["i"]][g["j"]],
    "softmax-jacobian": jacobian,
    "softmax-backward": backward,
    "values-gradient": lambda g: product(turned(g["A"]), g["B"]),
    "weights-gradient": lambda g: product(g["A"], turned(g["B"])),
    "query-gradient": lambda g: [
        Fraction(sum(d * key[c] for d, key in zip(g["dS"], g["K"], strict=True)), 2) for c in range(4)
    ],
    "keys-gradient": lambda g: [[Fraction(d * each, 2) for each in g["q"]] for d in g["dS"]],
    "query-projection-gradient": lambda g: product(turned(g["X"]), g["dQ"]),
}
