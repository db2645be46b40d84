"""Attention is what the loops say, and has the properties that its formula has."""

from __future__ import annotations

from typing import Any

import numpy as np
import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from attention_engine import Trace, attention, masked, output, scaled, scores, softmax, trace, weights
from attention_engine.reading import read
from tests.attention_engine.problems import Given, problems
from tests.attention_engine.reference import reference

ACCURACY = {np.dtype(np.float64): 1e-12, np.dtype(np.float32): 2e-5, np.dtype(np.float16): 4e-3}


@settings(max_examples=300, deadline=None)
@given(problems())
def test_it_agrees_with_plain_loops(problem: Given) -> None:
    out, a, lse = reference(*problem.arrays, **problem.options)
    got, got_lse = attention(*problem.arrays, **problem.options, return_lse=True)
    stages = trace(*problem.arrays, **problem.options)
    assert got.shape == out.shape
    np.testing.assert_allclose(got, out, rtol=1e-12, atol=1e-12)
    np.testing.assert_allclose(got_lse, lse, rtol=1e-12, atol=1e-12)
    np.testing.assert_allclose(stages.weights, a, rtol=1e-12, atol=1e-12)
    np.testing.assert_array_equal(stages.output, got)
    np.testing.assert_array_equal(stages.lse, got_lse)


@settings(max_examples=100, deadline=None)
@given(problems(dtypes=(np.float16, np.float32, np.float64)))
def test_the_widest_float_type_is_given_back(problem: Given) -> None:
    out, _, _ = reference(*problem.arrays, **problem.options)
    got, lse = attention(*problem.arrays, **problem.options, return_lse=True)
    assert got.dtype == np.result_type(*problem.arrays)
    assert lse.dtype == (np.float32 if got.dtype == np.float16 else got.dtype)
    tolerance = ACCURACY[got.dtype] * (1 + max(np.abs(x).max(initial=0) for x in problem.arrays))
    np.testing.assert_allclose(got.astype(float), out, rtol=ACCURACY[got.dtype], atol=tolerance)


@settings(max_examples=100, deadline=None)
@given(problems())
def test_rows_of_weights_sum_to_one_or_to_nothing(problem: Given) -> None:
    stages = trace(*problem.arrays, **problem.options)
    nothing = np.isneginf(stages.masked).all(axis=-1)
    np.testing.assert_allclose(stages.weights.sum(axis=-1), np.where(nothing, 0.0, 1.0), atol=1e-12)
    assert (stages.weights >= 0).all()


@settings(max_examples=100, deadline=None)
@given(problems(), st.floats(-50, 50))
def test_a_constant_added_to_every_score_changes_nothing_but_the_lse(problem: Given, c: float) -> None:
    shifted = {**problem.options, "bias": problem.options.get("bias", 0.0) + c}
    before, lse = attention(*problem.arrays, **problem.options, return_lse=True)
    after, after_lse = attention(*problem.arrays, **shifted, return_lse=True)
    np.testing.assert_allclose(after, before, atol=1e-11)
    np.testing.assert_allclose(after_lse, lse + c, atol=1e-11)


@settings(max_examples=60, deadline=None)
@given(problems(least=1), st.randoms(use_true_random=False))
def test_permuting_keys_with_their_values_changes_nothing(problem: Given, draw: Any) -> None:
    options = {"scale": problem.options["scale"], "softcap": problem.options["softcap"]}
    order = list(range(problem.k.shape[-2]))
    draw.shuffle(order)
    before = attention(*problem.arrays, **options)
    after = attention(problem.q, problem.k[..., order, :], problem.v[..., order, :], **options)
    np.testing.assert_allclose(after, before, atol=1e-12)


@settings(max_examples=60, deadline=None)
@given(problems(least=1), st.randoms(use_true_random=False))
def test_permuting_queries_permutes_rows(problem: Given, draw: Any) -> None:
    order = list(range(problem.q.shape[-2]))
    draw.shuffle(order)
    before = attention(*problem.arrays)
    after = attention(problem.q[..., order, :], problem.k, problem.v)
    np.testing.assert_allclose(after, before[..., order, :], atol=1e-12)


@settings(max_examples=60, deadline=None)
@given(problems(), st.sampled_from([0.25, 0.5, 2.0, 4.0]))
def test_scaling_queries_is_scaling_the_scale(problem: Given, c: float) -> None:
    options = {**problem.options, "scale": c * (problem.options["scale"] or 1.0)}
    once = {**problem.options, "scale": problem.options["scale"] or 1.0}
    np.testing.assert_allclose(
        attention(c * problem.q, problem.k, problem.v, **once),
        attention(*problem.arrays, **options),
        atol=1e-12,
    )


