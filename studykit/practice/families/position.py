"""Positions: rotary scores."""

from __future__ import annotations

import math
from dataclasses import dataclass

from attention_engine import dot_products, rotation
from studykit.draw import Draw
from studykit.practice.family import Family, Wrong
from studykit.practice.problem import Form, Step
from studykit.practice.values import decimal, tex


@dataclass(frozen=True, slots=True)
class Turned:
    """A query at place m and a key at place n, turned by so much a place."""

    q: list[int]
    k: list[int]
    m: int
    n: int
    theta: float


def _draw(draw: Draw, level: int) -> Turned | None:
    q, k = draw.row(2, -3, 3), draw.row(2, -3, 3)
    m, n = draw.between(2, 6), draw.between(1, 5)
    fit = m != n and any(q) and any(k) and q[0] * k[1] != q[1] * k[0]
    return Turned(q, k, m, n, draw.pick((0.1, 0.2, 0.3, 0.5))) if fit else None


def _score(g: Turned, first: float, second: float) -> float:
    """The score of q turned by one angle and k by another."""
    return float(dot_products([rotation(first) @ g.q], [rotation(second) @ g.k])[0, 0])


ROTARY = Family(
    name="rotary-score",
    form=Form.NUMBER,
    draw=_draw,
    answer=lambda g: _score(g, g.m * g.theta, g.n * g.theta),
    prompt=lambda g: (
        f"The query $q = {tex(g.q)}$ stands at place $m = {g.m}$, the key"
        f" $k = {tex(g.k)}$ at place $n = {g.n}$. Both are"
        f" turned by $\\theta = {g.theta}$ radians a place, with"
        r" $R(\varphi) = \begin{bmatrix} \cos\varphi & -\sin\varphi \\"
        r" \sin\varphi & \cos\varphi \end{bmatrix}$. Find the"
        " score $(R(m\\theta) q) \\cdot (R(n\\theta) k)$, to three figures."
    ),
    solution=lambda g: (
        Step(
            f"Only the difference counts: $(m - n)\\theta = {decimal((g.m - g.n) * g.theta, 2)}$.",
            "Turning both by the same angle leaves a dot product as it is.",
        ),
        Step(
            f"$\\cos = {decimal(math.cos((g.m - g.n) * g.theta), 4)}$, $\\sin"
            f" = {decimal(math.sin((g.m - g.n) * g.theta), 4)}$;"
            f" $q \\cdot k = {g.q[0] * g.k[0] + g.q[1] * g.k[1]}$, $q_0 k_1 -"
            f" q_1 k_0 = {g.q[0] * g.k[1] - g.q[1] * g.k[0]}$",
            "The score is $\\cos \\cdot (q \\cdot k) + \\sin \\cdot (q_0 k_1 - q_1 k_0)$.",
        ),
    ),
    hints=lambda g: (
        "Only the difference of the places counts.",
        "Turn the query by $(m - n)\\theta$ and leave the key alone.",
    ),
    wrong=(
        Wrong(
            "sum of the places",
            "Turning both by the same angle changes nothing: the difference counts.",
            lambda g: _score(g, (g.m + g.n) * g.theta, 0),
            "transformer/positional-encoding#^why-positions",
        ),
        Wrong(
            "not turned",
            "That is the score without positions.",
            lambda g: _score(g, 0, 0),
            "transformer/positional-encoding#^why-positions",
        ),
        Wrong(
            "only the query turned",
            "The key is turned by its own place too.",
            lambda g: _score(g, g.m * g.theta, 0),
            "transformer/positional-encoding#^why-positions",
        ),
        Wrong(
            "turned the other way",
            "The sign of the angle matters: R turns against the clock.",
            lambda g: _score(g, g.n * g.theta, g.m * g.theta),
            "transformer/positional-encoding#^why-positions",
        ),
        Wrong(
            "degrees",
            "The angle is in radians.",
            lambda g: _score(g, math.radians((g.m - g.n) * g.theta), 0),
            "transformer/positional-encoding#^why-positions",
        ),
    ),
)

FAMILIES = (ROTARY,)
