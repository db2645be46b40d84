"""Typed expressions are read as mathematics means them. Each row: what is typed, and how it is read."""

from __future__ import annotations

from fractions import Fraction

import pytest

from studykit.checking.declare import declare
from studykit.checking.parser import Reading, read, undeclared
from studykit.checking.tree import (
    BigSum,
    Call,
    Constant,
    Equation,
    Indexed,
    Moment,
    Negative,
    Node,
    Number,
    PlusMinus,
    Power,
    Product,
    Quotient,
    Sum,
    Symbol,
)

SYMBOLS = declare(
    "a, b, c, d, h, x, y, y_1, z1, z2: real; p1, p2: positive; n, d_k, d_v, d_h, d_model: integer >= 1;"
    "σ, sigma_q, μ_q, T: positive; p: real in (0, 1); q, k: vector d_k of normal(0, 1);"
    "z: vector n; Q, K: matrix n x d_k"
)
X, Y, D = Symbol("x"), Symbol("y"), Symbol("d_k")


def _number(value: int | str) -> Number:
    return Number(Fraction(value))


def _expression(text: str) -> Reading:
    return read(text, SYMBOLS, kind="expression")


@pytest.mark.parametrize(
    ("text", "tree"),
    [
        ("x", X),
        ("-x", Negative(X)),
        ("x - y", Sum((X, Negative(Y)))),
        ("2x", Product((_number(2), X))),
        ("x^2", Power(X, _number(2))),
        ("-x^2", Negative(Power(X, _number(2)))),
        ("-1/2", Negative(Quotient(_number(1), _number(2)))),
        ("½", Quotient(_number(1), _number(2))),
        ("2½", Quotient(_number(5), _number(2))),
        ("1/2 x", Product((Quotient(_number(1), _number(2)), X))),
        ("x^y^2", Power(X, Power(Y, _number(2)))),
        ("e^x", Power(Constant("e"), X)),
        ("π", Constant("pi")),
        ("√d_k", Call("sqrt", (D,))),
        ("n!", Call("factorial", (Symbol("n"),))),
        ("log_2(x)", Call("log", (X, _number(2)))),
        ("log x", Call("ln", (X,))),
        ("|x|", Call("abs", (X,))),
        ("‖q‖", Call("norm", (Symbol("q"),))),
        ("q_1", Indexed("q", (_number(1),))),
        ("Q_12", Indexed("Q", (_number(1), _number(2)))),
        ("Q^T", Call("T", (Symbol("Q"),))),
        ("E[x y]", Moment("E", (Product((X, Y)),))),
        ("Cov(x, y)", Moment("Cov", (X, Y))),
        ("±2", PlusMinus(_number(2))),
        ("x = 2", Equation(X, _number(2))),
        ("Σ_i q_i", BigSum(Indexed("q", (Symbol("i"),)), "i", _number(1), D)),
    ],
)
def test_a_text_has_this_tree(text: str, tree: Node) -> None:
    assert _expression(text).tree == tree


