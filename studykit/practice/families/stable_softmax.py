"""Softmax without overflow: shifted exponentials, log-sum-exp, a sink, and blocks that are merged."""

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
from studykit.draw import Draw
from studykit.practice.family import Family, Wrong
from studykit.practice.logits import WEIGHTS, Logits, distinct, division_step, exponentials, sigmoids
from studykit.practice.problem import Form, Step
from studykit.practice.values import decimal, tex

_FORMULA = "softmax#^softmax-formula"
_MAXIMUM = "softmax#^subtract-maximum"
_SHIFT = "softmax#^softmax-shift"
_LOG_SUM_EXP = "softmax-in-code#^log-sum-exp"
_SOFTMAX_SINK = "softmax-in-code#^softmax-sink"
_ONLINE_MERGE = "softmax-in-code#^online-merge"


def _shifted(g: Logits, by: float) -> list[float]:
    return exponentials([each - by for each in g.z])


# The shifted exponentials of a stable softmax.


def _draw_large(draw: Draw, level: int) -> Logits:
    if level == 2:
        base = draw.between(90, 120)
        return Logits([base + each for each in distinct(draw, 3, 0, 5)])
    # Beyond what float32 holds on either side: e^88.7 and about e^−104.
    base = draw.pick((draw.between(90, 300), -draw.between(110, 300)))
    return Logits([round(base + each, 1) for each in distinct(draw, 5, 0, 4, parts=10)])


def _largest_step(g: Logits, why: str) -> Step:
    return Step(
        f"The largest logit is ${tex(max(g.z), 1)}$. Subtract it from each:"
        f" ${tex([round(each - max(g.z), 1) for each in g.z], 1)}$.",
        why,
    )


STABLE = Family(
    name="stable-softmax",
    form=Form.VECTOR,
    tolerance=WEIGHTS,
    draw=_draw_large,
    answer=lambda g: shifted_exponentials(g.z),
    prompt=lambda g: (
        f"A stable softmax is computed for the logits\n\n$$z = {tex(g.z, 1)}$$\n\n"
        "Which exponentials does it sum and divide? Give them as a vector, three decimals each,"
        " before they are"
        " divided by their sum."
    ),
    solution=lambda g: (
        _largest_step(g, "A constant that is taken from all logits leaves the softmax as it is."),
        Step(
            "Take exp of each: the largest gives $e^0 = 1$, the others less.",
            "So no power overflows, and the sum is at least 1: never a division by 0.",
        ),
    ),
    hints=lambda g: (
        f"$e^z$ itself is out of reach for float32 at ${tex(g.z[0], 1)}$. What may be subtracted first?",
        "The largest exponential should be $e^0 = 1$.",
        f"Subtract ${tex(max(g.z), 1)}$ from each logit, then take exp.",
    ),
    wrong=(
        Wrong(
            "mean subtracted",
            "The mean would cancel as well, but only the largest makes sure that no power exceeds 1.",
            lambda g: _shifted(g, sum(g.z) / len(g.z)),
            _MAXIMUM,
        ),
        Wrong(
            "smallest subtracted",
            "The smallest would cancel as well, but a wide gap above it would overflow again; the largest is"
            " subtracted.",
            lambda g: _shifted(g, min(g.z)),
            _MAXIMUM,
        ),
        Wrong(
            "divided by the largest",
            "Dividing makes numbers small too, but it shrinks the gaps and flattens the weights; subtracting"
            " keeps them.",
            lambda g: exponentials([each / max(g.z) for each in g.z]),
            _SHIFT,
        ),
        Wrong(
            "already normalised",
            "Those are the weights; the exponentials come before the division by their sum.",
            lambda g: softmax(g.z).tolist(),
            _FORMULA,
        ),
        Wrong(
            "nothing subtracted",
            "The formula says e^z, but float32 overflows beyond e^88.7 and has nothing below about"
            " e^−104, so the"
            " largest is subtracted first.",
            lambda g: exponentials(g.z),
            _MAXIMUM,
        ),
    ),
)

# Log-sum-exp.


def _draw_small(draw: Draw, level: int) -> Logits | None:
    z = distinct(draw, 3, -1, 4, parts=2)
    return Logits(z) if sum(z) > 0.4 else None  # so that the logarithm of the sum exists


def _above(g: Logits) -> float:
    """The sum of the shifted exponentials: from 1 to the number of logits."""
    return math.fsum(_shifted(g, max(g.z)))


