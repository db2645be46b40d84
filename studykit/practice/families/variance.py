"""The spread of scores, and of what simulations say of it."""

from __future__ import annotations

import math
from dataclasses import dataclass

from attention_engine.statistics import Moments, dot_product_variance, standard_error
from studykit.draw import Draw
from studykit.practice.family import Family, Wrong
from studykit.practice.problem import Form, Step
from studykit.practice.values import decimal


@dataclass(frozen=True, slots=True)
class Entries:
    """Length, standard deviations and means of the entries."""

    d: int
    sigma_q: int
    sigma_k: int
    mu_q: int
    mu_k: int


def _entries(draw: Draw, level: int) -> Entries:
    means = (draw.between(1, 2), 0) if level == 3 else (draw.between(1, 3), draw.between(1, 3))
    return Entries(draw.pick((3, 5, 6, 10)), draw.between(2, 3), draw.between(2, 4), *means)


def _moments(mean: int, deviation: int) -> Moments:
    return Moments(mean, deviation**2 + mean**2)


SCORE = Family(
    name="score-variance",
    form=Form.INTEGER,
    draw=_entries,
    answer=lambda g: int(dot_product_variance(g.d, _moments(g.mu_q, g.sigma_q), _moments(g.mu_k, g.sigma_k))),
    prompt=lambda g: (
        f"All entries are independent. Those of $q$ have mean {g.mu_q}"
        f" and standard deviation {g.sigma_q}, those of $k$"
        f" mean {g.mu_k} and standard deviation {g.sigma_k}; both have"
        f" {g.d} entries. Find $\\text{{Var}}(q \\cdot k)$."
    ),
    solution=lambda g: (
        Step(
            "One product: $\\sigma_q^2\\sigma_k^2 + \\mu_q^2\\sigma_k^2 +"
            f" \\mu_k^2\\sigma_q^2 = {g.sigma_q**2 * g.sigma_k**2}"
            f" + {g.mu_q**2 * g.sigma_k**2} + {g.mu_k**2 * g.sigma_q**2}$",
            "$E[x^2y^2] - E[x]^2E[y]^2$, with $E[x^2] = \\sigma^2 + \\mu^2$.",
        ),
        Step(f"Times {g.d}", "Variances of uncorrelated terms add."),
    ),
    hints=lambda g: (
        "First the variance of one product of entries.",
        "$\\sigma_q^2\\sigma_k^2 + \\mu_q^2\\sigma_k^2 + \\mu_k^2\\sigma_q^2$, so many times.",
    ),
    wrong=(
        Wrong(
            "means ignored",
            "A mean that is not 0 adds to the variance of a product.",
            lambda g: g.d * g.sigma_q**2 * g.sigma_k**2,
            "scaling#^variance-of-a-product",
        ),
        Wrong(
            "variances added",
            "For a product they are multiplied.",
            lambda g: g.d * (g.sigma_q**2 + g.sigma_k**2),
            "scaling#^variance-of-a-product",
        ),
        Wrong(
            "deviations not squared",
            "The variance has the squares of the standard deviations.",
            lambda g: g.d * (g.sigma_q * g.sigma_k + g.mu_q**2 * g.sigma_k + g.mu_k**2 * g.sigma_q),
            "scaling#^variance-of-a-product",
        ),
        Wrong(
            "d²",
            "There are d terms, and each adds one variance.",
            lambda g: (
                g.d**2 * (g.sigma_q**2 * g.sigma_k**2 + g.mu_q**2 * g.sigma_k**2 + g.mu_k**2 * g.sigma_q**2)
            ),
            "scaling#^std-at-64",
        ),
        Wrong(
            "standard deviation",
            "That is the root of the variance.",
            lambda g: math.sqrt(
                g.d * (g.sigma_q**2 * g.sigma_k**2 + g.mu_q**2 * g.sigma_k**2 + g.mu_k**2 * g.sigma_q**2)
            ),
            "scaling#^std-at-64",
        ),
        Wrong(
            "second moments multiplied",
            "The square of the mean has to be taken away.",
            lambda g: g.d * (g.sigma_q**2 + g.mu_q**2) * (g.sigma_k**2 + g.mu_k**2) if g.mu_k else None,
            "scaling#^variance-of-a-product",
        ),
    ),
)


