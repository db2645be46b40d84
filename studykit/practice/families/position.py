"""Positions: the score of a query and a key that were turned by their places (rotary embedding)."""

from __future__ import annotations

import math
from dataclasses import dataclass

from attention_engine import dot_products, rotation
from studykit.draw import Draw
from studykit.practice.family import Family, Wrong
from studykit.practice.matrices import bracketed
from studykit.practice.problem import Form, Step
from studykit.practice.values import decimal, tex

_ROTARY_DISTANCE = "positional-encoding#^rotary-distance"


@dataclass(frozen=True, slots=True)
class Turned:
    """A query at place m and a key at place n, each turned by θ radians a place."""

    q: list[int]
    k: list[int]
    m: int
    n: int
    theta: float

    @property
    def angle(self) -> float:
        """(m − n)θ."""
        return round((self.m - self.n) * self.theta, 9)

    @property
    def dot(self) -> int:
        """q · k, which goes with the cosine."""
        return self.q[0] * self.k[0] + self.q[1] * self.k[1]

    @property
    def cross(self) -> int:
        """q_0 k_1 − q_1 k_0, which goes with the sine."""
        return self.q[0] * self.k[1] - self.q[1] * self.k[0]


def _draw_turned(draw: Draw, level: int) -> Turned | None:
    q, k = draw.row(2, -3, 3), draw.row(2, -3, 3)
    m, n = draw.between(2, 6), draw.between(1, 5)
    found = Turned(q, k, m, n, draw.pick((0.1, 0.2, 0.3, 0.5)))
    if m == n or not found.cross or not found.dot:
        return None
    # A score near 0 is a difference of two larger numbers, and loses its figures on paper.
    return found if abs(_expanded(found)) > 0.4 else None


def _expanded(g: Turned) -> float:
    return math.cos(g.angle) * g.dot + math.sin(g.angle) * g.cross


def _score(g: Turned, first: float, second: float) -> float:
    """The score of q turned by one angle and k by another."""
    return float(dot_products([rotation(first) @ g.q], [rotation(second) @ g.k])[0, 0])


def _figures(number: float) -> str:
    text = decimal(number, 4)
    return f"({text})" if number < 0 else text


def _turned_solution(g: Turned) -> tuple[Step, ...]:
    cosine, sine = (_figures(each(g.angle)) for each in (math.cos, math.sin))
    first, second = (_figures(float(each)) for each in rotation(g.angle) @ g.q)
    (a, b), (c, d) = map(bracketed, g.q), map(bracketed, g.k)
    return (
        Step(
            r"$(R(m\theta) q) \cdot (R(n\theta) k) = (R((m - n)\theta) q) \cdot k$",
            "Turning both back by the key's angle leaves their dot product as it is: only the difference of"
            " the places counts.",
        ),
        Step(
            rf"$(m - n)\theta = ({g.m} - {g.n}) \cdot {g.theta} = {decimal(g.angle, 1)}$, with the cosine"
            rf" ${cosine}$ and the sine ${sine}$",
            "In radians.",
        ),
        Step(
            "The query, turned:\n\n"
            rf"- ${cosine} \cdot {a} - {sine} \cdot {b} = {first.strip('()')}$"
            "\n"
            rf"- ${sine} \cdot {a} + {cosine} \cdot {b} = {second.strip('()')}$",
            "The rows of $R$ times $q$.",
        ),
        Step(
            rf"Its dot product with $k$: ${first} \cdot {c} + {second} \cdot {d}$",
            "The key stays as it is.",
        ),
    )


ROTARY = Family(
    name="rotary-score",
    form=Form.NUMBER,
    draw=_draw_turned,
    answer=lambda g: _score(g, g.m * g.theta, g.n * g.theta),
    prompt=lambda g: (
        f"The query $q = {tex(g.q)}$ stands at place $m = {g.m}$, the key $k = {tex(g.k)}$ at place"
        rf" $n = {g.n}$. Each is turned by $\theta = {g.theta}$ radians a place, as a column, by"
        "\n\n"
        r"$$R(\varphi) = \begin{bmatrix} \cos\varphi & -\sin\varphi \\"
        r" \sin\varphi & \cos\varphi \end{bmatrix}$$"
        "\n\n"
        r"Find the score $(R(m\theta)\,q) \cdot (R(n\theta)\,k)$, not scaled, as a number with three"
        " significant figures."
    ),
    solution=_turned_solution,
    hints=lambda g: (
        "Turning both vectors by the same angle does not change their dot product.",
        r"Only the difference of the places counts: turn the query by $(m - n)\theta$, and leave the key.",
        rf"That angle is ${decimal(g.angle, 1)}$, with the cosine ${decimal(math.cos(g.angle), 4)}$ and the"
        rf" sine ${decimal(math.sin(g.angle), 4)}$.",
    ),
    wrong=(
        Wrong(
            "sum of the places",
            "Two angles invite adding, but both turn the same way, so that only their difference remains.",
            lambda g: _score(g, (g.m + g.n) * g.theta, 0),
            _ROTARY_DISTANCE,
        ),
        Wrong(
            "not turned",
            "That is the score without places, the same in every order of the tokens; both are turned first.",
            lambda g: _score(g, 0, 0),
            _ROTARY_DISTANCE,
        ),
        Wrong(
            "only the query turned",
            "The query is turned by its own place, and so is the key, by n times the angle.",
            lambda g: _score(g, g.m * g.theta, 0),
            _ROTARY_DISTANCE,
        ),
        Wrong(
            "turned the other way",
            "The minus sign stands in the first row of R, which turns counter-clockwise; the other way round,"
            " m and n change roles.",
            lambda g: _score(g, g.n * g.theta, g.m * g.theta),
            _ROTARY_DISTANCE,
        ),
        Wrong(
            "degrees",
            "The calculator was set to degrees, in which these angles hardly turn at all; they are radians.",
            lambda g: _score(g, math.radians(g.angle), 0),
            _ROTARY_DISTANCE,
        ),
    ),
)

FAMILIES = (ROTARY,)
