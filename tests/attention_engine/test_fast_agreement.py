"""The blocks give what the plain formulas give, whatever the sizes, masks and dtypes."""

from __future__ import annotations

from typing import Any

import numpy as np
import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from attention_engine import fast
from attention_engine.fast import plan
from tests.attention_engine.fast_reference import Array, reference

TOLERANCE = {"float32": 2e-6, "float64": 1e-13}


def drawn(lead: tuple[int, ...], n: int, m: int, d: int, d_v: int, dtype: str, seed: int = 0) -> list[Array]:
    """q, k, v and d_output."""
    rng = np.random.default_rng(seed)
    shapes = (n, d), (m, d), (m, d_v), (n, d_v)
    return [rng.standard_normal(lead + shape).astype(dtype) for shape in shapes]


def distance(got: Array, expected: Array, scale: float = 0.0) -> float:
    """max |a − b| / max |b|, or against `scale` where b is all but nothing by cancellation."""
    if got.size == 0:
        return 0.0
    assert np.isfinite(got).all()
    return float(np.abs(got - expected).max() / max(np.abs(expected).max(), scale, 1e-300))


def agrees(lead: tuple[int, ...], n: int, m: int, d: int, d_v: int, dtype: str, **options: Any) -> None:
    q, k, v, do = drawn(lead, n, m, d, d_v, dtype)
    before = [x.copy() for x in (q, k, v, do)]
    out, lse = fast.forward(q, k, v, **options)
    gradients = fast.backward(q, k, v, do, out, lse, **options)
    for x, copy in zip((q, k, v, do), before, strict=True):
        assert np.array_equal(x, copy)
    expected, expected_lse, *expected_gradients = reference(q, k, v, do, **options)
    assert out.dtype == lse.dtype == np.dtype(dtype)
    assert out.shape == expected.shape and lse.shape == expected_lse.shape
    assert distance(out, expected) <= TOLERANCE[dtype]
    assert np.array_equal(np.isneginf(lse), np.isneginf(expected_lse))
    finite = np.isfinite(expected_lse)
    assert distance(lse[finite], expected_lse[finite], 1.0) <= TOLERANCE[dtype]
    for got, wanted in zip(gradients, expected_gradients, strict=True):
        assert got.shape == wanted.shape
        assert distance(got, wanted, 1.0) <= 2 * TOLERANCE[dtype]


SIZES = st.one_of(st.integers(1, 12), st.sampled_from([127, 128, 129, 255, 256, 257, 300, 520]))


@st.composite
def options(draw: st.DrawFn, n: int, m: int) -> dict[str, Any]:
    rng = np.random.default_rng(draw(st.integers(0, 99)))
    chosen: dict[str, Any] = {"causal": draw(st.booleans())}
    if draw(st.booleans()):
        rows, keys = draw(st.sampled_from([(n, m), (1, m), (n, 1)]))
        chosen["mask"] = rng.random((rows, keys)) < draw(st.sampled_from([0.02, 0.5, 0.98]))
    if draw(st.booleans()):
        chosen["bias"] = rng.standard_normal((n, m)).astype(np.float32)
        if draw(st.booleans()):
            chosen["bias"][rng.random((n, m)) < 0.3] = -np.inf
    if draw(st.booleans()):
        chosen["window"] = draw(st.integers(1, 2 * m))
    if draw(st.booleans()):
        chosen["offset"] = draw(st.integers(-n, m))
    if draw(st.booleans()):
        chosen["softcap"] = draw(st.floats(0.5, 30))
    if draw(st.booleans()):
        chosen["scale"] = draw(st.floats(-1, 1))
    return chosen


@settings(deadline=None, max_examples=80)
@given(st.data(), SIZES, SIZES, st.integers(1, 9), st.integers(1, 9), st.sampled_from(["float32", "float64"]))
def test_blocks_agree_with_the_plain_formulas(
    data: st.DataObject, n: int, m: int, d: int, d_v: int, dtype: str
) -> None:
    lead = data.draw(st.sampled_from([(), (1,), (3,), (2, 3)]))
    agrees(lead, n, m, d, d_v, dtype, **data.draw(options(n, m)))


@pytest.mark.parametrize("dtype", ["float32", "float64"])
@pytest.mark.parametrize("option", [{}, {"causal": True}, {"causal": True, "window": 300}, {"window": 40}])
def test_long_sequences_agree(dtype: str, option: dict[str, Any]) -> None:
    agrees((1,), 1100, 1300, 64, 48, dtype, **option)


@pytest.mark.parametrize("dtype", ["float32", "float64"])
@pytest.mark.parametrize("option", [{}, {"causal": True}, {"causal": True, "offset": -1}, {"softcap": 1.5}])
def test_crowds_of_tiny_problems_agree(dtype: str, option: dict[str, Any]) -> None:
    agrees((700,), 3, 4, 4, 4, dtype, **option)
    agrees((20, 40), 5, 3, 2, 6, dtype, **option)


@pytest.mark.parametrize("count", [1, 2, 5, 300])
def test_every_head_has_its_own_mask_and_bias(count: int) -> None:
    q, k, v, do = drawn((count,), 6, 7, 4, 3, "float64")
    rng = np.random.default_rng(5)
    mask, bias = rng.random((count, 6, 7)) < 0.6, rng.standard_normal((count, 6, 7))
    out, lse = fast.forward(q, k, v, mask=mask, bias=bias)
    gradients = fast.backward(q, k, v, do, out, lse, mask=mask, bias=bias)
    expected, _, *wanted = reference(q, k, v, do, mask=mask, bias=bias)
    assert distance(out, expected) < 1e-13
    for got, want in zip(gradients, wanted, strict=True):
        assert distance(got, want, 1.0) < 1e-13


