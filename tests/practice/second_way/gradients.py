"""Gradients, by the chain rule over single entries, in fractions."""

from __future__ import annotations

from fractions import Fraction
from typing import Any

Givens = dict[str, Any]
Rows = list[list[Any]]
ROOT = {4: 2, 9: 3, 16: 4}


def collected(factors: Rows, gradient: Rows) -> list[list[Fraction]]:
    """Of Y = F Z: each entry of Z gathers from every row of Y that it enters."""
    found = [[Fraction(0)] * len(gradient[0]) for _ in factors[0]]
    for row, back in zip(factors, gradient, strict=True):
        for a, factor in enumerate(row):
            for c, each in enumerate(back):
                found[a][c] += Fraction(factor) * Fraction(each)
    return found


def values(g: Givens) -> list[list[Fraction]]:
    return collected(g["A"], g["dO"])


def weights(g: Givens) -> list[list[int]]:
    found = []
    for back in g["dO"]:
        found.append([sum(back[c] * value[c] for c in range(len(value))) for value in g["V"]])
    return found


def query(g: Givens) -> list[Fraction]:
    width = len(g["K"][0])
    found = [Fraction(0)] * width
    for key, back in zip(g["K"], g["dS"], strict=True):
        for c in range(width):
            found[c] += Fraction(back * key[c], ROOT[width])
    return found


def keys(g: Givens) -> list[list[Fraction]]:
    root = ROOT[len(g["Q"][0])]
    return [[each / root for each in row] for row in collected(g["dS"], g["Q"])]


def query_projection(g: Givens) -> list[list[Fraction]]:
    return collected(g["X"], g["dQ"])


ANSWERS = {
    "values-gradient": values,
    "weights-gradient": weights,
    "query-gradient": query,
    "keys-gradient": keys,
    "query-projection-gradient": query_projection,
}
