"""Exact moments against brute force: every outcome counted, or the density integrated."""

from __future__ import annotations

import itertools
from collections.abc import Callable
from fractions import Fraction

import mpmath
import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from studykit.checking.evaluate import Evaluator
from studykit.checking.failure import OutOfReach, Unsupported
from studykit.checking.grid import Grid
from studykit.checking.moments import Moments
from studykit.checking.polynomial import Algebra, Polynomial
from studykit.checking.symbols import Declaration
from tests.checking.written import law, read, real, vector

F = Fraction
P = F(2, 7)
SYMBOLS: dict[str, Declaration] = {
    "r": vector("3", "rademacher"),
    "b": vector("3", "bernoulli", "2/7"),
    "x": real(of=law("normal", "3/2", "2/3")),
    "u": real(of=law("uniform", "-1/3", "2")),
    "l": real(of=law("laplace", "3/4")),
    "g": real(of=law("moments", "2", "5")),
}


def moments() -> tuple[Moments, Algebra]:
    algebra = Algebra()
    evaluator = Evaluator(SYMBOLS, {}, algebra, {})
    return Moments(SYMBOLS, algebra, evaluator.value), algebra


DENSITIES: dict[str, tuple[Callable[[object], object], list[object]]] = {
    "x": (
        lambda t: (
            mpmath.exp(-((t - mpmath.mpf(3) / 2) ** 2) / (2 * mpmath.mpf(4) / 9))
            / (mpmath.mpf(2) / 3 * mpmath.sqrt(2 * mpmath.pi))
        ),
        [-20, -2, 1.5, 5, 22],
    ),
    "u": (lambda t: mpmath.mpf(3) / 7, [-mpmath.mpf(1) / 3, 2]),
    "l": (
        lambda t: mpmath.exp(-abs(t) / (mpmath.mpf(3) / 4)) / (2 * mpmath.mpf(3) / 4),
        [-60, -10, 0, 10, 60],
    ),
}


@pytest.mark.parametrize("name", DENSITIES)
@pytest.mark.parametrize("power", range(1, 9))
def test_moments_agree_with_the_integral_of_the_density(name: str, power: int) -> None:
    density, ends = DENSITIES[name]
    wanted = mpmath.quad(lambda t: t**power * density(t), ends)
    found = moments()[0].moment(name, power)
    assert isinstance(found, Fraction)
    assert abs(float(found) - float(wanted)) <= 1e-9 * (1 + abs(float(wanted)))


Term = tuple[int, dict[tuple[str, int], int]]
ENTRIES = [("r", 1), ("r", 2), ("b", 1), ("b", 2), ("b", 3)]
TERMS = st.lists(
    st.tuples(st.integers(-5, 5), st.dictionaries(st.sampled_from(ENTRIES), st.integers(1, 3), max_size=3)),
    min_size=1,
    max_size=4,
)


def polynomial(terms: list[Term], algebra: Algebra) -> object:
    total: object = F(0)
    for factor, powers in terms:
        term: object = F(factor)
        for (name, index), power in powers.items():
            term = algebra.multiply(term, algebra.power(algebra.entry(name, index), F(power)))
        total = algebra.add(total, term)
    return total


def by_counting(of: Callable[[dict[tuple[str, int], int]], Fraction]) -> Fraction:
    """The mean over all outcomes of two signs and three coins."""
    total = F(0)
    for outcome in itertools.product((1, -1), (1, -1), (0, 1), (0, 1), (0, 1)):
        chance = F(1, 4)
        for coin in outcome[2:]:
            chance *= P if coin else 1 - P
        total += chance * of(dict(zip(ENTRIES, outcome, strict=True)))
    return total


def value(terms: list[Term], outcome: dict[tuple[str, int], int]) -> Fraction:
    total = F(0)
    for factor, powers in terms:
        term = F(factor)
        for place, power in powers.items():
            term *= outcome[place] ** power
        total += term
    return total


@given(TERMS, TERMS)
@settings(max_examples=150, deadline=None)
def test_moments_agree_with_counting_every_outcome(x: list[Term], y: list[Term]) -> None:
    table, algebra = moments()
    a, b = polynomial(x, algebra), polynomial(y, algebra)
    mean_x, mean_y = by_counting(lambda o: value(x, o)), by_counting(lambda o: value(y, o))
    assert table.expectation(a) == mean_x
    assert table.variance(a) == by_counting(lambda o: (value(x, o) - mean_x) ** 2)
    assert table.covariance(a, b) == by_counting(lambda o: (value(x, o) - mean_x) * (value(y, o) - mean_y))


def test_two_moments_say_nothing_of_the_third() -> None:
    table, _ = moments()
    assert (table.moment("g", 1), table.moment("g", 2)) == (2, 9)
    with pytest.raises(Unsupported, match="only the mean and variance of g are given"):
        table.moment("g", 3)


def test_a_polynomial_that_becomes_constant_is_a_number() -> None:
    algebra = Algebra()
    x = algebra.entry("x")
    assert algebra.add(x, algebra.negative(x)) == 0
    assert type(algebra.add(x, F(1))) is Polynomial


def test_terms_do_not_grow_without_bound() -> None:
    algebra = Algebra()
    names = Grid((40,), tuple(algebra.entry("r", i) for i in range(40)))
    total = names.entries[0]
    for each in names.entries[1:]:
        total = algebra.add(total, each)
    with pytest.raises(OutOfReach, match="too many terms"):
        algebra.power(total, F(12))
    with pytest.raises(OutOfReach, match="up to the power"):
        algebra.power(total, F(100))


def test_a_moment_inside_a_moment_is_a_number() -> None:
    evaluator = Evaluator(SYMBOLS, {}, Algebra(), {})
    assert evaluator.value(read("E(x*E(u))")) == F(3, 2) * F(5, 6)
    assert evaluator.value(read("Var(x)")) == F(4, 9)
    assert evaluator.value(read("E((x - E(x))^2)")) == F(4, 9)
    assert evaluator.value(read("Var(E(x))")) == 0
