"""Whole computations in the manner of the worked examples: one query, and tokens to output."""

from __future__ import annotations

from dataclasses import dataclass

import numpy as np

from attention_engine import (
    causal_mask,
    masked,
    output,
    queries_keys_values,
    scaled,
    scores,
    trace,
    weights,
)
from attention_engine.arrays import Floats
from studykit.checking.question import Tolerance
from studykit.draw import Draw
from studykit.practice import pipeline
from studykit.practice.family import Family, Wrong
from studykit.practice.pipeline import Pass, Stage, Variant
from studykit.practice.problem import Form, Step
from studykit.practice.steps import scaled_step, scores_step, softmax_step
from studykit.practice.values import Value, decimal, tex, whole

OUTPUTS = Tolerance(relative=0.002, absolute=0.005)
"""Weights that were rounded to three decimals move an output by a few thousandths, which is no mistake."""

Rows = list[list[int]]


# One query (worked example 1).


@dataclass(frozen=True, slots=True)
class OneQuery:
    """A query as a row, its keys and values as rows."""

    q: list[int]
    K: Rows
    V: Rows


def _one_pass(g: OneQuery) -> Pass:
    return Pass(q=[g.q], k=g.K, v=g.V, d_k=len(g.q), row=0)


def _draw_query(draw: Draw, level: int) -> OneQuery | None:
    keys, d_k = (2, 4) if level == 3 else (3, 3)
    most = 1 if level == 3 else 2
    least = 0 if level == 3 else -2
    given = OneQuery(
        draw.row(d_k, least, most),
        draw.rows(keys, d_k, least, most),
        draw.rows(keys, 3, 0, 6 if level == 3 else 9),
    )
    row = _raw_scores(given)
    fit = (
        len(set(row)) == keys
        and max(row) - min(row) <= 4
        and (level == 3 or row.count(0) == 1)
        and all(map(any, given.K))
    )
    return given if fit else None


def _raw_scores(g: OneQuery) -> list[int]:
    found: list[int] = whole(scores([g.q], g.K)[0])
    return found


def _one_output(g: OneQuery) -> list[float]:
    found: list[float] = trace([g.q], g.K, g.V).output[0].tolist()
    return found


def _one_weights(g: OneQuery) -> list[float]:
    found: list[float] = trace([g.q], g.K, g.V).weights[0].tolist()
    return found


def _without_zeros(given: Pass, x: Floats) -> Floats | None:
    """Zero scores taken for zero weights; with two keys, that leaves one key, which is another mistake."""
    return weights(masked(x, x != 0)) if x.shape[-1] > 2 and (x == 0).any() else None


_ONE_QUERY_VARIED = (
    *pipeline.variants(
        Stage.SCALE,
        Stage.SOFTMAX,
        Stage.OUTPUT,
        without=("softmax over the whole matrix", "weights transposed"),  # there is one row only
    ),
    Variant(
        Stage.SOFTMAX,
        "a score of 0 taken for no weight",
        "A score of 0 is an ordinary score, and $e^0 = 1$: its key takes its share.",
        "worked-examples#^zero-score",
        _without_zeros,
    ),
    Variant(
        Stage.SOFTMAX,
        "scores used as weights",
        "The scores are only compared so far; the softmax makes them weights that sum to 1.",
        "scaled-dot-product-attention#^softmax-output",
        lambda given, x: x,
    ),
    Variant(
        Stage.OUTPUT,
        "plain mean of the values",
        "That is the output when all scores are equal; here each value counts by its own weight.",
        "softmax#^equal-scores",
        lambda given, A: output(np.full(A.shape, 1 / A.shape[-1]), given.v),  # type: ignore[arg-type]
    ),
)


def _averaged(p: list[float], V: Rows) -> str:
    return " + ".join(f"{decimal(weight)} {tex(row)}" for weight, row in zip(p, V, strict=True))


