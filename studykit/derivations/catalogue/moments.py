"""Means and variances of scores: where d_k comes from, and what it rests on."""

from __future__ import annotations

from dataclasses import replace

from studykit.checking.forms import AllOf, NotYet, OneBracket
from studykit.checking.moment_forms import (
    NoMoments,
    NoSumSign,
    SplitMoments,
    SumOfMoments,
    WithMoments,
    WithSumSign,
)
from studykit.derivations.derivation import Derivation, RuleQuestion, Step, WrongLine
from studykit.derivations.variants import SIZES, VECTORS, sized, under
from studykit.draw import Draw

_STANDARD = "d_k: integer >= 1; i: integer >= 1; q, k: vector d_k of {of}"
IN_E = AllOf((WithMoments("E"), NoMoments(("Var", "Cov"))))
VALUE = AllOf((NoMoments(), NoSumSign()))
UNCORRELATED_TERMS = RuleQuestion(
    "Which rule lets the variance go into the sum?",
    (
        "the terms are uncorrelated, so all covariances are zero",
        "variance is linear",
        "the terms have mean zero",
        "the terms are all positive",
    ),
    0,
    "Variance is not linear: Var(x + y) = Var(x) + Var(y) + 2 Cov(x,"
    " y), and only zero covariances leave the sum.",
)


def _mean(of: str = "normal(0, 1)", words: str = "mean 0 and variance 1") -> Derivation:
    return Derivation(
        name="mean-dot-product",
        title="the mean of a score",
        concept="dot product",
        level=1,
        statement=r"Show that $\mathbb{E}[q \cdot k] = 0$.",
        givens=rf"The entries of $q$ and $k$ (both of length $d_k$) are independent, with {words}.",
        symbols=_STANDARD.format(of=of),
        start="E[q·k]",
        steps=(
            Step(
                "Write the dot product as a sum and take the expectation into it.",
                "Σ_i E[q_i k_i]",
                "linearity of expectation",
                SumOfMoments("E", 1),
                (
                    "A dot product is $\\sum_i q_i k_i$.",
                    "The expectation of a sum is the sum of expectations.",
                ),
                (WrongLine("E[q_1 k_1] + 1", "The sum runs over all entries, and nothing is added to it."),),
                RuleQuestion(
                    "Which rule lets the expectation go into the sum?",
                    ("linearity, which needs no independence", "independence of the entries", "mean zero"),
                    0,
                    "The expectation of a sum is the sum of expectations,"
                    " whether the terms are independent or not.",
                ),
                law="any",
                written=("sum(E[q_i k_i], i=1..d_k)", "Σ_{i=1}^{d_k} E[k_i q_i]", "E[q·k] = Σ_i E[q_i k_i]"),
            ),
            Step(
                "Take each product apart.",
                "Σ_i E[q_i] E[k_i]",
                "independence of q_i and k_i",
                SumOfMoments("E", 2),
                ("What holds for the expectation of a product of independent numbers?",),
                (
                    WrongLine(
                        "Σ_i E[q_i²] E[k_i²]",
                        "Squares come with a variance; here each factor stands alone, without a square.",
                    ),
                ),
                RuleQuestion(
                    "Which rule lets you do this?",
                    ("q_i and k_i are independent", "linearity of expectation", "the variance is 1"),
                    0,
                    "Linearity is about sums; a product needs independence (or at least zero correlation).",
                ),
                law="any",
                written=("sum(E[q_i] E[k_i], i=1..d_k)", "Σ_i E[k_i]·E[q_i]", "Σ_{i=1}^{d_k} E[q_i] E[k_i]"),
            ),
            Step(
                "Put the means in.",
                "0",
                "each entry has mean 0",
                VALUE,
                ("Each expectation in the sum is the mean of one entry.",),
                (
                    WrongLine(
                        "d_k", "That is the variance; the means are 0, and so is every term of the sum."
                    ),
                ),
                written=("0·d_k", "d_k·0·0", "0 + 0"),
            ),
        ),
    )


