"""How a softmax answers to its logits, by sums over indices in fractions."""

from __future__ import annotations

from fractions import Fraction
from typing import Any

Givens = dict[str, Any]


def jacobian(g: Givens) -> list[list[Fraction]]:
    p = [Fraction(each) for each in g["p"]]
    return [[p[i] * ((i == j) - p[j]) for j in range(len(p))] for i in range(len(p))]


def slope(g: Givens) -> Fraction:
    return jacobian(g)[g["i"]][g["j"]]


def backward(g: Givens) -> list[Fraction]:
    rows = jacobian(g)
    return [sum((rows[i][j] * g["g"][i] for i in range(len(rows))), Fraction(0)) for j in range(len(rows))]


ANSWERS = {
    "jacobian-diagonal": slope,
    "jacobian-off-diagonal": slope,
    "softmax-jacobian": jacobian,
    "softmax-backward": backward,
}
