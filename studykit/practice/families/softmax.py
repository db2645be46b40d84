"""The softmax: weights, shifts, temperature, stability."""

from __future__ import annotations

import math
from dataclasses import dataclass
from fractions import Fraction

import numpy as np

from attention_engine import (
    entropy,
    log_sum_exp,
    merge_totals,
    shifted_exponentials,
    softmax,
    softmax_with_sink,
)
from attention_engine.attention import capped
from studykit.checking.question import Tolerance
from studykit.draw import Draw
from studykit.practice.family import Family, Wrong
from studykit.practice.problem import Form, Step
from studykit.practice.steps import softmax_step
from studykit.practice.values import decimal, fractions, tex

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
            "scaled-dot-product-attention#^why-softmax",
        ),
        Wrong(
            "sizes normalised",
            "A logit of −2 should get less than one of 1: exp keeps the order.",
            lambda g: [abs(each) / sum(map(abs, g.z)) for each in g.z],
            "scaled-dot-product-attention#^why-softmax",
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
        f"The logits $z = {tex(g.z, 1)}$ have the softmax ${tex(softmax(g.z))}$. A vector added to every key adds"
        f" ${tex(g.t)}$ to every logit. What is the softmax now, to three decimals?"
    ),
    solution=lambda g: (
        Step(f"$e^{{z + c}} = e^c e^z$, and $e^c$ cancels.", "Only gaps between logits count."),
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


def _large(draw: Draw, level: int) -> Logits:
    base = draw.between(90, 120) if level == 2 else draw.between(300, 900)
    return Logits([float(base + each) for each in draw.some(range(6), 3 if level == 2 else 4)])


STABLE = Family(
    name="stable-softmax",
    form=Form.VECTOR,
    tolerance=WEIGHTS,
    draw=_large,
    answer=lambda g: shifted_exponentials(g.z),
    prompt=lambda g: (
        f"A stable softmax of $z = {tex(g.z)}$ takes exp of shifted logits. Which exponentials does it compute, to three decimals (not yet divided by their sum)?"
    ),
    solution=lambda g: (
        Step(
            f"The largest logit is ${tex(max(g.z))}$; shifted they are ${tex([each - max(g.z) for each in g.z])}$.",
            "Then nothing can overflow, and the weights do not change.",
        ),
    ),
    hints=lambda g: ("What is subtracted before exp?", "The largest exponential is $e^0$."),
    wrong=(
        Wrong(
            "mean subtracted",
            "The largest is subtracted, so that no power exceeds 1.",
            lambda g: [math.exp(each - sum(g.z) / len(g.z)) for each in g.z],
            "softmax#^subtract-maximum",
        ),
        Wrong(
            "smallest subtracted",
            "Then large gaps would overflow; the largest is subtracted.",
            lambda g: [math.exp(each - min(g.z)) for each in g.z],
            "softmax#^subtract-maximum",
        ),
        Wrong(
            "divided by the largest",
            "Dividing changes the gaps; subtracting does not.",
            lambda g: [math.exp(each / max(g.z)) for each in g.z],
            "softmax#^softmax-shift",
        ),
        Wrong(
            "already normalised",
            "The division by the sum comes after.",
            lambda g: list(map(float, softmax(g.z))),
            "softmax#^subtract-maximum",
        ),
    ),
)


def _three(draw: Draw, level: int) -> Logits | None:
    z = _distinct(draw, 3, -1, 4)
    return Logits(z) if sum(z) > 0.4 and min(z) > -1 else None


LSE = Family(
    name="log-sum-exp",
    form=Form.NUMBER,
    draw=_three,
    answer=lambda g: float(log_sum_exp(g.z)),
    prompt=lambda g: (
        f"Compute $\\ln \\sum_i e^{{z_i}}$ for $z = {tex(g.z, 1)}$ (natural logarithm), to three figures."
    ),
    solution=lambda g: (
        Step(
            f"The largest is ${tex(max(g.z), 1)}$; the others shifted give ${decimal(math.fsum(math.exp(each - max(g.z)) for each in g.z), 4)}$ as the sum.",
            "Taking the largest out keeps the powers small.",
        ),
        Step(
            f"${tex(max(g.z), 1)} + \\ln {decimal(math.fsum(math.exp(each - max(g.z)) for each in g.z), 4)}$",
            "What was taken out is added back.",
        ),
    ),
    hints=lambda g: (
        "Sum the exponentials first.",
        "The logarithm of the sum is a little above the largest logit.",
    ),
    wrong=(
        Wrong(
            "largest only",
            "The others add to the sum, if only a little.",
            lambda g: max(g.z),
            "softmax#^subtract-maximum",
        ),
        Wrong(
            "largest not added back",
            "What was subtracted before exp is added back after ln.",
            lambda g: float(log_sum_exp(g.z)) - max(g.z),
            "softmax#^subtract-maximum",
        ),
        Wrong(
            "sum of the logits",
            "The logarithm of a sum is not the sum of logarithms.",
            lambda g: sum(g.z),
            _FORMULA,
        ),
        Wrong(
            "exp forgotten",
            "The exponentials are summed, not the logits.",
            lambda g: math.log(sum(g.z)),
            _FORMULA,
        ),
        Wrong(
            "mean inside",
            "The sum is not divided by the number of logits.",
            lambda g: float(log_sum_exp(g.z)) - math.log(3),
            _FORMULA,
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
        f"Scores $s = {tex(g.z)}$ go through a softcap of ${tex(g.t)}$, which replaces $s$ by $c \\tanh(s/c)$. Compute them, to three figures."
    ),
    solution=lambda g: (
        Step(
            f"$s/c = {tex([each / g.t for each in g.z])}$, with tanh ${tex([math.tanh(each / g.t) for each in g.z], 4)}$",
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

SINK = Family(
    name="softmax-sink",
    form=Form.VECTOR,
    tolerance=WEIGHTS,
    draw=_three,
    answer=lambda g: softmax_with_sink(g.z),
    prompt=lambda g: (
        f"A softmax with a sink has 1 more below the bar: $e^{{z_i}}/(1 + \\sum_j e^{{z_j}})$. Compute it for $z = {tex(g.z, 1)}$, to three decimals."
    ),
    solution=lambda g: (
        Step(
            f"The exponentials are ${tex(_exp(g.z))}$; with the sink they sum to ${decimal(1 + sum(_exp(g.z)))}$.",
            "The sink is a key of score 0 whose value is nothing.",
        ),
    ),
    hints=lambda g: ("The weights sum to less than 1.", "Add 1 to the sum of the exponentials."),
    wrong=(
        Wrong(
            "ordinary softmax",
            "The sink takes a share, so that the weights sum to less than 1.",
            lambda g: list(map(float, softmax(g.z))),
            "vocabulary#^figure-row-sum",
        ),
        Wrong(
            "1 added to each",
            "The 1 is added once, below the bar.",
            lambda g: [(math.exp(each) + 1) / (sum(_exp(g.z)) + 3) for each in g.z],
            _FORMULA,
        ),
        Wrong(
            "sigmoid of each",
            "All keys share one sum.",
            lambda g: [1 / (1 + math.exp(-each)) for each in g.z],
            "softmax#^cloze-competition",
        ),
        Wrong(
            "1 below each term",
            "There is one sink for all keys, not one for each.",
            lambda g: [math.exp(each) / (3 + sum(_exp(g.z))) for each in g.z],
            _FORMULA,
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
        f"Compute the entropy $-\\sum_i p_i \\ln p_i$ of the weights $p = {tex(g.p)}$ in nats, to three figures."
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


@dataclass(frozen=True, slots=True)
class Blocks:
    """Maxima and totals of two blocks."""

    m1: int
    l1: float
    m2: int
    l2: float


def _blocks(draw: Draw, level: int) -> Blocks | None:
    m1, m2 = draw.between(0, 5), draw.between(0, 5)
    return (
        Blocks(m1, draw.between(11, 30) / 10, m2, draw.between(11, 30) / 10)
        if 1 <= abs(m1 - m2) <= 2
        else None
    )


def _merged(g: Blocks, level: int) -> float:
    return g.l1 * math.exp(g.m1 - level) + g.l2 * math.exp(g.m2 - level)


ONLINE = Family(
    name="online-softmax",
    form=Form.NUMBER,
    draw=_blocks,
    answer=lambda g: float(merge_totals(g.m1, g.l1, g.m2, g.l2)[1]),
    prompt=lambda g: (
        f"Two blocks of an online softmax have the maxima $m_1 = {g.m1}$, $m_2 = {g.m2}$ and the totals $l_1 = {g.l1}$,"
        f" $l_2 = {g.l2}$ (sums of $e^{{z - m}}$). What is the total of both, relative to the larger maximum? Three figures."
    ),
    solution=lambda g: (
        Step(
            f"$l_1 e^{{m_1 - m}} + l_2 e^{{m_2 - m}}$ with $m = {max(g.m1, g.m2)}$",
            "The block with the smaller maximum is made smaller first.",
        ),
    ),
    hints=lambda g: (
        "Both totals have to be relative to the same maximum.",
        "Multiply the total of the lower block by $e^{-\\text{gap}}$.",
    ),
    wrong=(
        Wrong(
            "totals added",
            "They are relative to different maxima: one has to be rescaled.",
            lambda g: g.l1 + g.l2,
            "softmax#^subtract-maximum",
        ),
        Wrong(
            "rescaled the other way",
            "The block below the maximum shrinks.",
            lambda g: g.l1 * math.exp(max(g.m1, g.m2) - g.m1) + g.l2 * math.exp(max(g.m1, g.m2) - g.m2),
            "softmax#^subtract-maximum",
        ),
        Wrong("larger total", "Both blocks count.", lambda g: max(g.l1, g.l2), "softmax#^subtract-maximum"),
        Wrong(
            "upper block only",
            "The lower block still adds a share.",
            lambda g: g.l1 if g.m1 > g.m2 else g.l2,
            "softmax#^subtract-maximum",
        ),
        Wrong(
            "both blocks shrunk",
            "Only the lower block is rescaled; the upper one is already relative to the maximum.",
            lambda g: (g.l1 + g.l2) * math.exp(-abs(g.m1 - g.m2)),
            "softmax#^subtract-maximum",
        ),
    ),
)

FAMILIES = (SOFTMAX, LOGS, SHIFT, STABLE, LSE, TEMPERATURE, SOFTCAP, SINK, ENTROPY, ONLINE)
