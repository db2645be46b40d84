"""Heads split and merge, share keys in groups, and add up to the whole; projections make them."""

from __future__ import annotations

import numpy as np
import pytest

from attention_engine import (
    attention,
    causal_mask,
    head_terms,
    key_value_head,
    merge_heads,
    multi_head_attention,
    project,
    queries_keys_values,
    score_form,
    scores,
    split_heads,
    value_output_matrices,
)

RNG = np.random.default_rng(11)
X, C = RNG.standard_normal((2, 5, 12)), RNG.standard_normal((2, 7, 12))
W_Q, W_K, W_V, W_O = (RNG.standard_normal(shape) for shape in ((12, 16), (12, 16), (12, 8), (8, 12)))


def test_a_head_is_a_block_of_neighbouring_entries() -> None:
    x = np.arange(12).reshape(1, 12)
    assert split_heads(x, 4)[2].tolist() == [[6, 7, 8]]
    assert merge_heads(split_heads(x, 4)).tolist() == x.tolist()
    assert split_heads(X, 3).shape == (2, 3, 5, 4)
    assert merge_heads(split_heads(X, 3)).shape == (2, 5, 12)
    with pytest.raises(ValueError, match=r"x \(2, 5, 12\) does not split into 5 heads: axis -1 is 12"):
        split_heads(X, 5)


def test_groups_are_contiguous() -> None:
    assert [key_value_head(i, 6, 2) for i in range(6)] == [0, 0, 0, 1, 1, 1]
    assert [key_value_head(i, 4, 1) for i in range(4)] == [0] * 4
    with pytest.raises(ValueError, match="do not divide"):
        key_value_head(0, 6, 4)
    with pytest.raises(ValueError, match="counted from 0"):
        key_value_head(6, 6, 2)


def test_many_heads_are_one_attention_each_joined_by_a_matrix() -> None:
    q, k, v = queries_keys_values(X, W_Q, W_K, W_V)
    joined = [
        attention(q[..., 4 * h : 4 * h + 4], k[..., 4 * h : 4 * h + 4], v[..., 2 * h : 2 * h + 2])
        for h in range(4)
    ]
    np.testing.assert_allclose(
        multi_head_attention(X, W_Q, W_K, W_V, W_O, 4), np.concatenate(joined, axis=-1) @ W_O
    )


@pytest.mark.parametrize("context", [None, C])
def test_many_heads_are_a_sum_over_heads(context: np.ndarray | None) -> None:
    mask = causal_mask(5, 5 if context is None else 7)
    terms = head_terms(X, W_Q, W_K, W_V, W_O, 4, context=context, mask=mask)
    assert terms.shape == (2, 4, 5, 12)
    whole = multi_head_attention(X, W_Q, W_K, W_V, W_O, 4, context=context, mask=mask)
    np.testing.assert_allclose(terms.sum(axis=1), whole)
    assert value_output_matrices(W_V, W_O, 4).shape == (4, 12, 12)


def test_groups_of_heads_share_projected_keys() -> None:
    got = multi_head_attention(X, W_Q, W_K[:, :8], W_V[:, :4], W_O, 4, key_value_heads=2)
    wide_k = np.repeat(W_K[:, :8].reshape(12, 2, 4), 2, axis=1).reshape(12, 16)
    wide_v = np.repeat(W_V[:, :4].reshape(12, 2, 2), 2, axis=1).reshape(12, 8)
    np.testing.assert_allclose(got, multi_head_attention(X, W_Q, wide_k, wide_v, W_O, 4))


def test_scores_are_a_form_of_the_tokens() -> None:
    q, k, _ = queries_keys_values(X, W_Q, W_K, W_V, context=C)
    np.testing.assert_allclose(scores(q, k), X @ score_form(W_Q, W_K) @ np.swapaxes(C, -1, -2))


def test_a_projection_that_does_not_fit_is_refused() -> None:
    with pytest.raises(ValueError, match=r"x \(2, 5, 12\) and w \(16, 12\) differ in d_model"):
        project(X, W_Q.T)
