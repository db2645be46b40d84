"""Chance comes in as an argument: a `Draw` gives the same numbers for a seed on every machine."""

from __future__ import annotations

import random
from collections.abc import MutableSequence
from typing import Any


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

    def shuffle(self, items: MutableSequence[Any]) -> None:
        """Shuffles in place (Fisher and Yates)."""
        for i in range(len(items) - 1, 0, -1):
            j = self.below(i + 1)
            items[i], items[j] = items[j], items[i]
