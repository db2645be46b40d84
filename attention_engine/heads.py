"""Heads: the model's last axis cut into h equal parts, and groups of query heads that share keys."""

from __future__ import annotations

import numpy as np

from attention_engine import checks
from attention_engine.arrays import ArrayLike, Floats, Shape


def split_heads(x: ArrayLike, heads: int) -> Floats:
    """(…, n, h·d) → (…, h, n, d): head j holds the entries j·d to (j+1)·d − 1. A view of `x`.

    Raises ValueError where h does not divide the last axis.
    """
    array = checks.matrix("x", x, "(…, n, h·d)")
    h = checks.whole("heads", heads, least=1)
    if array.shape[-1] % h:
        raise ValueError(f"x {array.shape} does not split into {h} heads: axis -1 is {array.shape[-1]}")
    return np.swapaxes(array.reshape(*array.shape[:-1], h, array.shape[-1] // h), -3, -2)


def merge_heads(x: ArrayLike) -> Floats:
    """(…, h, n, d) → (…, n, h·d): the heads side by side again; undoes `split_heads`."""
    array = checks.floats("x", x)
    if array.ndim < 3:
        raise ValueError(f"x has shape {array.shape}: expected at least three axes, (…, h, n, d)")
    *lead, h, n, d = array.shape
    return np.swapaxes(array, -3, -2).reshape(*lead, n, h * d)


def key_value_head(head: int, query_heads: int, key_value_heads: int) -> int:
    """The key-value head that query head `head` (from 0) reads: groups are contiguous, head // (h_q / h_kv).

    Raises ValueError where h_kv does not divide h_q or there is no such head.
    """
    h_q = checks.whole("query_heads", query_heads, least=1)
    h_kv = checks.whole("key_value_heads", key_value_heads, least=1)
    i = checks.whole("head", head, least=0)
    if h_q % h_kv:
        raise ValueError(f"{h_q} query heads do not divide into {h_kv} key-value heads")
    if i >= h_q:
        raise ValueError(f"head is {i}: there are {h_q} query heads, counted from 0")
    return i // (h_q // h_kv)


def group_size(name: str, shape: Shape, query_shape: Shape) -> int:
    """How many query heads share one head of `shape` (k or v); 1 where heads are equal or broadcast.

    The head axis is the third from the end. Raises ValueError where h_kv does not divide h_q.
    """
    if len(shape) < 3 or len(query_shape) < 3:
        return 1
    h_q, h_kv = query_shape[-3], shape[-3]
    if h_q == h_kv or 1 in (h_q, h_kv):
        return 1
    if h_kv == 0 or h_q % h_kv:
        raise ValueError(
            f"q {query_shape} and {name} {shape} do not share heads: axis -3 of q is {h_q}, "
            f"of {name} {h_kv}, which neither equals nor divides it"
        )
    return h_q // h_kv


def repeat_heads(x: Floats, group: int) -> Floats:
    """(…, h_kv, m, d) → (…, h_kv·group, m, d): each head once for every query head of its group."""
    return x if group == 1 else np.repeat(x, group, axis=-3)


def sum_heads(dx: Floats, group: int) -> Floats:
    """(…, h_kv·group, m, d) → (…, h_kv, m, d): what `repeat_heads` sends back, the sum over each group."""
    if group == 1:
        return dx
    *lead, h, m, d = dx.shape
    summed: Floats = dx.reshape(*lead, h // group, group, m, d).sum(axis=-3)
    return summed
