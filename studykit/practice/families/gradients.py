"""Gradients of values, weights, queries, keys and projections: the way back through attention."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass
from fractions import Fraction

from attention_engine import (
    keys_gradient,
    projection_gradients,
    queries_gradient,
    values_gradient,
    weights_gradient,
)
from studykit.draw import Draw
from studykit.practice.family import Family, Wrong
from studykit.practice.matrices import (
    Number,
    bracketed,
    dot,
    each_by_each,
    entries,
    scaled,
    terms,
    times,
    turned,
)
from studykit.practice.problem import Form, Step
from studykit.practice.values import fractions, tex, whole

WIDTH = 4
"""d_k of the queries and keys here: its root is 2."""

_CHAIN = "scaling#^chain-rule-of-scaling"
_VALUES_GRADIENT = "gradient-descent#^values-gradient"
_WEIGHTS_GRADIENT = "gradient-descent#^weights-gradient"
_QUERIES_GRADIENT = "gradient-descent#^queries-gradient"
_KEYS_GRADIENT = "gradient-descent#^keys-gradient"
_PROJECTION_GRADIENT = "gradient-descent#^projection-gradient"


# Back through O = A V.


@dataclass(frozen=True, slots=True)
class Mixed:
    """Weights as rows that sum to 1, and the gradient of the output."""

    A: list[list[Fraction]]
    dO: list[list[int]]


def _draw_mixed(draw: Draw, level: int) -> Mixed | None:
    first, second = draw.some(range(1, 5), 2)
    A = [[Fraction(each, 5), Fraction(5 - each, 5)] for each in (first, second)]
    dO = [draw.some([-3, -2, -1, 1, 2, 3, 4], 2) for _ in range(2)]
    return Mixed(A, dO) if first + second != 5 and dO != turned(dO) else None  # A is not its own transpose


VALUES = Family(
    name="values-gradient",
    form=Form.MATRIX,
    exact=True,
    draw=_draw_mixed,
    answer=lambda g: fractions(values_gradient([[float(each) for each in row] for row in g.A], g.dO)),
    prompt=lambda g: (
        "The output is $O = AV$, with a row for each query. The weights and the gradient of the loss with "
        "respect to the output are\n\n"
        rf"$$A = {tex(g.A)}, \quad dO = {tex(g.dO)}$$"
        "\n\nWhat is the gradient $dV$ of the values? Answer with a $2 \\times 2$ matrix of exact "
        "fractions, a row for each value."
    ),
    solution=lambda g: (
        Step(
            r"Value $v_j$ enters output $i$ with the weight $A_{ij}$, so its row is $\sum_i A_{ij}\, dO_i$: "
            "$dV = A^T dO$.",
            "It collects from all queries, from each as much as that query took.",
        ),
        Step(
            f"Columns of $A$ with columns of $dO$:\n\n{entries('dV', turned(g.A), g.dO)}",
            "Entries count from 0.",
        ),
    ),
    hints=lambda g: (
        "Which outputs does one value enter, and with which weights?",
        "The sum runs over the queries, which are the rows of $A$ and of $dO$.",
        f"$dV = A^T dO$; its first entry is ${terms(turned(g.A)[0], turned(g.dO)[0])}$.",
    ),
    wrong=(
        Wrong(
            "no transpose",
            "$A$ takes values to outputs; on the way back a value collects over the queries, and that is "
            "$A^T dO$.",
            lambda g: times(g.A, g.dO),
            _VALUES_GRADIENT,
        ),
        Wrong(
            "weights on the right",
            "The transpose is right, but $dO\\,A^T$ sums over the entries of a value; the sum runs over the "
            "queries: $A^T dO$.",
            lambda g: times(g.dO, turned(g.A)),
            _VALUES_GRADIENT,
        ),
        Wrong(
            "gradient passed on as it is",
            "That would be right if each query took its own value whole; each value gets its share "
            "by the weights, $A^T dO$.",
            lambda g: g.dO,
            _VALUES_GRADIENT,
        ),
        Wrong(
            "entry by entry",
            "$A$ and $dO$ have one shape only by chance; $O = AV$ is a matrix product, and its gradient "
            "$A^T dO$ is one too.",
            lambda g: each_by_each(g.A, g.dO),
            _VALUES_GRADIENT,
        ),
    ),
)


@dataclass(frozen=True, slots=True)
class Valued:
    """The gradient of the output, and the values, as rows."""

    dO: list[list[int]]
    V: list[list[int]]


def _draw_valued(draw: Draw, level: int) -> Valued | None:
    dO, V = draw.rows(2, 2, -3, 4), draw.rows(2, 2, -3, 4)
    return Valued(dO, V) if all(map(any, (*dO, *V))) and turned(V) != V else None


WEIGHTS = Family(
    name="weights-gradient",
    form=Form.MATRIX,
    exact=True,
    draw=_draw_valued,
    answer=lambda g: whole(weights_gradient(g.dO, g.V)),
    prompt=lambda g: (
        "The output is $O = AV$; outputs and values are rows. The gradient of the loss with respect to the "
        "output and the values are\n\n"
        rf"$$dO = {tex(g.dO)}, \quad V = {tex(g.V)}$$"
        "\n\nWhat is the gradient $dA$ of the weights? Answer with a $2 \\times 2$ matrix, a row for each "
        "query."
    ),
    solution=lambda g: (
        Step(
            r"Output $i$ is $o_i = \sum_j A_{ij} v_j$, so $dA_{ij} = dO_i \cdot v_j$: $dA = dO\,V^T$.",
            "A weight counts as far as its value points along the gradient of the output.",
        ),
        Step(
            f"Rows of $dO$ with rows of $V$:\n\n{entries('dA', g.dO, turned(g.V))}",
            "Entries count from 0. Through the softmax it goes only after this.",
        ),
    ),
    hints=lambda g: (
        r"Write one output row as a sum over the values: $o_i = \sum_j A_{ij} v_j$.",
        "Each entry of $dA$ is the dot product of a row of $dO$ and a value.",
        f"$dA = dO\\,V^T$; its first entry is ${terms(g.dO[0], g.V[0])}$.",
    ),
    wrong=(
        Wrong(
            "no transpose",
            "$dO\\,V$ exists here only because all sizes are 2; rows of $dO$ meet rows of $V$, which is "
            "$dO\\,V^T$.",
            lambda g: times(g.dO, g.V),
            _WEIGHTS_GRADIENT,
        ),
        Wrong(
            "transposed",
            "All the dot products are right, but rows of $A$ belong to queries, so it is $dO\\,V^T$ and not "
            "$V dO^T$.",
            lambda g: times(g.V, turned(g.dO)),
            _WEIGHTS_GRADIENT,
        ),
        Wrong(
            "summed over the queries",
            "$dO^T V$ adds different queries together, as for a matrix they share; each query has weights of "
            "its own: $dO\\,V^T$.",
            lambda g: times(turned(g.dO), g.V),
            _WEIGHTS_GRADIENT,
        ),
        Wrong(
            "entry by entry",
            "$dO$ and $V$ have one shape only by chance; each entry of $dA$ is a whole dot product of two "
            "rows.",
            lambda g: each_by_each(g.dO, g.V),
            _WEIGHTS_GRADIENT,
        ),
    ),
)


# Back through the scaled scores.


def _draw_row(draw: Draw) -> list[int] | None:
    """The gradient of one query's scaled scores for three keys: it sums to 0, as after any softmax."""
    a, b = draw.some([-4, -3, -2, -1, 1, 2, 3, 4], 2)
    row = [a, b, -a - b]
    return row if len({abs(each) for each in row} - {0}) == 3 else None


