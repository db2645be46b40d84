"""Crowds of tiny problems: the batch as the last axis, so that one elementwise operation serves thousands.

A product of 3×4 by 4×4 costs a library call each and hardly any arithmetic. With the batch last, the same
products are a few multiplications of long vectors.
"""

from __future__ import annotations

from typing import Any, Final

import numpy as np

from attention_engine.fast.band import Span
from attention_engine.fast.blas import single_threaded
from attention_engine.fast.exponential import NATURAL
from attention_engine.fast.plan import spans
from attention_engine.fast.pool import POOL
from attention_engine.fast.problem import Array, Problem
from attention_engine.fast.scores import Scores
from attention_engine.fast.scratch import scratch
from attention_engine.fast.tiles import attend

CROWD: Final = 256  # heads from which on the transposition pays
TINY: Final = 512  # multiplications of a head, up to which it pays
CHUNK_BYTES: Final = 1 << 17  # scores of a chunk: what stays in a second-level cache beside q, k and v


def is_crowd(problem: Problem) -> bool:
    """Whether these are so many so small problems that the batch should be the last axis."""
    p = problem
    return p.count >= CROWD and p.n * p.m * (p.d + p.d_v) <= TINY and p.d > 0 and p.d_v > 0


def attend_crowd(problem: Problem) -> tuple[Array, Array]:
    """(count, n, d_v) and the log-sum-exp (count, n)."""
    p = problem
    out = np.empty((p.count, p.n, p.d_v), p.dtype)
    lse = np.empty((p.count, p.n), p.dtype)
    with single_threaded() as threads:
        fitting = max(64, CHUNK_BYTES // (p.n * p.m * p.dtype.itemsize))
        chunks = list(spans(0, p.count, min(fitting, -(-p.count // threads))))

        def chunk(index: int) -> None:
            first, last = chunks[index]
            with np.errstate(all="ignore"):
                _chunk(p, chunks[index], out[first:last], lse[first:last])

        POOL.run(chunk, len(chunks), threads)
    if not np.isfinite(out.sum()):  # NaN or ∞ among the inputs, which the blocks keep apart
        return attend(problem)
    return out, lse


def _chunk(p: Problem, heads: Span, out: Array, lse: Array) -> None:
    """One chunk of B problems: out (B, n, d_v), lse (B, n)."""
    scores = Scores(p, NATURAL)
    q = _batch_last("queries", p.q.group(*heads), p.dtype, scores.query_factor)  # (n, d, B or 1)
    k = _batch_last("keys", p.k.group(*heads), p.dtype)  # (m, d, B or 1)
    v = _batch_last("values", p.v.group(*heads), p.dtype)  # (m, d_v, B or 1)
    size = heads[1] - heads[0]
    s = scratch("scores", (p.n, p.m, size), p.dtype)
    product = scratch("product", (p.n, p.m, size), p.dtype)
    np.multiply(q[:, np.newaxis, 0], k[np.newaxis, :, 0], out=s)
    for axis in range(1, p.d):
        np.multiply(q[:, np.newaxis, axis], k[np.newaxis, :, axis], out=product)
        np.add(s, product, out=s)
    rows, keys = (0, p.n), (0, p.m)
    scores.finished(np.moveaxis(s, -1, 0), heads, rows, keys)
    seen = scores.visible(heads, rows, keys)
    if seen is not None:
        seen = seen[np.newaxis] if seen.ndim == 2 else seen
        np.copyto(s, -np.inf, where=~np.moveaxis(seen, 0, -1))
    maximum = s.max(axis=1)  # (n, B)
    shift = maximum if seen is None else np.where(np.isneginf(maximum), 0, maximum)
    np.subtract(s, shift[:, np.newaxis], out=s)
    np.exp(s, out=s)
    sums = s.sum(axis=1)  # (n, B)
    if seen is not None:
        sums[np.isneginf(maximum)] = 1
    o = scratch("more", (p.n, p.d_v, size), p.dtype)
    product = scratch("product", o.shape, p.dtype)
    np.multiply(s[:, 0, np.newaxis], v[np.newaxis, 0], out=o)
    for key in range(1, p.m):
        np.multiply(s[:, key, np.newaxis], v[np.newaxis, key], out=product)
        np.add(o, product, out=o)
    np.divide(o, sums[:, np.newaxis], out=o)
    out[...] = np.moveaxis(o, -1, 0)
    np.log(sums, out=sums)
    lse[...] = np.add(sums, maximum, out=sums).T


def _batch_last(name: str, array: Array, dtype: np.dtype[Any], factor: float = 1.0) -> Array:
    """(B, r, c) → (r, c, B) in this thread's buffer, times `factor`."""
    turned = np.moveaxis(array, 0, -1)
    out = scratch(name, turned.shape, dtype)
    if factor == 1.0:
        np.copyto(out, turned)
    else:
        np.multiply(turned, dtype.type(factor), out=out)
    return out
