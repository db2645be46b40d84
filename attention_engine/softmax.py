"""The softmax, always with the largest score subtracted first, and what belongs to it.

softmax(z)_i = e^{z_i} / Σ_j e^{z_j}. It does not change when a constant is added to every score, so the
largest is subtracted: no exponent is above 0 and nothing overflows. A row with no score above −∞ has nothing
to attend to and gives zeros, where the formula says 0/0. A score of +∞ has no softmax: the row is NaN.
"""

from __future__ import annotations

from dataclasses import dataclass

import numpy as np

from attention_engine import checks
from attention_engine.arrays import ArrayLike, Floats


def softmax(z: ArrayLike, *, axis: int = -1, temperature: float = 1.0) -> Floats:
    """e^{z/T} / Σ e^{z/T} along `axis`; the shape and the float type of `z` (float16 is computed in float32).

    T below 1 sharpens, above 1 flattens; T → 0 gives the arg max, T → ∞ equal weights.
    Raises ValueError for T ≤ 0.

    >>> softmax([1, 0]).round(3)
    array([0.731, 0.269])
    >>> softmax([-np.inf, -np.inf])
    array([0., 0.])
    """
    raw = checks.floats("z", z)
    heat = checks.number("temperature", temperature, positive=True)
    _, exponentials, total = _shifted(_wide(raw) / heat, axis)
    return (exponentials / np.where(total == 0, 1, total)).astype(raw.dtype, copy=False)


def log_sum_exp(z: ArrayLike, *, axis: int = -1, keepdims: bool = False) -> Floats:
    """ln Σ e^{z} along `axis`, as max + ln Σ e^{z − max}; −∞ where there is no score above −∞.

    >>> float(log_sum_exp([1000.0, 1000.0]).round(4))
    1000.6931
    """
    raw = checks.floats("z", z)
    largest, _, total = _shifted(_wide(raw), axis)
    with np.errstate(divide="ignore"):
        result = largest + np.log(total)
    return (result if keepdims else result.squeeze(axis)).astype(raw.dtype, copy=False)


def log_softmax(z: ArrayLike, *, axis: int = -1) -> Floats:
    """z − ln Σ e^{z}: the logarithm of `softmax` without its underflow. Rows of −∞ stay −∞."""
    raw = checks.floats("z", z)
    lse = log_sum_exp(_wide(raw), axis=axis, keepdims=True)
    with np.errstate(invalid="ignore"):
        return (_wide(raw) - np.where(lse == -np.inf, 0, lse)).astype(raw.dtype, copy=False)


def shifted_exponentials(z: ArrayLike, *, axis: int = -1) -> Floats:
    """e^{z − max z}: what a stable softmax sums and divides. The largest entry is 1."""
    raw = checks.floats("z", z)
    return _shifted(_wide(raw), axis)[1].astype(raw.dtype, copy=False)


def softmax_with_sink(z: ArrayLike, *, axis: int = -1, sink: float = 0.0) -> Floats:
    """e^{z} / (e^{sink} + Σ e^{z}): one more key that is attended to and has the value zero.

    With sink = 0 this is the "softmax off by one" (E. Miller, 2023): the weights sum to less than 1, and a
    row whose scores are all very negative attends to nothing.
    """
    raw = checks.floats("z", z)
    wide, quiet = _wide(raw), checks.number("sink", sink)
    largest = np.maximum(wide.max(axis=axis, keepdims=True, initial=-np.inf), quiet)
    with np.errstate(invalid="ignore"):
        exponentials = np.exp(wide - largest)
    total = np.exp(quiet - largest) + exponentials.sum(axis=axis, keepdims=True)
    return np.asarray(exponentials / total, dtype=raw.dtype)


