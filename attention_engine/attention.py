"""Scaled dot-product attention, stage by stage under the names it is taught with.

    S = Q Kᵀ                       scores       how well each query matches each key
    S / √d_k                       scaled       variance 1 again, so that the softmax does not saturate
    −∞ where not allowed           masked
    A = softmax(S / √d_k)          weights      each row sums to 1
    O = A V                        output       the weighted mean of the values

after Vaswani et al., "Attention Is All You Need" (2017), section 3.2.1. Shapes: n queries, m keys, d_k
entries in a query or key, d_v in a value; "…" is any number of leading axes (batch, heads).

`attention` gives the output alone, by the stages below or, for large problems, by the blocks of `fast`;
`trace` keeps every stage.

The first worked example of the course, one query and two keys:

>>> Q = np.array([[1, 0, 1, 0]])
>>> K = np.array([[1, 0, 1, 0], [0, 1, 0, 1]])
>>> V = np.array([[5, 0, 0], [0, 3, 0]])
>>> S = scores(Q, K)
>>> S
array([[2., 0.]])
>>> scaled(S, d_k=4)
array([[1., 0.]])
>>> A = weights(scaled(S, d_k=4))
>>> A.round(3)
array([[0.731, 0.269]])
>>> output(A, V).round(3)
array([[3.655, 0.807, 0.   ]])
>>> attention(Q, K, V).round(3)
array([[3.655, 0.807, 0.   ]])

The second, scores 8 and 7.5 at d_k = 64, without and with scaling:

>>> S = np.array([[8, 7.5]])
>>> A = weights(S)
>>> A.round(3), float((A[0, 0] * (1 - A[0, 0])).round(3))
(array([[0.622, 0.378]]), 0.235)
>>> A = weights(scaled(S, d_k=64))
>>> A.round(3), float((A[0, 0] * (1 - A[0, 0])).round(3))
(array([[0.516, 0.484]]), 0.25)
"""

from __future__ import annotations

import math
from dataclasses import dataclass, fields
from typing import Any, Literal, TypeVar, overload

import numpy as np

from attention_engine import checks, choice
from attention_engine.arrays import ArrayLike, Bools, Floats, Shape
from attention_engine.inputs import Inputs, inputs
from attention_engine.reading import read
from attention_engine.softmax import log_sum_exp, softmax

AnyArray = TypeVar("AnyArray", bound=np.ndarray[Any, Any])


def scores(q: ArrayLike, k: ArrayLike) -> Floats:
    """S = Q Kᵀ, S_ij = q_i · k_j: (…, n, d_k) and (…, m, d_k) → (…, n, m).

    Raises ValueError where d_k differs.
    """
    Q = _computed(checks.matrix("q", q, "(…, n, d_k)"))  # (…, n, d_k)
    K = _computed(checks.matrix("k", k, "(…, m, d_k)"))  # (…, m, d_k)
    checks.same_axis("q", Q.shape, -1, "k", K.shape, -1, "d_k")
    checks.leading("q", Q.shape, "k", K.shape)
    with np.errstate(invalid="ignore", over="ignore"):  # a bad key may be masked yet
        return np.asarray(Q @ np.swapaxes(K, -1, -2))  # (…, n, d_k) @ (…, d_k, m) = (…, n, m)


def scaled(scores: ArrayLike, d_k: int, *, scale: float | None = None) -> Floats:
    """S / √d_k, or S · scale where a scale is given; the shape stays (…, n, m).

    Raises ValueError for d_k below 1.
    """
    S = _computed(checks.floats("scores", scores))  # (…, n, m)
    with np.errstate(invalid="ignore", over="ignore"):
        if scale is not None:
            return S * checks.number("scale", scale)  # (…, n, m)
        return S / math.sqrt(checks.whole("d_k", d_k, least=1))  # (…, n, m)


def capped(scores: ArrayLike, softcap: float) -> Floats:
    """c · tanh(S / c): scores kept inside (−c, c), before bias and mask (Gemma 2, 2024). Shape (…, n, m)."""
    S = _computed(checks.floats("scores", scores))  # (…, n, m)
    c = checks.number("softcap", softcap, positive=True)
    return np.asarray(c * np.tanh(S / c))  # (…, n, m)


def biased(scores: ArrayLike, bias: ArrayLike) -> Floats:
    """S + bias, added after scaling and before the softmax; a bias of −∞ masks. Shape (…, n, m)."""
    S = _computed(checks.floats("scores", scores))  # (…, n, m)
    B = checks.added("bias", bias).astype(S.dtype, copy=False)  # broadcasts to (…, n, m)
    checks.broadcasts_to("bias", B.shape, S.shape, "the scores (…, n, m)")
    with np.errstate(invalid="ignore", over="ignore"):
        # −∞ says "not allowed", whatever the score there is: +∞ − ∞ would be NaN.
        return np.where(np.isneginf(B), -np.inf, S + B).astype(S.dtype, copy=False)  # (…, n, m)


