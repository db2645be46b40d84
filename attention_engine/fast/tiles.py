"""Attention in blocks with an online softmax: no array of n × m is ever made.

Milakov and Gimelshein, "Online normalizer calculation for softmax" (2018); Dao et al., "FlashAttention"
(2022); Dao, "FlashAttention-2" (2023). A block of queries walks along the keys and keeps, for each query, the
sum of its exponentials and the sum of its weighted values.

Each block is tried in up to three ways, the next one only where the one before did not prove right:

1. *without a maximum*: exp of the scores as they are. All terms are positive, so a row sum between 2⁻⁴⁰ and
   2⁴⁰ proves that none overflowed and that those lost to underflow do not count.
2. *with a running maximum* (`careful`): for large scores, rounded step by step as the readable stages do.
3. *with bad values kept apart* (`nonfinite`): where K or V holds NaN or ∞.
"""

from __future__ import annotations

from typing import Final

import numpy as np

from attention_engine.fast.band import Span
from attention_engine.fast.blas import single_threaded
from attention_engine.fast.careful import attend_carefully
from attention_engine.fast.exponential import NATURAL, quickest
from attention_engine.fast.plan import Plan, plan, spans
from attention_engine.fast.pool import POOL
from attention_engine.fast.problem import Array, Problem
from attention_engine.fast.scores import Scores
from attention_engine.fast.scratch import ones, scratch

LEAST_SUM: Final = 2.0**-40
MOST_SUM: Final = 2.0**40
LEAST_SQUARE: Final = 1e-28  # of a block's output, summed: values so small that products may have underflowed


def attend(problem: Problem) -> tuple[Array, Array]:
    """(count, n, d_v) and the log-sum-exp (count, n), for n, m and count above 0."""
    out = np.empty((problem.count, problem.n, problem.d_v), problem.dtype)
    lse = np.empty((problem.count, problem.n), problem.dtype)
    with single_threaded() as threads:
        ways = plan(problem.count, problem.n, problem.m, threads, uneven=problem.band is not None)
        work = Blocks(problem, ways, out, lse)
        POOL.run(work.block, work.total, ways.threads)
    return out, lse


class Blocks:
    """The blocks of queries of one call, each of which writes its own part of the output."""

    def __init__(self, problem: Problem, ways: Plan, out: Array, lse: Array) -> None:
        self._problem = problem
        self._plan = ways
        self._out = out
        self._lse = lse
        self._quick = Scores(problem, quickest(problem.dtype))
        # In base two a huge bias would overflow, and with it −∞ would be told of a row of finite scores.
        self._safe = Scores(problem, NATURAL, stepwise=True)
        self._rows = list(spans(0, problem.n, ways.rows))
        if problem.band is not None:
            self._rows.reverse()  # the longest first, so that the threads end together
        self._groups = list(spans(0, problem.count, ways.heads))
        self._large = False  # a block had scores too large for the first way: the others have them too
        self.total = len(self._rows) * len(self._groups)

    def block(self, index: int) -> None:
        """One group of heads, one block of queries."""
        group, block = divmod(index, len(self._rows))
        heads, rows = self._groups[group], self._rows[block]
        out = self._out[heads[0] : heads[1], rows[0] : rows[1]]
        lse = self._lse[heads[0] : heads[1], rows[0] : rows[1]]
        keys = self._problem.keys(rows)
        if keys[0] == keys[1]:
            out[...] = 0
            lse[...] = -np.inf
            return
        with np.errstate(all="ignore"):
            if self._large or not self._without_maximum(out, lse, heads, rows, keys):
                attend_carefully(self._safe, self._plan.keys, out, lse, heads, rows, keys)

    def _without_maximum(self, out: Array, lse: Array, heads: Span, rows: Span, keys: Span) -> bool:
        """The first way. False where the result is not proved right."""
        scores, values = self._quick, self._problem.v.group(*heads)
        exponential = scores.exponential.function
        hidden = self._problem.mask is not None or self._problem.band is not None
        queries = scores.queries(heads, rows)
        sums = scratch("sums", lse.shape, lse.dtype)
        for span in spans(*keys, self._plan.keys):
            weights = scores.tile(queries, heads, rows, span)
            exponential(weights, out=weights)
            if hidden:
                scores.hide(weights, heads, rows, span)
            one = ones(span[1] - span[0], lse.dtype)
            v = values[:, span[0] : span[1]]
            if span[0] == keys[0]:
                np.matmul(weights, one, out=sums)
                if keys[1] > span[1] and not sums.max() < MOST_SUM:
                    self._large = True
                    return False
                np.matmul(weights, v, out=out)
            else:
                sums += np.matmul(weights, one, out=scratch("more sums", sums.shape, sums.dtype))
                out += np.matmul(weights, v, out=scratch("more", out.shape, out.dtype))
        if not sums.max() < MOST_SUM:
            self._large = True
            return False
        lost: Array | None = None
        if sums.min() < LEAST_SUM:
            lost = sums < LEAST_SUM
            attending = scores.attends(heads, rows) if hidden or self._problem.bias is not None else True
            if np.logical_and(lost, attending).any():
                return False
            sums[lost] = 1
        flat = out.reshape(-1)
        if not LEAST_SQUARE < float(np.dot(flat, flat)) < np.inf:
            return False
        np.divide(out, sums[..., np.newaxis], out=out)
        np.log(sums, out=lse)
        if lost is not None:
            lse[lost] = -np.inf
        return True
