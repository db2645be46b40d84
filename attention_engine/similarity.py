"""How alike queries and keys are, by dot product, angle and distance: all pairs by one matrix product.

q is (…, n, d), k is (…, m, d), a result (…, n, m). ‖q − k‖² = ‖q‖² + ‖k‖² − 2 q·k, so distances and cosines
cost the same product as dot products and the norms besides.
"""

from __future__ import annotations

from typing import Literal

import numpy as np

from attention_engine import checks
from attention_engine.arrays import ArrayLike, Floats, Integers
from attention_engine.attention import scores
from attention_engine.softmax import softmax

Measure = Literal["dot", "cosine", "euclidean"]


def dot_products(q: ArrayLike, k: ArrayLike) -> Floats:
    """q_i · k_j for all pairs: Q Kᵀ."""
    return scores(q, k)


def cosines(q: ArrayLike, k: ArrayLike) -> Floats:
    """cos of the angle between q_i and k_j, in [−1, 1]. Raises ValueError for a zero vector: it has none."""
    lengths_q, lengths_k = _lengths("q", q), _lengths("k", k)  # (…, n), (…, m)
    for name, lengths in (("q", lengths_q), ("k", lengths_k)):
        if (lengths == 0).any():
            raise ValueError(f"{name} has a row of zeros at {_first(lengths == 0)}: it has no direction")
    return np.clip(scores(q, k) / lengths_q[..., :, None] / lengths_k[..., None, :], -1, 1)


def squared_distances(q: ArrayLike, k: ArrayLike) -> Floats:
    """‖q_i − k_j‖² for all pairs; never below 0, where rounding would take it."""
    products = scores(q, k)
    squares_q, squares_k = _lengths("q", q) ** 2, _lengths("k", k) ** 2
    return np.maximum(squares_q[..., :, None] + squares_k[..., None, :] - 2 * products, 0)


def euclidean_distances(q: ArrayLike, k: ArrayLike) -> Floats:
    """‖q_i − k_j‖ for all pairs."""
    return np.sqrt(squared_distances(q, k))


def angle(a: ArrayLike, b: ArrayLike) -> Floats:
    """The angle between vectors along the last axis, in radians, 0 to π. Raises ValueError for a zero vector.

    2 atan2(‖â − b̂‖, ‖â + b̂‖) after W. Kahan: the arc cosine loses half the digits near 0 and π.
    """
    x, y = checks.floats("a", a), checks.floats("b", b)
    if x.ndim == 0 or y.ndim == 0:
        raise ValueError(f"a has shape {x.shape} and b {y.shape}: expected vectors along the last axis")
    checks.same_axis("a", x.shape, -1, "b", y.shape, -1, "d")
    norms = np.linalg.norm(x, axis=-1, keepdims=True), np.linalg.norm(y, axis=-1, keepdims=True)
    if (norms[0] == 0).any() or (norms[1] == 0).any():
        raise ValueError("a or b is a vector of zeros: it has no direction")
    u, w = x / norms[0], y / norms[1]
    return np.asarray(2 * np.arctan2(np.linalg.norm(u - w, axis=-1), np.linalg.norm(u + w, axis=-1)))


def ranked_keys(q: ArrayLike, k: ArrayLike, *, by: Measure = "dot") -> Integers:
    """The keys of each query, most alike first: indices (…, n, m). Equal ones stay in their order.

    Dot product and distance rank alike where all keys are of one length, and dot product and cosine too.
    """
    if by == "dot":
        order = -scores(q, k)
    elif by == "cosine":
        order = -cosines(q, k)
    elif by == "euclidean":
        order = squared_distances(q, k)
    else:
        raise ValueError(f"by is {by!r}: expected 'dot', 'cosine' or 'euclidean'")
    return np.argsort(order, axis=-1, kind="stable")


def nearest_key(q: ArrayLike, k: ArrayLike, *, by: Measure = "dot") -> Integers:
    """The index of the most alike key of each query, (…, n). Raises ValueError where there are no keys."""
    ranked = ranked_keys(q, k, by=by)
    if ranked.shape[-1] == 0:
        raise ValueError(f"k has shape {np.shape(k)}: no key can be the nearest of none")
    return ranked[..., 0]


def distance_weights(q: ArrayLike, k: ArrayLike, *, bandwidth: float = 1.0) -> Floats:
    """softmax(−‖q_i − k_j‖² / (2 b²)) over the keys: the weights of Nadaraya and Watson (1964).

    The kernel is Gaussian. Where all keys are of one length these are the weights of softmax(q·k / b²).
    """
    b = checks.number("bandwidth", bandwidth, positive=True)
    return softmax(-squared_distances(q, k) / (2 * b * b))


def _lengths(name: str, x: ArrayLike) -> Floats:
    array = checks.matrix(name, x, "(…, n, d)")
    wide = array.astype(np.float32) if array.dtype == np.float16 else array
    return np.asarray(np.linalg.norm(wide, axis=-1))


def _first(where: np.ndarray[tuple[int, ...], np.dtype[np.bool_]]) -> tuple[int, ...]:
    return tuple(int(i) for i in np.argwhere(where)[0])
