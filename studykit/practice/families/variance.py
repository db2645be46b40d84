"""The spread of scores, and of what simulations say of it."""

from __future__ import annotations

import math
from dataclasses import dataclass

from attention_engine import Moments, dot_product_variance, standard_error
from attention_engine.statistics import Number
from studykit.draw import Draw
from studykit.practice.family import Family, Wrong
from studykit.practice.problem import Form, Step
from studykit.practice.values import decimal, tex, whole

_PRODUCT = "scaling#^variance-of-a-product"
_STEPS = "scaling#^divisor-steps"
_DEVIATION = "scaling#^std-at-64"
_UNIFORM_VARIANCE = "scaling#^uniform-variance"
_STANDARD_ERROR = "scaling#^standard-error"


# Entries with any means and standard deviations.


@dataclass(frozen=True, slots=True)
class Entries:
    """Number of entries, and their standard deviations and means."""

    d: int
    sigma_q: int
    sigma_k: int
    mu_q: int
    mu_k: int


def _draw_entries(draw: Draw, level: int) -> Entries:
    means = (draw.between(1, 3), 0) if level == 3 else (draw.between(1, 3), draw.between(1, 3))
    return Entries(draw.pick((4, 5, 6, 8, 10, 12)), draw.between(2, 4), draw.between(2, 4), *means)


def _terms(g: Entries) -> tuple[int, int, int]:
    """What each pair of entries adds: σ_q²σ_k², μ_q²σ_k² and μ_k²σ_q²."""
    q, k = g.sigma_q**2, g.sigma_k**2
    return q * k, g.mu_q**2 * k, g.mu_k**2 * q


def _both_means(g: Entries) -> bool:
    return bool(g.mu_q and g.mu_k)


def _entries_solution(g: Entries) -> tuple[Step, ...]:
    q, k = (g.sigma_q, g.mu_q), (g.sigma_k, g.mu_k)
    second_q, second_k = (sigma**2 + mu**2 for sigma, mu in (q, k))
    mean = g.mu_q * g.mu_k
    return (
        Step(
            rf"$\mathbb{{E}}[q_i^2] = {g.sigma_q}^2 + {g.mu_q}^2 = {second_q}$ and $\mathbb{{E}}[k_i^2] = "
            rf"{g.sigma_k}^2 + {g.mu_k}^2 = {second_k}$.",
            r"$\mathbb{E}[x^2] = \sigma^2 + \mu^2$ for any distribution.",
        ),
        Step(
            rf"$\text{{Var}}(q_i k_i) = {second_q} \cdot {second_k} - {mean}^2 = {sum(_terms(g))}$",
            r"Independence: $\mathbb{E}[q_i^2]\,\mathbb{E}[k_i^2] - (\mathbb{E}[q_i]\,\mathbb{E}[k_i])^2$.",
        ),
        Step(
            f"There are {g.d} such products: ${g.d} \\cdot {sum(_terms(g))}$.",
            "They are independent, so their variances add.",
        ),
    )


