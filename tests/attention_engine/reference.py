"""Attention as plain loops over Python floats: slow, and sharing nothing with the engine."""

from __future__ import annotations

import itertools
import math
from collections.abc import Callable
from typing import Any

import numpy as np

Array = np.ndarray[Any, Any]


def reference(
    q: Array,
    k: Array,
    v: Array,
    *,
    mask: Array | None = None,
    bias: Array | None = None,
    causal: bool = False,
    window: int | None = None,
    scale: float | None = None,
    softcap: float | None = None,
    offset: int = 0,
) -> tuple[Array, Array, Array]:
    """(output, weights, lse) in float64; heads and leading axes are resolved by index."""
    n, d_k, m, d_v = q.shape[-2], q.shape[-1], k.shape[-2], v.shape[-1]
    lead = _lead(q, k, v)
    factor = 1 / math.sqrt(d_k) if scale is None else scale
    out, weights, lse = np.zeros((*lead, n, d_v)), np.zeros((*lead, n, m)), np.full((*lead, n), -np.inf)
    full = (*lead, n, m)
    allowed_by = None if mask is None else np.broadcast_to(mask, full)
    added = None if bias is None else np.broadcast_to(bias, full)
    for at in itertools.product(*(range(length) for length in lead)):
        Q, K, V = (_slice(x, at, lead) for x in (q, k, v))
        for i in range(n):
            row: dict[int, float] = {}
            for j in range(m):
                behind = i + offset - j
                blocked = (
                    (causal and behind < 0)
                    or (window is not None and behind >= window)
                    or (window is not None and not causal and -behind >= window)
                    or (allowed_by is not None and not allowed_by[(*at, i, j)])
                    or (added is not None and added[(*at, i, j)] == -np.inf)
                )
                if blocked:
                    continue
                s = factor * sum(float(Q[i][c]) * float(K[j][c]) for c in range(d_k))
                if softcap is not None:
                    s = softcap * math.tanh(s / softcap)
                row[j] = s + (0.0 if added is None else float(added[(*at, i, j)]))
            if not row:
                continue
            top = max(row.values())
            total = sum(math.exp(s - top) for s in row.values())
            lse[(*at, i)] = top + math.log(total)
            for j, s in row.items():
                weights[(*at, i, j)] = math.exp(s - top) / total
            for c in range(d_v):
                out[(*at, i, c)] = sum(weights[(*at, i, j)] * float(V[j][c]) for j in row)
    return out, weights, lse


def central_differences(f: Callable[[Array], float], x: Array, *, step: float = 1e-6) -> Array:
    """∂f/∂x, entry by entry, as (f(x + h) − f(x − h)) / 2h."""
    gradient = np.zeros_like(x)
    for at in np.ndindex(x.shape):
        ahead, behind = x.copy(), x.copy()
        ahead[at] += step
        behind[at] -= step
        gradient[at] = (f(ahead) - f(behind)) / (2 * step)
    return gradient


def _lead(q: Array, k: Array, v: Array) -> tuple[int, ...]:
    shapes = []
    for x in (q, k, v):
        lead = list(x.shape[:-2])
        if lead and q.ndim > 2 and lead[-1] > 1 and q.shape[-3] > 1:
            lead[-1] = q.shape[-3]  # grouped heads stand for as many as q has
        shapes.append(tuple(lead))
    return np.broadcast_shapes(*shapes)


def _slice(x: Array, at: tuple[int, ...], lead: tuple[int, ...]) -> Array:
    """The matrix of x that the leading index `at` of the output reads."""
    own = x.shape[:-2]
    index = []
    for axis, length in enumerate(own):
        place = axis + len(lead) - len(own)
        group = lead[place] // length if length else 1
        index.append(0 if length == 1 else at[place] // group)
    return x[tuple(index)]
