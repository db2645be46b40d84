"""What a constant, a temperature and a softcap do to logits, and so to the weights."""

from __future__ import annotations

import math
from dataclasses import dataclass
from fractions import Fraction

import numpy as np

from attention_engine import biased, capped, softmax
from studykit.draw import Draw
from studykit.practice.family import Family, Wrong
from studykit.practice.logits import WEIGHTS, distinct, exponentials
from studykit.practice.problem import Form, Step
from studykit.practice.steps import softmax_step
from studykit.practice.values import decimal, tex

_FORMULA = "softmax#^softmax-formula"
_SHIFT = "softmax#^softmax-shift"
_SUMS_TO_ONE = "vocabulary#^figure-row-sum"
_TEMPERATURE = "softmax#^cloze-temperature"
_WEIGHT_RATIO = "softmax#^weight-ratio"
_SOFTCAP_BEFORE_MASK = "softmax-in-code#^softcap-before-mask"
_SOFTCAP = "softmax-in-code#^softcap"


def _weights(z: list[float]) -> list[float]:
    found: list[float] = softmax(z).tolist()
    return found


# A constant added to every logit, or to one.


@dataclass(frozen=True, slots=True)
class Shifted:
    """Weights a/Σa before ln r is added: to every logit, or to that of one key."""

    a: list[int]
    r: str
    """What an exponential is multiplied by: a whole number or `1/2`."""
    key: int | None
    """The only key that it is added to; None for every key."""
    by: str
    """`logit`, or `key` where a vector is added to keys."""

    @property
    def p(self) -> list[Fraction]:
        """The weights before."""
        return [Fraction(each, sum(self.a)) for each in self.a]

    @property
    def c(self) -> float:
        """The constant, ln r."""
        return math.log(Fraction(self.r))

    @property
    def grown(self) -> list[Fraction]:
        """The weights before, each times what its exponential is multiplied by."""
        return [
            each * (Fraction(self.r) if self.key in (None, number) else 1)
            for number, each in enumerate(self.p)
        ]


def _draw_shifted(draw: Draw, level: int) -> Shifted:
    key = draw.pick((None, draw.below(3)))
    return Shifted(
        draw.some(range(1, 8), 3), draw.pick(("2", "3", "4", "1/2")), key, draw.pick(("logit", "key"))
    )


def _shifted_weights(g: Shifted, key: int | None) -> list[float]:
    place = np.ones(3) if key is None else np.eye(3)[key]
    return _weights((np.log(g.a) + g.c * place).tolist())


def _constant(g: Shifted) -> str:
    return r"-\ln 2" if g.r == "1/2" else rf"\ln {g.r}"


def _what_is_shifted(g: Shifted) -> str:
    if g.by == "logit":
        place = "every logit" if g.key is None else f"the logit of key {g.key} alone (keys count from 0)"
        return f"Now ${_constant(g)}$ is added to {place}."
    place = "every key" if g.key is None else f"key {g.key} alone (keys count from 0)"
    return f"Now a vector $b$ with $q \\cdot b = {_constant(g)}$ is added to {place}; scores are not scaled."


def _shift_solution(g: Shifted) -> tuple[Step, ...]:
    first = Step(
        f"$e^{{z + c}} = e^c e^z$ with $e^c = {tex(Fraction(g.r))}$.",
        "$q \\cdot (k + b) = q \\cdot k + q \\cdot b$: a vector added to a key adds a constant to its logit."
        if g.by == "key"
        else "A constant in the exponent is a factor of the exponential.",
    )
    if g.key is None:
        return first, Step(
            "Every exponential and so their sum has the same factor: it cancels.",
            "Only gaps between logits count, and they stay.",
        )
    return (
        first,
        Step(
            f"Only key {g.key} has the factor: ${tex(g.p)}$ becomes ${tex(g.grown)}$.",
            "The weights before stand in the same ratios as the exponentials.",
        ),
        Step(f"Their sum is ${tex(sum(g.grown))}$: divide by it.", "Weights sum to 1."),
    )


