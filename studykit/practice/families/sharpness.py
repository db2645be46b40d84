"""How large a weight can get: under scores that are bounded, and the score that a wanted weight needs."""

from __future__ import annotations

import math
from dataclasses import dataclass

from attention_engine import cosine_weight_ceiling, sharpness_for_weight, softmax
from studykit.draw import Draw
from studykit.practice.family import Family, Wrong
from studykit.practice.problem import Form, Step
from studykit.practice.values import decimal

_CEILING = "similarity#^cosine-ceiling"
_RATIO = "softmax#^weight-ratio"
_FORMULA = "softmax#^softmax-formula"


# The largest weight that cosine scores allow.


@dataclass(frozen=True, slots=True)
class Count:
    """How many keys there are."""

    n: int


def _weight(own: float, other: float, others: int) -> float:
    """The weight of the first key where all others have one score."""
    return float(softmax([own, *[other] * others])[0])


CEILING = Family(
    name="cosine-ceiling",
    form=Form.NUMBER,
    draw=lambda draw, level: Count(draw.between(3, 60)),
    answer=lambda g: cosine_weight_ceiling(g.n),
    prompt=lambda g: (
        f"The scores of a query with {g.n} keys are plain cosines, without any factor, and go straight into"
        " the softmax. What is the largest weight that one key can get? A number with three significant"
        " figures; a formula may be typed."
    ),
    solution=lambda g: (
        Step(
            f"The key has the score 1, and each of the {g.n - 1} others has $-1$.",
            "A cosine lies between $-1$ and 1, so no gap can be larger than 2.",
        ),
        Step(
            rf"$\frac{{e^1}}{{e^1 + {g.n - 1} \cdot e^{{-1}}}} = \frac{{e^2}}{{e^2 + {g.n - 1}}}$",
            "Above and below multiplied by $e$: only the gap of 2 counts.",
        ),
        Step(
            rf"$e^2 \approx {decimal(math.e**2)}$, so this is"
            rf" ${decimal(math.e**2)} / {decimal(math.e**2 + g.n - 1)}$.",
            "More keys share the rest, and the ceiling falls.",
        ),
    ),
    hints=lambda g: (
        "Between which two numbers does a cosine lie?",
        "The weight is largest where its own score is as high as can be, and all others as low as can be.",
        f"Its exponential is $e$, and each of the {g.n - 1} others has $e^{{-1}}$.",
    ),
    wrong=(
        Wrong(
            "key counted twice",
            "All keys are in the sum, but the key itself is one of them, which leaves n − 1 others.",
            lambda g: _weight(1, -1, g.n),
            _CEILING,
        ),
        Wrong(
            "others at 0",
            "A right angle looks like the least there is, but a cosine goes down to −1, which widens the gap"
            " to 2.",
            lambda g: _weight(1, 0, g.n - 1),
            _CEILING,
        ),
        Wrong(
            "own exponential left out of the sum",
            "That is the ratio to the others; a weight is a share of all, its own exponential included.",
            lambda g: math.e**2 / (g.n - 1),
            _FORMULA,
        ),
        Wrong(
            "no ceiling",
            "A softmax gets as near to 1 as you like only if scores may grow; cosines are at most 2 apart.",
            lambda g: 1.0,
            "similarity#^cosine-lacks",
        ),
        Wrong(
            "equal weights",
            "One n-th is what equal scores give; the best key may be ahead of the others by 2.",
            lambda g: 1 / g.n,
            "softmax#^equal-scores",
        ),
    ),
)

# How sharp scores must be for a wanted weight.


@dataclass(frozen=True, slots=True)
class Wanted:
    """How many keys there are, and the weight that one of them should get."""

    n: int
    w: float

    @property
    def ratio(self) -> float:
        """e^β."""
        return self.w * (self.n - 1) / (1 - self.w)


def _draw_wanted(draw: Draw, level: int) -> Wanted:
    # More keys or larger weights, and n keys instead of n − 1 would not show in three figures.
    return Wanted(draw.between(4, 16), draw.pick((0.55, 0.6, 0.65, 0.7, 0.75, 0.8, 0.85, 0.9)))


def _wanted_solution(g: Wanted) -> tuple[Step, ...]:
    w, rest = decimal(g.w, 2), decimal(round(1 - g.w, 2), 2)
    return (
        Step(
            rf"${w} = \frac{{e^\beta}}{{e^\beta + {g.n - 1}}}$",
            f"Each of the {g.n - 1} other keys adds $e^0 = 1$.",
        ),
        Step(
            rf"${w} \cdot {g.n - 1} = {rest} \cdot e^\beta$",
            r"Multiply by the whole denominator, and collect $e^\beta$ on one side.",
        ),
        Step(
            rf"$e^\beta = {decimal(g.w * (g.n - 1), 2)} / {rest} = {decimal(g.ratio)}$",
            r"$\beta$ is the natural logarithm of this.",
        ),
    )


SHARPNESS = Family(
    name="retrieval-sharpness",
    form=Form.NUMBER,
    draw=_draw_wanted,
    answer=lambda g: sharpness_for_weight(g.w, g.n),
    prompt=lambda g: (
        rf"One of {g.n} keys has the score $\beta$, and all others have 0. The scores go straight into the"
        rf" softmax, without $\sqrt{{d_k}}$. Which $\beta$ gives that key the weight {decimal(g.w, 2)}? A"
        " number with three significant figures; a formula with ln may be typed."
    ),
    solution=_wanted_solution,
    hints=lambda g: (
        r"Write the weight of the key as a softmax with $\beta$ in it.",
        f"The {g.n - 1} others add 1 each. Multiply by the denominator, and collect $e^\\beta$.",
        rf"${decimal(round(1 - g.w, 2), 2)} \cdot e^\beta = {decimal(g.w * (g.n - 1), 2)}$",
    ),
    wrong=(
        Wrong(
            "other keys forgotten",
            "This is right for one other key; here n − 1 of them share the rest, so their number belongs in"
            " the logarithm.",
            lambda g: math.log(g.w / (1 - g.w)),
            _RATIO,
        ),
        Wrong(
            "n other keys",
            "There are n keys in all, but the key itself is one of them, which leaves n − 1 others.",
            lambda g: math.log(g.w * g.n / (1 - g.w)),
            _RATIO,
        ),
        Wrong(
            "logarithm of the weight",
            "A weight is an exponential divided by their sum, so undoing exp alone leaves out what the others"
            " take.",
            lambda g: math.log(g.w),
            _FORMULA,
        ),
        Wrong(
            "weight not multiplied out",
            "The weight multiplies the whole denominator, the n − 1 other keys as well, before anything is"
            " collected.",
            lambda g: math.log((g.n - 1) / (1 - g.w)),
            _FORMULA,
        ),
        Wrong(
            "ratio without ln",
            "All but the last step is done: this is e^β, and β itself is its natural logarithm.",
            lambda g: g.ratio,
            _RATIO,
        ),
    ),
)

FAMILIES = (CEILING, SHARPNESS)
