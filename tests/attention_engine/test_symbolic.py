"""Variances of scores are exact for every law and size, and the softmax's calculus is the engine's."""

from __future__ import annotations

import doctest
import importlib
import math
import pkgutil
from collections.abc import Callable
from dataclasses import dataclass
from fractions import Fraction
from itertools import pairwise
from types import FunctionType
from typing import Any

import mpmath
import numpy as np
import pytest
import sympy

import attention_engine as engine
from attention_engine import symbolic
from attention_engine.symbolic import (
    STANDARD,
    Law,
    Result,
    bernoulli,
    covariance,
    dot,
    evaluated,
    expectation,
    exponential,
    laplace,
    moments,
    normal,
    rademacher,
    scale_choice,
    scaled_score_variance,
    score_fourth_moment,
    score_mean,
    score_variance,
    self_score_mean,
    self_score_variance,
    student,
    uniform,
    variance,
    vector,
)

SIZES = (1, 2, 3, 5)
d = sympy.Symbol("d", integer=True, positive=True)
a, b, s, nu, rate = sympy.symbols("a b s nu lambda", positive=True)
mu, mu_q, mu_k, p, rho = sympy.symbols("mu mu_q mu_k p rho", real=True)
v_q, v_k = sympy.symbols("v_q v_k", nonnegative=True)
q, k, x, z = sympy.symbols("q k x z", real=True)
half, third = sympy.Rational(1, 2), sympy.Rational(1, 3)

VARIANCES = {
    "normal": (normal(mu, s), d * (s**4 + 2 * mu**2 * s**2)),
    "uniform": (uniform(-a, a), d * a**4 / 9),
    "uniform from 0": (uniform(0, 1), 7 * d / 144),
    "rademacher": (rademacher(), d),
    "laplace": (laplace(b), 4 * d * b**4),
    "bernoulli": (bernoulli(p), d * p**2 * (1 - p**2)),
    "exponential": (exponential(rate), 3 * d / rate**4),
    "student": (student(nu), d * nu**2 / (nu - 2) ** 2),
    "moments": (moments(mu, v_q), d * (v_q**2 + 2 * mu**2 * v_q)),
}
"""Var(q·k) for entries of q and k of one law, worked out by hand."""


@dataclass(frozen=True)
class Drawn:
    """A law, how NumPy draws it, and its moment generating function if it has one."""

    law: Law
    draw: Callable[[np.random.Generator, tuple[int, int]], Any]
    generating: Callable[[Any], Any] | None = None


DRAWN = {
    "normal": Drawn(
        normal(1, 2), lambda rng, shape: rng.normal(1, 2, shape), lambda t: sympy.exp(t + 2 * t**2)
    ),
    "uniform": Drawn(
        uniform(-1, 3),
        lambda rng, shape: rng.uniform(-1, 3, shape),
        lambda t: (sympy.exp(3 * t) - sympy.exp(-t)) / (4 * t),
    ),
    "rademacher": Drawn(
        rademacher(), lambda rng, shape: rng.integers(0, 2, shape) * 2.0 - 1, lambda t: sympy.cosh(t)
    ),
    "laplace": Drawn(
        laplace(half, 1),
        lambda rng, shape: rng.laplace(1, 0.5, shape),
        lambda t: sympy.exp(t) / (1 - t**2 / 4),
    ),
    "bernoulli": Drawn(
        bernoulli(Fraction(1, 4)),
        lambda rng, shape: (rng.random(shape) < 0.25).astype(float),
        lambda t: (3 + sympy.exp(t)) / 4,
    ),
    "exponential": Drawn(
        exponential(2), lambda rng, shape: rng.exponential(0.5, shape), lambda t: 2 / (2 - t)
    ),
    "student": Drawn(student(12), lambda rng, shape: rng.standard_t(12, shape)),
}
EVERY = pytest.mark.parametrize("drawn", DRAWN.values(), ids=DRAWN)


def same(first: Any, second: Any) -> bool:
    return sympy.simplify(first - second) == 0


