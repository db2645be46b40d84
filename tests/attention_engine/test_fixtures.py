"""Numbers from worked examples, learners' questions and shipped mistakes, recomputed."""

from __future__ import annotations

from fractions import Fraction

import numpy as np
import pytest

from attention_engine import (
    Moments,
    attention,
    causal_mask,
    combine_masks,
    dot_product_mean,
    dot_product_variance,
    masked,
    output,
    padding_mask,
    parameters,
    scaled,
    scaled_deviation,
    score_form,
    scores,
    self_product_mean,
    self_product_variance,
    softmax,
    softmax_jacobian,
    trace,
    trace_gradients,
    weights,
)

S = np.array([[1.0, 2, 3], [0, 1, 0], [2, 1, 0]])


def near(actual: object, expected: object, digits: int = 4) -> None:
    np.testing.assert_allclose(np.asarray(actual, dtype=float), expected, rtol=0, atol=0.51 * 10.0**-digits)


def test_one_query_against_three_keys() -> None:
    s = scores([[1, 2, 0, 1]], [[1, 0, 1, 1], [0, 1, 0, 2], [2, 2, 0, 0]])
    assert s.tolist() == [[2, 4, 6]]
    near(weights(scaled(s, 4)), [[0.0900, 0.2447, 0.6652]])
    near(weights(s), [[0.0159, 0.1173, 0.8668]])
    near(weights(scaled(s, 16)), [[0.1863, 0.3072, 0.5065]])  # the mistake of dividing by d_k


def test_rows_columns_and_causal_rows() -> None:
    near(weights(S), [[0.0900, 0.2447, 0.6652], [0.2119, 0.5761, 0.2119], [0.6652, 0.2447, 0.0900]])
    near(softmax(S, axis=0), [[0.2447, 0.5761, 0.9094], [0.0900, 0.2119, 0.0453], [0.6652, 0.2119, 0.0453]])
    near(weights(masked(S, causal_mask(3))), [[1, 0, 0], [0.2689, 0.7311, 0], [0.6652, 0.2447, 0.0900]])
    near((weights(S) * causal_mask(3)).sum(axis=1), [0.0900, 0.7881, 1])  # masked after the softmax


def test_a_whole_pass_and_the_way_back_by_hand() -> None:
    q = k = np.eye(2)
    v = np.array([[1, 2], [3, 4]])
    ahead, back = trace(q, k, v), trace_gradients(q, k, v, np.ones((2, 2)))
    near(ahead.scaled, 0.7071 * np.eye(2))
    near(ahead.weights, [[0.6698, 0.3302], [0.3302, 0.6698]])
    near(ahead.output, [[1.6605, 2.6605], [2.3395, 3.3395]])
    near(back.d_v, np.ones((2, 2)))
    near(back.d_weights, [[3, 7], [3, 7]])
    near(back.d_scaled, [[-0.8847, 0.8847], [-0.8847, 0.8847]])
    near(back.d_q, [[-0.6256, 0.6256], [-0.6256, 0.6256]])
    near(back.d_k, [[-0.6256, -0.6256], [0.6256, 0.6256]])


def test_the_jacobian_at_zero_and_one() -> None:
    near(softmax_jacobian(softmax([0, 1])), [[0.1966, -0.1966], [-0.1966, 0.1966]])


def test_variances_at_four_entries() -> None:
    assert dot_product_variance(4) == 4
    assert scaled_deviation(4, 2) ** 2 == 1
    assert scaled_deviation(4, 4) ** 2 == 0.25
    assert scaled_deviation(64, 1) == 8


def test_variances_that_learners_ask_for() -> None:
    unit = Moments.uniform(0, 1)
    assert dot_product_mean(64, unit, unit) == 16
    assert dot_product_variance(64, unit, unit) == Fraction(7 * 64, 144)
    assert (self_product_mean(64), self_product_variance(64)) == (64, 128)


def test_the_maximum_may_be_subtracted_but_a_divisor_flattens() -> None:
    near(softmax([100, 102, 103]), [0.0351, 0.2595, 0.7054])
    near(softmax([-3, -1, 0]), [0.0351, 0.2595, 0.7054])
    near(softmax([100, 102, 103], temperature=10), [0.2800, 0.3420, 0.3780])


def test_a_saturated_softmax_has_next_to_no_gradient() -> None:
    near(np.diag(softmax_jacobian(softmax([0, 10, 0, 0]))).max(), 1.36e-4, 6)
    near(np.diag(softmax_jacobian([0.5, 0.5])), [0.25, 0.25])


