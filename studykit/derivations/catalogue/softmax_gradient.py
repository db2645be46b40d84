"""Derivatives of a softmax and of what is built on it."""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import replace

from studykit.checking.forms import AllOf, Factored, NotYet, OnlyNames, ShortBrackets, WithNames
from studykit.derivations.derivation import Derivation, Step, WrongLine
from studykit.derivations.logits import exponentials, exponentials_tex, symbols, weights, where
from studykit.derivations.variants import renamed, turned, under
from studykit.draw import Draw


def _in_weights(n: int) -> AllOf:
    """Written with the weights, not with the logits."""
    return AllOf((OnlyNames(weights(n)),))


def _logits_first(n: int) -> NotYet:
    return NotYet(OnlyNames(weights(n)), "differentiate first; the weights come in the next line")


def _definition(n: int) -> str:
    return rf"$p_i = e^{{z_i}}/({exponentials_tex(n)})$."


def _others(n: int, term: str, sign: str = " + ") -> str:
    """The terms of all logits but the first, joined: `{i}` stands for the index."""
    return sign.join(term.replace("{i}", str(i)) for i in range(2, n + 1))


def _diagonal(n: int = 3) -> Derivation:
    """For n logits."""
    total, others = exponentials(n), _others(n, "e^z{i}")
    return Derivation(
        name="jacobian-diagonal",
        title="how a weight answers to its own logit",
        concept="softmax gradient",
        level=2,
        statement=r"Find $\partial p_1/\partial z_1$ in terms of $p_1$.",
        givens=_definition(n),
        symbols=symbols(n),
        where=where(n),
        start="",
        steps=(
            Step(
                "Use the quotient rule.",
                f"(e^z1 ({total}) − e^z1 e^z1)/({total})²",
                "quotient rule",
                _logits_first(n),
                ("$(u/v)' = (u'v - uv')/v^2$ with $u = e^{z_1}$.", "Both $u'$ and $v'$ are $e^{z_1}$ here."),
                (
                    WrongLine(
                        f"(e^z1 ({total}) + e^z1 e^z1)/({total})²", "The quotient rule has a minus sign."
                    ),
                    WrongLine(f"e^z1/({total})", "z1 is in the denominator too."),
                ),
                written=(
                    f"(e^z1 ({total}) − e^(2z1))/({total})^2",
                    f"e^z1/({total}) − (e^z1)²/({total})²",
                    f"e^z1 ({others})/({total})²",
                ),
            ),
            Step(
                "Write it with $p_1$.",
                "p_1 − p_1²",
                "the definition of p_1",
                AllOf((_in_weights(n), NotYet(Factored(), "write it as a difference first"))),
                ("Divide each term by the square.",),
                (WrongLine("p_1 + p_1²", "The quotient rule has a minus sign."),),
                written=("p_1 − p_1·p_1", "−p_1² + p_1", "p1 - p1^2"),
            ),
            Step(
                "Factor it.",
                "p_1 (1 − p_1)",
                "p_1 is a common factor",
                AllOf((OnlyNames(("p_1",)), Factored())),
                ("Both terms have the factor $p_1$.",),
                (
                    WrongLine("p_1 (1 + p_1)", "The second term is taken away."),
                    WrongLine("1 − p_1²", "The factor is p_1, not 1 + p_1."),
                ),
                written=("(1 − p_1) p_1", "p1(1-p1)", "−p_1 (p_1 − 1)"),
            ),
        ),
    )


