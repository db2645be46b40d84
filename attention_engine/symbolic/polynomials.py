"""E, Var and Cov of polynomials in independent entries.

The expectation is linear, and that of a product of different entries is the product of theirs, so the moments
of single entries are enough. In steps, `E`, `VAR` and `COV` stand for what is not worked out yet.
"""

from __future__ import annotations

from collections.abc import Mapping, Sequence

import sympy

from attention_engine.symbolic.laws import Law
from attention_engine.symbolic.result import Expression, Given, Result, derived, given

E, VAR, COV = (sympy.Function(name) for name in ("E", "Var", "Cov"))


def vector(name: str, laws: Sequence[Law]) -> dict[Expression, Law]:
    """The entries name_1, name_2, … with their laws: `vector("q", [normal()] * 3)`."""
    return {sympy.Symbol(f"{name}_{i}", real=True): law for i, law in enumerate(laws, 1)}


def dot(q: Mapping[Expression, Law], k: Mapping[Expression, Law]) -> Expression:
    """q·k = Σ_i q_i k_i of two vectors of one length, entry by entry."""
    return sympy.Add(*(a * b for a, b in zip(q, k, strict=True)))


def expectation(polynomial: Given, entries: Mapping[Expression, Law]) -> Result:
    """E of a polynomial in independent entries, by linearity and E[xy] = E[x] E[y].

    Raises ValueError if it is no polynomial in them, or a moment is missing.
    """
    terms = _terms(polynomial, entries)
    linear = sympy.Add(
        *(c * E(m) if m != 1 else c for c, m in ((c, _monomial(p, entries)) for p, c in terms))
    )
    return derived(
        ("what is asked", E(given(polynomial))),
        ("linearity: the mean of each term", linear),
        (
            "independence: the mean of a product of different entries is the product",
            _split(polynomial, entries),
        ),
        ("the moments of each entry", _mean(polynomial, entries)),
        ("brought together", sympy.factor(_mean(polynomial, entries))),
    )


def variance(polynomial: Given, entries: Mapping[Expression, Law]) -> Result:
    """Var(x) = E[x²] − E[x]² of a polynomial in independent entries; raises as `expectation` does."""
    x = given(polynomial)
    return _covariance(("what is asked", VAR(x)), x, x, entries)


def covariance(first: Given, second: Given, entries: Mapping[Expression, Law]) -> Result:
    """Cov(x, y) = E[xy] − E[x] E[y] of polynomials in independent entries; raises as `expectation` does."""
    x, y = given(first), given(second)
    return _covariance(("what is asked", COV(x, y)), x, y, entries)


def evaluated(expression: Expression, entries: Mapping[Expression, Law]) -> Expression:
    """The expression with every E, Var and Cov in it worked out; raises as `expectation` does."""

    def both(x: Expression, y: Expression) -> Expression:
        return _mean(x * y, entries) - _mean(x, entries) * _mean(y, entries)

    done = expression.replace(E, lambda x: _mean(x, entries))
    return done.replace(VAR, lambda x: both(x, x)).replace(COV, both)


def _covariance(
    asked: tuple[str, Expression], x: Expression, y: Expression, entries: Mapping[Expression, Law]
) -> Result:
    value = _mean(x * y, entries) - _mean(x, entries) * _mean(y, entries)
    return derived(
        asked,
        ("Cov(x, y) = E[xy] − E[x] E[y], and Var(x) = Cov(x, x)", E(x * y) - E(x) * E(y)),
        (
            "linearity, and independence of different entries",
            _split(x * y, entries) - _split(x, entries) * _split(y, entries),
        ),
        ("the moments of each entry", value),
        ("brought together", sympy.factor(value)),
    )


def _terms(polynomial: Given, entries: Mapping[Expression, Law]) -> list[tuple[tuple[int, ...], Expression]]:
    """The powers of the entries and the coefficient, for each term."""
    expression = given(polynomial)
    if not entries:
        return [((), expression)]
    try:
        return list(sympy.Poly(expression, *entries).terms())
    except sympy.PolynomialError as error:
        names = ", ".join(map(str, entries))
        raise ValueError(
            f"{expression} is not a polynomial in {names}: its moments are not in a table"
        ) from error


def _monomial(powers: tuple[int, ...], entries: Mapping[Expression, Law]) -> Expression:
    return sympy.prod([x**n for x, n in zip(entries, powers, strict=True)])


def _split(polynomial: Given, entries: Mapping[Expression, Law]) -> Expression:
    """Σ c Π E(xⁿ): linear, and with the entries apart."""
    return sympy.Add(
        *(
            c * sympy.prod([E(x**n) for x, n in zip(entries, powers, strict=True) if n])
            for powers, c in _terms(polynomial, entries)
        )
    )


def _mean(polynomial: Given, entries: Mapping[Expression, Law]) -> Expression:
    """E of a polynomial. Lower moments first: where one is 0, the higher ones need not be known."""
    total = []
    for powers, factor in _terms(polynomial, entries):
        term = factor
        for n, law in sorted(zip(powers, entries.values(), strict=True), key=lambda pair: pair[0]):
            if term == 0:
                break
            term *= law.moment(n)
        total.append(term)
    return sympy.Add(*total)
