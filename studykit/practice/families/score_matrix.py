"""Scores: one entry, the whole matrix, and the shapes of scores and output."""

from __future__ import annotations

from dataclasses import dataclass

import numpy as np

from attention_engine import attention, queries_keys_values, scores
from studykit.draw import Draw
from studykit.practice.family import Family, Wrong
from studykit.practice.problem import Form, Step
from studykit.practice.values import tex, whole

Rows = list[list[int]]

_ENTRY = "score-matrix#^score-entry"
_CONVENTION = "score-matrix#^row-column"
_SCORES = "scaled-dot-product-attention#^shape-of-scores"
_OUTPUT = "scaled-dot-product-attention#^output-shape"
_BATCH = "score-matrix#^batched-scores"


def _dot(a: list[int], b: list[int]) -> int:
    return sum(x * y for x, y in zip(a, b, strict=True))


def _worked(a: list[int], b: list[int]) -> str:
    """A dot product with its terms and its value, in LaTeX."""
    return " + ".join(f"({x})({y})" for x, y in zip(a, b, strict=True)) + f" = {_dot(a, b)}"


# One entry.


@dataclass(frozen=True, slots=True)
class Asked:
    """Queries and keys as rows, and which pair is asked."""

    Q: Rows
    K: Rows
    i: int
    j: int


def _draw_asked(draw: Draw, level: int) -> Asked:
    size, most = (3, 3) if level == 1 else (4, 6)
    i, j = draw.some(range(size), 2)
    return Asked(draw.rows(size, size, -most, most), draw.rows(size, size, -most, most), i, j)


def _column(matrix: Rows, place: int) -> list[int]:
    return [row[place] for row in matrix]


def _name(g: Asked) -> str:
    return f"S_{{{g.i},{g.j}}}"


ENTRY = Family(
    name="score-entry",
    form=Form.INTEGER,
    draw=_draw_asked,
    answer=lambda g: whole(scores(g.Q, g.K))[g.i][g.j],
    prompt=lambda g: (
        "The rows of $Q$ are queries, those of $K$ keys:\n\n"
        f"$$Q = {tex(g.Q)}, \\quad K = {tex(g.K)}$$\n\n"
        f"Find the entry ${_name(g)}$ of the score matrix $S = QK^T$. Indices count from 0; the answer is a "
        "whole number."
    ),
    solution=lambda g: (
        Step(
            f"Query {g.i} is ${tex(g.Q[g.i])}$, and key {g.j} is ${tex(g.K[g.j])}$.",
            "The first index names a row of $Q$, the second a row of $K$.",
        ),
        Step(f"${_name(g)} = {_worked(g.Q[g.i], g.K[g.j])}$", "A score is the dot product of the two."),
    ),
    hints=lambda g: (
        "You need only one query and one key. The first index names the query, the second the key.",
        f"Take row {g.i} of $Q$ and row {g.j} of $K$, both counted from 0.",
        f"Multiply entry by entry and add: ${tex(g.Q[g.i])}$ with ${tex(g.K[g.j])}$.",
    ),
    wrong=(
        Wrong(
            "indices swapped",
            "The two indices are easily exchanged, but the first one names the query and the second the key.",
            lambda g: _dot(g.Q[g.j], g.K[g.i]),
            _ENTRY,
        ),
        Wrong(
            "columns instead of rows",
            "Many texts keep vectors in columns, but here each query and each key is a row.",
            lambda g: _dot(_column(g.Q, g.i), _column(g.K, g.j)),
            _CONVENTION,
        ),
        Wrong(
            "no transpose",
            "A matrix product takes rows with columns, which is why K is transposed: its rows are the keys.",
            lambda g: _dot(g.Q[g.i], _column(g.K, g.j)),
            _ENTRY,
        ),
        Wrong(
            "query against query",
            "Both rows were taken from Q, but the second index names a key, which is a row of K.",
            lambda g: _dot(g.Q[g.i], g.Q[g.j]),
            _ENTRY,
        ),
    ),
)


