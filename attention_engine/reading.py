"""Weight 0 means not read: a product whose zeros do not touch what they multiply."""

from __future__ import annotations

import numpy as np

from attention_engine.arrays import Floats


def read(weights: Floats, values: Floats) -> Floats:
    """weights (…, n, m) @ values (…, m, d) → (…, n, d), where a weight of exactly 0 leaves its value unread.

    In plain arithmetic 0 · NaN and 0 · ∞ are NaN, so one bad row of V, masked for every query, would spoil
    every output. Values that are read count as they stand: a NaN gives NaN, +∞ and −∞ together too.
    """
    finite = np.isfinite(values)  # (…, m, d)
    if finite.all():
        return np.asarray(weights @ values)
    result = weights @ np.where(finite, values, 0)  # (…, n, d)
    kind = result.dtype
    plus, minus = (weights > 0).astype(kind), (weights < 0).astype(kind)  # (…, n, m)
    up, down = (values == np.inf).astype(kind), (values == -np.inf).astype(kind)  # (…, m, d)
    undefined = (plus + minus) @ np.isnan(values).astype(kind) > 0  # (…, n, d)
    rising = plus @ up + minus @ down > 0
    falling = plus @ down + minus @ up > 0
    result = np.where(rising, np.inf, np.where(falling, -np.inf, result))
    return np.where(undefined | (rising & falling), np.nan, result).astype(kind, copy=False)
