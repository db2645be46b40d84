"""Trees go through JSON and come back the same; nothing else comes back."""

from __future__ import annotations

import json
from fractions import Fraction
from typing import Any, get_args

import pytest

from studykit.checking import tree
from studykit.checking.coding import (
    DEEPEST,
    MOST_NODES,
    CodingError,
    decoded,
    decoded_symbols,
    encoded,
    encoded_symbols,
)
from studykit.checking.symbols import Distribution, Matrix, Scalar, Vector
from studykit.checking.tree import Node

ONE, X = tree.Number(Fraction(1)), tree.Symbol("x")

ONE_OF_EACH: list[Node] = [
    tree.Number(Fraction(10**40, 3)),
    tree.Constant("pi"),
    tree.Symbol("d_k"),
    tree.Indexed("S", (X, ONE)),
    tree.Negative(X),
    tree.PlusMinus(X),
    tree.Sum((X, ONE)),
    tree.Product((X, ONE)),
    tree.Quotient(X, ONE),
    tree.Power(X, ONE),
    tree.Call("log", (X, ONE)),
    tree.BigSum(X, "i", ONE, X),
    tree.Moment("Cov", (X, ONE)),
    tree.Equation(X, ONE),
    tree.Alternatives((X, ONE)),
    tree.Array((tree.Array((X, ONE)), tree.Array((ONE, X)))),
    tree.Shape((X, ONE)),
]


def test_every_kind_of_node_is_here() -> None:
    assert {type(node) for node in ONE_OF_EACH} == set(get_args(Node))


@pytest.mark.parametrize("node", ONE_OF_EACH, ids=lambda node: type(node).__name__)
def test_a_tree_comes_back_the_same(node: Node) -> None:
    assert decoded(json.loads(json.dumps(encoded(node)))) == node


def test_how_a_number_was_typed_stays_behind() -> None:
    typed = tree.Number(Fraction(1, 2), unit=Fraction(1, 100))
    assert encoded(typed) == ["Number", [1, 2]]


def test_declarations_come_back_the_same() -> None:
    normal = Distribution("normal", (tree.Symbol("mu"), ONE))
    symbols = {
        "d": Scalar("integer", low=Fraction(1)),
        "p": Scalar(low=Fraction(0), high=Fraction(1), low_open=True, high_open=True, distribution=normal),
        "q": Vector(tree.Symbol("d"), normal),
        "W": Matrix(tree.Symbol("d"), ONE),
    }
    assert decoded_symbols(json.loads(json.dumps(encoded_symbols(symbols)))) == symbols


NO_TREES: list[Any] = [
    None, 1, "x", {}, [], ["Symbol"], ["Symbol", 1], ["Symbol", ""], ["Symbol", "x", "y"], ["Symbol", ["x"]],
    ["Number", "1/2"], ["Number", [1, 0]], ["Number", [1, -2]], ["Number", [True, 1]], ["Number", [1.5, 1]],
    ["Number", [1 << 9000, 1]], ["Constant", "tau"], ["Constant", ["pi"]], ["Sum", "xy"], ["Sum", ["xy"]],
    ["Scalar", "real", None, None, False, False, None], ["__class__"], [["Symbol", "x"]], ["Call", "x", None],
    ["Moment", "E[0]", []], ["Symbol", "x" * 5000],
]  # fmt: skip


@pytest.mark.parametrize("value", NO_TREES, ids=lambda value: str(value)[:40])
def test_nothing_but_a_tree_is_read(value: object) -> None:
    with pytest.raises(CodingError):
        decoded(value)


@pytest.mark.parametrize("value", [None, [], {"x": None}, {"x": ["Symbol", "x"]}, {"": ["Vector", 1, None]}])
def test_nothing_but_declarations_is_read(value: object) -> None:
    with pytest.raises(CodingError):
        decoded_symbols(value)


def test_depth_and_size_are_limited_both_ways() -> None:
    deep: Node = X
    for _ in range(DEEPEST):
        deep = tree.Negative(deep)
    for node in (deep, tree.Sum((X,) * MOST_NODES)):
        with pytest.raises(CodingError):
            encoded(node)
    raw: list[Any] = ["Symbol", "x"]
    for _ in range(10_000):
        raw = ["Negative", raw]
    for value in (raw, ["Sum", [["Symbol", "x"]] * MOST_NODES]):
        with pytest.raises(CodingError):
            decoded(value)


def test_what_is_no_tree_is_not_written() -> None:
    for value in (1.5, X.__class__, tree.Sum((1,)), tree.Number(Fraction(1 << 9000))):  # type: ignore[arg-type]
        with pytest.raises(CodingError):
            encoded(value)  # type: ignore[arg-type]
