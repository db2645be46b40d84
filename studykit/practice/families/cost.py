"""Counting what attention costs: dot products, operations, and when they outweigh the projections."""

from __future__ import annotations

from dataclasses import dataclass

from attention_engine import (
    attention_flops,
    crossover_length,
    dot_product_count,
    projection_flops,
    score_macs,
)
from studykit.draw import Draw
from studykit.practice.family import Family, Wrong
from studykit.practice.problem import Form, Step
from studykit.practice.steps import factors

_COST = "score-matrix#^score-cost"
_LOOP = "score-matrix#^product-or-loop"
_ATTENTION_FLOPS = "key-value-cache#^attention-flops"
_CROSSOVER = "key-value-cache#^crossover"


# A loop over pairs beside one matrix product.


@dataclass(frozen=True, slots=True)
class Pairs:
    """Queries, keys, their length, and what is counted: "dot products" or "multiplications"."""

    n: int
    m: int
    d_k: int
    counted: str

    @property
    def are_products(self) -> bool:
        """Whether whole dot products are counted."""
        return self.counted == "dot products"


def _draw_pairs(draw: Draw, level: int) -> Pairs:
    if level == 1:
        n, m = draw.some(range(3, 13), 2)
        return Pairs(n, m, draw.pick((2, 3, 4, 8)), "dot products")
    n, m = draw.some((5, 6, 8, 10, 12, 15, 20, 25, 30), 2)
    return Pairs(n, m, draw.pick((4, 16, 32, 64)), "multiplications")


def _pairs_prompt(g: Pairs) -> str:
    sizes = f"There are {g.n} queries and {g.m} keys, all of length $d_k = {g.d_k}$."
    if g.are_products:
        return (
            f"{sizes} A loop takes every pair of a query and a key and computes its score. How many dot "
            "products "
            "does the loop compute? Answer with a whole number."
        )
    return (
        f"{sizes} Instead of a loop over all pairs, one matrix product $QK^T$ computes all scores. How many "
        "multiplications of two numbers does it take, by the definition of the product? Answer with a whole "
        "number; a product may be typed."
    )


def _pairs_solution(g: Pairs) -> tuple[Step, ...]:
    pairs = Step(
        f"Each of the {g.n} queries meets each of the {g.m} keys: ${factors(g.n, g.m)} = {g.n * g.m}$ pairs.",
        f"Every pair is one entry of $QK^T$, which is ${g.n} \\times {g.m}$.",
    )
    if g.are_products:
        return (
            pairs,
            Step(
                "One matrix product computes just as many.",
                f"What batching saves is the overhead of {g.n * g.m} separate calls, and it uses the "
                "hardware "
                "better.",
            ),
        )
    return (
        pairs,
        Step(
            f"Each is a dot product of length {g.d_k}: ${factors(g.n, g.m, g.d_k)}$.",
            "As many as in the loop; the matrix product saves overhead, not multiplications.",
        ),
    )


def _pairs_hints(g: Pairs) -> tuple[str, ...]:
    if g.are_products:
        return (
            "One pair gives one entry of $QK^T$. How many entries has it?",
            f"The first query alone takes {g.m} dot products, one for each key.",
        )
    return (
        "How many entries has $QK^T$, and what does one of them take?",
        "One matrix product does the same multiplications as the loop over all pairs.",
        f"One entry takes {g.d_k} multiplications, and there are {g.n} rows of {g.m} entries.",
    )


def _one_unit(g: Pairs) -> int:
    """What one dot product counts for."""
    return 1 if g.are_products else g.d_k


LOOP = Family(
    name="loop-count",
    form=Form.INTEGER,
    draw=_draw_pairs,
    answer=lambda g: dot_product_count(g.n, g.m) if g.are_products else score_macs(g.n, g.m, g.d_k),
    prompt=_pairs_prompt,
    solution=_pairs_solution,
    hints=_pairs_hints,
    wrong=(
        Wrong(
            "multiplications counted",
            "A dot product has $d_k$ multiplications inside, but the question counts the dot products "
            "themselves.",
            lambda g: score_macs(g.n, g.m, g.d_k) if g.are_products else None,
            _COST,
        ),
        Wrong(
            "dot products counted",
            "So many dot products there are; each of them takes $d_k$ multiplications.",
            lambda g: None if g.are_products else dot_product_count(g.n, g.m),
            _COST,
        ),
        Wrong(
            "added instead of multiplied",
            "There are that many vectors, but every query meets every key, so their numbers are multiplied.",
            lambda g: (g.n + g.m) * _one_unit(g),
            "score-matrix#^score-entry",
        ),
        Wrong(
            "one key for each query",
            "A query does not pick its key beforehand: it is compared with all of them, a whole row of "
            "scores.",
            lambda g: g.n * _one_unit(g),
            "score-matrix#^score-row",
        ),
        Wrong(
            "additions counted as well",
            "Multiplications and additions make about twice as many operations, but only the first are "
            "asked.",
            lambda g: None if g.are_products else 2 * score_macs(g.n, g.m, g.d_k),
            _COST,
        ),
        Wrong(
            "one call, one operation",
            "One matrix product is a single call, but inside it does all that the loop does.",
            lambda g: None if g.are_products else 1,
            _LOOP,
        ),
    ),
)


# Operations, and when they outweigh the projections.