ONE_QUERY = Family(
    name="one-query",
    form=Form.VECTOR,
    draw=_draw_query,
    answer=_one_output,
    prompt=lambda g: (
        f"One query and {len(g.K)} keys, with $d_k = {len(g.q)}$; keys and values are rows:\n\n"
        f"$$q = {tex(g.q)}$$\n\n$$K = {tex(g.K)}, \\quad V = {tex(g.V)}$$\n\n"
        r"Compute the output $\text{softmax}(qK^T / \sqrt{d_k})\,V$, a row of 3 entries, to two decimals."
    ),
    solution=lambda g: (
        scores_step(g.q, g.K),
        scaled_step(_raw_scores(g), len(g.q)),
        softmax_step([float(each) for each in scaled([_raw_scores(g)], len(g.q))[0]]),
        Step(f"The weights are $A = {tex(_one_weights(g))}$.", "They sum to 1."),
        Step(
            f"$$A V = {_averaged(_one_weights(g), g.V)}$$",
            "The output is the weighted average of the values.",
        ),
    ),
    hints=lambda g: (
        "Four steps: scores, scaling, softmax, average of the values.",
        f"The scores are the dot products of $q$ with each key; divide them by $\\sqrt{{{len(g.q)}}}$.",
        f"The weights are ${tex(_one_weights(g))}$.",
    ),
    wrong=pipeline.wrong(_one_pass, _ONE_QUERY_VARIED),
    pairs=pipeline.pairs(_one_pass, _ONE_QUERY_VARIED),
    tolerance=OUTPUTS,
)


# Tokens to output.


@dataclass(frozen=True, slots=True)
class WholePass:
    """Tokens as rows, and the three projections."""

    X: Rows
    W_Q: Rows
    W_K: Rows
    W_V: Rows


def _projected(g: WholePass) -> tuple[Rows, Rows, Rows]:
    q, k, v = (whole(each) for each in queries_keys_values(g.X, g.W_Q, g.W_K, g.W_V))
    return q, k, v


def _causal(q: Rows, k: Rows, v: Rows) -> Pass:
    return Pass(q=q, k=k, v=v, d_k=len(q[0]), allowed=causal_mask(len(q)).tolist())


def _whole_pass(g: WholePass) -> Pass:
    return _causal(*_projected(g))


def _transposed(W: Rows) -> Rows:
    return [list(column) for column in zip(*W, strict=True)]


def _from_the_left(g: WholePass) -> Value:
    turned = WholePass(g.X, _transposed(g.W_Q), _transposed(g.W_K), _transposed(g.W_V))
    return pipeline.result(_whole_pass(turned))


def _keys_and_values_swapped(g: WholePass) -> Value:
    q, k, v = _projected(g)
    return pipeline.result(_causal(q, v, k))


def _by_hand(a: Rows, b: Rows) -> Rows:
    """A product of small matrices, quicker than an array of them: most draws end here."""
    return [
        [sum(x * y for x, y in zip(row, column, strict=True)) for column in zip(*b, strict=True)] for row in a
    ]


def _gaps(S: Rows) -> tuple[int, int, int]:
    """What the softmax under a causal mask sees of the scores of three tokens."""
    return S[1][0] - S[1][1], S[2][0] - S[2][1], S[2][1] - S[2][2]


def _draw_tokens(draw: Draw, level: int) -> WholePass | None:
    """Tokens whose scores are not too large and differ from those of every other pairing."""
    given = WholePass(draw.rows(3, 2, -1, 2), *(draw.rows(2, 2, -1, 1) for _ in range(3)))
    if len({tuple(row) for row in _by_hand(given.X, given.W_V)}) < 3:
        return None
    q, k = _by_hand(given.X, given.W_Q), _by_hand(given.X, given.W_K)
    S = _by_hand(q, _transposed(k))
    fit = (
        0 < abs(S[1][0] - S[1][1]) <= 4
        and max(S[2]) - min(S[2]) <= 5
        and S[2].count(max(S[2])) == 1
        and any((S[0][1], S[0][2], S[1][2]))
    )
    if not fit:
        return None
    others = (_transposed(S), _by_hand(q, _transposed(q)), _by_hand(given.X, _transposed(given.X)))
    return given if len({_gaps(each) for each in (S, *others)}) == 4 else None


