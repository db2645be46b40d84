"""Distances beside dot products: ranking, all at once, and as weights."""

from __future__ import annotations

from dataclasses import dataclass

import numpy as np

from attention_engine import (
    distance_weights,
    dot_products,
    ranked_keys,
    softmax,
    squared_distances,
)
from studykit.checking.question import Tolerance
from studykit.draw import Draw
from studykit.practice.family import Family, Wrong
from studykit.practice.problem import Form, Step
from studykit.practice.values import tex, whole

Rows = list[list[int]]


@dataclass(frozen=True, slots=True)
class Keys:
    """A query and several keys."""

    q: list[int]
    K: Rows


def _best(g: Keys, by: str) -> int:
    return int(ranked_keys([g.q], g.K, by=by)[0][0])  # type: ignore[arg-type]


def _draw_ranking(draw: Draw, level: int) -> Keys | None:
    size = 2 if level == 2 else 3
    found = Keys(draw.row(size, 1, 3), draw.rows(4 if level == 3 else 3, size, -1, 7))
    dots = [sum(a * b for a, b in zip(found.q, key, strict=True)) for key in found.K]
    far = [sum((a - b) ** 2 for a, b in zip(found.q, key, strict=True)) for key in found.K]
    unique = dots.count(max(dots)) == far.count(min(far)) == dots.count(min(dots)) == 1
    return found if unique and dots.index(max(dots)) != far.index(min(far)) else None


def _key(number: int) -> str:
    return f"key {number}"


RANKING = Family(
    name="distance-ranking",
    form=Form.CHOICE,
    draw=_draw_ranking,
    answer=lambda g: _key(_best(g, "euclidean")),
    prompt=lambda g: (
        f"The query is $q = {tex(g.q)}$, the keys are the rows (from 0) of\n\n$$K = {tex(g.K)}$$\n\nWhich"
        " key is nearest by Euclidean distance? (By dot product it is another.)"
    ),
    solution=lambda g: (
        Step(
            f"Squared distances: ${tex([round(float(each)) for each in squared_distances([g.q], g.K)[0]])}$",
            "The smallest one is nearest.",
        ),
        Step(
            f"Dot products: ${tex(whole(dot_products([g.q], g.K))[0])}$",
            "A long key can win by dot product without being near.",
        ),
    ),
    hints=lambda g: (
        "Compute $\\|q - k\\|^2$ for each key.",
        "Long keys have large dot products; near keys need not be long.",
    ),
    options=lambda g: [_key(number) for number in range(len(g.K))],
    wrong=(
        Wrong(
            "by dot product",
            "The dot product favours long keys; the nearest one need not be long.",
            lambda g: _key(_best(g, "dot")),
            "similarity#^rank-alike",
        ),
        Wrong(
            "by the smallest dot product",
            "A small dot product means neither near nor far.",
            lambda g: (
                _key(int(np.argmin(dot_products([g.q], g.K)[0])))
                if int(np.argmin(dot_products([g.q], g.K)[0])) not in (_best(g, "dot"), _best(g, "euclidean"))
                else None
            ),
            "similarity#^dot-near-zero",
        ),
        Wrong(
            "farthest key",
            "The smallest distance is asked.",
            lambda g: (
                _key(int(np.argmax(squared_distances([g.q], g.K)[0])))
                if int(np.argmax(squared_distances([g.q], g.K)[0]))
                not in (_best(g, "dot"), int(np.argmin(dot_products([g.q], g.K)[0])))
                else None
            ),
            "similarity#^three-similarities",
        ),
    ),
)


@dataclass(frozen=True, slots=True)
class Points:
    """Queries and keys as rows."""

    Q: Rows
    K: Rows


def _all(g: Points, dots: float, squares: bool = True) -> list[list[float]]:
    return [
        [
            squares * float(sum(a * a for a in q) + sum(b * b for b in k))
            + dots * sum(a * b for a, b in zip(q, k, strict=True))
            for k in g.K
        ]
        for q in g.Q
    ]


