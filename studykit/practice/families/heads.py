"""Heads: how they split a vector, stand side by side again, share keys, and what they cost in parameters."""

from __future__ import annotations

from dataclasses import dataclass

import numpy as np

from attention_engine import key_value_head, merge_heads, parameters, split_heads
from studykit.draw import Draw
from studykit.practice.family import Family, Wrong
from studykit.practice.problem import Form, Step
from studykit.practice.values import tex, whole

_SIZE = "multi-head-attention#^head-size"
_PARAMETERS = "multi-head-attention#^heads-parameters"
_JOINED = "multi-head-attention#^heads-output"
_KEY_VALUE_HEAD = "key-value-cache#^key-value-head"


# The parameters of a layer.


@dataclass(frozen=True, slots=True)
class Layer:
    """The width of a model and its heads; whether the width is told, or the size of a head."""

    width: int
    heads: int
    told: str

    @property
    def size(self) -> int:
        """Of one head."""
        return self.width // self.heads


def _draw_layer(draw: Draw, level: int) -> Layer:
    if level == 2:
        heads = draw.pick((2, 3, 4, 5))
        return Layer(heads * draw.between(2, 5), heads, "width")
    heads = draw.pick((6, 8, 12, 16))
    return Layer(heads * draw.pick((16, 32, 48, 64)), heads, "size")


def _layer_prompt(g: Layer) -> str:
    model = (
        f"A layer of multi-head attention has the width $d = {g.width}$ and {g.heads} heads."
        if g.told == "width"
        else f"A layer of multi-head attention has {g.heads} heads of size $d_k = d_v = {g.size}$; together "
        "they "
        "are as wide as the model."
    )
    return (
        f"{model} No matrix has a bias. How many parameters do $W_Q$, $W_K$, $W_V$ and $W_O$ have together, "
        "over all heads? Answer with a whole number; a product may be typed."
    )


def _layer_solution(g: Layer) -> tuple[Step, ...]:
    d = g.width
    width = (
        (
            Step(
                rf"The width is $d = {g.heads} \cdot {g.size} = {d}$.",
                "The heads share the width of the model.",
            ),
        )
        if g.told == "size"
        else ()
    )
    return (
        *width,
        Step(
            rf"$W_Q$ of one head is ${d} \times {g.size}$; over all {g.heads} heads that is "
            rf"${d} \times {d}$, or ${d * d}$ parameters. $W_K$ and $W_V$ have as many.",
            "Each head reads the whole token and makes a narrow query of it.",
        ),
        Step(
            rf"$W_O$ mixes the joined heads, ${d} \times {d}$ again. Together $4 \cdot {d}^2$.",
            "The number of heads drops out.",
        ),
    )


PARAMETERS = Family(
    name="attention-parameters",
    form=Form.INTEGER,
    draw=_draw_layer,
    answer=lambda g: parameters(g.width),
    prompt=_layer_prompt,
    solution=_layer_solution,
    hints=lambda g: (
        "What shape has $W_Q$ of one head, and what shape have all heads' $W_Q$ side by side?",
        rf"Side by side, $W_Q$ of all heads is $d \times d$ with $d = {g.width}$.",
        rf"There are four matrices of ${g.width} \times {g.width}$.",
    ),
    wrong=(
        Wrong(
            "W_O forgotten",
            "Queries, keys and values make $3d^2$; the matrix $W_O$ that mixes the heads' outputs is a "
            "fourth.",
            lambda g: 3 * g.width**2,
            _JOINED,
        ),
        Wrong(
            "multiplied by the heads",
            r"More heads seem to need more, but each is narrower, $d \times d/h$, so that their number "
            "cancels.",
            lambda g: 4 * g.width**2 * g.heads,
            _PARAMETERS,
        ),
        Wrong(
            "square of the head size",
            r"A head's matrix is $d \times d_k$ and not $d_k \times d_k$: each head reads the whole token.",
            lambda g: 4 * g.size**2,
            _SIZE,
        ),
        Wrong(
            "one head only",
            r"$4 \cdot d \cdot d_k$ is what one head needs; there are $h$ heads, and $h \cdot d_k = d$.",
            lambda g: 4 * g.width * g.size,
            _PARAMETERS,
        ),
        Wrong(
            "biases added",
            "Many layers have $4d$ biases as well, but here there are none, so only the matrices count.",
            lambda g: parameters(g.width, biases=True),
            _PARAMETERS,
        ),
        Wrong(
            "full matrices in every head",
            r"$W_O$ is right, but a head's $W_Q$ is $d \times d/h$; all heads together make one $d \times "
            "d$.",
            lambda g: 3 * g.heads * g.width**2 + g.width**2,
            _PARAMETERS,
        ),
    ),
)


# The entries that belong to a head.


@dataclass(frozen=True, slots=True)
class Split:
    """Tokens as rows, how many heads split them, and which head of which token is asked."""

    X: list[list[int]]
    heads: int
    head: int
    token: int

    @property
    def size(self) -> int:
        """Of one head."""
        return len(self.X[0]) // self.heads

    @property
    def row(self) -> list[int]:
        """The token that is asked."""
        return self.X[self.token]


