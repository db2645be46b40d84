"""Variances are exact for any moments and agree with what is drawn; saturation is what it is said to be."""

from __future__ import annotations

import math
from fractions import Fraction

import numpy as np
import pytest
from hypothesis import given
from hypothesis import strategies as st

from attention_engine import (
    Moments,
    correlated_dot_product_variance,
    cosine_weight_ceiling,
    dot_product_mean,
    dot_product_variance,
    estimated,
    estimated_dot_product,
    gap_variance,
    helpful_gap,
    saturation,
    self_product_variance,
    sharpness_for_weight,
    sigmoid_slope,
    softmax,
    standard_error,
    two_key_gradient,
    typical_gap,
)

FRACTIONS = st.fractions(-3, 3, max_denominator=6)


@given(st.integers(0, 64), FRACTIONS, FRACTIONS, FRACTIONS, FRACTIONS)
def test_both_forms_of_the_variance_agree_exactly(
    d: int, a: Fraction, b: Fraction, s: Fraction, t: Fraction
) -> None:
    got = dot_product_variance(d, Moments.normal(a, s), Moments.normal(b, t))
    assert got == d * (s**2 * t**2 + a**2 * t**2 + b**2 * s**2)


def test_the_variances_of_other_distributions() -> None:
    a, b, p, d = 3, Fraction(1, 2), Fraction(1, 3), 8
    assert dot_product_variance(d, Moments.uniform(-a, a), Moments.uniform(-a, a)) == Fraction(d * a**4, 9)
    assert dot_product_variance(d, Moments.uniform(0, 1), Moments.uniform(0, 1)) == Fraction(7 * d, 144)
    assert dot_product_variance(d, Moments.laplace(b), Moments.laplace(b)) == 4 * d * b**4
    assert dot_product_variance(d, Moments.bernoulli(p), Moments.bernoulli(p)) == d * p**2 * (1 - p**2)
    assert gap_variance(64) == 128
    assert Moments.uniform(0, 1).variance == Fraction(1, 12)
    assert Moments.bernoulli(p).mean == p


@pytest.mark.parametrize(
    ("moments", "draw"),
    [
        (Moments.normal(1, 2), lambda rng, shape: rng.normal(1, 2, shape)),
        (Moments.uniform(-1, 3), lambda rng, shape: rng.uniform(-1, 3, shape)),
        (Moments.laplace(0.5, 1), lambda rng, shape: rng.laplace(1, 0.5, shape)),
        (Moments.bernoulli(0.25), lambda rng, shape: (rng.random(shape) < 0.25).astype(float)),
    ],
)
def test_raw_moments_agree_with_draws(moments: Moments, draw: object) -> None:
    x = draw(np.random.default_rng(0), (100_000, 1)).ravel()  # type: ignore[operator]
    assert moments.fourth is not None
    for power, expected in ((1, moments.first), (2, moments.second), (4, moments.fourth)):
        each = estimated(x**power)
        assert abs(each.mean - float(expected)) < 5 * each.mean_error


def test_drawn_products_agree_within_their_standard_errors() -> None:
    rng = np.random.default_rng(1)
    got = estimated_dot_product(64, 20_000, rng)
    assert abs(got.mean) < 4 * got.mean_error
    assert abs(got.variance - 64) < 4 * got.variance_error
    assert got.mean_error == pytest.approx(math.sqrt(got.variance / 20_000))
    halved = estimated_dot_product(64, 1000, np.random.default_rng(2), divisor=8.0)
    assert abs(halved.variance - 1) < 4 * halved.variance_error


def test_the_standard_error_of_a_variance_is_what_variances_scatter_by() -> None:
    each = [estimated(np.random.default_rng(seed).uniform(0, 1, 50)) for seed in range(2000)]
    scatter = np.std([one.variance for one in each])
    assert np.mean([one.variance_error for one in each]) == pytest.approx(scatter, rel=0.05)


def test_drawing_in_parts_gives_every_product_once() -> None:
    calls = []

    def ones(rng: np.random.Generator, shape: tuple[int, int]) -> np.ndarray:
        calls.append(shape[0])
        return np.ones(shape)

    got = estimated_dot_product(2**19, 5, np.random.default_rng(0), draw_q=ones, draw_k=ones)
    assert calls == [2, 2, 2, 2, 1, 1]
    assert (got.mean, got.variance, got.samples) == (2**19, 0, 5)