# Laws.


@EVERY
def test_raw_moments_are_those_of_the_law(drawn: Drawn) -> None:
    got = [drawn.law.moment(n) for n in range(7)]
    if drawn.generating is None:  # E[xⁿ] of Student's t by the integral of its density
        beyond = 12
        density = lambda t: (1 + t * t / beyond) ** (-mpmath.mpf(beyond + 1) / 2)  # noqa: E731
        total = mpmath.quad(density, [-mpmath.inf, 0, mpmath.inf])
        wanted = [mpmath.quad(lambda t: t**n * density(t), [-mpmath.inf, 0, mpmath.inf]) for n in range(7)]  # noqa: B023
        assert [float(m) for m in got] == pytest.approx([float(w / total) for w in wanted], abs=1e-9)
        return
    t = sympy.Symbol("t")
    series = sympy.series(drawn.generating(t), t, 0, 7).removeO()
    assert got == [sympy.factorial(n) * series.coeff(t, n) for n in range(7)]


def test_a_moment_that_there_is_not_is_refused() -> None:
    with pytest.raises(ValueError, match="does not exist for 4 degrees"):
        student(4).moment(4)
    with pytest.raises(ValueError, match=r"E\[x\^3\] is needed"):
        moments(0, 1).moment(3)
    assert moments(0, 1, 0, 3).moment(4) == 3
    assert moments(0, 1, fourth=3) != moments(0, 1, third=3)
    assert (
        moments(mu, v_q, third=0, fourth=3 * v_q**2).moment(4).equals(normal(mu, sympy.sqrt(v_q)).moment(4))
    )


@pytest.mark.parametrize(
    "wrong",
    [
        lambda: uniform(1, 1),
        lambda: bernoulli(2),
        lambda: exponential(0),
        lambda: laplace(-1),
        lambda: moments(0, -1),
        lambda: score_variance(-1),
        lambda: symbolic.correlated_score_variance(3, rho_k=-1),
        lambda: symbolic.matched_score_variance(d, 2),
        lambda: scale_choice(d, moments(1, 0), moments(1, 0)),
        lambda: symbolic.softmax_hessian(2, 3),
        lambda: symbolic.cross_entropy_gradient(2, 0),
        lambda: symbolic.weights(0),
    ],
)
def test_what_cannot_be_is_a_value_error(wrong: Callable[[], object]) -> None:
    with pytest.raises(ValueError, match=r"expected|no .* entries|no factor"):
        wrong()


@pytest.mark.parametrize("size", [1.5, True, sympy.Rational(3, 2)])
def test_a_size_is_whole(size: object) -> None:
    with pytest.raises(TypeError, match="whole number"):
        score_variance(size)


# Scores.


@pytest.mark.parametrize(("law", "wanted"), VARIANCES.values(), ids=VARIANCES)
def test_the_variance_of_a_score_holds_for_any_size(law: Law, wanted: Any) -> None:
    assert same(score_variance(d, law, law).value, wanted)


@pytest.mark.parametrize("size", SIZES)
@pytest.mark.parametrize(("law", "wanted"), VARIANCES.values(), ids=VARIANCES)
def test_the_variance_of_a_score_is_exact_entry_by_entry(law: Law, wanted: Any, size: int) -> None:
    queries, keys = vector("q", [law] * size), vector("k", [law] * size)
    by_entries = variance(dot(queries, keys), queries | keys).value
    assert same(by_entries, wanted.subs(d, size))
    assert same(score_variance(size, law, law).value, by_entries)


@pytest.mark.parametrize("claim", [sympy.sqrt(d), d**2], ids=["√d", "d²"])
def test_what_holds_for_one_entry_only_is_not_the_variance(claim: Any) -> None:
    value = score_variance(d).value
    assert not same(value, claim)
    assert [score_variance(n).value == claim.subs(d, n) for n in SIZES] == [True, False, False, False]