LSE = Family(
    name="log-sum-exp",
    form=Form.NUMBER,
    draw=_draw_small,
    answer=lambda g: float(log_sum_exp(g.z)),
    prompt=lambda g: (
        "Compute the log-sum-exp\n\n$$\\ln \\sum_i e^{z_i} \\quad \\text{of} \\quad z ="
        f" {tex(g.z, 1)}$$\n\n"
        "(natural logarithm) as a number with three significant figures."
    ),
    solution=lambda g: (
        _largest_step(g, "$e^z = e^{\\max} e^{z - \\max}$: $e^{\\max}$ is a factor of every term."),
        Step(
            f"Their exponentials ${tex(_shifted(g, max(g.z)))}$ sum to ${decimal(_above(g), 4)}$.",
            "With the largest taken out, no power exceeds 1.",
        ),
        Step(
            f"${tex(max(g.z), 1)} + \\ln {decimal(_above(g), 4)}"
            f" = {tex(max(g.z), 1)} + {decimal(math.log(_above(g)), 4)}$",
            "The logarithm of that factor, the largest logit, is added back.",
        ),
    ),
    hints=lambda g: (
        f"It is a little above the largest logit, by no more than $\\ln {len(g.z)}$.",
        "Subtract the largest logit, sum the exponentials, take ln, and add the largest back.",
        f"The shifted exponentials sum to ${decimal(_above(g))}$.",
    ),
    wrong=(
        Wrong(
            "largest only",
            "Log-sum-exp is a smooth maximum: the other logits add to the sum, and so lift it a little.",
            lambda g: max(g.z),
            "softmax-in-code#^log-sum-exp-bounds",
        ),
        Wrong(
            "largest not added back",
            "The largest was subtracted before exp, so after ln it has to be added back.",
            lambda g: math.log(_above(g)),
            _LOG_SUM_EXP,
        ),
        Wrong(
            "sum of the logits",
            "ln and exp do not cancel across a sum: a sum of logits is the logarithm of a product.",
            lambda g: sum(g.z),
            _LOG_SUM_EXP,
        ),
        Wrong(
            "exp forgotten",
            "The order is in the name from right to left: exp of each, then the sum, then the logarithm.",
            lambda g: math.log(sum(g.z)),
            _LOG_SUM_EXP,
        ),
        Wrong(
            "mean of the exponentials",
            "The exponentials are summed and not averaged; the mean makes it too small by ln of"
            " their number.",
            lambda g: float(log_sum_exp(g.z)) - math.log(len(g.z)),
            _LOG_SUM_EXP,
        ),
    ),
)

# A softmax with a sink.


def _draw_sink(draw: Draw, level: int) -> Logits:
    return Logits(distinct(draw, 3, -2, 2, parts=2))


def _sink_solution(g: Logits) -> tuple[Step, ...]:
    powers = exponentials(g.z)
    total = 1 + sum(powers)
    return (
        Step(
            f"The exponentials are ${tex(powers)}$; with the 1 they sum to ${decimal(total)}$.",
            "The sink is one more key, of score 0: $e^0 = 1$.",
        ),
        division_step(
            powers, total, f"What is missing to 1, ${decimal(1 / total)}$, goes to the sink and to no value."
        ),
    )


SINK = Family(
    name="softmax-sink",
    form=Form.VECTOR,
    tolerance=WEIGHTS,
    draw=_draw_sink,
    answer=lambda g: softmax_with_sink(g.z),
    prompt=lambda g: (
        "A softmax with a sink has 1 more below the bar, so that a query may look at nothing:\n\n"
        f"$$p_i = \\frac{{e^{{z_i}}}}{{1 + \\sum_j e^{{z_j}}}}, \\qquad z = {tex(g.z, 1)}$$\n\n"
        "Compute the weights $p$ of these keys, to three decimals."
    ),
    solution=_sink_solution,
    hints=lambda g: (
        "These weights sum to less than 1: the sink takes the rest.",
        "The 1 is added once, to the sum of all exponentials.",
        f"Divide each exponential by ${decimal(1 + sum(exponentials(g.z)))}$.",
    ),
    wrong=(
        Wrong(
            "ordinary softmax",
            "Without the 1 below the bar the weights sum to 1, and the query could not look at nothing.",
            lambda g: softmax(g.z).tolist(),
            "softmax-in-code#^sink-reads-nothing",
        ),
        Wrong(
            "1 added to each exponential",
            "The 1 belongs to the sink alone: it is added once below the bar and not to the keys above it.",
            lambda g: [(each + 1) / (sum(exponentials(g.z)) + len(g.z)) for each in exponentials(g.z)],
            _SOFTMAX_SINK,
        ),
        Wrong(
            "1 taken from the weights",
            "The name “off by one” invites it, but the 1 is added to the sum below the bar, before dividing.",
            lambda g: [each - 1 for each in softmax(g.z).tolist()],
            _SOFTMAX_SINK,
        ),
        Wrong(
            "sigmoid of each",
            "1 + e^z alone below the bar gives a sigmoid; here all keys and the sink share one sum.",
            lambda g: sigmoids(g.z),
            _SOFTMAX_SINK,
        ),
        Wrong(
            "a sink for each key",
            "There is one sink for the whole row, so the 1 is added once and not once for each key.",
            lambda g: [each / (len(g.z) + sum(exponentials(g.z))) for each in exponentials(g.z)],
            _SOFTMAX_SINK,
        ),
    ),
)

