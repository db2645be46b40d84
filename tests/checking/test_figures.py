"""The digits that were typed."""

from __future__ import annotations

from fractions import Fraction

import pytest

from studykit.checking.figures import literal
from studykit.checking.parser import read
from studykit.checking.tree import Number


@pytest.mark.parametrize(
    ("text", "value", "unit", "figures"),
    [
        ("3.14", "3.14", "0.01", 3),
        ("0.050", "0.05", "0.001", 2),
        ("1500", "1500", "1", 4),
        ("138*10^-3", "0.138", "0.001", 3),
        ("1.38·10⁻¹", "0.138", "0.001", 3),
        ("1.38e-1", "0.138", "0.001", 3),
        ("2e3", "2000", "1000", 1),
        ("13.8 %", "0.138", "0.001", 3),
        ("-2.5", "2.5", "0.1", 2),
        ("−2,5", "2.5", "0.1", 2),
        (".5", "0.5", "0.1", 1),
        ("0.000", "0", "0.001", 0),
        (" 7 ", "7", "1", 1),
        ("3.14", "3.14", "0.01", 3),
    ],
)
def test_a_decimal_knows_its_digits(text: str, value: str, unit: str, figures: int) -> None:
    tree = read(text, {}, kind="number").tree
    assert tree is not None
    found = literal(tree)
    assert found is not None
    assert (found.value, found.unit, found.figures) == (Fraction(value), Fraction(unit), figures)


@pytest.mark.parametrize("text", ["1/3", "sqrt(2)", "10²", "1+1", "½"])
def test_anything_else_is_no_decimal(text: str) -> None:
    tree = read(text, {}, kind="number").tree
    assert tree is not None
    assert literal(tree) is None


def test_a_computed_number_has_no_digits() -> None:
    assert literal(Number(Fraction(1, 2))) is None
