"""What breaks a softmax in blocks: large scores, rows without keys, NaN and ∞ behind a mask."""

from __future__ import annotations

from typing import Any

import numpy as np
import pytest

from attention_engine import fast, trace, trace_gradients
from tests.attention_engine.fast_reference import Array, allowed, reference
from tests.attention_engine.test_fast_agreement import distance, drawn

SIZES = [((), 6, 8), ((3,), 60, 50), ((), 300, 700), ((500,), 3, 4)]


@pytest.mark.parametrize("dtype", ["float32", "float64"])
@pytest.mark.parametrize(("lead", "n", "m"), SIZES)
@pytest.mark.parametrize("option", [{}, {"causal": True}, {"mask": True}])
def test_large_scores_never_overflow(
    lead: tuple[int, ...], n: int, m: int, dtype: str, option: dict[str, Any]
) -> None:
    q, k, v, do = drawn(lead, n, m, 4, 4, dtype)
    if "mask" in option:
        option = {"mask": np.random.default_rng(1).random((n, m)) < 0.4}
    for size in (30.0, 1e3, 1e6, 1e15):
        out, lse = fast.forward(q * size, k, v, **option)
        expected, expected_lse, *_ = reference(q * size, k, v, do, **option)
        assert not np.isnan(out).any() and not np.isnan(lse).any()
        seen = np.isfinite(expected_lse)
        assert distance(lse[seen], expected_lse[seen]) < 1e-5
        assert np.abs(out).max() <= np.abs(v).max() * (1 + 1e-6)
        if dtype == "float64" and size <= 1e3:
            assert distance(out, expected) < 1e-11
        for gradient in fast.backward(q * size, k, v, do, out, lse, **option):
            assert np.isfinite(gradient).all()


@pytest.mark.parametrize("size", [10, 30, 100, 1000])
@pytest.mark.parametrize("d", [32, 64, 128])
def test_large_scores_are_rounded_as_the_readable_stages_round_them(size: int, d: int) -> None:
    q, k, v, do = drawn((2,), 300, 280, d, d, "float32")
    q *= size
    stages, back = trace(q, k, v, causal=True), trace_gradients(q, k, v, do, causal=True)
    out, lse = fast.forward(q, k, v, causal=True)
    assert distance(out, stages.output) < 2e-6
    assert distance(lse, stages.lse) < 1e-6
    slack = 2e-6 + 6e-8 * float(np.abs(lse).max())  # float32 holds no more of a large log-sum-exp
    gradients = fast.backward(q, k, v, do, out, lse, causal=True)
    for got, want in zip(gradients, (back.d_q, back.d_k, back.d_v), strict=True):
        assert distance(got, want) < slack


@pytest.mark.parametrize("dtype", ["float32", "float64"])
@pytest.mark.parametrize("level", [-1e4, -300.0, 300.0, 1e4])
def test_a_shift_of_all_scores_changes_nothing(dtype: str, level: float) -> None:
    q, k, v, do = drawn((2,), 70, 90, 8, 8, dtype)
    bias = np.full((70, 90), level, dtype)
    plain, lse = fast.forward(q, k, v)
    moved, moved_lse = fast.forward(q, k, v, bias=bias)
    slack = abs(level) * float(np.finfo(dtype).eps) + 1e-6 * (dtype == "float32") + 1e-13
    assert distance(moved, plain) < 4 * slack
    assert distance(moved_lse - bias.dtype.type(level), lse) < 4 * slack
    for got, want in zip(
        fast.backward(q, k, v, do, moved, moved_lse, bias=bias),
        fast.backward(q, k, v, do, plain, lse),
        strict=True,
    ):
        assert distance(got, want) < 40 * slack


@pytest.mark.parametrize("dtype", ["float32", "float64"])
@pytest.mark.parametrize("size", [1e-30, 1e-15, 1e15, 1e30])
def test_values_of_any_size_keep_their_digits(dtype: str, size: float) -> None:
    q, k, v, do = drawn((), 90, 80, 8, 8, dtype)
    expected = reference(q, k, v, do)[0]
    out, _ = fast.forward(q, k, (v * size).astype(dtype))
    assert distance(out.astype(np.float64) / size, expected) < (1e-6 if dtype == "float32" else 1e-14)


@pytest.mark.parametrize(("lead", "n", "m"), SIZES)
@pytest.mark.parametrize("way", ["mask", "bias", "huge bias", "band"])
def test_a_query_with_nothing_to_attend_to_gets_zeros(
    lead: tuple[int, ...], n: int, m: int, way: str
) -> None:
    q, k, v, do = drawn(lead, n, m, 4, 4, "float64")
    mask = np.ones((n, m), bool)
    mask[1] = False
    blocked: dict[str, Any] = {
        "mask": {"mask": mask},
        "bias": {"bias": np.where(mask, 0.0, -np.inf)},
        "huge bias": {"bias": np.where(mask, -1e5, -np.inf)},
        "band": {"causal": True, "offset": -2},
    }[way]
    out, lse = fast.forward(q, k, v, **blocked)
    dq, dk, dv = fast.backward(q, k, v, do, out, lse, **blocked)
    assert not out[..., 1, :].any() and not dq[..., 1, :].any()
    assert np.isneginf(lse[..., 1]).all()
    assert np.isfinite(lse[..., 2]).all()
    assert all(np.isfinite(x).all() for x in (out, dq, dk, dv))