SHIFT = Family(
    name="softmax-shift",
    form=Form.VECTOR,
    tolerance=WEIGHTS,
    draw=_draw_shifted,
    answer=lambda g: _shifted_weights(g, g.key),
    prompt=lambda g: (
        f"A query has the attention weights\n\n$$p = {tex(g.p)}$$\n\n{_what_is_shifted(g)}"
        " What are the weights now? Three decimals or fractions."
    ),
    solution=_shift_solution,
    hints=lambda g: (
        "Does the gap between any two logits change?",
        f"$e^{{z + c}} = e^c e^z$, and here $e^c = {tex(Fraction(g.r))}$. Which exponentials get that"
        " factor?",
        "The factor stands in every exponential and in their sum."
        if g.key is None
        else f"Multiply the weight of key {g.key} by it, then divide all by the new sum.",
    ),
    wrong=(
        Wrong(
            "unchanged",
            "A constant cancels only where every logit gets it; here one gap changes against the other keys.",
            lambda g: None if g.key is None else g.p,
            _SHIFT,
        ),
        Wrong(
            "not divided by the new sum",
            "The exponentials do get the factor, but their sum changes as well: divide by the new one.",
            lambda g: g.grown,
            _SUMS_TO_ONE,
        ),
        Wrong(
            "added below the bar only",
            "The constant stands in the sum below the bar, but also in the exponential above it.",
            lambda g: [each / sum(g.grown) for each in g.p],
            _SHIFT,
        ),
        Wrong(
            "constant added to the weights",
            "It is added to the logits, before exp; there it multiplies exponentials and does not"
            " add to weights.",
            lambda g: [
                float(each) + (g.c if g.key in (None, number) else 0) for number, each in enumerate(g.p)
            ],
            _WEIGHT_RATIO,
        ),
        Wrong(
            "constant as a factor",
            "A factor on all logits would change every gap, as a temperature does; a constant that is added"
            " leaves them.",
            lambda g: _weights([g.c * math.log(each) for each in g.a]) if g.key is None else None,
            _TEMPERATURE,
        ),
        Wrong(
            "keys counted from 1",
            "Keys count from 0 here, so the constant belongs to the next one.",
            lambda g: _shifted_weights(g, g.key - 1) if g.key else None,
            _WEIGHT_RATIO,
        ),
    ),
)

# A softmax at a temperature.


@dataclass(frozen=True, slots=True)
class Heated:
    """A temperature T, and logits or the weights a/Σa that they have at T = 1."""

    z: list[float] | None
    a: list[int] | None
    t: float

    @property
    def p(self) -> list[Fraction]:
        """The weights at T = 1, where they are given."""
        parts = self.a or []
        return [Fraction(each, sum(parts)) for each in parts]

    @property
    def logits(self) -> list[float]:
        """The logits, or some that have the given weights."""
        return self.z if self.z is not None else [math.log(each) for each in self.p]


_SQUARES = (1, 4, 9, 16, 25)


def _draw_heated(draw: Draw, level: int) -> Heated:
    if level == 2:
        return Heated(distinct(draw, 3, -2, 4), None, draw.pick((0.5, 2.0, 4.0)))
    t = draw.pick((0.5, 2.0))
    return Heated(None, draw.some(_SQUARES if t > 1 else range(1, 7), 3), t)


def _heated_prompt(g: Heated) -> str:
    t = tex(g.t, 1)
    if g.z is None:
        return (
            f"At temperature 1 a softmax gives the weights\n\n$$p = {tex(g.p)}$$\n\n"
            f"Which weights do the same logits give at temperature $T = {t}$? Three decimals or fractions."
        )
    return (
        f"Compute the softmax of the logits\n\n$$z = {tex(g.z)}$$\n\n"
        f"at temperature $T = {t}$, to three decimals."
    )


def _heated_solution(g: Heated) -> tuple[Step, ...]:
    divided = [each / g.t for each in g.logits]
    if g.z is not None:
        return (
            Step(
                f"Divide the logits by {tex(g.t, 1)}: ${tex(divided, 2)}$.",
                "The temperature divides: below 1 it widens the gaps, above 1 it narrows them.",
            ),
            softmax_step(divided),
        )
    power = "the square" if g.t < 1 else "the square root"
    powers = exponentials(divided)
    return (
        Step(
            f"$e^{{z/T}} = (e^z)^{{1/T}}$, and $1/T = {tex(1 / g.t, 1)}$: take {power} of each weight.",
            "The weights at temperature 1 are the exponentials up to a factor, and that cancels.",
        ),
        Step(
            f"That gives ${tex(powers, 4)}$, with the sum ${decimal(sum(powers), 4)}$.", "Divide by the sum."
        ),
    )


HEATED = Family(
    name="temperature",
    form=Form.VECTOR,
    tolerance=WEIGHTS,
    draw=_draw_heated,
    answer=lambda g: softmax(g.logits, temperature=g.t),
    prompt=_heated_prompt,
    solution=_heated_solution,
    hints=lambda g: (
        f"Are the weights flatter or sharper at $T = {tex(g.t, 1)}$ than at 1?",
        "A temperature divides the logits, before exp.",
        f"Take the softmax of ${tex([each / g.t for each in g.logits], 2)}$ as usual."
        if g.z is not None
        else f"Dividing a logit by $T$ raises its exponential to the power $1/T = {tex(1 / g.t, 1)}$.",
    ),
    wrong=(
        Wrong(
            "multiplied by T",
            "The temperature divides the logits, so a high one makes the weights flatter and not sharper.",
            lambda g: _weights([each * g.t for each in g.logits]),
            _TEMPERATURE,
        ),
        Wrong(
            "weights divided",
            "Dividing after the softmax breaks the sum of 1; the logits are divided, before exp.",
            lambda g: [each / g.t for each in _weights(g.logits)],
            _SUMS_TO_ONE,
        ),
        Wrong(
            "temperature ignored",
            "It would cancel if it were added to or taken from all logits, but it divides them and"
            " changes every"
            " gap.",
            lambda g: _weights(g.logits),
            _SHIFT,
        ),
        Wrong(
            "not normalised",
            "The powers are right, and one step is missing: divided by their sum they sum to 1.",
            lambda g: exponentials([each / g.t for each in g.logits]),
            _SUMS_TO_ONE,
        ),
        Wrong(
            "weights taken for logits",
            "The weights have been through exp already: raise them to the power 1/T, without another exp.",
            lambda g: _weights([float(each) / g.t for each in g.p]) if g.p else None,
            _FORMULA,
        ),
    ),
)

