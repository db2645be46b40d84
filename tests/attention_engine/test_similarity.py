"""Similarities: all pairs by one product, and when two of them rank alike."""

from __future__ import annotations

import math

import numpy as np
import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from attention_engine import (
    angle,
    cosines,
    distance_weights,
    dot_products,
    euclidean_distances,
    nearest_key,
    ranked_keys,
    softmax,
    squared_distances,
)


@settings(max_examples=60, deadline=None)
@given(st.integers(0, 2**32 - 1), st.integers(1, 5), st.integers(1, 5), st.integers(1, 4))
def test_matrices_are_what_pairs_give(seed: int, n: int, m: int, d: int) -> None:
    rng = np.random.default_rng(seed)
    q, k = rng.standard_normal((2, n, d)), rng.standard_normal((m, d))
    pairs = q[:, :, None, :] - k
    np.testing.assert_allclose(squared_distances(q, k), (pairs**2).sum(-1), atol=1e-12)
    np.testing.assert_allclose(euclidean_distances(q, k), np.linalg.norm(pairs, axis=-1), atol=1e-6)
    np.testing.assert_allclose(np.cos(angle(q[:, :, None, :], k)), cosines(q, k), atol=1e-12)


def test_a_distance_to_itself_is_not_below_zero() -> None:
    x = np.random.default_rng(0).standard_normal((50, 7)) * 1e4
    assert (squared_distances(x, x) >= 0).all()


def test_pythagorean_cosine_and_small_angles() -> None:
    assert cosines([[3, 4]], [[4, 3]])[0, 0] == pytest.approx(24 / 25)
    assert angle([1, 0], [0, 2]) == pytest.approx(math.pi / 2)
    assert angle([1, 0], [-3, 0]) == pytest.approx(math.pi)
    assert angle([1, 0], [1, 1e-9]) == pytest.approx(1e-9)  # the arc cosine of 1 − 5e-19 is 0
    with pytest.raises(ValueError, match=r"q has a row of zeros at \(1,\)"):
        cosines([[1, 0], [0, 0]], [[1, 0]])
    with pytest.raises(ValueError, match="no direction"):
        angle([0, 0], [1, 0])


def test_a_long_key_wins_by_product_and_a_near_one_by_distance() -> None:
    q, k = [[1.0, 0.0]], [[1.0, 0.1], [5.0, 5.0], [-1.0, 0.0]]
    assert dot_products(q, k).tolist() == [[1, 5, -1]]
    assert ranked_keys(q, k).tolist() == [[1, 0, 2]]
    assert ranked_keys(q, k, by="euclidean").tolist() == [[0, 2, 1]]
    assert ranked_keys(q, k, by="cosine").tolist() == [[0, 1, 2]]
    assert nearest_key(q, k).tolist() == [1]
    with pytest.raises(ValueError, match="by is 'manhattan'"):
        ranked_keys(q, k, by="manhattan")  # type: ignore[arg-type]
    with pytest.raises(ValueError, match="no key"):
        nearest_key(q, np.empty((0, 2)))


def test_keys_of_one_length_rank_alike_and_weigh_alike() -> None:
    rng = np.random.default_rng(1)
    q, k = rng.standard_normal((4, 3)), rng.standard_normal((6, 3))
    k /= np.linalg.norm(k, axis=-1, keepdims=True)
    np.testing.assert_array_equal(ranked_keys(q, k), ranked_keys(q, k, by="euclidean"))
    np.testing.assert_array_equal(ranked_keys(q, k), ranked_keys(q, k, by="cosine"))
    np.testing.assert_allclose(distance_weights(q, k, bandwidth=0.5), softmax(dot_products(q, k) / 0.25))


def test_nadaraya_watson_weights() -> None:
    got = distance_weights([[1.0]], [[0.0], [1.0], [3.0]])
    np.testing.assert_allclose(got, [softmax([-0.5, 0.0, -2.0])])
