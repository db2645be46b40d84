"""Scaling by √d_k: what it does to scores, gaps, weights and gradients."""

from __future__ import annotations

import math
from dataclasses import dataclass

from attention_engine import scaled, sigmoid_slope, softmax, typical_gap
from attention_engine.statistics import scaled_deviation
from studykit.draw import Draw
from studykit.practice.family import Family, Wrong
from studykit.practice.problem import Form, Step
from studykit.practice.values import decimal, tex

Rows = list[list[int]]


@dataclass(frozen=True, slots=True)
class Scores:
    """Raw scores, and the length of the vectors."""

    S: Rows
    d_k: int


def _scores(draw: Draw, level: int) -> Scores | None:
    rows, columns = (2, 3) if level == 2 else (3, 3)
    found = draw.rows(rows, columns, -12, 12)
    d_k = draw.pick((16, 25)) if level == 2 else draw.pick((16, 25, 36, 64))
    return Scores(found, d_k) if all(any(row) for row in found) else None


def _times(g: Scores, factor: float) -> list[list[float]]:
    return [[each * factor for each in row] for row in g.S]


SCALED = Family(
    name="scaled-scores",
    form=Form.MATRIX,
    draw=_scores,
    answer=lambda g: scaled(g.S, g.d_k),
    prompt=lambda g: (
        f"The raw scores are\n\n$$S = {tex(g.S)}$$\n\nand $d_k = {g.d_k}$."
        " Scale them as attention does, to three decimals."
    ),
    solution=lambda g: (
        Step(
            f"Divide each score by $\\sqrt{{{g.d_k}}} = {math.isqrt(g.d_k)}$.",
            "Then a typical score has the variance 1 again.",
        ),
    ),
    hints=lambda g: ("Which root of $d_k$?", "Divide every entry by the square root."),
    wrong=(
        Wrong(
            "divided by d_k",
            "The standard deviation grows with the root of d_k, so the root is enough.",
            lambda g: _times(g, 1 / g.d_k),
            "scaled-dot-product-attention#^why-root-dk",
        ),
        Wrong(
            "multiplied by √d_k",
            "Scaling makes the scores smaller.",
            lambda g: _times(g, math.sqrt(g.d_k)),
            "scaled-dot-product-attention#^without-scaling",
        ),
        Wrong(
            "not scaled",
            "These are the raw scores.",
            lambda g: _times(g, 1.0),
            "scaled-dot-product-attention#^without-scaling",
        ),
        Wrong(
            "divided by √n",
            "The length of the vectors counts, not the number of keys.",
            lambda g: _times(g, 1 / math.sqrt(len(g.S[0]))),
            "scaling#^keys-and-scores",
        ),
        Wrong(
            "fourth root",
            "One square root of d_k, not two.",
            lambda g: _times(g, g.d_k**-0.25),
            "scaled-dot-product-attention#^why-root-dk",
        ),
    ),
)


@dataclass(frozen=True, slots=True)
class Layer:
    """Width of the model, and heads."""

    d_model: int
    heads: int


def _layer(draw: Draw, level: int) -> Layer | None:
    heads, size = (
        draw.pick((2, 4, 8, 16)),
        draw.pick((16, 25, 64, 100)) if level == 2 else draw.pick((24, 32, 48, 96, 128)),
    )
    return Layer(heads * size, heads) if size != heads else None