_DISTRIBUTIONS = (
    ("normal(0, 1)", "mean 0 and variance 1"),
    ("rademacher", "the values $+1$ and $-1$, each with probability one half"),
    ("moments(0, 1)", "mean 0 and variance 1, whatever their distribution"),
)


_LENGTHS = (3, 4, 6, 8)


def _of_some_length(draw: Draw, derivation: Derivation) -> Derivation:
    """Now and then with a number for d_k."""
    return sized(derivation, "d_k", draw.pick(_LENGTHS)) if draw.below(3) == 0 else derivation


def _any_mean(draw: Draw) -> Derivation:
    return _of_some_length(draw, _mean(*draw.pick(_DISTRIBUTIONS)))


def _product(of: str = "normal(0, 1)", words: str = "mean 0 and variance 1") -> Derivation:
    return Derivation(
        name="var-of-a-product",
        title="the variance of one product q_i k_i",
        concept="variance",
        level=2,
        statement=r"Show that $\operatorname{Var}(q_i k_i) = 1$. Write $x = q_i$ and $y = k_i$.",
        givens=rf"$x$ and $y$ are independent, with {words}.",
        symbols=f"x, y: real of {of}",
        start="Var(x y)",
        steps=(
            Step(
                "Write the variance with expectations.",
                "E[x² y²] − E[x y]²",
                "Var(z) = E[z²] − E[z]²",
                IN_E,
                ("The variance of $z$ is the mean of the square less the square of the mean.",),
                (
                    WrongLine("E[x²] + E[y²]", "Variances add for sums, and this is a product."),
                    WrongLine(
                        "E[x y]²",
                        "The square of the mean is what is taken away; the mean square comes first.",
                    ),
                ),
                law="any",
                written=("E[(x y)²] − E[x y]²", "E[x^2 y^2] - (E[x y])^2", "E[y² x²] − E[y x] E[x y]"),
            ),
            Step(
                "The mean of the product is 0. Take apart what is left.",
                "E[x²] E[y²]",
                "independence, and E[x y] = E[x] E[y] = 0",
                AllOf((IN_E, SplitMoments(("x", "y")))),
                ("Squares of independent numbers are independent too.",),
                (WrongLine("E[x]² E[y]²", "The square belongs inside: E[x²] is not E[x]²."),),
                RuleQuestion(
                    "Where is the mean 0 used?",
                    ("to drop E[x y]²", "to take E[x² y²] apart", "nowhere"),
                    0,
                    "Taking the product apart needs independence; the mean 0 makes E[x y] vanish.",
                ),
                law="centred",
                written=("E[y²]·E[x²]", "E[x^2] E[y^2] - 0", "E[x²] E[y²] − E[x]² E[y]²"),
            ),
            Step(
                "Put the second moments in.",
                "1",
                "E[x²] = Var(x) + E[x]² = 1",
                VALUE,
                ("With mean 0 the second moment is the variance.",),
                (WrongLine("2", "The variances of factors are multiplied, not added."),),
                written=("1·1", "1²", "1 − 0"),
            ),
        ),
    )


def _any_product(draw: Draw) -> Derivation:
    return _product(*draw.pick(_DISTRIBUTIONS))


