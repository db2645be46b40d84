"""What the variance of a score rests on: means, independence, and the length of the vectors."""

from __future__ import annotations

from studykit.checking.forms import AllOf, NotYet, OnlyNames, Short, SolvedFor
from studykit.checking.moment_forms import (
    JointMoment,
    MomentsOfEntries,
    NoMoments,
    SplitMoments,
    SumOfMoments,
    WithMoments,
    WithSumSign,
)
from studykit.derivations.catalogue.moments import IN_E, UNCORRELATED_TERMS, VALUE
from studykit.derivations.derivation import Derivation, RuleQuestion, Step, WrongLine
from studykit.derivations.variants import SIZES, VECTORS, under

APART = tuple(SplitMoments((a, b)) for a in ("a_1", "a_2") for b in ("b_1", "b_2"))

SELF = Derivation(
    name="self-dot-product",
    title="a vector against itself: the mean is not 0",
    concept="variance",
    level=3,
    statement=r"A token against itself, with $W_Q = W_K = I$: find the"
    r" mean of $x \cdot x$, then its variance.",
    givens=r"The $d$ entries of $x$ are independent and standard normal; so $\mathbb{E}[x_i^4] = 3$.",
    symbols="d: integer >= 1; i: integer >= 1; x: vector d of normal(0, 1)",
    start="E[x·x]",
    steps=(
        Step(
            "Take the expectation into the sum.",
            "Σ_i E[x_i²]",
            "linearity of expectation",
            SumOfMoments("E", 1),
            ("$x \\cdot x = \\sum_i x_i^2$.",),
            (
                WrongLine(
                    "Σ_i E[x_i] E[x_i]",
                    "x_i is not independent of itself, so the square cannot be taken apart.",
                ),
            ),
            law="any",
            written=("sum(E[x_i²], i=1..d)", "Σ_{i=1}^{d} E[x_i^2]", "Σ_i E[x_i x_i]"),
        ),
        Step(
            "Work it out.",
            "d",
            "E[x_i²] = 1",
            VALUE,
            ("The second moment of a standard normal number is 1.",),
            (WrongLine("0", "That is the mean for two independent vectors; here every term is a square."),),
            written=("d·1", "1·d", "d·1²"),
        ),
        Step(
            "Now the variance: take it into the sum, and write it with moments of one entry.",
            "Σ_i (E[x_i⁴] − E[x_i²]²)",
            "independent terms, and Var(z) = E[z²] − E[z]²",
            AllOf((IN_E, WithSumSign(), MomentsOfEntries(("x",)))),
            ("Each term of the sum is $\\operatorname{Var}(x_i^2)$.",),
            (WrongLine("Σ_i E[x_i⁴]", "The square of the mean of x_i² has to be taken away."),),
            new=True,
            law="any",
            written=(
                "sum(E[x_i⁴] − E[x_i²]², i=1..d)",
                "Σ_i E[x_i^4] − Σ_i E[x_i^2]^2",
                "Σ_{i=1}^{d} (E[x_i⁴] − E[x_i²] E[x_i²])",
            ),
        ),
        Step(
            "Work it out.",
            "2d",
            "E[x_i⁴] = 3",
            VALUE,
            ("The fourth moment of a standard normal number is 3.",),
            (
                WrongLine("d", "That is the variance for two independent vectors."),
                WrongLine("3d", "The square of the mean of x_i², which is 1, has to be taken away."),
            ),
            written=("d·(3 − 1)", "d·2", "(3 − 1)·d"),
        ),
    ),
)

