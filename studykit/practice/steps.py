"""Worked steps that several families share: products, the scores of a row, scaled, and their exponentials."""

from __future__ import annotations

import math
from collections.abc import Sequence

from studykit.practice.problem import Step
from studykit.practice.values import decimal, tex


def factors(*numbers: int) -> str:
    """A product of whole numbers in LaTeX, not worked out."""
    return r" \cdot ".join(map(str, numbers))


def scores_step(q: Sequence[int], keys: Sequence[Sequence[int]]) -> Step:
    """The dot products of one query with every key, product by product."""
    lines = []
    for j, key in enumerate(keys):
        terms = " + ".join(f"({a})({b})" for a, b in zip(q, key, strict=True))
        lines.append(f"- $q \\cdot k_{j} = {terms} = {sum(a * b for a, b in zip(q, key, strict=True))}$")
    return Step(
        "\n".join(["The query against each key:", "", *lines]), "A row of $Q K^T$ belongs to one query."
    )


def scaled_step(scores: Sequence[float], d_k: int) -> Step:
    """The scores divided by √d_k."""
    root = math.sqrt(d_k)
    sign = "=" if root.is_integer() else r"\approx"
    divided = [each / root for each in scores]
    return Step(
        rf"Divide by $\sqrt{{{d_k}}} {sign} {decimal(root)}$: ${tex(list(scores))} \to {tex(divided)}$",
        "So that typical scores stay where the softmax is not saturated.",
    )


def softmax_step(logits: Sequence[float]) -> Step:
    """The exponentials of a row and their sum; those of −∞ are 0."""
    powers = [math.exp(each) for each in logits]
    return Step(
        f"Their exponentials are ${tex(powers)}$, with the sum ${decimal(math.fsum(powers))}$.",
        "Each exponential divided by this sum is a weight.",
    )
