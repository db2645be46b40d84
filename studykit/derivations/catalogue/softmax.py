"""What a softmax does and does not change, and how it is computed without overflow."""

from __future__ import annotations

from dataclasses import replace

from studykit.checking.forms import (
    AllOf,
    Expanded,
    Factored,
    Falling,
    NoFunctions,
    NotYet,
    OnlyNames,
    Short,
    WithNames,
)
from studykit.checking.moment_forms import NoSumSign, WithSumSign
from studykit.derivations.derivation import Derivation, RuleQuestion, Step, WrongLine
from studykit.derivations.logits import COUNTED, exponentials, exponentials_tex
from studykit.derivations.variants import renamed, turned, under
from studykit.draw import Draw


def _shift(n: int = 3) -> Derivation:
    """For n logits."""
    logits = range(1, n + 1)
    total = exponentials(n)
    names = tuple(f"z{i}" for i in logits)
    shifted = " + ".join(f"e^(z{i}+c)" for i in logits)
    return Derivation(
        name="softmax-shift",
        title="a constant added to every logit changes nothing",
        concept="softmax",
        level=1,
        statement=rf"Show that adding $c$ to {COUNTED[n]} logits leaves the weight $p_1$ as it is.",
        givens=rf"$p_1 = \frac{{e^{{z_1}}}}{{{exponentials_tex(n)}}}$.",
        symbols=f"{', '.join(names)}, c: real; p_1: real in (0, 1)",
        where={"p_1": f"e^z1/({total})"},
        start=f"e^(z1+c)/({shifted})",
        steps=(
            Step(
                "Take the factor that all terms share out of the sum below the bar, and out of the power "
                "above it.",
                f"e^c e^z1/(e^c ({total}))",
                "e^(a+b) = e^a e^b",
                WithNames(("c",)),
                ("$e^{z + c} = e^z e^c$.",),
                (
                    WrongLine(
                        f"e^c e^z1/(c + {total})",
                        "c becomes the factor e^c of every term, not a term of its own.",
                    ),
                    WrongLine(
                        f"e^c e^z1/({total})", "The factor e^c comes out of every term below the bar too."
                    ),
                ),
                written=(
                    f"e^z1 e^c/(({total}) e^c)",
                    f"(e^c e^z1)/({' + '.join(f'e^c e^z{i}' for i in logits)})",
                    f"exp(c) exp(z1)/(exp(c) ({total}))",
                ),
            ),
            Step(
                "Cancel.",
                f"e^z1/({total})",
                "e^c is never 0",
                OnlyNames((*names, "p_1")),
                ("$e^c$ stands above and below the bar.",),
                (WrongLine(f"e^c e^z1/({total})", "What is cancelled above is cancelled below."),),
                RuleQuestion(
                    "Subtracting the largest logit is the same with c = −max z. Does it make the weights "
                    "flatter?",
                    ("no: they are exactly the same", "yes, since the numbers are smaller"),
                    0,
                    "Only the gaps between logits count, and a constant leaves them alone.",
                ),
                written=(
                    "p_1",
                    f"exp(z1)/({'+'.join(f'exp(z{i})' for i in logits)})",
                    f"1/(1 + {' + '.join(f'e^(z{i}−z1)' for i in logits[1:])})",
                ),
            ),
        ),
    )


def _any_shift(draw: Draw) -> Derivation:
    n = draw.pick((2, 3, 4))
    return renamed(_shift(n), turned(("z", "p"), n, draw.below(n)))


