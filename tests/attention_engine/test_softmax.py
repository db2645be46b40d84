"""The softmax and its relatives: stable, shift-invariant, and mergeable block by block."""

from __future__ import annotations

import math

import numpy as np
import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from attention_engine import (
    entropy,
    log_softmax,
    log_sum_exp,
    merge,
    merge_totals,
    partial,
    shifted_exponentials,
    softmax,
    softmax_with_sink,
)

LOGITS = st.lists(st.floats(-800, 800), min_size=1, max_size=8)


@settings(max_examples=100, deadline=None)
@given(LOGITS, st.floats(-500, 500))
def test_a_softmax_is_a_distribution_and_knows_only_gaps(z: list[float], c: float) -> None:
    p = softmax(z)
    assert math.isclose(p.sum(), 1, rel_tol=1e-12)
    np.testing.assert_allclose(softmax(np.array(z) + c), p, rtol=1e-9, atol=1e-12)


def test_exact_fractions_from_logarithms() -> None:
    np.testing.assert_allclose(softmax(np.log([1, 2, 5])), [1 / 8, 2 / 8, 5 / 8])


def test_the_axis_says_what_sums_to_one() -> None:
    z = np.arange(6.0).reshape(2, 3)
    np.testing.assert_allclose(softmax(z, axis=0).sum(axis=0), 1)
    np.testing.assert_allclose(softmax(z).sum(axis=1), 1)
    assert log_sum_exp(z, axis=0).shape == (3,)
    assert log_sum_exp(z, axis=0, keepdims=True).shape == (1, 3)


def test_nothing_overflows_and_nothing_is_undefined() -> None:
    assert log_sum_exp([1000.0, 1000.0]) == pytest.approx(1000 + math.log(2))
    assert log_sum_exp([-np.inf, -np.inf]) == -np.inf
    assert softmax([-np.inf, 0.0]).tolist() == [0, 1]
    assert log_softmax([0.0, -1000.0]).tolist() == [0, -1000]
    assert softmax(np.empty((2, 0))).shape == (2, 0)
    assert log_sum_exp(np.empty((2, 0))).tolist() == [-np.inf, -np.inf]
    assert np.isnan(softmax([np.inf, 0.0])).any()


def test_float_types_are_kept() -> None:
    for kind in (np.float16, np.float32, np.float64):
        z = np.array([1, 2], kind)
        assert {f(z).dtype for f in (softmax, log_softmax, log_sum_exp, entropy, softmax_with_sink)} == {
            np.dtype(kind)
        }


def test_shifted_exponentials_have_one_as_their_largest() -> None:
    np.testing.assert_allclose(shifted_exponentials([100, 101, 99]), np.exp([-1, 0, -2]))


def test_the_entropy_of_one_hot_and_of_equal_weights() -> None:
    assert entropy([0.0, 1.0, 0.0]) == 0
    assert entropy(np.full(5, 0.2)) == pytest.approx(math.log(5))
    assert entropy([0.25, 0.75]) == pytest.approx(-0.25 * math.log(0.25) - 0.75 * math.log(0.75))
    with pytest.raises(ValueError, match="negative"):
        entropy([-0.1, 1.1])


def test_a_sink_takes_what_no_key_deserves() -> None:
    z = np.array([1.0, -2.0])
    np.testing.assert_allclose(softmax_with_sink(z), np.exp(z) / (1 + np.exp(z).sum()))
    np.testing.assert_allclose(softmax_with_sink(z, sink=0.5), softmax([1.0, -2.0, 0.5])[:2])
    np.testing.assert_allclose(softmax_with_sink([-800.0, -900.0]), 0, atol=1e-300)
    assert softmax_with_sink([-np.inf]).tolist() == [0]
    np.testing.assert_allclose(softmax_with_sink([800.0]), 1)


@settings(max_examples=100, deadline=None)
@given(st.lists(st.integers(0, 4), min_size=1, max_size=5), st.integers(0, 2**32 - 1))
def test_blocks_merged_in_any_order_are_one_softmax(sizes: list[int], seed: int) -> None:
    rng = np.random.default_rng(seed)
    m = sum(sizes)
    scores, v = 10 * rng.standard_normal((3, m)), rng.standard_normal((m, 2))
    scores[rng.random((3, m)) < 0.3] = -np.inf
    cuts = np.cumsum(sizes)[:-1]
    blocks = [partial(s, w) for s, w in zip(np.split(scores, cuts, axis=1), np.split(v, cuts), strict=True)]
    rng.shuffle(blocks)  # type: ignore[arg-type]
    whole = blocks[0]
    for block in blocks[1:]:
        whole = merge(whole, block)
    np.testing.assert_allclose(whole.output, softmax(scores) @ v, atol=1e-12)
    np.testing.assert_allclose(whole.lse, log_sum_exp(scores), atol=1e-12)


def test_totals_are_rescaled_to_the_larger_maximum() -> None:
    m, total = merge_totals(1.0, 2.0, 3.0, 4.0)
    assert (float(m), float(total)) == (3.0, pytest.approx(2 * math.exp(-2) + 4))


def test_a_temperature_must_be_above_zero() -> None:
    with pytest.raises(ValueError, match="temperature is 0: expected a finite number above 0"):
        softmax([1.0], temperature=0)
