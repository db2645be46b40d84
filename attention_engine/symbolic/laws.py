"""How one random entry is distributed: its raw moments, from tables.

Formulas of the continuous ones: Johnson, Kotz and Balakrishnan, Continuous Univariate Distributions (1994,
1995), chapters 13, 19, 24, 26 and 28. A parameter is an exact number, a name or an expression.
"""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import dataclass, field

import sympy

from attention_engine import checks
from attention_engine.symbolic.result import Expression, Given, given, refuse


@dataclass(frozen=True, slots=True)
class Law:
    """How one random entry is distributed, by its raw moments."""

    name: str
    parameters: tuple[Expression, ...]
    raw: Callable[[int], Expression] = field(compare=False, repr=False)

    def moment(self, n: int) -> Expression:
        """E[xⁿ]. Raises ValueError where the law has none or does not say."""
        return self.raw(n) if checks.whole("n", n, least=0) else sympy.Integer(1)

    @property
    def mean(self) -> Expression:
        """E[x]."""
        return self.moment(1)

    @property
    def variance(self) -> Expression:
        """E[x²] − E[x]²."""
        return sympy.factor(self.moment(2) - self.moment(1) ** 2)


def normal(mean: Given = 0, deviation: Given = 1) -> Law:
    """N(μ, σ²): E[(x − μ)ⁿ] = (n − 1)!! σⁿ for even n, else 0."""
    return _around("normal", mean, deviation, lambda n: sympy.factorial2(n - 1) if n % 2 == 0 else 0)


def laplace(scale: Given = 1, mean: Given = 0) -> Law:
    """Density e^{−|x − μ|/b}/(2b): E[(x − μ)ⁿ] = n! bⁿ for even n, else 0."""
    refuse(given(scale).is_negative, f"scale is {scale}: expected at least 0")
    return _around("laplace", mean, scale, lambda n: sympy.factorial(n) if n % 2 == 0 else 0)


def uniform(low: Given, high: Given) -> Law:
    """U(a, b): E[xⁿ] = (b^{n+1} − a^{n+1})/((n + 1)(b − a))."""
    a, b = given(low), given(high)
    refuse((b - a).is_nonpositive, f"low is {low} and high {high}: expected low < high")
    return Law("uniform", (a, b), lambda n: sympy.cancel((b ** (n + 1) - a ** (n + 1)) / ((n + 1) * (b - a))))


def rademacher() -> Law:
    """+1 or −1 with probability ½ each: E[xⁿ] = 1 for even n, else 0."""
    return Law("rademacher", (), lambda n: sympy.Integer(1 - n % 2))


def bernoulli(p: Given) -> Law:
    """1 with probability p, else 0: E[xⁿ] = p."""
    chance = given(p)
    refuse(chance.is_negative or (1 - chance).is_negative, f"p is {p}: expected a probability")
    return Law("bernoulli", (chance,), lambda n: chance)


def exponential(rate: Given = 1) -> Law:
    """Density λ e^{−λx} for x ≥ 0: E[xⁿ] = n!/λⁿ."""
    pace = given(rate)
    refuse(pace.is_nonpositive, f"rate is {rate}: expected above 0")
    return Law("exponential", (pace,), lambda n: sympy.factorial(n) / pace**n)


def student(freedom: Given) -> Law:
    """Student's t with ν degrees of freedom.

    E[xⁿ] = ν^{n/2} Π_{j ≤ n/2} (2j − 1)/(ν − 2j) for even n < ν, and 0 for odd n < ν. With n ≥ ν there is no
    such moment: ValueError.
    """
    nu = given(freedom)

    def raw(n: int) -> Expression:
        refuse((nu - n).is_nonpositive, f"E[x^{n}] does not exist for {freedom} degrees of freedom")
        half = nu ** (n // 2) * sympy.prod([(2 * j - 1) / (nu - 2 * j) for j in range(1, n // 2 + 1)])
        return sympy.Integer(0) if n % 2 else half

    return Law("student", (nu,), raw)


def moments(mean: Given, variance: Given, third: Given | None = None, fourth: Given | None = None) -> Law:
    """Any law with these: `third` and `fourth` are E[(x − μ)³] and E[(x − μ)⁴].

    What is not given and yet needed is a ValueError.
    """
    spread = given(variance)
    refuse(spread.is_negative, f"variance is {variance}: expected at least 0")
    higher = (c if c is None else given(c) for c in (third, fourth))
    central = [sympy.Integer(1), sympy.Integer(0), spread, *higher]

    def needed(n: int) -> Expression:
        refuse(n > 4 or central[n] is None, f"E[x^{n}] is needed, and only the moments given are known")
        return central[n]

    return Law("moments", (given(mean), *central[2:]), _around("moments", mean, 1, needed).raw)


def _around(name: str, mean: Given, scale: Given, central: Callable[[int], Expression]) -> Law:
    """μ + b y with E[yⁿ] = central(n): E[xⁿ] = Σ_r C(n, r) b^r E[y^r] μ^{n−r}."""
    mu, b = given(mean), given(scale)

    def raw(n: int) -> Expression:
        used = [r for r in range(n + 1) if r == n or mu != 0]
        return sympy.Add(*(sympy.binomial(n, r) * b**r * central(r) * mu ** (n - r) for r in used))

    return Law(name, (mu, b), raw)


STANDARD = normal()
