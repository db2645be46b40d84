"""What masks hide and keep, counted entry by entry."""

from __future__ import annotations

from typing import Any

Givens = dict[str, Any]


def hidden(given: Givens) -> int:
    count = 0
    for i in range(given["n"]):
        for j in range(given["cached"] + given["n"]):
            count += j > given["cached"] + i
    return count


def kept(given: Givens) -> int:
    count = 0
    for i in range(given["n"]):
        for j in range(given["n"]):
            count += i - given["window"] < j <= i
    return count


def hidden_by_either(given: Givens) -> int:
    count = 0
    for i in range(given["n"]):
        for j in range(given["n"]):
            count += j > i or j >= given["length"]
    return count


ANSWERS = {"masked-count": hidden, "window-count": kept, "combined-count": hidden_by_either}
