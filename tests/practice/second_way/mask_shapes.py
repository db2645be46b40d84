"""Shapes by the rule of broadcasting: aligned at the right, 1 repeats, missing is 1."""

from __future__ import annotations

from typing import Any

Givens = dict[str, Any]


def broadcast(a: tuple[int, ...], b: tuple[int, ...]) -> tuple[int, ...]:
    length = max(len(a), len(b))
    a, b = (1,) * (length - len(a)) + a, (1,) * (length - len(b)) + b
    sizes = []
    for x, y in zip(a, b, strict=True):
        assert x == y or 1 in (x, y)
        sizes.append(y if x == 1 else x)
    return tuple(sizes)


def asked(given: Givens) -> tuple[int, ...]:
    B, H, S = given["B"], given["H"], given["S"]
    match given["asked"]:
        case "padding":
            return (B, 1, 1, S)
        case "both":
            return broadcast((B, 1, 1, S), (S, S))
        case "heads":
            return (B, 1, S, S)
        case _:
            return broadcast((B, H, S, S), (B, S, S))


ANSWERS = {"mask-shape": asked}
