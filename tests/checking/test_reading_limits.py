"""Nothing that is typed may cost more than a glance: it is refused before it is computed."""

from __future__ import annotations

from fractions import Fraction

import pytest

from studykit.checking import limits
from studykit.checking.declare import declare
from studykit.checking.parser import ReadKind, read

SYMBOLS = declare("x: real; q: vector n; n: integer >= 1")
KINDS: tuple[ReadKind, ...] = ("number", "exact", "expression", "array", "shape", "equation")


@pytest.mark.parametrize(
    "text",
    [
        "9**9**9",
        "9^9^9^9",
        "factorial(10**9)",
        "(10^9)!",
        "513!",
        "(3!!)!",
        "1e999999",
        "1e401",
        "1e-401",
        "10^(10^8)",
        "10^-(10^8)",
        "0.5^99999",
        "512!^512",
        "(1 + 1e-400)^100",
        "e^(e^(e^(e^9)))",
        "exp(exp(exp(100)))",
        "cosh(1e9)",
        "pi^pi^pi^pi^pi",
        "x^99999",
        "[1, 2]^99999",
        "sum(1, i=1..10^9)",
        "sum(sum(1, i=1..4000), j=1..4000)",
        "1" * 41,
        "0." + "1" * 41,
        "-" * 3000 + "1",
        "-" * 390 + "1",
        "+" * 390 + "1",
        "x+" * 20_000 + "x",
        "(" * 100_000,
        "(" * 100_000 + "x" + ")" * 100_000,
        "(" * 190 + "x" + ")" * 190,
        "[" * 190 + "1" + "]" * 190,
        "[" * 399,
        "{" * 399,
        "|" * 399,
        "‖" * 399,
        "⟨" * 399,
        "√" * 398 + "x",
        "x^" * 190 + "x",
        "x/" * 190 + "x",
        "Σ" * 399,
        "Σ_i" * 130 + "x",
        "sum(" * 95,
        "sqrt(" * 65 + "x" + ")" * 65,
        "\\frac" * 79,
        "\\sqrt" * 79,
        "\\frac{1}" * 49,
        "x" * 400,
        "ab" * 200,
        "x_" * 199,
        "²" * 399,
        "½" * 399,
        "$" * 399,
        "'" * 399,
        "log_" + "9" * 100 + "(x)",
        "2x" + "9" * 300,
    ],
    ids=lambda text: text[:20],
)
def test_a_bomb_is_refused(text: str) -> None:
    for kind in KINDS:
        assert read(text, SYMBOLS, kind=kind).tree is None, kind


@pytest.mark.parametrize(
    "text",
    [
        "512!",
        "2^4000",
        "10^400",
        "1e400",
        "1e-400",
        "x^4096",
        "x + " * 99 + "x",
        "(" * 50 + "x" + ")" * 50,
        "-" * 50 + "x",
        "exp(-1e9)",
        "e^-inf",
        "-inf",
        "1/0",
        "0^0",
        "0^-1",
        "sqrt(-1)",
        "ln(0)",
        "tan(1e400)",
        "2^(1e-400)",
        "(1e400)^(1e-400)",
        "inf - inf",
        "inf^inf",
        "1/(1 - 1)",
        "sum(i, i=1..100)",
        "1" * 40,
    ],
    ids=lambda text: text[:20],
)
def test_what_is_only_large_or_undefined_is_read(text: str) -> None:
    found = read(text, SYMBOLS, kind="expression")
    assert found.tree is not None, found.error
    assert read(found.echo, SYMBOLS, kind="expression").tree == found.tree


def test_a_long_answer_says_how_long_it_may_be() -> None:
    error = read("1 + " * 300 + "1", {}, kind="number").error
    assert error is not None
    assert error.message == "this has 1,201 characters; an answer may have 400"


@pytest.mark.parametrize(
    ("text", "value"),
    [
        ("1/2 + 1/3", Fraction(5, 6)),
        ("-2^-2", Fraction(-1, 4)),
        ("0^2", Fraction(0)),
        ("(-1)^101", Fraction(-1)),
    ],
)
def test_the_exact_value_of_numbers(text: str, value: Fraction) -> None:
    tree = read(text, {}, kind="exact").tree
    assert tree is not None
    assert limits.constant(tree) == value


@pytest.mark.parametrize("text", ["pi", "x", "sqrt(2)", "[1, 2]", "1/0"])
def test_what_has_no_exact_value(text: str) -> None:
    tree = read(text, SYMBOLS, kind="expression").tree
    assert tree is not None
    assert limits.constant(tree) is None
