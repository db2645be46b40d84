"""How the weights of a softmax answer to its logits, and how a gradient goes back through it."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from dataclasses import dataclass
from fractions import Fraction

from attention_engine import softmax_jacobian, softmax_vjp
from studykit.draw import Draw
from studykit.practice.family import Family, Wrong
from studykit.practice.problem import Form, Step
from studykit.practice.values import fractions, tex

Weights = list[Fraction]
_SLOPE = "softmax#^softmax-slope"
_COMPETITION = "softmax#^cloze-competition"
_SOFTMAX_BACKWARD = "gradient-descent#^softmax-backward"
_GENERAL = r"In general $\partial p_i / \partial z_j = p_i(\delta_{ij} - p_j)$; what is $\delta_{ij}$"


def _floats(p: Weights) -> list[float]:
    return [float(each) for each in p]


def _draw_weights(draw: Draw) -> Weights:
    """Three different weights with a common denominator of at most 15."""
    parts = draw.some(range(1, 7), 3)
    return [Fraction(each, sum(parts)) for each in parts]


def _softmax_gave(p: Weights) -> str:
    return f"A softmax of three logits $z_0, z_1, z_2$ gave the weights\n\n$$p = {tex(p)}$$\n\n"


# One entry of the Jacobian.


@dataclass(frozen=True, slots=True)
class Entry:
    """Exact weights, and the weight i and logit j of the slope that is asked."""

    p: Weights
    i: int
    j: int


def _slope(g: Entry) -> Fraction:
    found: Fraction = fractions(softmax_jacobian(_floats(g.p))[g.i, g.j])
    return found


def _draw_diagonal(draw: Draw, level: int) -> Entry | None:
    p, i = _draw_weights(draw), draw.below(3)
    return Entry(p, i, i) if p[i] != Fraction(1, 2) else None  # at ½, 1 − p² is p(1 + p)


def _slope_prompt(g: Entry) -> str:
    return (
        f"{_softmax_gave(g.p)}What is $\\partial p_{g.i} / \\partial z_{g.j}$? "
        "Indices count from 0. Answer with an exact fraction."
    )


def _diagonal_solution(g: Entry) -> tuple[Step, ...]:
    p = g.p[g.i]
    return (
        Step(
            f"Here $i = j = {g.i}$: $\\partial p_i / \\partial z_i = p_i - p_i^2 = p_i(1 - p_i)$.",
            "By the quotient rule, $p_i$ comes from the numerator and $-p_i^2$ from the sum in the "
            "denominator, which grows as well.",
        ),
        Step(
            rf"$1 - p_{g.i} = {tex(1 - p)}$, so it is ${tex(p)} \cdot {tex(1 - p)}$.",
            "The slope is small both for a weight near 0 and for one near 1.",
        ),
    )


DIAGONAL = Family(
    name="jacobian-diagonal",
    form=Form.FRACTION,
    draw=_draw_diagonal,
    answer=_slope,
    prompt=_slope_prompt,
    solution=_diagonal_solution,
    hints=lambda g: (
        r"The logit is in the numerator $e^{z_i}$ and in the sum of the denominator: use the quotient rule.",
        rf"{_GENERAL} for $i = j$?",
        f"Multiply $p_{g.i} = {tex(g.p[g.i])}$ by what is left to 1.",
    ),
    wrong=(
        Wrong(
            "the weight itself",
            "That is the numerator's share, as for a plain exponential; the denominator grows too and takes "
            "$p_i^2$ away, which leaves $p_i(1 - p_i)$.",
            lambda g: g.p[g.i],
            _SLOPE,
        ),
        Wrong(
            "1 − p²",
            r"That is the slope of $\tanh$, which looks much alike; the slope of a softmax weight is "
            "$p_i - p_i^2$.",
            lambda g: 1 - g.p[g.i] ** 2,
            _SLOPE,
        ),
        Wrong(
            "−p²",
            r"$-p_i p_j$ belongs to two different indices; for $i = j$ the $\delta_{ij}$ adds a $p_i$.",
            lambda g: -(g.p[g.i] ** 2),
            _SLOPE,
        ),
        Wrong(
            "p(1 + p)",
            "Both parts of the quotient rule are there, but the denominator's is taken away: $p_i - p_i^2$.",
            lambda g: g.p[g.i] * (1 + g.p[g.i]),
            _SLOPE,
        ),
    ),
)


def _draw_off_diagonal(draw: Draw, level: int) -> Entry | None:
    p = _draw_weights(draw)
    i, j = draw.some(range(3), 2)
    return Entry(p, i, j)


def _off_diagonal_solution(g: Entry) -> tuple[Step, ...]:
    return (
        Step(
            rf"Here $i = {g.i}$ and $j = {g.j}$ differ: $\partial p_i / \partial z_j = -p_i p_j$.",
            "The logit $z_j$ is only in the sum of the denominator. As it grows, every other weight shrinks.",
        ),
        Step(
            rf"$-p_{g.i}\,p_{g.j} = -{tex(g.p[g.i])} \cdot {tex(g.p[g.j])}$",
            "What one key gains the others lose, each in proportion to its own weight.",
        ),
    )


OFF_DIAGONAL = Family(
    name="jacobian-off-diagonal",
    form=Form.FRACTION,
    draw=_draw_off_diagonal,
    answer=_slope,
    prompt=_slope_prompt,
    solution=_off_diagonal_solution,
    hints=lambda g: (
        f"Does $p_{g.i}$ grow or shrink when another logit grows?",
        rf"{_GENERAL} for $i \ne j$?",
        f"The size is the product of both weights, ${tex(g.p[g.i])}$ and ${tex(g.p[g.j])}$. Mind the sign.",
    ),
    wrong=(
        Wrong(
            "sign lost",
            "The size is right; but more score for another key leaves less weight for this one, so the slope "
            "is negative.",
            lambda g: g.p[g.i] * g.p[g.j],
            _COMPETITION,
        ),
        Wrong(
            "p_i(1 − p_j)",
            r"The 1 is $\delta_{ij}$, and that is 1 only where both indices are the same; here it is 0.",
            lambda g: g.p[g.i] * (1 - g.p[g.j]),
            _SLOPE,
        ),
        Wrong(
            "no slope",
            "A logit seems to touch its own weight alone, but it is in the denominator of all of them.",
            lambda g: Fraction(0),
            _COMPETITION,
        ),
        Wrong(
            "slope of its own logit",
            "$p_i(1 - p_i)$ is how a weight answers to its own logit; for another logit it is $-p_i p_j$.",
            lambda g: g.p[g.i] * (1 - g.p[g.i]),
            _SLOPE,
        ),
        Wrong(
            "second weight forgotten",
            r"That is $\delta_{ij} - p_j$ without the factor in front; it is $p_i(\delta_{ij} - p_j)$.",
            lambda g: -g.p[g.j],
            _SLOPE,
        ),
    ),
)


# The whole Jacobian.


@dataclass(frozen=True, slots=True)
class Row:
    """Exact weights of one query."""

    p: Weights


def _square(p: Weights, entry: Callable[[int, int], Fraction]) -> list[Weights]:
    return [[entry(i, j) for j in range(len(p))] for i in range(len(p))]


def _jacobian_solution(g: Row) -> tuple[Step, ...]:
    pairs = ((0, 1), (0, 2), (1, 2))
    own = r", \quad ".join(tex(each * (1 - each)) for each in g.p)
    others = r", \quad ".join(rf"-p_{i} p_{j} = {tex(-g.p[i] * g.p[j])}" for i, j in pairs)
    return (
        Step(
            f"On the diagonal stands $p_i(1 - p_i)$:\n\n$${own}$$",
            "How each weight answers to its own logit.",
        ),
        Step(
            f"Beside it stands $-p_i p_j$:\n\n$${others}$$",
            "How a weight answers to another key's logit; it is the same both ways, so $J$ is symmetric.",
        ),
        Step(
            "Each row sums to 0, and so does each column.",
            "A constant added to all logits changes no weight: a good check.",
        ),
    )


JACOBIAN = Family(
    name="softmax-jacobian",
    form=Form.MATRIX,
    exact=True,
    draw=lambda draw, level: Row(_draw_weights(draw)),
    answer=lambda g: fractions(softmax_jacobian(_floats(g.p))),
    prompt=lambda g: (
        f"{_softmax_gave(g.p)}Write its Jacobian, the $3 \\times 3$ matrix "
        r"$J_{ij} = \partial p_i / \partial z_j$, with exact fractions."
    ),
    solution=_jacobian_solution,
    hints=lambda g: (
        "Two kinds of entries: a weight and its own logit, and a weight and another logit.",
        r"$J = \text{diag}(p) - p\,p^T$, that is $p_i(1 - p_i)$ on the diagonal and $-p_i p_j$ beside it.",
        f"The first row begins with ${tex(g.p[0])} \\cdot {tex(1 - g.p[0])}$, and every row sums to 0.",
    ),
    wrong=(
        Wrong(
            "diagonal only",
            "As for a function of one entry each, but the logits share one denominator: $-p_i p_j$ stands "
            "beside the diagonal.",
            lambda g: _square(g.p, lambda i, j: g.p[i] * (1 - g.p[i]) if i == j else Fraction(0)),
            _COMPETITION,
        ),
        Wrong(
            "sign turned",
            "All the numbers are right, but $p\\,p^T$ is taken from the diagonal matrix: a weight grows "
            "with its own logit and shrinks with the others.",
            lambda g: _square(g.p, lambda i, j: g.p[i] * g.p[j] - g.p[i] * (i == j)),
            _SLOPE,
        ),
        Wrong(
            "identity instead of diag(p)",
            r"The $\delta_{ij}$ looks like the identity, but it is multiplied by $p_i$ too: "
            r"$\text{diag}(p) - p\,p^T$.",
            lambda g: _square(g.p, lambda i, j: (i == j) - g.p[i] * g.p[j]),
            _SLOPE,
        ),
        Wrong(
            "product added",
            "The denominator grows with every logit, so $p\\,p^T$ is taken away; only then do the rows sum "
            "to 0.",
            lambda g: _square(g.p, lambda i, j: g.p[i] * (i == j) + g.p[i] * g.p[j]),
            _SLOPE,
        ),
        Wrong(
            "product dropped",
            r"In $\text{diag}(p) - p$ a factor has gone missing: beside the diagonal stands the product "
            "$-p_i p_j$ of two weights.",
            lambda g: _square(g.p, lambda i, j: g.p[i] * (i == j) - g.p[j]),
            _SLOPE,
        ),
    ),
)


# A gradient sent back.


@dataclass(frozen=True, slots=True)
class Upstream:
    """Exact weights, and the gradient of the loss with respect to them."""

    p: Weights
    g: list[int]


def _draw_upstream(draw: Draw, level: int) -> Upstream:
    return Upstream(_draw_weights(draw), draw.some([*range(-4, 0), *range(1, 5)], 3))


def _weighted_mean(g: Upstream) -> Fraction:
    return sum((a * b for a, b in zip(g.p, g.g, strict=True)), Fraction(0))


def _centred(g: Upstream, mean: Fraction) -> Weights:
    return [a * (b - mean) for a, b in zip(g.p, g.g, strict=True)]


def _signed(numbers: Sequence[int]) -> list[str]:
    return [f"({each})" if each < 0 else str(each) for each in numbers]


def _backward_solution(g: Upstream) -> tuple[Step, ...]:
    mean = _weighted_mean(g)
    terms = " + ".join(rf"{tex(a)} \cdot {b}" for a, b in zip(g.p, _signed(g.g), strict=True))
    return (
        Step(
            rf"The mean of $g$ under the weights: $\langle g, p \rangle = {terms} = {tex(mean)}$",
            r"$\text{diag}(p) - p\,p^T$ times $g$ is $p \circ g - p \langle g, p \rangle$.",
        ),
        Step(
            f"Taken from each entry of $g$, it leaves ${tex([each - mean for each in g.g])}$.",
            "What all entries of $g$ share changes nothing, since the weights always sum to 1.",
        ),
        Step(
            f"Each times its weight, out of ${tex(g.p)}$.",
            "A weight near 0 hardly moves. The three entries sum to 0, which is a good check.",
        ),
    )


BACKWARD = Family(
    name="softmax-backward",
    form=Form.VECTOR,
    exact=True,
    draw=_draw_upstream,
    answer=lambda g: fractions(softmax_vjp(_floats(g.p), g.g)),
    prompt=lambda g: (
        f"{_softmax_gave(g.p)}The gradient of the loss $L$ with respect to these weights is\n\n"
        rf"$$g = \partial L / \partial p = {tex(g.g)}$$"
        "\n\n"
        r"What is the gradient $\partial L / \partial z$ with respect to the logits? "
        "Answer with three exact fractions."
    ),
    solution=_backward_solution,
    hints=lambda g: (
        "Every logit moves all three weights: use the whole Jacobian, not its diagonal alone.",
        r"$J g$ with $J = \text{diag}(p) - p\,p^T$ is $p_i(g_i - \langle g, p \rangle)$ in each entry.",
        rf"$\langle g, p \rangle = {tex(_weighted_mean(g))}$. Your three entries must sum to 0.",
    ),
    wrong=(
        Wrong(
            "mean not taken away",
            r"That sends each entry back on its own; the shared denominator also takes "
            r"$\langle g, p \rangle$ from each $g_i$.",
            lambda g: _centred(g, Fraction(0)),
            _SOFTMAX_BACKWARD,
        ),
        Wrong(
            "weights left out",
            r"The mean is taken away, and one factor is still missing: each $g_i - \langle g, p \rangle$ is "
            "multiplied by its $p_i$.",
            lambda g: [each - _weighted_mean(g) for each in g.g],
            _SOFTMAX_BACKWARD,
        ),
        Wrong(
            "diagonal only",
            "$p_i(1 - p_i)$ is how a weight answers to its own logit; the logit moves the other two weights "
            "as well.",
            lambda g: [a * (1 - a) * b for a, b in zip(g.p, g.g, strict=True)],
            _COMPETITION,
        ),
        Wrong(
            "sign turned",
            r"The numbers are right, but it is $g_i - \langle g, p \rangle$: an entry above the mean sends a "
            "positive gradient to its logit.",
            lambda g: [-each for each in _centred(g, _weighted_mean(g))],
            _SOFTMAX_BACKWARD,
        ),
        Wrong(
            "plain mean",
            r"A mean is taken away, but it is the one under the weights, $\langle g, p \rangle$, and not a "
            "third of the sum.",
            lambda g: _centred(g, Fraction(sum(g.g), 3)),
            _SOFTMAX_BACKWARD,
        ),
    ),
)

FAMILIES = (DIAGONAL, OFF_DIAGONAL, JACOBIAN, BACKWARD)