@pytest.mark.parametrize(
    ("text", "echo"),
    [
        # products without a sign
        ("2*d_k", "2·d_k"),
        ("2 d_k", "2·d_k"),
        ("2d_k", "2·d_k"),
        ("2(x+1)", "2·(x + 1)"),
        ("(a)(b)", "a·b"),
        ("(x+1)2", "(x + 1)·2"),
        ("2[x + 1]", "2·(x + 1)"),
        ("d_k d_v", "d_k·d_v"),
        ("nd", "n·d"),
        ("4n²d=8nd²", "4·n^2·d = 8·n·d^2"),
        ("q1k1", "q[1]·k[1]"),
        ("ab", "a·b"),
        ("2πd", "2·pi·d"),
        ("xln(x)", "x·ln(x)"),
        ("2xln x", "2·x·ln(x)"),
        ("xe^x", "x·e^x"),
        ("2x + 2e3", "2·x + 2000"),
        ("cos(3x)", "cos(3·x)"),
        ("2⋅x∗y×a", "2·x·y·a"),
        ("50% x", "0.5·x"),
        # what binds how tightly
        ("-x^2", "-x^2"),
        ("(-x)^2", "(-x)^2"),
        ("2^-x*y", "2^(-x)·y"),
        ("a/-b*c", "(a/(-b))·c"),
        ("a/b/c", "(a/b)/c"),
        ("a/(b/c)", "a/(b/c)"),
        ("a/b c", "(a/b)·c"),
        ("a-(b-c)", "a - (b - c)"),
        ("a-b-c", "a - b - c"),
        ("a-(b+c)", "a - (b + c)"),
        ("a--b", "a - (-b)"),
        ("--a", "-(-a)"),
        ("x**y**2", "x^(y^2)"),
        ("(x^y)^2", "(x^y)^2"),
        ("2^x²", "2^(x^2)"),
        ("x²!", "(x^2)!"),
        ("a·-b", "a·(-b)"),
        ("1/sqrt(d_k)", "1/sqrt(d_k)"),
        ("√d_k a", "sqrt(d_k)·a"),
        ("(1/2)^x", "(1/2)^x"),
        ("e^-x^2", "e^(-x^2)"),
        ("+x", "x"),
        # signs of all sorts
        ("−x", "-x"),
        ("﹣x", "-x"),
        ("－x", "-x"),
        ("x–1", "x - 1"),
        ("ｘ＋１", "x + 1"),
        ("x⁻¹", "x^(-1)"),
        ("x¹⁰", "x^10"),
        ("xⁿ", "x^n"),
        ("dₖ", "d_k"),
        ("q₁", "q[1]"),
        ("a÷b", "a/b"),
        ("x ± y", "x ± y"),
        ("∛x", "x^(1/3)"),
        ("−∞", "-inf"),
        ("x\u200b+ y", "x + y"),
        # functions
        ("sqrt x", "sqrt(x)"),
        ("ln 2x", "ln(2·x)"),
        ("ln 2 x", "ln(2)·x"),
        ("cos a cos x", "cos(a)·cos(x)"),
        ("ln x y", "ln(x)·y"),
        ("sin^2 x", "sin(x)^2"),
        ("sin²(x)", "sin(x)^2"),
        ("log10 x", "log_10(x)"),
        ("log2(x)", "log_2(x)"),
        ("log_{10}(x)", "log_10(x)"),
        ("log(x, b)", "log(x, b)"),
        ("tanh((z1−z2)/2)", "tanh((z1 - z2)/2)"),
        ("(1+tanh((z1-z2)/2))/2", "(1 + tanh((z1 - z2)/2))/2"),
        ("sigmoid(x)", "sigmoid(x)"),
        ("max(a, b)", "max(a, b)"),
        ("exp[x]", "exp(x)"),
        ("2|x|y", "2·abs(x)·y"),
        ("|x||y|", "abs(x)·abs(y)"),
        ("||x| - 1|", "abs(abs(x) - 1)"),
        ("||q||^2", "norm(q)^2"),
        ("‖q‖²+‖k‖²−2q·k", "norm(q)^2 + norm(k)^2 - 2·q·k"),
        ("⟨q, k⟩", "dot(q, k)"),
        ("q ⊙ k", "hadamard(q, k)"),
        # names
        ("sigma", "σ"),
        ("\\sigma", "σ"),
        ("p_1p_2", "p1·p2"),
        ("p₁p₂", "p1·p2"),
        ("y1", "y_1"),
        ("d_k^-1/2", "d_k^(-1)/2"),
        ("d_k^(-1/2)", "d_k^(-1/2)"),
        ("|q|^2", "norm(q)^2"),
        ("σ_q²", "sigma_q^2"),
        ("sigma_q μ_q", "sigma_q·μ_q"),
        ("mu_q", "μ_q"),
        ("d_{k}", "d_k"),
        ("d_{\\text{model}}", "d_model"),
        ("dmodel", "d_model"),
        ("q[1]", "q[1]"),
        ("Q[1][2]", "Q[1, 2]"),
        ("Q_{1,2}", "Q[1, 2]"),
        # matrices
        ("Q K^T", "Q·K^T"),
        ("QK^T", "Q·K^T"),
        ("K^\\top Q", "K^T·Q"),
        ("Q^TK", "Q^T·K"),
        ("Q'", "Q^T"),
        ("Qᵀ", "Q^T"),
        ("Q^{T}", "Q^T"),
        ("(Q K^T)^T", "(Q·K^T)^T"),
        ("p^T", "p^T"),
        ("(q·k)^T", "(q·k)^T"),
        # moments
        ("E[q k]", "E[q·k]"),
        ("E(q k)", "E[q·k]"),
        ("\\mathbb{E}[x]", "E[x]"),
        ("𝔼[x]", "E[x]"),
        ("E x²−(E x)²", "E[x^2] - E[x]^2"),
        ("Var(q·k)", "Var(q·k)"),
        ("Var[x]", "Var(x)"),
        ("\\operatorname{Var}(x)", "Var(x)"),
        ("E[x]E[y]", "E[x]·E[y]"),
        # sums
        ("sum(q_i k_i, i=1..d_k)", "sum(q[i]·k[i], i=1..d_k)"),
        ("sum(q[i] k[i], i, 1, d_k)", "sum(q[i]·k[i], i=1..d_k)"),
        ("Σ_i q_i k_i", "sum(q[i]·k[i], i=1..d_k)"),
        ("∑ q_i k_i", "sum(q[i]·k[i], i=1..d_k)"),
        ("Σ E[q_i k_i]", "sum(E[q[i]·k[i]], i=1..d_k)"),
        ("Σ_{i=1}^{d_k} q_i k_i", "sum(q[i]·k[i], i=1..d_k)"),
        ("\\sum_{i=1}^{d_k} q_i k_i", "sum(q[i]·k[i], i=1..d_k)"),
        ("sum_{i=1}^n (n-i)", "sum(n - i, i=1..n)"),
        ("Σ_{i=1..n}(n−i)", "sum(n - i, i=1..n)"),
        ("Σ_i E[q_i]E[k_i] + 1", "sum(E[q[i]]·E[k[i]], i=1..d_k) + 1"),
        ("e^{z1+c}/Σe^{zj+c}", "e^(z1 + c)/sum(e^(z[j] + c), j=1..n)"),
        ("−Σ(1/n)ln(1/n), ", None),
        ("sum(sum(Q_ij, i=1..n), j=1..d_k)", "sum(sum(Q[i, j], i=1..n), j=1..d_k)"),
        ("q_{i+1}", None),
        # LaTeX
        ("\\frac{a}{b}", "a/b"),
        ("\\dfrac{a+1}{b}", "(a + 1)/b"),
        ("\\frac12", "1/2"),
        ("\\mathbb E[x]", "E[x]"),
        ("𝕍[𝑥]", "Var(x)"),
        ("\\mathrm{Var}(x)", "Var(x)"),
        ("\\binom{d_k}{2}", "binomial(d_k, 2)"),
        ("\\tbinom a2", "binomial(a, 2)"),
        ("\\frac1{d_k}", "1/d_k"),
        ("\\frac{1}{\\sqrt{d_k}}", "1/sqrt(d_k)"),
        ("\\frac{\\frac12}{3}", "(1/2)/3"),
        ("\\sqrt[3]{x}", "x^(1/3)"),
        ("\\sqrt2", "sqrt(2)"),
        ("\\text{13}", "13"),
        ("\\left(x+1\\right)\\cdot 2", "(x + 1)·2"),
        ("2\\times x", "2·x"),
        ("e^{2x}", "e^(2·x)"),
        ("$x^2$", "x^2"),
        ("$$x^2$$", "x^2"),
        ("\\(x^2\\)", "x^2"),
        ("50\\%", "0.5"),
        ("\\ln x", "ln(x)"),
        ("2\\pi", "2·pi"),
        # equations and lists
        ("x = 1 or x = -1", "x = 1 or x = -1"),
        ("x = 1 or -1", "x = 1 or x = -1"),
        ("x = 1, x = -1", "x = 1 or x = -1"),
        ("x = ±1", "x = ±1"),
        ("2x+4y−3=0", "2·x + 4·y - 3 = 0"),
    ],
)
def test_a_text_is_read_like_this(text: str, echo: str | None) -> None:
    found = _expression(text)
    if echo is None:
        assert found.error is not None
        return
    assert found.echo == echo, found.error
    assert _expression(echo).tree == found.tree


