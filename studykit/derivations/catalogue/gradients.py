"""Gradients of the inputs of attention, and what happens when tokens change places."""

from __future__ import annotations

from studykit.checking.forms import NotYet, Occurring, OnlyNames, WithNames
from studykit.derivations.derivation import Derivation, RuleQuestion, Step, WrongLine
from studykit.derivations.variants import under

QUERY = Derivation(
    name="query-gradient",
    title="the gradient of one query",
    concept="softmax gradient",
    level=3,
    statement=(
        r"One query of two entries meets two keys: $s_1 = (q_1 x_1 + q_2 x_2)/\sqrt{d}$ and"
        r" $s_2 = (q_1 y_1 + q_2 y_2)/\sqrt{d}$. With $g_j = \partial"
        r" L/\partial s_j$, find $\partial L/\partial q_1$, and use"
        r" $g_1 + g_2 = 0$."
    ),
    givens=r"$x$ and $y$ are the keys; the gradients of the scaled scores of one query sum to 0.",
    symbols="x_1, y_1: real; g_1, g_2: real; d: integer >= 1",
    where={"g_2": "-g_1"},
    start="",
    steps=(
        Step(
            "Use the chain rule over both scores.",
            "g_1 x_1/√d + g_2 y_1/√d",
            "chain rule: q_1 is in both scores",
            WithNames(("g_2",)),
            ("$\\partial s_1/\\partial q_1 = x_1/\\sqrt{d}$.",),
            (
                WrongLine("g_1 x_1 + g_2 y_1", "The scores are divided by √d, and so is the gradient."),
                WrongLine("(g_1 x_1 + g_2 y_1)/d", "The scores are divided by √d, not by d."),
            ),
            written=("(g_1 x_1 + g_2 y_1)/√d", "(1/√d)(g_2 y_1 + g_1 x_1)", "g1 x1/sqrt(d) + g2 y1/sqrt(d)"),
        ),
        Step(
            "Put $g_2 = -g_1$ in and simplify.",
            "g_1 (x_1 − y_1)/√d",
            "the gradients of the scores sum to 0",
            OnlyNames(("g_1", "x_1", "y_1", "d")),
            ("Take $g_1/\\sqrt{d}$ out.",),
            (WrongLine("g_1 (x_1 + y_1)/√d", "g_2 has the other sign."),),
            RuleQuestion(
                "What does that say?",
                (
                    "a query is pulled along the difference of the keys",
                    "a query is pulled along the sum of the keys",
                    "the gradient is 0",
                ),
                0,
                "Only differences between keys can change the weights, so the gradient is made of them.",
            ),
            written=("(g_1/√d)(x_1 − y_1)", "(g_1 x_1 − g_1 y_1)/√d", "−g_1 (y_1 − x_1)/√d"),
        ),
    ),
)

KEY = Derivation(
    name="key-gradient",
    title="the gradient of one key",
    concept="softmax gradient",
    level=3,
    statement=(
        r"Two queries $a$ and $b$ meet a key $k$: $s_1 = a \cdot"
        r" k/\sqrt{d}$ and $s_2 = b \cdot k/\sqrt{d}$. With"
        r" $g_j = \partial L/\partial s_j$, find $\partial L/\partial"
        r" k_1$, the first entry of $K^T$'s gradient."
    ),
    givens=r"Other keys do not depend on $k$.",
    symbols="a_1, b_1: real; g_1, g_2: real; d: integer >= 1",
    start="",
    steps=(
        Step(
            "Differentiate both scores with respect to $k_1$, and use the chain rule.",
            "g_1 a_1/√d + g_2 b_1/√d",
            "chain rule: k_1 is in both scores of the column",
            NotYet(OnlyNames(("g_1", "a_1", "d")), "both queries meet the key: both are in it"),
            (
                "$\\partial s_1/\\partial k_1 = a_1/\\sqrt{d}$.",
                "A key's gradient runs over the queries: $dK = dS^T Q/\\sqrt{d}$.",
            ),
            (
                WrongLine("g_1 a_1/√d", "The second query meets the key as well."),
                WrongLine("g_1 a_1 + g_2 b_1", "The scores are divided by √d, and so is the gradient."),
            ),
            written=("(g_1 a_1 + g_2 b_1)/√d", "(1/√d)(g_2 b_1 + g_1 a_1)", "g1 a1/sqrt(d) + g2 b1/sqrt(d)"),
        ),
    ),
)

