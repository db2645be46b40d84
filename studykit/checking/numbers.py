"""One number against the truth: within the tolerance, or rightly rounded; or exactly."""

from __future__ import annotations

from enum import Enum
from fractions import Fraction
from math import gcd, log10

from studykit.checking.figures import Literal
from studykit.checking.finding import RIGHT, Finding, right, undecided, wrong
from studykit.checking.question import Tolerance
from studykit.checking.tree import Negative, Node, Number, Quotient

SLACK = Fraction(1, 10**6)
"""By so much of a unit in the last place a truth may miss its own decimal: 0.1255 is 0.12549999999999999."""

MANY_FIGURES, NEAR = 12, Fraction(1, 10**12)
"""A decimal that a program printed, such as 0.08264462809917356: its last digits are those of a float."""
COUNTING = ("no", "one", "two", "three", "four", "five", "six", "seven", "eight", "nine")


LEAST_ASKED = 5e-5
"""A smaller absolute tolerance stands for the noise of a computation, and not for decimals."""


class Closeness(Enum):
    """How near a number is to the truth."""

    RIGHT = "right"
    COARSE = "coarse"
    """Rightly rounded, but to fewer figures than are asked."""
    OFF = "off"


def closeness(
    value: Fraction, typed: Literal | None, truth: Fraction, tolerance: Tolerance, figures: int
) -> Closeness:
    """How near `value` is to `truth`.

    `typed` is the decimal that it was typed as, or None for an expression: only a decimal may be rounded.
    """
    allowed = as_written(tolerance.absolute) + as_written(tolerance.relative) * abs(truth)
    if abs(value - truth) <= allowed:
        return Closeness.RIGHT
    if typed is None or value * truth <= 0 or not is_rounded(typed, abs(truth)):
        return Closeness.OFF
    if typed.figures >= figures:
        return Closeness.RIGHT
    # A single figure without a decimal point (2 for 2.4) shows no intention to round.
    return Closeness.COARSE if typed.figures >= 2 or typed.has_places else Closeness.OFF


def as_written(tolerance: float) -> Fraction:
    """The decimal that was meant: the float 1e-6 is a little less than a millionth."""
    return Fraction(str(tolerance))


def is_rounded(typed: Literal, truth: Fraction) -> bool:
    """Whether the digits typed are those of a truth above zero, rounded or cut after the last one."""
    slack = typed.unit * SLACK
    is_nearest = abs(typed.value - truth) <= typed.unit / 2 + slack
    is_cut = typed.value <= truth + slack and truth < typed.value + typed.unit
    return is_nearest or is_cut


def compare(
    value: Fraction, typed: Literal | None, truth: Fraction, tolerance: Tolerance, figures: int
) -> Finding:
    """Judges one number by `closeness`."""
    match closeness(value, typed, truth, tolerance, figures):
        case Closeness.RIGHT:
            return RIGHT
        case Closeness.COARSE:
            return undecided(f"right so far, give {_enough(tolerance, figures)}")
    return wrong(direction(value, truth))


def _enough(tolerance: Tolerance, figures: int) -> str:
    """How closely a number is asked for: in decimals where the tolerance is the same for large and small."""
    if tolerance.absolute >= LEAST_ASKED:
        places = round(-log10(2 * tolerance.absolute))
        return f"{_counted(places, 'decimal')}, rounded"
    return _counted(figures, "figure")


def _counted(number: int, what: str) -> str:
    word = COUNTING[number] if 0 <= number < len(COUNTING) else str(number)
    return f"{word} {what}{'' if number == 1 else 's'}"


def compare_exactly(value: Fraction, typed: Literal | None, tree: Node, truth: Fraction) -> Finding:
    """Judges one exact number: the same value, however it is written."""
    if value == truth:
        return right(unreduced(tree))
    if typed is not None and typed.figures >= 2 and value * truth > 0 and is_rounded(typed, abs(truth)):
        what = "a fraction" if typed.has_places and truth.denominator > 1 else "every digit"
        return undecided(f"right so far, but rounded: the exact value is asked ({what})")
    if typed is not None and typed.figures >= MANY_FIGURES and abs(value - truth) <= abs(truth) * NEAR:
        return undecided("right so far, but rounded: the exact value is asked (a fraction)")
    if typed is not None and truth.denominator == 1 and value.denominator > 1:
        return wrong(f"{direction(value, truth)}; the answer is a whole number")
    return wrong(direction(value, truth))


def direction(value: Fraction, truth: Fraction) -> str:
    """In which direction a wrong number is off."""
    if value * truth < 0:
        return "the sign is not right"
    if truth == 0:
        return "this is not zero, as it should be"
    if value == 0:
        return "this should not be zero"
    return "this is too large" if value > truth else "this is too small"


def unreduced(tree: Node) -> str:
    """A remark for a fraction that can be reduced, else nothing."""
    inner = tree.of if isinstance(tree, Negative) else tree
    if not (isinstance(inner, Quotient) and isinstance(inner.over, Number | Negative)):
        return ""
    over = inner.over.of if isinstance(inner.over, Negative) else inner.over
    under = inner.under
    if not (isinstance(over, Number) and isinstance(under, Number)):
        return ""
    if over.value.denominator != 1 or under.value.denominator != 1 or not under.value:
        return ""
    a, b = over.value.numerator, under.value.numerator
    if gcd(a, b) == 1:
        return ""
    reduced = Fraction(a, b)
    return (
        f"right; in lowest terms {reduced}"
        if tree is inner and over is inner.over
        else "right; it can be reduced"
    )
