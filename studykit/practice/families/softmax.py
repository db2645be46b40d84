"""The softmax: weights, shifts, temperature, stability."""

from __future__ import annotations

import math
from dataclasses import dataclass
from fractions import Fraction

import numpy as np

from attention_engine import (
    entropy,
    softmax,
)
from attention_engine.attention import capped
from studykit.checking.question import Tolerance
from studykit.draw import Draw
from studykit.practice.family import Family, Wrong
from studykit.practice.problem import Form, Step
from studykit.practice.steps import softmax_step
from studykit.practice.values import fractions, tex

WEIGHTS = Tolerance(relative=0, absolute=0.0005)


_FORMULA = "softmax#^softmax-formula"


@dataclass(frozen=True, slots=True)
class Logits:
    """Logits, and one number beside them (a temperature, a cap, a constant)."""

    z: list[float]
    t: float = 1.0


def _exp(z: list[float]) -> list[float]:
    return [math.exp(each) for each in z]


def _distinct(draw: Draw, count: int, low: int, high: int) -> list[float]:
    return [each / 2 for each in draw.some(range(2 * low, 2 * high + 1), count)]


def _logits(draw: Draw, level: int) -> Logits | None:
    z = _distinct(draw, 3 if level == 2 else 4, -2, 3)
    return Logits(z) if min(z) < 0 < max(z) and abs(sum(z)) > 0.4 else None


SOFTMAX = Family(
    name="softmax",
    form=Form.VECTOR,
    tolerance=WEIGHTS,
    draw=_logits,
    answer=lambda g: softmax(g.z),
    prompt=lambda g: f"Compute the softmax of the logits $z = {tex(g.z, 1)}$, to three decimals.",
    solution=lambda g: (softmax_step(g.z),),
    hints=lambda g: (
        "Take $e$ to the power of each logit.",
        "Then divide by their sum, so that the weights sum to 1.",
    ),
    wrong=(
        Wrong(
            "no exp",
            "Logits may be negative; exp makes them positive first.",
            lambda g: [each / sum(g.z) for each in g.z],
            "softmax#^why-softmax",
        ),
        Wrong(
            "sizes normalised",
            "A logit of −2 should get less than one of 1: exp keeps the order.",
            lambda g: [abs(each) / sum(map(abs, g.z)) for each in g.z],
            "softmax#^why-softmax",
        ),
        Wrong(
            "not normalised",
            "Dividing by the sum makes the weights sum to 1.",
            lambda g: _exp(g.z),
            "vocabulary#^figure-row-sum",
        ),
        Wrong(
            "largest takes all",
            "That is the limit for huge gaps; the others keep a share.",
            lambda g: [float(each == max(g.z)) for each in g.z],
            "scaling#^gaps-not-values",
        ),
        Wrong(
            "sigmoid of each",
            "The keys compete: all share one sum.",
            lambda g: [1 / (1 + math.exp(-each)) for each in g.z],
            "softmax#^cloze-competition",
        ),
        Wrong(
            "base 2",
            "The base is e.",
            lambda g: [2**each / sum(2**other for other in g.z) for each in g.z],
            _FORMULA,
        ),
    ),
)


@dataclass(frozen=True, slots=True)
class Logs:
    """Whole numbers whose logarithms are the logits."""

    a: list[int]


def _ln(a: int) -> str:
    return rf"\ln {a}"


def _logs(draw: Draw, level: int) -> Logs:
    return Logs(draw.some(range(1, 8 if level == 2 else 13), 3 if level == 2 else 4))


LOGS = Family(
    name="softmax-of-logs",
    form=Form.VECTOR,
    exact=True,
    draw=_logs,
    answer=lambda g: fractions(softmax(np.log(g.a))),
    prompt=lambda g: f"Compute the softmax of $z = ({', '.join(map(_ln, g.a))})$ in exact fractions.",
    solution=lambda g: (
        Step(f"$e^{{\\ln a}} = a$, so the exponentials are ${tex(g.a)}$.", "exp undoes ln."),
        Step(f"Their sum is {sum(g.a)}.", "Each divided by the sum is a weight."),
    ),
    hints=lambda g: ("What is $e^{\\ln a}$?", "Divide each number by their sum."),
    wrong=(
        Wrong(
            "logarithms normalised",
            "exp comes before dividing by the sum.",
            lambda g: [math.log(each) / sum(map(math.log, g.a)) for each in g.a],
            _FORMULA,
        ),
        Wrong(
            "softmax of the numbers",
            "The logits are their logarithms.",
            lambda g: [math.exp(each) / sum(map(math.exp, g.a)) for each in g.a],
            _FORMULA,
        ),
        Wrong(
            "equal shares",
            "Only equal logits share evenly.",
            lambda g: [Fraction(1, len(g.a))] * len(g.a),
            "softmax#^equal-scores",
        ),
        Wrong(
            "not normalised",
            "Dividing by the sum makes the weights sum to 1.",
            lambda g: g.a,
            "vocabulary#^figure-row-sum",
        ),
    ),
)