@dataclass(frozen=True, slots=True)
class Uniform:
    """Entries between -a and a."""

    d: int
    a: int


UNIFORM = Family(
    name="uniform-score-variance",
    form=Form.NUMBER,
    draw=lambda draw, level: Uniform(draw.pick((5, 8, 12, 16, 20, 32)), draw.between(2, 6)),
    answer=lambda g: float(dot_product_variance(g.d, Moments(0, g.a**2 / 3), Moments(0, g.a**2 / 3))),
    prompt=lambda g: (
        f"The {g.d} entries of $q$ and of $k$ are independent and uniform between $-{g.a}$ and ${g.a}$. Find"
        " $\\text{Var}(q \\cdot k)$, to three figures or as a fraction."
    ),
    solution=lambda g: (
        Step(
            f"One entry: $a^2/3 = {g.a**2}/3$",
            "The width is $2a$, and a uniform number of width $w$ has the variance $w^2/12$.",
        ),
        Step(
            f"One product: $({g.a**2}/3)^2$; {g.d} of them.",
            "Means are 0, so variances multiply; then they add.",
        ),
    ),
    hints=lambda g: ("What is the variance of one entry?", "$a^2/3$; square it, and take it $d$ times."),
    wrong=(
        Wrong(
            "a²/12",
            "The width is 2a, so an entry has the variance a²/3.",
            lambda g: g.d * (g.a**2 / 12) ** 2,
            "scaling#^variance-of-a-product",
        ),
        Wrong(
            "only one factor",
            "Both factors have a variance, and they are multiplied.",
            lambda g: g.d * g.a**2 / 3,
            "scaling#^variance-of-a-product",
        ),
        Wrong(
            "a⁴",
            "The variance of an entry is a²/3, not a².",
            lambda g: float(g.d * g.a**4),
            "scaling#^variance-of-a-product",
        ),
        Wrong(
            "standard deviation",
            "That is the root of the variance.",
            lambda g: math.sqrt(g.d) * g.a**2 / 3,
            "scaling#^std-at-64",
        ),
        Wrong(
            "standard normal entries",
            "d is the variance for entries of variance 1.",
            lambda g: float(g.d),
            "scaling#^variance-when",
        ),
    ),
)


@dataclass(frozen=True, slots=True)
class Sample:
    """A standard deviation and how many draws it rests on."""

    s: float
    n: int


MONTE_CARLO = Family(
    name="monte-carlo-error",
    form=Form.NUMBER,
    draw=lambda draw, level: Sample(
        draw.between(2, 9) + draw.between(1, 9) / 10, draw.pick((25, 64, 100, 400, 900, 2500))
    ),
    answer=lambda g: standard_error(g.s, g.n),
    prompt=lambda g: (
        f"{g.n} simulated scores have the standard deviation {g.s} (with $N"
        " - 1$ below the bar). What is the standard error"
        " of their mean? Three figures."
    ),
    solution=lambda g: (
        Step(
            f"$s/\\sqrt{{N}} = {g.s}/{decimal(math.sqrt(g.n))}$",
            "The mean of $N$ independent numbers has the variance $s^2/N$.",
        ),
    ),
    hints=lambda g: ("The variance of a mean is $s^2/N$.", "Take its root."),
    wrong=(
        Wrong(
            "divided by N",
            "The variance is divided by N, the deviation by its root.",
            lambda g: g.s / g.n,
            "scaling#^std-at-64",
        ),
        Wrong(
            "variance of the mean",
            "That is s²/N; its root is asked.",
            lambda g: g.s**2 / g.n,
            "scaling#^std-at-64",
        ),
        Wrong(
            "the deviation itself",
            "That is the spread of single scores; a mean varies less.",
            lambda g: g.s,
            "scaling#^std-at-64",
        ),
        Wrong(
            "multiplied by the root",
            "More draws make the mean surer: divide.",
            lambda g: g.s * math.sqrt(g.n),
            "scaling#^std-at-64",
        ),
    ),
)

FAMILIES = (SCORE, UNIFORM, MONTE_CARLO)
