"""Number formats: where exp overflows in one, and how half precision rounds."""

from __future__ import annotations

import math
from dataclasses import dataclass

import numpy as np

from attention_engine import BFLOAT16, FLOAT16, FORMATS, log_sum_exp, rounded, scaled, spacing
from studykit.draw import Draw
from studykit.practice.family import Family, Wrong
from studykit.practice.problem import Form, Step
from studykit.practice.values import decimal, whole

_DIVISOR = "vocabulary#^figure-divisor"
_SINGLE_EXP_LIMIT = "number-formats#^single-exp-limit"
_SUM_OVERFLOWS_FIRST = "number-formats#^sum-overflows-first"
_HALF_EVEN = "number-formats#^half-even"
_HALF_STEP = "number-formats#^half-step"

# Where exp overflows.

_LARGEST = {
    "float16": "65504",
    "bfloat16": r"3.39 \cdot 10^{38}",
    "float32": r"3.40 \cdot 10^{38}",
    "float64": r"1.80 \cdot 10^{308}",
}
_MISTAKEN_FOR = {"float16": "float32", "bfloat16": "float16", "float32": "float16", "float64": "float32"}
"""Another format whose limit comes to mind: the famous 88.7, or that of the other one with 16 bits."""


@dataclass(frozen=True, slots=True)
class Overflow:
    """A format, and either how many equal exponentials are summed or the d_k that scores are scaled by."""

    format: str
    keys: int | None
    d_k: int | None

    @property
    def limit(self) -> float:
        """The largest x whose e^x is finite."""
        return FORMATS[self.format].exp_limit


def _draw_overflow(draw: Draw, level: int) -> Overflow:
    if draw.below(2):
        # Enough keys that they show beside ln of the largest number.
        return Overflow(draw.pick(("float16", "bfloat16", "float32")), 50 * draw.between(1, 80), None)
    return Overflow(draw.pick(tuple(FORMATS)), None, draw.pick((16, 25, 36, 49, 64, 81, 100, 144, 256)))


def _limit(g: Overflow, limit: float) -> float:
    """The largest score where exp itself ends at `limit`."""
    if g.keys is not None:
        return limit - float(log_sum_exp(np.zeros(g.keys)))
    return limit / float(scaled([[1.0]], g.d_k or 1)[0, 0])


def _about(g: Overflow) -> str:
    return "" if g.format == "float16" else "about "


def _overflow_prompt(g: Overflow) -> str:
    about = f"The largest finite number of {g.format} is {_about(g)}${_LARGEST[g.format]}$."
    if g.keys is not None:
        return (
            f"{about} A softmax that subtracts nothing sums $e^s$ over {g.keys} keys that all have"
            " the score $s$."
            " Up to which $s$ is this sum finite? A number with three significant figures."
        )
    return (
        f"{about} A softmax that subtracts nothing computes $e^{{s/\\sqrt{{d_k}}}}$ with $d_k = {g.d_k}$."
        " Up to which raw score $s = q \\cdot k$ is it finite? A number with three significant figures."
    )


def _overflow_solution(g: Overflow) -> tuple[Step, ...]:
    largest, limit = _LARGEST[g.format], decimal(g.limit, 2)
    logarithm = Step(
        f"$\\ln({largest}) = {limit}$",
        f"Beyond $e^{{{limit}}}$ {g.format} has only infinity.",
    )
    if g.keys is not None:
        return (
            Step(f"${g.keys} \\cdot e^s \\le {largest}$", "Equal terms: their number times one of them."),
            logarithm,
            Step(
                f"$s \\le {limit} - \\ln {g.keys} = {limit} - {decimal(math.log(g.keys))}$",
                "The logarithm of a product is a sum.",
            ),
        )
    root = round(math.sqrt(g.d_k or 1))
    return (
        logarithm,
        Step(f"$s/{root} \\le {limit}$, so $s \\le {root} \\cdot {limit}$", f"$\\sqrt{{{g.d_k}}} = {root}$"),
    )


def _overflow_hints(g: Overflow) -> tuple[str, ...]:
    first = f"For which $x$ is $e^x$ the largest number? It is $x = \\ln({_LARGEST[g.format]})$."
    if g.keys is not None:
        return (first, f"The sum is ${g.keys} \\cdot e^s$.", f"Take $\\ln {g.keys}$ away from that $x$.")
    return (first, "The exponent is the score after scaling.", f"Multiply that $x$ by $\\sqrt{{{g.d_k}}}$.")


