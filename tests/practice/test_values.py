"""Values that are told apart, and values that are not."""

from __future__ import annotations

from fractions import Fraction

import pytest

from studykit.practice.values import Scalar, distinct, summed


@pytest.mark.parametrize(
    ("first", "last", "sum_"),
    [
        (1, 1, "1"),
        (1, 3, "1 + 2 + 3"),
        (1, 9, r"1 + 2 + \dots + 9"),
        (3, 0, "3 + 2 + 1 + 0"),
        (9, 1, r"9 + 8 + \dots + 1"),
    ],
)
def test_a_short_sum_is_written_out(first: int, last: int, sum_: str) -> None:
    assert summed(first, last) == sum_


@pytest.mark.parametrize(
    ("a", "b", "apart"),
    [
        (-1, -0.9999999999999998, False),  # both are typed `-1`
        (0.1 + 0.2, 0.3, False),
        (Fraction(1, 3), 1 / 3, False),
        (2048.0, 2050.0, True),
        (2**60, 2**60 + 1, True),
        (Fraction(1, 3), Fraction(333, 1000), True),
        (0.0, 1e-9, True),
    ],
)
def test_exact_values_are_the_same_only_if_rounding_alone_tells_them_apart(
    a: Scalar, b: Scalar, apart: bool
) -> None:
    for x, y in ((a, b), (b, a)):
        assert distinct(x, y, exact=True, absolute=0.0) is apart
