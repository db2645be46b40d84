"""The mathematics that the numbers of the course are checked with, in plain Python, and its own checks."""

from __future__ import annotations

import math
from collections.abc import Sequence
from statistics import fmean, pvariance

import pytest

Vector = Sequence[float]
Matrix = Sequence[Vector]


def fixed(number: float, digits: int = 3) -> str:
    return f"{number:.{digits}f}"


def whole(number: float, places: str = "") -> str:
    """A result that is a whole number, and not by rounding."""
    assert math.isclose(number, round(number), abs_tol=1e-9)
    return f"{round(number):{places}}"


def power(number: float) -> str:
    digits, exponent = f"{number:.1e}".split("e")
    return rf"{digits} \times 10^{{{int(exponent)}}}"


def row(numbers: Vector, digits: int = 3) -> tuple[str, ...]:
    return tuple(fixed(number, digits) for number in numbers)


def dot(q: Vector, k: Vector) -> float:
    return sum(a * b for a, b in zip(q, k, strict=True))


def length(q: Vector) -> float:
    return math.sqrt(dot(q, q))


def cosine(q: Vector, k: Vector) -> float:
    return dot(q, k) / (length(q) * length(k))


def angle(q: Vector, k: Vector) -> float:
    """Between two vectors of the plane, in degrees."""
    (a, b), (c, d) = q, k
    return abs(math.degrees(math.atan2(a * d - b * c, a * c + b * d)))


def distance_squared(q: Vector, k: Vector) -> float:
    return sum((a - b) ** 2 for a, b in zip(q, k, strict=True))


def softmax(scores: Vector) -> list[float]:
    top = max(scores)
    exps = [math.exp(score - top) for score in scores]
    return [e / sum(exps) for e in exps]


def columns(matrix: Matrix) -> list[list[float]]:
    return [list(column) for column in zip(*matrix, strict=True)]


def product(a: Matrix, b: Matrix) -> list[list[float]]:
    return [[dot(line, column) for column in columns(b)] for line in a]


def larger(gap: float) -> float:
    """The larger weight of two keys whose logits lie `gap` apart."""
    return softmax([gap, 0.0])[0]


def slope(gap: float) -> float:
    """p(1 − p) of that weight, exact also where 1 − p is tiny."""
    return math.exp(-abs(gap)) / (1 + math.exp(-abs(gap))) ** 2


def scaled_slope(gap: float, d_k: float) -> float:
    """With respect to the raw scores, `gap` apart, when they are divided by √d_k."""
    return slope(gap / math.sqrt(d_k)) / math.sqrt(d_k)


def break_even(d_k: float) -> float:
    """The gap of raw scores at which scaling neither helps nor harms a slope."""
    low, high = 1.0, 8.0
    for _ in range(60):
        middle = (low + high) / 2
        low, high = (middle, high) if slope(middle) > scaled_slope(middle, d_k) else (low, middle)
    return low


def causal(n: int) -> int:
    return sum(1 for i in range(n) for j in range(n) if j > i)


def uniform_score(d_k: int) -> tuple[float, float]:
    """Mean and variance of q·k for entries drawn evenly between 0 and 1: from E[x] = 1/2 and E[x²] = 1/3."""
    mean, square = 1 / 2, 1 / 3
    return d_k * mean**2, d_k * (square**2 - mean**4)


def matrix(entries: Matrix, digits: int = 0) -> str:
    body = r"\\".join(" & ".join(fixed(entry, digits) for entry in line) for line in entries)
    return rf"\begin{{bmatrix}}{body}\end{{bmatrix}}"


def test_scaling_helps_beyond_the_margin_and_only_there() -> None:
    for gap in (0.0, 0.5, 3.0, 3.44):
        assert slope(gap) > scaled_slope(gap, 64)
    for gap in (3.46, 5.0, math.sqrt(128), 20.0):
        assert slope(gap) < scaled_slope(gap, 64)
    assert scaled_slope(math.sqrt(128), 64) > 1000 * slope(math.sqrt(128))  # "over a thousand times larger"


def test_the_closed_ceiling_of_a_cosine_weight_is_the_softmax_of_the_best_case() -> None:
    for n in (2, 10, 1000):
        assert math.isclose(math.e**2 / (math.e**2 + n - 1), softmax([1.0] + (n - 1) * [-1.0])[0])


def test_three_similarities_choose_three_different_keys() -> None:
    keys = ((1, 1), (4, 2), (3, 0))
    assert max(keys, key=lambda key: dot((1, 0), key)) == (4, 2)
    assert max(keys, key=lambda key: cosine((1, 0), key)) == (3, 0)
    assert min(keys, key=lambda key: distance_squared((1, 0), key)) == (1, 1)


def test_for_keys_of_equal_length_weights_by_distance_are_weights_by_dot_product() -> None:
    query, keys = (0.3, -1.2), ((3, 4), (5, 0), (-4, 3))
    by_distance = softmax([-distance_squared(query, key) / 2 for key in keys])
    assert by_distance == pytest.approx(softmax([dot(query, key) for key in keys]))


def test_moments_of_a_score_are_those_of_all_signs() -> None:
    """Entries of ±1 are independent with mean 0 and variance 1; all cases of d_k = 3 are counted."""
    d_k = 3
    signs = [tuple((case >> bit & 1) * 2 - 1 for bit in range(3 * d_k)) for case in range(2 ** (3 * d_k))]
    scores = [dot(s[:d_k], s[d_k : 2 * d_k]) for s in signs]
    gaps = [dot(s[:d_k], s[d_k : 2 * d_k]) - dot(s[:d_k], s[2 * d_k :]) for s in signs]
    assert (fmean(scores), pvariance(scores)) == (0, d_k)
    assert pvariance(gaps) == 2 * d_k
