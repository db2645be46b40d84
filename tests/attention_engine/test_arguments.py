"""A wrong argument is refused by its name, with both shapes and the axis."""

from __future__ import annotations

import re
from typing import Any

import numpy as np
import pytest

from attention_engine import attention, attention_gradients, output, scores

Q, K, V = np.ones((2, 6, 4, 8)), np.ones((2, 3, 5, 8)), np.ones((2, 3, 5, 7))


@pytest.mark.parametrize(
    ("q", "k", "v", "said"),
    [
        (
            Q,
            K[..., :7],
            V,
            ["q (2, 6, 4, 8)", "k (2, 3, 5, 7)", "d_k", "axis -1 of q is 8", "axis -1 of k is 7"],
        ),
        (Q, K[:, :, :4], V, ["k (2, 3, 4, 8)", "v (2, 3, 5, 7)", "number of keys", "axis -2 of k is 4"]),
        (
            Q,
            np.ones((2, 4, 5, 8)),
            np.ones((2, 4, 5, 7)),
            ["q (2, 6, 4, 8)", "k (2, 4, 5, 8)", "axis -3", "heads"],
        ),
        (Q, np.ones((3, 6, 5, 8)), np.ones((3, 6, 5, 7)), ["axis -4 of q is 2, of k 3"]),
        (Q, K, np.ones((2, 2, 5, 7)), ["k (2, 3, 5, 8)", "v (2, 2, 5, 7)", "axis -3"]),
        (Q[0, 0, 0], K, V, ["q has shape (8,)", "two axes", "(…, n, d_k)", "[None, :]"]),
        (Q, 3.0, V, ["k has shape ()", "two axes"]),
        (np.ones((2, 0)), np.ones((3, 0)), np.ones((3, 1)), ["d_k = 0", "scale="]),
        ([[1, 2], [1]], K, V, ["q is not a rectangular array"]),
    ],
)
def test_shapes_that_do_not_fit(q: Any, k: Any, v: Any, said: list[str]) -> None:
    with pytest.raises(ValueError, match=r"\w") as error:
        attention(q, k, v)
    for part in said:
        assert part in str(error.value)


@pytest.mark.parametrize(
    "q",
    [
        np.array([[object()]]),
        np.ones((4, 8), bool),
        np.ones((4, 8), complex),
        np.ones((4, 8), np.longdouble),
        np.array([["a"]]),
        np.ma.masked_array(np.ones((4, 8)), mask=False),
        None,
    ],
)
def test_what_holds_no_real_numbers_is_a_type_error(q: Any) -> None:
    with pytest.raises(TypeError, match=r"\bq\b"):
        attention(q, K, V)


@pytest.mark.parametrize(
    ("options", "error", "said"),
    [
        ({"mask": np.ones((4, 5), int)}, ValueError, ["mask holds int64", "booleans", "True = may attend"]),
        ({"mask": np.zeros((4, 5))}, ValueError, ["mask holds float64", "bias="]),
        (
            {"mask": np.ones((3, 5), bool)},
            ValueError,
            ["mask (3, 5)", "(2, 6, 4, 5)", "axis -2 is 3, expected 4 or 1"],
        ),
        (
            {"mask": np.ones((1, 1, 1, 4, 5), bool)},
            ValueError,
            ["mask (1, 1, 1, 4, 5)", "5 axes, expected at most 4"],
        ),
        (
            {"bias": np.ones((4, 6))},
            ValueError,
            ["bias (4, 6)", "(2, 6, 4, 5)", "axis -1 is 6, expected 5 or 1"],
        ),
        ({"bias": np.ones((2, 4, 5))}, ValueError, ["bias (2, 4, 5)", "axis -3 is 2, expected 6 or 1"]),
        ({"bias": np.ones((4, 5), bool)}, ValueError, ["bias holds bool", "mask="]),
        ({"bias": np.full((4, 5), None)}, TypeError, ["bias holds object"]),
        ({"window": 0}, ValueError, ["window is 0", "at least 1"]),
        ({"window": -1}, ValueError, ["window is -1"]),
        ({"window": 2.0}, TypeError, ["window is 2.0", "whole number"]),
        ({"offset": 1.5}, TypeError, ["offset is 1.5", "whole number"]),
        ({"offset": True}, TypeError, ["offset is True"]),
        ({"causal": np.ones((4, 5), bool)}, TypeError, ["causal is ndarray", "True or False"]),
        ({"scale": np.nan}, ValueError, ["scale is nan", "finite"]),
        ({"scale": "1"}, TypeError, ["scale is '1'"]),
        ({"scale": np.ones(6)}, TypeError, ["scale is", "one number"]),
        ({"softcap": 0.0}, ValueError, ["softcap is 0.0", "above 0"]),
        ({"softcap": -1}, ValueError, ["softcap is -1", "above 0"]),
    ],
)
def test_options_that_do_not_fit(options: dict[str, Any], error: type[Exception], said: list[str]) -> None:
    with pytest.raises(error, match=r"\w") as raised:
        attention(Q, K, V, **options)
    for part in said:
        assert part in str(raised.value)
    with pytest.raises(error, match=re.escape(str(raised.value))):
        attention_gradients(Q, K, V, np.ones((2, 6, 4, 7)), **options)


def test_the_gradient_of_the_output_has_its_shape() -> None:
    with pytest.raises(
        ValueError, match=r"d_output has shape \(4, 7\): expected the output's, \(2, 6, 4, 7\)"
    ):
        attention_gradients(Q, K, V, np.ones((4, 7)))


def test_stages_refuse_too() -> None:
    with pytest.raises(ValueError, match="d_k"):
        scores(np.ones((2, 3)), np.ones((2, 4)))
    with pytest.raises(ValueError, match="number of keys m"):
        output(np.ones((2, 3)), np.ones((2, 4)))


def test_numpy_numbers_and_foreign_byte_order_are_taken() -> None:
    swapped = Q.astype(">f4")
    got = attention(
        swapped, K.astype("f4"), V.astype("f4"), window=np.int64(2), scale=np.float32(0.5), causal=np.True_
    )
    assert got.dtype == np.float32
    assert got.dtype.isnative