# The whole matrix.


@dataclass(frozen=True, slots=True)
class Pair:
    """Queries and keys as rows."""

    Q: Rows
    K: Rows


def _draw_pair(draw: Draw, level: int) -> Pair | None:
    columns, most = (2, 3) if level == 2 else (3, 5)
    found = Pair(draw.rows(2, columns, -most, most), draw.rows(2, columns, -most, most))
    return found if all(map(any, found.Q + found.K)) else None


def _row_worked(g: Pair, i: int) -> Step:
    lines = (f"- $S_{{{i},{j}}} = q_{i} \\cdot k_{j} = {_worked(g.Q[i], key)}$" for j, key in enumerate(g.K))
    return Step(
        "\n".join((f"Row {i}, query {i} against each key:", "", *lines)),
        "A row of $S$ belongs to one query.",
    )


def _plain_product(g: Pair) -> Rows | None:
    """Q K without the transpose, where the sizes allow it."""
    if len(g.Q[0]) != len(g.K):
        return None
    return [[_dot(q, _column(g.K, c)) for c in range(len(g.K[0]))] for q in g.Q]


def _over_tokens(g: Pair) -> Rows:
    """QᵀK."""
    size = range(len(g.Q[0]))
    return [[_dot(_column(g.Q, a), _column(g.K, b)) for b in size] for a in size]


MATRIX = Family(
    name="score-matrix",
    form=Form.MATRIX,
    exact=True,
    draw=_draw_pair,
    answer=lambda g: whole(scores(g.Q, g.K)),
    prompt=lambda g: (
        "The rows of $Q$ are queries, those of $K$ keys:\n\n"
        f"$$Q = {tex(g.Q)}, \\quad K = {tex(g.K)}$$\n\n"
        "Compute the score matrix $S = QK^T$. Give all of its entries, row by row; they are whole numbers."
    ),
    solution=lambda g: tuple(_row_worked(g, i) for i in range(len(g.Q))),
    hints=lambda g: (
        "Each entry of $S$ belongs to one query and one key.",
        r"$S_{i,j} = q_i \cdot k_j$: row $i$ of $Q$ with row $j$ of $K$. There are "
        f"{len(g.Q)} queries and {len(g.K)} keys.",
        f"The first row begins with ${tex(g.Q[0])}$ times ${tex(g.K[0])}$, entry by entry and added up.",
    ),
    wrong=(
        Wrong(
            "transposed",
            "The numbers are right and stand mirrored, as K Qᵀ has them: a row of S belongs to a query.",
            lambda g: whole(scores(g.K, g.Q)),
            "score-matrix#^score-row",
        ),
        Wrong(
            "no transpose",
            "Q K can be multiplied here too, but it takes the columns of K, and the keys are its rows.",
            _plain_product,
            _ENTRY,
        ),
        Wrong(
            "entry by entry",
            "Multiplying entry by entry is half of a dot product: an entry of S is a sum of such products.",
            lambda g: [[x * y for x, y in zip(q, k, strict=True)] for q, k in zip(g.Q, g.K, strict=True)],
            _ENTRY,
        ),
        Wrong(
            "QᵀK",
            "That is the product for vectors in columns; here they are rows, and it adds over the tokens.",
            _over_tokens,
            _CONVENTION,
        ),
        Wrong(
            "Q with itself",
            "Q Qᵀ compares the queries with each other, but a score compares a query with a key.",
            lambda g: whole(scores(g.Q, g.Q)),
            _ENTRY,
        ),
    ),
)


# The shape of the scores.


@dataclass(frozen=True, slots=True)
class Sizes:
    """How many queries and keys, how long they are, and the sequences of a batch."""

    n: int
    m: int
    d_k: int
    batch: int | None = None


def _draw_sizes(draw: Draw, level: int) -> Sizes:
    n, m, d_k, batch = draw.some(range(2, 13), 4)
    return Sizes(n, m, d_k, None if level == 1 else batch)