def test_unequal_means_and_variances() -> None:
    got = score_variance(d, moments(mu_q, v_q), moments(mu_k, v_k)).value
    assert same(got, d * (v_q * v_k + mu_q**2 * v_k + mu_k**2 * v_q))
    assert score_mean(d, moments(mu_q, v_q), moments(mu_k, v_k)).value == d * mu_q * mu_k
    laws = [normal(mu, s), uniform(0, 1), laplace(b)]
    queries, keys = vector("q", laws), vector("k", reversed(laws))  # each entry of another law
    terms = [score_variance(1, one, other).value for one, other in zip(laws, reversed(laws), strict=True)]
    assert same(variance(dot(queries, keys), queries | keys).value, sum(terms))


@pytest.mark.parametrize("size", SIZES)
@EVERY
def test_a_vector_against_itself(drawn: Drawn, size: int) -> None:
    entries = vector("x", [drawn.law] * size)
    square = dot(entries, entries)
    assert self_score_mean(d, drawn.law).value.subs(d, size) == expectation(square, entries).value
    assert self_score_variance(d, drawn.law).value.subs(d, size) == variance(square, entries).value


def test_a_standard_normal_vector_against_itself() -> None:
    assert (self_score_mean(d).value, self_score_variance(d).value) == (d, 2 * d)


@pytest.mark.parametrize("size", (1, 2, 3))
@EVERY
def test_the_fourth_moment_is_exact_entry_by_entry(drawn: Drawn, size: int) -> None:
    queries, keys = vector("q", [drawn.law] * size), vector("k", [STANDARD] * size)
    for k_law, entries in ((STANDARD, keys), (drawn.law, vector("k", [drawn.law] * size))):
        by_entries = expectation(dot(queries, entries) ** 4, queries | entries).value
        assert score_fourth_moment(d, drawn.law, k_law).value.subs(d, size) == by_entries


def test_the_fourth_moment_of_a_score_of_standard_normal_entries() -> None:
    assert same(score_fourth_moment(d).value, 3 * d**2 + 6 * d)
    entries = vector("q", [STANDARD] * 5) | vector("k", [STANDARD] * 5)
    assert (
        expectation(dot(vector("q", [STANDARD] * 5), vector("k", [STANDARD] * 5)) ** 4, entries).value == 105
    )
    fourth_only = moments(0, 1, fourth=3)
    assert score_fourth_moment(d, fourth_only, fourth_only).value == score_fourth_moment(d).value


@pytest.mark.parametrize("size", (1, 2, 3))
def test_correlated_entries_made_of_independent_ones(size: int) -> None:
    """x_i = μ + σ (√ρ c + √(1 − ρ) z_i) has any two entries correlated with ρ."""
    c_q, c_k = sympy.symbols("c_q c_k", real=True)
    parts = {name: vector(name, [STANDARD] * size) for name in "qk"}
    r_q, r_k = sympy.Rational(1, 4), sympy.Rational(9, 25)
    made = {
        name: [m + sigma * (sympy.sqrt(r) * c + sympy.sqrt(1 - r) * each) for each in parts[name]]
        for name, m, sigma, r, c in (("q", 2, 3, r_q, c_q), ("k", -1, half, r_k, c_k))
    }
    score = sum(one * other for one, other in zip(made["q"], made["k"], strict=True))
    by_entries = variance(score, {c_q: STANDARD, c_k: STANDARD} | parts["q"] | parts["k"]).value
    got = symbolic.correlated_score_variance(d, normal(2, 3), normal(-1, half), r_q, r_k).value
    assert got.subs(d, size) == by_entries
    sigma_q, sigma_k = (
        v * ((1 - r) * np.eye(size) + r * np.ones((size, size))) for v, r in ((9, 0.25), (0.25, 0.36))
    )
    numbers = engine.correlated_dot_product_variance(np.full(size, 2), sigma_q, np.full(size, -1), sigma_k)
    assert float(by_entries) == pytest.approx(numbers)


