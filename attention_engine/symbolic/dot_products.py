"""Moments of scores: q·k of two vectors with d independent entries each, where d is a number or a name."""

from __future__ import annotations

from collections.abc import Mapping

import sympy

from attention_engine.symbolic.laws import STANDARD, Law
from attention_engine.symbolic.polynomials import VAR, E, evaluated
from attention_engine.symbolic.result import Expression, Given, Result, derived, given, refuse, size

SCALE = sympy.Symbol("s", positive=True)
_Q, _K, _X, _Z = (sympy.Symbol(name, real=True) for name in "qkxz")  # one entry of each


def score_mean(d: Given, q: Law = STANDARD, k: Law = STANDARD) -> Result:
    """E[q·k] = d E[q] E[k]."""
    n = size(d)
    return _worked(
        {_Q: q, _K: k},
        ("linearity: d equal terms", n * E(_Q * _K)),
        ("q_i and k_i are independent", n * E(_Q) * E(_K)),
    )


def score_variance(d: Given, q: Law = STANDARD, k: Law = STANDARD) -> Result:
    """Var(q·k) = d (E[q²] E[k²] − E[q]² E[k]²), which is d for mean 0 and variance 1.

    Vaswani et al., Attention Is All You Need (2017), footnote 4, for mean 0 and variance 1.

    >>> score_variance("d_k").value
    d_k
    >>> from attention_engine.symbolic import uniform
    >>> score_variance(2, uniform(0, 1), uniform(0, 1)).value
    7/72
    """
    n = size(d)
    return _worked(
        {_Q: q, _K: k},
        ("the d terms q_i k_i are uncorrelated, and have one variance", n * VAR(_Q * _K)),
        ("Var(x) = E[x²] − E[x]²", n * (E(_Q**2 * _K**2) - E(_Q * _K) ** 2)),
        ("q_i and k_i are independent", n * (E(_Q**2) * E(_K**2) - E(_Q) ** 2 * E(_K) ** 2)),
    )


def self_score_mean(d: Given, x: Law = STANDARD) -> Result:
    """E[x·x] = d E[x²]."""
    return _worked({_X: x}, ("linearity: d equal terms", size(d) * E(_X**2)))


def self_score_variance(d: Given, x: Law = STANDARD) -> Result:
    """Var(x·x) = d (E[x⁴] − E[x²]²): a vector against itself, q = k. 2d for standard normal entries."""
    n = size(d)
    return _worked(
        {_X: x},
        ("the d squares are independent", n * VAR(_X**2)),
        ("Var(y) = E[y²] − E[y]²", n * (E(_X**4) - E(_X**2) ** 2)),
    )


def score_fourth_moment(d: Given, q: Law = STANDARD, k: Law = STANDARD) -> Result:
    """E[(q·k)⁴]: 3d² + 6d for standard normal entries.

    With m_r = E[q^r] E[k^r], the multinomial theorem gives d m₄ + 4 d(d−1) m₃ m₁ + 3 d(d−1) m₂² +
    6 d(d−1)(d−2) m₂ m₁² + d(d−1)(d−2)(d−3) m₁⁴. Where m₁ = 0, third moments are not asked for.
    """
    n = size(d)
    ways = {(4,): 1, (3, 1): 4, (2, 2): 3, (2, 1, 1): 6, (1, 1, 1, 1): 1}  # of putting four places together
    if (q.mean * k.mean).is_zero:
        ways = {(4,): 1, (2, 2): 3}
    counts = {powers: c * sympy.ff(n, len(powers)) for powers, c in ways.items()}
    return _worked(
        {_Q: q, _K: k},
        (
            "the four factors are one term, or two and two, …; a single one counts if its mean is not 0",
            sympy.Add(*(c * sympy.prod([E(_Q**r * _K**r) for r in powers]) for powers, c in counts.items())),
        ),
        (
            "q_i and k_i are independent",
            sympy.Add(
                *(c * sympy.prod([E(_Q**r) * E(_K**r) for r in powers]) for powers, c in counts.items())
            ),
        ),
    )