@dataclass(frozen=True, slots=True)
class Keys:
    """Keys as rows, and the gradient of the scaled scores of one query."""

    K: list[list[int]]
    dS: list[int]


def _draw_keys(draw: Draw, level: int) -> Keys | None:
    dS = _draw_row(draw)
    return None if dS is None else Keys(draw.rows(3, WIDTH, -2, 3), dS)


def _collected(g: Keys, share: Sequence[int], factor: Number) -> list[Number]:
    return [dot(share, column) * factor for column in turned(g.K)]


def _query_solution(g: Keys) -> tuple[Step, ...]:
    sums = "\n".join(f"- entry {c}: ${terms(g.dS, column)}$" for c, column in enumerate(turned(g.K)))
    return (
        Step(
            rf"Score $j$ is $q \cdot k_j / \sqrt{{d_k}}$, so $dq = \frac{{1}}{{\sqrt{{{WIDTH}}}}} "
            r"\sum_j dS_j\, k_j$.",
            "The gradient of $q \\cdot k_j$ with respect to $q$ is $k_j$.",
        ),
        Step(
            f"The keys, each times its $dS_j$:\n\n{sums}\n\nTogether ${tex(_collected(g, g.dS, 1))}$.",
            "This is the row $dS\\,K$.",
        ),
        Step(
            rf"Divide by $\sqrt{{{WIDTH}}} = 2$.",
            "The scores were divided by $\\sqrt{d_k}$, and the chain rule does the same to the gradient.",
        ),
    )


