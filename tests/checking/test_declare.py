"""What a question says of its names."""

from __future__ import annotations

from fractions import Fraction

import pytest

from studykit.checking.declare import DeclarationError, declare
from studykit.checking.symbols import Declaration, Distribution, Matrix, Scalar, Vector
from studykit.checking.tree import Negative, Number, Power, Product, Symbol

ZERO, ONE = Fraction(0), Fraction(1)
COUNT = Scalar("integer", ONE)
STANDARD = Distribution("normal", (Number(ZERO), Number(ONE)))


@pytest.mark.parametrize(
    ("spec", "symbols"),
    [
        ("", {}),
        ("x: real", {"x": Scalar()}),
        ("T: positive", {"T": Scalar(low=ZERO, low_open=True)}),
        ("r: nonnegative", {"r": Scalar(low=ZERO)}),
        ("n: positive integer", {"n": COUNT}),
        ("d_k: integer >= 1", {"d_k": COUNT}),
        ("d_k: integer ≥ 1;", {"d_k": COUNT}),
        ("n: integer in [2, 10]", {"n": Scalar("integer", Fraction(2), Fraction(10))}),
        ("p: real in (0, 1)", {"p": Scalar("real", ZERO, ONE, True, True)}),
        ("p: real in (-1/2, 1]", {"p": Scalar("real", Fraction(-1, 2), ONE, True, False)}),
        ("p: real in (0, inf)", {"p": Scalar("real", ZERO, None, True, True)}),
        ("x: real > 0, < 2.5", {"x": Scalar("real", ZERO, Fraction(5, 2), True, True)}),
        ("x: real >= 0 and <= 1", {"x": Scalar("real", ZERO, ONE)}),
        ("a, b: real", {"a": Scalar(), "b": Scalar()}),
        ("a: real\nb: real", {"a": Scalar(), "b": Scalar()}),
        ("σ_q: positive", {"σ_q": Scalar(low=ZERO, low_open=True)}),
        ("e: real; E: real; pi: real; S: real", dict.fromkeys(["e", "E", "pi", "S"], Scalar())),
        ("q: vector 3", {"q": Vector(Number(Fraction(3)))}),
        (
            "d_k: integer >= 1; q: vector d_k of normal(0,1)",
            {"d_k": COUNT, "q": Vector(Symbol("d_k"), STANDARD)},
        ),
        ("q: vector n", {"q": Vector(Symbol("n")), "n": COUNT}),
        ("Q: matrix n x d", {"Q": Matrix(Symbol("n"), Symbol("d")), "n": COUNT, "d": COUNT}),
        (
            "Q: matrix n × d; x: real",
            {"Q": Matrix(Symbol("n"), Symbol("d")), "x": Scalar(), "n": COUNT, "d": COUNT},
        ),
        ("Q: matrix (2, 3)", {"Q": Matrix(Number(Fraction(2)), Number(Fraction(3)))}),
        (
            "W: matrix d x h d_h",
            {
                "W": Matrix(Symbol("d"), Product((Symbol("h"), Symbol("d_h")))),
                "d": COUNT,
                "h": COUNT,
                "d_h": COUNT,
            },
        ),
        ("x: real of normal(0, 1)", {"x": Scalar(distribution=STANDARD)}),
        (
            "x: real of uniform(-1,1)",
            {"x": Scalar(distribution=Distribution("uniform", (Negative(Number(ONE)), Number(ONE))))},
        ),
        ("x: real of rademacher", {"x": Scalar(distribution=Distribution("rademacher"))}),
        (
            "b: positive; x: real of laplace(b)",
            {
                "b": Scalar(low=ZERO, low_open=True),
                "x": Scalar(distribution=Distribution("laplace", (Symbol("b"),))),
            },
        ),
        (
            "x: real of moments(mu, sigma^2); mu: real; sigma: real",
            {
                "x": Scalar(
                    distribution=Distribution(
                        "moments", (Symbol("mu"), Power(Symbol("sigma"), Number(Fraction(2))))
                    )
                ),
                "mu": Scalar(),
                "sigma": Scalar(),
            },
        ),
    ],
)
def test_a_declaration_says_what_is_known_of_a_name(spec: str, symbols: dict[str, Declaration]) -> None:
    assert declare(spec) == symbols


@pytest.mark.parametrize(
    ("spec", "says"),
    [
        ("x", "x: a declaration is a name, a colon and a kind"),
        ("x:", "a name, a colon and a kind"),
        ("2x: real", "2x: a name has letters"),
        ("x-y: real", "x-y: a name has letters"),
        ("__import__: real", "__import__: a name has letters"),
        ("x,: real", "a blank: a name has letters"),
        ("exp: real", "exp: this is the name of a function"),
        ("sum: real", "sum: this is the name of a function"),
        ("log_2: real", "log_2: this is the name of a function"),
        ("Var: real", "Var: this is the name of a function"),
        ("x: real; x: integer", "x: declared twice"),
        ("σ: real; sigma: real", "sigma: declared twice"),
        ("x: complex", "x: complex is no kind"),
        ("x: real near 2", "'near 2' is no bound"),
        ("x: real > y", "the bound 'y' is no number"),
        ("x: real in (1, 0)", "nothing lies between"),
        ("x: real in (1, 1)", "nothing lies between"),
        ("x: real > 9**9**9", "is no number"),
        ("q: vector", "write vector n"),
        ("q: vector 2 x 3", "write vector n"),
        ("Q: matrix n", "write matrix n x m"),
        ("q: vector n of gauss(0,1)", "'gauss(0,1)' is no distribution"),
        ("q: vector n of normal(0)", "normal has 2 parameters, not 1"),
        ("q: vector n of normal", "normal has 2 parameters, not 0"),
        ("q: vector n of normal(mu, 1)", "mu: unknown name"),
        ("q: vector sqrt(", "cannot be read"),
        ("n: integer in (0,1)", "nothing lies between"),
        ("n: integer in [1/3, 1/2]", "nothing lies between"),
        ("n: integer > 1, < 2", "nothing lies between"),
        ("q: vector -1", "q: a size is a whole number from 1 on"),
        ("q: vector 0", "q: a size is a whole number from 1 on"),
        ("Q: matrix 0 x 0", "Q: a size is a whole number from 1 on"),
        ("q: vector 10000000", "q: a size is at most 1,000,000"),
        ("x: real of normal(0, -1)", "the standard deviation of normal is negative"),
        ("x: real of laplace(-2)", "the scale of laplace is negative"),
        ("x: real of moments(0, -1)", "the variance of moments is negative"),
        ("x: real;" * 1000, "characters"),
        ("; ".join(f"x_{i}: real" for i in range(61)), "61 names"),
    ],
)
def test_a_declaration_that_cannot_be_used_says_which(spec: str, says: str) -> None:
    with pytest.raises(DeclarationError) as caught:
        declare(spec)
    assert says in str(caught.value)
    assert "\n" not in str(caught.value)


def test_no_blank_is_needed_before_a_comparison() -> None:
    assert declare("d:integer>=1; x:real<2; p:positive") == declare(
        "d: integer >= 1; x: real < 2; p: positive"
    )


@pytest.mark.parametrize(
    "spec",
    ["y" * 500, "x: " + "z" * 500, "x: real " + "w" * 500, "q: vector (" + "+" * 500, "-" * 500 + ": real"],
)
def test_a_long_declaration_is_not_quoted_in_full(spec: str) -> None:
    with pytest.raises(DeclarationError) as caught:
        declare(spec)
    assert len(str(caught.value)) < 250