DISTANCES = Family(
    name="squared-distances",
    form=Form.MATRIX,
    exact=True,
    draw=lambda draw, level: Points(draw.rows(2, 2, -3, 4), draw.rows(2, 2, -3, 4)),
    answer=lambda g: whole(np.rint(squared_distances(g.Q, g.K))),
    prompt=lambda g: (
        f"Queries and keys are rows:\n\n$$Q = {tex(g.Q)}, \\qquad K ="
        f" {tex(g.K)}$$\n\n$QK^T = {tex(whole(dot_products(g.Q, g.K)))}$."
        " Find all squared distances $\\|q_i - k_j\\|^2$ as a matrix."
    ),
    solution=lambda g: (
        Step(
            "$D_{ij} = \\|q_i\\|^2 + \\|k_j\\|^2 - 2 (QK^T)_{ij}$",
            "One matrix product and the norms are enough.",
        ),
    ),
    hints=lambda g: (
        "The norms of the rows, and twice the product.",
        "$\\|q_i\\|^2 + \\|k_j\\|^2 - 2 S_{ij}$",
    ),
    wrong=(
        Wrong(
            "factor 2 missing",
            "The mixed term comes twice.",
            lambda g: _all(g, -1),
            "similarity#^distance-from-dot",
        ),
        Wrong(
            "plus sign",
            "Similar vectors are near: the product is taken away.",
            lambda g: _all(g, 2),
            "similarity#^distance-from-dot",
        ),
        Wrong(
            "transposed",
            "Rows belong to queries.",
            lambda g: np.array(_all(g, -2)).T.tolist(),
            "score-matrix#^score-row",
        ),
        Wrong(
            "norms forgotten",
            "The lengths of both vectors belong to it.",
            lambda g: _all(g, -2, squares=False),
            "similarity#^distance-from-dot",
        ),
    ),
)


@dataclass(frozen=True, slots=True)
class Line:
    """A query and keys on a line."""

    q: float
    k: list[float]


def _softmax(z: list[float]) -> list[float]:
    return [float(each) for each in softmax(z)]


DISTANCE_WEIGHTS = Family(
    name="distance-weights",
    form=Form.VECTOR,
    tolerance=Tolerance(relative=0, absolute=0.0005),
    draw=lambda draw, level: Line(draw.between(0, 4) / 2, [each / 2 for each in draw.some(range(-3, 8), 3)]),
    answer=lambda g: distance_weights([[g.q]], [[each] for each in g.k])[0],
    prompt=lambda g: (
        f"On a line, the query is at ${tex(g.q, 1)}$ and the keys at"
        f" ${tex(g.k, 1)}$. Weights are the softmax of"
        " $-(q - k)^2/2$. Compute them, to three decimals."
    ),
    solution=lambda g: (
        Step(
            f"$-(q-k)^2/2 = {tex([-((g.q - each) ** 2) / 2 for each in g.k])}$", "Far keys get small weights."
        ),
    ),
    hints=lambda g: ("First the squared distances.", "Half of them, with a minus sign, then the softmax."),
    wrong=(
        Wrong(
            "half forgotten",
            "The squared distance is halved.",
            lambda g: _softmax([-((g.q - each) ** 2) for each in g.k]),
            "similarity#^three-similarities",
        ),
        Wrong(
            "sign turned",
            "Near keys get the large weights.",
            lambda g: _softmax([(g.q - each) ** 2 / 2 for each in g.k]),
            "similarity#^distance-trains",
        ),
        Wrong(
            "not squared",
            "The distance is squared, so that far keys fade fast.",
            lambda g: _softmax([-abs(g.q - each) for each in g.k]),
            "similarity#^three-similarities",
        ),
        Wrong(
            "shares of the distances",
            "Weights come from exp, and near keys get more.",
            lambda g: [abs(g.q - each) / sum(abs(g.q - other) for other in g.k) for each in g.k],
            "softmax#^why-softmax",
        ),
    ),
)

FAMILIES = (
    RANKING,
    DISTANCES,
    DISTANCE_WEIGHTS,
)