SCORE = Family(
    name="score-variance",
    form=Form.INTEGER,
    draw=_draw_entries,
    answer=lambda g: whole(
        dot_product_variance(g.d, Moments.normal(g.mu_q, g.sigma_q), Moments.normal(g.mu_k, g.sigma_k))
    ),
    prompt=lambda g: (
        f"A query and a key have {g.d} entries each, all of them independent:\n\n"
        f"- the entries of $q$ have the mean {g.mu_q} and the standard deviation {g.sigma_q},\n"
        f"- the entries of $k$ have the mean {g.mu_k} and the standard deviation {g.sigma_k}.\n\n"
        r"Find $\text{Var}(q \cdot k)$, which is a whole number."
    ),
    solution=_entries_solution,
    hints=lambda g: (
        "First find the variance of one product $q_i k_i$ of two independent entries.",
        r"$\text{Var}(xy) = \mathbb{E}[x^2]\,\mathbb{E}[y^2] - (\mathbb{E}[x]\,\mathbb{E}[y])^2$, with "
        r"$\mathbb{E}[x^2] = \sigma^2 + \mu^2$.",
        rf"One product has the variance $\sigma_q^2\sigma_k^2 + \mu_q^2\sigma_k^2 + \mu_k^2\sigma_q^2$, and "
        f"there are {g.d} of them.",
    ),
    wrong=(
        Wrong(
            "means ignored",
            "With means of 0 this would be right, but a mean other than 0 lets the other factor spread more.",
            lambda g: g.d * _terms(g)[0],
            _PRODUCT,
        ),
        Wrong(
            "variances added",
            "Variances add in a sum, but q_i k_i is a product: they are multiplied, and the means join in.",
            lambda g: g.d * (g.sigma_q**2 + g.sigma_k**2),
            _PRODUCT,
        ),
        Wrong(
            "deviations added",
            "Adding comes to mind, but a product q_i k_i has the variance σ_q²σ_k² and what the means bring.",
            lambda g: g.d * (g.sigma_q + g.sigma_k),
            _PRODUCT,
        ),
        Wrong(
            "deviations not squared",
            "Standard deviations were put where variances belong, and a variance is σ².",
            lambda g: g.d * (g.sigma_q * g.sigma_k + g.mu_q**2 * g.sigma_k + g.mu_k**2 * g.sigma_q),
            _PRODUCT,
        ),
        Wrong(
            "d²",
            "A constant factor d would be squared, but here d different terms are added, and each adds once.",
            lambda g: g.d**2 * sum(_terms(g)),
            _STEPS,
        ),
        Wrong(
            "standard deviation",
            "That is the root of the variance, and the variance itself is asked.",
            lambda g: math.sqrt(g.d * sum(_terms(g))),
            _DEVIATION,
        ),
        Wrong(
            "second moments alone",
            "E[q_i²]E[k_i²] is where it starts, but the squared mean of the product has to be taken off.",
            lambda g: g.d * (sum(_terms(g)) + (g.mu_q * g.mu_k) ** 2) if _both_means(g) else None,
            _PRODUCT,
        ),
    ),
)


# Uniform entries.


@dataclass(frozen=True, slots=True)
class Uniform:
    """Number of entries, drawn evenly between -a and a."""

    d: int
    a: int


def _one(g: Uniform) -> Number:
    """The variance of one entry, as a fraction."""
    return Moments.uniform(-g.a, g.a).variance


UNIFORM = Family(
    name="uniform-score-variance",
    form=Form.NUMBER,
    draw=lambda draw, level: Uniform(draw.pick((5, 8, 10, 12, 16, 20, 32)), draw.between(2, 6)),
    answer=lambda g: float(dot_product_variance(g.d, Moments.uniform(-g.a, g.a), Moments.uniform(-g.a, g.a))),
    prompt=lambda g: (
        f"A query and a key have {g.d} entries each, all of them independent and uniform between "
        rf"$-{g.a}$ and ${g.a}$. Find $\text{{Var}}(q \cdot k)$."
        "\n\nGive a number to three significant figures, or a fraction."
    ),
    solution=lambda g: (
        Step(
            rf"An entry has the variance $\frac{{(2 \cdot {g.a})^2}}{{12}} = "
            f"{tex(_one(g))}$.",
            "A uniform number has a twelfth of the squared width as its variance, and the width is $2a$.",
        ),
        Step(
            rf"A product of two has the variance $({tex(_one(g))})^2 = "
            f"{tex(_one(g) ** 2)}$.",
            "The means are 0, so the variances are multiplied.",
        ),
        Step(f"There are {g.d} such products.", "They are independent, so their variances add."),
    ),
    hints=lambda g: (
        "What is the variance of one entry? A uniform number of width $w$ has $w^2/12$.",
        rf"The width is {2 * g.a}, so an entry has the variance $\frac{{{g.a}^2}}{{3}}$.",
        f"Square it, since two entries are multiplied, and take it {g.d} times.",
    ),
    wrong=(
        Wrong(
            "width a",
            "a²/12 belongs to a width of a, but from −a to a the width is 2a and the variance a²/3.",
            lambda g: g.d * g.a**4 / 144,
            _UNIFORM_VARIANCE,
        ),
        Wrong(
            "one factor only",
            "That takes the variance of one entry, but a product has two entries: variances are multiplied.",
            lambda g: g.d * g.a**2 / 3,
            _PRODUCT,
        ),
        Wrong(
            "a² for the variance",
            "a is the farthest that an entry can get, not its standard deviation: its variance is a²/3.",
            lambda g: float(g.d * g.a**4),
            _UNIFORM_VARIANCE,
        ),
        Wrong(
            "standard deviation",
            "That is the root of the variance, and the variance itself is asked.",
            lambda g: math.sqrt(g.d) * g.a**2 / 3,
            _DEVIATION,
        ),
        Wrong(
            "as for variance 1",
            "Var(q·k) = d needs entries of variance 1, and these have the variance a²/3.",
            lambda g: float(g.d),
            _UNIFORM_VARIANCE,
        ),
    ),
)


