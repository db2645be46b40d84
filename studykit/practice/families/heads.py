"""Heads: how they split a vector, share keys, and what they cost."""

from __future__ import annotations

from dataclasses import dataclass

from attention_engine import key_value_head, merge_heads, parameters, split_heads
from studykit.draw import Draw
from studykit.practice.family import Family, Wrong
from studykit.practice.problem import Form, Step
from studykit.practice.values import tex, whole


@dataclass(frozen=True, slots=True)
class Model:
    """Width, heads, and whether biases are counted."""

    width: int
    heads: int


PARAMETERS = Family(
    name="attention-parameters",
    form=Form.INTEGER,
    draw=lambda draw, level: (
        Model(draw.pick((8, 12, 16, 20, 24)), 4)
        if level == 2
        else Model(64 * draw.between(2, 12), draw.pick((4, 8, 16)))
    ),
    answer=lambda g: parameters(g.width),
    prompt=lambda g: (
        f"Multi-head attention of width $d = {g.width}$ has {g.heads} heads"
        f" of size ${g.width // g.heads}$ and no biases."
        " How many parameters do $W_Q$, $W_K$, $W_V$ and $W_O$ have together?"
    ),
    solution=lambda g: (
        Step(
            f"All heads together: $W_Q$ is ${g.width} \\times {g.width}$, and so are $W_K$ and $W_V$.",
            "The heads share the width: heads times head size is $d$.",
        ),
        Step(f"With $W_O$ that makes $4 \\cdot {g.width}^2$.", "The number of heads drops out."),
    ),
    hints=lambda g: ("How large is $W_Q$ for all heads together?", "Four matrices of $d \\times d$."),
    wrong=(
        Wrong(
            "W_O forgotten",
            "The output matrix is a fourth one.",
            lambda g: 3 * g.width**2,
            "transformer/multi-head-attention#^heads-output",
        ),
        Wrong(
            "multiplied by the heads",
            "The heads share the width, so their number drops out.",
            lambda g: 4 * g.width**2 * g.heads,
            "transformer/multi-head-attention#^heads-parameters",
        ),
        Wrong(
            "square of the head size",
            "Each head reads the whole token: d rows, not d/h.",
            lambda g: 4 * (g.width // g.heads) ** 2,
            "transformer/multi-head-attention#^head-size",
        ),
        Wrong(
            "biases added",
            "There are no biases here.",
            lambda g: 4 * g.width**2 + 4 * g.width,
            "transformer/multi-head-attention#^heads-parameters",
        ),
        Wrong(
            "three full matrices for each head",
            "A head's matrices are d × d/h.",
            lambda g: 3 * g.heads * g.width**2 + g.width**2,
            "transformer/multi-head-attention#^heads-parameters",
        ),
    ),
)


@dataclass(frozen=True, slots=True)
class Split:
    """A vector that is split, and which head is asked."""

    x: list[int]
    heads: int
    head: int


def _split(draw: Draw, level: int) -> Split:
    heads, size = (draw.pick((3, 4)), 2) if level == 2 else (draw.pick((3, 4)), 3)
    places = draw.some(list(range(-9, 10)), heads * size)
    return Split(places, heads, draw.between(1, heads - 2) if heads > 3 else 1)


def _part(g: Split, head: int) -> list[int]:
    size = len(g.x) // g.heads
    return g.x[head * size : (head + 1) * size]


SPLIT = Family(
    name="head-split",
    form=Form.VECTOR,
    exact=True,
    draw=_split,
    answer=lambda g: whole(split_heads([g.x], g.heads)[g.head, 0]),
    prompt=lambda g: (
        f"The vector $x = {tex(g.x)}$ is split into {g.heads} heads."
        " Heads and entries count from 0. Which entries"
        f" belong to head {g.head}?"
    ),
    solution=lambda g: (
        Step(
            f"Each head takes ${len(g.x)}/{g.heads} = {len(g.x) // g.heads}$ entries in a row.",
            "Heads are blocks of neighbours.",
        ),
        Step(
            f"Head {g.head} begins at entry ${g.head * (len(g.x) // g.heads)}$.",
            "Heads before it take the entries before.",
        ),
    ),
    hints=lambda g: ("A head is a block of neighbours.", "How many entries come before it?"),
    wrong=(
        Wrong(
            "every h-th entry",
            "Heads are blocks of neighbours; taking every h-th entry mixes them.",
            lambda g: g.x[g.head :: g.heads],
            "transformer/multi-head-attention#^head-size",
        ),
        Wrong(
            "heads counted from 1",
            "Heads count from 0 here.",
            lambda g: _part(g, g.head - 1) if g.head > 1 else None,
            "transformer/multi-head-attention#^head-size",
        ),
        Wrong(
            "first entries",
            "Those belong to head 0.",
            lambda g: _part(g, 0),
            "transformer/multi-head-attention#^head-size",
        ),
        Wrong(
            "next head",
            "That is one block too far.",
            lambda g: _part(g, g.head + 1),
            "transformer/multi-head-attention#^head-size",
        ),
        Wrong(
            "whole vector",
            "A head sees only its own block.",
            lambda g: g.x,
            "transformer/multi-head-attention#^heads-output",
        ),
    ),
)


@dataclass(frozen=True, slots=True)
class Joined:
    """Sizes of the heads' outputs."""

    batch: int
    heads: int
    n: int
    size: int


def _joined(draw: Draw, level: int) -> Joined:
    batch, heads, n, size = draw.some((2, 3, 4, 5, 6, 7, 8, 10), 4)
    return Joined(batch, heads, n, size)


JOINED = Family(
    name="joined-shape",
    form=Form.SHAPE,
    draw=_joined,
    answer=lambda g: (g.batch, *merge_heads([[[0.0] * g.size] * g.n] * g.heads).shape),
    prompt=lambda g: (
        f"The heads' outputs have the shape ${g.batch} \\times {g.heads}"
        f" \\times {g.n} \\times {g.size}$ (batch, heads,"
        " tokens, entries). They are put next to each other. What shape have they then, with three sizes?"
    ),
    solution=lambda g: (
        Step(
            f"Each token gets the ${g.heads}$ outputs of size ${g.size}$"
            f" in a row: ${g.heads * g.size}$ entries.",
            "The heads are joined along the entries.",
        ),
        Step("Batch and tokens stay as they are.", "Joining moves nothing between tokens."),
    ),
    hints=lambda g: ("Which axis grows?", "Each token has one output of every head."),
    wrong=(
        Wrong(
            "heads left apart",
            "Joined, the heads have no axis of their own.",
            lambda g: (g.batch, g.heads, g.n, g.size),
            "transformer/multi-head-attention#^heads-output",
        ),
        Wrong(
            "heads averaged",
            "They are put next to each other, not averaged.",
            lambda g: (g.batch, g.n, g.size),
            "transformer/multi-head-attention#^heads-output",
        ),
        Wrong(
            "joined along the tokens",
            "A token keeps its place: the entries grow, not the tokens.",
            lambda g: (g.batch, g.heads * g.n, g.size),
            "transformer/multi-head-attention#^heads-output",
        ),
        Wrong(
            "joined along the batch",
            "That is how heads are hidden for a product; joined they are entries.",
            lambda g: (g.heads * g.batch, g.n, g.size),
            "transformer/multi-head-attention#^heads-output",
        ),
    ),
)


@dataclass(frozen=True, slots=True)
class Shared:
    """Grouped heads, and the query head that is asked."""

    query_heads: int
    key_value_heads: int
    head: int


def _shared(draw: Draw, level: int) -> Shared:
    groups, size = (
        draw.pick(((4, 2), (2, 4), (4, 3), (3, 4)))
        if level == 2
        else draw.pick(((8, 4), (4, 8), (6, 4), (8, 3)))
    )
    return Shared(groups * size, groups, draw.between(size, groups * size - 1))


SHARED = Family(
    name="key-value-head",
    form=Form.INTEGER,
    draw=_shared,
    answer=lambda g: key_value_head(g.head, g.query_heads, g.key_value_heads),
    prompt=lambda g: (
        f"{g.query_heads} query heads share {g.key_value_heads} key-value"
        " heads in groups of neighbours. Heads count"
        f" from 0. Which key-value head does query head {g.head} use?"
    ),
    solution=lambda g: (
        Step(
            f"A group has ${g.query_heads}/{g.key_value_heads} ="
            f" {g.query_heads // g.key_value_heads}$ query heads.",
            "All groups are equally large.",
        ),
        Step(
            f"${g.head} / {g.query_heads // g.key_value_heads}$, rounded down",
            "Groups are blocks of neighbours.",
        ),
    ),
    hints=lambda g: (
        "How many query heads share one key-value head?",
        "Divide by the size of a group and round down.",
    ),
    wrong=(
        Wrong(
            "remainder",
            "Groups are blocks of neighbours; the remainder deals them out in turn.",
            lambda g: g.head % g.key_value_heads,
            "transformer/multi-head-attention#^heads-parameters",
        ),
        Wrong(
            "the query head itself",
            "There are fewer key-value heads than query heads.",
            lambda g: g.head,
            "transformer/multi-head-attention#^heads-parameters",
        ),
        Wrong(
            "divided by the key-value heads",
            "Divide by the size of a group, not by their number.",
            lambda g: g.head // g.key_value_heads,
            "transformer/multi-head-attention#^heads-parameters",
        ),
        Wrong(
            "counted from 1",
            "Heads count from 0.",
            lambda g: g.head // (g.query_heads // g.key_value_heads) + 1,
            "transformer/multi-head-attention#^heads-parameters",
        ),
    ),
)

FAMILIES = (PARAMETERS, SPLIT, JOINED, SHARED)
