"""Scores: one entry, the whole matrix, and the shapes."""

from __future__ import annotations

from dataclasses import dataclass

import numpy as np

from attention_engine import scores
from studykit.draw import Draw
from studykit.practice.family import Family, Wrong
from studykit.practice.problem import Form, Step
from studykit.practice.values import tex, whole

Rows = list[list[int]]


@dataclass(frozen=True, slots=True)
class Asked:
    """Queries and keys as rows, and which pair is asked."""

    Q: Rows
    K: Rows
    i: int
    j: int


def _draw_asked(draw: Draw, level: int) -> Asked:
    size = 3 if level == 1 else 4
    most = 3 if level == 1 else 6
    i, j = draw.some(range(size), 2)
    return Asked(draw.rows(size, size, -most, most), draw.rows(size, size, -most, most), i, j)


def _terms(a: list[int], b: list[int]) -> str:
    return " + ".join(f"({x})({y})" for x, y in zip(a, b, strict=True))


ENTRY = Family(
    name="score-entry",
    form=Form.INTEGER,
    draw=_draw_asked,
    answer=lambda g: whole(scores(g.Q, g.K))[g.i][g.j],
    prompt=lambda g: (
        f"Queries and keys are rows:\n\n$$Q = {tex(g.Q)}, \\qquad K = {tex(g.K)}$$\n\n"
        f"With $S = QK^T$ and indices from 0, find $S_{{{g.i}{g.j}}}$."
    ),
    solution=lambda g: (
        Step(
            f"Query {g.i} is ${tex(g.Q[g.i])}$, key {g.j} is ${tex(g.K[g.j])}$.",
            "The first index names the query.",
        ),
        Step(
            f"$S_{{{g.i}{g.j}}} = {_terms(g.Q[g.i], g.K[g.j])}$", "An entry is the dot product of two rows."
        ),
    ),
    hints=lambda g: (
        "The first index is the query, the second the key.",
        f"Multiply row {g.i} of $Q$ with row {g.j} of $K$.",
    ),
    wrong=(
        Wrong(
            "indices swapped",
            "The first index is the query, the second the key.",
            lambda g: whole(scores(g.Q, g.K))[g.j][g.i],
            "score-matrix#^score-entry",
        ),
        Wrong(
            "columns instead of rows",
            "Queries and keys are rows; columns hold one entry of all of them.",
            lambda g: int((np.array(g.Q).T @ np.array(g.K))[g.i, g.j]),
            "score-matrix#^row-column",
        ),
        Wrong(
            "no transpose",
            "Q K multiplies rows with columns of K; the keys are its rows.",
            lambda g: int((np.array(g.Q) @ np.array(g.K))[g.i, g.j]),
            "score-matrix#^score-entry",
        ),
        Wrong(
            "query against query",
            "The second vector is a key.",
            lambda g: whole(scores(g.Q, g.Q))[g.i][g.j],
            "score-matrix#^score-entry",
        ),
    ),
)


@dataclass(frozen=True, slots=True)
class Pair:
    """Queries and keys as rows."""

    Q: Rows
    K: Rows


def _draw_pair(draw: Draw, level: int) -> Pair:
    size, columns = (2, 2) if level == 2 else (2, 3)
    return Pair(draw.rows(size, columns, -4, 4), draw.rows(size, columns, -4, 4))


MATRIX = Family(
    name="score-matrix",
    form=Form.MATRIX,
    exact=True,
    draw=_draw_pair,
    answer=lambda g: whole(scores(g.Q, g.K)),
    prompt=lambda g: (
        "Queries and keys are rows. Compute the score matrix $S = QK^T$"
        f" of\n\n$$Q = {tex(g.Q)}, \\qquad K = {tex(g.K)}$$"
    ),
    solution=lambda g: tuple(
        Step(
            f"Query {i}: "
            + ", ".join(f"$q_{i} \\cdot k_{j} = {_terms(g.Q[i], g.K[j])}$" for j in range(len(g.K))),
            "A row of $S$ belongs to one query.",
        )
        for i in range(len(g.Q))
    ),
    hints=lambda g: ("$S_{ij} = q_i \\cdot k_j$", "Multiply rows of $Q$ with rows of $K$."),
    wrong=(
        Wrong(
            "transposed",
            "Rows of S belong to queries; this is K Qᵀ.",
            lambda g: whole(scores(g.K, g.Q)),
            "score-matrix#^score-row",
        ),
        Wrong(
            "no transpose",
            "The keys are rows of K; Q K would multiply with its columns.",
            lambda g: (np.array(g.Q) @ np.array(g.K)).tolist() if len(g.Q[0]) == len(g.K) else None,
            "score-matrix#^score-entry",
        ),
        Wrong(
            "entry by entry",
            "An entry of S is a whole dot product.",
            lambda g: (np.array(g.Q) * np.array(g.K)).tolist(),
            "score-matrix#^score-entry",
        ),
        Wrong(
            "QᵀK",
            "That sums over the tokens instead of the entries.",
            lambda g: (np.array(g.Q).T @ np.array(g.K)).tolist(),
            "score-matrix#^row-column",
        ),
        Wrong(
            "Q with itself",
            "The keys have to be in it.",
            lambda g: whole(scores(g.Q, g.Q)),
            "score-matrix#^score-entry",
        ),
    ),
)


