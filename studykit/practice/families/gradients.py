"""Gradients through the softmax and on to queries, keys, values and projections."""

from __future__ import annotations

from dataclasses import dataclass
from fractions import Fraction

import numpy as np

from attention_engine import (
    keys_gradient,
    projection_gradients,
    queries_gradient,
    softmax_jacobian,
    softmax_vjp,
    values_gradient,
    weights_gradient,
)
from studykit.draw import Draw
from studykit.practice.family import Family, Wrong
from studykit.practice.problem import Form, Step
from studykit.practice.values import fractions, tex, whole

Rows = list[list[int]]
_SLOPE = "softmax#^softmax-slope"


@dataclass(frozen=True, slots=True)
class Weights:
    """Exact weights, which two are asked, and a gradient from above."""

    p: list[Fraction]
    i: int = 0
    j: int = 1
    g: list[int] | None = None

    @property
    def floats(self) -> list[float]:
        return [float(each) for each in self.p]


def _weights(draw: Draw, size: int) -> list[Fraction]:
    parts = [draw.between(1, 6) for _ in range(size)]
    return [Fraction(each, sum(parts)) for each in parts]


def _draw_entry(draw: Draw, level: int) -> Weights | None:
    p = _weights(draw, 3)
    i, j = draw.some(range(3), 2)
    return Weights(p, i, j) if len(set(p)) == 3 and Fraction(1, 2) not in p else None


def _given(g: Weights) -> str:
    return f"A softmax of three logits gives the weights $p = {tex(g.p)}$. Indices count from 0."


DIAGONAL = Family(
    name="jacobian-diagonal",
    form=Form.FRACTION,
    draw=_draw_entry,
    answer=lambda g: fractions(softmax_jacobian(g.floats))[g.i][g.i],
    prompt=lambda g: f"{_given(g)} Find $\\partial p_{g.i}/\\partial z_{g.i}$ as a fraction.",
    solution=lambda g: (
        Step(
            f"$p_{g.i}(1 - p_{g.i}) = {tex(g.p[g.i])} \\cdot {tex(1 - g.p[g.i])}$",
            "A weight grows with its own logit, less the nearer it is to 1.",
        ),
    ),
    hints=lambda g: (
        "$\\partial p_i/\\partial z_j = p_i(\\delta_{ij} - p_j)$",
        "On the diagonal that is $p_i(1 - p_i)$.",
    ),
    wrong=(
        Wrong(
            "the weight itself",
            "The factor 1 − p is missing: a sure weight hardly moves.",
            lambda g: g.p[g.i],
            _SLOPE,
        ),
        Wrong("1 − p²", "Both factors: p times 1 − p.", lambda g: 1 - g.p[g.i] ** 2, _SLOPE),
        Wrong("−p²", "On the diagonal the δ adds p.", lambda g: -(g.p[g.i] ** 2), _SLOPE),
        Wrong(
            "p(1 + p)",
            "The sum below the bar grows too, so the sign is minus.",
            lambda g: g.p[g.i] * (1 + g.p[g.i]),
            _SLOPE,
        ),
    ),
)

OFF_DIAGONAL = Family(
    name="jacobian-off-diagonal",
    form=Form.FRACTION,
    draw=_draw_entry,
    answer=lambda g: fractions(softmax_jacobian(g.floats))[g.i][g.j],
    prompt=lambda g: f"{_given(g)} Find $\\partial p_{g.i}/\\partial z_{g.j}$ as a fraction.",
    solution=lambda g: (
        Step(
            f"$-p_{g.i} p_{g.j} = -{tex(g.p[g.i])} \\cdot {tex(g.p[g.j])}$",
            "What one key gains the others lose.",
        ),
    ),
    hints=lambda g: ("$\\partial p_i/\\partial z_j = p_i(\\delta_{ij} - p_j)$", "Off the diagonal δ is 0."),
    wrong=(
        Wrong(
            "sign lost",
            "More score for another key leaves less for this one.",
            lambda g: g.p[g.i] * g.p[g.j],
            _SLOPE,
        ),
        Wrong(
            "p_i(1 − p_j)", "The 1 belongs to the diagonal only.", lambda g: g.p[g.i] * (1 - g.p[g.j]), _SLOPE
        ),
        Wrong(
            "0",
            "Every logit is in the sum below the bar.",
            lambda g: Fraction(0),
            "softmax#^cloze-competition",
        ),
        Wrong(
            "diagonal entry",
            "That is how it answers to its own logit.",
            lambda g: g.p[g.i] * (1 - g.p[g.i]),
            _SLOPE,
        ),
    ),
)


def _outer(p: list[Fraction]) -> list[list[Fraction]]:
    return [[a * b for b in p] for a in p]


def _matrix(p: list[Fraction], diagonal: list[Fraction], sign: int) -> list[list[Fraction]]:
    return [
        [(diagonal[i] if i == j else 0) + sign * p[i] * p[j] for j in range(len(p))] for i in range(len(p))
    ]


def _draw_weights(draw: Draw, level: int) -> Weights | None:
    p = _weights(draw, 3)
    return Weights(p) if len(set(p)) == 3 else None