def test_batches_multiply_by_themselves() -> None:
    q, k = [[[1, 6, 9], [8, 7, 11]]], [[[4, 5, 0], [10, 15, 7]]]
    assert scores(q, k).tolist() == [[[34, 163], [67, 262]]]


def test_minus_infinity_masks_and_zero_does_not() -> None:
    near(softmax([1, 2, 0]), [0.2447, 0.6652, 0.0900])
    near(weights(masked([[1, 2, 0]], [[True, True, False]])), [[0.2689, 0.7311, 0]])
    near(softmax([-2, -1, 1e-9]), [0.0900, 0.2447, 0.6652])  # 1e-9 for −1e9: the masked key leads


def test_padding_is_masked_for_every_query() -> None:
    s = np.array([[2, 0.5, 0.8, 1, 0, 0, 0, 0]])
    near(weights(s), [[0.4109, 0.0917, 0.1238, 0.1512, *4 * [0.0556]]])
    near(weights(masked(s, padding_mask([4], 8)[0])), [[0.5285, 0.1179, 0.1592, 0.1944, 0, 0, 0, 0]])
    ahead = combine_masks(padding_mask([[2]], 3), causal_mask(3))
    assert ahead is not None
    assert ahead.astype(int).tolist() == [[[[1, 0, 0], [1, 1, 0], [1, 1, 0]]]]


def test_a_large_negative_number_is_no_mask() -> None:
    near(softmax(np.float32([1, 2, 3]) - np.float32(1e10)), [1 / 3] * 3)  # type: ignore[arg-type]
    near(softmax(np.array([1.0, 2, 3]) - 1e10), [0.0900, 0.2447, 0.6652])
    assert attention([[0.0]], [[1.0], [2]], [[1.0], [1]], mask=[[False, False]]).tolist() == [[0.0]]


def test_shapes_of_cross_attention() -> None:
    got = trace(np.ones((3, 4)), np.ones((5, 4)), np.ones((5, 7)))
    assert (got.scores.shape, got.weights.shape, got.output.shape) == ((3, 5), (3, 5), (3, 7))


def test_parameters_do_not_depend_on_heads_and_the_form_has_low_rank() -> None:
    assert parameters(512) == 1_048_576
    rng = np.random.default_rng(0)
    w_q, w_k = rng.standard_normal((2, 32, 4))
    assert np.linalg.matrix_rank(score_form(w_q, w_k)) == 4


def test_a_bias_of_every_key_has_no_effect_and_one_of_every_query_has() -> None:
    rng = np.random.default_rng(1)
    q, k, v = rng.standard_normal((3, 4, 4))
    b = rng.standard_normal(4)
    np.testing.assert_allclose(attention(q, k + b, v), attention(q, k, v))
    assert np.abs(attention(q + b, k, v) - attention(q, k, v)).max() > 0.01


def test_scaling_the_queries_alone_is_scaling_the_product() -> None:
    rng = np.random.default_rng(2)
    q, k, v = rng.standard_normal((3, 4, 4))
    np.testing.assert_allclose(attention(q / 2, k, v, scale=1.0), attention(q, k, v))


@pytest.mark.parametrize("temperature", [1e-3, 1e6])
def test_temperatures_lead_to_the_arg_max_and_to_equal_weights(temperature: float) -> None:
    near(softmax([1, 3, 2], temperature=temperature), [0, 1, 0] if temperature < 1 else [1 / 3] * 3)


def test_special_cases() -> None:
    near(attention([[5.0]], [[2.0]], [[7.0]]), [[7]])  # one key has weight 1
    near(attention([[0.0]], [[1.0], [2], [3]], [[1.0], [2], [6]]), [[3]])  # equal scores: the mean


def test_self_attention_is_equivariant() -> None:
    x = np.random.default_rng(3).standard_normal((5, 4))
    order = [3, 1, 4, 0, 2]
    np.testing.assert_allclose(attention(x[order], x[order], x[order]), attention(x, x, x)[order])


def test_the_course_scores_of_an_analogy() -> None:
    near(softmax([10, 5, 1]), [0.993, 0.007, 0.0001], 3)
    near(softmax([1000, 1000]), [0.5, 0.5])
    near(output([[0.731, 0.269]], [[5, 0, 0], [0, 3, 0]]), [[3.655, 0.807, 0]])
