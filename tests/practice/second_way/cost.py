"""Costs, counted by loops over what is computed."""

from __future__ import annotations

from typing import Any

Givens = dict[str, Any]


def loop(g: Givens) -> int:
    pairs = sum(1 for _ in range(g["n"]) for _ in range(g["m"]))
    return pairs if g["counted"] == "dot products" else sum(g["d_k"] for _ in range(pairs))


def flops(g: Givens) -> int:
    scores = sum(2 * g["d"] for _ in range(g["n"]) for _ in range(g["n"]))
    outputs = sum(2 * g["n"] for _ in range(g["n"]) for _ in range(g["d"]))
    return scores + outputs


def crossover(g: Givens) -> int:
    """The only length at which both costs are the same."""
    return next(n for n in range(1, 9 * g["d"]) if 4 * n * n * g["d"] == 8 * n * g["d"] ** 2)


ANSWERS = {
    "loop-count": loop,
    "attention-flops": flops,
    "crossover-length": crossover,
}