def test_one_correlation_drops_out_where_the_means_are_0() -> None:
    got = symbolic.correlated_score_variance(d, rho_k="rho").value
    assert got == d
    assert (
        symbolic.correlated_score_variance(2, moments(0, v_q), moments(0, v_k), 0, rho).value == 2 * v_q * v_k
    )
    both = symbolic.correlated_score_variance(d, rho_q=rho, rho_k=rho).value
    assert same(both, d + d * (d - 1) * rho**2)


def test_a_query_correlated_with_its_key() -> None:
    assert same(symbolic.matched_score_variance(d, rho).value, d * (1 + rho**2))
    assert same(symbolic.matched_score_variance(d, 1).value, self_score_variance(d).value)
    assert same(symbolic.matched_score_variance(d, rho, rademacher()).value, d * (1 - rho**2))
    queries, rest = vector("q", [exponential()] * 2), vector("z", [exponential()] * 2)
    r, root = sympy.Rational(3, 5), sympy.Rational(4, 5)
    score = sum(one * (r * one + root * other) for one, other in zip(queries, rest, strict=True))
    got = symbolic.matched_score_variance(2, r, exponential()).value
    assert got == variance(score, queries | rest).value


def test_the_scale_that_brings_the_variance_to_1() -> None:
    assert scale_choice(d).value == 1 / sympy.sqrt(d)
    for law, _ in VARIANCES.values():
        found = scale_choice(d, law, law)
        assert same(found.value**2 * score_variance(d, law, law).value, 1)
        assert same(scaled_score_variance(found.value, d, law, law).value, 1)
    assert scaled_score_variance(1 / d, d).value == 1 / d
    assert [scale_choice(n).value for n in (4, 64)] == [half, sympy.Rational(1, 8)]


# Polynomials.


def test_uncorrelated_is_not_independent() -> None:
    entries = {q: STANDARD, x: STANDARD, k: STANDARD}
    assert covariance(q * x, q * k, entries).value == 0
    assert covariance((q * x) ** 2, (q * k) ** 2, entries).value == 2


def test_a_missing_moment_is_not_asked_for_where_it_is_multiplied_by_0() -> None:
    bare = moments(0, 1)
    assert expectation(q**3 * k, {q: bare, k: bare}).value == 0
    with pytest.raises(ValueError, match="is needed"):
        expectation(q**3 * k, {q: bare, k: moments(1, 1)})


def test_what_is_no_polynomial_is_refused() -> None:
    with pytest.raises(ValueError, match="not a polynomial in q"):
        expectation(sympy.exp(q), {q: STANDARD})
    assert expectation(sympy.exp(a) * q**2 + 1, {q: STANDARD}).value == sympy.exp(a) + 1
    assert expectation(5, {}).value == 5


# Agreement with what is drawn.


@EVERY
def test_drawn_scores_agree_within_4_standard_errors(drawn: Drawn) -> None:
    size, rng = 6, np.random.default_rng(11)
    got = engine.estimated_dot_product(size, 20_000, rng, draw_q=drawn.draw, draw_k=drawn.draw)
    mean, spread = (f(size, drawn.law, drawn.law).value for f in (score_mean, score_variance))
    assert abs(got.mean - float(mean)) < 4 * got.mean_error
    assert abs(got.variance - float(spread)) < 4 * got.variance_error
    exact = engine.Moments(*(Fraction(int(m.p), int(m.q)) for m in (drawn.law.moment(n) for n in (1, 2, 4))))
    assert (mean, spread) == (
        engine.dot_product_mean(size, exact, exact),
        engine.dot_product_variance(size, exact, exact),
    )
    assert self_score_variance(size, drawn.law).value == engine.self_product_variance(size, exact)


@pytest.mark.parametrize("name", ["normal", "uniform", "rademacher", "bernoulli"])
def test_drawn_fourth_powers_agree_within_4_standard_errors(name: str) -> None:
    drawn, rng, size = DRAWN[name], np.random.default_rng(12), 3
    queries, keys = drawn.draw(rng, (40_000, size)), drawn.draw(rng, (40_000, size))
    got = engine.estimated(np.einsum("nd,nd->n", queries, keys) ** 4)
    wanted = score_fourth_moment(size, drawn.law, drawn.law).value
    assert abs(got.mean - float(wanted)) < 4 * got.mean_error