def _draw_split(draw: Draw, level: int) -> Split:
    tokens, heads, size = (
        (1, draw.pick((3, 4)), 2) if level == 2 else (2, *draw.pick(((3, 3), (4, 2), (3, 2))))
    )
    width = heads * size
    entries = draw.some(range(1, 2 * tokens * width), tokens * width)
    X = [entries[t * width : (t + 1) * width] for t in range(tokens)]
    return Split(X, heads, draw.between(1, heads - 1), draw.below(tokens))


def _block(row: list[int], block: int, size: int) -> list[int]:
    return row[block * size : (block + 1) * size]


def _cut_as_it_lies(g: Split) -> list[int] | None:
    """Reshaped to (heads, tokens, size) at once, without swapping the axes."""
    if len(g.X) == 1:
        return None
    flat = [each for row in g.X for each in row]
    return _block(flat, g.head * len(g.X) + g.token, g.size)


def _split_prompt(g: Split) -> str:
    if len(g.X) == 1:
        return (
            f"A token\n\n$$x = {tex(g.row)}$$\n\nis split into {g.heads} heads of equal size. Which entries "
            f"belong to head {g.head}? Heads count from 0. Answer with their values, in order."
        )
    return (
        f"Two tokens, the rows of\n\n$$X = {tex(g.X)}$$\n\nare split into {g.heads} heads of equal size. "
        f"Which entries of token {g.token} belong to head {g.head}? Tokens and heads count from 0. Answer "
        "with their "
        "values, in order."
    )


def _split_solution(g: Split) -> tuple[Step, ...]:
    first = g.head * g.size
    steps = (
        Step(
            f"A head takes ${len(g.row)}/{g.heads} = {g.size}$ entries that stand side by side.",
            "Heads cut a token into blocks of neighbours.",
        ),
        Step(
            f"Head {g.head} begins at entry ${g.head} \\cdot {g.size} = {first}$ and ends with entry "
            f"{first + g.size - 1}, counted from 0.",
            f"The {g.head} heads before it take {first} entries."
            if g.head > 1
            else "Head 0 comes before it.",
        ),
    )
    if len(g.X) == 1:
        return steps
    return (
        Step(f"Token {g.token} is the row ${tex(g.row)}$.", "Every token is split on its own."),
        *steps,
    )


SPLIT = Family(
    name="head-split",
    form=Form.VECTOR,
    exact=True,
    draw=_draw_split,
    answer=lambda g: whole(split_heads(g.X, g.heads)[g.head, g.token]),
    prompt=_split_prompt,
    solution=_split_solution,
    hints=lambda g: (
        "Each head gets a block of neighbouring entries of the token.",
        f"A block has {g.size} entries.",
        f"{g.head * g.size} entries of the token come before head {g.head}.",
    ),
    wrong=(
        Wrong(
            "every h-th entry",
            "Dealing the entries out in turn is fair too, but a head is a block of neighbours.",
            lambda g: g.row[g.head :: g.heads],
            _SIZE,
        ),
        Wrong(
            "heads counted from 1",
            "Heads count from 0 here, so as many blocks come before a head as its number says.",
            lambda g: _block(g.row, g.head - 1, g.size),
            _SIZE,
        ),
        Wrong(
            "first entries",
            "The first block is head 0; every further head begins one block later.",
            lambda g: _block(g.row, 0, g.size) if g.head > 1 else None,  # else it is counting from 1
            _SIZE,
        ),
        Wrong(
            "the whole token",
            "A head's projection reads the whole token, but when a vector is split each head gets its own "
            "part.",
            lambda g: g.row,
            _SIZE,
        ),
        Wrong(
            "cut without swapping axes",
            "Reshaping at once to heads, tokens, size runs on over the end of a token; first split each "
            "token, then swap the axes.",
            _cut_as_it_lies,
            _SIZE,
        ),
        Wrong(
            "the other token",
            "That is the right block of the wrong row: tokens count from 0 as well.",
            lambda g: _block(g.X[1 - g.token], g.head, g.size) if len(g.X) == 2 else None,
            "score-matrix#^row-column",
        ),
    ),
)


# The shape of joined heads.


@dataclass(frozen=True, slots=True)
class Joined:
    """Sizes of the heads' outputs."""

    batch: int
    heads: int
    n: int
    size: int


def _draw_joined(draw: Draw, level: int) -> Joined:
    n, size = draw.some((5, 7, 10, 12, 16, 20, 64), 2)
    batch, heads = draw.some((2, 3, 4, 6, 8), 2)
    return Joined(batch, heads, n, size)