FOURTH = Derivation(
    name="fourth-moment",
    title="the fourth moment of a score",
    concept="variance",
    level=4,
    statement=r"Find $\mathbb{E}[(q \cdot k)^4]$.",
    givens="The entries of $q$ and $k$ (both of length $d_k$) are independent and standard normal.",
    symbols="d_k: integer >= 1; q, k: vector d_k of normal(0, 1)",
    start="E[(q·k)^4]",
    steps=(
        Step(
            "Which products of four terms have a mean? The fourth powers, and pairs of squares."
            " Write how many there are of each, times the moments of one entry, as numbers.",
            "9 d_k + 3 d_k (d_k − 1)",
            "counting: d_k fourth powers and 3 d_k (d_k − 1) pairs of squares",
            NoMoments(),
            (
                "A fourth power has the mean $\\mathbb{E}[q_i^4]\\,\\mathbb{E}[k_i^4] = 3 \\cdot 3$.",
                "A pair of squares of different entries has the mean 1,"
                " and there are 3 ways to pair four places.",
            ),
            (WrongLine("9 d_k + d_k (d_k − 1)", "Four places can be paired in 3 ways."),),
            written=("3·3 d_k + 3 d_k (d_k − 1)", "d_k·9 + 3(d_k − 1) d_k", "9d_k + 3d_k² − 3d_k"),
        ),
        Step(
            "Bring it together.",
            "3 d_k² + 6 d_k",
            "collecting terms",
            AllOf((NoMoments(), OnlyNames(("d_k",)), Short(10))),
            ("Multiply out and add the terms in $d_k$.",),
            (WrongLine("3 d_k²", "That is the limit for large d_k; the fourth powers add 6 d_k."),),
            written=("3 d_k (d_k + 2)", "6 d_k + 3 d_k²", "3(d_k² + 2 d_k)"),
        ),
    ),
)

UNCORRELATED = Derivation(
    name="uncorrelated-scores",
    title="two scores of one query: uncorrelated, not independent",
    concept="variance",
    level=3,
    statement=(
        r"One query entry $q$ meets two keys, $x$ and $y$. Show that"
        r" the scores $q x$ and $q y$ are uncorrelated,"
        r" and that their squares are not."
    ),
    givens="$q$, $x$ and $y$ are independent and standard normal.",
    symbols="q, x, y: real of normal(0, 1)",
    start="Cov(q x, q y)",
    steps=(
        Step(
            "Write the covariance with expectations.",
            "E[q² x y] − E[q x] E[q y]",
            "Cov(a, b) = E[ab] − E[a] E[b]",
            IN_E,
            ("The covariance is the mean of the product less the product of the means.",),
            (WrongLine("E[q²]", "x and y are in it too, and their means are 0."),),
            law="any",
            written=("E[q x q y] − E[q x]·E[q y]", "E[q^2 x y] - E[x q] E[y q]", "E[x y q²] − E[q y] E[q x]"),
        ),
        Step(
            "Take the products apart.",
            "E[q²] E[x] E[y] − E[q] E[x] E[q] E[y]",
            "independence",
            AllOf((IN_E, SplitMoments(("q", "x", "y")))),
            ("All three names are independent.",),
            (WrongLine("E[q²]", "E[x] and E[y] stay as factors, and they are 0."),),
            law="any",
            written=(
                "E[q²] E[x] E[y] − E[q]² E[x] E[y]",
                "E[x] E[y] (E[q²] − E[q]²)",
                "E[q²]E[y]E[x] − E[q]E[y]E[q]E[x]",
            ),
        ),
        Step(
            "Put the means in.",
            "0",
            "mean 0",
            VALUE,
            ("Two of the means in each term are 0.",),
            (WrongLine("1", "E[q²] is 1, but it is multiplied by means that are 0."),),
            RuleQuestion(
                "The covariance is 0. Are the two scores independent?",
                (
                    "no: they share q, so a large one makes the other likely to be large in size",
                    "yes: uncorrelated means independent",
                    "yes: the keys are independent",
                ),
                0,
                "Uncorrelated is less than independent: the next lines show that the squares are correlated.",
            ),
            written=("1·0·0 − 0", "0·0", "0 − 0"),
        ),
        Step(
            "Now the covariance of the squares $q^2x^2$ and $q^2y^2$, with moments of single names.",
            "E[q⁴] E[x²] E[y²] − E[q²]² E[x²] E[y²]",
            "Cov(a, b) = E[ab] − E[a] E[b], and independence",
            AllOf((IN_E, SplitMoments(("q", "x", "y")))),
            ("The product of the squares is $q^4 x^2 y^2$.",),
            new=True,
            law="any",
            written=(
                "E[x²] E[y²] (E[q⁴] − E[q²]²)",
                "E[q^4] E[x^2] E[y^2] - E[q^2] E[x^2] E[q^2] E[y^2]",
                "E[y²]E[x²]E[q⁴] − E[x²]E[y²]E[q²]²",
            ),
        ),
        Step(
            "Work it out.",
            "2",
            "E[q⁴] = 3",
            VALUE,
            ("The fourth moment of a standard normal number is 3.",),
            (
                WrongLine(
                    "0", "It would be 0 if the scores were independent, and they are not: they share q."
                ),
            ),
            written=("3 − 1", "3·1·1 − 1", "2·1"),
        ),
    ),
)