def _shifted(draw: Draw, level: int) -> Logits:
    return Logits(_distinct(draw, 3, -1, 2), float(draw.pick((2, 3, 5, 10, -4))))


SHIFT = Family(
    name="softmax-shift",
    form=Form.VECTOR,
    tolerance=WEIGHTS,
    draw=_shifted,
    answer=lambda g: softmax([each + g.t for each in g.z]),
    prompt=lambda g: (
        f"The logits $z = {tex(g.z, 1)}$ have the softmax ${tex(softmax(g.z))}$."
        " A vector added to every key adds"
        f" ${tex(g.t)}$ to every logit. What is the softmax now, to three decimals?"
    ),
    solution=lambda g: (
        Step("$e^{z + c} = e^c e^z$, and $e^c$ cancels.", "Only gaps between logits count."),
    ),
    hints=lambda g: ("What happens to the gaps between the logits?", "$e^c$ stands above and below the bar."),
    wrong=(
        Wrong(
            "constant added to the weights",
            "It is added to the logits, and cancels there.",
            lambda g: [float(each) + g.t for each in softmax(g.z)],
            "softmax#^softmax-shift",
        ),
        Wrong(
            "equal shares",
            "Equal logits share evenly, but these keep their gaps.",
            lambda g: [1 / 3] * 3,
            "softmax#^softmax-shift",
        ),
        Wrong(
            "constant as a factor",
            "It is added to the logits, not multiplied: gaps stay.",
            lambda g: list(map(float, softmax([each * g.t for each in g.z]))),
            "softmax#^softmax-shift",
        ),
        Wrong(
            "constant as another key",
            "It is no key of its own: it stands in every term.",
            lambda g: [math.exp(each) / (math.exp(g.t) + sum(_exp(g.z))) for each in g.z],
            "softmax#^softmax-shift",
        ),
    ),
)


def _heated(draw: Draw, level: int) -> Logits:
    temperature = draw.pick((0.5, 2.0)) if level == 2 else draw.pick((0.25, 0.5, 2.0, 4.0))
    return Logits(_distinct(draw, 3 if level == 2 else 4, -1, 3), temperature)


TEMPERATURE = Family(
    name="temperature",
    form=Form.VECTOR,
    tolerance=WEIGHTS,
    draw=_heated,
    answer=lambda g: softmax(g.z, temperature=g.t),
    prompt=lambda g: (
        f"Compute the softmax of $z = {tex(g.z, 1)}$ at temperature $T = {tex(g.t, 2)}$, to three decimals."
    ),
    solution=lambda g: (
        Step(
            f"$z/T = {tex([each / g.t for each in g.z])}$",
            "A temperature divides the logits: above 1 it makes them flatter.",
        ),
        softmax_step([each / g.t for each in g.z]),
    ),
    hints=lambda g: ("Divide the logits by the temperature first.", "Then take the softmax as usual."),
    wrong=(
        Wrong(
            "multiplied",
            "A temperature divides the logits.",
            lambda g: list(map(float, softmax([each * g.t for each in g.z]))),
            "softmax#^cloze-temperature",
        ),
        Wrong(
            "weights divided",
            "The logits are divided, before the softmax.",
            lambda g: [float(each) / g.t for each in softmax(g.z)],
            "softmax#^cloze-temperature",
        ),
        Wrong(
            "ignored",
            "The temperature changes the gaps, and so the weights.",
            lambda g: list(map(float, softmax(g.z))),
            "softmax#^cloze-temperature",
        ),
    ),
)


def _capped(draw: Draw, level: int) -> Logits:
    z = [float(each) for each in draw.some(range(-30, 31), 3)]
    return Logits(z, float(draw.pick((5, 10, 20))))