OVERFLOW = Family(
    name="exp-overflow",
    form=Form.NUMBER,
    draw=_draw_overflow,
    answer=lambda g: _limit(g, g.limit),
    prompt=_overflow_prompt,
    solution=_overflow_solution,
    hints=_overflow_hints,
    wrong=(
        Wrong(
            "another format's limit",
            "Formats end at different numbers: exp overflows at 11.1 in float16, at 88.7 in float32"
            " and bfloat16,"
            " and at 710 in float64.",
            lambda g: _limit(g, FORMATS[_MISTAKEN_FOR[g.format]].exp_limit),
            "number-formats#^half-exp-limit",
        ),
        Wrong(
            "number without its logarithm",
            "That bounds the exponential itself; the score stands in the exponent, so take the"
            " natural logarithm.",
            lambda g: (
                FORMATS[g.format].largest / g.keys
                if g.keys is not None
                else FORMATS[g.format].largest / float(scaled([[1.0]], g.d_k or 1)[0, 0])
                if g.format != "float64"
                else None  # beyond what any float holds
            ),
            "number-formats#^half-largest",
        ),
        Wrong(
            "logarithm to base 2",
            "Formats are built on powers of 2, but exp is undone by the natural logarithm.",
            lambda g: _limit(g, g.limit) / math.log(2),
            _SINGLE_EXP_LIMIT,
        ),
        Wrong(
            "logarithm to base 10",
            "The largest number is written with a power of 10, but exp is undone by the natural logarithm.",
            lambda g: _limit(g, g.limit) / math.log(10),
            _SINGLE_EXP_LIMIT,
        ),
        Wrong(
            "limit of one exponential",
            "One exponential is finite up to there; the sum of all keys overflows before that.",
            lambda g: g.limit if g.keys is not None else None,
            _SUM_OVERFLOWS_FIRST,
        ),
        Wrong(
            "divided by the number of keys",
            "The sum is divided, but the score stands in the exponent: there ln of the number is subtracted.",
            lambda g: g.limit / g.keys if g.keys is not None else None,
            _SUM_OVERFLOWS_FIRST,
        ),
        Wrong(
            "limit of the scaled score",
            "The scaled score ends there; the raw one is larger by √d_k.",
            lambda g: g.limit if g.d_k is not None else None,
            _DIVISOR,
        ),
        Wrong(
            "divided by the root",
            "Scaling divides the raw score, so undoing it multiplies by √d_k.",
            lambda g: g.limit / math.sqrt(g.d_k) if g.d_k is not None else None,
            _DIVISOR,
        ),
        Wrong(
            "multiplied by d_k",
            "Scores are divided by the square root of d_k, so the limit grows by the root and not by d_k.",
            lambda g: g.limit * g.d_k if g.d_k is not None else None,
            "scaled-dot-product-attention#^why-root-dk",
        ),
    ),
)

# A number in half precision.


@dataclass(frozen=True, slots=True)
class Stored:
    """A whole number that float16 does not hold."""

    x: int


_FILLERS = (-(10**9), -(10**8), -(10**6), -(10**5), -(10**4) * 9, -70_000, 10**6, 10**5)


def _draw_stored(draw: Draw, level: int) -> Stored | None:
    if not draw.below(4):
        return Stored(draw.pick(_FILLERS))
    step = draw.pick((2, 2, 4, 8))  # from 2048, 4096 and 8192
    lowest = 1024 * step
    # Halfway at least every other time, where only the rule of the even last bit decides.
    off = step // 2 if draw.below(2) else draw.pick(range(1, step, 2))
    x = lowest + step * draw.between(3, 900) + off
    return Stored(x) if _in_bfloat16(x) != _in_float16(x) else None


def _in_float16(x: int) -> int | float:
    found = float(rounded(float(x), FLOAT16))
    return found if math.isinf(found) else int(whole(found))


def _in_bfloat16(x: int) -> int:
    return int(whole(float(rounded(float(x), BFLOAT16))))


def _overflows(g: Stored) -> bool:
    return math.isinf(_in_float16(g.x))


def _step(g: Stored) -> int:
    """The distance between the numbers of float16 around x."""
    return int(spacing(float(g.x), FLOAT16))


def _neighbours(g: Stored) -> tuple[int, int]:
    below = g.x // _step(g) * _step(g)
    return below, below + _step(g)


def _below(g: Stored) -> int | None:
    return None if _overflows(g) or _neighbours(g)[0] == _in_float16(g.x) else _neighbours(g)[0]


def _above(g: Stored) -> int | None:
    return None if _overflows(g) or _neighbours(g)[1] == _in_float16(g.x) else _neighbours(g)[1]


