"""Which factor scores need, what it does to gradients, and how sharp a weight can be made."""

from __future__ import annotations

from studykit.checking.forms import (
    AllOf,
    NoNegativePowers,
    NotYet,
    OneFraction,
    OnlyNames,
    SolvedFor,
    WithNames,
)
from studykit.checking.moment_forms import WithMoments
from studykit.derivations.derivation import Derivation, RuleQuestion, Step, WrongLine
from studykit.derivations.variants import SIZES, under

SCALE = Derivation(
    name="scale-choice",
    title="the factor that brings scores back to variance 1",
    concept="scaling",
    level=2,
    statement=r"Which factor $s > 0$ gives $s\,q \cdot k$ the variance 1?",
    givens=r"$\operatorname{Var}(q \cdot k) = d_k$.",
    symbols="d_k: integer >= 1; s: positive; q, k: vector d_k of moments(0, 1)",
    start="",
    steps=(
        Step(
            "Write the condition on $s$.",
            "s² d_k = 1",
            "Var(s x) = s² Var(x)",
            NotYet(SolvedFor("s"), "write the condition first; it is solved in the next line"),
            ("A factor leaves a variance as its square.",),
            (WrongLine("s d_k = 1", "A factor leaves a variance as its square, not as it is."),),
            RuleQuestion(
                "Why is it s² and not s?",
                (
                    "a factor leaves a variance as its square",
                    "both q and k are scaled by s",
                    "s has to be positive",
                ),
                0,
                "Only the score is scaled, once; the square comes from the variance.",
            ),
            written=("s^2·d_k = 1", "s² Var(q·k) = 1", "s·s·d_k = 1"),
        ),
        Step(
            "Solve for $s$.",
            "s = 1/√d_k",
            "s is positive",
            SolvedFor("s"),
            ("Divide by $d_k$ and take the root.",),
            (
                WrongLine("s = 1/d_k", "That gives the variance 1/d_k: the square root is missing."),
                WrongLine("s = √d_k", "That makes the scores larger: the variance would be d_k²."),
            ),
            written=("1/√d_k", "s = d_k^(-1/2)", "s = sqrt(1/d_k)"),
        ),
    ),
)

RAW = Derivation(
    name="raw-score-gradient",
    title="the gradient that reaches the raw scores",
    concept="scaling",
    level=4,
    statement=(
        r"Two keys have the raw scores $x$ and $y$, and $p_1 = 1/(1 +"
        r" e^{-(x - y)/\sqrt{d}})$ is the first weight."
        r" Find $\partial p_1 / \partial x$ in terms of $p_1$."
    ),
    givens=r"$d \ge 1$ is the length of the vectors.",
    symbols="x, y: real; d: integer >= 1; p_1: real in (0, 1)",
    where={"p_1": "1/(1 + e^(-(x - y)/√d))"},
    start="",
    steps=(
        Step(
            "Differentiate the fraction with the chain rule.",
            "e^(-(x-y)/√d) / (√d (1 + e^(-(x-y)/√d))²)",
            "chain rule: the inner derivative is −1/√d",
            NotYet(WithNames(("p_1",)), "differentiate first; p_1 comes in the next line"),
            (
                "$(1/u)' = -u'/u^2$.",
                "The exponent $-(x-y)/\\sqrt{d}$ has the derivative $-1/\\sqrt{d}$.",
            ),
            (
                WrongLine(
                    "e^(-(x-y)/√d) / (1 + e^(-(x-y)/√d))²",
                    "That is the slope in the scaled score; the chain rule adds the factor 1/√d.",
                ),
                WrongLine(
                    "√d e^(-(x-y)/√d) / (1 + e^(-(x-y)/√d))²",
                    "The scores are divided by √d, and so is the gradient.",
                ),
            ),
            written=(
                "(1/√d) e^(-(x-y)/√d) / (1 + e^(-(x-y)/√d))²",
                "exp((y-x)/√d)/(√d (1+exp((y-x)/√d))^2)",
                "(1/√d)·exp(-(x-y)/√d)·(1+exp(-(x-y)/√d))^(-2)",
            ),
        ),
        Step(
            "Write it with $p_1$.",
            "p_1 (1 − p_1)/√d",
            "1 − p_1 = e^(−g)/(1 + e^(−g))",
            OnlyNames(("p_1", "d")),
            ("One factor is $p_1$, the other $1 - p_1$.",),
            (
                WrongLine(
                    "p_1 (1 − p_1)", "That is the slope in the scaled score; divided by √d it is the raw one."
                ),
                WrongLine("p_1/√d", "The factor 1 − p_1 belongs to it: a sure weight hardly moves."),
            ),
            RuleQuestion(
                "Does scaling make the gradient of the raw scores larger?",
                (
                    "only where it takes the softmax out of saturation: at large gaps",
                    "always, since p(1 − p) grows",
                    "never, since it is divided by √d",
                ),
                0,
                "At small gaps the factor 1/√d makes it smaller; beyond"
                " gaps of about 3.45 (at d = 64) it helps.",
            ),
            written=("(1/√d) p_1 (1−p_1)", "(p_1 − p_1²)/√d", "p1(1-p1)/sqrt(d)"),
        ),
    ),
)

