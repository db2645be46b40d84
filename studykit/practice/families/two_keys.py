"""Two keys with and without scaling, in the manner of the second worked example."""

from __future__ import annotations

import math
from collections.abc import Callable
from dataclasses import dataclass

from attention_engine import scaled, two_key_gradient, weights
from studykit.draw import Draw
from studykit.practice.family import Family, Wrong
from studykit.practice.problem import Form, Step
from studykit.practice.values import decimal


@dataclass(frozen=True, slots=True)
class TwoKeys:
    """Two raw scores, the first the larger one; asked is the weight of its key or the slope of that."""

    d_k: int
    first: float
    second: float
    asked: str
    """`weight` or `slope`."""


def _draw_two(draw: Draw, level: int) -> TwoKeys:
    d_k = draw.pick((16, 25, 36, 49, 64, 81, 100))
    second = draw.between(4, 16) / 2
    gap = draw.between(2, 8) / 2 if level == 3 else draw.between(2, 12) / 2
    return TwoKeys(d_k, second + gap, second, "weight" if level == 3 else "slope")


def _gap(g: TwoKeys) -> float:
    return g.first - g.second


def _first_weight(g: TwoKeys, factor: float = 1.0) -> float:
    """The weight of the first key when the raw scores are multiplied by a factor."""
    return float(weights(scaled([[g.first, g.second]], g.d_k, scale=factor))[0, 0])


def _both_weights(g: TwoKeys) -> list[float]:
    return [_first_weight(g), float(weights(scaled([[g.first, g.second]], g.d_k))[0, 0])]


def _both_slopes(g: TwoKeys) -> list[float]:
    return [two_key_gradient(_gap(g), g.d_k, scaled=False), two_key_gradient(_gap(g), g.d_k, scaled=True)]


def _inner_slopes(g: TwoKeys) -> list[float]:
    """p(1 − p) at either gap, in the numbers that the softmax sees."""
    without, with_scaling = _both_slopes(g)
    return [without, with_scaling * math.sqrt(g.d_k)]


def _asked_of_two(g: TwoKeys) -> list[float]:
    return _both_weights(g) if g.asked == "weight" else _both_slopes(g)


def _of_weight(answer: Callable[[TwoKeys], list[float]]) -> Callable[[TwoKeys], list[float] | None]:
    return lambda g: answer(g) if g.asked == "weight" else None


def _of_slope(answer: Callable[[TwoKeys], list[float]]) -> Callable[[TwoKeys], list[float] | None]:
    return lambda g: answer(g) if g.asked == "slope" else None


def _two_prompt(g: TwoKeys) -> str:
    given = (
        f"A query has the raw scores ${decimal(g.first, 1)}$ and ${decimal(g.second, 1)}$ for two keys, and "
        f"$d_k = {g.d_k}$. "
    )
    if g.asked == "weight":
        return given + (
            "How much weight does the first key get without scaling, and how much with the scores divided by "
            r"$\sqrt{d_k}$?"
            "\n\nGive both numbers in this order, to three decimals."
        )
    return given + (
        "How steep is the weight $p$ of the first key in its own *raw* score $S_0$? Compute "
        r"$\frac{\partial p}{\partial S_0}$ without scaling, and with the scores divided by $\sqrt{d_k}$."
        "\n\nGive both numbers in this order, to three significant figures."
    )


def _two_solution(g: TwoKeys) -> tuple[Step, ...]:
    root = math.isqrt(g.d_k)
    p, p_scaled = _both_weights(g)
    steps = (
        Step(
            rf"Without scaling the gap is $g = {decimal(_gap(g), 1)}$, and $p = 1 / (1 + e^{{-g}}) \approx "
            f"{decimal(p, 4)}$.",
            "Only the gap of the two scores counts.",
        ),
        Step(
            rf"Divided by $\sqrt{{{g.d_k}}} = {root}$ the gap is ${decimal(_gap(g) / root, 4)}$, and $p "
            rf"\approx {decimal(p_scaled, 4)}$.",
            "A smaller gap makes the weights more even.",
        ),
    )
    if g.asked == "weight":
        return steps
    inner, inner_scaled = _inner_slopes(g)
    without, with_scaling = _both_slopes(g)
    larger = "larger" if with_scaling > without else "smaller"
    return (
        *steps,
        Step(
            rf"The slopes $p(1 - p)$ are ${decimal(inner, 5)}$ and ${decimal(inner_scaled, 5)}$.",
            "Each is the slope in the number that its softmax sees.",
        ),
        Step(
            rf"In the raw score the second is ${decimal(inner_scaled, 5)} / {root} \approx "
            f"{decimal(with_scaling, 5)}$; scaling has made the slope {larger} here.",
            r"The chain rule: the softmax sees $S_0 / \sqrt{d_k}$.",
        ),
    )