def _variance(of: str = "normal(0, 1)", words: str = "mean 0 and variance 1") -> Derivation:
    return Derivation(
        name="var-dot-product",
        title="the variance of a score is d_k",
        concept="variance",
        level=2,
        statement=r"Show that $\operatorname{Var}(q \cdot k) = d_k$.",
        givens=rf"The entries of $q$ and $k$ (both of length $d_k$) are independent, with {words}.",
        symbols=_STANDARD.format(of=of),
        start="Var(q·k)",
        steps=(
            Step(
                "Write the dot product as a sum and take the variance into it.",
                "Σ_i Var(q_i k_i)",
                "the variance of a sum of uncorrelated terms",
                SumOfMoments("Var", 1),
                ("A dot product is $\\sum_i q_i k_i$.", "Terms of different $i$ share no entry."),
                (
                    WrongLine(
                        "Var(q_1) + Var(k_1)",
                        "Each term is the variance of a product, and there are d_k of them.",
                    ),
                ),
                UNCORRELATED_TERMS,
                law="any",
                written=(
                    "sum(Var(q_i k_i), i=1..d_k)",
                    "Σ_{i=1}^{d_k} Var(k_i q_i)",
                    "Var(q·k) = Σ_i Var(q_i k_i)",
                ),
            ),
            Step(
                "Write each variance with second moments.",
                "Σ_i E[q_i²] E[k_i²]",
                "independence, and E[q_i k_i] = 0",
                SumOfMoments("E", 2),
                (
                    "$\\operatorname{Var}(q_i k_i) = \\mathbb{E}[q_i^2 k_i^2]"
                    " - 0$, and the squares are independent.",
                ),
                (
                    WrongLine(
                        "Σ_i E[q_i]² E[k_i]²", "The square belongs inside: E[q_i²] is 1, E[q_i]² is 0."
                    ),
                    WrongLine(
                        "Σ_i (E[q_i²] + E[k_i²])", "Second moments of independent factors are multiplied."
                    ),
                ),
                law="centred",
                written=(
                    "sum(E[q_i²] E[k_i²], i=1..d_k)",
                    "Σ_i E[k_i²]·E[q_i²]",
                    "Σ_{i=1}^{d_k} E[q_i^2] E[k_i^2]",
                ),
            ),
            Step(
                "Put the second moments in, still as a sum.",
                "sum(1·1, i=1..d_k)",
                "E[q_i²] = Var(q_i) + E[q_i]² = 1",
                AllOf((NoMoments(), WithSumSign())),
                ("With mean 0 the second moment is the variance.",),
                written=("sum(1, i=1..d_k)", "Σ_{i=1}^{d_k} 1", "sum(1², i=1..d_k)"),
            ),
            Step(
                "Work the sum out.",
                "d_k",
                "d_k equal terms",
                VALUE,
                ("How many terms does the sum have?",),
                (
                    WrongLine("√d_k", "That is the standard deviation; the variance is its square."),
                    WrongLine("d_k²", "There are d_k terms of size 1, not d_k terms of size d_k."),
                    WrongLine("1", "Each term is 1, and there are d_k of them."),
                ),
                written=("d_k·1", "1·d_k", "d_k·1²"),
            ),
        ),
    )


def _any_variance(draw: Draw) -> Derivation:
    return _of_some_length(draw, _variance(*draw.pick(_DISTRIBUTIONS)))