KEY_SHIFT = Derivation(
    name="key-shift",
    title="a vector added to every key changes no weight",
    concept="softmax",
    level=3,
    statement=r"A vector $b$ is added to both keys $x$ and $y$. Show that the weight of $x$ stays the same.",
    givens=r"$q$, $x$, $y$ and $b$ have $n$ entries; the weight of $x$ is"
    r" $\frac{e^{q \cdot x}}{e^{q \cdot x} + e^{q \cdot y}}$.",
    symbols="n: integer in [1, 4]; q, x, y, b: vector n",
    start="e^(q·(x+b))/(e^(q·(x+b)) + e^(q·(y+b)))",
    steps=(
        Step(
            "Multiply out in the exponents.",
            "e^(q·x + q·b)/(e^(q·x + q·b) + e^(q·y + q·b))",
            "the dot product is linear in the key",
            AllOf((WithNames(("b",)),)),
            ("$q \\cdot (x + b) = q \\cdot x + q \\cdot b$.",),
            (
                WrongLine(
                    "e^(q·x + b·b)/(e^(q·x + b·b) + e^(q·y))",
                    "q·b is added to every score, for each key the same.",
                ),
            ),
            written=(
                "exp(q·x + q·b)/(exp(q·x + q·b) + exp(q·y + q·b))",
                "e^(q·b) e^(q·x)/(e^(q·b) e^(q·x) + e^(q·b) e^(q·y))",
                "e^(q·b + q·x)/(e^(q·b + q·x) + e^(q·b + q·y))",
            ),
        ),
        Step(
            "Cancel the factor that all terms share.",
            "e^(q·x)/(e^(q·x) + e^(q·y))",
            "the softmax is shift invariant",
            OnlyNames(("q", "x", "y")),
            ("$e^{q \\cdot b}$ is a factor of all terms.",),
            (WrongLine("e^(q·y)/(e^(q·x) + e^(q·y))", "That is the weight of the other key."),),
            RuleQuestion(
                "Does a bias in the query matter, then?",
                ("yes: it adds a different number to each score", "no, for the same reason"),
                0,
                "(q + b)·k = q·k + b·k, and b·k differs from key to key.",
            ),
            written=("1/(1 + e^(q·y − q·x))", "exp(q·x)/(exp(q·x) + exp(q·y))", "1/(1 + e^(q·(y − x)))"),
        ),
    ),
)

TWO_KEYS = Derivation(
    name="two-keys-sigmoid",
    title="a softmax of two logits is a sigmoid",
    concept="softmax",
    level=2,
    statement=r"Write $\frac{e^{x}}{e^{x} + e^{y}}$ as a function of the gap $x - y$ alone.",
    givens="$x$ and $y$ are the two logits.",
    symbols="x, y: real",
    start="e^x/(e^x + e^y)",
    steps=(
        Step(
            "Divide above and below the bar so that 1 stands above.",
            "1/(1 + e^(y−x))",
            "dividing by e^x",
            NotYet(NoFunctions(("exp",)), "write it with exp first"),
            ("Divide by $e^x$; then $e^y/e^x = e^{y-x}$.",),
            (
                WrongLine(
                    "1/(1 + e^(x−y))", "The sign of the gap is turned: that is the weight of the other key."
                ),
            ),
            written=("1/(1 + exp(y − x))", "1/(1 + e^(−(x−y)))", "(1 + e^(y−x))^(−1)"),
        ),
        Step(
            "Write it with tanh.",
            "(1 + tanh((x−y)/2))/2",
            "σ(g) = (1 + tanh(g/2))/2",
            NoFunctions(("exp", "sigmoid")),
            ("$\\tanh(g/2) = \\frac{1 - e^{-g}}{1 + e^{-g}}$.",),
            (
                WrongLine("tanh(x−y)", "tanh runs from −1 to 1; it has to be halved and raised."),
                WrongLine("(1 + tanh(x−y))/2", "The argument is half of the gap."),
            ),
            written=("1/2 + tanh((x−y)/2)/2", "0.5 (1 + tanh((x−y)/2))", "(1 − tanh((y−x)/2))/2"),
        ),
    ),
)

LOG_SUM_EXP = Derivation(
    name="stable-log-sum-exp",
    title="log-sum-exp without overflow",
    concept="softmax",
    level=2,
    statement=r"Write $\ln(e^{x} + e^{y})$ so that no power can overflow where $x$ is the larger one.",
    givens=r"$x$ and $y$ are the two logits.",
    symbols="x, y: real",
    start="ln(e^x + e^y)",
    steps=(
        Step(
            "Take $e^x$ out of the sum.",
            "ln(e^x (1 + e^(y−x)))",
            "e^y = e^x e^(y−x)",
            AllOf((Falling("x"), Factored())),
            ("$e^x + e^y = e^x (1 + \\dots)$.",),
            (WrongLine("ln(e^x (1 + e^y))", "What is taken out of e^y leaves e^(y−x)."),),
            written=("ln((1 + e^(y−x)) e^x)", "ln(exp(x) (1 + exp(y − x)))", "log(e^x + e^x e^(y−x))"),
        ),
        Step(
            "Take the logarithm of the product apart.",
            "x + ln(1 + e^(y−x))",
            "ln(ab) = ln a + ln b",
            AllOf(
                (
                    Falling("x", only_gaps=True),
                    NotYet(Factored(), "the logarithm of a product is a sum: take it apart"),
                )
            ),
            ("$\\ln e^x = x$.",),
            (
                WrongLine("ln(1 + e^(y−x))", "The largest logit has to be added back."),
                WrongLine("x ln(1 + e^(y−x))", "The logarithm of a product is a sum."),
            ),
            written=("ln(1 + e^(y−x)) + x", "x + ln(1 + exp(y − x))", "ln(e^(y−x) + 1) + x"),
        ),
    ),
)

