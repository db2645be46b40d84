"""The gradients in blocks: weights are computed again from the scores and the log-sum-exp, never stored.

Dao, "FlashAttention-2" (2023), algorithm 2, with P the weights and D_i = Σ_c dO_ic O_ic:

    P = exp(S − lse)   dV = Pᵀ dO   dP = dO Vᵀ   dS = P ∘ (dP − D)   dQ = dS K · scale   dK = dSᵀ Q · scale

−lse and −D ride along as one more column of Q and dO, against a column of ones of K and V, so that neither
needs a pass over the tile. A block of keys walks along the queries.
"""

from __future__ import annotations

from math import log
from typing import Final

import numpy as np

from attention_engine.fast.band import Span
from attention_engine.fast.blas import single_threaded
from attention_engine.fast.careful import FLOOR
from attention_engine.fast.exponential import NATURAL, quickest
from attention_engine.fast.nonfinite import gradients_apart
from attention_engine.fast.plan import Plan, plan_backward, spans
from attention_engine.fast.pool import POOL
from attention_engine.fast.problem import Array, Problem
from attention_engine.fast.scores import Scores
from attention_engine.fast.scratch import scratch
from attention_engine.fast.tiles import MOST_SUM

NOTHING: Final = -1000.0  # a score whose exponential is 0 in every dtype, and which multiplies without NaN


def gradients(problem: Problem, d_output: Array, output: Array, lse: Array) -> tuple[Array, Array, Array]:
    """dQ (count, n, d), dK (count, m, d), dV (count, m, d_v), for n, m and count above 0."""
    p = problem
    d_out = np.asarray(d_output, p.dtype).reshape(p.count, p.n, p.d_v)
    out = np.asarray(output, p.dtype).reshape(p.count, p.n, p.d_v)
    sums = np.asarray(lse, p.dtype).reshape(p.count, p.n)
    coarse = 1 / (
        16 * np.finfo(p.dtype).eps
    )  # a log-sum-exp so large has no digits for the sum of the weights
    with np.errstate(all="ignore"):
        delta = np.einsum("hnc,hnc->hn", d_out, out)
    largest = float(np.where(np.isneginf(sums), 0, np.abs(sums)).max())
    if largest > coarse:
        return gradients_apart(p, d_out, delta)
    scores = Scores(p, quickest(p.dtype) if p.bias is None else NATURAL)
    if largest > log(MOST_SUM):
        scores = Scores(p, NATURAL, stepwise=True)
    with single_threaded() as threads:
        work = Columns(scores, plan_backward(p.count, p.n, p.m, threads), d_out, delta, sums)
        POOL.run(work.task, work.total, work.plan.threads)
    results = work.results()
    return results if all(_finite(result) for result in results) else gradients_apart(p, d_out, delta)


def _finite(array: Array) -> bool:
    """NaN and ∞ show in the sum; so may finite numbers near the end of the range, which does no harm."""
    with np.errstate(all="ignore"):
        return bool(np.isfinite(array.sum()))


