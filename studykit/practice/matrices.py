"""Products of small matrices in Python's own exact numbers: what wrong methods give, and worked sums."""

from __future__ import annotations

from collections.abc import Sequence
from fractions import Fraction

from studykit.practice.values import tex

Number = int | Fraction
Vector = Sequence[Number]
Matrix = Sequence[Vector]


def dot(a: Vector, b: Vector) -> Number:
    """a · b. Raises `ValueError` for different lengths, as all of these do."""
    return sum((x * y for x, y in zip(a, b, strict=True)), 0)


def turned(a: Matrix) -> list[list[Number]]:
    """aᵀ."""
    return [list(column) for column in zip(*a, strict=True)]


def times(a: Matrix, b: Matrix) -> list[list[Number]]:
    """The matrix product a b."""
    columns = turned(b)
    return [[dot(row, column) for column in columns] for row in a]


def each_by_each(a: Matrix, b: Matrix) -> list[list[Number]]:
    """The product entry by entry, of two matrices of one shape."""
    return [[x * y for x, y in zip(*rows, strict=True)] for rows in zip(a, b, strict=True)]


def scaled(a: Matrix, factor: Number) -> list[list[Number]]:
    """Every entry times the factor."""
    return [[each * factor for each in row] for row in a]


def bracketed(number: Number) -> str:
    """In LaTeX, in brackets where it is negative, as it stands behind a sign."""
    return f"({tex(number)})" if number < 0 else tex(number)


def terms(a: Vector, b: Vector) -> str:
    """The sum that a dot product is, in LaTeX: `1 \\cdot (-2) + (-3) \\cdot 4`."""
    products = [rf"{bracketed(x)} \cdot {bracketed(y)}" for x, y in zip(a, b, strict=True)]
    return " + ".join(products)


def entries(name: str, a: Matrix, b: Matrix) -> str:
    """Each entry of the product a b as an item of a Markdown list, with its sum worked out."""
    columns = turned(b)
    return "\n".join(
        f"- ${name}_{{{i}{j}}} = {terms(row, column)} = {tex(dot(row, column))}$"
        for i, row in enumerate(a)
        for j, column in enumerate(columns)
    )
