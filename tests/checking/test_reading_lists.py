"""Numbers, vectors, matrices and shapes: what a comma, a blank and an `x` mean in each."""

from __future__ import annotations

from fractions import Fraction

import pytest

from studykit.checking.declare import declare
from studykit.checking.parser import ReadKind, read
from studykit.checking.tree import Array, Negative, Node, Number, Product, Shape, Symbol

SIZES = declare("n, m, d_k, d_v, d_h, h, B: integer >= 1")


def _number(value: int | str) -> Node:
    exact = Fraction(value)
    return Number(exact) if exact >= 0 else Negative(Number(-exact))


def _vector(*values: int | str) -> Array:
    return Array(tuple(map(_number, values)))


SQUARE = Array((_vector(1, 2), _vector(3, 4)))


@pytest.mark.parametrize(
    ("text", "value"),
    [
        ("0.5", "0.5"),
        (".5", "0.5"),
        ("5.", "5"),
        ("0,5", "0.5"),
        ("3,14159", "3.14159"),
        ("1234,567", "1234.567"),
        ("0,125", "0.125"),
        ("1,5e-3", "0.0015"),
        ("1e-3", "0.001"),
        ("1E5", "100000"),
        ("2e3", "2000"),
        ("10e10", "1e11"),
        ("1.5·10^-3", "0.0015"),
        ("1.5x10^-3", "0.0015"),
        ("1.5 x 10^-3", "0.0015"),
        ("1.5×10⁻³", "0.0015"),
        ("1.5\\cdot 10^{-3}", "0.0015"),
        ("138*10^-3", "0.138"),
        ("50%", "0.5"),
        ("13 %", "0.13"),
        ("12.5%", "0.125"),
        ("１２", "12"),
        ("  7  ", "7"),
        ("−3", "-3"),
        ("﹣3", "-3"),
        ("－3", "-3"),
        ("$4$", "4"),
    ],
)
def test_a_number_is_exact(text: str, value: str) -> None:
    for kind in ("number", "exact", "expression"):
        assert read(text, {}, kind=kind).tree == _number(value), kind  # type: ignore[arg-type]


@pytest.mark.parametrize(
    ("text", "unit"),
    [
        ("0.730", "0.001"),
        ("64", "1"),
        ("2.5e4", "1000"),
        ("138*10^-3", "0.001"),
        ("12.5%", "0.001"),
        ("0,50", "0.01"),
    ],
)
def test_a_number_knows_the_place_of_its_last_digit(text: str, unit: str) -> None:
    tree = read(text, {}, kind="number").tree
    assert isinstance(tree, Number)
    assert tree.unit == Fraction(unit)


@pytest.mark.parametrize(
    ("text", "echo"),
    [
        ("0,5", "0.5"),
        ("10*e", "10·e"),
        ("10e10", "100000000000"),
        ("1.62e+6", "1620000"),
        ("1.62·e+6", "1.62·e + 6"),
        ("1e300", "1·10^300"),
        ("1.5e-30/2", "(1.5·10^-30)/2"),
        ("2/1e30", "2/(1·10^30)"),
        ("1e30^2", "(1·10^30)^2"),
        ("100*2e-9", "100·0.000000002"),
        ("2–1", "2 - 1"),
        ("(1, 2)", "[1, 2]"),
        ("1, 2", "[1, 2]"),
        ("1,2,3", "[1, 2, 3]"),
        ("[1 2 3]", "[1, 2, 3]"),
        ("max(0,5)", "max(0, 5)"),
        ("sqrt(2) or -1", "sqrt(2) or -1"),
    ],
)
def test_a_number_field_echoes_what_it_understood(text: str, echo: str) -> None:
    found = read(text, {}, kind="number")
    assert found.echo == echo, found.error
    assert read(echo, {}, kind="number").tree == found.tree