def _off_diagonal(n: int = 3) -> Derivation:
    """For n logits."""
    total = exponentials(n)
    # Of two weights, p_1 (1 − p_1) is p_1 p_2.
    own = (WrongLine("p_1 (1 − p_1)", "That is the answer to its own logit."),) if n > 2 else ()
    return Derivation(
        name="jacobian-off-diagonal",
        title="how a weight answers to another logit",
        concept="softmax gradient",
        level=2,
        statement=r"Find $\partial p_1/\partial z_2$ in terms of the weights.",
        givens=_definition(n),
        symbols=symbols(n),
        where=where(n),
        start="",
        steps=(
            Step(
                "Differentiate.",
                f"−e^z1 e^z2/({total})²",
                "quotient rule; the numerator does not depend on z2",
                _logits_first(n),
                ("Only the denominator holds $z_2$: $(u/v)' = -uv'/v^2$.",),
                (
                    WrongLine(
                        f"e^z1 e^z2/({total})²",
                        "More score for another key leaves less for this one: the sign is minus.",
                    ),
                    WrongLine("0", "z2 is in the denominator."),
                ),
                written=(
                    f"−e^(z1+z2)/({total})^2",
                    f"−(e^z1/({total}))·(e^z2/({total}))",
                    f"(0·({total}) − e^z1 e^z2)/({total})²",
                ),
            ),
            Step(
                "Write it with the weights.",
                "−p_1 p_2",
                "the definition of the weights",
                _in_weights(n),
                ("One factor for each of the two keys.",),
                (
                    WrongLine(
                        "p_1 p_2", "More score for another key leaves less for this one: the sign is minus."
                    ),
                    WrongLine("p_1 (1 − p_2)", "That mixes it with the diagonal: off it there is no 1."),
                    *own,
                ),
                written=("−p_2 p_1", "-p1 p2", "p_1·(−p_2)"),
            ),
        ),
    )


def _rows(n: int = 3) -> Derivation:
    """For n logits."""
    slopes = " + ".join(rf"\partial p_1/\partial z_{i}" for i in range(1, n + 1))
    total = " + ".join(weights(n))
    return Derivation(
        name="jacobian-rows",
        title="the rows of the Jacobian sum to 0",
        concept="softmax gradient",
        level=2,
        statement=rf"Show that ${slopes} = 0$.",
        givens=r"$\partial p_i/\partial z_i = p_i (1 - p_i)$, else $-p_i p_j$; the weights sum to 1.",
        symbols=symbols(n),
        where=where(n),
        start="",
        steps=(
            Step(
                "Write the sum.",
                f"p_1 (1 − p_1) − {_others(n, 'p_1 p_{i}', ' − ')}",
                "the entries of the Jacobian",
                AllOf(
                    (
                        _in_weights(n),
                        WithNames(("p_2",)),
                        NotYet(Factored(), "write the entries one by one first"),
                    )
                ),
                ("One entry stands on the diagonal, the others beside it.",),
                (
                    WrongLine(
                        f"p_1 (1 − p_1) + {_others(n, 'p_1 p_{i}')}",
                        "The entries beside the diagonal are negative.",
                    ),
                ),
                written=(
                    f"p_1 − p_1² − {_others(n, 'p_1 p_{i}', ' − ')}",
                    f"−{_others(n, 'p_1 p_{i}', ' − ')} + p_1 (1 − p_1)",
                    f"p1(1-p1) - {_others(n, 'p1 p{i}', ' - ')}",
                ),
                law="weights",
            ),
            Step(
                "Take out what all terms share.",
                f"p_1 (1 − ({total}))",
                "p_1 is a common factor",
                AllOf((_in_weights(n), WithNames(("p_2",)), Factored())),
                ("Each term has the factor $p_1$.",),
                (WrongLine(f"p_1 ({total})", "The 1 of the diagonal entry stays in the bracket."),),
                written=(
                    f"p_1 (1 − {' − '.join(weights(n))})",
                    f"(1 − {' − '.join(weights(n))}) p_1",
                    f"p1 (1 - ({' + '.join(f'p{i}' for i in range(1, n + 1))}))",
                ),
                law="weights",
            ),
            Step(
                "Use what the weights sum to.",
                "0",
                "the weights sum to 1",
                OnlyNames(()),
                (f"${total} = 1$.",),
                (WrongLine("p_1", "The bracket is 1 − 1."),),
                written=("1 − 1", "0·1", "2 − 2"),
            ),
        ),
    )