GENERAL = Derivation(
    name="var-general-moments",
    title="the variance of a score with any means and variances",
    concept="variance",
    level=4,
    statement=r"Find $\operatorname{Var}(q \cdot k)$.",
    givens=(
        r"All entries are independent. Those of $q$ have mean $\mu_q$ and variance $\sigma_q^2$,"
        r" those of $k$ mean $\mu_k$ and variance $\sigma_k^2$; both have $d$ entries."
    ),
    symbols=(
        "d: integer >= 1; i: integer >= 1; mu_q, mu_k: real; sigma_q, sigma_k: positive;"
        "q: vector d of moments(mu_q, sigma_q^2); k: vector d of moments(mu_k, sigma_k^2)"
    ),
    start="Var(q·k)",
    steps=(
        Step(
            "Take the variance into the sum.",
            "Σ_i Var(q_i k_i)",
            "the variance of a sum of uncorrelated terms",
            SumOfMoments("Var", 1),
            ("A dot product is $\\sum_i q_i k_i$, and its terms are uncorrelated.",),
            (WrongLine("Σ_i Var(q_i) Var(k_i)", "That holds only where both means are 0."),),
            UNCORRELATED_TERMS,
            written=("sum(Var(q_i k_i), i=1..d)", "Σ_{i=1}^{d} Var(k_i q_i)", "Var(q·k) = Σ_i Var(q_i k_i)"),
        ),
        Step(
            "Write each variance with moments of single entries.",
            "Σ_i (E[q_i²] E[k_i²] − E[q_i]² E[k_i]²)",
            "Var(z) = E[z²] − E[z]², and independence",
            AllOf((IN_E, WithSumSign(), SplitMoments(("q", "k")))),
            ("The mean of $q_i k_i$ is not 0 now.",),
            (
                WrongLine(
                    "Σ_i E[q_i²] E[k_i²]", "The mean of a product is not 0 here, so its square has to go."
                ),
            ),
            written=(
                "sum(E[q_i²] E[k_i²] − E[q_i]² E[k_i]², i=1..d)",
                "Σ_i (E[k_i²] E[q_i²] − (E[q_i] E[k_i])²)",
                "Σ_i E[q_i²] E[k_i²] − Σ_i E[q_i]² E[k_i]²",
            ),
        ),
        Step(
            "Put means and variances in, and work the sum out.",
            "d((σ_q²+μ_q²)(σ_k²+μ_k²) − μ_q²μ_k²)",
            "E[q_i²] = σ_q² + μ_q²",
            AllOf(
                (
                    VALUE,
                    NotYet(
                        OneBracket(), "leave the two brackets for now; multiply them out in the next line"
                    ),
                )
            ),
            ("The second moment is the variance plus the square of the mean.",),
            (WrongLine("d σ_q²σ_k²", "That is right only where both means are 0."),),
            written=(
                "d (μ_q²+σ_q²)(μ_k²+σ_k²) − d μ_q² μ_k²",
                "((σ_k²+μ_k²)(σ_q²+μ_q²) − μ_q²μ_k²) d",
                "d·((σ_q²+μ_q²)·(σ_k²+μ_k²) − (μ_q μ_k)²)",
            ),
        ),
        Step(
            "Multiply out and cancel.",
            "d(σ_q²σ_k² + μ_q²σ_k² + μ_k²σ_q²)",
            "multiplying out",
            AllOf((VALUE, OneBracket())),
            ("One of the four products cancels.",),
            (
                WrongLine("d σ_q²σ_k²", "That is right only where both means are 0; each mean adds a term."),
                WrongLine("d(σ_q²σ_k² + μ_q²μ_k²)", "μ_q²μ_k² cancels; the mixed terms stay."),
            ),
            written=(
                "d σ_q²σ_k² + d μ_q²σ_k² + d μ_k²σ_q²",
                "d (σ_q²(σ_k² + μ_k²) + μ_q²σ_k²)",
                "(μ_k²σ_q² + σ_q²σ_k² + μ_q²σ_k²) d",
            ),
        ),
    ),
)


def _distribution(
    of: str, words: str, parameter: str, second: str, value: str, wrong: WrongLine, written: tuple[str, ...]
) -> Derivation:
    return Derivation(
        name="var-distribution",
        title="the variance of a score for a given distribution",
        concept="variance",
        level=3,
        statement=r"Find $\operatorname{Var}(q \cdot k)$.",
        givens=rf"The entries of $q$ and $k$ (both of length $d$) are independent, and each is {words}.",
        symbols=f"d: integer >= 1; i: integer >= 1; {parameter}q, k: vector d of {of}",
        start="Var(q·k)",
        steps=(
            Step(
                "Write the variance with moments of single entries.",
                "Σ_i (E[q_i²] E[k_i²] − E[q_i]² E[k_i]²)",
                "uncorrelated terms, and independent factors",
                AllOf((IN_E, SplitMoments(("q", "k")))),
                ("First take the variance into the sum, then use independence.",),
                law="any",
                written=(
                    "sum(E[q_i²] E[k_i²] − E[q_i]² E[k_i]², i=1..d)",
                    "Σ_i (E[k_i²] E[q_i²] − (E[q_i] E[k_i])²)",
                    "Σ_i E[q_i²] E[k_i²] − Σ_i E[q_i]² E[k_i]²",
                ),
            ),
            Step(
                "Put the moments of this distribution in, still as a sum.",
                f"sum({second}, i=1..d)",
                "the moments of one entry",
                AllOf((NoMoments(), WithSumSign())),
                ("You need the first and the second moment of one entry.",),
                (),
                written=(
                    f"sum({second} + 0, i=1..d)",
                    f"Σ_{{i=1}}^{{d}} ({second})",
                    f"sum(0 + {second}, i=1..d)",
                ),
            ),
            Step(
                "Work the sum out.",
                value,
                "d equal terms",
                VALUE,
                ("How many terms does the sum have?",),
                (wrong,),
                written=written,
            ),
        ),
    )