def masked(scores: ArrayLike, mask: ArrayLike | None) -> Floats:
    """S where the mask is True, −∞ elsewhere, since e^{−∞} = 0 (and e^0 is not). Shape (…, n, m).

    What stood there, NaN too, is gone. Raises ValueError where the mask is not boolean or does not broadcast.
    """
    S = _computed(checks.floats("scores", scores))  # (…, n, m)
    if mask is None:
        return S
    may_attend = checks.booleans("mask", mask)  # broadcasts to (…, n, m)
    checks.broadcasts_to("mask", may_attend.shape, S.shape, "the scores (…, n, m)")
    return np.where(may_attend, S, -np.inf).astype(S.dtype, copy=False)  # (…, n, m)


def weights(scores: ArrayLike) -> Floats:
    """A = softmax(S) over the keys, shape (…, n, m).

    Every row sums to 1, or is all zeros where every score is −∞: nothing may be attended to.
    """
    return softmax(_computed(checks.floats("scores", scores)), axis=-1)  # (…, n, m)


def output(weights: ArrayLike, v: ArrayLike) -> Floats:
    """O = A V, output_i = Σ_j A_ij v_j: (…, n, m) and (…, m, d_v) → (…, n, d_v).

    A weight of exactly 0 means that its value is not read, be it NaN or ∞. Raises ValueError where m differs.
    """
    A = _computed(checks.matrix("weights", weights, "(…, n, m)"))  # (…, n, m)
    V = _computed(checks.matrix("v", v, "(…, m, d_v)"))  # (…, m, d_v)
    checks.same_axis("weights", A.shape, -1, "v", V.shape, -2, "the number of keys m")
    checks.leading("weights", A.shape, "v", V.shape)
    return read(A, V)  # (…, n, m) @ (…, m, d_v) = (…, n, d_v)


@overload
def attention(
    q: ArrayLike,
    k: ArrayLike,
    v: ArrayLike,
    *,
    mask: ArrayLike | None = None,
    bias: ArrayLike | None = None,
    causal: bool = False,
    window: int | None = None,
    scale: float | None = None,
    softcap: float | None = None,
    offset: int = 0,
    return_lse: Literal[False] = False,
) -> Floats: ...


@overload
def attention(
    q: ArrayLike,
    k: ArrayLike,
    v: ArrayLike,
    *,
    mask: ArrayLike | None = None,
    bias: ArrayLike | None = None,
    causal: bool = False,
    window: int | None = None,
    scale: float | None = None,
    softcap: float | None = None,
    offset: int = 0,
    return_lse: Literal[True],
) -> tuple[Floats, Floats]: ...


def attention(
    q: ArrayLike,
    k: ArrayLike,
    v: ArrayLike,
    *,
    mask: ArrayLike | None = None,
    bias: ArrayLike | None = None,
    causal: bool = False,
    window: int | None = None,
    scale: float | None = None,
    softcap: float | None = None,
    offset: int = 0,
    return_lse: bool = False,
) -> Floats | tuple[Floats, Floats]:
    """softmax(Q Kᵀ / √d_k) V: (…, n, d_k), (…, m, d_k), (…, m, d_v) → (…, n, d_v).

    q, k, v   Floats; lists and integers become float64. The widest of the three types is given back; float16
              is computed in float32 and given back as float16. They are never written into. Leading axes
              broadcast. The third axis from the end is the head: where q has h_q heads and k and v have
              h_kv that divide h_q, each key-value head serves h_q / h_kv query heads that stand together.
    mask      Booleans that broadcast to (…, n, m); True = may attend.
    bias      Numbers that broadcast to (…, n, m), added after scaling (and softcap); −∞ masks.
    causal    Query i sees key j where j ≤ i + offset: aligned at the top left also where n ≠ m.
    window    w ≥ 1: with causal, 0 ≤ i + offset − j < w; without, |i + offset − j| < w.
    scale     In place of 1/√d_k.
    softcap   c > 0: the scaled scores become c · tanh(score / c).
    offset    How many keys came before the first query (the length of a cache).
    return_lse  Also give ln Σ_j e^{score_ij}, shape (…, n), in the float type that was computed in.

    A query with nothing to attend to (all masked, or m = 0) gets zeros, and the log-sum-exp −∞. What is
    masked is not read: NaN or ∞ in its key or value changes nothing. A score of +∞ or NaN that is attended
    to gives NaN.

    Raises ValueError, naming both shapes and the axis, for fewer than two axes, different d_k or m, heads
    that do not divide, leading axes, masks or biases that do not broadcast, a mask that is not boolean, a
    window below 1, a softcap not above 0, a scale that is not finite; TypeError for what holds no real
    numbers.
    """
    given = inputs(
        q,
        k,
        v,
        mask=mask,
        bias=bias,
        causal=causal,
        window=window,
        scale=scale,
        softcap=softcap,
        offset=offset,
    )
    fast = choice.fast_face(given)
    if fast is not None:
        result, lse = fast.forward(given.q, given.k, given.v, **given.options())  # (…, n, d_v), (…, n)
    else:
        stages = trace_of(given)
        result, lse = stages.output, stages.lse if return_lse else None  # (…, n, d_v), (…, n)
    result = result.astype(given.result, copy=False)
    return (result, lse) if return_lse else result


