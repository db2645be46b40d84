"""Formulas on one line: the golden table, and what holds for any source at all."""

from __future__ import annotations

import unicodedata
from collections import Counter
from pathlib import Path

import pytest
from hypothesis import given
from hypothesis import strategies as st

from studykit.render.maths import line, parse
from studykit.render.maths.symbols import COMMANDS, WORDS

_TEXT = (Path(__file__).parent / "golden_lines.txt").read_text(encoding="utf-8")
GOLDEN = [tuple(pair.split("\n")) for pair in _TEXT.rstrip("\n").split("\n\n")[1:]]

PIECES = [
    *"abcxyzQKV0123456789+-=<>()[]|/,;:.!'^_{}", *"{}{}^_^_", " ", "\\ ", "\\,", "\\{", "\\}", "\\|",
    "\\frac", "\\sqrt", "\\sqrt[", "\\left(", "\\right)", "\\left.", "\\right|", "\\middle|", "\\sum",
    "\\int", "\\lim", "\\text{", "\\operatorname{", "\\binom", "\\hat", "\\overline", "\\underbrace",
    "\\overset", "\\mathbb", "\\mathbf", "\\boxed", "\\cancel", "\\alpha", "\\cdot", "\\leq", "\\sin",
    "\\over", "\\choose", "\\not", "\\foo", "\\limits", "\\pmod", "\\tag{", "&", "\\\\", "\\substack{",
    "\\xrightarrow", "$", "%", "#", "~", "\\", "\\bigl(", "é", "λ", "⟨", "\n",
]  # fmt: skip
ENVIRONMENTS = [
    "\\begin{bmatrix}", "\\end{bmatrix}", "\\begin{cases}", "\\end{cases}", "\\begin{aligned}",
    "\\end{aligned}", "\\begin{array}{cc}", "\\end{array}", "\\begin{nonsense}", "\\color{red}",
]  # fmt: skip
SOUP = st.lists(st.sampled_from(PIECES), max_size=40).map("".join)
WILD = st.lists(st.sampled_from(PIECES + ENVIRONMENTS) | st.text(max_size=3), max_size=40).map("".join)


@pytest.mark.parametrize(("tex", "expected"), GOLDEN, ids=[tex for tex, _ in GOLDEN])
def test_a_formula_becomes_the_line_that_was_agreed(tex: str, expected: str) -> None:
    assert line(tex) == expected
    assert parse(tex).repairs == ()


def test_the_golden_table_is_large_enough() -> None:
    assert len(GOLDEN) >= 120
    assert len(COMMANDS) + len(WORDS) >= 300


@pytest.mark.parametrize(
    ("tex", "ascii_line", "basic_line"),
    [
        (r"\frac{QK^T}{\sqrt{d_k}}", "QK^T/sqrt(d_k)", "QK^T/√d_k"),
        (r"x_1^2 \le \alpha\beta", "x_1^2 <= alpha beta", "x²_1 ≤ αβ"),
        (r"\sum_{i=1}^n x_i - 1", "sum_(i=1)^n x_i - 1", "∑_(i=1)^n x_i − 1"),
        (r"\hat{y} \in \mathbb{R}^n", "hat(y) in R^n", "hat(y) in Rⁿ"),
        (r"\sqrt[3]{x} \to \infty", "root(3, x) -> infinity", "³√x → ∞"),
        (r"2\pi r", "2 pi r", "2πr"),
    ],
)
def test_a_smaller_character_set_spells_out_what_it_lacks(tex: str, ascii_line: str, basic_line: str) -> None:
    assert line(tex, "ascii") == ascii_line
    assert line(tex, "ascii").isascii()
    assert line(tex, "basic") == basic_line


def _letters(text: str) -> Counter[str]:
    text = text.replace("∛", "3").replace("∜", "4")
    return Counter(c for c in unicodedata.normalize("NFKD", text) if c.isascii() and c.isalnum())


def _without_commands(tex: str) -> str:
    parts = []
    at = 0
    while at < len(tex):
        if tex[at] == "\\":
            at += 1
            start = at
            while at < len(tex) and tex[at].isascii() and tex[at].isalpha():
                at += 1
            at = max(at, start + 1) if at == start else at
            continue
        parts.append(tex[at])
        at += 1
    return "".join(parts)


@given(SOUP)
def test_every_letter_and_digit_of_the_source_is_shown(tex: str) -> None:
    missing = _letters(_without_commands(tex)) - _letters(line(tex))
    assert not missing


@given(WILD)
def test_nothing_makes_it_raise(tex: str) -> None:
    for charset in ("full", "basic", "ascii"):
        shown = line(tex, charset)
        assert "\n" not in shown
        assert all(unicodedata.category(c) not in ("Cc", "Cs") for c in shown)
    assert all(0 <= repair.position <= len(tex) for repair in parse(tex).repairs)


@given(st.sampled_from([tex for tex, _ in GOLDEN]), st.data())
def test_truncated_and_mutated_formulas_are_still_shown(tex: str, data: st.DataObject) -> None:
    cut = data.draw(st.integers(0, len(tex)))
    line(tex[:cut])
    line(tex[cut:])
    other = data.draw(st.sampled_from(PIECES + ENVIRONMENTS))
    line(tex[:cut] + other + tex[cut:])
    line(tex[:cut] + tex[cut + 1 :])


@pytest.mark.parametrize(
    "opening",
    [
        r"\frac{1}{",
        r"\left(",
        "{a",
        r"\begin{matrix}",
        "x^{",
        r"\sqrt",
        r"\sqrt[",
        r"\text{$",
        "a\\over ",
        "\\not",
    ],
)
def test_deep_nesting_ends_before_the_stack_does(opening: str) -> None:
    tex = opening * 300 + "z"
    assert "z" in line(tex)
    assert any("too deeply" in repair.message for repair in parse(tex).repairs)


@pytest.mark.parametrize(
    ("tex", "shown", "message", "position"),
    [
        (r"\foo + x", r"\foo + x", r"unknown command \foo", 0),
        (r"a + \frac{b}{c", "a + b/c", "{ is not closed", 12),
        (r"\left(x", "(x", r"\left without \right", 0),
        (r"x \right)", "x)", r"\right without \left", 2),
        ("x^", "x^()", "an argument is missing", 2),
        ("a}b", "a}b", "} closes nothing", 1),
        (r"\begin{bmatrix}1 & 2", "[1, 2]", r"\begin{bmatrix} is not closed", 0),
        (r"\begin{foo}x\end{foo}", r"\begin{foo} x \end{foo}", "unknown environment foo", 0),
        (r"a &= b \\ c &= d", "a = b; c = d", "& stands outside an environment; read as aligned", 2),
        ("5% x", "5%x", r"a bare % starts a comment in LaTeX; write \%", 1),
        ("x^a^b", "xᵃᵇ", "a second superscript", 3),
    ],
)
def test_what_is_broken_is_closed_where_it_breaks(tex: str, shown: str, message: str, position: int) -> None:
    formula = parse(tex)
    assert line(tex) == shown
    assert [(repair.message, repair.position) for repair in formula.repairs] == [(message, position)]