@pytest.mark.parametrize(
    ("text", "hint"),
    [
        ("16,000", "write 16000 or 16.000"),
        ("1,234,567", "write 1234567 without commas"),
        ("1 000", "write 1000"),
        ("1\u202f234", "write 1234 without the blank"),
        ("16.000,5", "16000.5"),
        ("5 V", "no names"),
        ("0 V*m/A", "no names"),
        ("2x3", "no names"),
        ("1e", "1e3"),
        ("1.2.3", "sign or a comma missing"),
        ("sqrt(0,5)", "a decimal point is typed as ."),
    ],
)
def test_a_number_that_may_mean_two_things_asks(text: str, hint: str) -> None:
    error = read(text, {}, kind="number").error
    assert error is not None
    assert hint in str(error)


@pytest.mark.parametrize(
    ("text", "tree"),
    [
        ("[1, 2, 3]", _vector(1, 2, 3)),
        ("1 2 3", _vector(1, 2, 3)),
        ("1, 2, 3", _vector(1, 2, 3)),
        ("(1, 2)", _vector(1, 2)),
        ("1\n2\n3", _vector(1, 2, 3)),
        ("[1;2;3]", _vector(1, 2, 3)),
        ("[1 -2 3]", _vector(1, -2, 3)),
        ("1 −2 +3", _vector(1, -2, 3)),
        ("0,5", _vector(0, 5)),
        ("[5]", _vector(5)),
        ("(5,)", _vector(5)),
        ("5", _number(5)),
        ("[[1,2],[3,4]]", SQUARE),
        ("[[1,2][3,4]]", SQUARE),
        ("[[1 2] [3 4]]", SQUARE),
        ("[1 2; 3 4]", SQUARE),
        ("1 2; 3 4", SQUARE),
        ("1 2\n3 4", SQUARE),
        ("  1 2  \n\n 3 4 \n", SQUARE),
        ("1, 2\r\n3, 4", SQUARE),
        ("[1 2\n3 4]", SQUARE),
        ("[[1, 2],\n [3, 4]]", SQUARE),
        ("[1,2],[3,4]", SQUARE),
        ("[1,2]\n[3,4]", SQUARE),
        ("((1,2),(3,4))", SQUARE),
        ("matrix([1,2],[3,4])", SQUARE),
        ("matrix([1,2], [3,4])", SQUARE),
        ("Matrix([[1, 2], [3, 4]])", SQUARE),
        ("[[1;2];[3;4]]", SQUARE),
        ("\\begin{pmatrix} 1 & 2 \\\\ 3 & 4 \\end{pmatrix}", SQUARE),
        ("$\\begin{bmatrix}1&2\\\\3&4\\end{bmatrix}$", SQUARE),
        ("[1, 2; 3 4]", SQUARE),
        ("[[5]]", Array((_vector(5),))),
        ("[[1], [2]]", Array((_vector(1), _vector(2)))),
        ("[1e-3 .5 50%]", _vector("0.001", "0.5", "0.5")),
    ],
)
def test_an_array_has_many_spellings(text: str, tree: Node) -> None:
    found = read(text, {}, kind="array")
    assert found.tree == tree, found.error
    assert read(found.echo, {}, kind="array").tree == tree


@pytest.mark.parametrize(
    ("text", "echo"),
    [
        ("[1/2, 1/3]", "[1/2, 1/3]"),
        ("1/2 1/3", "[1/2, 1/3]"),
        ("[½ ⅓]", "[1/2, 1/3]"),
        ("1 - 2 3", "[1 - 2, 3]"),
        ("2 sqrt(2)", "[2, sqrt(2)]"),
        ("[2 sqrt(2), 1]", "[2·sqrt(2), 1]"),
        ("[e^-1 ln 2]", "[e^(-1), ln(2)]"),
        ("1/2 [1, 2]", "(1/2)·[1, 2]"),
        ("[1, 2]·2", "[1, 2]·2"),
        ("[[1,2],[3,4]]^T", "[[1, 2], [3, 4]]^T"),
        ("[-inf 0]", "[-inf, 0]"),
    ],
)
def test_a_cell_may_hold_any_number(text: str, echo: str) -> None:
    found = read(text, {}, kind="array")
    assert found.echo == echo, found.error
    assert read(echo, {}, kind="array").tree == found.tree