def _two_hints(g: TwoKeys) -> tuple[str, ...]:
    root = math.isqrt(g.d_k)
    gaps = (
        f"The gaps are ${decimal(_gap(g), 1)}$ without scaling and ${decimal(_gap(g), 1)} / {root}$ with it."
    )
    sigmoid = "With two keys $p = 1 / (1 + e^{-g})$, where $g$ is the gap of the scores."
    if g.asked == "weight":
        return sigmoid, gaps
    return (
        "First find the weight in either case. In the number that the softmax sees, its slope is $p(1 - p)$.",
        gaps + " " + sigmoid,
        rf"With scaling the chain rule gives another factor, $1/\sqrt{{d_k}} = 1/{root}$.",
    )


TWO_KEYS = Family(
    name="two-keys",
    form=Form.VECTOR,
    draw=_draw_two,
    answer=_asked_of_two,
    prompt=_two_prompt,
    solution=_two_solution,
    hints=_two_hints,
    decimals=5,
    wrong=(
        Wrong(
            "scaling taken to change nothing",
            "Adding a constant to all scores changes no weight, but dividing them shrinks their gap.",
            _of_weight(lambda g: [_first_weight(g)] * 2),
            "softmax#^weight-ratio",
        ),
        Wrong(
            "the two cases swapped",
            "Asked is first the case without scaling, then the one with it.",
            lambda g: _asked_of_two(g)[::-1],
            "scaling#^gap-factor",
        ),
        Wrong(
            "divided by d_k",
            "The root was lost: it is the variance that grows as $d_k$, so the scores are divided by "
            r"$\sqrt{d_k}$.",
            _of_weight(lambda g: [_first_weight(g), _first_weight(g, 1 / g.d_k)]),
            "scaled-dot-product-attention#^why-root-dk",
        ),
        Wrong(
            "multiplied by √d_k",
            r"Scaling makes scores smaller: they are divided by $\sqrt{d_k}$, not multiplied.",
            _of_weight(lambda g: [_first_weight(g), _first_weight(g, math.sqrt(g.d_k))]),
            "scaling#^gap-factor",
        ),
        Wrong(
            "weights of the second key",
            "These belong to the key with the lower score; the first key has the rest.",
            _of_weight(lambda g: [1 - p for p in _both_weights(g)]),
            "softmax#^softmax-eight",
        ),
        Wrong(
            "scores divided by their sum",
            "A softmax exponentiates before it divides: it sees the gap of the scores, not their ratio.",
            _of_weight(lambda g: [g.first / (g.first + g.second)] * 2),
            "softmax#^softmax-formula",
        ),
        Wrong(
            "chain rule forgotten",
            r"That is the slope in the *scaled* score; the raw one is divided by $\sqrt{d_k}$ on its way, "
            "and so is its slope.",
            _of_slope(_inner_slopes),
            "worked-examples#^example-two-slopes",
        ),
        Wrong(
            "slope divided by d_k",
            r"The chain rule divides by what the scores were divided by, which is $\sqrt{d_k}$.",
            _of_slope(lambda g: [_inner_slopes(g)[0], _inner_slopes(g)[1] / g.d_k]),
            "scaling#^chain-rule-of-scaling",
        ),
        Wrong(
            "weights instead of slopes",
            "These are the weights $p$ themselves; the slope of a weight in its own score is $p(1 - p)$.",
            _of_slope(_both_weights),
            "softmax#^softmax-slope",
        ),
        Wrong(
            "slope of even weights",
            "A quarter is the largest slope, at $p = 0.5$; away from even weights it is smaller.",
            _of_slope(lambda g: [0.25, 0.25 / math.sqrt(g.d_k)]),
            "softmax#^largest-slope",
        ),
    ),
)

FAMILIES = (TWO_KEYS,)
