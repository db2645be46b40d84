"""The way back through attention: from the gradient of the output to those of Q, K and V.

    dV = Aᵀ dO
    dA = dO Vᵀ
    dS = A ∘ (dA − rowsum(A ∘ dA))      S the scaled scores; each row of dS sums to 0
    dQ = dS K / √d_k
    dK = dSᵀ Q / √d_k

by the chain rule through `attention.py`, with the softmax's Jacobian diag(p) − p pᵀ. A weight of 0 sends
nothing back, whatever stands in what was masked; a row with nothing to attend to has zero gradients.
"""

from __future__ import annotations

from dataclasses import dataclass
from typing import NamedTuple, Unpack

import numpy as np

from attention_engine import checks, choice
from attention_engine.arrays import ArrayLike, Floats, Shape
from attention_engine.attention import Trace, trace_of
from attention_engine.inputs import Inputs, Options, inputs, summed_to
from attention_engine.reading import read


def softmax_jacobian(p: ArrayLike) -> Floats:
    """∂p_i/∂z_j = p_i (δ_ij − p_j), which is diag(p) − p pᵀ: (…, m) → (…, m, m). Rows and columns sum to 0.

    >>> softmax_jacobian([0.5, 0.5])
    array([[ 0.25, -0.25],
           [-0.25,  0.25]])
    """
    weights = checks.floats("p", p)
    if weights.ndim == 0:
        raise ValueError("p has shape (): expected weights along the last axis, (…, m)")
    diagonal = weights[..., :, None] * np.eye(weights.shape[-1], dtype=weights.dtype)
    return np.asarray(diagonal - weights[..., :, None] * weights[..., None, :])


def softmax_vjp(p: ArrayLike, g: ArrayLike) -> Floats:
    """p ∘ (g − ⟨g, p⟩), the Jacobian applied to the gradient `g` of the weights: (…, m) → (…, m).

    Where p is 0, g is not read and the result is 0. Raises ValueError where the shapes do not broadcast.
    """
    weights, upstream = checks.floats("p", p), checks.floats("g", g)
    checks.broadcasts_to("g", upstream.shape, weights.shape, "the weights")
    seen = np.where(weights == 0, 0, upstream).astype(np.result_type(weights, upstream), copy=False)
    with np.errstate(invalid="ignore", over="ignore"):
        mean = (weights * seen).sum(axis=-1, keepdims=True)  # (…, 1)  ⟨g, p⟩
        # A row that holds a NaN is NaN where it is read, and stays 0 where it is not.
        return np.where(weights == 0, 0, weights * (seen - mean)).astype(seen.dtype, copy=False)


def weights_gradient(d_output: ArrayLike, v: ArrayLike) -> Floats:
    """dA = dO Vᵀ: (…, n, d_v) and (…, m, d_v) → (…, n, m)."""
    dO, V = checks.matrix("d_output", d_output, "(…, n, d_v)"), checks.matrix("v", v, "(…, m, d_v)")
    checks.same_axis("d_output", dO.shape, -1, "v", V.shape, -1, "d_v")
    with np.errstate(invalid="ignore", over="ignore"):
        return np.asarray(dO @ np.swapaxes(V, -1, -2))  # (…, n, d_v) @ (…, d_v, m) = (…, n, m)


def values_gradient(weights: ArrayLike, d_output: ArrayLike) -> Floats:
    """dV = Aᵀ dO: (…, n, m) and (…, n, d_v) → (…, m, d_v)."""
    A, dO = checks.matrix("weights", weights, "(…, n, m)"), checks.matrix("d_output", d_output, "(…, n, d_v)")
    checks.same_axis("weights", A.shape, -2, "d_output", dO.shape, -2, "the number of queries n")
    return read(np.swapaxes(A, -1, -2), dO)  # (…, m, n) @ (…, n, d_v) = (…, m, d_v)


def queries_gradient(d_scaled: ArrayLike, k: ArrayLike, *, scale: float | None = None) -> Floats:
    """dQ = dS K / √d_k, dS the gradient of the *scaled* scores: (…, n, m) and (…, m, d_k) → (…, n, d_k)."""
    dS, K = checks.matrix("d_scaled", d_scaled, "(…, n, m)"), checks.matrix("k", k, "(…, m, d_k)")
    checks.same_axis("d_scaled", dS.shape, -1, "k", K.shape, -2, "the number of keys m")
    return read(dS, K) * _factor(K, scale)  # (…, n, m) @ (…, m, d_k) = (…, n, d_k)


def keys_gradient(d_scaled: ArrayLike, q: ArrayLike, *, scale: float | None = None) -> Floats:
    """dK = dSᵀ Q / √d_k, dS the gradient of the *scaled* scores: (…, n, m) and (…, n, d_k) → (…, m, d_k)."""
    dS, Q = checks.matrix("d_scaled", d_scaled, "(…, n, m)"), checks.matrix("q", q, "(…, n, d_k)")
    checks.same_axis("d_scaled", dS.shape, -2, "q", Q.shape, -2, "the number of queries n")
    return read(np.swapaxes(dS, -1, -2), Q) * _factor(Q, scale)  # (…, m, n) @ (…, n, d_k) = (…, m, d_k)


