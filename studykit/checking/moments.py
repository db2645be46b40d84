"""Moments of independent random names, from tables, exactly.

Every entry of a random name is independent of every other entry of any name, so the expectation of a
monomial is the product of the moments of its entries, and the expectation of a polynomial follows by
linearity. Raw moments E[x^n]:

- normal(m, s): E[x^n] = m E[x^(n-1)] + (n-1) s^2 E[x^(n-2)] (Stein's lemma)
- uniform(a, b): (b^(n+1) - a^(n+1)) / ((n+1)(b-a)) = sum of a^k b^(n-k) over k, divided by n+1
- rademacher: 0 for odd n, 1 for even n
- laplace(b): 0 for odd n, n! b^n for even n
- bernoulli(p): p for n >= 1
- moments(m, v): m and v + m^2, and nothing above the second
"""

from __future__ import annotations

from collections.abc import Callable, Mapping
from fractions import Fraction
from math import factorial

from studykit.checking.arithmetic import Scalar
from studykit.checking.failure import Misfit, Unsupported
from studykit.checking.polynomial import Algebra, Polynomial
from studykit.checking.symbols import Declaration, Distribution
from studykit.checking.tree import Node

ZERO, ONE = Fraction(0), Fraction(1)


STEPS_OF_A_TERM = 8
"""What one term of an expectation weighs: a few products of fractions."""


class Moments:
    """Expectations at one point: the parameters of the distributions have values there."""

    def __init__(
        self, symbols: Mapping[str, Declaration], algebra: Algebra, parameter: Callable[[Node], Scalar]
    ) -> None:
        self._symbols = symbols
        self._algebra = algebra
        self._parameter = parameter
        self._known: dict[tuple[str, int], Scalar] = {}

    def expectation(self, x: Scalar) -> Scalar:
        """E[x]; a plain number is its own expectation."""
        if type(x) is not Polynomial:
            return x
        algebra, total = self._algebra, ZERO
        algebra.spend(STEPS_OF_A_TERM * len(x.terms))
        for monomial, factor in x.terms.items():
            term = Fraction(factor) if type(factor) is int else factor
            for name, power in algebra.powers(monomial):
                term = algebra.multiply(term, self.moment(name, power))
                if term == 0:
                    break
            total = algebra.add(total, term)
        return total

    def variance(self, x: Scalar) -> Scalar:
        """E[x^2] - E[x]^2."""
        return self.covariance(x, x)

    def covariance(self, x: Scalar, y: Scalar) -> Scalar:
        """E[xy] - E[x]E[y]."""
        algebra = self._algebra
        product = algebra.multiply(self.expectation(x), self.expectation(y))
        return algebra.add(self.expectation(algebra.multiply(x, y)), algebra.negative(product))

    def moment(self, name: str, power: int) -> Scalar:
        """E[x^power] of one entry of the name."""
        key = (name, power)
        if key not in self._known:
            declared = self._symbols[name].distribution
            if declared is None:
                raise Unsupported(f"{name} is not random")
            self._known[key] = self._moment(name, declared, power)
        return self._known[key]

    def _moment(self, name: str, declared: Distribution, n: int) -> Scalar:
        if n == 0:
            return ONE
        algebra = self._algebra
        parameters = [self._parameter(node) for node in declared.parameters]
        if len(parameters) != _PARAMETERS[declared.kind]:
            raise Misfit(f"{declared.kind} of {name} takes {_PARAMETERS[declared.kind]} parameters")
        match declared.kind:
            case "normal":
                mean, deviation = parameters
                below = algebra.multiply(mean, self.moment(name, n - 1))
                if n == 1:
                    return below
                variance = algebra.multiply(deviation, deviation)
                spread = algebra.multiply(
                    Fraction(n - 1), algebra.multiply(variance, self.moment(name, n - 2))
                )
                return algebra.add(below, spread)
            case "uniform":
                low, high = parameters
                total = ZERO
                for k in range(n + 1):
                    total = algebra.add(
                        total, algebra.multiply(_power(algebra, low, k), _power(algebra, high, n - k))
                    )
                return algebra.divide(total, Fraction(n + 1))
            case "rademacher":
                return ZERO if n % 2 else ONE
            case "laplace":
                if n % 2:
                    return ZERO
                return algebra.multiply(Fraction(factorial(n)), _power(algebra, parameters[0], n))
            case "bernoulli":
                return parameters[0]
            case "moments":
                mean, variance = parameters
                if n == 1:
                    return mean
                if n == 2:
                    return algebra.add(variance, algebra.multiply(mean, mean))
                raise Unsupported(
                    f"it needs E[{name}^{n}] of an entry; only the mean and variance of {name} are given"
                )


def _power(algebra: Algebra, a: Scalar, n: int) -> Scalar:
    return algebra.power(a, Fraction(n)) if n else ONE


_PARAMETERS = {"normal": 2, "uniform": 2, "rademacher": 0, "laplace": 1, "bernoulli": 1, "moments": 2}
