"""A query and a key of whole numbers: how they are drawn, and what several families show of them."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass

from studykit.draw import Draw
from studykit.practice.values import tex

_WHOLE_LENGTHS = {
    2: ((3, 4), (6, 8), (5, 12), (8, 15), (7, 24)),
    3: ((1, 2, 2), (0, 3, 4), (2, 4, 4), (2, 3, 6), (1, 4, 8), (4, 4, 7)),
}
"""Entries whose squares sum to a square, by how many there are."""


@dataclass(frozen=True, slots=True)
class Pair:
    """A query and a key of whole numbers."""

    q: list[int]
    k: list[int]

    @property
    def products(self) -> list[int]:
        """Of the entries in the same place."""
        return [a * b for a, b in zip(self.q, self.k, strict=True)]

    @property
    def squares(self) -> tuple[int, int]:
        """‖q‖² and ‖k‖²."""
        return square(self.q), square(self.k)


def square(a: Sequence[int]) -> int:
    """‖a‖²."""
    return sum(each * each for each in a)


def pair_shown(q: Sequence[float], k: Sequence[float]) -> str:
    """Both vectors in a formula of its own."""
    return f"$$q = {tex(list(q), 1)}, \\qquad k = {tex(list(k), 1)}$$"


def whole_length(draw: Draw, size: int) -> list[int]:
    """A vector of 2 or 3 whole entries whose length is a whole number too, as in 3, 4, 5."""
    found = [draw.pick((-1, 1)) * each for each in draw.pick(_WHOLE_LENGTHS[size])]
    draw.shuffle(found)
    return found


def not_zero(draw: Draw, most: int) -> int:
    """A whole number from −`most` to `most`, but not 0."""
    return draw.pick((-1, 1)) * draw.between(1, most)