_UNIFORM = _distribution(
    "uniform(-a, a)",
    "uniform between $-a$ and $a$",
    "a: positive; ",
    "(a²/3)²",
    "d a⁴/9",
    WrongLine("d (a²/12)²", "The width is 2a, so the variance of an entry is (2a)²/12 = a²/3."),
    ("d·(a²/3)²", "(d/9) a^4", "a⁴ d/9"),
)
_SEVEN = (
    _UNIFORM,
    _distribution(
        "uniform(0, 1)",
        "uniform between 0 and 1",
        "",
        "(1/3)² − (1/2)⁴",
        "7d/144",
        WrongLine("d/144", "The means are not 0, and they add to the variance of the score."),
        ("d·7/144", "d(1/9 − 1/16)", "(7/144) d"),
    ),
    _distribution(
        "laplace(b)",
        "Laplace with scale $b$ and mean 0",
        "b: positive; ",
        "(2b²)²",
        "4d b⁴",
        WrongLine("d b⁴", "The variance of a Laplace entry is 2b²."),
        ("d·(2b²)²", "4 b^4 d", "4·d·b⁴"),
    ),
    _distribution(
        "bernoulli(p)",
        "1 with probability $p$, else 0",
        "p: real in (0, 1); ",
        "p² − p⁴",
        "d p²(1−p²)",
        WrongLine(
            "d p²(1−p)²",
            "The variance of a product is not the product of variances where the means are not 0.",
        ),
        ("d (p² − p⁴)", "d p² − d p⁴", "p²(1−p²) d"),
    ),
    _distribution(
        "normal(0, s)",
        "normal with mean 0 and standard deviation $s$",
        "s: positive; ",
        "(s²)²",
        "d s⁴",
        WrongLine("d s²", "Both factors have variance s², and the variances are multiplied."),
        ("d·s²·s²", "s^4 d", "d (s²)²"),
    ),
    _distribution(
        "rademacher",
        "$+1$ or $-1$ with probability one half each",
        "",
        "1·1 − 0",
        "d",
        WrongLine("0", "The mean of an entry is 0; its square is always 1."),
        ("d·1", "1·d", "d·1²"),
    ),
    _distribution(
        "moments(0, v)",
        "of mean 0 and variance $v$",
        "v: positive; ",
        "v·v",
        "d v²",
        WrongLine("2 d v", "The variances of independent factors are multiplied, not added."),
        ("d·v·v", "v^2 d", "v² d"),
    ),
)


def _any_distribution(draw: Draw) -> Derivation:
    return draw.pick(_SEVEN)


_NAMED = under(VECTORS, SIZES)

DERIVATIONS = (
    _NAMED(replace(_mean(), variant=_any_mean)),
    under(({}, {"x": "u", "y": "v"}))(replace(_product(), variant=_any_product)),
    _NAMED(replace(_variance(), variant=_any_variance)),
    under(({}, {"d": "n"}))(GENERAL),
    under(({}, {"q": "x", "k": "y"}), ({}, {"d": "n"}))(replace(_UNIFORM, variant=_any_distribution)),
)
