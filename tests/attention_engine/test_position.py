"""Positions: sinusoids, and rotations whose scores know only differences."""

from __future__ import annotations

import math

import numpy as np
import pytest

from attention_engine import frequencies, rotate, rotation, scores, sinusoidal_positions


def test_sinusoids_by_their_formula() -> None:
    got = sinusoidal_positions(4, 6, offset=2)
    assert got.shape == (4, 6)
    for p in range(4):
        for i in range(3):
            angle = (p + 2) / 10000 ** (2 * i / 6)
            assert got[p, 2 * i] == pytest.approx(math.sin(angle))
            assert got[p, 2 * i + 1] == pytest.approx(math.cos(angle))


def test_one_pair_is_turned_by_a_rotation_matrix() -> None:
    x = np.array([[1.0, 2.0], [3.0, -1.0]])
    np.testing.assert_allclose(rotate(x, [0.5, 3.0]), [rotation(0.5) @ x[0], rotation(3.0) @ x[1]])


@pytest.mark.parametrize("pairing", ["adjacent", "halves"])
def test_scores_depend_on_the_difference_of_positions(pairing: str) -> None:
    rng = np.random.default_rng(0)
    q, k = rng.standard_normal((2, 1, 8))
    at = [
        float(scores(rotate(q, [m], pairing=pairing), rotate(k, [n], pairing=pairing))[0, 0])  # type: ignore[arg-type]
        for m, n in ((5, 2), (105, 102), (3, 0), (5, 3))
    ]
    assert at[0] == pytest.approx(at[1]) == pytest.approx(at[2])
    assert at[0] != pytest.approx(at[3])


def test_turning_keeps_lengths_and_float_types() -> None:
    x = np.random.default_rng(1).standard_normal((2, 3, 5, 4)).astype(np.float32)
    got = rotate(x)
    assert got.dtype == np.float32
    np.testing.assert_allclose(np.linalg.norm(got, axis=-1), np.linalg.norm(x, axis=-1), rtol=1e-6)
    np.testing.assert_array_equal(got[..., 0, :], x[..., 0, :])


def test_both_pairings_are_one_rotation_of_reordered_entries() -> None:
    x = np.random.default_rng(2).standard_normal((3, 6))
    order = [0, 3, 1, 4, 2, 5]  # halves, written as neighbours
    np.testing.assert_allclose(rotate(x, pairing="halves")[:, order], rotate(x[:, order]))


def test_what_does_not_fit_is_refused() -> None:
    with pytest.raises(ValueError, match="d is 3"):
        frequencies(3)
    with pytest.raises(ValueError, match="positions"):
        rotate(np.ones((3, 4)), [0, 1])
    with pytest.raises(ValueError, match="pairing is 'odd'"):
        rotate(np.ones((3, 4)), pairing="odd")  # type: ignore[arg-type]