@pytest.mark.parametrize("size", [5, 130, 300])
def test_shared_keys_are_broadcast_and_their_gradients_summed(size: int) -> None:
    q, k, v, do = drawn((2, 6), size, size + 3, 8, 4, "float64")
    k, v = k[:, :2], v[:, :2]  # (2, 2, m, d): each serves three heads
    wide_q, wide_do = q.reshape(2, 2, 3, size, 8), do.reshape(2, 2, 3, size, 4)
    shared = k[:, :, None], v[:, :, None]
    out, lse = fast.forward(wide_q, *shared, causal=True)
    dq, dk, dv = fast.backward(wide_q, *shared, wide_do, out, lse, causal=True)
    full = [np.repeat(x, 3, axis=1) for x in (k, v)]
    expected, _, eq, ek, ev = reference(q, *full, do, causal=True)
    assert distance(out.reshape(expected.shape), expected) < 1e-13
    assert distance(dq.reshape(eq.shape), eq, 1.0) < 1e-13
    assert dk.shape == shared[0].shape and dv.shape == shared[1].shape
    assert distance(dk[:, :, 0], ek.reshape(2, 2, 3, size + 3, 8).sum(2), 1.0) < 1e-13
    assert distance(dv[:, :, 0], ev.reshape(2, 2, 3, size + 3, 4).sum(2), 1.0) < 1e-13


def test_arrays_may_have_any_strides() -> None:
    q, k, v, do = drawn((4,), 200, 210, 16, 16, "float64")
    expected = reference(q, k, v, do)
    turned = [np.asfortranarray(x) for x in (q, k, v)]
    backwards = [np.ascontiguousarray(x[:, ::-1, ::-1])[:, ::-1, ::-1] for x in (q, k, v)]
    for given_ in (turned, backwards):
        out, lse = fast.forward(*given_)
        assert distance(out, expected[0]) < 1e-13
        for got, want in zip(fast.backward(*given_, do, out, lse), expected[2:], strict=True):
            assert distance(got, want, 1.0) < 1e-13


def test_gradients_agree_with_central_differences() -> None:
    q, k, v, do = drawn((2,), 7, 9, 5, 3, "float64")
    chosen: dict[str, Any] = {"causal": True, "offset": 3, "softcap": 2.0, "window": 6}
    out, lse = fast.forward(q, k, v, **chosen)
    gradients = fast.backward(q, k, v, do, out, lse, **chosen)
    step = 1e-5
    for array, gradient in zip((q, k, v), gradients, strict=True):
        for index in [(0, 0, 0), (1, 3, 2), (0, 6, 1)]:
            kept = array[index]
            array[index] = kept + step
            above = float((fast.forward(q, k, v, **chosen)[0] * do).sum())
            array[index] = kept - step
            below = float((fast.forward(q, k, v, **chosen)[0] * do).sum())
            array[index] = kept
            assert (above - below) / (2 * step) == pytest.approx(gradient[index], abs=1e-8)


@pytest.mark.parametrize(
    ("lead", "n", "m", "d_v"),
    [((), 0, 3, 2), ((), 3, 0, 2), ((0,), 3, 3, 2), ((2, 0), 3, 3, 2), ((2,), 3, 4, 0)],
)
def test_empty_axes_give_the_right_shapes(lead: tuple[int, ...], n: int, m: int, d_v: int) -> None:
    q, k, v, do = drawn(lead, n, m, 4, d_v, "float32")
    out, lse = fast.forward(q, k, v)
    assert out.shape == (*lead, n, d_v) and lse.shape == (*lead, n)
    assert not out.any()
    gradients = fast.backward(q, k, v, do, out, lse)
    assert [g.shape for g in gradients] == [x.shape for x in (q, k, v)]
    assert not any(g.any() for g in gradients)


def test_only_equal_floats_of_fitting_shapes_suit() -> None:
    q, k, v, do = drawn((4,), 64, 64, 8, 8, "float32")
    assert fast.suits(q, k, v, causal=True)
    assert not fast.suits(q[:1, :4], k[:1], v[:1])
    assert not fast.suits(q.astype(np.float16), k.astype(np.float16), v.astype(np.float16))
    assert not fast.suits(q, k.astype(np.float64), v)
    with pytest.raises(ValueError, match="float32 or float64"):
        fast.forward(q, k.astype(np.float64), v)
    with pytest.raises(ValueError, match="must be"):
        fast.forward(q, k[..., :4], v)
    with pytest.raises(ValueError, match="broadcast"):
        fast.forward(q, k, v, bias=np.zeros((3, 64), np.float32))
    with pytest.raises(ValueError, match="bool"):
        fast.forward(q, k, v, mask=np.ones((64, 64)))
    out, lse = fast.forward(q, k, v)
    with pytest.raises(ValueError, match="d_output"):
        fast.backward(q, k, v, do[:, :3], out, lse)


def test_tiles_are_cut_evenly() -> None:
    assert plan.even(1100, 512) == 367
    assert plan.even(0, 512) == 1
    assert list(plan.spans(3, 10, 4)) == [(3, 7), (7, 10)]