def entropy(p: ArrayLike, *, axis: int = -1) -> Floats:
    """−Σ p ln p in nats along `axis`, with 0 ln 0 = 0: 0 for one-hot weights, ln m for m equal ones.

    Raises ValueError where a weight is negative.
    """
    weights = checks.floats("p", p)
    if (weights < 0).any():
        raise ValueError("p has a negative entry: weights are at least 0")
    wide = _wide(weights)
    result: Floats = 0.0 - (wide * np.log(np.where(wide == 0, 1, wide))).sum(axis=axis)
    return np.asarray(result, dtype=weights.dtype)


@dataclass(frozen=True, slots=True)
class Partial:
    """Attention over some of the keys, as the online softmax keeps it (Milakov and Gimelshein, 2018).

    `maximum` m and `total` l are (…, n): the largest score and Σ e^{score − m}. `output` is (…, n, d_v), the
    weighted mean of these keys' values. The log-sum-exp is m + ln l.
    """

    maximum: Floats
    total: Floats
    output: Floats

    @property
    def lse(self) -> Floats:
        """m + ln l, shape (…, n); −∞ where there is nothing to attend to."""
        with np.errstate(divide="ignore"):
            return self.maximum + np.log(self.total)


def partial(scores: ArrayLike, v: ArrayLike) -> Partial:
    """`scores` (…, n, m) and `v` (…, m, d_v) → the `Partial` of these m keys."""
    s = _wide(checks.matrix("scores", scores, "(…, n, m)"))
    values = _wide(checks.matrix("v", v, "(…, m, d_v)"))
    checks.same_axis("scores", s.shape, -1, "v", values.shape, -2, "the number of keys m")
    largest, exponentials, total = _shifted(s, -1)  # (…, n, 1), (…, n, m), (…, n, 1)
    output = (exponentials / np.where(total == 0, 1, total)) @ values  # (…, n, d_v)
    maximum = np.where(total == 0, -np.inf, largest).astype(s.dtype, copy=False)
    return Partial(maximum[..., 0], total[..., 0], output)


def merge_totals(m1: ArrayLike, l1: ArrayLike, m2: ArrayLike, l2: ArrayLike) -> tuple[Floats, Floats]:
    """(m, l) of two blocks together: m = max(m1, m2), l = l1 e^{m1 − m} + l2 e^{m2 − m}."""
    first, second = checks.floats("m1", m1), checks.floats("m2", m2)
    m = np.maximum(first, second)
    level = np.where(m == -np.inf, 0, m)  # both empty: e^{−∞} is 0, e^{−∞ + ∞} would be NaN
    total = checks.floats("l1", l1) * np.exp(first - level) + checks.floats("l2", l2) * np.exp(second - level)
    return np.asarray(m), np.asarray(total)


def merge(a: Partial, b: Partial) -> Partial:
    """The `Partial` of both blocks' keys together, in any order: what one softmax over all of them gives."""
    m, total = merge_totals(a.maximum, a.total, b.maximum, b.total)
    level = np.where(m == -np.inf, 0, m)
    share_a = a.total * np.exp(a.maximum - level)  # (…, n)
    share_b = b.total * np.exp(b.maximum - level)
    whole = np.where(total == 0, 1, total)
    output = (share_a / whole)[..., None] * a.output + (share_b / whole)[..., None] * b.output
    return Partial(m, total, output)


def _wide(z: Floats) -> Floats:
    """float16 as float32: sums of exponentials lose digits and overflow in half precision."""
    return z.astype(np.float32) if z.dtype == np.float16 else z


def _shifted(z: Floats, axis: int) -> tuple[Floats, Floats, Floats]:
    """The largest score (0 where it is −∞), e^{z − largest}, and its sum; axis kept."""
    with np.errstate(invalid="ignore"):  # ∞ − ∞ is NaN, which is what a score of +∞ gives
        largest = z.max(axis=axis, keepdims=True, initial=-np.inf)
        largest = np.where(largest == -np.inf, 0, largest).astype(z.dtype, copy=False)
        exponentials = np.exp(z - largest)
        return largest, exponentials, exponentials.sum(axis=axis, keepdims=True)
