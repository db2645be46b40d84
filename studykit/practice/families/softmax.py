"""The softmax: weights from logits, from logarithms in exact fractions, and how spread the weights are."""

from __future__ import annotations

import math
from dataclasses import dataclass
from fractions import Fraction

import numpy as np

from attention_engine import entropy, softmax
from studykit.draw import Draw
from studykit.practice.family import Family, Wrong
from studykit.practice.logits import (
    WEIGHTS,
    Logits,
    distinct,
    division_step,
    exponentials,
    shares,
    sigmoids,
)
from studykit.practice.problem import Form, Step
from studykit.practice.steps import softmax_step
from studykit.practice.values import decimal, fractions, tex

_FORMULA = "softmax#^softmax-formula"
_COMPETITION = "softmax#^cloze-competition"
_SUMS_TO_ONE = "vocabulary#^figure-row-sum"
_WHY_SOFTMAX = "softmax#^why-softmax"
_WEIGHTS_ENTROPY = "softmax-in-code#^weights-entropy"


# The softmax of a few logits.


def _draw_logits(draw: Draw, level: int) -> Logits | None:
    z = distinct(draw, 3, -3, 3) if level == 2 else distinct(draw, 5, -2, 2, parts=10)
    # Signs of both kinds and a sum that can be divided by, so that every shortcut gives something else.
    return Logits(z) if min(z) < 0 < max(z) and abs(sum(z)) > 0.25 else None


def _softmax_solution(g: Logits) -> tuple[Step, ...]:
    powers = exponentials(g.z)
    return (
        softmax_step(g.z),
        division_step(powers, sum(powers), "They sum to 1, and the largest logit has the largest weight."),
    )


SOFTMAX = Family(
    name="softmax",
    form=Form.VECTOR,
    tolerance=WEIGHTS,
    draw=_draw_logits,
    answer=lambda g: softmax(g.z),
    prompt=lambda g: f"Compute the softmax of the logits\n\n$$z = {tex(g.z, 1)}$$\n\nto three decimals.",
    solution=_softmax_solution,
    hints=lambda g: (
        "A softmax makes every logit positive first, and then a share of the whole.",
        "Take $e$ to the power of each logit, also of the negative ones.",
        f"The exponentials sum to ${decimal(sum(exponentials(g.z)))}$: divide each by that.",
    ),
    wrong=(
        Wrong(
            "no exp",
            "Dividing by the sum is only the second half: without exp weights can come out below 0.",
            lambda g: shares(g.z),
            _WHY_SOFTMAX,
        ),
        Wrong(
            "sizes normalised",
            "Dropping the signs does avoid negative weights, but then −2 counts as much as 2; exp"
            " keeps the order.",
            lambda g: shares(list(map(abs, g.z))),
            _WHY_SOFTMAX,
        ),
        Wrong(
            "not normalised",
            "The exponentials are right, and one step is missing: divided by their sum they sum to 1.",
            lambda g: exponentials(g.z),
            _SUMS_TO_ONE,
        ),
        Wrong(
            "largest takes all",
            "That is where a softmax goes when the gaps grow; at these gaps the other keys keep a share.",
            lambda g: [float(each == max(g.z)) for each in g.z],
            "scaling#^gaps-not-values",
        ),
        Wrong(
            "sigmoid of each",
            "A sigmoid looks at one logit alone; in a softmax the keys compete, so all share one sum.",
            lambda g: sigmoids(g.z),
            _COMPETITION,
        ),
        Wrong(
            "base 2",
            "The powers of 2 are handy and keep the order too, but a softmax takes powers of e.",
            lambda g: shares([2**each for each in g.z]),
            _FORMULA,
        ),
    ),
)

# The softmax of logarithms, in exact fractions.