SHARPNESS = Derivation(
    name="sharpness-for-weight",
    title="how sharp scores must be for a wanted weight",
    concept="weights",
    level=3,
    statement=r"One key has the score $\beta$, the other $n - 1$ have 0."
    r" Which $\beta$ gives the first the weight $w$?",
    givens=r"$0 < w < 1$ and $n \ge 2$.",
    symbols="w: real in (0, 1); n: integer >= 2; beta: real",
    start="",
    unproved=(2, 3),
    steps=(
        Step(
            "Write the weight.",
            "w = e^β/(e^β + n − 1)",
            "the definition of the softmax; e⁰ = 1",
            NotYet(SolvedFor("beta"), "write the weight first; it is solved in the next lines"),
            ("Each of the other keys adds $e^0 = 1$ to the denominator.",),
            (WrongLine("w = e^β/(e^β + n)", "The first key is one of the n: the others add n − 1."),),
            written=("e^β/(e^β + n − 1) = w", "w = 1/(1 + (n−1) e^(−β))", "w = exp(beta)/(exp(beta)+(n-1))"),
        ),
        Step(
            "Solve for $e^\\beta$.",
            "e^β = w(n − 1)/(1 − w)",
            "multiply by the denominator and collect e^β",
            SolvedFor("beta", in_exponent=True),
            ("$w e^\\beta + w(n-1) = e^\\beta$.",),
            (WrongLine("e^β = w/(1 − w)", "The n − 1 other keys stay as a factor."),),
            written=("w(n−1)/(1−w)", "e^β = (w n − w)/(1 − w)", "exp(beta) = (n-1) w/(1-w)"),
        ),
        Step(
            "Take the logarithm.",
            "β = ln(w(n − 1)/(1 − w))",
            "ln undoes exp",
            SolvedFor("beta"),
            ("Natural logarithm of both sides.",),
            (
                WrongLine("β = ln(w/(1 − w))", "The n − 1 other keys stay as a factor inside the logarithm."),
                WrongLine("β = ln(w n/(1 − w))", "There are n − 1 other keys, not n."),
            ),
            written=("ln(w(n−1)/(1−w))", "β = ln(w/(1−w)) + ln(n−1)", "β = ln w + ln(n−1) − ln(1−w)"),
        ),
    ),
)

BACK = Derivation(
    name="sharpness-check",
    title="putting the sharpness back into the softmax",
    concept="weights",
    level=2,
    statement=r"Check that $\beta = \ln\frac{w(n-1)}{1-w}$ gives the weight"
    r" $w$: simplify $\frac{e^\beta}{e^\beta + n - 1}$.",
    givens=r"$0 < w < 1$ and $n \ge 2$; $e^\beta = \frac{w(n-1)}{1-w}$.",
    symbols="w: real in (0, 1); n: integer >= 2; beta: real",
    where={"beta": "ln(w(n-1)/(1-w))"},
    start="e^β/(e^β + n − 1)",
    steps=(
        Step(
            "Put $e^\\beta$ in.",
            "(w(n−1)/(1−w)) / (w(n−1)/(1−w) + n − 1)",
            "substitution",
            AllOf((OnlyNames(("w", "n")), WithNames(("n",)))),
            ("$e^\\beta$ stands above and below the bar.",),
            (WrongLine("(w(n−1)/(1−w)) / (w(n−1)/(1−w) + n)", "The other keys add n − 1."),),
            written=(
                "(w(n-1)/(1-w))/((w(n-1)/(1-w)) + (n-1))",
                "(w (n−1)) / ((1−w) (w(n−1)/(1−w) + n − 1))",
                "w(n−1)/(1−w) · 1/(w(n−1)/(1−w) + n − 1)",
            ),
        ),
        Step(
            "Simplify.",
            "w",
            "expand by 1 − w and cancel n − 1",
            OnlyNames(("w",)),
            ("Multiply above and below by $(1-w)/(n-1)$.",),
            (WrongLine("1 − w", "That is the weight of all the others together."),),
            written=("(w)", "w/1", "w·1"),
        ),
    ),
)

