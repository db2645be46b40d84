"""The slope of a softmax over two keys: at large gaps, and what scaling makes of it."""

from __future__ import annotations

import math
from dataclasses import dataclass

from attention_engine import helpful_gap, scaled, sigmoid_slope, two_key_gradient, weights
from studykit.draw import Draw
from studykit.practice.family import Family, Wrong
from studykit.practice.problem import Form, Step
from studykit.practice.values import decimal

_ROOT = "scaled-dot-product-attention#^why-root-dk"
_CHAIN = "scaling#^chain-rule-of-scaling"
_SCALED_GAP = "scaling#^gap-factor"
_SLOPE = "softmax#^softmax-slope"
_EXAMPLE = "worked-examples#^example-two-slopes"


# At a large gap.


@dataclass(frozen=True, slots=True)
class Gap:
    """A gap of two logits."""

    gap: float


def _larger_weight(gap: float) -> float:
    return float(weights([[gap, 0.0]])[0, 0])


_LARGE_GAP, _LARGER_GAP = 3.5, 4.2
"""Gaps beyond which e^{-gap}, and then 1 − p and p², are too near another answer to be told apart."""


SATURATION = Family(
    name="saturation-gradient",
    form=Form.NUMBER,
    decimals=5,
    draw=lambda draw, level: Gap(draw.between(17, 60) / 10),
    answer=lambda g: sigmoid_slope(g.gap),
    prompt=lambda g: (
        f"The softmax of two logits gives the larger one the weight $p$; the logits differ by ${g.gap}$. How "
        r"steep is $p$ in its own logit? Compute $\frac{\partial p}{\partial z} = p(1 - p)$."
        "\n\nGive a number to three significant figures."
    ),
    solution=lambda g: (
        Step(
            rf"$p = \frac{{1}}{{1 + e^{{-{g.gap}}}}} \approx {_larger_weight(g.gap):.5f}$",
            "A softmax of two logits is a sigmoid of their gap.",
        ),
        Step(rf"$1 - p \approx {1 - _larger_weight(g.gap):.5f}$", "The two weights sum to 1."),
        Step(
            r"Their product is the slope, which is at most $\frac{1}{4}$.",
            "The larger the gap, the smaller the slope: the softmax saturates.",
        ),
    ),
    hints=lambda g: (
        "First find the two weights.",
        rf"$p = \frac{{1}}{{1 + e^{{-{g.gap}}}}}$",
        rf"$e^{{-{g.gap}}} \approx {decimal(math.exp(-g.gap), 5)}$; multiply $p$ with $1 - p$.",
    ),
    wrong=(
        Wrong(
            "larger weight",
            "That is the weight p itself; its slope is p times the rest, p(1 − p).",
            lambda g: _larger_weight(g.gap),
            _SLOPE,
        ),
        Wrong(
            "smaller weight",
            "At large gaps the slope comes near the smaller weight 1 − p, but it still has the factor p.",
            lambda g: 1 - _larger_weight(g.gap) if g.gap < _LARGER_GAP else None,
            _SLOPE,
        ),
        Wrong(
            "p squared",
            "The second factor is not p again but what the other key has, 1 − p.",
            lambda g: _larger_weight(g.gap) ** 2 if g.gap < _LARGER_GAP else None,
            _SLOPE,
        ),
        Wrong(
            "a quarter",
            "A quarter is the most that p(1 − p) can be, and it is that only for equal logits.",
            lambda g: 0.25,
            "softmax#^largest-slope",
        ),
        Wrong(
            "exponential alone",
            "The slope falls about like this exponential, but its denominator (1 + e^(−gap))² is missing.",
            lambda g: math.exp(-g.gap) if g.gap < _LARGE_GAP else None,
            _SLOPE,
        ),
    ),
)


# The slope before and after scaling, in the scaled scores and in the raw ones.