@dataclass(frozen=True, slots=True)
class Logs:
    """Logits k ln a: the powers a^k are what the softmax divides."""

    a: list[int]
    k: list[int]

    @property
    def powers(self) -> list[Fraction]:
        """e to each logit."""
        return [Fraction(a) ** k for a, k in zip(self.a, self.k, strict=True)]

    @property
    def logits(self) -> list[float]:
        """k ln a."""
        return [k * math.log(a) for a, k in zip(self.a, self.k, strict=True)]


_BELOW_ONE = ((2, -1), (3, -1), (4, -1), (2, -2))
_RAISED = ((2, 2), (2, 3), (3, 2))
_PLAIN = ((2, 1), (3, 1), (5, 1), (1, 1))


def _draw_logs(draw: Draw, level: int) -> Logs | None:
    if level == 2:
        return Logs(draw.some(range(1, 10), 3), [1, 1, 1])
    terms = [draw.pick(_BELOW_ONE), draw.pick(_RAISED), draw.pick(_PLAIN)]
    draw.shuffle(terms)
    found = Logs([a for a, _ in terms], [k for _, k in terms])
    # Beside a 4 and powers of 2 the shares of k ln a are those of k a.
    both = _shares_of_logs(found), _factor_times_number(found)
    return None if both[0] and both[1] and np.allclose(both[0], [float(each) for each in both[1]]) else found


def _log_term(a: int, k: int) -> str:
    factor = {1: "", -1: "-"}.get(k, rf"{k} ")
    return rf"{factor}\ln {a}"


def _log_terms(g: Logs) -> str:
    return rf"z = ({', '.join(map(_log_term, g.a, g.k))})"


def _factor_times_number(g: Logs) -> list[Fraction] | None:
    """e^{k ln a} taken for k a."""
    parts = [Fraction(k * a) for a, k in zip(g.a, g.k, strict=True)]
    if all(k == 1 for k in g.k) or not sum(parts):
        return None
    return [each / sum(parts) for each in parts]


def _shares_of_logs(g: Logs) -> list[float] | None:
    return shares(g.logits) if abs(sum(g.logits)) > 1e-9 else None


def _log_hints(g: Logs) -> tuple[str, ...]:
    power = "" if g.k == [1, 1, 1] else " A factor becomes a power: $e^{k \\ln a} = a^k$."
    return (
        "No calculator is needed: what is $e^{\\ln a}$?",
        f"The exponentials are whole numbers or fractions.{power}",
        f"They sum to ${tex(sum(g.powers))}$: divide each by that.",
    )


def _log_step(g: Logs) -> Step:
    rule = "$e^{\\ln a} = a$" if g.k == [1, 1, 1] else "$e^{k \\ln a} = a^k$"
    return Step(f"{rule}, so the exponentials are ${tex(g.powers)}$.", "exp undoes the natural logarithm.")


LOGS = Family(
    name="softmax-of-logs",
    form=Form.VECTOR,
    exact=True,
    draw=_draw_logs,
    answer=lambda g: fractions(softmax(g.logits)),
    prompt=lambda g: (
        f"Compute the softmax of the logits\n\n$${_log_terms(g)}$$\n\n"
        "as a vector of exact fractions ($\\ln$ is the natural logarithm)."
    ),
    solution=lambda g: (
        _log_step(g),
        Step(f"Their sum is ${tex(sum(g.powers))}$.", "Each exponential divided by it is a weight."),
    ),
    hints=_log_hints,
    wrong=(
        Wrong(
            "logarithms normalised",
            "Dividing by the sum comes after exp: first every logit becomes a power of e.",
            _shares_of_logs,
            _FORMULA,
        ),
        Wrong(
            "softmax of the numbers",
            "The numbers are the exponentials already, since exp undoes ln; taking exp of them is"
            " once too often.",
            lambda g: shares(exponentials([float(each) for each in g.powers])),
            _FORMULA,
        ),
        Wrong(
            "equal shares",
            "Weights are equal only where the logits are, and these logarithms differ.",
            lambda g: [Fraction(1, len(g.a))] * len(g.a),
            "softmax#^equal-scores",
        ),
        Wrong(
            "not normalised",
            "The exponentials are right, and one step is missing: divided by their sum they sum to 1.",
            lambda g: g.powers,
            _SUMS_TO_ONE,
        ),
        Wrong(
            "factor instead of power",
            "The factor looks as if it stayed a factor, but exp turns it into a power: e^(k ln a) is a^k.",
            _factor_times_number,
            "softmax#^weight-ratio",
        ),
    ),
)

