"""One number: rounding as people round, worked out apart from the package by the decimal module."""

from __future__ import annotations

from decimal import ROUND_DOWN, ROUND_HALF_UP, Decimal
from fractions import Fraction

import pytest
from hypothesis import assume, given
from hypothesis import strategies as st

from studykit.checking.figures import Literal
from studykit.checking.numbers import Closeness, closeness, compare_exactly, direction
from studykit.checking.question import Tolerance
from studykit.checking.tree import Number, Quotient

NONE = Tolerance(0, 0)
truths = st.decimals("0.00001", "99999", places=12).filter(lambda truth: truth > 0)


def typed(value: Decimal) -> Literal:
    """The decimal as somebody types it."""
    _, digits, exponent = value.as_tuple()
    assert isinstance(exponent, int)
    return Literal(Fraction(value), Fraction(10) ** exponent, len(str(int("".join(map(str, digits))))))


def unit(truth: Decimal, figures: int) -> Decimal:
    """One in the last of so many significant figures."""
    return Decimal(1).scaleb(truth.adjusted() - figures + 1)


def judged(value: Decimal, truth: Decimal) -> Closeness:
    return closeness(Fraction(value), typed(value), Fraction(truth), NONE, 3)


@given(truths, st.integers(3, 9))
def test_three_figures_rounded_or_cut_are_right(truth: Decimal, figures: int) -> None:
    last = unit(truth, figures)
    assert judged(truth.quantize(last, ROUND_HALF_UP), truth) is Closeness.RIGHT
    assert judged(truth.quantize(last, ROUND_DOWN), truth) is Closeness.RIGHT


@given(truths, st.integers(3, 9), st.sampled_from([-2, -1, 1, 2]))
def test_one_more_in_the_last_figure_is_not(truth: Decimal, figures: int, more: int) -> None:
    last = unit(truth, figures)
    value = truth.quantize(last, ROUND_HALF_UP) + more * last
    assume(value > 0 and value != truth.quantize(last, ROUND_DOWN))
    assert judged(value, truth) is Closeness.OFF


@given(truths)
def test_two_figures_are_only_right_so_far(truth: Decimal) -> None:
    value = truth.quantize(unit(truth, 2), ROUND_HALF_UP)
    assume(value != truth and typed(value).figures == 2)
    assert judged(value, truth) is Closeness.COARSE


@given(truths)
def test_a_sign_is_never_rounded_away(truth: Decimal) -> None:
    value = truth.quantize(unit(truth, 3), ROUND_HALF_UP)
    assert closeness(-Fraction(value), typed(value), Fraction(truth), NONE, 3) is Closeness.OFF


@given(st.fractions(), st.fractions(), st.floats(0, 0.1), st.floats(0, 10))
def test_the_tolerance_is_what_it_says(
    value: Fraction, truth: Fraction, relative: float, absolute: float
) -> None:
    allowed = Fraction(str(absolute)) + Fraction(str(relative)) * abs(truth)
    found = closeness(value, None, truth, Tolerance(relative, absolute), 3)
    assert (found is Closeness.RIGHT) == (abs(value - truth) <= allowed)


@pytest.mark.parametrize(
    ("over", "under", "message"),
    [
        (2, 4, "right; in lowest terms 1/2"),
        (1, 2, ""),
        (4, 8, "right; in lowest terms 1/2"),
        (6, 2, "right; in lowest terms 3"),
    ],
)
def test_a_fraction_that_can_be_reduced_is_right_with_a_remark(over: int, under: int, message: str) -> None:
    tree = Quotient(Number(Fraction(over)), Number(Fraction(under)))
    finding = compare_exactly(Fraction(over, under), None, tree, Fraction(over, under))
    assert (finding.score, finding.message) == (1, message)


@pytest.mark.parametrize(
    ("value", "truth", "said"),
    [(1, -1, "sign"), (1, 0, "not zero"), (0, 1, "not be zero"), (2, 1, "too large"), (1, 2, "too small")],
)
def test_a_wrong_number_is_told_in_which_direction(value: int, truth: int, said: str) -> None:
    assert said in direction(Fraction(value), Fraction(truth))
