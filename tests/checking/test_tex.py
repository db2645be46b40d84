"""Trees as LaTeX: what is set can be drawn, and read again as the same."""

from __future__ import annotations

import pytest

from studykit.checking.declare import declare
from studykit.checking.equality import compare
from studykit.checking.parser import read
from studykit.checking.tex import tex
from studykit.checking.tree import Node
from studykit.derivations.derivation import Derivation
from studykit.derivations.line import Lines
from studykit.render import maths
from tests.derivations.test_catalogue import EACH

SYMBOLS = declare(
    "d_k, n: integer >= 1; q, k: vector d_k of normal(0, 1); z: vector n; a, b, x, y, z1: real; beta: real;"
    "sigma_q, width: positive; Q, K: matrix n x d_k; i: integer >= 1"
)

SET = {
    "x + 1": "x + 1",
    "x - y": "x - y",
    "-(x + y)": r"-\left(x + y\right)",
    "(x + y)(x - y)": r"\left(x + y\right) \left(x - y\right)",
    "x/y": r"\frac{x}{y}",
    "(x + 1)/(y - 1)": r"\frac{x + 1}{y - 1}",
    "(x/y)^2": r"\left(\frac{x}{y}\right)^{2}",
    "x^y^2": "x^{y^{2}}",
    "(x^y)^2": r"\left(x^{y}\right)^{2}",
    "e^(x/y)": "e^{x/y}",
    "e^(-(x - y)^2/2)": r"e^{-\left(x - y\right)^{2}/2}",
    "sqrt(d_k)": r"\sqrt{d_{k}}",
    "choose(n, 2)": r"\binom{n}{2}",
    "2·3": r"2 \cdot 3",
    "x·2": r"x \cdot 2",
    "2 x": "2 x",
    "q·k": r"q \cdot k",
    "x y": "x y",
    "a·(1/2)·(1/3)": r"a \frac{1}{2} \cdot \frac{1}{3}",
    "q_i k_i": "q_{i} k_{i}",
    "Q[1,2]": "Q_{1,2}",
    "z1": "z_{1}",
    "sigma_q²": r"\sigma_{q}^{2}",
    "beta": r"\beta",
    "width x": r"\mathrm{width}\, x",
    "sum(q_i k_i, i=1..d_k)": r"\sum_{i=1}^{d_{k}} q_{i} k_{i}",
    "sum(q_i + 1, i=1..d_k)": r"\sum_{i=1}^{d_{k}} \left(q_{i} + 1\right)",
    "sum(q_i, i=1..d_k)·x": r"\left(\sum_{i=1}^{d_{k}} q_{i}\right)\, x",
    "x·sum(q_i, i=1..d_k)": r"x\, \sum_{i=1}^{d_{k}} q_{i}",
    "E[q·k]": r"\mathbb{E}\left[q \cdot k\right]",
    "E[x]²": r"\mathbb{E}\left[x\right]^{2}",
    "Var(x)": r"\operatorname{Var}\left(x\right)",
    "Cov(x, y)": r"\operatorname{Cov}\left(x, y\right)",
    "norm(q - k)²": r"\left\lVert q - k\right\rVert^{2}",
    "abs(x)": r"\left|x\right|",
    "ln(x)": r"\ln\left(x\right)",
    "log2(x)": r"\log_{2}\left(x\right)",
    "tanh(x)": r"\tanh\left(x\right)",
    "n!": "n!",
    "Q K^T": "Q K^{T}",
    "x = y": "x = y",
    "0.25": "0.25",
    "pi/4": r"\frac{\pi}{4}",
}


@pytest.mark.parametrize("typed", SET)
def test_what_is_typed_is_set_as_on_paper(typed: str) -> None:
    assert tex(tree_of(typed), SYMBOLS) == SET[typed]


@pytest.mark.parametrize("typed", SET)
def test_what_is_set_reads_as_the_same(typed: str) -> None:
    again = read(tex(tree_of(typed), SYMBOLS), SYMBOLS, kind="expression")
    assert again.tree is not None, again.error
    assert again.tree == tree_of(typed) or (
        compare(again.tree, tree_of(typed), SYMBOLS, seed="1").result == "equal"
    )


@EACH
def test_every_line_of_every_derivation_is_drawn_and_reads_as_the_same(derived: Derivation) -> None:
    lines = Lines(derived)
    where = {name: lines._own(text) for name, text in derived.where.items()}
    typed = [text for step in derived.steps for text in (step.answer, *step.written)]
    typed += [wrong.answer for step in derived.steps for wrong in step.wrong]
    for text in typed:
        tree = lines._own(text)
        shown = lines.tex(tree)
        assert not maths.parse(shown).repairs, shown
        again = read(shown, lines.symbols, kind="expression")
        assert again.tree is not None, (shown, again.error)
        if again.tree != tree:
            assert compare(again.tree, tree, lines.symbols, seed="1", where=where).result == "equal", shown


def tree_of(typed: str) -> Node:
    found = read(typed, SYMBOLS, kind="expression")
    assert found.tree is not None, found.error
    return found.tree