def test_correlation_drops_out_without_means() -> None:
    rho = np.array([[1.0, 0.6], [0.6, 1.0]])
    assert correlated_dot_product_variance([0, 0], np.eye(2), [0, 0], rho) == pytest.approx(2)
    rng = np.random.default_rng(3)
    a, b = rng.multivariate_normal([1, 2], rho, 200_000), rng.multivariate_normal([0, 1], rho, 200_000)
    drawn = estimated((a * b).sum(axis=1))
    exact = correlated_dot_product_variance([1, 2], rho, [0, 1], rho)
    assert abs(drawn.variance - exact) < 4 * drawn.variance_error
    assert exact == pytest.approx(np.trace(rho @ rho) + np.array([1, 2]) @ rho @ [1, 2] + 1)
    with pytest.raises(ValueError, match=r"covariance_k has shape \(3, 3\)"):
        correlated_dot_product_variance([0, 0], rho, [0, 0], np.eye(3))


def test_what_cannot_be_is_refused() -> None:
    with pytest.raises(ValueError, match="cannot be below"):
        Moments(2, 3)
    with pytest.raises(ValueError, match="fourth"):
        self_product_variance(3, Moments(0, 1))
    with pytest.raises(ValueError, match="low < high"):
        Moments.uniform(1, 1)
    with pytest.raises(ValueError, match="probability"):
        Moments.bernoulli(2)
    with pytest.raises(ValueError, match="N of at least 2"):
        estimated([1.0])
    assert standard_error(3.0, 9) == 1.0
    assert dot_product_mean(0) == 0


def test_gradients_of_two_keys_as_the_course_tells_them() -> None:
    assert sigmoid_slope(0) == 0.25
    assert sigmoid_slope(0.5) == pytest.approx(0.235, abs=5e-4)
    assert two_key_gradient(0.5, 64, scaled=False) == pytest.approx(0.235, abs=5e-4)
    assert two_key_gradient(0.5, 64, scaled=True) == pytest.approx(0.2498 / 8, abs=1e-5)
    assert typical_gap(64) == pytest.approx(11.3, abs=0.05)
    assert two_key_gradient(typical_gap(64), 64, scaled=False) == pytest.approx(1.2e-5, abs=5e-7)
    assert two_key_gradient(typical_gap(64), 64, scaled=True) == pytest.approx(0.020, abs=5e-4)
    assert sigmoid_slope(2000) == 0


@pytest.mark.parametrize("d_k", [2, 4, 64, 512])
def test_scaling_helps_beyond_a_gap_and_not_before(d_k: int) -> None:
    gap = helpful_gap(d_k)
    for factor, helps in ((0.99, False), (1.01, True)):
        at = factor * gap
        assert (two_key_gradient(at, d_k, scaled=True) > two_key_gradient(at, d_k, scaled=False)) is helps


def test_the_helpful_gap_at_64_entries() -> None:
    assert helpful_gap(64) == pytest.approx(3.45, abs=0.01)
    with pytest.raises(ValueError, match="at least 2"):
        helpful_gap(1)


def test_more_entries_saturate_the_softmax_unless_scaled() -> None:
    raw, fixed = (
        [saturation(d, keys=8, samples=400, rng=np.random.default_rng(4), scale=s) for d in (4, 64, 512)]
        for s in (1.0, None)
    )
    assert raw[0].largest_weight < raw[1].largest_weight < raw[2].largest_weight
    assert raw[0].entropy > raw[1].entropy > raw[2].entropy
    assert raw[0].gradient > raw[2].gradient
    assert abs(fixed[0].entropy - fixed[2].entropy) < 0.15
    assert fixed[2].entropy > 1.4 > raw[2].entropy
    assert fixed[1].scale == 0.125
    assert 0 < raw[2].gradient_error < raw[2].gradient
    pair = saturation(
        4, keys=2, samples=2, rng=np.random.default_rng(5)
    )  # p(1 − p) is one number for two keys
    assert 0 < pair.gradient <= 0.25 / 2


def test_ceilings_and_sharpness_of_a_weight() -> None:
    assert cosine_weight_ceiling(10) == pytest.approx(softmax([1.0] + [-1.0] * 9)[0])
    beta = sharpness_for_weight(0.9, 20)
    assert softmax([beta] + [0.0] * 19)[0] == pytest.approx(0.9)
    with pytest.raises(ValueError, match="between 0 and 1"):
        sharpness_for_weight(1.0, 5)
