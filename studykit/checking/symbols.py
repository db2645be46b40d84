"""The names that a question declares, and what is known of each."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass
from fractions import Fraction
from typing import Literal

from studykit.checking.tree import Node


@dataclass(frozen=True, slots=True)
class Distribution:
    """How the entries of a random name are distributed, each independent of all others."""

    kind: Literal["normal", "uniform", "rademacher", "laplace", "bernoulli", "moments"]
    parameters: tuple[Node, ...] = ()
    """normal(mean, standard deviation), uniform(low, high), laplace(scale), bernoulli(p),
    moments(mean, variance); they may hold declared names."""


@dataclass(frozen=True, slots=True)
class Scalar:
    """A number: from where it is sampled, or how it is distributed."""

    domain: Literal["real", "integer"] = "real"
    low: Fraction | None = None
    high: Fraction | None = None
    low_open: bool = False
    high_open: bool = False
    distribution: Distribution | None = None


@dataclass(frozen=True, slots=True)
class Vector:
    """A vector of so many entries; the size may be a declared name."""

    size: Node
    distribution: Distribution | None = None


@dataclass(frozen=True, slots=True)
class Matrix:
    """A matrix of so many rows and columns; sizes may be declared names."""

    rows: Node
    columns: Node
    distribution: Distribution | None = None
    permutes: bool = False
    """Whether it is a permutation matrix: a single 1 in each row and column, else 0."""


Declaration = Scalar | Vector | Matrix
Symbols = Mapping[str, Declaration]
