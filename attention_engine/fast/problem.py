"""The arguments of a call, with the leading axes folded into one axis of heads."""

from __future__ import annotations

from dataclasses import dataclass
from math import prod, sqrt
from typing import Any, Final

import numpy as np
from numpy.typing import NDArray

from attention_engine.fast.band import Band, Span, band
from attention_engine.fast.heads import Heads

Array = NDArray[Any]
FLOATS: Final = (np.dtype(np.float32), np.dtype(np.float64))


@dataclass(frozen=True, slots=True)
class Problem:
    """`count` heads of n queries and m keys."""

    q: Heads  # (count, n, d)
    k: Heads  # (count, m, d)
    v: Heads  # (count, m, d_v)
    mask: Heads | None  # (count, n or 1, m or 1), True = may attend
    bias: Heads | None  # (count, n or 1, m or 1)
    band: Band | None
    scale: float
    softcap: float | None
    lead: tuple[int, ...]
    count: int
    n: int
    m: int
    d: int
    d_v: int
    dtype: np.dtype[Any]

    @property
    def plain(self) -> bool:
        """Nothing but softmax(scale · Q Kᵀ) V."""
        return self.mask is None and self.bias is None and self.band is None and self.softcap is None

    def keys(self, rows: Span) -> Span:
        return (0, self.m) if self.band is None else self.band.keys(rows, self.m)

    def queries(self, keys: Span) -> Span:
        return (0, self.n) if self.band is None else self.band.queries(keys, self.n)


def problem(
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
) -> Problem:
    """Folds the arguments of `forward`. Raises ValueError where they do not fit each other."""
    dtype = q.dtype
    if dtype not in FLOATS or k.dtype != dtype or v.dtype != dtype:
        raise ValueError(f"expected float32 or float64 three times, not {q.dtype}, {k.dtype}, {v.dtype}")
    if min(q.ndim, k.ndim, v.ndim) < 2:
        raise ValueError(f"expected two axes or more: q {q.shape}, k {k.shape}, v {v.shape}")
    (n, d), (m, d_v) = q.shape[-2:], v.shape[-2:]
    if k.shape[-1] != d or k.shape[-2] != m:
        raise ValueError(f"k {k.shape} must be (…, m, d) = (…, {m}, {d}), as q {q.shape} and v {v.shape} say")
    lead: tuple[int, ...] = q.shape[:-2]
    if k.shape[:-2] != lead or v.shape[:-2] != lead:
        lead = np.broadcast_shapes(lead, k.shape[:-2], v.shape[:-2])
    count = prod(lead)
    return Problem(
        q=Heads(q, lead, count),
        k=Heads(k, lead, count),
        v=Heads(v, lead, count),
        mask=None if mask is None else _pairs("mask", mask, lead, count, n, m, np.dtype(np.bool_)),
        bias=None if bias is None else _pairs("bias", bias, lead, count, n, m, None),
        band=band(causal=causal, window=window, offset=offset),
        scale=1 / sqrt(d) if scale is None else float(scale),
        softcap=softcap,
        lead=lead,
        count=count,
        n=n,
        m=m,
        d=d,
        d_v=d_v,
        dtype=dtype,
    )


def _pairs(
    name: str, array: Array, lead: tuple[int, ...], count: int, n: int, m: int, dtype: np.dtype[Any] | None
) -> Heads:
    """A mask or bias that broadcasts to (…, n, m)."""
    if dtype is not None and array.dtype != dtype:
        raise ValueError(f"{name} has dtype {array.dtype}, expected {dtype}")
    if np.broadcast_shapes(array.shape, (*lead, n, m)) != (*lead, n, m):
        raise ValueError(f"{name} {array.shape} does not broadcast to {(*lead, n, m)}")
    if array.ndim < 2:
        array = array.reshape((1,) * (2 - array.ndim) + array.shape)
    return Heads(array, lead, count)


def part(pairs: Heads, heads: Span, rows: Span, keys: Span) -> Array:
    """The tile of a mask or bias: (g or 1, rows or 1, keys or 1)."""
    group = pairs.group(*heads)
    rows_ = slice(*rows) if group.shape[-2] != 1 else slice(None)
    keys_ = slice(*keys) if group.shape[-1] != 1 else slice(None)
    return group[:, rows_, keys_]