def _any_size(made: Callable[[int], Derivation]) -> Derivation:
    """The book's derivation for three logits, with variants for two to four, and another one asked about."""

    def variant(draw: Draw) -> Derivation:
        n = draw.pick((2, 3, 4))
        return renamed(made(n), turned(("z", "p"), n, draw.below(n)))

    return replace(made(3), variant=variant)


_TOTAL = exponentials(3)

ENTROPY = Derivation(
    name="entropy-and-temperature",
    title="how the entropy falls as scores are sharpened",
    concept="weights",
    level=4,
    statement=(
        r"Two keys have the scores $x$ and $y$, sharpened to $\beta x$"
        r" and $\beta y$; $p$ is the first weight. With"
        r" $\partial H/\partial\beta = -\beta\,(\langle z^2 \rangle -"
        r" \langle z \rangle^2)$, the brackets being the mean under the weights,"
        r" write this derivative as a product."
    ),
    givens=r"$\langle z \rangle = p x + (1-p) y$ and $\langle z^2 \rangle = p x^2 + (1-p) y^2$.",
    symbols="x, y: real; beta: real; p: real in (0, 1)",
    start="",
    steps=(
        Step(
            "Put both means in.",
            "−β (p x² + (1−p) y² − (p x + (1−p) y)²)",
            "the variance of the scores under the weights",
            None,
            ("The bracket is a mean of squares less the square of a mean.",),
            (
                WrongLine(
                    "β (p x² + (1−p) y² − (p x + (1−p) y)²)",
                    "Sharper weights have less entropy: the sign is minus.",
                ),
            ),
            written=(
                "−β (p x² + (1−p) y²) + β (p x + (1−p) y)²",
                "β ((p x + (1−p) y)² − p x² − (1−p) y²)",
                "-beta (p x^2 + (1-p) y^2 - (p x + (1-p) y)^2)",
            ),
        ),
        Step(
            "Simplify the bracket to a product.",
            "−β p (1−p) (x − y)²",
            "the variance of two values",
            AllOf((Factored(), ShortBrackets())),
            (
                "The variance of two values with chances $p$ and $1-p$ is"
                " $p(1-p)$ times their squared distance.",
            ),
            (
                WrongLine("−β p (1−p) (x − y)", "A variance has the squared distance."),
                WrongLine("−p (1−p) (x − y)²", "The factor β stays."),
            ),
            written=("−β (p − p²)(x − y)²", "-beta p (1-p) (y - x)^2", "−p (1−p) β (x − y)²"),
        ),
    ),
)

CROSS_ENTROPY = Derivation(
    name="cross-entropy-gradient",
    title="the gradient of the cross-entropy",
    concept="softmax gradient",
    level=2,
    statement=r"The loss is $L = -\ln p_1$. Find $\partial L/\partial z_1$ in terms of the weights.",
    givens=r"$-\ln p_1 = -z_1 + \ln(e^{z_1} + e^{z_2} + e^{z_3})$; the weights sum to 1.",
    symbols=symbols(3),
    where=where(3),
    start="",
    steps=(
        Step(
            "Differentiate both terms.",
            f"−1 + e^z1/({_TOTAL})",
            "the derivative of ln u is u'/u",
            NotYet(
                OnlyNames(("p_1", "p_2", "p_3")), "differentiate first; the weights come in the next line"
            ),
            ("The derivative of $-z_1$ is $-1$.",),
            (
                WrongLine(
                    f"1 − e^z1/({_TOTAL})",
                    "The loss falls when the right score rises: both signs are turned.",
                ),
            ),
            written=(f"e^z1/({_TOTAL}) − 1", f"-1 + exp(z1)/({_TOTAL})", f"(e^z1 − ({_TOTAL}))/({_TOTAL})"),
        ),
        Step(
            "Write it with $p_1$.",
            "p_1 − 1",
            "the definition of p_1",
            AllOf((OnlyNames(("p_1",)), WithNames(("p_1",)))),
            ("The fraction is a weight.",),
            (WrongLine("1 − p_1", "The loss falls when the right score rises: the gradient is negative."),),
            written=("−1 + p_1", "−(1 − p_1)", "p1 - 1"),
        ),
        Step(
            "Write it with the other two weights.",
            "−(p_2 + p_3)",
            "the weights sum to 1",
            AllOf((OnlyNames(("p_2", "p_3")),)),
            ("$p_1 = 1 - p_2 - p_3$.",),
            (WrongLine("p_2 + p_3", "p_1 − 1 is negative."),),
            written=("−p_2 − p_3", "-(p2 + p3)", "−p_3 − p_2"),
        ),
    ),
)