@dataclass(frozen=True, slots=True)
class TwoScores:
    """Two raw scores, the first the larger one, and the length of the vectors."""

    a: float
    b: float
    d_k: int


def _draw_two(draw: Draw, level: int) -> TwoScores | None:
    """Gaps on both sides of the one from which on scaling makes the gradient larger."""
    d_k, b = draw.pick((4, 9, 16, 25, 36, 64, 100)), draw.between(2, 18) / 2
    gap = draw.between(1, 12 if level == 3 else 20) / 2
    # Much nearer together the slope is nearly ¼ either way; much further apart none would be left.
    return TwoScores(b + gap, b, d_k) if 0.05 <= gap / math.sqrt(d_k) <= 5 else None


def _raw_gap(g: TwoScores) -> float:
    return g.a - g.b


def _scaled_gap(g: TwoScores) -> float:
    return float(scaled([[_raw_gap(g)]], g.d_k)[0, 0])


def _told(g: TwoScores) -> str:
    return (
        f"A query has the raw scores ${decimal(g.a, 1)}$ and ${decimal(g.b, 1)}$ for two keys, and "
        rf"$d_k = {g.d_k}$. The softmax sees $s = S/\sqrt{{d_k}}$."
    )


def _gap_shown(g: TwoScores) -> str:
    return f"{_scaled_gap(g):.4g}"


def _sign(g: TwoScores) -> str:
    return "=" if float(_gap_shown(g)) == _scaled_gap(g) else r"\approx"


def _gap_step(g: TwoScores) -> Step:
    return Step(
        f"The raw gap is ${decimal(_raw_gap(g), 1)}$, the scaled one ${decimal(_raw_gap(g), 1)}/"
        f"{math.isqrt(g.d_k)} {_sign(g)} {_gap_shown(g)}$.",
        r"Dividing scores by $\sqrt{d_k}$ divides their gap.",
    )


def _weight_step(g: TwoScores) -> Step:
    p = _larger_weight(_scaled_gap(g))
    return Step(
        f"$p = 1/(1 + e^{{-{_gap_shown(g)}}}) \\approx {decimal(p, 4)}$, so $1 - p \\approx "
        f"{decimal(1 - p, 4)}$.",
        "A softmax of two logits is a sigmoid of their gap.",
    )


SENSITIVITY = Family(
    name="softmax-sensitivity",
    form=Form.NUMBER,
    decimals=5,
    draw=_draw_two,
    answer=lambda g: sigmoid_slope(_scaled_gap(g)),
    prompt=lambda g: (
        f"{_told(g)} How steep is the weight $p$ of the first key in its *scaled* score? Compute "
        r"$\frac{\partial p}{\partial s_0} = p(1 - p)$."
        "\n\nGive a number to three significant figures."
    ),
    solution=lambda g: (
        _gap_step(g),
        _weight_step(g),
        Step(
            f"Multiply the two. (Before scaling the slope was ${decimal(sigmoid_slope(_raw_gap(g)), 5)}$.)",
            "A smaller gap is nearer to the steepest place of the softmax, where the slope is 0.25.",
        ),
    ),
    hints=lambda g: (
        "First scale the gap of the two scores.",
        f"It is $x = {decimal(_raw_gap(g), 1)}/{math.isqrt(g.d_k)}$, and $p = 1/(1 + e^{{-x}})$.",
        f"$p \\approx {decimal(_larger_weight(_scaled_gap(g)), 4)}$; multiply it with $1 - p$.",
    ),
    wrong=(
        Wrong(
            "not scaled",
            "That is the slope before scaling; the softmax sees the gap divided by √d_k.",
            lambda g: sigmoid_slope(_raw_gap(g)),
            _SCALED_GAP,
        ),
        Wrong(
            "divided by d_k",
            "The gap was divided by d_k, but scores are divided by its square root.",
            # For small gaps both slopes are nearly ¼.
            lambda g: sigmoid_slope(_raw_gap(g) / g.d_k) if _scaled_gap(g) >= 0.3 else None,
            _ROOT,
        ),
        Wrong(
            "weight itself",
            "That is the weight p; its slope is p(1 − p).",
            lambda g: _larger_weight(_scaled_gap(g)),
            _SLOPE,
        ),
        Wrong(
            "in the raw score",
            "The factor 1/√d_k of the chain rule belongs to the raw score, and here the scaled one is asked.",
            lambda g: two_key_gradient(_raw_gap(g), g.d_k, scaled=True),
            _EXAMPLE,
        ),
    ),
)