@dataclass(frozen=True, slots=True)
class Sizes:
    """How many queries and keys, and how long they are."""

    n: int
    m: int
    d_k: int
    d_v: int


def _sizes(draw: Draw, level: int) -> Sizes:
    least, most = (2, 9) if level < 3 else (10, 99)
    return Sizes(*draw.some(range(least, most + 1), 4))


SCORE_SHAPE = Family(
    name="score-shape",
    form=Form.SHAPE,
    draw=_sizes,
    answer=lambda g: scores(np.zeros((g.n, g.d_k)), np.zeros((g.m, g.d_k))).shape,
    prompt=lambda g: (
        f"$Q$ is ${g.n} \\times {g.d_k}$ and $K$ is ${g.m} \\times {g.d_k}$. What shape has $QK^T$?"
    ),
    solution=lambda g: (
        Step(
            f"A row for each of the {g.n} queries, a column for each of the {g.m} keys.",
            f"The length {g.d_k} is summed over.",
        ),
    ),
    hints=lambda g: ("What does one entry of $QK^T$ belong to?", "One row a query, one column a key."),
    wrong=(
        Wrong(
            "transposed",
            "Rows belong to queries.",
            lambda g: (g.m, g.n),
            "scaled-dot-product-attention#^shape-of-scores",
        ),
        Wrong(
            "QᵀK",
            "The entries are summed over, not the tokens.",
            lambda g: (g.d_k, g.d_k),
            "scaled-dot-product-attention#^shape-of-scores",
        ),
        Wrong(
            "shape of the queries",
            "The length of the vectors is summed over.",
            lambda g: (g.n, g.d_k),
            "scaled-dot-product-attention#^shape-of-scores",
        ),
        Wrong(
            "square",
            "Only self-attention has as many keys as queries.",
            lambda g: (g.n, g.n),
            "scaled-dot-product-attention#^shape-of-scores",
        ),
    ),
)

OUTPUT_SHAPE = Family(
    name="output-shape",
    form=Form.SHAPE,
    draw=_sizes,
    answer=lambda g: (np.zeros((g.n, g.m)) @ np.zeros((g.m, g.d_v))).shape,
    prompt=lambda g: (
        f"{g.n} queries attend to {g.m} keys; $d_k = {g.d_k}$ and $d_v = {g.d_v}$. What shape has the output?"
    ),
    solution=lambda g: (
        Step(
            f"The weights are ${g.n} \\times {g.m}$, the values ${g.m} \\times {g.d_v}$.",
            "Each query gets one average of the values.",
        ),
    ),
    hints=lambda g: ("How many outputs are there?", "An output is an average of values."),
    wrong=(
        Wrong(
            "one output for each key",
            "Queries ask: each gets one output.",
            lambda g: (g.m, g.d_v),
            "scaled-dot-product-attention#^output-shape",
        ),
        Wrong(
            "size of the keys",
            "An output is an average of values, not of keys.",
            lambda g: (g.n, g.d_k),
            "transformer/cross-attention#^dv-free",
        ),
        Wrong(
            "shape of the weights",
            "The weights still have to be multiplied with the values.",
            lambda g: (g.n, g.m),
            "scaled-dot-product-attention#^output-shape",
        ),
        Wrong(
            "transposed",
            "One row for each query.",
            lambda g: (g.d_v, g.n),
            "transformer/cross-attention#^cross-shape",
        ),
    ),
)

FAMILIES = (ENTRY, MATRIX, SCORE_SHAPE, OUTPUT_SHAPE)