MERGE = Derivation(
    name="online-merge",
    title="merging two blocks of an online softmax",
    concept="softmax",
    level=4,
    statement=(
        r"Two blocks have the maxima $a$ and $b$ and the totals $l_1 ="
        r" \sum e^{z - a}$ and $l_2 = \sum e^{z - b}$."
        r" Write the total of both relative to $m$."
    ),
    givens=r"The scores of the first block sum to $e^a l_1$ after exp, those of the second to $e^b l_2$.",
    symbols="a, b, m: real; l_1, l_2: positive",
    start="(e^a l_1 + e^b l_2)/e^m",
    steps=(
        Step(
            "Write it with one power for each block.",
            "l_1 e^(a−m) + l_2 e^(b−m)",
            "e^a/e^m = e^(a−m)",
            Expanded(),
            ("Divide each term by $e^m$.",),
            (
                WrongLine(
                    "l_1 + l_2", "The totals are relative to different maxima: each has to be rescaled first."
                ),
                WrongLine(
                    "l_1 e^(m−a) + l_2 e^(m−b)", "The rescaling is turned round: a block below m shrinks."
                ),
            ),
            written=(
                "e^(a−m) l_1 + e^(b−m) l_2",
                "l_2 exp(b − m) + l_1 exp(a − m)",
                "l_1/e^(m−a) + l_2/e^(m−b)",
            ),
        ),
        Step(
            "Let $m$ be $a$, the larger one, and simplify.",
            "l_1 + l_2 e^(b−a)",
            "e⁰ = 1",
            OnlyNames(("l_1", "l_2", "a", "b")),
            ("With $m = a$ the first factor is $e^0$.",),
            (
                WrongLine(
                    "l_1 e^(a−b) + l_2", "That is relative to b; with m = a the first block keeps its total."
                ),
                WrongLine("l_1 + l_2 e^(b−m)", "m is a now: write a for it there too."),
            ),
            new=True,
            written=("l_2 e^(b−a) + l_1", "l_1 + l_2 exp(b − a)", "l_1 + l_2/e^(a−b)"),
        ),
    ),
)

PERPLEXITY = Derivation(
    name="uniform-perplexity",
    title="entropy and perplexity of equal weights",
    concept="weights",
    level=2,
    statement=r"All $n$ weights are $1/n$. Find the entropy in nats, then the perplexity $e^H$.",
    givens=r"The entropy is $H = -\sum_i p_i \ln p_i$.",
    symbols="n: integer >= 2; i: integer >= 1; H: real",
    where={"H": "ln n"},
    start="",
    steps=(
        Step(
            "Write the entropy as a sum.",
            "−Σ_{i=1}^{n} (1/n) ln(1/n)",
            "the definition",
            WithSumSign(),
            ("Put $p_i = 1/n$ in.",),
            (WrongLine("Σ_{i=1}^{n} (1/n) ln(1/n)", "The sign in front makes an entropy positive."),),
            written=("-sum((1/n) ln(1/n), i=1..n)", "Σ_{i=1}^{n} (1/n) ln(n)", "sum(ln(n)/n, i=1..n)"),
        ),
        Step(
            "Work it out.",
            "ln n",
            "n equal terms, and −ln(1/n) = ln n",
            AllOf((NoSumSign(), Short())),
            ("How many terms, and how large is each?",),
            (
                WrongLine("n ln n", "Each term has the factor 1/n."),
                WrongLine("−ln n", "−ln(1/n) is positive."),
                WrongLine("n", "That is the perplexity, which comes next."),
            ),
            written=("ln(n)", "−ln(1/n)", "log(n)"),
        ),
        Step(
            "Now the perplexity.",
            "n",
            "exp undoes ln",
            AllOf((NoFunctions(("exp", "ln", "log")), OnlyNames(("n",)))),
            ("$e^{\\ln n}$ is …",),
            (WrongLine("ln n", "That is the entropy; the perplexity is e to its power."),),
            new=True,
            written=("n·1", "1·n", "n/1"),
        ),
    ),
)

_GAP = under(({}, {"x": "u", "y": "v"}, {"x": "s", "y": "t"}))

DERIVATIONS = (
    replace(_shift(), variant=_any_shift),
    under(({}, {"x": "u", "y": "v"}))(KEY_SHIFT),
    _GAP(TWO_KEYS),
    _GAP(LOG_SUM_EXP),
    MERGE,
    under(({}, {"n": "m"}))(PERPLEXITY),
)