# Scores through a softcap.


@dataclass(frozen=True, slots=True)
class Capped:
    """Scores s of one query, a cap c, and a bias that is added after the cap."""

    s: list[float]
    c: int
    bias: list[float]


def _draw_capped(draw: Draw, level: int) -> Capped | None:
    c = draw.pick((5, 10, 20))
    # Both sides of the bend: a score within half the cap, one near the cap and one beyond it.
    sizes = [
        draw.between(-(-2 * c // 10), c // 2),
        draw.between(6 * c // 10, c - 1),
        draw.between(11 * c // 10 + 1, 2 * c),
    ]
    s = [float(each * draw.pick((1, 1, -1))) for each in sizes]
    draw.shuffle(s)
    slope = draw.pick((0.5, 1.0, 1.5, 2.0))
    found = Capped(s, c, [-2 * slope, -slope, 0.0])
    # A sum near 0 would lose the digits that three figures need.
    return found if min(map(abs, _after_softcap(found))) >= 0.5 else None


def _after_softcap(g: Capped) -> list[float]:
    found: list[float] = biased(capped([g.s], g.c), [g.bias])[0].tolist()
    return found


def _plus_bias(g: Capped, s: list[float]) -> list[float]:
    return [a + b for a, b in zip(s, g.bias, strict=True)]


def _bent(g: Capped) -> list[float]:
    return [math.tanh(each / g.c) for each in g.s]


SOFTCAP = Family(
    name="softcap",
    form=Form.VECTOR,
    draw=_draw_capped,
    answer=_after_softcap,
    prompt=lambda g: (
        f"A query's scores, its softcap and its bias are\n\n$$s = {tex(g.s)}, \\quad c = {g.c}, \\quad"
        f" b = {tex(g.bias, 1)}$$\n\nThe softcap $c \\tanh(s/c)$ comes before the bias. Which logits"
        " go into the"
        " softmax? A vector, three significant figures each."
    ),
    solution=lambda g: (
        Step(f"$s/c = {tex([each / g.c for each in g.s], 2)}$", "In units of the cap."),
        Step(f"$\\tanh(s/c) = {tex(_bent(g), 4)}$", "tanh keeps small numbers and levels off at ±1."),
        Step(
            f"$c \\tanh(s/c) = {tex([g.c * each for each in _bent(g)])}$",
            f"Back in the units of the scores: nothing is beyond ±{g.c}.",
        ),
        Step(f"Add the bias: ${tex(g.bias, 1)}$.", "It comes after the cap, so it is not bent."),
    ),
    hints=lambda g: (
        "Small scores stay nearly as they are; none comes out beyond the cap.",
        "Divide by $c$, take tanh, multiply by $c$.",
        f"$\\tanh(s/c) = {tex(_bent(g), 4)}$; the bias is added at the end.",
    ),
    wrong=(
        Wrong(
            "bias before the cap",
            "The bias looks like a part of the score, but it is added after the cap, so that it is not bent.",
            lambda g: [g.c * math.tanh(each / g.c) for each in _plus_bias(g, g.s)],
            _SOFTCAP_BEFORE_MASK,
        ),
        Wrong(
            "bias forgotten",
            "The softcap is right; the bias is still to be added, before the softmax.",
            lambda g: [g.c * each for each in _bent(g)],
            _SOFTCAP_BEFORE_MASK,
        ),
        Wrong(
            "cut off at the cap",
            "A hard cut keeps the limits too, but has no slope beyond them; the softcap bends"
            " smoothly, also below.",
            lambda g: _plus_bias(g, [max(-g.c, min(g.c, each)) for each in g.s]),
            _SOFTCAP,
        ),
        Wrong(
            "cap not multiplied back",
            "tanh alone ends at ±1 and would leave almost no gaps; multiplied by the cap the scores"
            " keep their size.",
            lambda g: _plus_bias(g, _bent(g)),
            _SOFTCAP,
        ),
        Wrong(
            "not divided by the cap",
            "Without dividing first, tanh of nearly every score is ±1 already, and the gaps are lost.",
            lambda g: _plus_bias(g, [g.c * math.tanh(each) for each in g.s]),
            _SOFTCAP,
        ),
        Wrong(
            "not capped",
            "Dividing and multiplying by the cap does not cancel, since tanh comes between and bends"
            " large scores.",
            lambda g: _plus_bias(g, g.s),
            _SOFTCAP,
        ),
    ),
)

FAMILIES = (SHIFT, HEATED, SOFTCAP)
