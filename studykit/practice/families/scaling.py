"""Scaling by √d_k: where it is done, by which factor, and the spread that scores and gaps have."""

from __future__ import annotations

import math
from collections.abc import Callable
from dataclasses import dataclass

from attention_engine import scaled, scaled_deviation, typical_gap
from studykit.draw import Draw
from studykit.practice.family import Family, Wrong
from studykit.practice.problem import Form, Step
from studykit.practice.values import decimal, tex

Rows = list[list[int]]

_ROOT = "scaled-dot-product-attention#^why-root-dk"
_UNSCALED = "scaled-dot-product-attention#^without-scaling"
_HEAD = "scaling#^root-of-head-size"
_DIVISOR = "scaling#^divisor-steps"
_GAP = "scaling#^std-of-gap"
_QUERIES = "scaling#^scale-queries-only"


# Scores, scaled in the one place or the other.

PLACES = {
    "scores": "",
    "queries": r"The code divides the queries by $\sqrt{d_k}$ before the product, and nothing else. ",
    "halves": r"The code divides queries and keys by $\sqrt[4]{d_k}$ each, before the product. ",
    "both": r"The code divides the queries by $\sqrt{d_k}$, and the keys by $\sqrt{d_k}$ too. ",
}
"""What is divided, as a prompt tells it. All but `both` give the scores that attention wants."""


@dataclass(frozen=True, slots=True)
class Scores:
    """Raw scores, the length of the vectors, and where the scaling is done."""

    S: Rows
    d_k: int
    where: str
    """A key of `PLACES`."""


def _draw_scores(draw: Draw, level: int) -> Scores | None:
    where = "scores" if level == 2 else draw.pick(("queries", "halves", "both", "both"))
    # With 3 keys √3 is the fourth root of 9, so 9 is left out.
    sizes = (4, 16, 25, 36, 64) if where in ("queries", "halves") else (4, 16, 25)
    found = Scores(draw.rows(2, 3, -12, 12), draw.pick(sizes), where)
    return found if all(map(any, found.S)) else None


def _times(factor: Callable[[Scores], float], *places: str) -> Callable[[Scores], list[list[float]] | None]:
    """A wrong method that multiplies every score, for scaling in these places (in every one by default)."""

    def answer(g: Scores) -> list[list[float]] | None:
        if places and g.where not in places:
            return None
        return [[each * factor(g) for each in row] for row in g.S]

    return answer


def _scaled_scores(g: Scores) -> list[list[float]]:
    once = scaled(g.S, g.d_k)
    found: list[list[float]] = (scaled(once, g.d_k) if g.where == "both" else once).tolist()
    return found


def _scores_prompt(g: Scores) -> str:
    asked = (
        "Scale them as attention does."
        if g.where == "scores"
        else PLACES[g.where] + "Which scores go into the softmax?"
    )
    return (
        f"The raw scores $QK^T$ of two queries and three keys are\n\n$$S = {tex(g.S)}$$\n\nand "
        f"$d_k = {g.d_k}$. {asked}"
        "\n\nGive all entries, row by row, exactly or to three significant figures."
    )


def _scores_solution(g: Scores) -> tuple[Step, ...]:
    root = math.isqrt(g.d_k)
    divide = Step(
        f"$\\sqrt{{{g.d_k}}} = {root}$: every score is divided by {root}.",
        "For standardised entries a score has the standard deviation $\\sqrt{d_k}$; then it has 1.",
    )
    match g.where:
        case "queries":
            told = r"$\frac{q}{\sqrt{d_k}} \cdot k = \frac{q \cdot k}{\sqrt{d_k}}$, so this is no mistake."
            return (Step(told, "The dot product is linear in the query."), divide)
        case "halves":
            told = r"$\sqrt[4]{d_k} \cdot \sqrt[4]{d_k} = \sqrt{d_k}$, so this is no mistake."
            return (Step(told, "A factor of the query and one of the key are multiplied."), divide)
        case "both":
            told = (
                rf"$\frac{{q}}{{{root}}} \cdot \frac{{k}}{{{root}}} = \frac{{q \cdot k}}{{{g.d_k}}}$: every "
                f"score is divided by {g.d_k}."
            )
            return (
                Step(told, "A factor of the query and one of the key are multiplied."),
                Step(
                    f"Attention wants them divided by {root}, so these scores are {root} times too small.",
                    "Their weights come out too even.",
                ),
            )
        case _:
            first = g.S[0][0]
            return (divide, Step(f"The first entry, for one: ${first}/{root} = {decimal(first / root)}$."))


def _scores_hints(g: Scores) -> tuple[str, ...]:
    root = math.isqrt(g.d_k)
    match g.where:
        case "scores":
            return (
                "By what is a score divided in scaled dot-product attention?",
                rf"By $\sqrt{{d_k}}$, which is {root} here, in every entry.",
            )
        case "queries":
            return (
                r"Move the factor out of $\frac{q}{\sqrt{d_k}} \cdot k$.",
                f"Each score is divided once, by {root}.",
            )
        case _:
            return (
                "Move both factors out of the dot product. What is their product?",
                f"Each score is divided by {root if g.where == 'halves' else g.d_k}.",
            )