def test_a_row_of_the_least_float_as_bias_is_a_row_like_others() -> None:
    for dtype in ("float32", "float64"):
        q, k, v, _ = drawn((), 80, 90, 4, 4, dtype)
        bias = np.zeros((80, 90), dtype)
        bias[3] = np.finfo(dtype).min
        out, lse = fast.forward(q, k, v, bias=bias)
        assert np.isfinite(lse).all()
        assert distance(out[3], v.mean(axis=0)) < 1e-5


BAD = [np.nan, np.inf, -np.inf]


@pytest.mark.parametrize("bad", BAD)
@pytest.mark.parametrize("where", ["k", "v", "both"])
@pytest.mark.parametrize(("lead", "n", "m"), SIZES)
@pytest.mark.parametrize("way", ["mask", "bias", "causal"])
def test_what_is_masked_is_not_read(
    lead: tuple[int, ...], n: int, m: int, where: str, bad: float, way: str
) -> None:
    q, k, v, do = drawn(lead, n, m, 4, 4, "float64")
    mask = np.random.default_rng(2).random((n, m)) < 0.7
    mask[:, [1, 3]] = False
    blocked: dict[str, Any] = {
        "mask": {"mask": mask},
        "bias": {"bias": np.where(mask, 0.5, -np.inf)},
        "causal": {"causal": True},
    }[way]
    keys = [1, 3]
    if way == "causal":  # no query sees the last keys
        keys = [m - 1]
        q, do, n = q[..., : m - 1, :], do[..., : m - 1, :], min(n, m - 1)
    clean = fast.forward(q, k, v, **blocked)
    clean_gradients = fast.backward(q, k, v, do, *clean, **blocked)
    for array in {"k": [k], "v": [v], "both": [k, v]}[where]:
        array[..., keys, :] = bad
    out, lse = fast.forward(q, k, v, **blocked)
    assert distance(out, clean[0]) < 1e-12
    assert np.allclose(lse, clean[1], rtol=1e-12)
    for got, want in zip(fast.backward(q, k, v, do, out, lse, **blocked), clean_gradients, strict=True):
        assert distance(got, want, 1.0) < 1e-12


@pytest.mark.parametrize("bad", BAD)
@pytest.mark.parametrize(("lead", "n", "m"), SIZES)
def test_a_bad_value_reaches_only_those_that_read_it(
    lead: tuple[int, ...], n: int, m: int, bad: float
) -> None:
    q, k, v, do = drawn(lead, n, m, 4, 4, "float32")
    clean, _ = fast.forward(q, k, v, causal=True)
    v[..., 2, 1] = bad
    out, lse = fast.forward(q, k, v, causal=True)
    reads = allowed(n, m, mask=None, causal=True, window=None, offset=0)[:, 2]
    assert np.array_equal(np.isfinite(out[..., 1]), np.broadcast_to(~reads, lse.shape))
    assert np.array_equal(out[..., reads, 1], np.full_like(out[..., reads, 1], bad), equal_nan=True)
    others: Array = np.array([0, 2, 3])
    assert distance(out[..., others], clean[..., others]) < 2e-6
    dq, dk, dv = fast.backward(q, k, v, do, out, lse, causal=True)
    assert np.isfinite(dq[..., ~reads, :]).all() and np.isfinite(dv).all()
    assert not np.isfinite(dk[..., 0, :]).all()


@pytest.mark.parametrize("bad", BAD)
def test_a_bad_query_or_gradient_spoils_its_own_row_only(bad: float) -> None:
    q, k, v, do = drawn((2,), 300, 40, 4, 4, "float64")
    mask = np.ones((300, 40), bool)
    mask[5, 20:] = False
    q[:, 5, 0] = bad
    out, lse = fast.forward(q, k, v, mask=mask)
    rest = np.arange(300) != 5
    assert np.isfinite(out[:, rest]).all()
    dq, dk, dv = fast.backward(q, k, v, do, out, lse, mask=mask)
    assert np.isfinite(dq[:, rest]).all()
    assert np.isfinite(dk[:, 20:]).all() and np.isfinite(dv[:, 20:]).all()
    q[:, 5, 0], do[:, 5, 1] = 0, bad
    out, lse = fast.forward(q, k, v, mask=mask)
    dq, dk, dv = fast.backward(q, k, v, do, out, lse, mask=mask)
    assert np.isfinite(dq[:, rest]).all()
    assert np.isfinite(dk[:, 20:]).all() and np.isfinite(dv[:, 20:]).all()
    assert not np.isfinite(dv[:, :20, 1]).any()
