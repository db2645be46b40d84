"""How a softmax answers to its logits, and how gradients go back through it."""

from __future__ import annotations

from dataclasses import dataclass
from fractions import Fraction

from attention_engine import (
    softmax_jacobian,
    softmax_vjp,
)
from studykit.draw import Draw
from studykit.practice.family import Family, Wrong
from studykit.practice.problem import Form, Step
from studykit.practice.values import fractions, tex

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
        f"A softmax of three logits gives the weights $p = {tex(g.p)}$. Write its"
        f" Jacobian $J_{{ij}} = \\partial p_i/\\partial z_j$ in fractions."
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
        f"A softmax gave $p = {tex(g.p)}$. The gradient of the loss with respect to $p$ is $g ="
        f" {tex(g.g)}$. Find the gradient with respect to the logits, in fractions."
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

FAMILIES = (
    DIAGONAL,
    OFF_DIAGONAL,
    JACOBIAN,
    BACKWARD,
)