JACOBIAN = Family(
    name="softmax-jacobian",
    form=Form.MATRIX,
    exact=True,
    draw=_draw_weights,
    answer=lambda g: fractions(softmax_jacobian(g.floats)),
    prompt=lambda g: (
        f"A softmax of three logits gives the weights $p = {tex(g.p)}$. Write its Jacobian $J_{{ij}} = \\partial p_i/\\partial z_j$ in fractions."
    ),
    solution=lambda g: (
        Step(
            f"On the diagonal $p_i(1 - p_i)$: {', '.join(f'${tex(each * (1 - each))}$' for each in g.p)}.",
            "$J = \\text{diag}(p) - pp^T$",
        ),
        Step("Beside it $-p_i p_j$; every row sums to 0.", "A constant added to all logits changes nothing."),
    ),
    hints=lambda g: ("$J = \\text{diag}(p) - pp^T$", "Every row has to sum to 0."),
    wrong=(
        Wrong(
            "diagonal only",
            "Every logit moves every weight: −p_i p_j stands beside the diagonal.",
            lambda g: [
                [each * (1 - each) if i == j else Fraction(0) for j in range(3)] for i, each in enumerate(g.p)
            ],
            "softmax#^cloze-competition",
        ),
        Wrong(
            "sign turned",
            "diag(p) is positive, ppᵀ is taken away.",
            lambda g: [[-each for each in row] for row in _matrix(g.p, g.p, -1)],
            _SLOPE,
        ),
        Wrong(
            "identity instead of diag(p)",
            "The diagonal has p_i, not 1.",
            lambda g: _matrix(g.p, [Fraction(1)] * 3, -1),
            _SLOPE,
        ),
        Wrong("ppᵀ added", "ppᵀ is taken away: the rows sum to 0.", lambda g: _matrix(g.p, g.p, 1), _SLOPE),
    ),
)


def _draw_backward(draw: Draw, level: int) -> Weights | None:
    p, g = _weights(draw, 3), draw.row(3, -4, 4)
    return Weights(p, g=g) if len(set(g)) == 3 and len(set(p)) > 1 else None


def _mean(g: Weights) -> Fraction:
    return sum((a * b for a, b in zip(g.p, g.g or [], strict=True)), Fraction(0))


BACKWARD = Family(
    name="softmax-backward",
    form=Form.VECTOR,
    exact=True,
    draw=_draw_backward,
    answer=lambda g: fractions(softmax_vjp(g.floats, g.g or [])),
    prompt=lambda g: (
        f"A softmax gave $p = {tex(g.p)}$. The gradient of the loss with respect to $p$ is $g = {tex(g.g)}$. Find the gradient with respect to the logits, in fractions."
    ),
    solution=lambda g: (
        Step(
            f"The weighted mean is $\\langle g, p \\rangle = {tex(_mean(g))}$.",
            "What all weights share has no effect.",
        ),
        Step(
            "$p_i (g_i - \\langle g, p \\rangle)$ for each entry; they sum to 0.",
            "$J^T g$ with $J = \\text{diag}(p) - pp^T$.",
        ),
    ),
    hints=lambda g: ("Take the weighted mean of $g$ away first.", "$p_i(g_i - \\langle g, p\\rangle)$"),
    wrong=(
        Wrong(
            "not centred",
            "The weighted mean of the gradients has to be taken away.",
            lambda g: [a * b for a, b in zip(g.p, g.g or [], strict=True)],
            _SLOPE,
        ),
        Wrong(
            "not weighted",
            "Each difference is multiplied by its weight.",
            lambda g: [b - _mean(g) for b in g.g or []],
            _SLOPE,
        ),
        Wrong(
            "diagonal only",
            "The other weights depend on each logit too.",
            lambda g: [a * (1 - a) * b for a, b in zip(g.p, g.g or [], strict=True)],
            "softmax#^cloze-competition",
        ),
        Wrong(
            "sign turned",
            "The mean is taken from the gradient, not the other way.",
            lambda g: [a * (_mean(g) - b) for a, b in zip(g.p, g.g or [], strict=True)],
            _SLOPE,
        ),
        Wrong(
            "plain mean",
            "The mean is weighted with p.",
            lambda g: [a * (b - Fraction(sum(g.g or []), 3)) for a, b in zip(g.p, g.g or [], strict=True)],
            _SLOPE,
        ),
    ),
)


@dataclass(frozen=True, slots=True)
class Product:
    """Two matrices of whole numbers, the second a gradient or what it meets."""

    A: Rows
    B: Rows


def _product(draw: Draw, level: int) -> Product:
    return Product(draw.rows(2, 2, -3, 4), draw.rows(2, 2, -3, 4))


def _list(array: np.ndarray) -> Rows:  # type: ignore[type-arg]
    found: Rows = array.tolist()
    return found


VALUES = Family(
    name="values-gradient",
    form=Form.MATRIX,
    exact=True,
    draw=lambda draw, level: Product(draw.rows(2, 2, 1, 5), draw.rows(2, 2, -3, 4)),
    answer=lambda g: whole(values_gradient(g.A, g.B)),
    prompt=lambda g: (
        f"The weights (times 10, so that they are whole) and the gradient of the output are\n\n$$A = {tex(g.A)}, \\qquad G = {tex(g.B)}$$\n\nFind the gradient $dV = A^T G$ of the values of $O = AV$."
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
        f"The gradient of the output and the values are\n\n$$G = {tex(g.A)}, \\qquad V = {tex(g.B)}$$\n\nFind the gradient $dA$ of the weights in $O = AV$."
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
        f"Keys are rows, $d_k = 4$:\n\n$$K = {tex(g.K)}$$\n\nThe gradient of the *scaled* scores of one query is $dS = {tex(g.dS)}$. Find the gradient $dq$ of the query."
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
        f"One query $q = {tex(g.q)}$, $d_k = 4$, met three keys. The gradient of its *scaled* scores is $dS = {tex(g.dS)}$. Find the gradient $dK$, a row for each key."
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
        f"$Q = X W_Q$ with tokens as rows. Given\n\n$$X = {tex(g.X)}, \\qquad dQ = {tex(g.dQ)}$$\n\nfind the gradient $dW_Q$."
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

FAMILIES = (DIAGONAL, OFF_DIAGONAL, JACOBIAN, BACKWARD, VALUES, WEIGHTS, QUERY, KEYS, PROJECTION)
