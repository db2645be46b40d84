"""Attention in its two halves: weights from queries and keys, and the output from weights and values."""

from __future__ import annotations

import math
from dataclasses import dataclass
from fractions import Fraction

from attention_engine import output, scaled, scores, weights
from studykit.checking.question import Tolerance
from studykit.draw import Draw
from studykit.practice import pipeline
from studykit.practice.family import Family, Wrong
from studykit.practice.pipeline import Pass, Stage
from studykit.practice.problem import Form, Step
from studykit.practice.steps import scaled_step, scores_step, softmax_step
from studykit.practice.values import fractions, tex, typed

WEIGHTS = Tolerance(relative=0, absolute=0.0005)

Rows = list[list[int]]


# One row of weights.


@dataclass(frozen=True, slots=True)
class QueriesAndKeys:
    """Queries and keys as rows, and the query whose weights are asked."""

    Q: Rows
    K: Rows
    row: int


def _weights_pass(g: QueriesAndKeys) -> Pass:
    return Pass(q=g.Q, k=g.K, d_k=len(g.Q[0]), row=g.row)


def _draw_queries(draw: Draw, level: int) -> QueriesAndKeys | None:
    n, d_k = (3, 4) if level == 3 else (4, 3)
    given = QueriesAndKeys(draw.rows(n, d_k, -2, 2), draw.rows(n, d_k, -2, 2), draw.below(n))
    row = _weights_row(given)
    return given if min(row) >= 0.01 and 0.4 <= max(row) <= 0.95 else None


def _weights_row(g: QueriesAndKeys) -> list[float]:
    found: list[float] = weights(scaled(scores(g.Q, g.K), len(g.K[0])))[g.row].tolist()
    return found


def _scores_row(g: QueriesAndKeys) -> list[int]:
    return [int(each) for each in scores([g.Q[g.row]], g.K)[0]]


def _divided(row: list[int], d_k: int) -> list[float]:
    return [float(each) for each in scaled([row], d_k)[0]]


_VARIED = pipeline.variants(Stage.SCORES, Stage.SCALE, Stage.SOFTMAX)

ATTENTION_WEIGHTS = Family(
    name="attention-weights",
    form=Form.VECTOR,
    draw=_draw_queries,
    answer=_weights_row,
    prompt=lambda g: (
        f"The rows of $Q$ are queries, those of $K$ keys, and $d_k = {len(g.K[0])}$:\n\n"
        f"$$Q = {tex(g.Q)}, \\quad K = {tex(g.K)}$$\n\n"
        rf"Compute row {g.row} of the attention weights $\text{{softmax}}(QK^T / \sqrt{{d_k}})$. Rows count "
        f"from 0; give the {len(g.K)} weights to three decimals."
    ),
    solution=lambda g: (
        scores_step(g.Q[g.row], g.K),
        scaled_step(_scores_row(g), len(g.K[0])),
        softmax_step(_divided(_scores_row(g), len(g.K[0]))),
    ),
    hints=lambda g: (
        f"Only one query is asked: row {g.row} of $Q$. Score it against every row of $K$.",
        r"Divide the scores by $\sqrt{d_k}$, and take the softmax along the row.",
        f"The scores are ${tex(_scores_row(g))}$.",
    ),
    wrong=pipeline.wrong(_weights_pass, _VARIED),
    pairs=pipeline.pairs(_weights_pass, _VARIED),
    tolerance=WEIGHTS,
)


# One row of output.


@dataclass(frozen=True, slots=True)
class WeightsAndValues:
    """The weights of one query as exact fractions, and the values as rows."""

    p: list[Fraction]
    V: Rows


def _draw_shares(draw: Draw, count: int, whole: int) -> list[Fraction] | None:
    """So many different fractions over one denominator that sum to 1."""
    parts = [draw.between(1, whole - count) for _ in range(count - 1)]
    parts.append(whole - sum(parts))
    if parts[-1] < 1 or len(set(parts)) < count:
        return None
    return [Fraction(part, whole) for part in parts]


def _draw_weights(draw: Draw, level: int) -> WeightsAndValues | None:
    if level == 2:
        p, V = _draw_shares(draw, 3, draw.pick((8, 10))), draw.rows(3, 2, -3, 6)
    else:
        p, V = _draw_shares(draw, 4, draw.pick((12, 16, 20))), draw.rows(4, 3, -5, 9)
    return None if p is None else WeightsAndValues(p, V)


def _mixed(p: list[Fraction], V: Rows) -> list[Fraction]:
    """The output of one query, as exact fractions."""
    found: list[Fraction] = fractions(output([[float(each) for each in p]], V)[0])
    return found


def _sum_of_values(g: WeightsAndValues) -> list[int]:
    return [sum(column) for column in zip(*g.V, strict=True)]


def _numerators(p: list[Fraction]) -> tuple[int, list[int]]:
    """The smallest common denominator of the weights, and their numerators over it."""
    under = math.lcm(*(each.denominator for each in p))
    return under, [int(each * under) for each in p]


def _unnormalised(g: WeightsAndValues) -> list[Fraction]:
    _, parts = _numerators(g.p)
    return _mixed([Fraction(each) for each in parts], g.V)


def _products(g: WeightsAndValues) -> list[list[Fraction]]:
    return [[share * entry for entry in row] for share, row in zip(g.p, g.V, strict=True)]


def _columns_worked(g: WeightsAndValues) -> Step:
    lines = []
    for c, column in enumerate(zip(*g.V, strict=True)):
        terms = " + ".join(f"{tex(share)}({entry})" for share, entry in zip(g.p, column, strict=True))
        lines.append(f"$$o_{c} = {terms} = {tex(_mixed(g.p, g.V)[c])}$$")
    return Step("\n\n".join(lines), "The weights stay, the column of $V$ changes.")


