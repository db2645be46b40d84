"""Numbers of a computer: where exp overflows, and how half precision rounds."""

from __future__ import annotations

import math
from dataclasses import dataclass

from attention_engine import BFLOAT16, FLOAT16, FLOAT32, FLOAT64, rounded
from studykit.draw import Draw
from studykit.practice.family import Family, Wrong
from studykit.practice.problem import Form, Step
from studykit.practice.values import decimal, whole

FORMATS = {"float16": FLOAT16, "float32": FLOAT32, "float64": FLOAT64, "bfloat16": BFLOAT16}


@dataclass(frozen=True, slots=True)
class Overflow:
    """A format, and a factor before the score."""

    format: str
    factor: int


def _log(g: Overflow) -> float:
    return FORMATS[g.format].exp_limit


OVERFLOW = Family(
    name="exp-overflow",
    form=Form.NUMBER,
    draw=lambda draw, level: Overflow(draw.pick(("float16", "float32", "float64")), draw.between(2, 9)),
    answer=lambda g: _log(g) / g.factor,
    prompt=lambda g: (
        f"The largest finite number of {g.format} is about {_largest(g)}."
        f" Up to which score $s$ is $e^{{{g.factor}s}}$"
        " finite in this format? Three figures; a formula with $\\ln$ may be typed."
    ),
    solution=lambda g: (
        Step(f"$e^{{{g.factor}s}} \\le {_largest(g, tex=True)}$", "Beyond it the result is infinite."),
        Step(
            f"${g.factor} s \\le \\ln({_largest(g, tex=True)}) = {decimal(_log(g), 2)}$",
            "The natural logarithm undoes exp.",
        ),
    ),
    hints=lambda g: ("Take the natural logarithm of the largest number.", f"Then divide by {g.factor}."),
    wrong=(
        Wrong(
            "another format's limit",
            "Each format has a limit of its own; float32 ends at about 88.7.",
            lambda g: FORMATS["float32" if g.format != "float32" else "float16"].exp_limit / g.factor,
            "softmax#^subtract-maximum",
        ),
        Wrong(
            "logarithm to base 2",
            "exp is undone by the natural logarithm.",
            lambda g: _log(g) / math.log(2) / g.factor,
            "softmax#^subtract-maximum",
        ),
        Wrong(
            "logarithm to base 10",
            "exp is undone by the natural logarithm.",
            lambda g: _log(g) / math.log(10) / g.factor,
            "softmax#^subtract-maximum",
        ),
        Wrong(
            "factor forgotten",
            "The exponent is the score times the factor.",
            _log,
            "softmax#^subtract-maximum",
        ),
        Wrong(
            "multiplied by the factor",
            "A larger factor overflows sooner: divide by it.",
            lambda g: _log(g) * g.factor,
            "softmax#^subtract-maximum",
        ),
    ),
)


def _largest(g: Overflow, *, tex: bool = False) -> str:
    text = {"float16": "65504", "float32": "3.4028e38", "float64": "1.7977e308"}[g.format]
    mantissa, _, exponent = text.partition("e")
    if not exponent:
        return text
    formula = rf"{mantissa} \cdot 10^{{{exponent}}}"
    return formula if tex else f"${formula}$"


@dataclass(frozen=True, slots=True)
class Rounded:
    """A whole number above 2048 (or above 256 in bfloat16)."""

    format: str
    x: int


def _rounded(draw: Draw, level: int) -> Rounded:
    # Odd, and such that rounding to even goes up: 2048 + x with x = 3 mod 4.
    return Rounded("float16", 2048 + 4 * draw.between(2, 200) + 3)


ROUNDING = Family(
    name="half-rounding",
    form=Form.INTEGER,
    draw=_rounded,
    answer=lambda g: whole(float(rounded(float(g.x), FLOAT16))),
    prompt=lambda g: (
        "float16 keeps 11 significant bits, so that between 2048 and 4096"
        " only every second whole number exists. To which"
        f" number does {g.x} round? (To the nearest; halfway, to the one whose last bit is even.)"
    ),
    solution=lambda g: (
        Step(f"${g.x}$ lies halfway between ${g.x - 1}$ and ${g.x + 1}$.", "The numbers are 2 apart here."),
        Step(
            f"${g.x - 1} = 2 \\cdot {(g.x - 1) // 2}$ and ${g.x + 1} = 2 \\cdot"
            f" {(g.x + 1) // 2}$: the even multiple is taken.",
            "Halfway goes to the even last bit.",
        ),
    ),
    hints=lambda g: ("Which two numbers lie around it?", "Divide both by 2: which result is even?"),
    wrong=(
        Wrong(
            "exact",
            "Between 2048 and 4096 odd numbers do not exist in float16.",
            lambda g: g.x,
            "softmax#^subtract-maximum",
        ),
        Wrong(
            "rounded down",
            "Halfway goes to the even last bit, which is above here.",
            lambda g: g.x - 1,
            "softmax#^subtract-maximum",
        ),
        Wrong(
            "stays at 2048",
            "Numbers above 2048 exist, only 2 apart.",
            lambda g: 2048,
            "softmax#^subtract-maximum",
        ),
        Wrong(
            "bfloat16",
            "bfloat16 is coarser: its numbers are 16 apart here.",
            lambda g: whole(float(rounded(float(g.x), BFLOAT16))),
            "softmax#^subtract-maximum",
        ),
    ),
)

FAMILIES = (OVERFLOW, ROUNDING)