@pytest.mark.parametrize(
    ("text", "says"),
    [
        ("[1,,2]", "row 1, column 2 is empty"),
        ("[,]", "row 1, column 1 is empty"),
        ("[1, 2,]", "row 1, column 3 is empty"),
        ("[1, 2; , 4]", "row 2, column 1 is empty"),
        ("[[1,2],[3,]]", "row 2, column 2 is empty"),
        ("[[1,2];[,4]]", "row 2, column 1 is empty"),
        ("1, 2\n3,", "row 2, column 2 is empty"),
        ("[]", "nothing in this list"),
        ("[[1, 2], [3]]", "row 2 has 1 entry, row 1 has 2"),
        ("1 2\n3", "row 2 has 1 entry, row 1 has 2"),
        ("0,5;1", "decimals are typed with a point"),
        ("[[1, 2], 3]", "row 2 is no list"),
        ("[[[1, 2]]]", "nested more than two deep"),
        ("[16,000, 3]", "is 16,000 one number or two?"),
        ("1 000", "is 1 000 one number or two?"),
        ("[1 2", "[ is never closed"),
        ("[1, 2] 3 + x", "x: unknown name"),
    ],
)
def test_an_array_that_is_not_whole_says_which_place(text: str, says: str) -> None:
    error = read(text, {}, kind="array").error
    assert error is not None
    assert says in str(error)


@pytest.mark.parametrize(
    ("text", "sizes"),
    [
        ("(2,3)", (2, 3)),
        ("(2, 3)", (2, 3)),
        ("[2, 3]", (2, 3)),
        ("2, 3", (2, 3)),
        ("2x3", (2, 3)),
        ("2 x 3", (2, 3)),
        ("2×3", (2, 3)),
        ("2 \\times 3", (2, 3)),
        ("2 by 3", (2, 3)),
        ("2 3", (2, 3)),
        ("[3 64 60]", (3, 64, 60)),
        ("2x3x4", (2, 3, 4)),
        ("(2×3)", (2, 3)),
        ("5", (5,)),
        ("(5,)", (5,)),
    ],
)
def test_a_shape_has_many_spellings(text: str, sizes: tuple[int, ...]) -> None:
    found = read(text, {}, kind="shape")
    assert found.tree == Shape(tuple(map(_number, sizes))), found.error
    assert read(found.echo, {}, kind="shape").tree == found.tree


@pytest.mark.parametrize(
    ("text", "sizes"),
    [
        ("n × d_v", (Symbol("n"), Symbol("d_v"))),
        ("n x d_v", (Symbol("n"), Symbol("d_v"))),
        ("nxd_v", (Symbol("n"), Symbol("d_v"))),
        ("2xd_v", (_number(2), Symbol("d_v"))),
        ("(B, n, h·d_h)", (Symbol("B"), Symbol("n"), Product((Symbol("h"), Symbol("d_h"))))),
        ("(B, n, h×d_h)", (Symbol("B"), Symbol("n"), Product((Symbol("h"), Symbol("d_h"))))),
        ("B×n×h d_h", (Symbol("B"), Symbol("n"), Product((Symbol("h"), Symbol("d_h"))))),
        ("(h·B, n, d_h)", (Product((Symbol("h"), Symbol("B"))), Symbol("n"), Symbol("d_h"))),
    ],
)
def test_a_shape_may_hold_names(text: str, sizes: tuple[Node, ...]) -> None:
    assert read(text, SIZES, kind="shape").tree == Shape(sizes)


@pytest.mark.parametrize(
    "text", ["2*3", "2·3", "16 000", "2 3, 4", "(2,,3)", "(2, 3", "2x", "x3", "2x3,4", "()", "2 ⊙"]
)
def test_a_shape_that_is_unclear_is_not_read(text: str) -> None:
    assert read(text, SIZES, kind="shape").error is not None


@pytest.mark.parametrize("kind", ["number", "exact", "expression", "equation"])
def test_a_vector_is_read_where_none_is_asked(kind: ReadKind) -> None:
    assert read("[1, 2]", {}, kind=kind).tree == _vector(1, 2)
    assert read("[[1, 2], [3, 4]]", {}, kind=kind).tree == SQUARE