def _whole_output(g: WholePass) -> list[list[float]]:
    found: list[list[float]] = trace(*_projected(g), causal=True).output.tolist()
    return found


def _whole_solution(g: WholePass) -> tuple[Step, ...]:
    q, k, v = _projected(g)
    stages = trace(q, k, v, causal=True)
    return (
        Step(
            f"Project:\n\n$$Q = X W_Q = {tex(q)}$$\n\n$$K = X W_K = {tex(k)}$$\n\n$$V = X W_V = {tex(v)}$$",
            "Each token gets a query, a key and a value.",
        ),
        Step(f"Score:\n\n$$Q K^T = {tex(whole(stages.scores))}$$", "Row $i$ belongs to query $i$."),
        Step(
            rf"Divide by $\sqrt{{2}} \approx 1.414$ and mask:" f"\n\n$${tex(stages.masked)}$$",
            r"No query may see a later key, and $e^{-\infty} = 0$.",
        ),
        Step(f"Softmax along each row:\n\n$$A = {tex(stages.weights)}$$", "Each row sums to 1."),
        Step(
            "Multiply $A V$: each output row averages the rows of $V$.",
            "Query 0 sees one key, so it gets $v_0$.",
        ),
    )


_WHOLE_VARIED = pipeline.variants(*Stage)

WHOLE_PASS = Family(
    name="whole-pass",
    form=Form.MATRIX,
    draw=_draw_tokens,
    answer=_whole_output,
    prompt=lambda g: (
        "Three tokens are the rows of $X$. They attend to each other under a causal mask:\n\n"
        f"$$X = {tex(g.X)}, \\quad W_Q = {tex(g.W_Q)}$$\n\n"
        f"$$W_K = {tex(g.W_K)}, \\quad W_V = {tex(g.W_V)}$$\n\n"
        r"With $Q = X W_Q$, $K = X W_K$, $V = X W_V$ and $d_k = 2$, compute the output $\text{softmax}(QK^T "
        r"/ \sqrt{d_k} + M)\,V$, a $3 \times 2$ matrix, to two decimals. $M$ is $-\infty$ above the "
        "diagonal and 0 elsewhere."
    ),
    solution=_whole_solution,
    hints=lambda g: (
        "Five steps: project, score, scale and mask, softmax, average the values.",
        "Row 0 sees key 0 alone, row 1 sees two keys, row 2 all three.",
        f"The values are $V = {tex(_projected(g)[2])}$; the first row of the output is the first of them.",
        f"The scores are $Q K^T = {tex(whole(scores(*_projected(g)[:2])))}$.",
    ),
    wrong=(
        *pipeline.wrong(_whole_pass, _WHOLE_VARIED),
        Wrong(
            "tokens in place of queries and keys",
            "The scores here are $X X^T$; queries and keys are projected first, by $W_Q$ and $W_K$.",
            lambda g: pipeline.result(_causal(g.X, g.X, _projected(g)[2])),
            "projections#^scores-from-tokens",
        ),
        Wrong(
            "tokens in place of values",
            "The weights average the rows of $V = X W_V$ and not the tokens themselves.",
            lambda g: pipeline.result(_causal(*_projected(g)[:2], g.X)),
            "projections#^cloze-projections",
        ),
        Wrong(
            "projections transposed",
            "Tokens are rows, so $Q = X W_Q$: an entry is a row of $X$ times a *column* of $W_Q$.",
            _from_the_left,
            "projections#^project-queries",
        ),
        Wrong(
            "keys and values swapped",
            "$K$ is what queries are scored against, and $V$ is what is averaged.",
            _keys_and_values_swapped,
            "scaled-dot-product-attention#^query-key-value",
        ),
    ),
    pairs=pipeline.pairs(_whole_pass, _WHOLE_VARIED),
    tolerance=OUTPUTS,
)

FAMILIES = (ONE_QUERY, WHOLE_PASS)