SOFTCAP = Family(
    name="softcap",
    form=Form.VECTOR,
    draw=_capped,
    answer=lambda g: capped([g.z], g.t)[0],
    prompt=lambda g: (
        f"Scores $s = {tex(g.z)}$ go through a softcap of ${tex(g.t)}$, which replaces"
        " $s$ by $c \\tanh(s/c)$. Compute them, to three figures."
    ),
    solution=lambda g: (
        Step(
            f"$s/c = {tex([each / g.t for each in g.z])}$, with tanh"
            f" ${tex([math.tanh(each / g.t) for each in g.z], 4)}$",
            "tanh keeps small numbers and ends at ±1.",
        ),
    ),
    hints=lambda g: ("Divide by the cap, take tanh, multiply by the cap.", "No result is beyond the cap."),
    wrong=(
        Wrong(
            "cut off",
            "A softcap bends smoothly; it does not cut.",
            lambda g: [max(-g.t, min(g.t, each)) for each in g.z],
            "softmax#^saturated-gradient",
        ),
        Wrong(
            "cap not multiplied back",
            "tanh ends at ±1; the cap brings the size back.",
            lambda g: [math.tanh(each / g.t) for each in g.z],
            "softmax#^saturated-gradient",
        ),
        Wrong(
            "not divided first",
            "Without dividing, tanh is ±1 at once.",
            lambda g: [g.t * math.tanh(each) for each in g.z],
            "softmax#^saturated-gradient",
        ),
        Wrong(
            "not capped",
            "Large scores are bent towards the cap.",
            lambda g: g.z,
            "softmax#^saturated-gradient",
        ),
    ),
)


@dataclass(frozen=True, slots=True)
class Shares:
    """Exact weights."""

    p: list[Fraction]


def _shares(draw: Draw, level: int) -> Shares | None:
    parts = [draw.between(1, 7) for _ in range(draw.between(3, 4))]
    p = [Fraction(each, sum(parts)) for each in parts]
    return Shares(p) if len(set(p)) > 1 else None


ENTROPY = Family(
    name="weights-entropy",
    form=Form.NUMBER,
    draw=_shares,
    answer=lambda g: float(entropy([float(each) for each in g.p])),
    prompt=lambda g: (
        "Compute the entropy $-\\sum_i p_i \\ln p_i$ of the weights"
        f" $p = {tex(g.p)}$ in nats, to three figures."
    ),
    solution=lambda g: (
        Step(
            "The terms $-p_i \\ln p_i$ are "
            + f"${tex([-float(each) * math.log(each) for each in g.p], 4)}$.",
            "A weight of 1 would give 0, equal weights the most.",
        ),
    ),
    hints=lambda g: ("Each weight times the logarithm of itself.", "The sign in front makes it positive."),
    wrong=(
        Wrong(
            "bits",
            "Nats use the natural logarithm; bits use base 2.",
            lambda g: -sum(float(p) * math.log2(p) for p in g.p),
            "scaled-dot-product-attention#^softmax-output",
        ),
        Wrong(
            "sign forgotten",
            "Logarithms of weights are negative; the sign turns that.",
            lambda g: sum(float(p) * math.log(p) for p in g.p),
            "scaled-dot-product-attention#^softmax-output",
        ),
        Wrong(
            "equal weights assumed",
            "ln n is the entropy of equal weights, the largest there is.",
            lambda g: math.log(len(g.p)),
            "softmax#^equal-scores",
        ),
        Wrong(
            "perplexity",
            "That is e to the entropy.",
            lambda g: math.exp(-sum(float(p) * math.log(p) for p in g.p)),
            "scaled-dot-product-attention#^softmax-output",
        ),
        Wrong(
            "not weighted",
            "Each logarithm counts with its weight.",
            lambda g: -sum(math.log(p) for p in g.p),
            "scaled-dot-product-attention#^softmax-output",
        ),
        Wrong(
            "sum of squares",
            "1 − Σp² is another measure of spread.",
            lambda g: float(1 - sum(p * p for p in g.p)),
            "scaled-dot-product-attention#^softmax-output",
        ),
    ),
)

FAMILIES = (
    SOFTMAX,
    LOGS,
    SHIFT,
    TEMPERATURE,
    SOFTCAP,
    ENTROPY,
)
