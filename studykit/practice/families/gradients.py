"""Gradients through the softmax and on to queries, keys, values and projections."""

from __future__ import annotations

from dataclasses import dataclass

import numpy as np

from attention_engine import (
    keys_gradient,
    projection_gradients,
    queries_gradient,
    values_gradient,
    weights_gradient,
)
from studykit.draw import Draw
from studykit.practice.family import Family, Wrong
from studykit.practice.problem import Form, Step
from studykit.practice.values import fractions, tex, whole

Rows = list[list[int]]


@dataclass(frozen=True, slots=True)
class Product:
    """Two matrices of whole numbers, the second a gradient or what it meets."""

    A: Rows
    B: Rows


def _product(draw: Draw, level: int) -> Product:
    return Product(draw.rows(2, 2, -3, 4), draw.rows(2, 2, -3, 4))


def _list(array: np.ndarray) -> Rows:
    found: Rows = array.tolist()
    return found


VALUES = Family(
    name="values-gradient",
    form=Form.MATRIX,
    exact=True,
    draw=lambda draw, level: Product(draw.rows(2, 2, 1, 5), draw.rows(2, 2, -3, 4)),
    answer=lambda g: whole(values_gradient(g.A, g.B)),
    prompt=lambda g: (
        "The weights (times 10, so that they are whole) and the gradient of the output are\n\n$$A"
        f" = {tex(g.A)}, \\qquad G = {tex(g.B)}$$\n\nFind the gradient"
        " $dV = A^T G$ of the values of $O = AV$."
    ),
    solution=lambda g: (
        Step(
            "$dV = A^T G$: column $j$ of $A$ with the columns of $G$.",
            "A value is used by every query, with that query's weight.",
        ),
    ),
    hints=lambda g: ("Which output does value $j$ enter, and how often?", "Transpose the weights first."),
    wrong=(
        Wrong(
            "no transpose",
            "A value collects from all queries: the weights are transposed.",
            lambda g: _list(np.array(g.A) @ np.array(g.B)),
            "softmax#^output-sum",
        ),
        Wrong(
            "G Aᵀ",
            "The weights stand on the left.",
            lambda g: _list(np.array(g.B) @ np.array(g.A).T),
            "softmax#^output-sum",
        ),
        Wrong(
            "gradient passed on",
            "The weights say how much of it each value gets.",
            lambda g: g.B,
            "softmax#^output-sum",
        ),
        Wrong(
            "entry by entry",
            "It is a matrix product: sums over the queries.",
            lambda g: _list(np.array(g.A) * np.array(g.B)),
            "softmax#^output-sum",
        ),
    ),
)


WEIGHTS = Family(
    name="weights-gradient",
    form=Form.MATRIX,
    exact=True,
    draw=_product,
    answer=lambda g: whole(weights_gradient(g.A, g.B)),
    prompt=lambda g: (
        f"The gradient of the output and the values are\n\n$$G = {tex(g.A)}, \\qquad V ="
        f" {tex(g.B)}$$\n\nFind the gradient $dA$ of the weights in $O = AV$."
    ),
    solution=lambda g: (
        Step(
            "$dA = G V^T$: rows of $G$ with rows of $V$.",
            "$O_i = \\sum_j A_{ij} v_j$, so $\\partial L/\\partial A_{ij} = g_i \\cdot v_j$.",
        ),
    ),
    hints=lambda g: (
        "$O_i = \\sum_j A_{ij} v_j$",
        "Each entry is the dot product of a row of $G$ and a value.",
    ),
    wrong=(
        Wrong(
            "no transpose",
            "Rows of G meet rows of V, so V is transposed.",
            lambda g: _list(np.array(g.A) @ np.array(g.B)),
            "softmax#^output-sum",
        ),
        Wrong(
            "V Gᵀ",
            "That is transposed: rows belong to queries.",
            lambda g: _list(np.array(g.B) @ np.array(g.A).T),
            "softmax#^output-sum",
        ),
        Wrong(
            "GᵀV",
            "That sums over the queries.",
            lambda g: _list(np.array(g.A).T @ np.array(g.B)),
            "softmax#^output-sum",
        ),
        Wrong(
            "entry by entry",
            "It is a matrix product.",
            lambda g: _list(np.array(g.A) * np.array(g.B)),
            "softmax#^output-sum",
        ),
    ),
)


@dataclass(frozen=True, slots=True)
class OneQuery:
    """Keys (or the query), and the gradient of one row of scaled scores, which sums to 0."""

    K: Rows
    dS: list[int]


def _one_query(draw: Draw, level: int) -> OneQuery | None:
    a, b = draw.between(-4, 4), draw.between(-4, 4)
    dS = [a, b, -a - b]
    K = draw.rows(3, 4, -3, 3)
    return OneQuery(K, dS) if all(dS) and len({abs(each) for each in dS}) == 3 else None


def _collected(g: OneQuery, factor: float, signs: bool = True) -> list[float]:
    weights = g.dS if signs else [abs(each) for each in g.dS]
    return [factor * sum(w * key[c] for w, key in zip(weights, g.K, strict=True)) for c in range(4)]