SCALED = Family(
    name="scaled-scores",
    form=Form.MATRIX,
    decimals=4,
    draw=_draw_scores,
    answer=_scaled_scores,
    prompt=_scores_prompt,
    solution=_scores_solution,
    hints=_scores_hints,
    wrong=(
        Wrong(
            "divided by d_k",
            "d_k is the variance of a score, but it is the spread, its root √d_k, that is divided out.",
            _times(lambda g: 1 / g.d_k, "scores", "queries", "halves"),
            _ROOT,
        ),
        Wrong(
            "divided only once",
            "Scaling the queries alone would be right, but here the keys bring a second factor 1/√d_k.",
            _times(lambda g: g.d_k**-0.5, "both"),
            _QUERIES,
        ),
        Wrong(
            "multiplied by √d_k",
            "A power such as −½ is easily turned over, but scores are divided and get smaller.",
            _times(lambda g: g.d_k**0.5),
            _UNSCALED,
        ),
        Wrong(
            "not scaled",
            "These are the raw scores, and what divides a query or a key divides the score as well.",
            _times(lambda g: 1.0),
            _UNSCALED,
        ),
        Wrong(
            "divided by √n",
            "The 3 is the number of keys, but the spread of a score grows with the entries d_k of a vector.",
            _times(lambda g: len(g.S[0]) ** -0.5),
            "scaling#^keys-and-scores",
        ),
        Wrong(
            "fourth root",
            "A root of the root is too little: a score as a whole is divided by √d_k.",
            _times(lambda g: g.d_k**-0.25, "scores", "halves"),
            _ROOT,
        ),
        Wrong(
            "half of the scaling",
            "It looks like half of the work, but dividing q by √d_k divides the whole product q·k by it.",
            _times(lambda g: g.d_k**-0.25, "queries"),
            _QUERIES,
        ),
    ),
)


# The factor of a layer with several heads.


@dataclass(frozen=True, slots=True)
class Layer:
    """Width of the model, and heads."""

    d_model: int
    heads: int


def _draw_layer(draw: Draw, level: int) -> Layer | None:
    heads = draw.pick((2, 4, 8, 16))
    size = draw.pick((16, 25, 36, 64, 100) if level == 2 else (24, 32, 40, 48, 80, 96, 128))
    return Layer(heads * size, heads) if size != heads else None


def _head_size(g: Layer) -> int:
    return g.d_model // g.heads


FACTOR = Family(
    name="scale-factor",
    form=Form.NUMBER,
    decimals=4,
    draw=_draw_layer,
    answer=lambda g: float(scaled([[1.0]], _head_size(g))[0, 0]),
    prompt=lambda g: (
        rf"A layer of width $d_\text{{model}} = {g.d_model}$ has {g.heads} heads of equal size. By which "
        "factor does each head multiply its scores $q \\cdot k$ before the softmax?"
        "\n\nGive a number to three significant figures, or a formula such as `1/sqrt(2)`."
    ),
    solution=lambda g: (
        Step(
            f"A head has $d_k = {g.d_model}/{g.heads} = {_head_size(g)}$ entries.",
            "The heads share the width of the layer.",
        ),
        Step(
            rf"$\frac{{1}}{{\sqrt{{d_k}}}} = \frac{{1}}{{\sqrt{{{_head_size(g)}}}}}$",
            f"A score adds {_head_size(g)} products, each of variance 1 for standardised entries.",
        ),
    ),
    hints=lambda g: (
        "How many entries do the queries and keys of one head have?",
        f"$d_k = {g.d_model}/{g.heads}$, and a score is divided by $\\sqrt{{d_k}}$.",
    ),
    wrong=(
        Wrong(
            "width of the layer",
            "Many a program takes √d_model, but a dot product runs over one head; the weights get too flat.",
            lambda g: g.d_model**-0.5,
            _HEAD,
        ),
        Wrong(
            "turned over",
            "That is √d_k itself, by which scores are divided; the factor is one over it.",
            lambda g: _head_size(g) ** 0.5,
            _UNSCALED,
        ),
        Wrong(
            "root forgotten",
            "d_k is the variance of a score; what is divided out is its root, the standard deviation.",
            lambda g: 1 / _head_size(g),
            _ROOT,
        ),
        Wrong(
            "root of the number of heads",
            "What counts in a score is the size of one head, not how many heads there are.",
            lambda g: g.heads**-0.5,
            _HEAD,
        ),
    ),
)


# The spread of scores after dividing, and of their gaps.


@dataclass(frozen=True, slots=True)
class Divided:
    """Length of the vectors, and what scores are divided by."""

    d: int
    divisor: int


def _draw_divided(draw: Draw, level: int) -> Divided | None:
    d = draw.pick((16, 25, 36, 64, 100, 144))
    root = math.isqrt(d)
    kind = draw.below(4)
    divisor = (1, root, d, draw.pick((2, 3, 5, 6, 7, 10, 20)))[kind]
    return Divided(d, divisor) if kind < 3 or divisor != root else None


