"""Trees written with Python's operators, for the tests of what takes trees."""

from __future__ import annotations

from dataclasses import dataclass
from fractions import Fraction

from studykit.checking import tree
from studykit.checking.symbols import Declaration, Matrix, Scalar, Vector
from studykit.checking.tree import Node


@dataclass(frozen=True)
class F:
    """A formula under construction; `.node` is its tree."""

    node: Node

    def __add__(self, other: F | int) -> F:
        return F(tree.Sum((self.node, _node(other))))

    def __radd__(self, other: int) -> F:
        return F(tree.Sum((_node(other), self.node)))

    def __sub__(self, other: F | int) -> F:
        return self + -as_formula(other)

    def __rsub__(self, other: int) -> F:
        return as_formula(other) - self

    def __mul__(self, other: F | int) -> F:
        return F(tree.Product((self.node, _node(other))))

    def __rmul__(self, other: int) -> F:
        return F(tree.Product((_node(other), self.node)))

    def __truediv__(self, other: F | int) -> F:
        return F(tree.Quotient(self.node, _node(other)))

    def __rtruediv__(self, other: int) -> F:
        return F(tree.Quotient(_node(other), self.node))

    def __pow__(self, other: F | int) -> F:
        return F(tree.Power(self.node, _node(other)))

    def __rpow__(self, other: int) -> F:
        return F(tree.Power(_node(other), self.node))

    def __neg__(self) -> F:
        return F(tree.Negative(self.node))

    def __getitem__(self, index: F | int | tuple[F | int, ...]) -> F:
        assert isinstance(self.node, tree.Symbol)
        indices = index if isinstance(index, tuple) else (index,)
        return F(tree.Indexed(self.node.name, tuple(_node(each) for each in indices)))


def as_formula(value: F | int) -> F:
    """A whole number as a formula."""
    if isinstance(value, F):
        return value
    number = F(tree.Number(Fraction(abs(value))))
    return -number if value < 0 else number


def _node(value: F | int) -> Node:
    return as_formula(value).node


def names(text: str) -> list[F]:
    """The names of a line as formulas."""
    return [F(tree.Symbol(name)) for name in text.split()]


def call(function: str, *arguments: F | int) -> F:
    """A function of formulas."""
    return F(tree.Call(function, tuple(_node(each) for each in arguments)))


def total(body: F | int, index: str, low: F | int, high: F | int) -> F:
    """A sum over an index."""
    return F(tree.BigSum(_node(body), index, _node(low), _node(high)))


E = F(tree.Constant("e"))
PI = F(tree.Constant("pi"))
REAL = Scalar()
POSITIVE = Scalar(low=Fraction(0), low_open=True)
COUNT = Scalar("integer", low=Fraction(1))
SHARE = Scalar(low=Fraction(0), high=Fraction(1), low_open=True, high_open=True)


def vector(size: F | int) -> Vector:
    """A vector of so many entries."""
    return Vector(_node(size))


def matrix(rows: F | int, columns: F | int) -> Matrix:
    """A matrix of so many rows and columns."""
    return Matrix(_node(rows), _node(columns))


def declared(**kinds: Declaration) -> dict[str, Declaration]:
    """Declarations by name, as one type."""
    return kinds
