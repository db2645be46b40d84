"""Attention and its gradients as plain float64 formulas over whole matrices, to hold the blocks against."""

from __future__ import annotations

from typing import Any

import numpy as np
from numpy.typing import NDArray

Array = NDArray[Any]


def allowed(n: int, m: int, *, mask: Array | None, causal: bool, window: int | None, offset: int) -> Array:
    ahead = np.arange(n)[:, None] + offset - np.arange(m)
    seen = np.ones((n, m), bool)
    if causal:
        seen &= ahead >= 0
    if window is not None:
        seen &= np.abs(ahead) < window
    return seen if mask is None else seen & mask


def reference(
    q: Array,
    k: Array,
    v: Array,
    d_output: Array,
    *,
    mask: Array | None = None,
    bias: Array | None = None,
    causal: bool = False,
    window: int | None = None,
    scale: float | None = None,
    softcap: float | None = None,
    offset: int = 0,
) -> tuple[Array, Array, Array, Array, Array]:
    """Output, log-sum-exp, dQ, dK, dV. All leading axes equal."""
    q, k, v, d_output = (x.astype(np.float64) for x in (q, k, v, d_output))
    factor = q.shape[-1] ** -0.5 if scale is None else scale
    s = factor * q @ k.swapaxes(-1, -2)
    slope = np.ones_like(s)
    if softcap is not None:
        s = softcap * np.tanh(s / softcap)
        slope = 1 - (s / softcap) ** 2
    if bias is not None:
        s = s + bias
    seen = allowed(q.shape[-2], k.shape[-2], mask=mask, causal=causal, window=window, offset=offset)
    s = np.where(seen, s, -np.inf)
    top = s.max(axis=-1, keepdims=True, initial=-np.inf)
    shift = np.where(np.isneginf(top), 0, top)
    p = np.exp(s - shift)
    sums = p.sum(axis=-1, keepdims=True)
    with np.errstate(divide="ignore"):
        lse = (np.log(sums) + shift)[..., 0]
    p = p / np.where(sums == 0, 1, sums)
    output = p @ v
    delta = (d_output * output).sum(axis=-1, keepdims=True)
    ds = p * (d_output @ v.swapaxes(-1, -2) - delta) * slope * factor
    return output, lse, ds @ k, ds.swapaxes(-1, -2) @ q, p.swapaxes(-1, -2) @ d_output
