"""The arguments of an attention call, checked once, in one float type and with grouped heads resolved."""

from __future__ import annotations

import math
from dataclasses import dataclass
from typing import Any, TypedDict

import numpy as np

from attention_engine import checks, masks
from attention_engine.arrays import ArrayLike, Bools, Floats, Shape
from attention_engine.heads import group_size, repeat_heads, sum_heads


class Options(TypedDict, total=False):
    """What `attention` takes beside q, k and v; told there."""

    mask: ArrayLike | None
    bias: ArrayLike | None
    causal: bool
    window: int | None
    scale: float | None
    softcap: float | None
    offset: int


@dataclass(frozen=True, slots=True)
class Inputs:
    """q (…, n, d_k), k (…, m, d_k), v (…, m, d_v), all in the float type that is computed in."""

    q: Floats
    k: Floats
    v: Floats
    mask: Bools | None
    bias: Floats | None
    causal: bool
    window: int | None
    scale: float | None  # None = 1/√d_k
    softcap: float | None
    offset: int
    result: np.dtype[np.floating[Any]]  # the float type that is given back
    given: tuple[Shape, Shape, Shape]  # the shapes of q, k and v as they came
    groups: tuple[int, int]  # how many query heads share a head of k, and of v
    lead: Shape  # the leading axes of the output

    @property
    def factor(self) -> float:
        """What the raw scores are multiplied by."""
        return 1 / math.sqrt(self.q.shape[-1]) if self.scale is None else self.scale

    @property
    def size(self) -> int:
        """How many scores there are, over all leading axes."""
        return math.prod((*self.lead, self.q.shape[-2], self.k.shape[-2]))

    def allowed(self) -> Bools | None:
        """What mask, causal and window allow together, broadcastable to (…, n, m)."""
        n, m = self.q.shape[-2], self.k.shape[-2]
        return masks.allowed(n, m, mask=self.mask, causal=self.causal, window=self.window, offset=self.offset)

    def options(self) -> dict[str, Any]:
        """The keywords of the fast face."""
        return {
            "mask": self.mask,
            "bias": self.bias,
            "causal": self.causal,
            "window": self.window,
            "scale": self.factor,
            "softcap": self.softcap,
            "offset": self.offset,
        }

    def gathered(self, dq: Floats, dk: Floats, dv: Floats) -> tuple[Floats, Floats, Floats]:
        """Gradients in the shapes in which q, k and v came, summed over what was shared."""
        dk, dv = sum_heads(dk, self.groups[0]), sum_heads(dv, self.groups[1])
        back = [
            summed_to(d, shape).astype(self.result) for d, shape in zip((dq, dk, dv), self.given, strict=True)
        ]
        return back[0], back[1], back[2]


def inputs(
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
) -> Inputs:
    """Checks everything that `attention` takes. Raises TypeError and ValueError as told there."""
    q_, k_, v_ = (
        checks.matrix("q", q, "(…, n, d_k)"),
        checks.matrix("k", k, "(…, m, d_k)"),
        checks.matrix("v", v, "(…, m, d_v)"),
    )
    given = (q_.shape, k_.shape, v_.shape)
    checks.same_axis("q", q_.shape, -1, "k", k_.shape, -1, "d_k")
    checks.same_axis("k", k_.shape, -2, "v", v_.shape, -2, "the number of keys m")
    if scale is None and q_.shape[-1] == 0:
        raise ValueError(f"q {q_.shape} has d_k = 0, for which there is no 1/√d_k: pass scale=")
    checks.leading("k", k_.shape, "v", v_.shape)
    groups = group_size("k", k_.shape, q_.shape), group_size("v", v_.shape, q_.shape)
    result = np.result_type(q_, k_, v_)
    computed = np.dtype(np.float32) if result == np.float16 else result
    q_, k_, v_ = (x.astype(computed, copy=False) for x in (q_, k_, v_))
    k_, v_ = repeat_heads(k_, groups[0]), repeat_heads(v_, groups[1])
    lead = np.broadcast_shapes(
        checks.leading("q", q_.shape, "k", k_.shape), checks.leading("q", q_.shape, "v", v_.shape)
    )
    target = (*lead, q_.shape[-2], k_.shape[-2])
    mask_ = None if mask is None else checks.booleans("mask", mask)
    bias_ = None if bias is None else checks.added("bias", bias).astype(computed, copy=False)
    if mask_ is not None:
        checks.broadcasts_to("mask", mask_.shape, target, "the scores (…, n, m)")
    if bias_ is not None:
        checks.broadcasts_to("bias", bias_.shape, target, "the scores (…, n, m)")
    return Inputs(
        q_,
        k_,
        v_,
        mask_,
        bias_,
        causal=checks.flag("causal", causal),
        window=None if window is None else checks.whole("window", window, least=1),
        scale=None if scale is None else checks.number("scale", scale),
        softcap=None if softcap is None else checks.number("softcap", softcap, positive=True),
        offset=checks.whole("offset", offset),
        result=result,
        given=given,
        groups=groups,
        lead=lead,
    )


def summed_to(d: Floats, shape: Shape) -> Floats:
    """The gradient of broadcasting: `d` summed over every axis along which `shape` was repeated."""
    extra = d.ndim - len(shape)
    repeated = tuple(range(extra)) + tuple(
        extra + axis for axis, length in enumerate(shape) if length == 1 and d.shape[extra + axis] != 1
    )
    return np.asarray(d.sum(axis=repeated, keepdims=True)).reshape(shape) if repeated else d