QUERY = Family(
    name="query-gradient",
    form=Form.VECTOR,
    exact=True,
    draw=_one_query,
    answer=lambda g: fractions(queries_gradient([g.dS], g.K)[0]),
    prompt=lambda g: (
        f"Keys are rows, $d_k = 4$:\n\n$$K = {tex(g.K)}$$\n\nThe gradient of the *scaled* scores"
        f" of one query is $dS = {tex(g.dS)}$. Find the gradient $dq$ of the query."
    ),
    solution=lambda g: (
        Step(
            f"$dS \\cdot K = {tex([int(each) for each in _collected(g, 1)])}$",
            "The query meets every key, each with its own gradient.",
        ),
        Step(
            "Divided by $\\sqrt{4} = 2$", "The scores were divided by $\\sqrt{d_k}$, and so is the gradient."
        ),
    ),
    hints=lambda g: ("Sum the keys, each times its gradient.", "Then divide by $\\sqrt{d_k}$."),
    wrong=(
        Wrong(
            "√d_k forgotten",
            "The scores were divided by √d_k, and so is the gradient.",
            lambda g: _collected(g, 1),
            "scaling#^chain-rule-of-scaling",
        ),
        Wrong(
            "divided by d_k",
            "One root of d_k, not d_k itself.",
            lambda g: _collected(g, 1 / 4),
            "scaling#^chain-rule-of-scaling",
        ),
        Wrong(
            "mean of the keys",
            "Each key counts with its own gradient.",
            lambda g: [sum(key[c] for key in g.K) / 3 for c in range(4)],
            "similarity#^dot-gradient",
        ),
        Wrong(
            "signs dropped",
            "A negative gradient pushes the query away from its key.",
            lambda g: _collected(g, 1 / 2, signs=False),
            "similarity#^dot-gradient",
        ),
    ),
)


@dataclass(frozen=True, slots=True)
class OneRow:
    """A query, and the gradient of its scaled scores."""

    q: list[int]
    dS: list[int]


def _one_row(draw: Draw, level: int) -> OneRow | None:
    a, b = draw.between(-4, 4), draw.between(-4, 4)
    q, dS = draw.row(4, -4, 4), [a, b, -a - b]
    return OneRow(q, dS) if all(dS) and any(q) and len({abs(each) for each in dS}) == 3 else None


def _rows(g: OneRow, factor: float) -> list[list[float]]:
    return [[factor * d * each for each in g.q] for d in g.dS]


KEYS = Family(
    name="keys-gradient",
    form=Form.MATRIX,
    exact=True,
    draw=_one_row,
    answer=lambda g: fractions(keys_gradient([g.dS], [g.q])),
    prompt=lambda g: (
        f"One query $q = {tex(g.q)}$, $d_k = 4$, met three keys. The gradient of its *scaled*"
        f" scores is $dS = {tex(g.dS)}$. Find the gradient $dK$, a row for each key."
    ),
    solution=lambda g: (
        Step(
            "Row $j$ is $dS_j\\, q/\\sqrt{4}$.",
            "$\\partial (q \\cdot k_j/\\sqrt{d_k})/\\partial k_j = q/\\sqrt{d_k}$",
        ),
    ),
    hints=lambda g: ("Each key is pulled along the query.", "$dS_j\\, q/\\sqrt{d_k}$"),
    wrong=(
        Wrong(
            "√d_k forgotten",
            "The scores were divided by √d_k, and so is the gradient.",
            lambda g: _rows(g, 1),
            "scaling#^chain-rule-of-scaling",
        ),
        Wrong(
            "divided by d_k",
            "One root of d_k, not d_k itself.",
            lambda g: _rows(g, 1 / 4),
            "scaling#^chain-rule-of-scaling",
        ),
        Wrong(
            "sign turned",
            "A positive gradient of a score pulls along +q.",
            lambda g: _rows(g, -1 / 2),
            "similarity#^dot-gradient",
        ),
        Wrong(
            "query for every key",
            "Each row has the gradient of its own score as a factor.",
            lambda g: [[float(each) for each in g.q]] * 3,
            "similarity#^dot-gradient",
        ),
    ),
)


@dataclass(frozen=True, slots=True)
class Projection:
    """Tokens, a projection, and the gradient of the queries."""

    X: Rows
    W: Rows
    dQ: Rows


PROJECTION = Family(
    name="query-projection-gradient",
    form=Form.MATRIX,
    exact=True,
    draw=lambda draw, level: Projection(
        draw.rows(2, 2, -3, 4), draw.rows(2, 2, -2, 2), draw.rows(2, 2, -3, 4)
    ),
    answer=lambda g: whole(projection_gradients(g.X, g.W, g.dQ)[1]),
    prompt=lambda g: (
        f"$Q = X W_Q$ with tokens as rows. Given\n\n$$X = {tex(g.X)}, \\qquad"
        f" dQ = {tex(g.dQ)}$$\n\nfind the gradient $dW_Q$."
    ),
    solution=lambda g: (
        Step(
            "$dW_Q = X^T dQ$: columns of $X$ with columns of $dQ$.",
            "Every token goes through the same projection, so its gradients add up.",
        ),
    ),
    hints=lambda g: ("A projection is used by every token.", "Sum over the tokens: $X^T dQ$."),
    wrong=(
        Wrong(
            "no transpose",
            "The sum runs over the tokens, so X is transposed.",
            lambda g: _list(np.array(g.X) @ np.array(g.dQ)),
            "transformer/projections#^project-queries",
        ),
        Wrong(
            "X dQᵀ",
            "That pairs tokens with tokens; W_Q pairs entries with entries.",
            lambda g: _list(np.array(g.X) @ np.array(g.dQ).T),
            "transformer/projections#^shape-of-projection",
        ),
        Wrong(
            "dQᵀX",
            "That is transposed: rows of W_Q belong to entries of the token.",
            lambda g: _list(np.array(g.dQ).T @ np.array(g.X)),
            "transformer/projections#^shape-of-projection",
        ),
        Wrong(
            "entry by entry",
            "It is a matrix product.",
            lambda g: _list(np.array(g.X) * np.array(g.dQ)),
            "transformer/projections#^project-queries",
        ),
    ),
)

FAMILIES = (
    VALUES,
    WEIGHTS,
    QUERY,
    KEYS,
    PROJECTION,
)
