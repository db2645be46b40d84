"""The calculus of the softmax and of what belongs to it, for n scores.

Values are in the weights p_1, p_2, …, as names of their own; `at_scores` writes them with the scores.
Formulas: Goodfellow, Bengio and Courville, Deep Learning (2016), 4.1 and 6.2.2, and by the chain rule.
"""

from __future__ import annotations

from collections.abc import Callable, Iterable, Sequence

import sympy

from attention_engine import checks
from attention_engine.symbolic.result import Expression, Given, Result, derived, given, place

BETA = sympy.Symbol("beta", positive=True)


def scores(n: int) -> tuple[Expression, ...]:
    """The scores z_1 … z_n."""
    return tuple(sympy.Symbol(f"z_{i}", real=True) for i in range(1, checks.whole("n", n, least=1) + 1))


def weights(n: int) -> tuple[Expression, ...]:
    """The weights p_1 … p_n as names of their own."""
    return tuple(sympy.Symbol(f"p_{i}", positive=True) for i in range(1, checks.whole("n", n, least=1) + 1))


def at_scores(expression: Expression, n: int, scale: Given = 1) -> Expression:
    """The expression with every weight written out, p_i = e^{s z_i}/Σ_j e^{s z_j}."""
    return expression.xreplace(dict(zip(weights(n), _softmax(n, scale), strict=True)))


def softmax_jacobian(n: int, scale: Given = 1) -> Result:
    """∂p_i/∂z_j = s p_i (δ_ij − p_j) for p = softmax(s z): row i, column j.

    >>> softmax_jacobian(2).value
    Matrix([
    [p_1*(1 - p_1),      -p_1*p_2],
    [     -p_1*p_2, p_2*(1 - p_2)]])
    """
    z, p, s = scores(n), weights(n), given(scale)
    powers, total = _exponentials(n, s)
    return derived(
        ("what is asked", _table(n, lambda i, j: sympy.Derivative(powers[i] / total, z[j]))),
        (
            "the quotient rule",
            _table(n, lambda i, j: s * (_delta(i, j) * powers[i] * total - powers[i] * powers[j]) / total**2),
        ),
        ("in the weights", _table(n, lambda i, j: s * p[i] * (_delta(i, j) - p[j]))),
    )


def softmax_hessian(n: int, i: int) -> Result:
    """∂²p_i/∂z_j ∂z_k = p_i ((δ_ij − p_j)(δ_ik − p_k) − p_j (δ_jk − p_k)) of the weight i, counted from 1."""
    z, p, at = scores(n), weights(n), place("i", i, n)
    return derived(
        ("what is asked", _table(n, lambda j, k: sympy.Derivative(_softmax(n)[at], z[j], z[k]))),
        (
            "the Jacobian once more: the product rule for p_i (δ_ij − p_j)",
            _table(n, lambda j, k: _slope(p[at], k, p) * (_delta(at, j) - p[j]) - p[at] * _slope(p[j], k, p)),
        ),
        (
            "p_i taken out",
            _table(
                n,
                lambda j, k: (
                    p[at] * ((_delta(at, j) - p[j]) * (_delta(at, k) - p[k]) - p[j] * (_delta(j, k) - p[k]))
                ),
            ),
        ),
    )


def softmax_vjp(n: int) -> Result:
    """Jᵀ g = p ∘ (g − ⟨g, p⟩) for the gradient g_1 … g_n of the weights, as a column."""
    p, g = weights(n), sympy.symbols(f"g_1:{n + 1}", real=True)
    mean = sympy.Add(*(a * b for a, b in zip(g, p, strict=True)))
    return derived(
        ("the Jacobian's transpose times g", softmax_jacobian(n).value.T * sympy.ImmutableMatrix(g)),
        ("p_j taken out", _column(n, lambda j: p[j] * (g[j] - mean))),
    )


def log_sum_exp_gradient(n: int) -> Result:
    """∂/∂z_j ln Σ e^z = p_j, as a column."""
    z, (powers, total) = scores(n), _exponentials(n)
    return derived(
        ("what is asked", _column(n, lambda j: sympy.Derivative(sympy.log(total), z[j]))),
        ("the chain rule", _column(n, lambda j: powers[j] / total)),
        ("in the weights", _column(n, lambda j: weights(n)[j])),
    )


def log_sum_exp_hessian(n: int) -> Result:
    """∂²/∂z_j ∂z_k ln Σ e^z = p_j (δ_jk − p_k): the softmax's Jacobian, never negative in any direction."""
    z, (_, total) = scores(n), _exponentials(n)
    return derived(
        ("what is asked", _table(n, lambda j, k: sympy.Derivative(sympy.log(total), z[j], z[k]))),
        ("its gradient is the softmax", _table(n, lambda j, k: sympy.Derivative(_softmax(n)[j], z[k]))),
        ("the softmax's Jacobian", softmax_jacobian(n).value),
    )


