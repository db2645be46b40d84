"""The tree of an answer: small, frozen, our own. Nothing here computes; two readings are equal if their
trees are."""

from __future__ import annotations

from dataclasses import dataclass, field
from fractions import Fraction
from typing import Literal


@dataclass(frozen=True, slots=True)
class Number:
    """An exact number, never negative: a minus sign is a `Negative` around it."""

    value: Fraction
    unit: Fraction | None = field(default=None, compare=False)
    """The place of the last digit typed: 1/1000 for `0.730`, 1000 for `2.5e4`; None if it was not typed."""


@dataclass(frozen=True, slots=True)
class Constant:
    """`pi`, `e` (Euler's number) or `inf`."""

    name: Literal["pi", "e", "inf"]


@dataclass(frozen=True, slots=True)
class Symbol:
    """A name that the question declares, or the index of a `BigSum`; spelled as declared, such as `d_k`."""

    name: str


@dataclass(frozen=True, slots=True)
class Indexed:
    """An entry of a vector (one index) or matrix (two): `q_i`, `q[i]`, `S_{ij}`."""

    name: str
    indices: tuple[Node, ...]


@dataclass(frozen=True, slots=True)
class Negative:
    """`-x`."""

    of: Node


@dataclass(frozen=True, slots=True)
class PlusMinus:
    """`±x`; both signs are meant."""

    of: Node


@dataclass(frozen=True, slots=True)
class Sum:
    """Two terms or more, in the order they were written; `a - b` is a sum with a `Negative`."""

    terms: tuple[Node, ...]


@dataclass(frozen=True, slots=True)
class Product:
    """Two factors or more, in the order they were written: the order matters between matrices."""

    factors: tuple[Node, ...]


@dataclass(frozen=True, slots=True)
class Quotient:
    """`over / under`."""

    over: Node
    under: Node


@dataclass(frozen=True, slots=True)
class Power:
    """`base ^ exponent`; a square root is a `Call`."""

    base: Node
    exponent: Node


@dataclass(frozen=True, slots=True)
class Call:
    """A known function: `sqrt`, `exp`, `ln`, `log` (x, base), `abs`, `factorial`, `sin`, `T` (transpose)…

    The names are those of `vocabulary.FUNCTIONS`."""

    name: str
    arguments: tuple[Node, ...]


@dataclass(frozen=True, slots=True)
class BigSum:
    """`sum(body, index = low..high)`."""

    body: Node
    index: str
    low: Node
    high: Node


@dataclass(frozen=True, slots=True)
class Moment:
    """An expectation (one argument), a variance (one) or a covariance (two)."""

    kind: Literal["E", "Var", "Cov"]
    arguments: tuple[Node, ...]


@dataclass(frozen=True, slots=True)
class Equation:
    """`left = right`."""

    left: Node
    right: Node


@dataclass(frozen=True, slots=True)
class Alternatives:
    """`x = 1 or x = -1`: two or more, in any order."""

    options: tuple[Node, ...]


@dataclass(frozen=True, slots=True)
class Array:
    """A vector (entries) or a matrix (entries that are `Array` rows of one length)."""

    entries: tuple[Node, ...]


@dataclass(frozen=True, slots=True)
class Shape:
    """`(2, 3)`, `2 x 3`, `n × d_v`: sizes, outermost axis first."""

    sizes: tuple[Node, ...]


Node = (
    Number
    | Constant
    | Symbol
    | Indexed
    | Negative
    | PlusMinus
    | Sum
    | Product
    | Quotient
    | Power
    | Call
    | BigSum
    | Moment
    | Equation
    | Alternatives
    | Array
    | Shape
)
