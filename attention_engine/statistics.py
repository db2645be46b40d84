"""Mean and variance of q·k: exactly for entries of any distribution, and estimated by drawing.

For independent entries with means μ and variances σ², E[q·k] = d μ_q μ_k and
Var(q·k) = d ((σ_q² + μ_q²)(σ_k² + μ_k²) − μ_q² μ_k²) = d (σ_q² σ_k² + μ_q² σ_k² + μ_k² σ_q²),
which is d where means are 0 and variances 1: the reason to divide by √d_k. It holds of fresh weights, not of
trained queries and keys.
"""

from __future__ import annotations

import math
from collections.abc import Callable
from dataclasses import dataclass
from fractions import Fraction
from typing import Any, TypeAlias

import numpy as np

from attention_engine import checks
from attention_engine.arrays import ArrayLike, Floats

Number: TypeAlias = int | float | Fraction  # fractions in, exact fractions out
Draw: TypeAlias = Callable[
    [np.random.Generator, tuple[int, int]], np.ndarray[Any, np.dtype[np.floating[Any]]]
]


@dataclass(frozen=True, slots=True)
class Moments:
    """Raw moments of one entry: E[x], E[x²] and, for q·q only, E[x⁴]."""

    first: Number
    second: Number
    fourth: Number | None = None

    def __post_init__(self) -> None:
        if self.second < self.first * self.first:
            raise ValueError(f"E[x²] is {self.second}: it cannot be below E[x]² = {self.first * self.first}")

    @property
    def mean(self) -> Number:
        return self.first

    @property
    def variance(self) -> Number:
        """E[x²] − E[x]²."""
        return self.second - self.first * self.first

    @staticmethod
    def normal(mean: Number = 0, deviation: Number = 1) -> Moments:
        """N(μ, σ²); `deviation` is σ."""
        return Moments.around(mean, deviation * deviation, 3 * deviation * deviation * deviation * deviation)

    @staticmethod
    def uniform(low: Number, high: Number) -> Moments:
        """U(a, b): variance (b − a)²/12. Integers give exact fractions."""
        if not low < high:
            raise ValueError(f"low is {low} and high {high}: expected low < high")
        half = _exact(high - low) / 2
        return Moments.around(_exact(low + high) / 2, half * half / 3, half * half * half * half / 5)

    @staticmethod
    def laplace(scale: Number, mean: Number = 0) -> Moments:
        """Density e^{−|x − μ|/b} / (2b): variance 2b²."""
        square = scale * scale
        return Moments.around(mean, 2 * square, 24 * square * square)

    @staticmethod
    def bernoulli(p: Number) -> Moments:
        """1 with probability p, else 0: every raw moment is p."""
        if not 0 <= p <= 1:
            raise ValueError(f"p is {p}: expected a probability")
        return Moments(p, p, p)

    @staticmethod
    def around(mean: Number, second: Number, fourth: Number) -> Moments:
        """From central moments of a symmetric distribution: E[(x−μ)²] and E[(x−μ)⁴]."""
        square = mean * mean
        return Moments(mean, square + second, square * square + 6 * square * second + fourth)


STANDARD = Moments.normal()


def dot_product_mean(d: int, q: Moments = STANDARD, k: Moments = STANDARD) -> Number:
    """E[q·k] = d E[q] E[k], entries independent."""
    return checks.whole("d", d, least=0) * (q.first * k.first)


def dot_product_variance(d: int, q: Moments = STANDARD, k: Moments = STANDARD) -> Number:
    """Var(q·k) = d (E[q²] E[k²] − E[q]² E[k]²), all entries independent. Exact for integers and fractions.

    >>> dot_product_variance(64)
    64
    >>> dot_product_variance(1, Moments.uniform(0, 1), Moments.uniform(0, 1))
    Fraction(7, 144)
    """
    return checks.whole("d", d, least=0) * (q.second * k.second - q.first * q.first * k.first * k.first)


def self_product_mean(d: int, x: Moments = STANDARD) -> Number:
    """E[x·x] = d E[x²]: a vector against itself does not have mean 0."""
    return checks.whole("d", d, least=0) * x.second


def self_product_variance(d: int, x: Moments = STANDARD) -> Number:
    """Var(x·x) = d (E[x⁴] − E[x²]²): 2d for standard normal entries. Raises ValueError without E[x⁴]."""
    if x.fourth is None:
        raise ValueError("x has no fourth moment: give Moments(first, second, fourth)")
    return checks.whole("d", d, least=0) * (x.fourth - x.second * x.second)


