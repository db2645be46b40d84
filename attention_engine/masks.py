"""Who may attend to whom: boolean masks (True = may attend) and ALiBi's bias.

Query i of n stands at position i + offset among the m keys: offset is the number of keys that a cache held
before the first query. Without one, masks are aligned at the top left.
"""

from __future__ import annotations

from functools import reduce

import numpy as np

from attention_engine import checks
from attention_engine.arrays import ArrayLike, Bools, Floats, Integers


def distances(n: int, m: int, *, offset: int = 0) -> Integers:
    """i + offset − j, shape (n, m): how far key j lies behind query i; negative ahead of it."""
    i = np.arange(checks.whole("n", n, least=0))[:, None] + checks.whole("offset", offset)  # (n, 1)
    j = np.arange(checks.whole("m", m, least=0))[None, :]  # (1, m)
    return np.asarray(i - j, dtype=np.int64)  # (n, m)


def band_mask(n: int, m: int, *, left: int | None = None, right: int | None = None, offset: int = 0) -> Bools:
    """True where key j is at most `left` behind query i and at most `right` ahead, shape (n, m).

    None leaves that side without a bound.
    """
    behind = distances(n, m, offset=offset)
    allowed = np.ones(behind.shape, dtype=np.bool_)
    if left is not None:
        allowed &= behind <= checks.whole("left", left)
    if right is not None:
        allowed &= behind >= -checks.whole("right", right)
    return allowed


def causal_mask(n: int, m: int | None = None, *, offset: int = 0) -> Bools:
    """True where j ≤ i + offset, shape (n, m), m = n unless given: no query sees a later key.

    >>> causal_mask(3).astype(int)
    array([[1, 0, 0],
           [1, 1, 0],
           [1, 1, 1]])
    """
    return band_mask(n, n if m is None else m, right=0, offset=offset)


def window_mask(n: int, m: int | None = None, *, window: int, causal: bool = True, offset: int = 0) -> Bools:
    """True inside a sliding window of `window` keys, shape (n, m).

    Causal: the query's own key and the window − 1 before it, 0 ≤ i + offset − j < window. Not causal: as many
    after it too, |i + offset − j| < window. Raises ValueError for a window below 1, which sees nothing.
    """
    reach = checks.whole("window", window, least=1) - 1
    return band_mask(n, n if m is None else m, left=reach, right=0 if causal else reach, offset=offset)


def padding_mask(lengths: ArrayLike, m: int) -> Bools:
    """True for the first `lengths[b]` of m keys: shape lengths.shape + (1, m), the same for every query.

    For scores with a head axis, (B, H, n, m), give lengths as (B, 1). Raises ValueError for a
    length outside 0 to m.
    """
    valid = np.asarray(lengths)
    if valid.dtype.kind not in "iu":
        raise TypeError(f"lengths holds {valid.dtype}: expected whole numbers")
    if ((valid < 0) | (valid > m)).any():
        raise ValueError(f"lengths has an entry outside 0 to m = {m}")
    return np.asarray(np.arange(m) < valid[..., None, None])


def combine_masks(*masks: ArrayLike | None) -> Bools | None:
    """Allowed by every mask (logical and of what may attend), broadcast together; None allows everything."""
    given = [checks.booleans("mask", mask) for mask in masks if mask is not None]
    return reduce(np.logical_and, given) if given else None


def allowed(
    n: int,
    m: int,
    *,
    mask: Bools | None = None,
    causal: bool = False,
    window: int | None = None,
    offset: int = 0,
) -> Bools | None:
    """What `mask`, `causal` and `window` allow together, broadcastable to (…, n, m); None = everything."""
    if window is not None:
        return combine_masks(mask, window_mask(n, m, window=window, causal=causal, offset=offset))
    return combine_masks(mask, causal_mask(n, m, offset=offset)) if causal else mask


def count_attended(mask: ArrayLike) -> int:
    """How many (query, key) pairs a mask keeps: n(n+1)/2 for a causal n×n."""
    return int(np.count_nonzero(checks.booleans("mask", mask)))


def count_masked(mask: ArrayLike) -> int:
    """How many (query, key) pairs a mask blocks: n(n−1)/2 for a causal n×n."""
    array = checks.booleans("mask", mask)
    return int(array.size - np.count_nonzero(array))


def alibi_slopes(heads: int) -> Floats:
    """2^{−8/h}, 2^{−16/h}, … 2^{−8}, shape (h,): one slope a head (Press, Smith and Lewis, 2022).

    For h that is no power of two, the slopes of the next smaller power come first, then every other slope of
    the next larger one, as in the authors' code.
    """
    h = checks.whole("heads", heads, least=1)
    floor = 1 << (h.bit_length() - 1)  # the largest power of two that is not above h
    slopes = 2.0 ** (-8.0 / floor * np.arange(1, floor + 1))
    between = 2.0 ** (-4.0 / floor * np.arange(1, 2 * floor + 1, 2))
    return np.concatenate((slopes, between[: h - floor]))


def alibi_bias(slopes: ArrayLike, n: int, m: int | None = None, *, offset: int = 0) -> Floats:
    """−slope · |i + offset − j|, shape slopes.shape + (n, m): a bias that grows with the distance.

    Under a causal mask this is the paper's −slope · (i − j).
    """
    slope = checks.floats("slopes", slopes)[..., None, None]
    return np.asarray(-slope * np.abs(distances(n, n if m is None else m, offset=offset)))
