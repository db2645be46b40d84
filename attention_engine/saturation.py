"""What large scores do to the softmax (weights near 0 and 1, next to no gradient), and what scaling changes.

All gradients here are with respect to the *raw* scores Q Kᵀ, so that scaled and unscaled can be compared:
dividing by √d_k divides the gradient by √d_k too. What scaling prevents is saturation at large gaps.
"""

from __future__ import annotations

import math
from dataclasses import dataclass

import numpy as np

from attention_engine import checks
from attention_engine.softmax import entropy, softmax


def sigmoid_slope(gap: float) -> float:
    """p (1 − p) with p = 1/(1 + e^{−gap}): the gradient of a softmax over two keys; ¼ at gap 0."""
    small = math.exp(-abs(checks.number("gap", gap)))
    return small / (1 + small) ** 2


def two_key_gradient(gap: float, d_k: int, *, scaled: bool) -> float:
    """∂p_1/∂S_1 for two keys whose raw scores differ by `gap`.

    p(1 − p) without scaling; with it, p(1 − p)/√d_k where p is taken at gap/√d_k.
    """
    root = math.sqrt(checks.whole("d_k", d_k, least=1)) if scaled else 1.0
    return sigmoid_slope(gap / root) / root


def helpful_gap(d_k: int) -> float:
    """The gap of two raw scores beyond which scaling makes the gradient larger: about 3.45 at d_k = 64.

    Raises ValueError for d_k = 1, where scaling changes nothing.
    """
    d = checks.whole("d_k", d_k, least=2)

    def advantage(gap: float) -> float:
        """ln of the scaled over the unscaled gradient: −½ ln d at 0, growing with the gap."""
        inner = gap / math.sqrt(d)
        return gap - inner + 2 * (math.log1p(math.exp(-gap)) - math.log1p(math.exp(-inner))) - math.log(d) / 2

    low, high = 0.0, 1.0
    while advantage(high) < 0:
        high *= 2
    for _ in range(80):  # bisection to the last bit
        middle = (low + high) / 2
        low, high = (low, middle) if advantage(middle) > 0 else (middle, high)
    return high


def typical_gap(d_k: int) -> float:
    """√(2 d_k), the standard deviation of the difference of two raw scores, entries standardised."""
    return math.sqrt(2 * checks.whole("d_k", d_k, least=0))


def cosine_weight_ceiling(keys: int) -> float:
    """e²/(e² + n − 1): the largest weight that scores in [−1, 1] can give one of n keys."""
    n = checks.whole("keys", keys, least=1)
    return math.exp(2) / (math.exp(2) + n - 1)


def sharpness_for_weight(weight: float, keys: int) -> float:
    """β = ln(w (n − 1)/(1 − w)): the score that gives one of n keys the weight w where the others score 0."""
    w, n = checks.number("weight", weight), checks.whole("keys", keys, least=2)
    if not 0 < w < 1:
        raise ValueError(f"weight is {w}: expected between 0 and 1, both excluded")
    return math.log(w * (n - 1) / (1 - w))


@dataclass(frozen=True, slots=True)
class Saturation:
    """Means over many drawn queries: the largest weight, the entropy in nats, and the gradient that is left.

    `gradient` is ∂p/∂S at the largest weight, p(1 − p) times the scale, S the raw scores. Each `…_error` is
    the standard error of its mean.
    """

    d_k: int
    keys: int
    scale: float
    samples: int
    largest_weight: float
    largest_weight_error: float
    entropy: float
    entropy_error: float
    gradient: float
    gradient_error: float


def saturation(
    d_k: int, *, keys: int, samples: int, rng: np.random.Generator, scale: float | None = None
) -> Saturation:
    """Draws `samples` queries and `keys` keys for each, entries N(0, 1), and looks at softmax(scale · q·k).

    scale is 1/√d_k unless given; 1 is "without scaling". `rng` is the only source of chance: the same seed
    with and without scaling compares the same scores.
    """
    d, m, count = (
        checks.whole("d_k", d_k, least=1),
        checks.whole("keys", keys, least=1),
        checks.whole("samples", samples, least=2),
    )
    factor = 1 / math.sqrt(d) if scale is None else checks.number("scale", scale)
    part = max(1, 2**20 // (d * m))  # queries at a time: the keys of one part take 8 MB
    rows = []
    for start in range(0, count, part):
        size = min(part, count - start)
        q, k = rng.standard_normal((size, 1, d)), rng.standard_normal((size, m, d))
        p = softmax(factor * (q @ np.swapaxes(k, -1, -2))[:, 0, :])  # (size, m)
        largest = p.max(axis=-1)
        rows.append(np.stack((largest, entropy(p), factor * largest * (1 - largest))))
    values = np.concatenate(rows, axis=1)  # (3, samples)
    means, errors = values.mean(axis=1), values.std(axis=1, ddof=1) / math.sqrt(count)
    pairs = [float(x) for pair in zip(means, errors, strict=True) for x in pair]
    return Saturation(d, m, factor, count, *pairs)