def gap_variance(d: int, q: Moments = STANDARD, k: Moments = STANDARD) -> Number:
    """Var(q·k_1 − q·k_2) = 2 d E[q²] Var(k): 2d for standardised entries, a deviation of √(2d)."""
    return 2 * checks.whole("d", d, least=0) * (q.second * k.variance)


def correlated_dot_product_variance(
    mean_q: ArrayLike, covariance_q: ArrayLike, mean_k: ArrayLike, covariance_k: ArrayLike
) -> float:
    """tr(Σ_q Σ_k) + μ_qᵀ Σ_k μ_q + μ_kᵀ Σ_q μ_k, for entries that are correlated within q and within k.

    q and k are independent of each other; means (d,), covariances (d, d). Raises ValueError where d differs.
    """
    m_q, m_k = checks.floats("mean_q", mean_q), checks.floats("mean_k", mean_k)
    s_q = checks.matrix("covariance_q", covariance_q, "(d, d)")
    s_k = checks.matrix("covariance_k", covariance_k, "(d, d)")
    d = m_q.shape[-1] if m_q.ndim == 1 else -1
    for name, array, shape in (
        ("mean_q", m_q, (d,)),
        ("mean_k", m_k, (d,)),
        ("covariance_q", s_q, (d, d)),
        ("covariance_k", s_k, (d, d)),
    ):
        if array.shape != shape:
            raise ValueError(f"{name} has shape {array.shape}: expected means (d,) and covariances (d, d)")
    return float(np.trace(s_q @ s_k) + m_q @ s_k @ m_q + m_k @ s_q @ m_k)


def scaled_deviation(d: int, divisor: float) -> float:
    """The standard deviation √d / c of q·k / c, entries standardised: 1 for c = √d, 1/√d for c = d."""
    return math.sqrt(checks.whole("d", d, least=0)) / checks.number("divisor", divisor, positive=True)


def standard_error(deviation: float, samples: int) -> float:
    """s / √N, the standard deviation of a mean of N draws; s with N − 1."""
    return checks.number("deviation", deviation) / math.sqrt(checks.whole("samples", samples, least=1))


@dataclass(frozen=True, slots=True)
class Estimate:
    """Mean and variance (with N − 1) of N draws, each with its standard error."""

    samples: int
    mean: float
    mean_error: float
    variance: float
    variance_error: float


def estimated(draws: ArrayLike) -> Estimate:
    """The `Estimate` of independent draws (N,). Raises ValueError for fewer than 2.

    The error of the variance is √((μ₄ − s⁴ (N − 3)/(N − 1)) / N), which holds for any distribution.
    """
    x = checks.floats("draws", draws).astype(np.float64, copy=False)
    if x.ndim != 1 or x.size < 2:
        raise ValueError(f"draws has shape {x.shape}: expected (N,) with N of at least 2")
    count, mean, variance = x.size, float(x.mean()), float(x.var(ddof=1))
    fourth = float(((x - mean) ** 4).mean())
    spread = max(fourth - variance**2 * (count - 3) / (count - 1), 0.0)
    error = standard_error(math.sqrt(variance), count)
    return Estimate(count, mean, error, variance, math.sqrt(spread / count))


def standard_normal(rng: np.random.Generator, shape: tuple[int, int]) -> Floats:
    """Entries N(0, 1)."""
    return rng.standard_normal(shape)


def estimated_dot_product(
    d: int,
    samples: int,
    rng: np.random.Generator,
    *,
    draw_q: Draw = standard_normal,
    draw_k: Draw = standard_normal,
    divisor: float = 1.0,
) -> Estimate:
    """Mean and variance of q·k / c over `samples` drawn pairs of d entries; chance comes from `rng` alone.

    `draw_q` and `draw_k` are given `rng` and a shape (N, d). Draws in parts, so memory stays below 20 MB.
    """
    width, count = checks.whole("d", d, least=0), checks.whole("samples", samples, least=2)
    c = checks.number("divisor", divisor, positive=True)
    part = max(1, 2**20 // max(width, 1))
    products = np.empty(count)
    for start in range(0, count, part):
        size = min(part, count - start)
        q, k = draw_q(rng, (size, width)), draw_k(rng, (size, width))  # (N, d)
        products[start : start + size] = np.einsum("nd,nd->n", q, k)
    return estimated(products / c)


def _exact(x: Number) -> Number:
    """An integer as a fraction, so that halves and thirds of it stay exact."""
    return Fraction(x) if isinstance(x, int) else x