OUTPUT = Derivation(
    name="output-variance",
    title="the variance of an output under equal weights",
    concept="output",
    level=2,
    statement=r"All $n$ weights are $1/n$. Find the variance of the output $\sum_i v_i / n$.",
    givens=r"The values $v_i$ are independent, with mean 0 and variance $\sigma^2$.",
    symbols="n: integer >= 1; i: integer >= 1; sigma: positive; v: vector n of moments(0, sigma^2)",
    start="Var(Σ_i v_i / n)",
    steps=(
        Step(
            "Take the variance into the sum.",
            "Σ_i Var(v_i / n)",
            "the variance of a sum of uncorrelated terms",
            SumOfMoments("Var", 1),
            ("The terms are independent.",),
            (
                WrongLine(
                    "Σ_i Var(v_i) / n", "A factor leaves a variance as its square: Var(v/n) = Var(v)/n²."
                ),
            ),
            UNCORRELATED_TERMS,
            law="any",
            written=("sum(Var(v_i / n), i=1..n)", "Σ_{i=1}^{n} Var(v_i/n)", "(1/n²) Σ_i Var(v_i)"),
        ),
        Step(
            "Put the variance in, still as a sum.",
            "sum(σ²/n², i=1..n)",
            "Var(v/n) = Var(v)/n²",
            AllOf((NoMoments(), WithSumSign())),
            ("A factor leaves a variance as its square.",),
            (WrongLine("sum(σ²/n, i=1..n)", "The factor 1/n leaves as its square."),),
            written=("sum(sigma^2/n^2, i=1..n)", "(1/n²) sum(σ², i=1..n)", "Σ_{i=1}^{n} σ²/n²"),
        ),
        Step(
            "Work the sum out.",
            "σ²/n",
            "n equal terms",
            VALUE,
            ("How many terms are there?",),
            (
                WrongLine("σ²/√n", "The standard deviation has the root: σ/√n. The variance is σ²/n."),
                WrongLine("σ²", "Averaging makes the variance smaller, by n."),
            ),
            written=("σ² n^(−1)", "(1/n) σ²", "σ·σ/n"),
        ),
    ),
)

