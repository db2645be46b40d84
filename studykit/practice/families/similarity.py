"""Dot products, cosines and distances: how well a query fits a key."""

from __future__ import annotations

from dataclasses import dataclass

import numpy as np

from attention_engine import cosines, dot_products
from studykit.draw import Draw
from studykit.practice.family import Family, Wrong
from studykit.practice.problem import Form, Step
from studykit.practice.values import tex, whole


@dataclass(frozen=True, slots=True)
class Pair:
    """A query and a key of whole numbers."""

    q: list[int]
    k: list[int]


def _dot(given: Pair) -> int:
    return int(whole(dot_products([given.q], [given.k]))[0][0])


def _draw_pair(draw: Draw, level: int) -> Pair:
    size = draw.between(2, 3) if level == 1 else draw.between(4, 5)
    most = 3 if level == 1 else 6
    return Pair(draw.row(size, -most, most), draw.row(size, -most, most))


def _products(given: Pair) -> list[int]:
    return [a * b for a, b in zip(given.q, given.k, strict=True)]


def _terms(given: Pair) -> str:
    return " + ".join(rf"({a})({b})" for a, b in zip(given.q, given.k, strict=True))


DOT_PRODUCT = Family(
    name="dot-product",
    form=Form.INTEGER,
    draw=_draw_pair,
    answer=_dot,
    prompt=lambda g: f"Compute the dot product $q \\cdot k$ of\n\n$$q = {tex(g.q)}, \\qquad k = {tex(g.k)}$$",
    solution=lambda g: (
        Step(f"$q \\cdot k = {_terms(g)}$", "Entries in the same place belong together."),
        Step(f"$= {' + '.join(f'({each})' for each in _products(g))}$", "Minus times minus is plus."),
    ),
    hints=lambda g: (
        "Multiply the entries that stand in the same place.",
        "Then add the products up: the answer is one number.",
        f"The products are ${tex(_products(g))}$.",
    ),
    wrong=(
        Wrong(
            "elementwise product not summed",
            "The products are the first half; a dot product adds them up to one number.",
            lambda g: _products(g),
            "similarity#^dot-product",
        ),
        Wrong(
            "sum of all entries",
            "Entries are multiplied in pairs before they are added.",
            lambda g: sum(g.q) + sum(g.k),
        ),
        Wrong(
            "cosine",
            "That divides by both lengths; the dot product keeps them.",
            lambda g: float(cosines([g.q], [g.k])[0, 0]) if any(g.q) and any(g.k) else None,
        ),
        Wrong(
            "signs dropped",
            "A product of different signs is negative, and it counts against the score.",
            lambda g: int(np.abs(_products(g)).sum()),
        ),
        Wrong(
            "last term dropped",
            "Every pair of entries counts, the last one too.",
            lambda g: sum(_products(g)[:-1]),
        ),
    ),
)

FAMILIES = (DOT_PRODUCT,)
