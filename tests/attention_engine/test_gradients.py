"""The way back agrees with central differences, and what is masked sends nothing back."""

from __future__ import annotations

from typing import Any

import numpy as np
import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from attention_engine import (
    attention,
    attention_gradients,
    keys_gradient,
    project,
    projection_gradients,
    queries_gradient,
    softmax,
    softmax_jacobian,
    softmax_vjp,
    trace,
    trace_gradients,
    values_gradient,
    weights_gradient,
)
from tests.attention_engine.problems import Given, problems
from tests.attention_engine.reference import central_differences


@settings(max_examples=60, deadline=None)
@given(problems(), st.integers(0, 2**32 - 1))
def test_gradients_agree_with_central_differences(problem: Given, seed: int) -> None:
    shape = attention(*problem.arrays, **problem.options).shape
    upstream = np.random.default_rng(seed).standard_normal(shape)
    got = attention_gradients(*problem.arrays, upstream, **problem.options)
    for place, gradient in enumerate(got):

        def loss(x: Any, place: int = place) -> float:
            arrays = list(problem.arrays)
            arrays[place] = x
            return float((upstream * attention(*arrays, **problem.options)).sum())

        expected = central_differences(loss, problem.arrays[place])
        assert gradient.shape == problem.arrays[place].shape
        np.testing.assert_allclose(gradient, expected, rtol=1e-4, atol=2e-5)


def test_the_gradient_of_a_bias() -> None:
    rng = np.random.default_rng(5)
    q, k, v = rng.standard_normal((3, 4, 3))
    bias, upstream = rng.standard_normal((4, 4)), rng.standard_normal((4, 3))
    expected = central_differences(lambda b: float((upstream * attention(q, k, v, bias=b)).sum()), bias)
    np.testing.assert_allclose(trace_gradients(q, k, v, upstream, bias=bias).d_biased, expected, atol=1e-8)


def test_each_stage_by_its_formula() -> None:
    rng = np.random.default_rng(6)
    q, k, v, upstream = (rng.standard_normal((2, n, d)) for n, d in ((3, 4), (5, 4), (5, 6), (3, 6)))
    a, got = trace(q, k, v).weights, trace_gradients(q, k, v, upstream)
    np.testing.assert_allclose(got.d_v, values_gradient(a, upstream))
    np.testing.assert_allclose(got.d_weights, weights_gradient(upstream, v))
    np.testing.assert_allclose(got.d_scaled, a * (got.d_weights - (a * got.d_weights).sum(-1, keepdims=True)))
    np.testing.assert_allclose(got.d_scaled.sum(axis=-1), 0, atol=1e-14)
    np.testing.assert_allclose(got.d_scores, got.d_scaled / 2)
    np.testing.assert_allclose(got.d_q, queries_gradient(got.d_scaled, k))
    np.testing.assert_allclose(got.d_k, keys_gradient(got.d_scaled, q))


@settings(max_examples=60, deadline=None)
@given(st.lists(st.floats(-6, 6), min_size=1, max_size=6), st.integers(0, 2**32 - 1))
def test_the_vjp_is_the_jacobian_applied(z: list[float], seed: int) -> None:
    p, g = softmax(z), np.random.default_rng(seed).standard_normal(len(z))
    jacobian = softmax_jacobian(p)
    np.testing.assert_allclose(softmax_vjp(p, g), jacobian @ g, atol=1e-14)
    np.testing.assert_allclose(jacobian.sum(axis=0), 0, atol=1e-15)
    np.testing.assert_allclose(jacobian, jacobian.T)
    columns = [central_differences(lambda x, i=i: float(softmax(x)[i]), np.array(z)) for i in range(len(z))]
    np.testing.assert_allclose(jacobian, columns, atol=1e-8)


def test_a_softmax_of_each_row_couples_no_two_rows() -> None:
    s = np.random.default_rng(7).standard_normal((3, 3))
    whole = np.array([central_differences(lambda x, i=i: float(softmax(x).flat[i]), s) for i in range(9)])
    assert np.count_nonzero(np.abs(whole) > 1e-9) == 27


@pytest.mark.parametrize("bad", [np.nan, np.inf])
@pytest.mark.parametrize("softcap", [None, 2.0])
def test_what_is_masked_sends_nothing_back(bad: float, softcap: float | None) -> None:
    rng = np.random.default_rng(8)
    q, k, v, upstream = (rng.standard_normal((n, 4)) for n in (3, 5, 5, 3))
    mask = np.ones((3, 5), bool)
    mask[:, 4], mask[1] = False, False  # key 4 for everyone, and query 1 for every key
    clean = attention_gradients(q, k, v, upstream, mask=mask, softcap=softcap)
    q[1], k[4], v[4], upstream[1] = bad, bad, bad, bad
    got = attention_gradients(q, k, v, upstream, mask=mask, softcap=softcap)
    for gradient, expected in zip(got, clean, strict=True):
        np.testing.assert_array_equal(gradient, expected)
    assert not got.d_q[1].any()
    assert not got.d_k[4].any()
    assert not got.d_v[4].any()


def test_gradients_keep_the_float_type() -> None:
    for kind in (np.float16, np.float32):
        x = np.ones((2, 3), kind)
        assert {g.dtype for g in attention_gradients(x, x, x, x)} == {np.dtype(kind)}


def test_projections_send_back_to_weights_and_tokens() -> None:
    rng = np.random.default_rng(9)
    x, w, upstream = (
        rng.standard_normal((2, 3, 4)),
        rng.standard_normal((4, 5)),
        rng.standard_normal((2, 3, 5)),
    )
    d_x, d_w = projection_gradients(x, w, upstream)
    expected_x = central_differences(lambda a: float((upstream * project(a, w)).sum()), x)
    expected_w = central_differences(lambda a: float((upstream * project(x, a)).sum()), w)
    np.testing.assert_allclose(d_x, expected_x, atol=1e-8)
    np.testing.assert_allclose(d_w, expected_w, atol=1e-8)