# What a simulation says.


@dataclass(frozen=True, slots=True)
class Sample:
    """A standard deviation and how many draws it rests on."""

    s: float
    n: int


_FEW = 36
"""With more draws nobody can tell √(N − 1) from √N at three figures."""


MONTE_CARLO = Family(
    name="monte-carlo-error",
    form=Form.NUMBER,
    decimals=4,
    draw=lambda draw, level: Sample(
        draw.between(2, 9) + draw.between(1, 9) / 10, draw.pick((9, 16, 25, 36, 100, 400, 900, 2500))
    ),
    answer=lambda g: standard_error(g.s, g.n),
    prompt=lambda g: (
        f"{g.n} independent scores were simulated. Their standard deviation, computed with $N - 1$, is "
        f"${g.s}$. What is the standard error of their mean?"
        "\n\nGive a number to three significant figures."
    ),
    solution=lambda g: (
        Step(
            rf"The mean has the variance $\frac{{s^2}}{{N}} = \frac{{{g.s}^2}}{{{g.n}}} \approx "
            f"{decimal(g.s**2 / g.n, 4)}$.",
            "A sum of $N$ independent scores has the variance $N s^2$; dividing by $N$ divides it by $N^2$.",
        ),
        Step(
            rf"Its root is $\frac{{s}}{{\sqrt{{N}}}} = \frac{{{g.s}}}{{{math.isqrt(g.n)}}}$.",
            "The standard error is the standard deviation of the mean.",
        ),
    ),
    hints=lambda g: (
        "The standard error is the standard deviation of the mean. What is the variance of a mean?",
        "Independent variances add, and dividing by $N$ divides the variance by $N^2$: $s^2/N$ is left.",
        rf"Take the root: $s$ is divided by $\sqrt{{{g.n}}}$.",
    ),
    wrong=(
        Wrong(
            "divided by N",
            "The sum is divided by N, but its spread has grown with √N, so √N is left to divide by.",
            lambda g: g.s / g.n,
            _STANDARD_ERROR,
        ),
        Wrong(
            "variance of the mean",
            "That is the variance of the mean, and the standard error is its root.",
            lambda g: g.s**2 / g.n,
            _STANDARD_ERROR,
        ),
        Wrong(
            "spread of single scores",
            "That is how much single scores vary, but their mean varies less, by the factor 1/√N.",
            lambda g: g.s,
            _STANDARD_ERROR,
        ),
        Wrong(
            "root of N − 1",
            "The N − 1 has done its work inside s; a mean of N scores divides by √N.",
            lambda g: g.s / math.sqrt(g.n - 1) if g.n <= _FEW else None,
            _STANDARD_ERROR,
        ),
        Wrong(
            "multiplied by √N",
            "The spread of the sum grows with √N, but the mean is surer the more scores there are.",
            lambda g: g.s * math.sqrt(g.n),
            _STANDARD_ERROR,
        ),
    ),
)

FAMILIES = (SCORE, UNIFORM, MONTE_CARLO)