def _shares_in_tex(p: list[Fraction]) -> str:
    return f"({', '.join(typed(each) for each in p)})"


ATTENTION_OUTPUT = Family(
    name="attention-output",
    form=Form.VECTOR,
    draw=_draw_weights,
    answer=lambda g: _mixed(g.p, g.V),
    prompt=lambda g: (
        f"A query has the weights $p = {_shares_in_tex(g.p)}$ on {len(g.V)} keys. The values are the rows "
        "of\n\n"
        f"$$V = {tex(g.V)}$$\n\n"
        f"What is the output of the query, a row of {len(g.V[0])} entries? Fractions or decimals."
    ),
    solution=lambda g: (
        Step(
            f"The output is $pV = {' + '.join(f'{tex(p)} v_{j}' for j, p in enumerate(g.p))}$.",
            "The output is the weighted average of the values.",
        ),
        _columns_worked(g),
    ),
    hints=lambda g: (
        "The output is an average of the values in which each counts by its weight.",
        "Multiply each row of $V$ by its weight, then add the rows up.",
        f"Entry 0 begins ${tex(g.p[0])}({g.V[0][0]}) + {tex(g.p[1])}({g.V[1][0]}) + \\dots$",
    ),
    wrong=(
        Wrong(
            "plain mean of the values",
            "That is the output when all scores are equal; here each value counts by its own weight.",
            lambda g: [Fraction(each, len(g.V)) for each in _sum_of_values(g)],
            "softmax#^equal-scores",
        ),
        Wrong(
            "value of the largest weight alone",
            "Attention is a soft lookup: the other keys have their share of the output too.",
            lambda g: g.V[g.p.index(max(g.p))],
            "query-key-value-model#^soft-lookup",
        ),
        Wrong(
            "sum of the values",
            "Each value has to be multiplied by its weight before they are added.",
            _sum_of_values,
            "softmax#^output-sum",
        ),
        Wrong(
            "weights not divided by their sum",
            "These are only the numerators: weights sum to 1, so the common denominator belongs there too.",
            _unnormalised,
            "vocabulary#^figure-row-sum",
        ),
        Wrong(
            "weights in reverse order",
            "Weight $j$ belongs to key $j$, and so to row $j$ of $V$.",
            lambda g: _mixed(g.p[::-1], g.V),
            "softmax#^output-sum",
        ),
        Wrong(
            "weighted values not added",
            "The rows are weighted rightly; the output is their sum, one row for the query.",
            _products,
            "worked-examples#^example-output-shape",
        ),
    ),
)


# Key-value pairs that change places.


@dataclass(frozen=True, slots=True)
class Permutation:
    """Weights and values in their old order; in the new one, pair `order[j]` stands at place j."""

    p: list[Fraction]
    V: Rows
    order: list[int]


def _draw_permutation(draw: Draw, level: int) -> Permutation | None:
    p, V = _draw_shares(draw, 3, draw.pick((8, 10))), draw.rows(3, 2, -3, 6)
    order = draw.pick(([1, 2, 0], [2, 0, 1]))  # applied twice, these do not cancel
    return None if p is None else Permutation(p, V, order)


def _after_moving(g: Permutation, *, keys: bool = True, values: bool = True) -> list[Fraction]:
    """The output once keys (and with them their weights), values, or both are in the new order."""
    p = [g.p[j] for j in g.order] if keys else g.p
    V = [g.V[j] for j in g.order] if values else g.V
    return _mixed(p, V)


PERMUTED_PAIRS = Family(
    name="permuted-pairs",
    form=Form.VECTOR,
    draw=_draw_permutation,
    answer=_after_moving,
    prompt=lambda g: (
        f"A query gives the keys $k_0, k_1, k_2$ the weights ${_shares_in_tex(g.p)}$. The values $v_0, v_1, "
        "v_2$ are the rows of\n\n"
        f"$$V = {tex(g.V)}$$\n\n"
        "Now the pairs of key and value change places: the new order is "
        f"${', '.join(f'(k_{j}, v_{j})' for j in g.order)}$. The query stays. What is its output now, a row "
        "of 2 entries? Fractions or decimals."
    ),
    solution=lambda g: (
        Step(
            f"The new weights are ${_shares_in_tex([g.p[j] for j in g.order])}$: each key keeps its own.",
            "A score depends on the query and that key alone, and the softmax divides by the same sum.",
        ),
        Step(
            "Each value still meets the weight of its key: $pV = "
            f"{' + '.join(f'{tex(p)} v_{j}' for j, p in enumerate(g.p))}$, in whichever order.",
            "A sum does not change when its terms change places.",
        ),
    ),
    hints=lambda g: (
        "Does a key's score change when it stands elsewhere?",
        "The weights move with their keys, and the values move in the same way.",
        "Every weight still meets its own value, so compute $pV$ as if nothing had moved.",
    ),
    wrong=(
        Wrong(
            "only the values moved",
            "The weights stayed where they were; they belong to the keys, and move with them.",
            lambda g: _after_moving(g, keys=False),
            "self-attention#^permute-pairs",
        ),
        Wrong(
            "only the keys moved",
            "The weights moved with the keys, and the values moved along in the same pairs.",
            lambda g: _after_moving(g, values=False),
            "self-attention#^permute-pairs",
        ),
        Wrong(
            "entries of the output reversed",
            "The order of the pairs does not touch the entries within a value; only a permutation of "
            "queries shows, in the rows of the output.",
            lambda g: _after_moving(g)[::-1],
            "self-attention#^self-equivariant",
        ),
    ),
)

FAMILIES = (ATTENTION_WEIGHTS, ATTENTION_OUTPUT, PERMUTED_PAIRS)