@pytest.mark.parametrize(
    ("text", "place", "says", "hint"),
    [
        ("", 0, "nothing was typed", ""),
        ("1 000", 2, "is 1 000 one number or two?", "1000"),
        ("1 234", 2, "two numbers side by side", "1234"),
        ("x 2", 2, "a number right after x", "x^2"),
        ("x2", 0, "x2: unknown name", "x*2"),
        ("10E", 2, "E: unknown name", "Euler"),
        ("2e", 1, "the power of ten is missing", "2*e"),
        ("1 e10", 2, "e10: unknown name", "1e10"),
        ("w + 1", 0, "w: unknown name", "the names here are"),
        ("x + D_k", 4, "D_k: unknown name", "did you mean d_k?"),
        ("sqr(x)", 0, "sqr: unknown name", "did you mean sqrt?"),
        ("wln(x)", 0, "wln: unknown name", "w*ln"),
        ("dk", 0, "dk: d_k, or a product?", "d_k"),
        ("ln", 0, "ln needs what it is taken of", "ln(…)"),
        ("q_i", 0, "q_i: no such entry of q", "Σ_i q_i"),
        ("Σ_i q_i k_j", 8, "k_j: no such entry of k", ""),
        ("Σ x", 0, "over what does this sum run?", "sum(…, i=1..n)"),
        ("Σ_i x", 0, "how far does i run?", "i=1..n"),
        ("Q_1", 0, "Q_1: no such entry of Q", "two indices"),
        ("q[1][2]", 1, "an entry of q has 1 index", ""),
        ("2x)", 2, ") closes nothing", ""),
        ("(x", 0, "( is never closed", ""),
        ("(x]", 2, "] does not close the (", ""),
        ("()", 1, "nothing between the brackets", ""),
        ("x +", 3, "something is missing at the end", ""),
        ("* x", 0, "unexpected *", ""),
        ("x // 2", 3, "unexpected /", "floor"),
        ("x = 1 = y", 6, "unexpected =", "one ="),
        ("$4\\sqrt(2)$", 7, "unexpected ( after \\sqrt", "\\sqrt{…}"),
        ("$4$ and $5$", 0, "$ cannot be read here", "one $ at each end"),
        ("\\foo", 0, "\\foo is no LaTeX", ""),
        ("7 % 3", 4, "unexpected 3", "per cent"),
        ("x!!", 2, "unexpected !", "double factorial"),
        ("x != 2", 2, "≠", ""),
        ("x = 1, y = 2", 0, "several equations", "or"),
        ("x, y = 2", 0, "some of these are equations", ""),
        ("x < 2", 2, "< cannot be read", ""),
        ("x — 1", 2, "—", "minus"),
        ("х + 1", 0, "cyrillic", ""),
        ("x\x1b[2J", 1, "control character (U+001B)", "remove it"),
        ("x\u202e", 1, "control character (U+202E)", ""),
        ("cos a x", 6, "is cos a x meant as cos(a x) or as cos(a)·x?", "brackets"),
        ("a + sin 2 x", 10, "meant as sin(2 x) or", "brackets"),
        ("1 + 2 + ... + d_k", 8, "unexpected ...", "sum(…, i=1..n)"),
        ("a cos (x-y)z1", 11, "is z1 part of what cos is taken of?", "cos(…·z1)"),
        ("1 \udcff", 2, "a byte that is no text", "anew"),
        ("NaN", 0, "NaN: unknown name", "no number"),
        ("3 MiB", 2, "MiB: unknown name", "without its unit"),
        ("sin^-1(x)", 0, "is sin with this exponent", "1/sin"),
        ("max(a", 3, "( is never closed", ""),
        ("sqrt(a, b)", 0, "sqrt has 1 argument, not 2", ""),
        ("Cov(x)", 0, "Cov has 2 arguments, not 1", ""),
        ("x'", 1, "only a vector or a matrix is transposed", ""),
        ("x;y", 1, "unexpected ;", "matrix"),
        ("(0,5", 0, "( is never closed", ""),
    ],
)
def test_what_cannot_be_read_says_where_and_why(text: str, place: int, says: str, hint: str) -> None:
    found = _expression(text)
    assert found.tree is None
    assert found.echo == ""
    assert found.error is not None
    assert says in found.error.message
    assert hint in found.error.hint
    assert found.error.position == place


