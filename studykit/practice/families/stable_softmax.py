"""Softmax without overflow: shifted exponentials, log-sum-exp, a sink, blocks that are merged."""

from __future__ import annotations

import math
from dataclasses import dataclass

from attention_engine import (
    log_sum_exp,
    merge_totals,
    shifted_exponentials,
    softmax,
    softmax_with_sink,
)
from studykit.checking.question import Tolerance
from studykit.draw import Draw
from studykit.practice.family import Family, Wrong
from studykit.practice.problem import Form, Step
from studykit.practice.values import decimal, tex

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
        f"A stable softmax of $z = {tex(g.z)}$ takes exp of shifted logits. Which exponentials"
        " does it compute, to three decimals (not yet divided by their sum)?"
    ),
    solution=lambda g: (
        Step(
            f"The largest logit is ${tex(max(g.z))}$; shifted they are"
            f" ${tex([each - max(g.z) for each in g.z])}$.",
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
            f"The largest is ${tex(max(g.z), 1)}$; the others shifted give"
            f" ${decimal(math.fsum(math.exp(each - max(g.z)) for each in g.z), 4)}$ as the sum.",
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


SINK = Family(
    name="softmax-sink",
    form=Form.VECTOR,
    tolerance=WEIGHTS,
    draw=_three,
    answer=lambda g: softmax_with_sink(g.z),
    prompt=lambda g: (
        f"A softmax with a sink has 1 more below the bar: $e^{{z_i}}/(1 + \\sum_j"
        f" e^{{z_j}})$. Compute it for $z = {tex(g.z, 1)}$, to three decimals."
    ),
    solution=lambda g: (
        Step(
            f"The exponentials are ${tex(_exp(g.z))}$; with the sink they"
            f" sum to ${decimal(1 + sum(_exp(g.z)))}$.",
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
        f"Two blocks of an online softmax have the maxima $m_1 = {g.m1}$,"
        f" $m_2 = {g.m2}$ and the totals $l_1 = {g.l1}$,"
        f" $l_2 = {g.l2}$ (sums of $e^{{z - m}}$). What is the total of both,"
        " relative to the larger maximum? Three figures."
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

FAMILIES = (
    STABLE,
    LSE,
    SINK,
    ONLINE,
)
