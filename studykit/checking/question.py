"""What is asked: the expected answer, its kind, how close is close enough, and the known wrong methods."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass, field
from enum import StrEnum
from types import MappingProxyType
from typing import Protocol

from studykit.checking.symbols import Declaration, Symbols
from studykit.checking.tree import Node

NO_SYMBOLS: Symbols = MappingProxyType({})

RELATIVE = 1e-6
"""The relative tolerance of a question that names none."""

FIGURES = 3
"""A rounded answer is right with this many significant figures."""


class Kind(StrEnum):
    """What sort of answer is asked, and so which rules judge it."""

    NUMBER = "number"
    """Within the tolerance, or rightly rounded."""
    EXACT = "exact"
    """A number, or an array of numbers, without any tolerance: integers, fractions, counts."""
    EXPRESSION = "expression"
    """The same for every value of the declared names."""
    ARRAY = "array"
    """A vector or a matrix, entry by entry."""
    SHAPE = "shape"
    """Sizes of axes, exactly."""
    CHOICE = "choice"
    """One of several options, by its letter, its number or its text."""
    TEXT = "text"
    """Words."""


KIND_NAMES: Mapping[str, Kind] = MappingProxyType(
    {
        **{str(kind): kind for kind in Kind},
        "integer": Kind.EXACT,
        "fraction": Kind.EXACT,
        "count": Kind.EXACT,
        "vector": Kind.ARRAY,
        "matrix": Kind.ARRAY,
    }
)
"""Every word that may name a kind."""


@dataclass(frozen=True, slots=True)
class Tolerance:
    """An answer a is close enough to the truth t if |a - t| <= absolute + relative * |t|.

    `absolute` belongs to the size of the data that the truth was computed from: with entries near 1 a
    truth of 1e-15 is a zero that rounding left, and `absolute=1e-12` says so. It is 0 unless the exercise
    knows better, so that a truth of 1e-13 does not accept 0.
    """

    relative: float = RELATIVE
    absolute: float = 0.0

    def __post_init__(self) -> None:
        for value in (self.relative, self.absolute):
            if not 0 <= value < float("inf"):
                raise ValueError(f"a tolerance is finite and not negative, and this is {value}")


class Mistake(Protocol):
    """A known wrong method, with what it gives for the drawn numbers."""

    @property
    def name(self) -> str:
        """A few words, such as `scaled by d_k`."""

    @property
    def why(self) -> str:
        """One sentence for the learner: what went wrong, and what is right instead."""

    @property
    def answer(self) -> Node | str:
        """What a learner who makes it would answer. It may be of another kind or shape than the truth."""


@dataclass(frozen=True, slots=True)
class Question:
    """A question, as far as its judge needs it."""

    expected: str | Node
    """The truth. For a choice, the right option as a letter, a number or its text; for words, the words."""
    kind: Kind | None = None
    """None: an array if the truth is one, a number if it holds no free name, else an expression."""
    symbols: Mapping[str, Declaration] = field(default_factory=lambda: NO_SYMBOLS)
    tolerance: Tolerance = field(default_factory=Tolerance)
    mistakes: tuple[Mistake, ...] = ()
    """The exercise's own wrong methods."""
    pairs: tuple[Mistake, ...] = ()
    """Two wrong methods at once, each combination as one, named `first + second`."""
    where: Mapping[str, Node] = field(default_factory=lambda: MappingProxyType({}))
    """Names that stand for expressions, such as `p_1` for a weight of a softmax."""
    seed: int | str = 0
    """Which points an expression is tried at."""
    figures: int = FIGURES
    unit: str = ""
    """A unit that may follow the number, as in `0.5 V`; no other text may."""
    options: tuple[str, ...] = ()
    """What a choice is among."""
    by_hand: bool = False
    """Whether a softmax or a product of arrays is what is to be worked out, and so is no answer."""