CORRELATED = Derivation(
    name="correlated-entries",
    title="correlated entries of a key: the correlation drops out",
    concept="variance",
    level=4,
    statement=r"Find $\operatorname{Var}(a_1 b_1 + a_2 b_2)$.",
    givens=(
        r"$a_1$ and $a_2$ are independent, with mean 0 and variance"
        r" $\sigma_a^2$. $b_1$ and $b_2$ have mean 0,"
        r" variance $\sigma_b^2$ and correlation $\rho$, and are independent of the $a$."
    ),
    symbols=(
        "sigma_a, sigma_b: positive; rho: real in (-1, 1); a_1, a_2: real of normal(0, sigma_a);"
        "u, v: real of normal(0, sigma_b); b_1: real; b_2: real"
    ),
    where={"b_1": "u", "b_2": "rho u + sqrt(1 - rho^2) v"},
    start="Var(a_1 b_1 + a_2 b_2)",
    steps=(
        Step(
            "Write the variance of the sum with variances and a covariance.",
            "Var(a_1 b_1) + Var(a_2 b_2) + 2 Cov(a_1 b_1, a_2 b_2)",
            "Var(x + y) = Var(x) + Var(y) + 2 Cov(x, y)",
            AllOf((WithMoments("Cov"), WithMoments("Var"))),
            ("The terms might be correlated, since $b_1$ and $b_2$ are.",),
            law="any",
            written=(
                "Var(a_2 b_2) + Var(a_1 b_1) + 2 Cov(a_1 b_1, a_2 b_2)",
                "2 Cov(a_2 b_2, a_1 b_1) + Var(a_1 b_1) + Var(a_2 b_2)",
                "Var(a1 b1) + Var(a2 b2) + Cov(a1 b1, a2 b2) + Cov(a2 b2, a1 b1)",
            ),
        ),
        Step(
            "Write all three with expectations, the $a$ apart from the $b$.",
            "E[a_1²] E[b_1²] + E[a_2²] E[b_2²] + 2 E[a_1] E[a_2] E[b_1 b_2]",
            "independence of a and b, and of a_1 and a_2",
            AllOf((IN_E, *APART, JointMoment(("b_1", "b_2")))),
            (
                "All means of products are 0. The covariance is"
                " $\\mathbb{E}[a_1 a_2]\\,\\mathbb{E}[b_1 b_2]$.",
            ),
            (
                WrongLine(
                    "E[a_1²] E[b_1²] + E[a_2²] E[b_2²] + 2 E[a_1²] E[b_1 b_2]",
                    "a_1 and a_2 are different and independent: the factor is E[a_1] E[a_2], which is 0.",
                ),
            ),
            written=(
                "E[a1²]E[b1²] + E[a2²]E[b2²] + 2 E[a1 a2] E[b1 b2]",
                "E[b_1²]E[a_1²] + 2 E[b_1 b_2] E[a_1] E[a_2] + E[a_2²]E[b_2²]",
                "2 E[a_1] E[a_2] E[b_1 b_2] + E[b_1²] E[a_1²] + E[b_2²] E[a_2²]",
            ),
            law="any",
        ),
        Step(
            "Put the moments in.",
            "2 σ_a² σ_b²",
            "E[a_1] = 0, so the correlation drops out",
            AllOf((NoMoments(), OnlyNames(("sigma_a", "sigma_b")))),
            ("$\\mathbb{E}[a_1]\\,\\mathbb{E}[a_2] = 0$, whatever $\\rho$ is.",),
            (
                WrongLine(
                    "2 σ_a² σ_b² (1 + ρ)", "ρ is multiplied by E[a_1] E[a_2], which is 0: it drops out."
                ),
                WrongLine("σ_a² σ_b²", "There are two such terms."),
            ),
            written=("σ_b²σ_a²(1 + 1)", "2 (σ_a σ_b)²", "σ_a² σ_b² · 2"),
        ),
    ),
)

MEANS = Derivation(
    name="mean-with-means",
    title="the mean of a score when the entries have means",
    concept="dot product",
    level=2,
    statement=r"Find $\mathbb{E}[q \cdot k]$ when the means are not zero.",
    givens=r"All entries are independent; those of $q$ have mean $\mu_q$,"
    r" those of $k$ mean $\mu_k$; both have $d$ entries.",
    symbols=(
        "d: integer >= 1; i: integer >= 1; mu_q, mu_k: real; s, t: positive;"
        "q: vector d of moments(mu_q, s); k: vector d of moments(mu_k, t)"
    ),
    start="E[q·k]",
    steps=(
        Step(
            "Take the expectation into the sum, and the products apart.",
            "Σ_i E[q_i] E[k_i]",
            "linearity, and independence",
            SumOfMoments("E", 2),
            ("First linearity, then independence.",),
            (
                WrongLine(
                    "Σ_i E[q_i²] E[k_i²]", "Squares come with a variance; here each factor stands alone."
                ),
            ),
            written=("sum(E[q_i] E[k_i], i=1..d)", "Σ_i E[k_i]·E[q_i]", "Σ_{i=1}^{d} E[q_i] E[k_i]"),
        ),
        Step(
            "Put the means in.",
            "d μ_q μ_k",
            "d equal terms",
            VALUE,
            ("Every term of the sum is the same.",),
            (
                WrongLine("0", "That needs a mean of 0 in one of the two."),
                WrongLine("μ_q μ_k", "There are d such terms."),
            ),
            written=("d·μ_q·μ_k", "μ_k μ_q d", "d (μ_q μ_k)"),
        ),
    ),
)

