"""From tokens to queries, keys and values, and from heads back to the model: X W_Q, X W_K, X W_V, and W_O.

Several heads (Vaswani et al., 2017, section 3.2.2) are computed side by side and joined by W_O, which is the
same as a sum over heads: output = Σ_h H_h X W⁽ʰ⁾ with H_h the head's weights and W⁽ʰ⁾ = W_V⁽ʰ⁾ W_O⁽ʰ⁾,
W_V⁽ʰ⁾ the h-th block of d_h columns of W_V and W_O⁽ʰ⁾ the h-th block of d_h rows of W_O.
"""

from __future__ import annotations

from typing import NamedTuple, Unpack

import numpy as np

from attention_engine import checks
from attention_engine.arrays import ArrayLike, Floats
from attention_engine.attention import attention, output, trace
from attention_engine.heads import merge_heads, split_heads
from attention_engine.inputs import Options


class Projected(NamedTuple):
    """Queries, keys and values of the same tokens, or of two sequences."""

    q: Floats
    k: Floats
    v: Floats


def project(x: ArrayLike, w: ArrayLike) -> Floats:
    """X W: (…, n, d_model) and (d_model, d) → (…, n, d). Raises ValueError where d_model differs."""
    X, W = checks.matrix("x", x, "(…, n, d_model)"), checks.matrix("w", w, "(d_model, d)")
    checks.same_axis("x", X.shape, -1, "w", W.shape, -2, "d_model")
    return np.asarray(X @ W)  # (…, n, d_model) @ (d_model, d) = (…, n, d)


def queries_keys_values(
    x: ArrayLike, w_q: ArrayLike, w_k: ArrayLike, w_v: ArrayLike, *, context: ArrayLike | None = None
) -> Projected:
    """Q = X W_Q, K = C W_K, V = C W_V: C is `context` (cross-attention), or X itself (self-attention)."""
    source = x if context is None else context
    return Projected(project(x, w_q), project(source, w_k), project(source, w_v))


def score_form(w_q: ArrayLike, w_k: ArrayLike) -> Floats:
    """W_Q W_Kᵀ, (d_model, d_model): a raw score is x_iᵀ (W_Q W_Kᵀ) x_j. Its rank is at most d_k."""
    W_Q, W_K = checks.matrix("w_q", w_q, "(d_model, d_k)"), checks.matrix("w_k", w_k, "(d_model, d_k)")
    checks.same_axis("w_q", W_Q.shape, -1, "w_k", W_K.shape, -1, "d_k")
    return np.asarray(W_Q @ np.swapaxes(W_K, -1, -2))


def multi_head_attention(
    x: ArrayLike,
    w_q: ArrayLike,
    w_k: ArrayLike,
    w_v: ArrayLike,
    w_o: ArrayLike,
    heads: int,
    *,
    key_value_heads: int | None = None,
    context: ArrayLike | None = None,
    **options: Unpack[Options],
) -> Floats:
    """Concat(head_1, …, head_h) W_O: (…, n, d_model) → (…, n, d_model).

    w_q (d_model, h·d_k), w_k (d_model, h_kv·d_k), w_v (d_model, h_kv·d_v), w_o (h·d_v, d_model). With
    `key_value_heads` below `heads`, groups of query heads share keys and values. Options as for `attention`,
    whose scores are (…, h, n, m) here. Raises ValueError where a shape does not fit.
    """
    q, k, v = _heads(x, w_q, w_k, w_v, heads, key_value_heads, context)  # (…, h, n, d_k), (…, h_kv, m, d)
    return project(merge_heads(attention(q, k, v, **options)), w_o)  # (…, n, h·d_v) @ (h·d_v, d_model)


def value_output_matrices(w_v: ArrayLike, w_o: ArrayLike, heads: int) -> Floats:
    """W⁽ʰ⁾ = W_V⁽ʰ⁾ W_O⁽ʰ⁾, shape (h, d_model, d_model): columns of W_V, rows of W_O."""
    W_V = split_heads(w_v, heads)  # (h, d_model, d_v)
    W_O = checks.matrix("w_o", w_o, "(h·d_v, d_model)")
    checks.same_axis("w_v", np.shape(w_v), -1, "w_o", W_O.shape, -2, "h·d_v")
    return np.asarray(W_V @ W_O.reshape(heads, -1, W_O.shape[-1]))  # (h, d_model, d_v) @ (h, d_v, d_model)


def head_terms(
    x: ArrayLike,
    w_q: ArrayLike,
    w_k: ArrayLike,
    w_v: ArrayLike,
    w_o: ArrayLike,
    heads: int,
    *,
    context: ArrayLike | None = None,
    **options: Unpack[Options],
) -> Floats:
    """H_h X W⁽ʰ⁾ for every head, shape (…, h, n, d_model); their sum over h is `multi_head_attention`."""
    q, k, v = _heads(x, w_q, w_k, w_v, heads, None, context)
    H = trace(q, k, v, **options).weights  # (…, h, n, m)
    C = checks.matrix(
        "x" if context is None else "context", x if context is None else context, "(…, m, d_model)"
    )
    return output(H, C[..., None, :, :] @ value_output_matrices(w_v, w_o, heads))  # (…, h, n, d_model)


def _heads(
    x: ArrayLike,
    w_q: ArrayLike,
    w_k: ArrayLike,
    w_v: ArrayLike,
    heads: int,
    key_value_heads: int | None,
    context: ArrayLike | None,
) -> Projected:
    """Queries (…, h, n, d_k), keys (…, h_kv, m, d_k) and values (…, h_kv, m, d_v)."""
    q, k, v = queries_keys_values(x, w_q, w_k, w_v, context=context)
    shared = heads if key_value_heads is None else key_value_heads
    return Projected(split_heads(q, heads), split_heads(k, shared), split_heads(v, shared))
