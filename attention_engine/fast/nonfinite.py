"""The gradients where NaN or ∞ stands somewhere: what has weight 0 is not read, the rest counts."""

from __future__ import annotations

import numpy as np

from attention_engine.fast.careful import row_sums
from attention_engine.fast.exponential import NATURAL
from attention_engine.fast.plan import ROWS, spans
from attention_engine.fast.problem import Array, Problem
from attention_engine.fast.scores import Scores


def gradients_apart(problem: Problem, d_out: Array, delta: Array) -> tuple[Array, Array, Array]:
    """dQ, dK and dV as in `gradients`, in plain tiles and with care before speed.

    d_out (count, n, d_v), delta (count, n); the sums of the weights are found again, since a log-sum-exp of
    10⁶ has no digits left for them. A pair with weight 0 adds nothing, whatever its query, key,
    value or gradient is; a bad number that is read makes its query's D or log-sum-exp bad, and through it the
    gradients of all that the query reads.
    """
    p = problem
    scores = Scores(p, NATURAL)
    dq = np.zeros((p.count, p.n, p.d), p.dtype)
    dk = np.zeros((p.count, p.m, p.d), p.dtype)
    dv = np.zeros((p.count, p.m, p.d_v), p.dtype)
    with np.errstate(all="ignore"):
        for head in range(p.count):
            heads = (head, head + 1)
            q, k, v = (_cleaned(x.group(*heads)[0]) for x in (p.q, p.k, p.v))
            for rows in spans(0, p.n, ROWS):
                here = slice(*rows)
                do, bad = _cleaned(d_out[head, here]), ~np.isfinite(d_out[head, here])
                span = p.keys(rows)
                queries = scores.queries(heads, rows)
                maximum, sums = (x[0, :, np.newaxis] for x in row_sums(scores, ROWS, heads, rows, span))
                shift = np.where(np.isneginf(maximum), 0, maximum)
                for keys in spans(*span, ROWS):
                    there = slice(*keys)
                    tile = scores.tile(queries, heads, rows, keys)[0]
                    weights = np.exp(tile - shift) / sums
                    seen = scores.visible(heads, rows, keys)
                    if seen is not None:
                        np.copyto(weights, 0, where=~(seen if seen.ndim == 2 else seen[0]))
                    read = weights != 0
                    d_scores = weights * (do @ v[there].T - delta[head, here, np.newaxis])
                    if p.softcap is not None:
                        d_scores *= _slope(queries, k[there])
                    d_scores = np.where(read, d_scores, 0)
                    dv[head, there] += weights.T @ do
                    if bad.any():
                        dv[head, there][read.T.astype(p.dtype) @ bad.astype(p.dtype) > 0] = np.nan
                    dk[head, there] += d_scores.T @ q[here]
                    dq[head, here] += d_scores @ k[there]
        dq *= p.scale
        dk *= p.scale
    return dq, dk, dv


def _slope(queries: Array, k: Array) -> Array:
    """1 − tanh² of the capped scores (rows, keys)."""
    return np.asarray(1 - np.tanh(_cleaned(queries[0]) @ k.T) ** 2)


def _cleaned(array: Array) -> Array:
    """Zeros in place of NaN and ∞."""
    return np.where(np.isfinite(array), array, 0).astype(array.dtype, copy=False)
