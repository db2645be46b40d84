"""Where a token stands: sinusoids that are added to it, and rotations of queries and keys (RoPE)."""

from __future__ import annotations

from typing import Literal

import numpy as np

from attention_engine import checks
from attention_engine.arrays import ArrayLike, Floats

Pairing = Literal["adjacent", "halves"]


def frequencies(d: int, *, base: float = 10000.0) -> Floats:
    """base^{−2i/d} for i = 0 … d/2 − 1, radians a position, shape (d/2,). Raises ValueError for odd d."""
    width = checks.whole("d", d, least=0)
    if width % 2:
        raise ValueError(f"d is {width}: positions turn pairs of entries, so d must be even")
    b = checks.number("base", base, positive=True)
    return np.asarray(b ** (-np.arange(0, width, 2) / max(width, 1)), dtype=np.float64)


def sinusoidal_positions(n: int, d_model: int, *, base: float = 10000.0, offset: int = 0) -> Floats:
    """sin at even and cos at odd entries, shape (n, d_model) (Vaswani et al., 2017, section 3.5).

    PE(p, 2i) = sin(p / base^{2i/d}), PE(p, 2i+1) = cos of the same, for p = offset … offset + n − 1.
    """
    positions = np.arange(checks.whole("n", n, least=0)) + checks.whole("offset", offset)  # (n,)
    angles = positions[:, None] * frequencies(d_model, base=base)  # (n, d/2)
    return np.stack((np.sin(angles), np.cos(angles)), axis=-1).reshape(len(positions), d_model)


def rotation(theta: float) -> Floats:
    """R(θ) = [[cos θ, −sin θ], [sin θ, cos θ]], θ in radians. R(a)ᵀ R(b) = R(b − a)."""
    t = checks.number("theta", theta)
    return np.array([[np.cos(t), -np.sin(t)], [np.sin(t), np.cos(t)]])


def rotate(
    x: ArrayLike, positions: ArrayLike | None = None, *, base: float = 10000.0, pairing: Pairing = "adjacent"
) -> Floats:
    """RoPE: each pair i of entries of row p turned by position_p · base^{−2i/d}; (…, n, d) → (…, n, d).

    Turned queries and keys have scores that depend on the difference of their positions alone (Su et al.,
    2021). `positions` is (n,) or broadcasts to (…, n), 0 … n − 1 unless given. Pairs are neighbours (0, 1),
    (2, 3) … as in the paper, or, with pairing="halves", (0, d/2), (1, d/2 + 1) … as in GPT-NeoX and
    Llama code.
    Raises ValueError for odd d, positions that do not fit, or another pairing.
    """
    array = checks.matrix("x", x, "(…, n, d)")
    n, d = array.shape[-2:]
    p = np.arange(n, dtype=np.float64) if positions is None else checks.floats("positions", positions)
    checks.broadcasts_to("positions", p.shape, array.shape[:-1], "the rows of x")
    if pairing not in ("adjacent", "halves"):
        raise ValueError(f"pairing is {pairing!r}: expected 'adjacent' or 'halves'")
    angles = p[..., None].astype(np.float64) * frequencies(d, base=base)  # (…, n, d/2)
    cos, sin = np.cos(angles), np.sin(angles)
    first, second = (
        (array[..., 0::2], array[..., 1::2]) if pairing == "adjacent" else np.split(array, 2, axis=-1)
    )  # (…, n, d/2) each
    turned = (first * cos - second * sin, first * sin + second * cos)
    if pairing == "adjacent":
        result = np.stack(turned, axis=-1).reshape(array.shape)
    else:
        result = np.concatenate(turned, axis=-1)
    return result.astype(array.dtype, copy=False)
