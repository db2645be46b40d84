"""Chance comes in as an argument: a `Draw` gives the same numbers for a seed on every machine."""

from __future__ import annotations

import random
from collections.abc import MutableSequence, Sequence
from typing import Any, TypeVar

T = TypeVar("T")


class Draw:
    """Seeded randomness over `random.Random(seed).random()` alone.

    That is the one sequence that Python promises to keep between versions, so everything here is
    made from it and from nothing else of `random`.
    """

    def __init__(self, seed: int | str) -> None:
        self._random = random.Random(seed).random  # noqa: S311 (repeatable on purpose, guards no secret)

    def below(self, n: int) -> int:
        """A whole number from 0 to n - 1. Raises `ValueError` if n < 1."""
        if n < 1:
            raise ValueError("nothing to draw from")
        return int(self._random() * n)

    def between(self, low: int, high: int) -> int:
        """A whole number from `low` to `high`, both included. Raises `ValueError` if high < low."""
        return low + self.below(high - low + 1)

    def pick(self, items: Sequence[T]) -> T:
        """One of the items. Raises `ValueError` if there are none."""
        return items[self.below(len(items))]

    def some(self, items: Sequence[T], count: int) -> list[T]:
        """`count` different places of the sequence, in a drawn order. Raises `ValueError` if it has fewer."""
        if count > len(items):
            raise ValueError(f"{count} cannot be drawn from {len(items)}")
        rest = list(items)
        self.shuffle(rest)
        return rest[:count]

    def row(self, count: int, low: int, high: int) -> list[int]:
        """`count` whole numbers from `low` to `high`, both included."""
        return [self.between(low, high) for _ in range(count)]

    def rows(self, rows: int, columns: int, low: int, high: int) -> list[list[int]]:
        """A matrix of whole numbers from `low` to `high`, both included, row by row."""
        return [self.row(columns, low, high) for _ in range(rows)]

    def shuffle(self, items: MutableSequence[Any]) -> None:
        """Shuffles in place (Fisher and Yates)."""
        for i in range(len(items) - 1, 0, -1):
            j = self.below(i + 1)
            items[i], items[j] = items[j], items[i]