@pytest.mark.parametrize(
    "text",
    [
        '__import__("os").system("x")',
        "__import__('os')",
        "().__class__",
        "().__class__.__bases__[0]",
        "x.__class__",
        "lambda: 0",
        "lambda x: x",
        'f"{x}"',
        "f'{x}'",
        "[x for x in (1, 2)]",
        "exec('x')",
        "eval(x)",
        "open('x')",
        "x if x else y",
        "print(x)",
        "x := 1",
        "import os",
        "@x",
        "x; y",
        "#x",
        "`x`",
        "$(ls)",
        "\\input{x}",
        "{{x}} %}",
    ],
)
def test_code_is_no_formula(text: str) -> None:
    assert _expression(text).tree is None


def test_declared_names_win_over_constants() -> None:
    symbols = declare("e: real; E: real; S: real; pi: positive")
    assert read("e^2", symbols, kind="expression").tree == Power(Symbol("e"), _number(2))
    assert read("E(S)", symbols, kind="expression").tree == Product((Symbol("E"), Symbol("S")))
    assert read("π", symbols, kind="expression").tree == Symbol("pi")


def test_a_capital_sigma_is_a_name_where_it_is_declared() -> None:
    assert read("Σ", declare("Σ: matrix n x n"), kind="expression").tree == Symbol("Σ")