# Two blocks of an online softmax.


@dataclass(frozen=True, slots=True)
class Blocks:
    """The maxima m and totals l = Σ e^{z − m} of two blocks of keys."""

    m1: int
    l1: float
    m2: int
    l2: float

    @property
    def m(self) -> int:
        """The larger maximum."""
        return max(self.m1, self.m2)


def _draw_blocks(draw: Draw, level: int) -> Blocks:
    low = draw.between(-2, 6)
    upper = (low + draw.between(1, 2), draw.between(11, 20) / 10)
    # The lower block has the larger total, so that the larger total and the upper block's are told apart.
    lower = (low, draw.between(23, 39) / 10)
    (m1, l1), (m2, l2) = draw.some((upper, lower), 2)
    return Blocks(m1, l1, m2, l2)


def _relative_to(g: Blocks, level: int) -> float:
    return g.l1 * math.exp(g.m1 - level) + g.l2 * math.exp(g.m2 - level)


def _online_solution(g: Blocks) -> tuple[Step, ...]:
    terms = [g.l1 * math.exp(g.m1 - g.m), g.l2 * math.exp(g.m2 - g.m)]
    return (
        Step(f"$m = \\max({g.m1}, {g.m2}) = {g.m}$", "The total of all keys is relative to this maximum."),
        Step(
            f"$l_1 e^{{m_1 - m}} = {g.l1} \\cdot e^{{{g.m1 - g.m}}} = {decimal(terms[0], 4)}$ and"
            f" $l_2 e^{{m_2 - m}} = {g.l2} \\cdot e^{{{g.m2 - g.m}}} = {decimal(terms[1], 4)}$",
            "$e^{z - m} = e^{z - m_1} e^{m_1 - m}$: each term of a block gets the same factor, 1 for"
            " the upper one.",
        ),
        Step("Add both.", "Now both are sums of exponentials relative to the same maximum."),
    )


ONLINE = Family(
    name="online-softmax",
    form=Form.NUMBER,
    draw=_draw_blocks,
    answer=lambda g: float(merge_totals(g.m1, g.l1, g.m2, g.l2)[1]),
    prompt=lambda g: (
        "An online softmax keeps of each block of keys the largest logit $m$ and the total"
        f" $l = \\sum_j e^{{z_j - m}}$. Two blocks have\n\n"
        f"$$m_1 = {g.m1}, \\quad l_1 = {g.l1}, \\qquad m_2 = {g.m2}, \\quad l_2 = {g.l2}$$\n\n"
        "What is the total $l$ of both blocks together, relative to the larger maximum? A number with three"
        " significant figures."
    ),
    solution=_online_solution,
    hints=lambda g: (
        "The two totals are relative to different maxima, so they cannot be added yet.",
        "The block with the larger maximum stays; the other one becomes smaller.",
        "$l = l_1 e^{m_1 - m} + l_2 e^{m_2 - m}$ with $m = \\max(m_1, m_2)$",
    ),
    wrong=(
        Wrong(
            "totals added",
            "They count from different maxima, so the one with the lower maximum is rescaled before adding.",
            lambda g: g.l1 + g.l2,
            _ONLINE_MERGE,
        ),
        Wrong(
            "rescaled the other way",
            "The sign in the exponent is turned: relative to a larger maximum the lower block"
            " becomes smaller.",
            lambda g: g.l1 * math.exp(g.m - g.m1) + g.l2 * math.exp(g.m - g.m2),
            _ONLINE_MERGE,
        ),
        Wrong(
            "larger total",
            "The maximum is taken of m alone; of the totals both count, since all keys share one sum.",
            lambda g: max(g.l1, g.l2),
            _ONLINE_MERGE,
        ),
        Wrong(
            "upper block only",
            "The block with the larger maximum dominates, but the keys of the other one still add a share.",
            lambda g: g.l1 if g.m1 > g.m2 else g.l2,
            _ONLINE_MERGE,
        ),
        Wrong(
            "relative to the smaller maximum",
            "It would cancel later, but powers above 1 can overflow: totals are kept relative to the"
            " larger one.",
            lambda g: _relative_to(g, min(g.m1, g.m2)),
            _ONLINE_MERGE,
        ),
    ),
)

FAMILIES = (STABLE, LSE, SINK, ONLINE)
