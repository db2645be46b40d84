"""Large problems go to the fast face, small ones through the stages, and both mean the same."""

from __future__ import annotations

from typing import Any

import numpy as np
import pytest

from attention_engine import attention, attention_gradients, choice, padding_mask, trace, trace_gradients
from attention_engine.inputs import inputs


def problem(
    *, kind: type = np.float64, heads: int = 4, shared: int = 2, n: int = 70, m: int = 90
) -> tuple[Any, ...]:
    rng = np.random.default_rng(12)
    shapes = ((2, heads, n, 8), (2, shared, m, 8), (2, shared, m, 5), (2, heads, n, 5))
    return tuple(rng.standard_normal(shape).astype(kind) for shape in shapes)


OPTIONS: list[dict[str, Any]] = [
    {},
    {"causal": True},
    {"causal": True, "window": 9, "offset": 20},
    {"window": 9},
    {"mask": padding_mask([[60], [0]], 90)},
    {"bias": np.linspace(-2, 2, 90), "softcap": 3.0, "scale": 0.5},
    {"bias": np.where(np.arange(90) < 40, -np.inf, 0.3), "causal": True},
    {"causal": True, "offset": -5},
]


def test_few_scores_are_not_worth_a_fast_face() -> None:
    x = np.ones((3, 4))
    assert choice.fast_face(inputs(x, x, x)) is None
    q, k, v, _ = problem()
    assert choice.fast_face(inputs(q, k, v)) is not None


@pytest.mark.parametrize("options", OPTIONS)
@pytest.mark.parametrize(("kind", "accuracy"), [(np.float64, 1e-11), (np.float32, 2e-5)])
def test_both_faces_mean_the_same(options: dict[str, Any], kind: type, accuracy: float) -> None:
    q, k, v, d_output = problem(kind=kind)
    got, lse = attention(q, k, v, **options, return_lse=True)
    stages = trace(q, k, v, **options)
    assert got.dtype == lse.dtype == kind
    np.testing.assert_allclose(got, stages.output, rtol=accuracy, atol=accuracy)
    np.testing.assert_allclose(lse, stages.lse, rtol=accuracy, atol=accuracy)
    fast, slow = (
        attention_gradients(q, k, v, d_output, **options),
        trace_gradients(q, k, v, d_output, **options),
    )
    for gradient, expected in zip(fast, (slow.d_q, slow.d_k, slow.d_v), strict=True):
        assert gradient.shape == expected.shape
        assert gradient.dtype == kind
        np.testing.assert_allclose(gradient, expected, rtol=20 * accuracy, atol=20 * accuracy)


def test_shared_leading_axes_and_float16() -> None:
    q, k, v, d_output = problem(kind=np.float16)
    got = attention(q, k[0, 0], v[0, 0])
    assert got.dtype == np.float16
    np.testing.assert_allclose(got, trace(q, k[0, 0], v[0, 0]).output, atol=2e-3)
    fast, slow = attention_gradients(q, k[0], v[:1], d_output), trace_gradients(q, k[0], v[:1], d_output)
    for gradient, expected in zip(fast, (slow.d_q, slow.d_k, slow.d_v), strict=True):
        assert gradient.shape == expected.shape
        assert gradient.dtype == np.float16
        np.testing.assert_allclose(gradient.astype(float), expected.astype(float), rtol=5e-3, atol=5e-3)


@pytest.mark.parametrize("bad", [np.nan, np.inf])
def test_what_is_masked_is_not_read_in_either_face(bad: float) -> None:
    q, k, v, d_output = problem()
    mask = np.arange(90) < 80
    clean, back = attention(q, k, v, mask=mask), attention_gradients(q, k, v, d_output, mask=mask)
    k[..., 80:, :], v[..., 80:, :] = bad, bad
    np.testing.assert_allclose(attention(q, k, v, mask=mask), clean, atol=1e-12)
    for gradient, expected in zip(attention_gradients(q, k, v, d_output, mask=mask), back, strict=True):
        np.testing.assert_allclose(gradient, expected, atol=1e-11)


def test_large_inputs_are_not_changed() -> None:
    arrays = problem()
    before = [x.copy() for x in arrays]
    attention(*arrays[:3], causal=True)
    attention_gradients(*arrays, causal=True)
    for x, copy in zip(arrays, before, strict=True):
        np.testing.assert_array_equal(x, copy)