class Columns:
    """The blocks of keys of one call. Heads that fewer threads than there are would share are cut in parts.

    A part has sums of dQ of its own, added in a fixed order in the end: results do not depend on chance.
    """

    def __init__(self, scores: Scores, ways: Plan, d_out: Array, delta: Array, lse: Array) -> None:
        p = scores.problem
        self.plan = ways
        self._problem = p
        self._scores = scores
        # A softcap comes between the product and the log-sum-exp, and so does rounding step by step.
        self._folds = p.softcap is None and not scores.stepwise
        self._d_out, self._delta, self._lse = d_out, delta, lse
        self._groups = list(spans(0, p.count, ways.heads))
        blocks = list(spans(0, p.m, ways.keys))
        shared = p.count < 2 * ways.threads and len(blocks) > 1
        self._parts = _dealt(blocks, ways.threads if shared else 1)
        self._dq = np.zeros((len(self._parts), p.count, p.n, p.d), p.dtype)
        self._dk = np.empty((p.count, p.m, p.d), p.dtype)
        self._dv = np.empty((p.count, p.m, p.d_v), p.dtype)
        # With a bias of −∞ a floor would give weight where there is none, so there is none with a bias.
        self._floor = _floor(p) * self._scores.exponential.factor if p.bias is None else None
        self.total = len(self._groups) * len(self._parts)

    def results(self) -> tuple[Array, Array, Array]:
        """dQ, dK, dV when every task is done."""
        dq = self._dq[0]
        for part in self._dq[1:]:
            dq += part
        dq *= self._problem.scale
        return dq, self._dk, self._dv

    def task(self, index: int) -> None:
        """One part of the keys of one group of heads."""
        group, part = divmod(index, len(self._parts))
        heads = self._groups[group]
        p, factor = self._problem, self._scores.exponential.factor
        here = slice(*heads)
        with np.errstate(all="ignore"):
            lse = self._lse[here, :, np.newaxis] * factor  # (g, n, 1)
            nothing = np.isneginf(lse)
            lse[nothing] = -NOTHING
            folded = -lse if self._folds else np.zeros_like(lse)
            queries = _wider(p.q.group(*heads), folded, self._scores.query_factor)
            if nothing.any():
                queries[..., : p.d][nothing[..., 0]] = 0
            d_out = _wider(self._d_out[here], -self._delta[here, :, np.newaxis], 1.0)
            for keys in self._parts[part]:
                self._column(heads, keys, queries, d_out, lse, self._dq[part, here])

    def _column(self, heads: Span, keys: Span, queries: Array, d_out: Array, lse: Array, dq: Array) -> None:
        """One block of keys against all queries that see it: writes its dK and dV, adds to dQ (g, n, d).

        queries (g, n, d + 1) and d_out (g, n, d_v + 1) have their extra column; lse is (g, n, 1).
        """
        p, scores, size = self._problem, self._scores, heads[1] - heads[0]
        here, there = slice(*heads), slice(*keys)
        width = keys[1] - keys[0]
        k = p.k.group(*heads)[:, there]  # (g or 1, width, d)
        k_turned = _turned("keys", k)  # (g or 1, d + 1, width)
        v_turned = _turned("values", p.v.group(*heads)[:, there])  # (g or 1, d_v + 1, width)
        dk, dv = self._dk[here, there], self._dv[here, there]
        dk[...] = 0
        dv[...] = 0
        for rows in spans(*p.queries(keys), self.plan.rows):
            span = slice(*rows)
            q, do = queries[:, span], d_out[:, span]
            shape = (size, rows[1] - rows[0], width)
            weights = np.matmul(q, k_turned, out=scratch("scores", shape, p.dtype))
            slope = self._weigh(weights, heads, rows, keys, lse[:, span])
            _add_product(dv, weights.swapaxes(-1, -2), do[..., : p.d_v])
            d_scores = np.matmul(do, v_turned, out=scratch("gradients", shape, p.dtype))
            np.multiply(d_scores, weights, out=d_scores)
            if slope is not None:
                np.multiply(d_scores, slope, out=d_scores)
            _add_product(dk, d_scores.swapaxes(-1, -2), q[..., : p.d])
            _add_product(dq[:, span], d_scores, k)
        dk *= scores.key_factor

    def _weigh(self, tile: Array, heads: Span, rows: Span, keys: Span, lse: Array) -> Array | None:
        """Turns products into weights, in place. With a softcap also its slope, 1 − tanh²."""
        p, scores = self._problem, self._scores
        slope = None
        if scores.stepwise:
            scores.scale(tile)
        if p.softcap is not None:
            slope = np.tanh(tile, out=scratch("slope", tile.shape, p.dtype))
            np.multiply(slope, p.dtype.type(p.softcap * scores.exponential.factor), out=tile)
            np.multiply(slope, slope, out=slope)
            np.subtract(1, slope, out=slope)
        if not self._folds:
            np.subtract(tile, lse, out=tile)
        scores.add_bias(tile, heads, rows, keys)
        hidden = p.mask is not None or (p.band is not None and p.band.hidden_from(rows, keys) is not None)
        if hidden:  # a score that was not in the sum may be above it, and ∞ · 0 is NaN
            np.minimum(tile, 1, out=tile)
        if self._floor is not None:
            np.maximum(tile, self._floor, out=tile)
        scores.exponential.function(tile, out=tile)
        if hidden:
            scores.hide(tile, heads, rows, keys)
        return slope


def _add_product(total: Array, left: Array, right: Array) -> None:
    total += np.matmul(left, right, out=scratch("more", total.shape, total.dtype))


def _wider(array: Array, column: Array, factor: float) -> Array:
    """(g, r, c) times `factor` with one more column → (g, r, c + 1)."""
    wide = np.empty((*array.shape[:-1], array.shape[-1] + 1), array.dtype)
    np.multiply(array, array.dtype.type(factor), out=wide[..., :-1])
    wide[..., -1:] = column
    return wide


def _turned(name: str, array: Array) -> Array:
    """(g, r, c) with one more column of ones, its rows as columns → (g, c + 1, r), in this thread's buffer.

    A product with it is some percent quicker than one with a transposed view.
    """
    g, r, c = array.shape
    turned = scratch(name, (g, c + 1, r), array.dtype)
    turned[:, :c] = array.swapaxes(-1, -2)
    turned[:, c] = 1
    return turned


def _dealt(blocks: list[Span], parts: int) -> list[list[Span]]:
    """Blocks dealt to and fro, 0 1 1 0 …, so that parts have as much work where blocks shrink (causal)."""
    dealt: list[list[Span]] = [[] for _ in range(min(parts, len(blocks)))]
    for index, block in enumerate(blocks):
        turn, place = divmod(index, len(dealt))
        dealt[place if turn % 2 == 0 else -1 - place].append(block)
    return dealt


def _floor(problem: Problem) -> float:
    """The score below which a weight is as good as nothing: e⁻⁶⁰ of float32, less of float64.

    Below it weights would become denormal numbers, which cost 25 ns each.
    """
    return FLOOR if problem.dtype == np.float32 else 8 * FLOOR