def test_drawn_scores_of_correlated_entries_agree_within_4_standard_errors() -> None:
    rng, size, count = np.random.default_rng(13), 4, 20_000
    queries = 1 + rng.standard_normal((count, size))
    keys = math.sqrt(0.5) * (rng.standard_normal((count, 1)) + rng.standard_normal((count, size)))
    got = engine.estimated(np.einsum("nd,nd->n", queries, keys))
    wanted = symbolic.correlated_score_variance(size, normal(1, 1), rho_k=half).value
    assert abs(got.variance - float(wanted)) < 4 * got.variance_error
    matched = 0.6 * (queries - 1) + 0.8 * rng.standard_normal((count, size))
    close = engine.estimated(np.einsum("nd,nd->n", queries - 1, matched))
    wanted = symbolic.matched_score_variance(size, sympy.Rational(3, 5)).value
    assert abs(close.variance - float(wanted)) < 4 * close.variance_error


# Steps.

_EACH = {
    "score_mean": score_mean(d, uniform(0, 1), exponential()),
    "score_variance": score_variance(d, uniform(0, 1), exponential()),
    "score_fourth_moment": score_fourth_moment(d, uniform(0, 1), exponential()),
    "scaled": scaled_score_variance(s, d, uniform(0, 1), exponential()),
    "self_score_mean": self_score_mean(d, laplace()),
    "self_score_variance": self_score_variance(d, laplace()),
    "matched": symbolic.matched_score_variance(d, rho, laplace()),
    "correlated": symbolic.correlated_score_variance(d, normal(mu_q, a), normal(mu_k, b), rho, p),
    "expectation": expectation((q * k + x) ** 2 + 1, {q: uniform(0, 1), k: exponential(), x: laplace()}),
    "variance": variance(q * k + 2 * x, {q: uniform(0, 1), k: exponential(), x: laplace()}),
    "covariance": covariance(q * k, q * x**2, {q: uniform(0, 1), k: exponential(), x: laplace()}),
}
ENTRIES = {q: uniform(0, 1), k: exponential(), x: laplace(), z: laplace()}


@pytest.mark.parametrize("result", _EACH.values(), ids=_EACH)
def test_steps_end_in_the_value(result: Result) -> None:
    assert len(result.steps) > 1
    assert result.steps[-1].expression == result.value
    assert all(step.text for step in result.steps)
    expressions = [step.expression for step in result.steps]
    assert all(one != other for one, other in pairwise(expressions))


@pytest.mark.parametrize("result", _EACH.values(), ids=_EACH)
def test_every_step_of_a_moment_is_equal_to_its_value(result: Result) -> None:
    assert not result.value.atoms(sympy.core.function.AppliedUndef)
    for step in result.steps:
        assert same(evaluated(step.expression, ENTRIES), result.value), step.text


def test_the_chosen_scale_solves_the_equation_of_its_first_step() -> None:
    result = scale_choice(d, uniform(0, 1), exponential(rate))
    assert result.steps[0].expression.subs(symbolic.SCALE, result.value)
    assert result.steps[-1].expression == result.value


# The package.


def test_a_name_is_a_symbol() -> None:
    assert score_variance("d_k").value.free_symbols == {sympy.Symbol("d_k", integer=True, positive=True)}
    assert score_variance(1, normal(0, "S")).value == sympy.Symbol("S", real=True) ** 2


def test_its_examples_and_its_exports() -> None:
    attempted = 0
    for module in pkgutil.iter_modules(symbolic.__path__):
        done = doctest.testmod(importlib.import_module(f"attention_engine.symbolic.{module.name}"))
        assert done.failed == 0
        attempted += done.attempted
    assert attempted >= 4
    for name in symbolic.__all__:
        value = getattr(symbolic, name)
        assert value.__doc__ or not isinstance(value, FunctionType), name