def _power_below(g: Stored) -> int | None:
    return None if _overflows(g) else 1024 * _step(g)


def _finer(g: Stored) -> int | None:
    """Rounded in steps of 2, which end at 4096; None where they are right or leave x as it is."""
    if _overflows(g) or _step(g) == 2 or g.x % 2 == 0:
        return None
    return 2 * round(g.x / 2)


def _stored_solution(g: Stored) -> tuple[Step, ...]:
    if _overflows(g):
        return (
            Step("The largest finite number of float16 is $65504$.", "$(2 - 2^{-10}) \\cdot 2^{15}$"),
            Step(
                f"The next step would be $65536$. Halfway to it, at $65520$, infinity begins; ${abs(g.x)}$"
                " is beyond that.",
                "Rounding does not stop at the largest number, and infinity keeps the sign.",
            ),
        )
    (below, above), step = _neighbours(g), _step(g)
    around = Step(
        f"${1024 * step} \\le {g.x} < {2048 * step}$: the numbers are ${step}$ apart, so ${below}$"
        f" and ${above}$"
        " lie around it.",
        f"11 significant bits from $2^{{{int(math.log2(1024 * step))}}}$ on leave steps of"
        f" $2^{{{int(math.log2(step))}}}$.",
    )
    if 2 * g.x != below + above:
        return around, Step(
            f"It is ${g.x - below}$ above the one, ${above - g.x}$ below the other.",
            "The nearer one is taken.",
        )
    return (
        around,
        Step(
            f"It is halfway. ${below} = {step} \\cdot {below // step}$ and"
            f" ${above} = {step} \\cdot {above // step}$.",
            "Halfway goes to the even multiple, whose last bit is 0.",
        ),
    )


def _stored_hints(g: Stored) -> tuple[str, ...]:
    if _overflows(g):
        return (
            "Where does float16 end?",
            "Its largest finite number is 65504, and rounding does not stop there.",
        )
    below, above = _neighbours(g)
    return (
        f"How far apart are the numbers of float16 from ${1024 * _step(g)}$ on?",
        f"The two around it are ${below}$ and ${above}$.",
        f"Which is nearer? If neither is: which is an even multiple of ${_step(g)}$?",
    )


ROUNDING = Family(
    name="half-rounding",
    form=Form.NUMBER,
    exact=True,
    draw=_draw_stored,
    answer=lambda g: _in_float16(g.x),
    prompt=lambda g: (
        f"A score of ${g.x}$ is stored in float16, which has 11 significant bits and the largest"
        " finite number"
        " 65504. Which number stands there then, exactly? It rounds to the nearest, halfway to the one whose"
        " last bit is 0. (Infinity is typed `inf` or `-inf`.)"
    ),
    solution=_stored_solution,
    hints=_stored_hints,
    wrong=(
        Wrong(
            "exact",
            "Whole numbers look safe, but float16 holds every one of them only up to 2048, and none"
            " beyond 65504.",
            lambda g: g.x,
            "number-formats#^half-whole-numbers",
        ),
        Wrong(
            "always rounded down",
            "Cutting the digits off is simpler, but the nearest number is taken, and halfway the one"
            " with an even"
            " last bit.",
            _below,
            _HALF_EVEN,
        ),
        Wrong(
            "always rounded up",
            "To round up is simple too, but the nearest number is taken, and halfway the one with an even"
            " last bit.",
            _above,
            _HALF_EVEN,
        ),
        Wrong(
            "stuck at a power of 2",
            "Not every whole number exists from 2048 on, but more than the powers of 2 do: they are"
            " a step apart.",
            _power_below,
            _HALF_STEP,
        ),
        Wrong(
            "steps of 2",
            "Steps are 2 only from 2048 to 4096; they double at each power of 2.",
            _finer,
            _HALF_STEP,
        ),
        Wrong(
            "bfloat16",
            "That is how bfloat16 rounds: it reaches as far as float32, but its 8 significant bits"
            " make steps 8"
            " times as coarse.",
            lambda g: _in_bfloat16(g.x),
            "number-formats#^bfloat-trade",
        ),
        Wrong(
            "largest finite number",
            "Stopping at 65504 seems natural, but what lies beyond its last step becomes infinite,"
            " so −10⁹ as a"
            " mask is −∞ in float16.",
            lambda g: math.copysign(FLOAT16.largest, g.x) if _overflows(g) else None,
            "number-formats#^mask-in-half",
        ),
    ),
)

FAMILIES = (OVERFLOW, ROUNDING)