def _batched(g: Sizes, *sizes: int) -> tuple[int, ...]:
    return sizes if g.batch is None else (g.batch, *sizes)


def _shape_prompt(g: Sizes) -> str:
    queries, keys = (r" \times ".join(map(str, _batched(g, rows, g.d_k))) for rows in (g.n, g.m))
    kind = "" if g.batch is None else ", with a batch of sequences along the first axis"
    return (
        f"$Q$ has the shape ${queries}$ and $K$ has the shape ${keys}${kind}. A row is a query or a key. "
        "What is the shape of the scores $QK^T$?"
        "\n\nGive the sizes of all axes in their order, separated by commas."
    )


def _shape_solution(g: Sizes) -> tuple[Step, ...]:
    steps = (
        Step(
            f"{g.n} queries make {g.n} rows, and {g.m} keys make {g.m} columns.",
            "Each query meets each key once.",
        ),
        Step(
            f"The length {g.d_k} is gone.",
            "Each dot product adds over the entries of its two vectors.",
        ),
    )
    if g.batch is None:
        return steps
    return (
        *steps,
        Step(
            f"There is one such matrix for each of the {g.batch} sequences.",
            "Only the last two axes are multiplied, sequence by sequence.",
        ),
    )


def _shape_hints(g: Sizes) -> tuple[str, ...]:
    gentle = "What does one entry of $QK^T$ belong to?"
    plain = f"Rows belong to the {g.n} queries, columns to the {g.m} keys. The length {g.d_k} is added over."
    if g.batch is None:
        return gentle, plain
    return gentle, plain, "The first axis stays: each sequence meets its own keys alone."


SCORE_SHAPE = Family(
    name="score-shape",
    form=Form.SHAPE,
    draw=_draw_sizes,
    answer=lambda g: scores(np.zeros(_batched(g, g.n, g.d_k)), np.zeros(_batched(g, g.m, g.d_k))).shape,
    prompt=_shape_prompt,
    solution=_shape_solution,
    hints=_shape_hints,
    wrong=(
        Wrong(
            "transposed",
            "Those are the right sizes in the order of K Qᵀ: rows belong to queries, columns to keys.",
            lambda g: _batched(g, g.m, g.n),
            _SCORES,
        ),
        Wrong(
            "QᵀK",
            "That is the shape for vectors in columns; here they are rows, and their length is added over.",
            lambda g: _batched(g, g.d_k, g.d_k),
            _CONVENTION,
        ),
        Wrong(
            "shape of the queries",
            "The scores do have a row for each query, but a column for each key: the length is added over.",
            lambda g: _batched(g, g.n, g.d_k),
            _SCORES,
        ),
        Wrong(
            "square",
            "Self-attention makes us used to squares, but here there are not as many keys as queries.",
            lambda g: _batched(g, g.n, g.n),
            _SCORES,
        ),
        Wrong(
            "batch against batch",
            "Each sequence only meets its own keys, so the batch axis stays one axis.",
            lambda g: None if g.batch is None else (g.batch, g.batch, g.n, g.m),
            _BATCH,
        ),
        Wrong(
            "batch axis lost",
            "That is right for one sequence, and every sequence of the batch has such a matrix.",
            lambda g: None if g.batch is None else (g.n, g.m),
            _BATCH,
        ),
    ),
)


# The shape of the output.


@dataclass(frozen=True, slots=True)
class CrossSizes:
    """Numbers of queries and keys, sizes of keys and values, and the tokens' width where it is given."""

    n: int
    m: int
    d_k: int
    d_v: int
    d_model: int | None = None


def _draw_cross(draw: Draw, level: int) -> CrossSizes:
    n, m, d_k, d_v = draw.some(range(2, 13), 4)
    return CrossSizes(n, m, d_k, d_v, None if level == 2 else draw.pick((16, 20, 24, 32)))