PROJECTION = Derivation(
    name="query-projection-gradient",
    title="the gradient of W_Q",
    concept="projections",
    level=4,
    statement=r"With $Q = X W$ for two tokens and a single column $w$ of $W$: find"
    r" $\partial L/\partial w_1$ from $h_i = \partial L/\partial q_i$.",
    givens=r"$q_1 = x_1 w_1 + x_2 w_2$ for the first token and $q_2 = y_1 w_1 + y_2 w_2$ for the second.",
    symbols="x_1, x_2, y_1, y_2: real; h_1, h_2: real; w_1, w_2: real",
    start="",
    steps=(
        Step(
            "Use the chain rule over both tokens.",
            "x_1 h_1 + y_1 h_2",
            "chain rule: w_1 is in the query of every token",
            None,
            ("$\\partial q_1/\\partial w_1 = x_1$.", "All together this is $dW_Q = X^T dQ$."),
            (
                WrongLine("x_1 h_1", "The second token's query has w_1 in it too."),
                WrongLine(
                    "x_1 h_1 + x_2 h_2",
                    "The tokens run down the column of X: the first entries, of both tokens.",
                ),
                WrongLine("w_1 h_1 + w_2 h_2", "That is the gradient of the token, not of the weight."),
            ),
            written=("h_1 x_1 + h_2 y_1", "y_1 h_2 + x_1 h_1", "x1 h1 + y1 h2"),
        ),
    ),
)

EQUIVARIANT = Derivation(
    name="permutation-equivariance",
    title="self-attention is permutation-equivariant",
    concept="output",
    level=4,
    statement=(
        r"Tokens change places: $X$ becomes $PX$ with a permutation matrix $P$. "
        r"Show that the output $A X W$ becomes $P$ times the old one."
    ),
    givens=(
        r"The weights become $P A P^T$: their rows and columns change places like the tokens. "
        r"$P^T P = I$."
    ),
    symbols="n: integer in [2, 4]; A: matrix n x n; X: matrix n x 2; W: matrix 2 x 2; P: permutation n",
    start="",
    unproved=(2,),
    steps=(
        Step(
            "Write the new output with the new weights and the new tokens.",
            "(P A P^T)(P X) W",
            "weights times values, with all tokens moved",
            Occurring("P", 3),
            ("Weights times values, where the values are the tokens times $W$.",),
            (
                WrongLine("(P A)(P X) W", "The columns of the weights move too: P A Pᵀ."),
                WrongLine(
                    "(P^T A P)(P X) W", "Rows are moved by P from the left, columns by Pᵀ from the right."
                ),
            ),
            written=("P A P^T P X W", "(P A P^T)(P X W)", "(P A) P^T (P X) W"),
        ),
        Step(
            "Use what $P^T P$ is.",
            "P A X W",
            "PᵀP = I: moving all tokens and moving them back changes nothing",
            Occurring("P", 1),
            ("$P^T P = I$ stands in the middle.",),
            (
                WrongLine("A X W", "The P in front stays: the outputs have moved along with the tokens."),
                WrongLine("P A P^T X W", "Pᵀ and P belong together: both are gone."),
                WrongLine("P^T A X W", "It is the P in front that is left, not its transpose."),
            ),
            RuleQuestion(
                "What is self-attention, then, under a permutation of its tokens?",
                (
                    "equivariant: the outputs move along with the tokens",
                    "invariant: the outputs stay as they are",
                    "neither, since the weights change",
                ),
                0,
                "An invariant map would give A X W again; here the rows of the output have changed places.",
            ),
            written=("P(A X W)", "(P A)(X W)", "P (A X) W"),
        ),
    ),
)

_KEYS = under(({}, {"x_1": "u_1", "y_1": "v_1", "x_2": "u_2", "y_2": "v_2", "x": "u", "y": "v"}))

DERIVATIONS = (_KEYS(QUERY), KEY, PROJECTION, EQUIVARIANT)