@dataclass(frozen=True, slots=True)
class Trace:
    """Every stage of one attention call, each read-only.

    `scale` is what the raw scores were multiplied by, `allowed` the mask that mask, causal and window make
    together (None = everything). A stage that was not asked for (capped, biased) equals the one before it.
    Stages are in the float type that was computed in; `output` is in the one that `attention` gives back.
    """

    q: Floats  # (…, n, d_k)
    k: Floats  # (…, m, d_k), one head for each head of q
    v: Floats  # (…, m, d_v)
    scores: Floats  # (…, n, m)  Q Kᵀ
    scale: float
    scaled: Floats  # (…, n, m)  Q Kᵀ / √d_k
    capped: Floats  # (…, n, m)  c tanh(scaled / c)
    biased: Floats  # (…, n, m)  capped + bias
    allowed: Bools | None  # broadcasts to (…, n, m)
    masked: Floats  # (…, n, m)  −∞ where not allowed
    weights: Floats  # (…, n, m)  softmax over the keys
    output: Floats  # (…, n, d_v)  A V

    @property
    def lse(self) -> Floats:
        """ln Σ_j e^{masked_ij}, shape (…, n); −∞ for a row with nothing to attend to."""
        return log_sum_exp(self.masked, axis=-1)

    @property
    def shapes(self) -> dict[str, Shape]:
        """The shape of every array, by its name, in the order of the stages."""
        arrays = {field.name: getattr(self, field.name) for field in fields(self)}
        return {name: value.shape for name, value in arrays.items() if isinstance(value, np.ndarray)}


def trace(
    q: ArrayLike,
    k: ArrayLike,
    v: ArrayLike,
    *,
    mask: ArrayLike | None = None,
    bias: ArrayLike | None = None,
    causal: bool = False,
    window: int | None = None,
    scale: float | None = None,
    softcap: float | None = None,
    offset: int = 0,
) -> Trace:
    """The same as `attention`, always by the stages, with all of them kept. Takes n·m memory a head.

    >>> trace([[1, 0, 1, 0]], [[1, 0, 1, 0], [0, 1, 0, 1]], [[5, 0, 0], [0, 3, 0]]).weights.round(3)
    array([[0.731, 0.269]])
    """
    given = inputs(
        q,
        k,
        v,
        mask=mask,
        bias=bias,
        causal=causal,
        window=window,
        scale=scale,
        softcap=softcap,
        offset=offset,
    )
    return trace_of(given)


def trace_of(given: Inputs) -> Trace:
    """The whole of attention, one stage a line."""
    Q, K, V, d_k = given.q, given.k, given.v, given.q.shape[-1]  # (…, n, d_k), (…, m, d_k), (…, m, d_v)
    S = scores(Q, K)  # (…, n, d_k) @ (…, d_k, m) = (…, n, m)
    S_scaled = scaled(S, d_k, scale=given.scale)  # (…, n, m)
    S_capped = S_scaled if given.softcap is None else capped(S_scaled, given.softcap)  # (…, n, m)
    target = (
        *given.lead,
        *S.shape[-2:],
    )  # v may have leading axes that q and k lack, and a mask may use them
    spread = S_capped if target == S.shape else np.broadcast_to(S_capped, target)
    S_biased = spread if given.bias is None else biased(spread, given.bias)  # (…, n, m)
    may_attend = given.allowed()  # broadcasts to (…, n, m)
    S_masked = masked(S_biased, may_attend)  # (…, n, m)
    A = weights(S_masked)  # (…, n, m), rows sum to 1
    O = output(A, V)  # (…, n, m) @ (…, m, d_v) = (…, n, d_v)  # noqa: E741 (the output's name in the documents)
    return Trace(
        q=_sealed(Q),
        k=_sealed(K),
        v=_sealed(V),
        scores=_sealed(S),
        scale=given.factor,
        scaled=_sealed(S_scaled),
        capped=_sealed(S_capped),
        biased=_sealed(S_biased),
        allowed=None if may_attend is None else _sealed(may_attend),
        masked=_sealed(S_masked),
        weights=_sealed(A),
        output=_sealed(O.astype(given.result, copy=False)),
    )


def _computed(x: Floats) -> Floats:
    """The float type that is computed in: float16 has too few digits and too small a range for sums."""
    return x.astype(np.float32) if x.dtype == np.float16 else x


def _sealed(x: AnyArray) -> AnyArray:
    """A view that cannot be written through: neither a trace nor what was given is changed by it."""
    view = x.view()
    view.flags.writeable = False
    return view
