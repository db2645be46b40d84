"""The edges that are tried: inside the box, not too many, small where they are sizes, repeatable."""

from __future__ import annotations

from fractions import Fraction

import pytest

from studykit.checking.declare import declare
from studykit.checking.edges import LARGEST_EDGE_SIZE, MOST_EDGES, edges
from studykit.checking.parser import read
from studykit.checking.polynomial import Algebra
from studykit.checking.used_names import used


def _points(text: str, spec: str) -> list[dict[str, object]]:
    symbols = declare(spec)
    tree = read(text, symbols, kind="expression").tree
    assert tree is not None
    return [
        dict(point) for point, _ in edges((tree,), used((tree,), symbols, {}), symbols, {}, Algebra(), "1")
    ]


@pytest.mark.parametrize(
    ("text", "spec", "among"),
    [
        ("x^2", "x: real >= -1", {Fraction(-1), Fraction(0), Fraction(1), Fraction(100), Fraction(10000)}),
        ("x^2", "x: real in (-1, 3)", {Fraction(0), Fraction(1), Fraction(-999, 1000), Fraction(2999, 1000)}),
        ("relu(2x - 30)", "x: real", {Fraction(15), Fraction(15001, 1000), Fraction(14999, 1000)}),
        ("min(n, 20)", "n: integer >= 1", {Fraction(1), Fraction(19), Fraction(20), Fraction(21)}),
        ("n!", "n: integer >= 0", {Fraction(0), Fraction(1), Fraction(40)}),
    ],
)
def test_ends_and_kinks_are_tried(text: str, spec: str, among: set[Fraction]) -> None:
    (name,) = declare(spec)
    assert among <= {point[name] for point in _points(text, spec)}


def test_what_is_tried_lies_in_the_box() -> None:
    for point in _points("|x - 2| + max(n, 5)", "x: real in (-1, 3]; n: integer in [2, 9]"):
        x, n = point["x"], point["n"]
        assert isinstance(x, Fraction) and -1 < x <= 3
        assert isinstance(n, Fraction) and 2 <= n <= 9 and n.denominator == 1


def test_there_are_never_many() -> None:
    names = [f"x_{i}" for i in range(12)]
    found = _points(f"max({', '.join(names)}, 3, 5, 7)", "; ".join(f"{name}: real" for name in names))
    assert 20 <= len(found) <= MOST_EDGES


def test_sizes_stay_small() -> None:
    for point in _points("max(q·q, 100) + d", "d: integer >= 1; q: vector d"):
        d = point["d"]
        assert isinstance(d, Fraction) and 1 <= d <= LARGEST_EDGE_SIZE


def test_the_same_seed_gives_the_same_edges() -> None:
    assert _points("max(x, y)", "x: real; y: real") == _points("max(x, y)", "x: real; y: real")