FACTOR = Family(
    name="scale-factor",
    form=Form.NUMBER,
    draw=_layer,
    answer=lambda g: float(scaled([[1.0]], g.d_model // g.heads)[0][0]),
    prompt=lambda g: (
        f"A model of width $d_{{model}} = {g.d_model}$ has {g.heads}"
        " heads of equal size. By which factor is a score"
        " multiplied? Three figures, or a formula such as `1/sqrt(2)`."
        " (Whether the queries or the scores are scaled is"
        " the same.)"
    ),
    solution=lambda g: (
        Step(
            f"$d_k = {g.d_model}/{g.heads} = {g.d_model // g.heads}$",
            "A dot product runs over the entries of one head.",
        ),
        Step(f"$1/\\sqrt{{{g.d_model // g.heads}}}$", "The variance of a score is $d_k$."),
    ),
    hints=lambda g: ("How long are the vectors of one head?", "$1/\\sqrt{d_k}$ with $d_k = d_{model}/h$."),
    wrong=(
        Wrong(
            "width of the model",
            "A dot product runs over one head's entries, not over the whole width.",
            lambda g: 1 / math.sqrt(g.d_model),
            "scaling#^root-of-head-size",
        ),
        Wrong(
            "multiplied by the root",
            "Scores are divided by the root.",
            lambda g: math.sqrt(g.d_model / g.heads),
            "scaled-dot-product-attention#^why-root-dk",
        ),
        Wrong(
            "root forgotten",
            "The standard deviation is the root of the variance d_k.",
            lambda g: g.heads / g.d_model,
            "scaled-dot-product-attention#^why-root-dk",
        ),
        Wrong(
            "root of the heads",
            "The size of a head counts, not their number.",
            lambda g: 1 / math.sqrt(g.heads),
            "scaling#^root-of-head-size",
        ),
    ),
)


@dataclass(frozen=True, slots=True)
class Divided:
    """Length of the vectors, and what scores are divided by."""

    d: int
    divisor: int


DEVIATION = Family(
    name="scaled-deviation",
    form=Form.NUMBER,
    draw=lambda draw, level: Divided(draw.pick((16, 36, 64, 100, 144)), draw.pick((2, 3, 5, 7, 10))),
    answer=lambda g: scaled_deviation(g.d, g.divisor),
    prompt=lambda g: (
        "Entries of $q$ and $k$ are independent, with mean 0 and variance"
        f" 1; $d_k = {g.d}$. Scores are divided by"
        f" {g.divisor}. What standard deviation have they then? Three figures."
    ),
    solution=lambda g: (
        Step(
            f"$\\sqrt{{{g.d}}}/{g.divisor} = {math.isqrt(g.d)}/{g.divisor}$",
            "A score has the variance $d_k$; a divisor divides the deviation.",
        ),
    ),
    hints=lambda g: (
        "What is the standard deviation of a raw score?",
        "$\\sqrt{d_k}$, divided by the divisor.",
    ),
    wrong=(
        Wrong(
            "variance",
            "That is the square of the standard deviation.",
            lambda g: g.d / g.divisor**2,
            "scaling#^std-at-64",
        ),
        Wrong(
            "always 1", "It is 1 only if the divisor is √d_k.", lambda g: 1.0, "scaling#^variance-after-dk"
        ),
        Wrong(
            "multiplied",
            "Dividing scores divides their deviation.",
            lambda g: math.sqrt(g.d) * g.divisor,
            "scaling#^std-at-64",
        ),
        Wrong(
            "root forgotten",
            "d_k is the variance; the deviation is its root.",
            lambda g: g.d / g.divisor,
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
    draw=lambda draw, level: Length(draw.pick((8, 18, 24, 32, 40, 50, 64, 72, 96, 128, 200))),
    answer=lambda g: typical_gap(g.d_k),
    prompt=lambda g: (
        "Entries are independent, with mean 0 and variance 1; $d_k ="
        f" {g.d_k}$. What is the standard deviation of the gap"
        " between two raw scores of one query? Three figures."
    ),
    solution=lambda g: (
        Step(f"Each score has the variance {g.d_k}.", "$\\text{Var}(q \\cdot k) = d_k$"),
        Step(f"$\\sqrt{{2 \\cdot {g.d_k}}}$", "The two scores are uncorrelated, so the variances add."),
    ),
    hints=lambda g: (
        "Variances of uncorrelated numbers add, also for a difference.",
        "The gap has the variance $2 d_k$.",
    ),
    wrong=(
        Wrong(
            "one score",
            "A gap has two scores in it, and their variances add.",
            lambda g: math.sqrt(g.d_k),
            "scaling#^std-of-gap",
        ),
        Wrong(
            "variance",
            "That is the variance of the gap; its root is asked.",
            lambda g: 2.0 * g.d_k,
            "scaling#^std-of-gap",
        ),
        Wrong(
            "deviations added",
            "Variances add, not standard deviations.",
            lambda g: 2 * math.sqrt(g.d_k),
            "scaling#^std-of-gap",
        ),
        Wrong(
            "no gap at all",
            "Variances add for differences too; nothing cancels.",
            lambda g: 0.0,
            "scaling#^std-of-gap",
        ),
        Wrong(
            "after scaling",
            "That is the gap of scaled scores.",
            lambda g: math.sqrt(2),
            "scaling#^gap-factor",
        ),
    ),
)


@dataclass(frozen=True, slots=True)
class Gap:
    """A gap of two logits."""

    gap: float


SATURATION = Family(
    name="saturation-gradient",
    form=Form.NUMBER,
    draw=lambda draw, level: Gap(draw.between(17, 60) / 10),
    answer=lambda g: sigmoid_slope(g.gap),
    prompt=lambda g: (
        f"Two logits differ by {g.gap}; $p$ is the larger weight of their"
        " softmax. Find the slope $p(1 - p)$, to three"
        " figures."
    ),
    solution=lambda g: (
        Step(
            f"$p = 1/(1 + e^{{-{g.gap}}}) = {decimal(float(softmax([g.gap, 0.0])[0]), 5)}$",
            "A softmax of two logits is a sigmoid of their gap.",
        ),
        Step(f"$1 - p = {decimal(float(softmax([g.gap, 0.0])[1]), 5)}$", "The two weights sum to 1."),
    ),
    hints=lambda g: ("First the weights.", "$p = 1/(1 + e^{-\\text{gap}})$"),
    wrong=(
        Wrong(
            "the larger weight",
            "The slope is p(1 − p).",
            lambda g: float(softmax([g.gap, 0.0])[0]),
            "softmax#^softmax-slope",
        ),
        Wrong(
            "the smaller weight",
            "The slope is p(1 − p); at large gaps it is near this one.",
            lambda g: float(softmax([g.gap, 0.0])[1]) if g.gap < 4.2 else None,
            "softmax#^softmax-slope",
        ),
        Wrong(
            "p squared",
            "The second factor is 1 − p.",
            lambda g: float(softmax([g.gap, 0.0])[0]) ** 2 if g.gap < 4.2 else None,
            "softmax#^softmax-slope",
        ),
        Wrong("a quarter", "That is the slope at equal logits.", lambda g: 0.25, "softmax#^largest-slope"),
        Wrong(
            "the exponential alone",
            "The denominator is missing.",
            lambda g: math.exp(-g.gap) if g.gap < 3.5 else None,
            "softmax#^softmax-slope",
        ),
    ),
)


@dataclass(frozen=True, slots=True)
class TwoScores:
    """Two raw scores and the length of the vectors."""

    a: float
    b: float
    d_k: int


def _two(draw: Draw, level: int) -> TwoScores:
    b = float(draw.between(2, 9))
    gap = draw.between(3, 12) / 2 if level == 3 else draw.between(8, 24) / 2
    return TwoScores(b + gap, b, draw.pick((4, 9, 16, 25, 64)))


def _slope(gap: float) -> float:
    return sigmoid_slope(gap)


def _inner(g: TwoScores) -> float:
    return (g.a - g.b) / math.sqrt(g.d_k)


SENSITIVITY = Family(
    name="softmax-sensitivity",
    form=Form.NUMBER,
    draw=_two,
    answer=lambda g: _slope(float(scaled([[g.a - g.b]], g.d_k)[0][0])),
    prompt=lambda g: (
        f"Two keys have the raw scores {tex(g.a)} and {tex(g.b)} at $d_k ="
        f" {g.d_k}$. The scores are scaled; find the slope"
        " $p(1 - p)$ of the first weight with respect to its scaled score, to three figures."
    ),
    solution=lambda g: (
        Step(
            f"The scaled gap is ${tex(g.a - g.b)}/{math.isqrt(g.d_k)} = {decimal(_inner(g))}$.",
            "Scaling divides gaps by $\\sqrt{d_k}$.",
        ),
        Step(
            f"$p = 1/(1 + e^{{-{decimal(_inner(g))}}}) = {decimal(1 / (1 + math.exp(-_inner(g))), 4)}$",
            "A softmax of two logits is a sigmoid of their gap.",
        ),
    ),
    hints=lambda g: ("First scale the gap.", "$p = 1/(1 + e^{-\\text{gap}/\\sqrt{d_k}})$, then $p(1-p)$."),
    wrong=(
        Wrong(
            "not scaled",
            "That is the slope before scaling.",
            lambda g: _slope(g.a - g.b),
            "worked-examples#^example-two-slopes",
        ),
        Wrong(
            "divided by d_k",
            "Scores are divided by the root.",
            lambda g: _slope((g.a - g.b) / g.d_k),
            "scaled-dot-product-attention#^why-root-dk",
        ),
        Wrong(
            "the weight itself",
            "The slope is p(1 − p).",
            lambda g: 1 / (1 + math.exp(-_inner(g))),
            "softmax#^softmax-slope",
        ),
        Wrong(
            "with respect to the raw score",
            "That has another factor 1/√d_k; the scaled score is asked.",
            lambda g: _slope(_inner(g)) / math.sqrt(g.d_k),
            "scaling#^chain-rule-of-scaling",
        ),
    ),
)

RAW = Family(
    name="raw-score-gradient",
    form=Form.NUMBER,
    draw=_two,
    answer=lambda g: float(scaled([[_slope(_inner(g))]], g.d_k)[0][0]),
    prompt=lambda g: (
        f"Two keys have the raw scores {tex(g.a)} and {tex(g.b)} at $d_k ="
        f" {g.d_k}$, and scores are scaled. Find the slope"
        " of the first weight with respect to its raw score, to three figures."
    ),
    solution=lambda g: (
        Step(
            f"The scaled gap is ${decimal(_inner(g))}$, the slope there"
            f" $p(1-p) = {decimal(_slope(_inner(g)), 4)}$.",
            "With respect to the scaled score.",
        ),
        Step(
            f"Divided by $\\sqrt{{{g.d_k}}} = {math.isqrt(g.d_k)}$",
            "The chain rule: the raw score is divided by the root, and so is its gradient.",
        ),
    ),
    hints=lambda g: ("First the slope in the scaled score.", "The chain rule divides it by $\\sqrt{d_k}$."),
    wrong=(
        Wrong(
            "chain rule forgotten",
            "That is the slope in the scaled score; the raw one is divided by √d_k.",
            lambda g: _slope(_inner(g)),
            "scaling#^chain-rule-of-scaling",
        ),
        Wrong(
            "multiplied by the root",
            "Dividing the score divides the gradient.",
            lambda g: _slope(_inner(g)) * math.sqrt(g.d_k),
            "scaling#^chain-rule-of-scaling",
        ),
        Wrong(
            "not scaled",
            "That is the slope of the unscaled softmax.",
            lambda g: _slope(g.a - g.b),
            "worked-examples#^example-two-slopes",
        ),
        Wrong(
            "divided by d_k",
            "The chain rule gives one factor 1/√d_k.",
            lambda g: _slope(_inner(g)) / g.d_k,
            "scaling#^chain-rule-of-scaling",
        ),
    ),
)

FAMILIES = (SCALED, FACTOR, DEVIATION, GAP, SATURATION, SENSITIVITY, RAW)
