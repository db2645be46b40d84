"""What the fast face offers: `forward`, `backward`, and whether they pay."""

from __future__ import annotations

from typing import Any, Final

import numpy as np

from attention_engine.fast.gradients import gradients
from attention_engine.fast.heads import unbroadcast
from attention_engine.fast.problem import FLOATS, Array, problem
from attention_engine.fast.small import attend_crowd, is_crowd
from attention_engine.fast.tiles import attend

FEW_SCORES: Final = 4096  # below this many scores the readable stages are as quick


def forward(
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
) -> tuple[Array, Array]:
    """The output (…, n, d_v) and the log-sum-exp of the scores (…, n), −∞ with nothing to attend to.

    q (…, n, d), k (…, m, d) and v (…, m, d_v) are all float32 or all float64, and are not written into; their
    leading axes broadcast, without copies. mask (True = may attend) and bias broadcast to (…, n, m).

    Raises ValueError where shapes or dtypes do not fit.
    """
    given = problem(
        q,
        k,
        v,
        mask=mask,
        bias=bias,
        causal=causal,
        window=window,
        scale=scale,
        softcap=softcap,
        offset=offset,
    )
    if given.count == 0 or given.n == 0 or given.m == 0:
        out = np.zeros((*given.lead, given.n, given.d_v), given.dtype)
        return out, np.full((*given.lead, given.n), -np.inf, given.dtype)
    out, lse = attend_crowd(given) if is_crowd(given) else attend(given)
    return out.reshape(*given.lead, given.n, given.d_v), lse.reshape(*given.lead, given.n)


def backward(
    q: Array,
    k: Array,
    v: Array,
    d_output: Array,
    output: Array,
    lse: Array,
    *,
    mask: Array | None = None,
    bias: Array | None = None,
    causal: bool = False,
    window: int | None = None,
    scale: float | None = None,
    softcap: float | None = None,
    offset: int = 0,
) -> tuple[Array, Array, Array]:
    """The gradients of sum(d_output · output) with respect to q, k and v, in their shapes.

    `output` (…, n, d_v) and `lse` (…, n) are what `forward` gave for the same arguments; d_output has the
    output's shape. Where an input was broadcast along an axis, its gradient is summed over it.

    Raises ValueError where shapes or dtypes do not fit.
    """
    given = problem(
        q,
        k,
        v,
        mask=mask,
        bias=bias,
        causal=causal,
        window=window,
        scale=scale,
        softcap=softcap,
        offset=offset,
    )
    shape = (*given.lead, given.n, given.d_v)
    for name, array, expected in (
        ("d_output", d_output, shape),
        ("output", output, shape),
        ("lse", lse, shape[:-1]),
    ):
        if array.shape != expected:
            raise ValueError(f"{name} {array.shape} must be {expected}")
    if given.count == 0 or given.n == 0 or given.m == 0:
        return np.zeros_like(q), np.zeros_like(k), np.zeros_like(v)
    dq, dk, dv = gradients(given, d_output, output, lse)
    lead = given.lead
    return (
        unbroadcast(dq.reshape(*lead, given.n, given.d), q.shape),
        unbroadcast(dk.reshape(*lead, given.m, given.d), k.shape),
        unbroadcast(dv.reshape(*lead, given.m, given.d_v), v.shape),
    )


def suits(q: Array, k: Array, v: Array, **options: Any) -> bool:
    """Whether `forward` takes these arrays and is quicker on them than the readable stages.

    The options do not change the answer; they are taken so that a caller can pass all it has.
    """
    if not (q.dtype == k.dtype == v.dtype and q.dtype in FLOATS):
        return False
    lead = np.broadcast_shapes(q.shape[:-2], k.shape[:-2], v.shape[:-2])
    scores = q.shape[-2] * k.shape[-2]
    for length in lead:
        scores *= length
    return bool(scores >= FEW_SCORES)