def log_softmax_jacobian(n: int) -> Result:
    """∂ ln p_i/∂z_j = δ_ij − p_j."""
    z, (_, total) = scores(n), _exponentials(n)
    return derived(
        ("ln p_i = z_i − ln Σ e^z", _table(n, lambda i, j: sympy.Derivative(z[i] - sympy.log(total), z[j]))),
        ("the gradient of ln Σ e^z is p", _table(n, lambda i, j: _delta(i, j) - weights(n)[j])),
    )


def cross_entropy_gradient(n: int, target: int) -> Result:
    """∂(−ln p_t)/∂z_j = p_j − δ_jt for the right answer t, counted from 1, as a column."""
    z, (_, total), t = scores(n), _exponentials(n), place("target", target, n)
    return derived(
        ("−ln p_t = ln Σ e^z − z_t", _column(n, lambda j: sympy.Derivative(sympy.log(total) - z[t], z[j]))),
        ("the gradient of ln Σ e^z is p", _column(n, lambda j: weights(n)[j] - _delta(j, t))),
    )


def entropy(n: int) -> Result:
    """H = −Σ p ln p = ln Σ e^z − Σ p z, in nats."""
    z, p, lse = scores(n), weights(n), sympy.log(_exponentials(n)[1])
    return derived(
        ("what is asked", -_weighted(p, map(sympy.log, p))),
        ("ln p_i = z_i − ln Σ e^z", -_weighted(p, [each - lse for each in z])),
        ("the weights sum to 1", lse - _weighted(p, z)),
    )


def entropy_gradient(n: int) -> Result:
    """∂H/∂z_j = −p_j (ln p_j + H), as a column: 0 where −ln p_j is just H."""
    p = weights(n)
    asked, negative = -_weighted(p, map(sympy.log, p)), _weighted(p, map(sympy.log, p))
    return derived(
        ("what is asked", _column(n, lambda j: sympy.Derivative(at_scores(asked, n), scores(n)[j]))),
        ("the chain rule through the weights", _column(n, lambda j: _slope(asked, j, p))),
        ("the weights sum to 1", _column(n, lambda j: -p[j] * (sympy.log(p[j]) - negative))),
    )


def entropy_slope(n: int) -> Result:
    """dH/dβ = −β Var_p(z) for p = softmax(β z), β > 0: sharper scores leave less entropy."""
    z, p = scores(n), weights(n)
    mean = _weighted(p, z)
    asked = at_scores(-_weighted(p, map(sympy.log, p)), n, BETA)
    return derived(
        ("what is asked", sympy.Derivative(asked, BETA)),
        (
            "the chain rule with dp_i/dβ = p_i (z_i − Σ p z)",
            -_weighted(p, [(sympy.log(w) + 1) * (each - mean) for w, each in zip(p, z, strict=True)]),
        ),
        (
            "ln p_i = β z_i − ln Σ e^{βz}, and p_i (z_i − Σ p z) sums to 0",
            -BETA * _weighted(p, [x * (x - mean) for x in z]),
        ),
        ("Var_p(z) = Σ p z² − (Σ p z)²", -BETA * (_weighted(p, [x**2 for x in z]) - mean**2)),
    )


def _exponentials(n: int, scale: Given = 1) -> tuple[list[Expression], Expression]:
    """e^{s z_i}, and their sum."""
    powers = [sympy.exp(given(scale) * z) for z in scores(n)]
    return powers, sympy.Add(*powers)


def _softmax(n: int, scale: Given = 1) -> list[Expression]:
    powers, total = _exponentials(n, scale)
    return [each / total for each in powers]


def _slope(expression: Expression, j: int, p: Sequence[Expression]) -> Expression:
    """∂/∂z_j of an expression in the weights: Σ_i ∂/∂p_i · p_i (δ_ij − p_j)."""
    return sympy.Add(*(sympy.diff(expression, w) * w * (_delta(i, j) - p[j]) for i, w in enumerate(p)))


def _delta(i: int, j: int) -> Expression:
    return sympy.Integer(i == j)


def _weighted(p: Sequence[Expression], values: Iterable[Expression]) -> Expression:
    """Σ_i p_i x_i."""
    return sympy.Add(*(w * x for w, x in zip(p, values, strict=True)))


def _table(n: int, entry: Callable[[int, int], Expression]) -> Expression:
    return sympy.ImmutableMatrix([[entry(i, j) for j in range(n)] for i in range(n)])


def _column(n: int, entry: Callable[[int], Expression]) -> Expression:
    return sympy.ImmutableMatrix([entry(j) for j in range(n)])