def _output_shape(g: CrossSizes) -> tuple[int, ...]:
    if g.d_model is None:
        found = attention(np.zeros((g.n, g.d_k)), np.zeros((g.m, g.d_k)), np.zeros((g.m, g.d_v)))
    else:
        keys, values = np.zeros((g.d_model, g.d_k)), np.zeros((g.d_model, g.d_v))
        projected = queries_keys_values(
            np.zeros((g.n, g.d_model)), keys, keys, values, context=np.zeros((g.m, g.d_model))
        )
        found = attention(projected.q, projected.k, projected.v)
    return found.shape


_GIVE_SHAPE = "\n\nGive the sizes of all axes in their order, rows first, separated by commas."


def _output_prompt(g: CrossSizes) -> str:
    if g.d_model is None:
        return (
            f"In cross-attention {g.n} queries attend to {g.m} keys. Queries and keys have $d_k = {g.d_k}$ "
            f"entries, values have $d_v = {g.d_v}$. What is the shape of the output?" + _GIVE_SHAPE
        )
    return (
        f"A decoder has {g.n} tokens and an encoder {g.m}, each a row of {g.d_model} entries. One head of "
        "cross-attention takes its queries from the decoder, its keys and values from the encoder. "
        f"$W_Q$ and $W_K$ are ${g.d_model} \\times {g.d_k}$, and $W_V$ is ${g.d_model} \\times {g.d_v}$. "
        "What is the shape of the head's output $AV$, before any $W_O$?" + _GIVE_SHAPE
    )


def _output_solution(g: CrossSizes) -> tuple[Step, ...]:
    last = (
        Step(
            f"The weights $A$ are ${g.n} \\times {g.m}$: a row for each query, a column for each key.",
            f"The size {g.d_k} is added over in the dot products.",
        ),
        Step(
            f"$AV$ is ${g.n} \\times {g.m}$ times ${g.m} \\times {g.d_v}$; the {g.m} is added over.",
            "Each query gets one average of the values, as long as a value.",
        ),
    )
    if g.d_model is None:
        return last
    return (
        Step(
            f"$Q$: ${g.n} \\times {g.d_k}$, $K$: ${g.m} \\times {g.d_k}$, $V$: ${g.m} \\times {g.d_v}$.",
            f"A projection keeps the number of tokens and changes the {g.d_model} entries of each.",
        ),
        *last,
    )


OUTPUT_SHAPE = Family(
    name="output-shape",
    form=Form.SHAPE,
    draw=_draw_cross,
    answer=_output_shape,
    prompt=_output_prompt,
    solution=_output_solution,
    hints=lambda g: (
        "How many outputs are there, and what is each of them made of?",
        f"Each of the {g.n} queries gets one output, and an output is an average of values.",
    ),
    wrong=(
        Wrong(
            "one output for each key",
            "Values come with the keys, but it is the queries that ask: each of them gets one output.",
            lambda g: (g.m, g.d_v),
            _OUTPUT,
        ),
        Wrong(
            "size of the keys",
            "The two sizes are often equal, but an output is an average of values, which have d_v entries.",
            lambda g: (g.n, g.d_k),
            "transformer/cross-attention#^dv-free",
        ),
        Wrong(
            "shape of the weights",
            "That is the shape of the weights, and they still have to be multiplied with the values.",
            lambda g: (g.n, g.m),
            _OUTPUT,
        ),
        Wrong(
            "transposed",
            "Those are the right sizes, but the output of each query is a row and not a column.",
            lambda g: (g.d_v, g.n),
            "transformer/cross-attention#^cross-shape",
        ),
        Wrong(
            "width of the tokens",
            "Only W_O brings a row back to the model's width; before it, an output is as long as a value.",
            lambda g: None if g.d_model is None else (g.n, g.d_model),
            _OUTPUT,
        ),
    ),
)

FAMILIES = (ENTRY, MATRIX, SCORE_SHAPE, OUTPUT_SHAPE)