def _is_root(g: Divided) -> bool:
    return g.divisor**2 == g.d


_STANDARD = "The entries of $q$ and $k$ are independent, with mean 0 and variance 1, and "

DEVIATION = Family(
    name="scaled-deviation",
    form=Form.NUMBER,
    draw=_draw_divided,
    answer=lambda g: scaled_deviation(g.d, g.divisor),
    prompt=lambda g: (
        f"{_STANDARD}$d_k = {g.d}$. "
        + (
            "The scores $q \\cdot k$ are left as they are"
            if g.divisor == 1
            else f"The scores $q \\cdot k$ are divided by {g.divisor}"
        )
        + ". What is their standard deviation then?"
        "\n\nGive a number to three significant figures, or a fraction."
    ),
    solution=lambda g: (
        Step(
            f"A raw score has the variance {g.d} and the standard deviation $\\sqrt{{{g.d}}} = "
            f"{math.isqrt(g.d)}$.",
            "It is a sum of $d_k$ uncorrelated products of variance 1.",
        ),
        Step(
            f"Divided by {g.divisor}: ${math.isqrt(g.d)}/{g.divisor}$.",
            "A divisor $c$ divides the standard deviation by $c$, and the variance by $c^2$.",
        ),
    ),
    hints=lambda g: (
        "What are the variance and the standard deviation of a raw score?",
        f"A raw score has the standard deviation $\\sqrt{{d_k}} = {math.isqrt(g.d)}$.",
        f"Dividing scores by {g.divisor} divides their standard deviation by {g.divisor}.",
    ),
    wrong=(
        Wrong(
            "variance",
            "That is the variance; the standard deviation is its square root.",
            lambda g: None if _is_root(g) else g.d / g.divisor**2,
            "scaling#^std-at-64",
        ),
        Wrong(
            "always 1",
            "Scaling aims at 1, but only dividing by √d_k itself gets there.",
            lambda g: None if _is_root(g) else 1.0,
            _DIVISOR,
        ),
        Wrong(
            "multiplied",
            "Larger numbers come out if you multiply, but dividing scores brings them closer together.",
            lambda g: None if g.divisor == 1 else math.sqrt(g.d) * g.divisor,
            _DIVISOR,
        ),
        Wrong(
            "root forgotten",
            "Var(q·k) = d_k is the variance of a raw score, and its standard deviation is the root of that.",
            # Undivided this is the variance, and divided by d_k it is 1.
            lambda g: None if g.divisor in (1, g.d) else g.d / g.divisor,
            "scaling#^std-at-64",
        ),
    ),
)


@dataclass(frozen=True, slots=True)
class Length:
    """How long the vectors are."""

    d_k: int


GAP = Family(
    name="score-gap",
    form=Form.NUMBER,
    draw=lambda draw, level: Length(draw.pick((8, 12, 18, 24, 32, 40, 50, 64, 72, 80, 96, 128, 200, 512))),
    answer=lambda g: typical_gap(g.d_k),
    prompt=lambda g: (
        "All entries of a query and two keys are independent, with mean 0 and variance 1, and "
        f"$d_k = {g.d_k}$. What is the standard deviation of the gap $q \\cdot k_1 - q \\cdot k_2$ between "
        "the two raw scores?"
        "\n\nGive a number to three significant figures, or a formula such as `sqrt(5)`."
    ),
    solution=lambda g: (
        Step(f"Each of the two scores has the variance {g.d_k}.", r"$\text{Var}(q \cdot k) = d_k$"),
        Step(
            f"Their difference has the variance ${g.d_k} + {g.d_k} = {2 * g.d_k}$.",
            "They share the query and are still uncorrelated, so the variances add, for a difference too.",
        ),
        Step(f"$\\sqrt{{{2 * g.d_k}}}$", "The standard deviation is the root of the variance."),
    ),
    hints=lambda g: (
        "What is the variance of one raw score?",
        "Variances of uncorrelated numbers add, for a difference as well as for a sum.",
        f"The variance of the gap is ${g.d_k} + {g.d_k}$; its root is asked.",
    ),
    wrong=(
        Wrong(
            "one score",
            "That is the spread of a single score, but a gap has two of them in it, and their variances add.",
            lambda g: math.sqrt(g.d_k),
            _GAP,
        ),
        Wrong(
            "variance",
            "That is the variance of the gap; the standard deviation is its square root.",
            lambda g: 2.0 * g.d_k,
            _GAP,
        ),
        Wrong(
            "deviations added",
            "The standard deviations were added, but it is the variances that add.",
            lambda g: 2 * math.sqrt(g.d_k),
            _GAP,
        ),
        Wrong(
            "nothing left",
            "The minus sign cancels means, but the chance in two scores never cancels: their variances add.",
            lambda g: 0.0,
            _GAP,
        ),
        Wrong(
            "after scaling",
            "That is the typical gap of scaled scores; the raw ones have not been divided by √d_k.",
            lambda g: math.sqrt(2),
            "scaling#^gap-factor",
        ),
    ),
)

FAMILIES = (SCALED, FACTOR, DEVIATION, GAP)