def _compared(g: TwoScores) -> Step:
    """Whether scaling helped, which it does at large gaps only."""
    without = two_key_gradient(_raw_gap(g), g.d_k, scaled=False)
    larger = two_key_gradient(_raw_gap(g), g.d_k, scaled=True) > without
    return Step(
        f"Without scaling it would be ${decimal(without, 5)}$: here scaling makes it "
        f"{'larger' if larger else 'smaller'}.",
        f"At $d_k = {g.d_k}$ scaling helps beyond a raw gap of about {helpful_gap(g.d_k):.2f}.",
    )


RAW = Family(
    name="raw-score-gradient",
    form=Form.NUMBER,
    decimals=5,
    draw=_draw_two,
    answer=lambda g: two_key_gradient(_raw_gap(g), g.d_k, scaled=True),
    prompt=lambda g: (
        f"{_told(g)} How steep is the weight $p$ of the first key in its *raw* score? Compute "
        r"$\frac{\partial p}{\partial S_0}$."
        "\n\nGive a number to three significant figures."
    ),
    solution=lambda g: (
        _gap_step(g),
        _weight_step(g),
        Step(
            f"In the scaled score it is $p(1 - p) \\approx {decimal(sigmoid_slope(_scaled_gap(g)), 5)}$.",
            "That is what the softmax sees.",
        ),
        Step(
            f"In the raw score it is divided by $\\sqrt{{{g.d_k}}} = {math.isqrt(g.d_k)}$.",
            r"The chain rule: $\frac{\partial s_0}{\partial S_0} = \frac{1}{\sqrt{d_k}}$.",
        ),
        _compared(g),
    ),
    hints=lambda g: (
        "First find the slope in the scaled score, $p(1 - p)$.",
        f"There $p \\approx {decimal(_larger_weight(_scaled_gap(g)), 4)}$. Then comes the chain rule.",
        f"The chain rule divides $p(1 - p)$ by $\\sqrt{{d_k}} = {math.isqrt(g.d_k)}$.",
    ),
    wrong=(
        Wrong(
            "chain rule forgotten",
            "That is the slope in the scaled score; a step of the raw one moves it by 1/√d_k only.",
            lambda g: sigmoid_slope(_scaled_gap(g)),
            _CHAIN,
        ),
        Wrong(
            "multiplied by √d_k",
            "It is natural to undo the scaling, but the chain rule divides by √d_k once more.",
            lambda g: sigmoid_slope(_scaled_gap(g)) * math.sqrt(g.d_k),
            _CHAIN,
        ),
        Wrong(
            "not scaled",
            "That is the slope without any scaling; here the softmax sees scores divided by √d_k.",
            lambda g: sigmoid_slope(_raw_gap(g)),
            _EXAMPLE,
        ),
        Wrong(
            "weight of the raw gap",
            "The chain rule is there, but p has to be taken at the scaled gap that the softmax sees.",
            lambda g: sigmoid_slope(_raw_gap(g)) / math.sqrt(g.d_k),
            _SCALED_GAP,
        ),
        Wrong(
            "divided by d_k",
            "The chain rule gives one factor 1/√d_k, not two.",
            lambda g: sigmoid_slope(_scaled_gap(g)) / g.d_k,
            _CHAIN,
        ),
    ),
)

FAMILIES = (SATURATION, SENSITIVITY, RAW)