CEILING = Derivation(
    name="cosine-ceiling",
    title="the largest weight that cosine scores allow",
    concept="similarity",
    level=3,
    statement=(
        r"Cosine scores lie between $-1$ and 1. Write the largest weight"
        r" that one of $n$ keys can get, as one fraction"
        r" with $e^2$ in it."
    ),
    givens=r"$n \ge 2$; the weight is largest when its own score is 1 and all others are $-1$.",
    symbols="n: integer >= 2",
    start="e^1/(e^1 + (n − 1) e^(−1))",
    steps=(
        Step(
            "Expand the fraction by $e$.",
            "e²/(e² + n − 1)",
            "multiply above and below by e",
            AllOf((OneFraction(), NoNegativePowers())),
            ("$e \\cdot e^{-1} = 1$.",),
            (WrongLine("e/(e + n − 1)", "The numerator is multiplied by e too."),),
            written=("e^2/(e^2 + (n-1))", "exp(2)/(exp(2) + n − 1)", "e²/(n − 1 + e²)"),
        ),
    ),
)

VARIANCE_OF_GAP = Derivation(
    name="gap-variance",
    title="the variance of the gap between two scores",
    concept="variance",
    level=3,
    statement=r"One query meets two independent keys $x$ and $y$. Find the"
    r" variance of the gap $q \cdot x - q \cdot y$.",
    givens=r"All entries are independent, with mean 0 and variance 1; there are $d_k$ in each vector.",
    symbols="d_k: integer >= 1; i: integer >= 1; q, x, y: vector d_k of moments(0, 1)",
    start="Var(q·x − q·y)",
    steps=(
        Step(
            "Write it with the two variances and the covariance.",
            "Var(q·x) + Var(q·y) − 2 Cov(q·x, q·y)",
            "Var(a − b) = Var(a) + Var(b) − 2 Cov(a, b)",
            AllOf((WithMoments("Cov"), WithMoments("Var"))),
            ("A difference has a covariance too, with a minus sign.",),
            (WrongLine("Var(q·x) − Var(q·y)", "Variances add for differences too."),),
            RuleQuestion(
                "The two scores share q. What is their covariance?",
                ("0: the keys are independent with mean 0", "1", "d_k"),
                0,
                "E[q_i x_i q_i y_i] = E[q_i²] E[x_i] E[y_i] = 0: they are"
                " uncorrelated, though not independent.",
            ),
            law="any",
            written=(
                "Var(q·y) + Var(q·x) − 2 Cov(q·x, q·y)",
                "Var(q·x) + Var(q·y) − Cov(q·x, q·y) − Cov(q·y, q·x)",
                "−2 Cov(q·y, q·x) + Var(q·x) + Var(q·y)",
            ),
        ),
        Step(
            "Put the values in.",
            "2 d_k",
            "Var(q·x) = d_k, and the covariance is 0",
            OnlyNames(("d_k",)),
            ("Each variance is $d_k$.",),
            (
                WrongLine("0", "Variances add for differences too."),
                WrongLine("d_k", "There are two scores, and each has the variance d_k."),
                WrongLine(
                    "√(2 d_k)", "That is the standard deviation of the gap; the variance is its square."
                ),
            ),
            written=("d_k (1 + 1)", "2·d_k − 2·0", "d_k·2"),
        ),
    ),
)

DERIVATIONS = (
    under(SIZES, ({}, {"s": "c"}))(SCALE),
    under(SIZES, ({}, {"x": "u", "y": "v"}))(VARIANCE_OF_GAP),
    RAW,
    under(({}, {"n": "m"}))(SHARPNESS),
    under(({}, {"n": "m"}))(BACK),
    CEILING,
)