@settings(max_examples=60, deadline=None)
@given(problems(least=1), st.integers(0, 4))
def test_a_causal_prefix_does_not_depend_on_what_follows(problem: Given, cut: int) -> None:
    q, k, v = problem.arrays
    later_k, later_v = k.copy(), v.copy()
    later_k[..., cut + 1 :, :], later_v[..., cut + 1 :, :] = np.nan, 1e300
    before, after = attention(q, k, v, causal=True), attention(q, later_k, later_v, causal=True)
    np.testing.assert_array_equal(after[..., : cut + 1, :], before[..., : cut + 1, :])


@settings(max_examples=60, deadline=None)
@given(problems(least=1), st.integers(1, 4))
def test_cached_keys_and_an_offset_continue_a_causal_sequence(problem: Given, cut: int) -> None:
    x = problem.k
    whole = attention(x, x, problem.v, causal=True)
    np.testing.assert_allclose(
        attention(x[..., cut:, :], x, problem.v, causal=True, offset=cut), whole[..., cut:, :], atol=1e-12
    )


@settings(max_examples=60, deadline=None)
@given(problems(dtypes=(np.float32, np.float64)))
def test_nothing_that_was_given_is_changed(problem: Given) -> None:
    arrays = [*problem.arrays, *(x for x in problem.options.values() if isinstance(x, np.ndarray))]
    before = [x.copy() for x in arrays]
    stages = trace(*problem.arrays, **problem.options)
    attention(*problem.arrays, **problem.options)
    for x, copy in zip(arrays, before, strict=True):
        np.testing.assert_array_equal(x, copy)
        assert x.flags.writeable
    with pytest.raises(ValueError, match="read-only"):
        stages.weights[...] = 0


@pytest.mark.parametrize("bad", [np.nan, np.inf, -np.inf])
@pytest.mark.parametrize("how", ["mask", "bias", "causal", "window"])
def test_what_is_masked_is_not_read(bad: float, how: str) -> None:
    rng = np.random.default_rng(4)
    q, k, v = rng.standard_normal((3, 2, 5, 4))
    last = np.arange(5) < 4  # key 4 is masked for all queries but, under a causal mask, the last
    options: dict[str, Any] = {
        "mask": {"mask": last},
        "bias": {"bias": np.where(last, 0.5, -np.inf)},
        "causal": {"causal": True},
        "window": {"window": 2},
    }[how]
    seen = {"mask": 5, "bias": 5, "causal": 4, "window": 3}[how]  # the first queries, which do not see key 4
    clean = attention(q, k, v, **options)
    k[:, 4], v[:, 4, 1:] = bad, bad
    got, lse = attention(q, k, v, **options, return_lse=True)
    np.testing.assert_array_equal(got[:, :seen], clean[:, :seen])
    assert np.isfinite(lse[:, :seen]).all()


def test_a_bad_value_that_is_read_shows_where_it_is_read() -> None:
    v = np.array([[1.0, 2.0, np.inf], [np.nan, 3.0, -np.inf]])
    np.testing.assert_array_equal(output([[0.5, 0.5]], v), [[np.nan, 2.5, np.nan]])
    np.testing.assert_array_equal(output([[1.0, 0.0]], v), [[1.0, 2.0, np.inf]])
    np.testing.assert_array_equal(output([[0.0, 1.0]], v), [[np.nan, 3.0, -np.inf]])
    signed = [[-1.0, 0.0], [1.0, 1.0], [0.0, -2.0]]  # as gradients are
    np.testing.assert_array_equal(
        read(np.array(signed), v)[:, 1:], [[-2, -np.inf], [5, np.nan], [-6, np.inf]]
    )
    np.testing.assert_array_equal(np.isnan(read(np.array(signed), v)[:, 0]), [False, True, True])


def test_a_row_with_nothing_to_attend_to_gives_zeros() -> None:
    q, k, v = np.ones((2, 4)), np.ones((3, 4)), np.ones((3, 2))
    mask = np.array([[False] * 3, [True] * 3])
    for options in ({"mask": mask}, {"bias": np.where(mask, 0.0, -np.inf)}):
        out, lse = attention(q, k, v, **options, return_lse=True)
        np.testing.assert_allclose(out, [[0, 0], [1, 1]], atol=1e-15)
        np.testing.assert_allclose(lse, [-np.inf, 2 + np.log(3)])
    assert not attention(q, k, v, causal=True, offset=-2).any()