JOINED = Family(
    name="joined-shape",
    form=Form.SHAPE,
    draw=_draw_joined,
    answer=lambda g: merge_heads(np.empty((g.batch, g.heads, g.n, g.size))).shape,
    prompt=lambda g: (
        f"A batch of {g.batch} sequences of {g.n} tokens went through {g.heads} heads. Each head gave "
        f"{g.size} "
        rf"entries a token, so that the outputs have the shape ${g.batch} \times {g.heads} \times {g.n} "
        rf"\times {g.size}$. Now the heads are joined, as $W_O$ needs them. What is the shape then? Answer "
        "with "
        "sizes in brackets."
    ),
    solution=lambda g: (
        Step(
            rf"A token's {g.heads} outputs of {g.size} entries stand side by side: "
            rf"${g.heads} \cdot {g.size} = {g.heads * g.size}$ entries.",
            "Heads are joined along the entries, so that $W_O$ can mix them.",
        ),
        Step(
            f"Batch ({g.batch}) and tokens ({g.n}) stay as they are, and the axis of the heads is gone.",
            "Joining moves nothing from one token or sequence to another.",
        ),
    ),
    hints=lambda g: (
        "Which axis grows, and which one goes away?",
        "Every token keeps its place; its outputs from all heads stand side by side.",
        f"The axes are batch, tokens, entries; a token has {g.heads} times {g.size} entries.",
    ),
    wrong=(
        Wrong(
            "heads left apart",
            "Swapping the axes is half of it; joined, the heads have no axis of their own any more.",
            lambda g: (g.batch, g.n, g.heads, g.size),
            _JOINED,
        ),
        Wrong(
            "heads averaged",
            "An average would have the size of one head; the outputs are put side by side, which keeps all "
            "of them.",
            lambda g: (g.batch, g.n, g.size),
            _JOINED,
        ),
        Wrong(
            "joined along the tokens",
            "That would make new tokens out of heads; each token keeps its place, and its entries become "
            "more.",
            lambda g: (g.batch, g.heads * g.n, g.size),
            _JOINED,
        ),
        Wrong(
            "joined along the batch",
            "Code may fold heads into the batch while it computes; joined for $W_O$ they are entries of the "
            "token.",
            lambda g: (g.heads * g.batch, g.n, g.size),
            _JOINED,
        ),
    ),
)


# The key-value head of a query head.


@dataclass(frozen=True, slots=True)
class Grouped:
    """How many query heads share how many key-value heads, and which query head is asked."""

    query_heads: int
    key_value_heads: int
    head: int

    @property
    def group(self) -> int:
        """How many query heads share one key-value head."""
        return self.query_heads // self.key_value_heads


_GROUPS = {2: ((2, 4), (4, 2), (3, 4), (4, 3), (2, 3), (5, 2)), 3: ((4, 8), (8, 4), (8, 5), (4, 7), (8, 6))}
"""For each level, key-value heads and the size of their groups, which differ: else two mistakes agree."""


def _draw_grouped(draw: Draw, level: int) -> Grouped:
    key_value_heads, group = draw.pick(_GROUPS[level])
    return Grouped(key_value_heads * group, key_value_heads, draw.between(group, key_value_heads * group - 1))


GROUPED = Family(
    name="key-value-head",
    form=Form.INTEGER,
    draw=_draw_grouped,
    answer=lambda g: key_value_head(g.head, g.query_heads, g.key_value_heads),
    prompt=lambda g: (
        f"In grouped-query attention, {g.query_heads} query heads share {g.key_value_heads} key-value heads: "
        "neighbouring query heads form equal groups, and each group has one key-value head. All heads count "
        f"from 0. Which key-value head does query head {g.head} use? Answer with its number."
    ),
    solution=lambda g: (
        Step(
            f"A group has ${g.query_heads}/{g.key_value_heads} = {g.group}$ query heads.",
            "All groups are equally large.",
        ),
        Step(
            f"Key-value head 0 serves the query heads 0 to {g.group - 1}, head 1 the query heads {g.group} "
            f"to {2 * g.group - 1}, and so on.",
            "Groups are blocks of neighbours.",
        ),
        Step(
            rf"${g.head} = {g.head // g.group} \cdot {g.group} + {g.head % g.group}$, so "
            f"{g.head // g.group} whole groups come before.",
            f"Divide by the size of a group and round down: $\\lfloor {g.head}/{g.group} \\rfloor$.",
        ),
    ),
    hints=lambda g: (
        "How many query heads share one key-value head?",
        f"Query heads 0 to {g.group - 1} use key-value head 0.",
        f"Divide {g.head} by {g.group} and round down.",
    ),
    wrong=(
        Wrong(
            "remainder",
            "The remainder would deal the query heads out in turn; groups are blocks of neighbours, so "
            "divide and round down.",
            lambda g: g.head % g.key_value_heads,
            _KEY_VALUE_HEAD,
        ),
        Wrong(
            "the query head itself",
            "That is so when every query head has keys of its own; here several share one key-value head.",
            lambda g: g.head,
            "key-value-cache#^grouped-heads",
        ),
        Wrong(
            "divided by the key-value heads",
            "Rounding down is right, but divide by how many query heads a group has, not by how many groups "
            "there are.",
            lambda g: g.head // g.key_value_heads,
            _KEY_VALUE_HEAD,
        ),
        Wrong(
            "counted from 1",
            "It is the right group, counted from 1; here the first key-value head has the number 0.",
            lambda g: g.head // g.group + 1,
            _KEY_VALUE_HEAD,
        ),
    ),
)

FAMILIES = (PARAMETERS, SPLIT, JOINED, GROUPED)