def projection_gradients(x: ArrayLike, w: ArrayLike, d_y: ArrayLike) -> tuple[Floats, Floats]:
    """(dX, dW) of Y = X W: dX = dY Wᵀ, and dW = Xᵀ dY summed over the leading axes that W does not have.

    x (…, n, d), w (d, e), d_y (…, n, e) → (…, n, d) and (d, e): dW_Q = Xᵀ dQ, and so for K and V.
    """
    X, W, dY = (
        checks.matrix("x", x, "(…, n, d)"),
        checks.matrix("w", w, "(d, e)"),
        checks.matrix("d_y", d_y, "(…, n, e)"),
    )
    checks.same_axis("x", X.shape, -1, "w", W.shape, -2, "d")
    checks.same_axis("d_y", dY.shape, -1, "w", W.shape, -1, "e")
    checks.same_axis("x", X.shape, -2, "d_y", dY.shape, -2, "n")
    dX = dY @ np.swapaxes(W, -1, -2)  # (…, n, e) @ (e, d) = (…, n, d)
    dW = np.swapaxes(X, -1, -2) @ dY  # (…, d, n) @ (…, n, e) = (…, d, e)
    return summed_to(dX, X.shape), summed_to(dW, W.shape)


class Gradients(NamedTuple):
    """The gradients of q, k and v, each in the shape in which it was given."""

    d_q: Floats
    d_k: Floats
    d_v: Floats


def attention_gradients(
    q: ArrayLike, k: ArrayLike, v: ArrayLike, d_output: ArrayLike, **options: Unpack[Options]
) -> Gradients:
    """dQ, dK, dV for the gradient `d_output` (…, n, d_v) of the output, in the shapes of q, k and v.

    Takes what `attention` takes, and raises what it raises; ValueError too where `d_output` has not the
    output's shape. Large problems go back by the blocks of `fast`. Where heads or leading axes were shared,
    the gradients are summed. float16 is computed in float32.
    """
    given = inputs(q, k, v, **options)
    fast = choice.fast_face(given)
    if fast is None:
        steps = _back(given, trace_of(given), d_output)
        return Gradients(steps.d_q, steps.d_k, steps.d_v)
    arrays, keywords = (given.q, given.k, given.v), given.options()
    result, lse = fast.forward(*arrays, **keywords)  # (…, n, d_v), (…, n)
    dO = _upstream(given, d_output, result.shape)
    return Gradients(*given.gathered(*fast.backward(*arrays, dO, result, lse, **keywords)))


@dataclass(frozen=True, slots=True)
class GradientTrace:
    """Every stage of the way back, last to first, in the float type that was computed in."""

    d_output: Floats  # (…, n, d_v)
    d_weights: Floats  # (…, n, m)  dO Vᵀ
    d_biased: Floats  # (…, n, m)  through the softmax; rows sum to 0. It is the gradient of a full-size bias
    d_scaled: Floats  # (…, n, m)  through the softcap, if there is one
    d_scores: Floats  # (…, n, m)  of Q Kᵀ: dS / √d_k
    d_q: Floats  # as q
    d_k: Floats  # as k
    d_v: Floats  # as v


def trace_gradients(
    q: ArrayLike, k: ArrayLike, v: ArrayLike, d_output: ArrayLike, **options: Unpack[Options]
) -> GradientTrace:
    """The same as `attention_gradients`, always by the stages, with all of them kept."""
    given = inputs(q, k, v, **options)
    return _back(given, trace_of(given), d_output)


def _back(given: Inputs, stages: Trace, d_output: ArrayLike) -> GradientTrace:
    A = stages.weights  # (…, n, m)
    dO = _upstream(given, d_output, stages.output.shape)  # (…, n, d_v)
    dV = values_gradient(A, dO)  # (…, m, d_v)
    dA = weights_gradient(dO, given.v)  # (…, n, m)
    d_biased = softmax_vjp(A, dA)  # (…, n, m)
    dS = d_biased  # (…, n, m)
    if given.softcap is not None:  # d tanh = 1 − tanh²; what is masked stays 0, whatever its score
        with np.errstate(invalid="ignore"):
            dS = np.where(dS == 0, 0, dS * (1 - (stages.capped / given.softcap) ** 2)).astype(dS.dtype)
    dQ = queries_gradient(dS, given.k, scale=given.factor)  # (…, n, d_k)
    dK = keys_gradient(dS, given.q, scale=given.factor)  # (…, m, d_k)
    d_q, d_k, d_v = given.gathered(dQ, dK, dV)
    return GradientTrace(dO, dA, d_biased, dS, dS * given.factor, d_q, d_k, d_v)


def _upstream(given: Inputs, d_output: ArrayLike, shape: Shape) -> Floats:
    dO = checks.floats("d_output", d_output)
    if dO.shape != shape:
        raise ValueError(f"d_output has shape {dO.shape}: expected the output's, {shape}")
    return dO.astype(given.q.dtype, copy=False)


def _factor(x: Floats, scale: float | None) -> float:
    return float(x.shape[-1] ** -0.5) if scale is None else checks.number("scale", scale)
