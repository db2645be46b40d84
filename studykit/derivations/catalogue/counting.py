"""Counting: operations, parameters, bytes and masked entries."""

from __future__ import annotations

from studykit.checking.forms import NotYet, OnlyNames, SolvedFor
from studykit.checking.moment_forms import NoSumSign, WithSumSign
from studykit.derivations.derivation import Derivation, Step, WrongLine
from studykit.derivations.variants import under

CROSSOVER = Derivation(
    name="crossover-length",
    title="when attention costs as much as its projections",
    concept="cost",
    level=2,
    statement=r"At which length $n$ does attention cost as much as its four projections?",
    givens=(
        r"With $n$ tokens of width $d$: $QK^T$ and $AV$ cost $2 n^2 d$"
        r" operations each, each of the four projections"
        r" $2 n d^2$."
    ),
    symbols="n: positive; d: positive",
    start="",
    steps=(
        Step(
            "Write the condition that both cost the same.",
            "4n²d = 8nd²",
            "adding up each side",
            NotYet(SolvedFor("n"), "write the condition first; it is solved in the next line"),
            ("Two products on one side, four projections on the other.",),
            (WrongLine("2n²d = 8nd²", "There are two products: Q Kᵀ and A V."),),
            written=("2·2n²d = 4·2nd²", "8nd² = 4n²d", "4 n^2 d = 8 n d^2"),
        ),
        Step(
            "Solve for $n$.",
            "n = 2d",
            "divide by 4nd",
            SolvedFor("n"),
            ("Divide by what both sides share.",),
            (
                WrongLine("n = 4d", "8 divided by 4 is 2."),
                WrongLine("n = d", "Each projection costs 2nd², and there are four of them."),
            ),
            written=("2d", "n = 8d/4", "n = d·2"),
        ),
    ),
)

CACHE = Derivation(
    name="cache-ratio",
    title="how much smaller a grouped cache is",
    concept="cost",
    level=1,
    statement=(
        r"A cache with $h$ key-value heads is compared with one of $g$ heads. How many times larger is it?"
    ),
    givens=r"$L$ layers, $n$ tokens, heads of width $w$, $b$ bytes a value; keys and values are both kept.",
    symbols="L, n, w, b, h, g: positive",
    start="",
    steps=(
        Step(
            "Write the two sizes as a fraction.",
            "(2 L h w n b)/(2 L g w n b)",
            "keys and values, for each layer, head, token and entry",
            NotYet(OnlyNames(("h", "g")), "write both sizes first; they are cancelled in the next line"),
            ("The size is a product: 2 for keys and values, then layers, heads, entries, tokens, bytes.",),
            (
                WrongLine(
                    "(2 L g w n b)/(2 L h w n b)", "The larger one, with h heads, stands above the bar."
                ),
            ),
            written=("2·L·h·w·n·b/(2·L·g·w·n·b)", "(2 L n h w b)/(2 L n g w b)", "(L h w n b)/(L g w n b)"),
        ),
        Step(
            "Cancel.",
            "h/g",
            "everything else is the same",
            OnlyNames(("h", "g")),
            ("Only the numbers of heads differ.",),
            (WrongLine("g/h", "The larger one, with h heads, stands above the bar."),),
            written=("h·(1/g)", "h g^(-1)", "1/(g/h)"),
        ),
    ),
)

PARAMETERS = Derivation(
    name="attention-parameters",
    title="the parameters of multi-head attention",
    concept="heads",
    level=2,
    statement=r"How many parameters has multi-head attention, without biases?",
    givens=r"Width $d$, $h$ heads of width $w = d/h$: $W_Q$, $W_K$, $W_V$ of $d"
    r" \times w$ for each head, and $W_O$ of $hw \times d$.",
    symbols="d: positive; h: integer >= 1; w: positive",
    where={"w": "d/h"},
    start="",
    steps=(
        Step(
            "Add up all matrices, with $w$ in it.",
            "3 d h w + h w d",
            "three matrices for each head, and one for the output",
            NotYet(OnlyNames(("d",)), "add up the matrices with h and w first"),
            (
                "Three matrices of $d \\times w$ for each of $h$ heads.",
                "$W_O$ has $hw$ rows and $d$ columns.",
            ),
            (WrongLine("3 d h w", "The output matrix W_O is a fourth one."),),
            written=("h·3·d·w + h·w·d", "d h w·3 + d h w", "4 d h w"),
        ),
        Step(
            "Put $w = d/h$ in.",
            "4d²",
            "h w = d",
            OnlyNames(("d",)),
            ("$h w = d$, so the number of heads drops out.",),
            (
                WrongLine("3d²", "The output matrix W_O is a fourth one."),
                WrongLine("4 d² h", "The heads share the width: h w = d."),
            ),
            written=("(3 + 1) d²", "4·d·d", "(2d)²"),
        ),
    ),
)

MASKED = Derivation(
    name="masked-entries",
    title="how many entries a causal mask hides",
    concept="masks",
    level=2,
    statement=r"Count the entries that a causal mask hides in an $n \times n$ score matrix.",
    givens=r"Row $i$, counted from 1, keeps its first $i$ entries.",
    symbols="n: integer >= 1; i: integer >= 1",
    start="",
    steps=(
        Step(
            "Write the count as a sum over the rows.",
            "Σ_{i=1}^{n} (n − i)",
            "row i hides n − i entries",
            WithSumSign(),
            ("Row $i$ keeps $i$ of its $n$ entries.",),
            (WrongLine("Σ_{i=1}^{n} i", "Those are the entries that are kept."),),
            written=("sum(n−i, i=1..n)", "sum(i, i=0..n-1)", "n·n − sum(i, i=1..n)"),
        ),
        Step(
            "Work the sum out.",
            "n(n−1)/2",
            "the sum of the first n − 1 whole numbers",
            NoSumSign(),
            ("The hidden entries are $0 + 1 + \\dots + (n-1)$.",),
            (
                WrongLine("n(n+1)/2", "Those are the entries that are kept, the diagonal among them."),
                WrongLine("n²/2", "The diagonal is kept, so it is a little less than half."),
            ),
            written=("(n² − n)/2", "n²/2 − n/2", "n² − n(n+1)/2"),
        ),
    ),
)

DERIVATIONS = (CROSSOVER, CACHE, PARAMETERS, under(({}, {"n": "m"}))(MASKED))