@dataclass(frozen=True, slots=True)
class Head:
    """The length of a sequence, and the size of queries, keys and values."""

    n: int
    d: int


def _draw_head(draw: Draw, level: int) -> Head:
    return Head(draw.pick((10, 20, 30, 50, 60, 100, 200)), draw.pick((4, 8, 16, 32, 64)))


def _flops(g: Head) -> int:
    return attention_flops(g.n, g.n, g.d, g.d)


FLOPS = Family(
    name="attention-flops",
    form=Form.INTEGER,
    draw=_draw_head,
    answer=_flops,
    prompt=lambda g: (
        f"Self-attention of one head over $n = {g.n}$ tokens, with $d_k = d_v = {g.d}$. How many "
        "floating-point "
        "operations do the two products $QK^T$ and $AV$ take together? A multiplication with the addition of "
        "its result counts as 2 operations; softmax and projections are not counted. Answer with a whole "
        "number; a product may be typed."
    ),
    solution=lambda g: (
        Step(
            f"$QK^T$ has ${g.n}^2$ entries of {g.d} multiply-adds each: ${g.n**2 * g.d}$.",
            "One dot product of length $d_k$ for each pair of tokens.",
        ),
        Step(
            f"$AV$ has $n \\cdot d_v = {g.n * g.d}$ entries of {g.n} multiply-adds each: ${g.n**2 * g.d}$ as "
            "well.",
            "Each entry of an output sums over all $n$ values.",
        ),
        Step(
            f"Two products, two operations a multiply-add: $2 \\cdot 2 \\cdot {g.n**2 * g.d}$.",
            "That is $4 n^2 d$.",
        ),
    ),
    hints=lambda g: (
        "Count the multiply-adds of each product on its own.",
        f"$QK^T$ has ${g.n}^2$ entries, and each takes {g.d} multiply-adds; $AV$ takes as many in all.",
        "$2 n^2 d$ multiply-adds, each of 2 operations.",
    ),
    wrong=(
        Wrong(
            "half of it",
            "$2n^2d$ comes out when a multiply-add is counted once, or one of the two products; both "
            "doublings belong to it.",
            lambda g: _flops(g) // 2,
            _ATTENTION_FLOPS,
        ),
        Wrong(
            "only the scores, in multiply-adds",
            "$n^2d$ multiply-adds is right for $QK^T$; $AV$ takes as many, and each counts as 2 operations.",
            lambda g: score_macs(g.n, g.n, g.d),
            _ATTENTION_FLOPS,
        ),
        Wrong(
            "roles of n and d swapped",
            "$4nd^2$ is how a projection grows; here every token meets every token, so the length is "
            "squared.",
            lambda g: attention_flops(g.d, g.d, g.n, g.n),
            _ATTENTION_FLOPS,
        ),
        Wrong(
            "projections included",
            "The four projections do cost $8nd^2$ more, but the question counts only the two products.",
            lambda g: _flops(g) + projection_flops(g.n, g.d),
            _ATTENTION_FLOPS,
        ),
    ),
)


@dataclass(frozen=True, slots=True)
class Width:
    """The width of a model."""

    d: int


CROSSOVER = Family(
    name="crossover-length",
    form=Form.INTEGER,
    draw=lambda draw, level: Width(draw.pick((16, 32, 64)) * draw.between(3, 16)),
    answer=lambda g: crossover_length(g.d),
    prompt=lambda g: (
        f"A layer of self-attention has the width $d = {g.d}$. For $n$ tokens its products $QK^T$ and $AV$ "
        "take "
        "$4n^2d$ operations, its four projections $W_Q$, $W_K$, $W_V$, $W_O$ take $8nd^2$. At which length "
        "$n$ do both cost the same? Answer with a whole number."
    ),
    solution=lambda g: (
        Step("$4n^2d = 8nd^2$", "At that length both costs are equal."),
        Step("Divide by $4nd$: $n = 2d$.", "Both sides have the factors 4, $n$ and $d$."),
        Step(
            rf"$n = 2 \cdot {g.d}$",
            "Shorter sequences spend more on projections, longer ones more on attention itself.",
        ),
    ),
    hints=lambda g: (
        "Write the two costs as an equation.",
        "Which factors stand on both sides?",
        "After dividing by $4nd$, the left side is $n$.",
    ),
    wrong=(
        Wrong(
            "d",
            "The factors $n$ and $d$ cancel rightly, but 8 divided by 4 leaves a 2.",
            lambda g: g.d,
            _CROSSOVER,
        ),
        Wrong(
            "4d",
            "Four projections suggest it, but both products count as well: 8 divided by 4 is 2.",
            lambda g: 4 * g.d,
            _CROSSOVER,
        ),
        Wrong(
            "8d",
            "The 8 of the projections stays only until the 4 of the other side divides it.",
            lambda g: 8 * g.d,
            _CROSSOVER,
        ),
        Wrong(
            "d/2",
            "The ratio is turned round: $n = 8d/4$, and that is more than $d$.",
            lambda g: g.d // 2,
            _CROSSOVER,
        ),
        Wrong(
            "d²",
            "The right side has $d^2$, but one $d$ is on the left as well and cancels.",
            lambda g: g.d**2,
            _CROSSOVER,
        ),
    ),
)

FAMILIES = (LOOP, FLOPS, CROSSOVER)
