"""From tokens to queries and keys, and the scores between them."""

from __future__ import annotations

from dataclasses import dataclass

import numpy as np

from attention_engine import project, score_form, scores
from studykit.draw import Draw
from studykit.practice.family import Family, Wrong
from studykit.practice.problem import Form, Step
from studykit.practice.values import tex, whole

Rows = list[list[int]]


@dataclass(frozen=True, slots=True)
class Tokens:
    """Tokens as rows, both projections, and the pair that is asked."""

    X: Rows
    W_Q: Rows
    W_K: Rows
    i: int
    j: int


def _tokens(draw: Draw, level: int) -> Tokens:
    size = 2 if level == 3 else 3
    i, j = draw.some(range(2), 2)
    return Tokens(draw.rows(2, size, -2, 3), draw.rows(size, 2, -2, 2), draw.rows(size, 2, -2, 2), i, j)


def _scores(g: Tokens, q: Rows | None = None, k: Rows | None = None) -> Rows:
    found: Rows = whole(scores(project(g.X, q or g.W_Q), project(g.X, k or g.W_K)))
    return found


def _given(g: Tokens) -> str:
    return f"Tokens are rows:\n\n$$X = {tex(g.X)}$$\n\n$$W_Q = {tex(g.W_Q)}, \\qquad W_K = {tex(g.W_K)}$$"


PROJECTED = Family(
    name="projected-score",
    form=Form.INTEGER,
    draw=_tokens,
    answer=lambda g: _scores(g)[g.i][g.j],
    prompt=lambda g: f"{_given(g)}\n\nFind the score of query {g.i} and key {g.j} (from 0), not scaled.",
    solution=lambda g: (
        Step(f"$q_{g.i} = x_{g.i} W_Q = {tex(whole(project(g.X, g.W_Q))[g.i])}$", "A row times a matrix."),
        Step(
            f"$k_{g.j} = x_{g.j} W_K = {tex(whole(project(g.X, g.W_K))[g.j])}$",
            "The key has a projection of its own.",
        ),
        Step(f"$q_{g.i} \\cdot k_{g.j}$", "Their dot product is the score."),
    ),
    hints=lambda g: (
        "First the query and the key.",
        f"Token {g.i} through $W_Q$, token {g.j} through $W_K$, then the dot product.",
    ),
    wrong=(
        Wrong(
            "query and key exchanged",
            "The first index is the query, the second the key.",
            lambda g: _scores(g)[g.j][g.i],
            "score-matrix#^score-entry",
        ),
        Wrong(
            "not projected",
            "Tokens go through W_Q and W_K first.",
            lambda g: whole(scores(g.X, g.X))[g.i][g.j],
            "transformer/projections#^scores-from-tokens",
        ),
        Wrong(
            "W_Q for both",
            "Keys have a projection of their own.",
            lambda g: _scores(g, k=g.W_Q)[g.i][g.j],
            "transformer/projections#^scores-symmetric",
        ),
        Wrong(
            "query against its own key",
            "The second index names another token.",
            lambda g: _scores(g)[g.i][g.i],
            "score-matrix#^score-diagonal",
        ),
    ),
)

OWN = Family(
    name="token-own-score",
    form=Form.INTEGER,
    draw=_tokens,
    answer=lambda g: _scores(g)[g.i][g.i],
    prompt=lambda g: (
        f"{_given(g)}\n\nFind $S_{{{g.i}{g.i}}}$, the score of token {g.i} (from 0) with itself, not scaled."
    ),
    solution=lambda g: (
        Step(
            f"$q_{g.i} = {tex(whole(project(g.X, g.W_Q))[g.i])}$ and $k_{g.i}"
            f" = {tex(whole(project(g.X, g.W_K))[g.i])}$",
            "The same token, through two projections.",
        ),
        Step(f"$q_{g.i} \\cdot k_{g.i} = x_{g.i} W_Q W_K^T x_{g.i}^T$", "Its query against its own key."),
    ),
    hints=lambda g: ("The token has a query and a key, and they differ.", "$x W_Q W_K^T x^T$"),
    wrong=(
        Wrong(
            "squared length of the token",
            "The token is not compared with itself, but its query with its key.",
            lambda g: whole(scores(g.X, g.X))[g.i][g.i],
            "score-matrix#^score-diagonal",
        ),
        Wrong(
            "squared length of the query",
            "The second vector is the key.",
            lambda g: _scores(g, k=g.W_Q)[g.i][g.i],
            "score-matrix#^diagonal-formula",
        ),
        Wrong(
            "squared length of the key",
            "The first vector is the query.",
            lambda g: _scores(g, q=g.W_K)[g.i][g.i],
            "score-matrix#^diagonal-formula",
        ),
        Wrong(
            "another token's key",
            "Both indices name the same token.",
            lambda g: _scores(g)[g.i][g.j],
            "score-matrix#^score-diagonal",
        ),
    ),
)


@dataclass(frozen=True, slots=True)
class Sizes:
    """Width of the tokens and of a head."""

    d: int
    d_k: int


RANK = Family(
    name="score-form-rank",
    form=Form.INTEGER,
    draw=lambda draw, level: Sizes(8 * draw.between(4, 12), draw.between(3, 16)),
    answer=lambda g: int(np.linalg.matrix_rank(score_form(np.eye(g.d, g.d_k), np.eye(g.d, g.d_k)))),
    prompt=lambda g: (
        f"Tokens have {g.d} entries, queries and keys of a head {g.d_k}. What"
        " is the highest rank that $W_Q W_K^T$ can have?"
    ),
    solution=lambda g: (
        Step(
            f"$W_Q W_K^T$ is ${g.d} \\times {g.d}$, but goes through {g.d_k} numbers.",
            "A product has at most the rank of its narrower factor.",
        ),
    ),
    hints=lambda g: ("Which shape has $W_Q$?", "A product cannot have a higher rank than its factors."),
    wrong=(
        Wrong(
            "width of the tokens",
            "The product is that wide, but it passes through d_k numbers.",
            lambda g: g.d,
            "transformer/projections#^rank-of-projections",
        ),
        Wrong(
            "sum of both",
            "A product has the rank of its narrower factor at most.",
            lambda g: 2 * g.d_k,
            "transformer/projections#^rank-of-projections",
        ),
        Wrong(
            "square",
            "A rank counts independent rows.",
            lambda g: g.d_k**2,
            "transformer/projections#^rank-of-projections",
        ),
        Wrong(
            "product of the sizes",
            "That is how many parameters W_Q has.",
            lambda g: g.d * g.d_k,
            "transformer/projections#^shape-of-projection",
        ),
    ),
)

FAMILIES = (PROJECTED, OWN, RANK)