QUERY = Family(
    name="query-gradient",
    form=Form.VECTOR,
    exact=True,
    draw=_draw_keys,
    answer=lambda g: fractions(queries_gradient([g.dS], g.K)[0]),
    prompt=lambda g: (
        f"One query with $d_k = {WIDTH}$ meets three keys, the rows of $K$. The gradient of the loss with "
        r"respect to its *scaled* scores $qK^T/\sqrt{d_k}$ is $dS$:"
        "\n\n"
        rf"$$K = {tex(g.K)}, \quad dS = {tex(g.dS)}$$"
        f"\n\nWhat is the gradient $dq$ of the query? Answer with {WIDTH} exact numbers."
    ),
    solution=_query_solution,
    hints=lambda g: (
        r"What is the gradient of $q \cdot k_j / \sqrt{d_k}$ with respect to $q$?",
        "Add up the keys, each times its entry of $dS$; do not forget the scaling.",
        rf"$dq = dS\,K / \sqrt{{d_k}}$, and $dS\,K = {tex(_collected(g, g.dS, 1))}$.",
    ),
    wrong=(
        Wrong(
            "√d_k forgotten",
            r"$dS\,K$ is right for unscaled scores; these were divided by $\sqrt{d_k}$, so the gradient is "
            "divided as well.",
            lambda g: _collected(g, g.dS, 1),
            _CHAIN,
        ),
        Wrong(
            "divided by d_k",
            r"The gradient is divided by the same number as the scores, and that is $\sqrt{d_k}$, not $d_k$.",
            lambda g: _collected(g, g.dS, Fraction(1, WIDTH)),
            _CHAIN,
        ),
        Wrong(
            "mean of the keys",
            "Every key pulls at the query, but as strongly as its own $dS_j$ says: they are weighted.",
            lambda g: _collected(g, [1, 1, 1], Fraction(1, 3)),
            _QUERIES_GRADIENT,
        ),
        Wrong(
            "signs dropped",
            "A negative $dS_j$ counts its key against the others; the signs of $dS$ stay in the sum.",
            lambda g: _collected(g, [abs(each) for each in g.dS], Fraction(1, 2)),
            _QUERIES_GRADIENT,
        ),
    ),
)


@dataclass(frozen=True, slots=True)
class Queries:
    """Queries as rows, and the gradient of their scaled scores, a row for each."""

    Q: list[list[int]]
    dS: list[list[int]]


def _draw_queries(draw: Draw, level: int) -> Queries | None:
    if level == 3:
        dS = _draw_row(draw)
        q = draw.some([-5, -3, -2, -1, 1, 2, 3, 4], WIDTH)
        return None if dS is None else Queries([q], [dS])
    a, b = draw.some([-3, -2, -1, 1, 2, 3], 2)
    Q = draw.rows(2, WIDTH, -3, 3)
    return Queries(Q, [[a, -a], [b, -b]]) if Q[0] != Q[1] and a != -b else None