@pytest.mark.parametrize(
    ("q", "k", "v", "shape"),
    [
        ((0, 4), (3, 4), (3, 2), (0, 2)),
        ((2, 4), (0, 4), (0, 2), (2, 2)),
        ((0, 5, 2, 4), (0, 5, 3, 4), (0, 5, 3, 2), (0, 5, 2, 2)),
        ((7, 0, 2, 4), (7, 0, 3, 4), (7, 0, 3, 2), (7, 0, 2, 2)),
        ((2, 4), (3, 4), (3, 0), (2, 0)),
    ],
)
def test_empty_axes_give_results_of_the_right_shape(q: Any, k: Any, v: Any, shape: tuple[int, ...]) -> None:
    out, lse = attention(np.ones(q), np.ones(k), np.ones(v), causal=True, return_lse=True)
    assert out.shape == shape
    assert not out.any()
    assert lse.shape == shape[:-1]


def test_without_entries_and_with_a_scale_all_keys_count_alike() -> None:
    np.testing.assert_allclose(
        attention(np.ones((2, 0)), np.ones((4, 0)), np.eye(4), scale=1.0), np.full((2, 4), 0.25)
    )


def test_lists_and_integers_become_float64() -> None:
    got = attention([[1, 0]], [[1, 0], [0, 1]], [[2], [4]])
    assert got.dtype == np.float64
    assert attention(np.ones((1, 2), np.int8), np.ones((1, 2), np.uint8), [[3]]).tolist() == [[3.0]]


def test_float16_is_summed_in_float32() -> None:
    q = np.full((1, 2), 200, np.float16)  # the scores, 80000, are beyond float16
    assert attention(q, q, q, scale=1.0).tolist() == [[200.0, 200.0]]


def test_large_scores_do_not_overflow() -> None:
    out = attention([[1e4]], [[1e4], [1e4]], [[1.0], [3.0]])
    np.testing.assert_allclose(out, [[2.0]])


def test_the_stages_are_the_formula_one_step_at_a_time() -> None:
    rng = np.random.default_rng(1)
    q, k, v = rng.standard_normal((2, 3, 4)), rng.standard_normal((2, 5, 4)), rng.standard_normal((2, 5, 6))
    mask = rng.random((3, 5)) < 0.7
    s = scores(q, k)
    np.testing.assert_allclose(s, np.einsum("bnd,bmd->bnm", q, k))
    a = weights(masked(scaled(s, 4), mask))
    np.testing.assert_allclose(output(a, v), attention(q, k, v, mask=mask))


def test_a_trace_names_every_shape() -> None:
    got = trace(np.ones((2, 6, 3, 4)), np.ones((2, 2, 5, 4)), np.ones((2, 2, 5, 7)), causal=True)
    assert isinstance(got, Trace)
    assert got.scale == 0.5
    assert got.shapes == {
        "q": (2, 6, 3, 4),
        "k": (2, 6, 5, 4),
        "v": (2, 6, 5, 7),
        "scores": (2, 6, 3, 5),
        "scaled": (2, 6, 3, 5),
        "capped": (2, 6, 3, 5),
        "biased": (2, 6, 3, 5),
        "allowed": (3, 5),
        "masked": (2, 6, 3, 5),
        "weights": (2, 6, 3, 5),
        "output": (2, 6, 3, 7),
    }


def test_query_heads_of_a_group_read_the_same_keys() -> None:
    rng = np.random.default_rng(2)
    q, k, v = (
        rng.standard_normal((1, 4, 3, 2)),
        rng.standard_normal((1, 2, 3, 2)),
        rng.standard_normal((1, 2, 3, 2)),
    )
    out = attention(q, k, v)
    for head in range(4):
        np.testing.assert_allclose(out[0, head], attention(q[0, head], k[0, head // 2], v[0, head // 2]))


def test_softcap_comes_before_the_bias() -> None:
    got = trace([[3.0]], [[1.0], [-1.0]], [[1.0], [0.0]], softcap=1.0, bias=[[0.0, 5.0]])
    np.testing.assert_allclose(got.capped, np.tanh([[3.0, -3.0]]))
    np.testing.assert_allclose(got.weights, softmax(got.capped + np.array([[0.0, 5.0]])))


@settings(max_examples=40, deadline=None)
@given(problems())
def test_no_warning_is_given(problem: Given) -> None:
    k = problem.k.copy()
    k[..., -1:, :] = np.inf
    with np.errstate(all="raise", under="ignore"):
        attention(problem.q, k, problem.v, **{**problem.options, "mask": np.zeros((1, 1), bool)})
