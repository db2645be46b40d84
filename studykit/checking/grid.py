"""Vectors and matrices of numbers, with shapes that are checked and told.

A vector stands upright: `T(q)` makes a `row` of it, a row times a vector is a number, a vector times a row
is a matrix. Two vectors side by side are their dot product, and a vector in front of a matrix (weights
times values) is a row times it.
"""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import dataclass

from studykit.checking.arithmetic import Scalar
from studykit.checking.failure import Misfit, OutOfReach
from studykit.checking.polynomial import Algebra

MOST_ENTRIES = 4096


@dataclass(frozen=True, slots=True, eq=False)
class Grid:
    """Entries row by row; one size for a vector, two for a matrix."""

    shape: tuple[int, ...]
    entries: tuple[Scalar, ...]
    row: bool = False
    """Whether it is a vector that was transposed."""


Value = Scalar
"""A `Scalar` or a `Grid`."""
Naming = Callable[[int], str]
"""How a size is called: `d_k` rather than the 3 that it happened to be."""


def described(value: Value, named: Naming) -> str:
    """What the value is: `a number`, `a vector of 3`, `a matrix n × d_k`."""
    if type(value) is not Grid:
        return "a number"
    if len(value.shape) == 1:
        return f"a {'row ' if value.row else ''}vector of {named(value.shape[0])}"
    return f"a matrix {named(value.shape[0])} × {named(value.shape[1])}"


def add(a: Value, b: Value, algebra: Algebra, named: Naming) -> Value:
    """a + b for two numbers or two of the same shape."""
    if type(a) is not Grid and type(b) is not Grid:
        return algebra.add(a, b)
    if type(a) is not Grid or type(b) is not Grid or a.shape != b.shape or a.row != b.row:
        raise Misfit(f"{described(a, named)} and {described(b, named)} do not add")
    return Grid(a.shape, tuple(map(algebra.add, a.entries, b.entries)), a.row)


def each(a: Value, of: Callable[[Scalar], Scalar]) -> Value:
    """The function of a number, or of every entry."""
    return Grid(a.shape, tuple(map(of, a.entries)), a.row) if type(a) is Grid else of(a)


def multiply(a: Value, b: Value, algebra: Algebra, named: Naming) -> Value:
    """a · b: numbers, a number times entries, dot, outer and matrix products.

    Raises `Misfit` with both shapes if they have no product.
    """
    if type(a) is not Grid:
        return each(b, lambda x: algebra.multiply(a, x))
    if type(b) is not Grid:
        return each(a, lambda x: algebra.multiply(x, b))
    if len(a.shape) == 1 and len(b.shape) == 1:
        if b.row and not a.row:
            return _product(a.entries, b.entries, (a.shape[0], 1, b.shape[0]), algebra)
        if a.shape == b.shape:
            return dot(a, b, algebra)
    elif len(a.shape) == 1:
        if a.shape[0] == b.shape[0]:
            product = _product(a.entries, b.entries, (1, *b.shape), algebra)
            return Grid((b.shape[1],), product.entries, row=a.row)
    elif len(b.shape) == 1:
        if not b.row and a.shape[1] == b.shape[0]:
            return Grid((a.shape[0],), _product(a.entries, b.entries, (*a.shape, 1), algebra).entries)
    elif a.shape[1] == b.shape[0]:
        return _product(a.entries, b.entries, (a.shape[0], *b.shape), algebra)
    raise Misfit(f"{described(a, named)} times {described(b, named)} is not defined")


def dot(a: Grid, b: Grid, algebra: Algebra) -> Scalar:
    """The sum of products of entries."""
    total = None
    for x, y in zip(a.entries, b.entries, strict=True):
        term = algebra.multiply(x, y)
        total = term if total is None else algebra.add(total, term)
    return total


def transposed(a: Value) -> Value:
    """A row of a vector and back, the columns of a matrix as rows; a number is its own transpose."""
    if type(a) is not Grid:
        return a
    if len(a.shape) == 1:
        return Grid(a.shape, a.entries, not a.row)
    rows, columns = a.shape
    entries = tuple(a.entries[i * columns + j] for j in range(columns) for i in range(rows))
    return Grid((columns, rows), entries)


def _product(x: tuple[Scalar, ...], y: tuple[Scalar, ...], sizes: tuple[int, ...], algebra: Algebra) -> Grid:
    n, m, p = sizes  # (n, m) times (m, p)
    if n * p > MOST_ENTRIES:
        raise OutOfReach("a matrix in it is too large")
    entries = []
    for i in range(n):
        for j in range(p):
            total = algebra.multiply(x[i * m], y[j])
            for k in range(1, m):
                total = algebra.add(total, algebra.multiply(x[i * m + k], y[k * p + j]))
            entries.append(total)
    return Grid((n, p), tuple(entries))