def _keys_prompt(g: Queries) -> str:
    if len(g.Q) == 1:
        return (
            f"One query $q$ with $d_k = {WIDTH}$ meets three keys. The gradient of the loss with respect "
            r"to its *scaled* scores $qK^T/\sqrt{d_k}$ is $dS$:"
            "\n\n"
            rf"$$q = {tex(g.Q[0])}$$"
            "\n\n"
            rf"$$dS = {tex(g.dS[0])}$$"
            f"\n\nWhat is the gradient $dK$? Answer with an exact $3 \\times {WIDTH}$ matrix, a row for each "
            "key."
        )
    return (
        f"Two queries, the rows of $Q$, meet two keys; $d_k = {WIDTH}$. The gradient of the loss with "
        r"respect to the *scaled* scores $QK^T/\sqrt{d_k}$ is $dS$:"
        "\n\n"
        rf"$$Q = {tex(g.Q)}, \quad dS = {tex(g.dS)}$$"
        f"\n\nWhat is the gradient $dK$? Answer with an exact $2 \\times {WIDTH}$ matrix, a row for each key."
    )


def _shares(factors: Sequence[Number], rows: list[list[int]]) -> str:
    return " + ".join(rf"{bracketed(each)} \cdot {tex(row)}" for each, row in zip(factors, rows, strict=True))


def _keys_solution(g: Queries) -> tuple[Step, ...]:
    rows = "\n".join(f"- key {j}: ${_shares(column, g.Q)}$" for j, column in enumerate(turned(g.dS)))
    return (
        Step(
            r"Score $S_{ij}$ is $q_i \cdot k_j / \sqrt{d_k}$, so row $j$ of $dK$ is $\frac{1}{\sqrt{d_k}} "
            r"\sum_i dS_{ij}\, q_i$: $dK = dS^T Q / \sqrt{d_k}$.",
            "A key collects from every query that it meets, and the sum runs down a column of $dS$.",
        ),
        Step(
            f"Before the division:\n\n{rows}\n\nTogether\n\n$${tex(times(turned(g.dS), g.Q))}$$",
            "This is $dS^T Q$.",
        ),
        Step(
            rf"Divide by $\sqrt{{{WIDTH}}} = 2$.",
            "The scores were divided by $\\sqrt{d_k}$, and so is the gradient. The rows of $dK$ add up to 0, "
            "since the entries of every row of $dS$ do.",
        ),
    )


KEYS = Family(
    name="keys-gradient",
    form=Form.MATRIX,
    exact=True,
    draw=_draw_queries,
    answer=lambda g: fractions(keys_gradient(g.dS, g.Q)),
    prompt=_keys_prompt,
    solution=_keys_solution,
    hints=lambda g: (
        r"What is the gradient of $q_i \cdot k_j / \sqrt{d_k}$ with respect to $k_j$?",
        r"$dK = dS^T Q / \sqrt{d_k}$: key $j$ uses column $j$ of $dS$.",
        f"Before the division, the first row is ${tex(times(turned(g.dS), g.Q)[0])}$.",
    ),
    wrong=(
        Wrong(
            "√d_k forgotten",
            r"$dS^T Q$ is right for unscaled scores; these were divided by $\sqrt{d_k}$, so the gradient is "
            "divided as well.",
            lambda g: times(turned(g.dS), g.Q),
            _CHAIN,
        ),
        Wrong(
            "divided by d_k",
            r"The gradient is divided by the same number as the scores, and that is $\sqrt{d_k}$, not $d_k$.",
            lambda g: scaled(times(turned(g.dS), g.Q), Fraction(1, WIDTH)),
            _CHAIN,
        ),
        Wrong(
            "sign turned",
            "A step of training goes against the gradient, but the gradient itself has the sign of "
            "$dS_{ij}\\, q_i$.",
            lambda g: scaled(times(turned(g.dS), g.Q), Fraction(-1, 2)),
            _KEYS_GRADIENT,
        ),
        Wrong(
            "queries without their gradient",
            "The gradient of $q \\cdot k_j$ is $q$, and the chain rule multiplies it by $dS_{ij}$, which "
            "differs from key to key.",
            lambda g: [[sum(column) for column in turned(g.Q)]] * len(g.dS[0]),
            _KEYS_GRADIENT,
        ),
        Wrong(
            "dS not transposed",
            "$dS\\,K$ belongs to the queries; a key runs over all queries, down a column of $dS$: $dS^T Q$.",
            lambda g: scaled(times(g.dS, g.Q), Fraction(1, 2)) if len(g.Q) == 2 else None,
            _KEYS_GRADIENT,
        ),
    ),
)