# The entropy of weights.


@dataclass(frozen=True, slots=True)
class Weights:
    """Exact weights, which sum to 1."""

    p: list[Fraction]


def _draw_weights(draw: Draw, level: int) -> Weights | None:
    parts = draw.row(draw.between(3, 4), 1, 6)
    return Weights([Fraction(each, sum(parts)) for each in parts]) if len(set(parts)) > 1 else None


def _surprise(g: Weights) -> list[float]:
    """−ln p of each."""
    return [-math.log(each) for each in g.p]


def _nats(g: Weights) -> float:
    return float(entropy([float(each) for each in g.p]))


def _entropy_solution(g: Weights) -> tuple[Step, ...]:
    terms = [float(p) * each for p, each in zip(g.p, _surprise(g), strict=True)]
    return (
        Step(f"$-\\ln p_i$: ${tex(_surprise(g))}$", "A logarithm of a weight below 1 is negative."),
        Step(f"Each times its weight: ${tex(terms, 4)}$", "A key counts as much as it is looked at."),
        Step(
            f"$H = {' + '.join(decimal(each, 4) for each in terms)}$",
            f"It stays below $\\ln {len(g.p)} = {decimal(math.log(len(g.p)))}$, the entropy of equal"
            " weights.",
        ),
    )


ENTROPY = Family(
    name="weights-entropy",
    form=Form.NUMBER,
    unit="nats",
    draw=_draw_weights,
    answer=_nats,
    prompt=lambda g: (
        f"A query has the attention weights\n\n$$p = {tex(g.p)}$$\n\n"
        "What is their entropy in nats (natural logarithm), as a number with three significant figures?"
    ),
    solution=_entropy_solution,
    hints=lambda g: (
        "The entropy is the mean of $-\\ln p$, and every weight says how often it counts.",
        "$H = -\\sum_i p_i \\ln p_i$",
        f"The logarithms are ${tex([-each for each in _surprise(g)])}$.",
    ),
    wrong=(
        Wrong(
            "bits",
            "With base 2 the entropy comes out in bits; nats take the natural logarithm.",
            lambda g: _nats(g) / math.log(2),
            _WEIGHTS_ENTROPY,
        ),
        Wrong(
            "sign forgotten",
            "Logarithms of weights below 1 are negative, and the minus in front makes an entropy positive.",
            lambda g: -_nats(g),
            _WEIGHTS_ENTROPY,
        ),
        Wrong(
            "equal weights assumed",
            "ln n is the entropy of equal weights and the most there can be; these weights differ.",
            lambda g: math.log(len(g.p)),
            "softmax-in-code#^largest-entropy",
        ),
        Wrong(
            "perplexity",
            "e to the entropy is the perplexity, the number of keys that are looked at in effect.",
            lambda g: math.exp(_nats(g)),
            "softmax-in-code#^weights-perplexity",
        ),
        Wrong(
            "not weighted",
            "Each logarithm counts only as much as its weight says: multiply by p before adding.",
            lambda g: sum(_surprise(g)),
            _WEIGHTS_ENTROPY,
        ),
        Wrong(
            "one less the sum of squares",
            "1 − Σp² measures spread as well (Gini), but an entropy is built from logarithms.",
            lambda g: float(1 - sum(each * each for each in g.p)),
            _WEIGHTS_ENTROPY,
        ),
    ),
)

FAMILIES = (SOFTMAX, LOGS, ENTROPY)
