"""Masks: True = may attend; counts, windows, padding and ALiBi."""

from __future__ import annotations

from itertools import product

import numpy as np
import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from attention_engine import (
    alibi_bias,
    alibi_slopes,
    attention,
    band_mask,
    causal_mask,
    combine_masks,
    count_attended,
    count_masked,
    distances,
    padding_mask,
    window_mask,
)


@pytest.mark.parametrize("n", [0, 1, 2, 7])
def test_a_causal_mask_blocks_everything_above_the_diagonal(n: int) -> None:
    assert count_masked(causal_mask(n)) == n * (n - 1) // 2
    assert count_attended(causal_mask(n)) == n * (n + 1) // 2


@pytest.mark.parametrize(("n", "w"), [(5, 1), (5, 3), (9, 4)])
def test_a_window_keeps_nw_less_its_start(n: int, w: int) -> None:
    assert count_attended(window_mask(n, window=w)) == n * w - w * (w - 1) // 2


@settings(max_examples=60, deadline=None)
@given(st.integers(0, 5), st.integers(0, 5), st.integers(1, 5), st.integers(-3, 3))
def test_entries_follow_their_definition(n: int, m: int, w: int, offset: int) -> None:
    masks = (
        causal_mask(n, m, offset=offset),
        window_mask(n, m, window=w, offset=offset),
        window_mask(n, m, window=w, causal=False, offset=offset),
        band_mask(n, m, left=1, right=2, offset=offset),
    )
    for i, j in product(range(n), range(m)):
        behind = i + offset - j
        assert [bool(mask[i, j]) for mask in masks] == [
            behind >= 0,
            0 <= behind < w,
            abs(behind) < w,
            -2 <= behind <= 1,
        ]


def test_options_of_attention_are_these_masks() -> None:
    q, k, v = np.random.default_rng(0).standard_normal((3, 6, 4))
    for causal in (True, False):
        mask = window_mask(6, window=2, causal=causal)
        np.testing.assert_array_equal(
            attention(q, k, v, causal=causal, window=2), attention(q, k, v, mask=mask)
        )


def test_padding_is_the_same_for_every_query() -> None:
    assert padding_mask([1, 3], 3).tolist() == [[[True, False, False]], [[True, True, True]]]
    assert padding_mask(2, 3).tolist() == [[True, True, False]]
    with pytest.raises(ValueError, match="outside 0 to m = 3"):
        padding_mask([4], 3)
    with pytest.raises(TypeError, match="lengths holds float64"):
        padding_mask([1.0], 3)


def test_masks_combine_to_what_all_of_them_allow() -> None:
    assert combine_masks() is None
    assert combine_masks(None, None) is None
    both = combine_masks(causal_mask(3), None, padding_mask([2], 3))
    assert both is not None
    assert both.astype(int).tolist() == [[[1, 0, 0], [1, 1, 0], [1, 1, 0]]]
    with pytest.raises(ValueError, match="int64"):
        combine_masks(np.ones((3, 3), int))


def test_alibi_grows_with_the_distance() -> None:
    np.testing.assert_allclose(alibi_slopes(8), 2.0 ** -np.arange(1, 9))
    np.testing.assert_allclose(alibi_slopes(3), [2**-4, 2**-8, 2**-2])
    bias = alibi_bias(alibi_slopes(2), 3)
    assert bias.shape == (2, 3, 3)
    np.testing.assert_allclose(bias[0, 2], [-2 / 16, -1 / 16, 0])
    np.testing.assert_array_equal(distances(2, 3, offset=1), [[1, 0, -1], [2, 1, 0]])