BACKWARD = Derivation(
    name="softmax-backward",
    title="a gradient sent back through a softmax",
    concept="softmax gradient",
    level=3,
    statement=r"With $g_i = \partial L/\partial p_i$, find $\partial"
    r" L/\partial z_1$ as $p_1$ times a bracket.",
    givens=r"$\partial p_1/\partial z_1 = p_1(1 - p_1)$ and $\partial"
    r" p_i/\partial z_1 = -p_i p_1$ for the other $i$.",
    symbols=symbols(3) + "; g_1, g_2, g_3: real",
    where=where(3),
    start="",
    steps=(
        Step(
            "Use the chain rule over all three weights.",
            "g_1 p_1 (1 − p_1) − g_2 p_2 p_1 − g_3 p_3 p_1",
            "chain rule: every weight depends on z1",
            NotYet(Factored(), "write the three terms of the chain rule first"),
            ("$\\partial L/\\partial z_1 = \\sum_i g_i\\, \\partial p_i/\\partial z_1$.",),
            (
                WrongLine(
                    "g_1 p_1 (1 − p_1)", "The other weights depend on z1 too: their terms are missing."
                ),
                WrongLine(
                    "g_1 p_1 (1 − p_1) + g_2 p_2 p_1 + g_3 p_3 p_1",
                    "The entries beside the diagonal are negative.",
                ),
            ),
            written=(
                "g_1 p_1 − g_1 p_1² − g_2 p_1 p_2 − g_3 p_1 p_3",
                "p_1 (1 − p_1) g_1 − p_1 p_2 g_2 − p_1 p_3 g_3",
                "g1 p1(1-p1) - g2 p2 p1 - g3 p3 p1",
            ),
        ),
        Step(
            "Take $p_1$ out.",
            "p_1 (g_1 − (g_1 p_1 + g_2 p_2 + g_3 p_3))",
            "p_1 is a common factor",
            Factored(),
            ("What is left in the bracket is $g_1$ less the weighted mean of the $g$.",),
            (
                WrongLine("p_1 g_1", "The weighted mean of the gradients is taken away from g_1."),
                WrongLine("p_1 (g_1 − (g_1 + g_2 + g_3)/3)", "The mean is weighted by the weights."),
            ),
            written=(
                "p_1 (g_1 − g_1 p_1 − g_2 p_2 − g_3 p_3)",
                "(g_1 − g_1 p_1 − g_2 p_2 − g_3 p_3) p_1",
                "p1 (g1 - (p1 g1 + p2 g2 + p3 g3))",
            ),
        ),
    ),
)

_TURNED = under(tuple(turned(("z", "p", "g"), 3, by) for by in range(3)))

DERIVATIONS = (
    _any_size(_diagonal),
    _any_size(_off_diagonal),
    _any_size(_rows),
    under(({}, {"x": "u", "y": "v"}, {"x": "s", "y": "t"}))(ENTROPY),
    _TURNED(CROSS_ENTROPY),
    _TURNED(BACKWARD),
)