def correlated_score_variance(
    d: Given, q: Law = STANDARD, k: Law = STANDARD, rho_q: Given = 0, rho_k: Given = 0
) -> Result:
    """Var(q·k) where any two entries of q have the correlation ρ_q, any two of k ρ_k; q and k independent.

    tr(Σ_q Σ_k) + μ_qᵀ Σ_k μ_q + μ_kᵀ Σ_q μ_k with Σ = σ² ((1 − ρ) I + ρ 1 1ᵀ), since E[q_i q_j] is
    Σ_ij + μ_i μ_j. With means of 0 the one correlation drops out where the other is 0.
    """
    n, mu_q, mu_k, v_q, v_k = size(d), q.mean, k.mean, q.variance, k.variance
    r_q, r_k = _correlation("rho_q", rho_q, n), _correlation("rho_k", rho_k, n)
    square, pairs = mu_q**2 * mu_k**2, n * (n - 1)
    equal = n * ((v_q + mu_q**2) * (v_k + mu_k**2) - square)
    unequal = pairs * ((r_q * v_q + mu_q**2) * (r_k * v_k + mu_k**2) - square)
    traces = v_q * v_k * (n + pairs * r_q * r_k)
    means = mu_q**2 * v_k * (n + pairs * r_k) + mu_k**2 * v_q * (n + pairs * r_q)
    return derived(
        (
            "Σ_ij (E[q_i q_j] E[k_i k_j] − μ_q² μ_k²): d terms with i = j, and d(d − 1) others",
            equal + unequal,
        ),
        ("tr(Σ_q Σ_k) + μ_qᵀ Σ_k μ_q + μ_kᵀ Σ_q μ_k", traces + means),
        ("brought together", sympy.factor(traces + means)),
    )


def matched_score_variance(d: Given, rho: Given, x: Law = STANDARD) -> Result:
    """Var(q·k) where q_i and k_i have the correlation ρ.

    k_i = ρ q_i + √(1 − ρ²) z_i, with q_i and z_i of the law x.
    (1 + ρ²) d for standard normal entries, from d for ρ = 0 to 2d for q = k.
    """
    n, r = size(d), _correlation("rho", rho, sympy.Integer(2))
    product = _X * (r * _X + sympy.sqrt(1 - r**2) * _Z)
    return _worked(
        {_X: x, _Z: x},
        ("the d terms q_i k_i are independent", n * VAR(product)),
        ("Var(y) = E[y²] − E[y]²", n * (E(sympy.expand(product**2)) - E(sympy.expand(product)) ** 2)),
    )


def scaled_score_variance(scale: Given, d: Given, q: Law = STANDARD, k: Law = STANDARD) -> Result:
    """Var(s q·k) = s² Var(q·k): 1 for s = 1/√d, and 1/d for s = 1/d, entries standardised."""
    s, n, value = given(scale), size(d), score_variance(d, q, k).value
    return derived(
        ("a factor leaves a variance as its square", s**2 * n * VAR(_Q * _K)),
        ("the variance of the score", sympy.simplify(s**2 * value)),
    )


def scale_choice(d: Given, q: Law = STANDARD, k: Law = STANDARD) -> Result:
    """The s > 0 with Var(s q·k) = 1, which is 1/√d for standardised entries.

    The first step is the equation in s (`SCALE`). Vaswani et al. (2017), 3.2.1. Raises ValueError where the
    score does not vary.

    >>> scale_choice(64).value
    1/8
    """
    value = score_variance(d, q, k).value
    refuse(value.is_zero, "the variance of the score is 0: no factor makes it 1")
    return derived(
        ("a factor leaves a variance as its square", sympy.Eq(SCALE**2 * value, 1)),
        ("solved for s > 0", 1 / sympy.sqrt(value)),
    )


def _worked(entries: Mapping[Expression, Law], *steps: tuple[str, Expression]) -> Result:
    """Steps with moments of single entries, the moments put in, and the whole brought together."""
    value = evaluated(steps[-1][1], entries)
    return derived(*steps, ("the moments of one entry", value), ("brought together", sympy.factor(value)))


def _correlation(name: str, rho: Given, d: Expression) -> Expression:
    """ρ between d entries: at most 1, and not below −1/(d − 1), where the variance of their sum is 0."""
    r = given(rho)
    least = 1 + (d - 1) * r if d.is_number else 1 + r
    refuse((1 - r).is_negative or least.is_negative, f"{name} is {rho}: no {d} entries have that correlation")
    return r