UNIT = Derivation(
    name="unit-vectors",
    title="unit vectors, and the scale that they need",
    concept="scaling",
    level=4,
    statement=(
        r"Query and key are normalised to length 1. Find"
        r" $\operatorname{Var}(q \cdot k)$, and the factor $s > 0$ that"
        r" gives $s\,q \cdot k$ the variance 1."
    ),
    givens=(
        r"$q$ and $k$ are independent unit vectors of random direction in $N$"
        r" dimensions. By symmetry all entries have mean 0,"
        r" different entries are uncorrelated, and the $N$ squares, which add up to 1, have equal means:"
        r" $\mathbb{E}[q_i^2] = 1/N$."
    ),
    symbols="N: integer >= 1; i: integer >= 1; s: positive; q, k: vector N of moments(0, 1/N)",
    start="Var(q·k)",
    unproved=(4,),
    steps=(
        Step(
            "Write the variance as a sum of products of second moments.",
            "Σ_i E[q_i²] E[k_i²]",
            "uncorrelated terms of mean 0, and independence of q and k",
            SumOfMoments("E", 2),
            ("As for $\\operatorname{Var}(q \\cdot k) = d_k$, only that the second moments are not 1.",),
            written=("sum(E[q_i²] E[k_i²], i=1..N)", "Σ_i E[k_i²]·E[q_i²]", "Σ_{i=1}^{N} E[q_i^2] E[k_i^2]"),
            law="any",
        ),
        Step(
            "Put the second moments in and work the sum out.",
            "1/N",
            "N terms of size 1/N²",
            VALUE,
            ("Each term is $\\frac{1}{N} \\cdot \\frac{1}{N}$.",),
            (
                WrongLine("N", "That is for entries of variance 1; here each entry has variance 1/N."),
                WrongLine("1/N²", "That is one term; there are N."),
                WrongLine("1", "A vector of length 1 still meets another at many angles."),
            ),
            written=("N/N²", "N·(1/N)²", "1/√N²"),
        ),
        Step(
            "Which $s$ gives the variance 1? Write the condition.",
            "s²/N = 1",
            "Var(s x) = s² Var(x)",
            NotYet(OnlyNames(()), ""),
            ("A factor leaves a variance as its square.",),
            (WrongLine("s/N = 1", "A factor leaves a variance as its square."),),
            new=True,
            written=("s^2·(1/N) = 1", "1 = s²/N", "s² = N"),
        ),
        Step(
            "Solve for $s$.",
            "s = √N",
            "s is positive",
            SolvedFor("s"),
            ("Multiply by $N$ and take the root.",),
            (
                WrongLine(
                    "s = 1/√N", "Dividing would make the scores smaller still; they are too small already."
                ),
            ),
            written=("√N", "s = sqrt(N)", "s = N^(1/2)"),
        ),
    ),
)

DERIVATIONS = (
    MEANS,
    under(({}, {"x": "q"}, {"x": "u"}), ({}, {"d": "n"}))(SELF),
    under(VECTORS, SIZES)(FOURTH),
    under(({}, {"x": "u", "y": "v"}))(UNCORRELATED),
    under(({}, {"n": "m"}))(OUTPUT),
    CORRELATED,
    under(({}, {"N": "n"}))(UNIT),
)