def test_without_a_kind_the_text_decides() -> None:
    assert read("[1 2]", SYMBOLS).echo == "[1, 2]"
    assert read("0,5", {}).echo == "0.5"
    assert read("2d_k", SYMBOLS).echo == "2·d_k"


def test_the_names_that_a_text_would_need() -> None:
    assert undeclared("2*d_k + sqrt(m) + pi x + d_k", {}) == ("d_k", "m", "x")
    assert undeclared("2*d_k + m", SYMBOLS) == ("m",)
    assert undeclared("x +\x00", {}) == ()


def test_the_caret_stands_under_the_place() -> None:
    text = "x + w + 1"
    error = _expression(text).error
    assert error is not None
    assert error.caret(text) == "x + w + 1\n    ^"


def test_the_caret_counts_columns_and_prints_no_control_characters() -> None:
    error = _expression("注 x").error
    assert error is not None and error.position == 0
    text = "ｘ + \x1b[2J"
    error = _expression(text).error
    assert error is not None
    assert error.caret(text) == "ｘ + \ufffd[2J\n     ^"


def test_the_caret_shows_one_line_of_several_and_a_part_of_a_long_one() -> None:
    error = read("1 2\n3 w", {}, kind="array").error
    assert error is not None
    assert error.caret("1 2\n3 w") == "3 w\n  ^"
    text = "1 + " * 50 + "w"
    error = _expression(text).error
    assert error is not None
    line, caret = error.caret(text).split("\n")
    assert line.startswith("…") and len(line) <= 74
    assert line[len(caret) - 1] == "w"


@pytest.mark.parametrize("text", ["Σ^", "Σ^{", "Σ^{n", "Σ^{n}", "Σ^n", "Σ^{n}_", "Σ^{n}_{i=1}", "Σ_"])
def test_a_sum_that_breaks_off_is_refused_with_a_reason(text: str) -> None:
    found = read(text, declare("n: integer >= 1"), kind="expression")
    assert found.tree is None
    assert found.error is not None