# Back through Q = X W_Q.


@dataclass(frozen=True, slots=True)
class Tokens:
    """Tokens, and the gradient of their queries, as rows."""

    X: list[list[int]]
    dQ: list[list[int]]


def _draw_tokens(draw: Draw, level: int) -> Tokens | None:
    X, dQ = draw.rows(2, 2, -3, 4), draw.rows(2, 2, -3, 4)
    return Tokens(X, dQ) if all(map(any, (*X, *dQ))) and turned(X) != X else None


UNREAD = [[0.0, 0.0], [0.0, 0.0]]
"""Stands for W_Q, on which its own gradient does not depend."""


PROJECTION = Family(
    name="query-projection-gradient",
    form=Form.MATRIX,
    exact=True,
    draw=_draw_tokens,
    answer=lambda g: whole(projection_gradients(g.X, UNREAD, g.dQ)[1]),
    prompt=lambda g: (
        "Two tokens, the rows of $X$, become queries $Q = X W_Q$. The gradient of the loss with respect to "
        "the queries is $dQ$:\n\n"
        rf"$$X = {tex(g.X)}, \quad dQ = {tex(g.dQ)}$$"
        "\n\nWhat is the gradient $dW_Q$? Answer with a $2 \\times 2$ matrix, shaped as $W_Q$."
    ),
    solution=lambda g: (
        Step(
            "$Q_{tc} = \\sum_a X_{ta} W_{ac}$, so $dW_{ac} = \\sum_t X_{ta}\\, dQ_{tc}$: $dW_Q = X^T dQ$.",
            "Every token goes through the same $W_Q$, so what they send back is added up.",
        ),
        Step(
            f"Columns of $X$ with columns of $dQ$:\n\n{entries('dW', turned(g.X), g.dQ)}",
            "Rows of $W_Q$ belong to entries of a token, columns to entries of a query; both count from 0.",
        ),
    ),
    hints=lambda g: (
        "Both tokens use the same $W_Q$: over what does the sum run?",
        "$dW_Q$ has the shape of $W_Q$: entries of a token by entries of a query.",
        f"$dW_Q = X^T dQ$; its first entry is ${terms(turned(g.X)[0], turned(g.dQ)[0])}$.",
    ),
    wrong=(
        Wrong(
            "no transpose",
            "$X$ goes with $W_Q$ on the way there; on the way back the sum runs over the tokens: $X^T dQ$.",
            lambda g: times(g.X, g.dQ),
            _PROJECTION_GRADIENT,
        ),
        Wrong(
            "tokens by tokens",
            "$X dQ^T$ pairs tokens with tokens, like a score matrix; $W_Q$ pairs entries with entries, so it "
            "is $X^T dQ$.",
            lambda g: times(g.X, turned(g.dQ)),
            _PROJECTION_GRADIENT,
        ),
        Wrong(
            "transposed",
            "All the sums are right, but rows of $W_Q$ belong to entries of a token: $X^T dQ$, not $dQ^T X$.",
            lambda g: times(turned(g.dQ), g.X),
            _PROJECTION_GRADIENT,
        ),
        Wrong(
            "entry by entry",
            "$X$ and $dQ$ have one shape only by chance; $X W_Q$ is a matrix product, and its gradient "
            "$X^T dQ$ is one too.",
            lambda g: each_by_each(g.X, g.dQ),
            _PROJECTION_GRADIENT,
        ),
    ),
)

FAMILIES = (VALUES, WEIGHTS, QUERY, KEYS, PROJECTION)
