"""What holds of every text: reading never raises, keeps to its limits, and understands its own echo."""

from __future__ import annotations

import math
from fractions import Fraction

import pytest
from hypothesis import example, given, settings
from hypothesis import strategies as st

from studykit.checking import limits
from studykit.checking.declare import DeclarationError, declare
from studykit.checking.echo import echo
from studykit.checking.parser import ReadKind, read, undeclared
from studykit.checking.tree import (
    Alternatives,
    Array,
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
    "x, y, z1: real; n, d_k: integer >= 1; σ: positive; T: positive; q, k: vector d_k; Q, K: matrix n x d_k"
)
KINDS: tuple[ReadKind, ...] = ("number", "exact", "expression", "array", "shape", "equation")

_NUMBERS = st.one_of(
    st.integers(0, 1000).map(lambda value: Number(Fraction(value))),
    st.decimals(0, 100, places=3).map(lambda value: Number(Fraction(value))),
    st.sampled_from(["1e30", "1.5e-30", "123456789012345678901234567890", "1e400", "1e-400"]).map(
        lambda text: Number(Fraction(text))
    ),
)
_ATOMS: st.SearchStrategy[Node] = st.one_of(
    _NUMBERS,
    st.sampled_from([Symbol("x"), Symbol("y"), Symbol("d_k"), Symbol("σ"), Constant("pi"), Constant("e")]),
    st.builds(Indexed, st.just("q"), st.tuples(st.sampled_from([Number(Fraction(2)), Symbol("n")]))),
)


def _combined(nodes: st.SearchStrategy[Node]) -> st.SearchStrategy[Node]:
    several = st.lists(nodes, min_size=2, max_size=4).map(tuple)
    return st.one_of(
        st.builds(Negative, nodes),
        st.builds(PlusMinus, nodes),
        st.builds(Sum, several),
        st.builds(Product, several),
        st.builds(Quotient, nodes, nodes),
        st.builds(Power, nodes, nodes),
        st.builds(Call, st.sampled_from(["sqrt", "ln", "exp", "abs", "factorial", "tanh"]), st.tuples(nodes)),
        st.builds(Call, st.sampled_from(["log", "min", "hadamard"]), st.tuples(nodes, nodes)),
        st.builds(Moment, st.sampled_from(["E", "Var"]), st.tuples(nodes)),
        st.builds(Moment, st.just("Cov"), st.tuples(nodes, nodes)),
        st.builds(BigSum, nodes, st.sampled_from(["i", "j"]), nodes, nodes),
    )


TREES = st.recursive(_ATOMS, _combined, max_leaves=12)
WHOLE = st.one_of(
    TREES,
    st.builds(Equation, TREES, TREES),
    st.lists(st.builds(Equation, TREES, TREES), min_size=2, max_size=3).map(tuple).map(Alternatives),
    st.lists(TREES, min_size=2, max_size=4).map(tuple).map(Array),
)

_SIGNS = (
    "x y d_k q q_i Q K Q^T K' E[ Var( sqrt( √ ln log_2( exp sin e pi π T inf ∞ sum( Σ_i Σ ∑_{j=1}^{n} "
    ", i=1..n) ( ) [ ] { } | ‖ ⟨ ⟩ + - − * · × / ^ ** ! % ' ² ⁻¹ ₁ ½ = ± or ; , . .. 1 2 0.5 1,5 16,000 1e3 "
    "10^-3 _ _{ $ \\frac{1}{2} \\frac \\sqrt \\sigma \\left( \\right) \\cdot matrix( x2 2x ⊙ \\\\ & é ﹣ １"
)
_WORDS = (
    "x q : ; , real integer positive vector matrix n x m >= < in (0, 1) [ ] of normal(0,1) uniform(a,b) "
    "rademacher ( ) 1 -1 inf 9**9**9 é"
)
PIECES = st.sampled_from(_SIGNS.split())
TEXTS = st.lists(st.tuples(PIECES, st.sampled_from(["", "", " ", "\n"])), max_size=25).map(
    lambda parts: "".join(piece + gap for piece, gap in parts)
)


@pytest.mark.parametrize("kind", ["expression", "equation", "number"])
@given(tree=WHOLE)
@settings(max_examples=300, deadline=None)
def test_what_was_read_is_read_again_from_its_echo(kind: ReadKind, tree: Node) -> None:
    first = read(echo(tree), SYMBOLS, kind=kind)
    if first.tree is not None and len(first.echo) <= limits.MOST_CHARACTERS:
        assert read(first.echo, SYMBOLS, kind=kind) == first


@given(
    tree=st.recursive(
        st.one_of(
            st.integers(0, 9).map(lambda value: Number(Fraction(value))),
            st.sampled_from([Symbol("x"), Symbol("y")]),
        ),
        lambda nodes: st.one_of(
            st.builds(Negative, nodes),
            st.builds(Sum, st.lists(nodes, min_size=2, max_size=3).map(tuple)),
            st.builds(Product, st.lists(nodes, min_size=2, max_size=3).map(tuple)),
            st.builds(Quotient, nodes, nodes),
            st.builds(Power, nodes, nodes),
        ),
        max_leaves=8,
    )
)
@settings(max_examples=500, deadline=None)
def test_the_echo_keeps_the_value(tree: Node) -> None:
    found = read(echo(tree), SYMBOLS, kind="expression")
    if found.tree is None:
        return
    before, after = _value(tree), _value(found.tree)
    if before is not None and after is not None:
        assert math.isclose(before, after, rel_tol=1e-9, abs_tol=1e-12), found.echo


@pytest.mark.parametrize("kind", KINDS)
@given(text=TEXTS)
@example(text="x'" * 30)
@example(text="[1 2\n[3 4]]")
@settings(max_examples=400, deadline=None)
def test_mathematical_noise_is_read_or_refused(kind: ReadKind, text: str) -> None:
    _check(text, kind)


@pytest.mark.parametrize("kind", KINDS)
@given(text=st.text(max_size=60))
@settings(max_examples=200, deadline=None)
def test_any_text_is_read_or_refused(kind: ReadKind, text: str) -> None:
    _check(text, kind)


@given(text=st.one_of(TEXTS, st.text(max_size=60)))
@settings(max_examples=200, deadline=None)
def test_looking_for_names_never_raises(text: str) -> None:
    for name in undeclared(text, SYMBOLS):
        assert name not in SYMBOLS


@given(spec=st.lists(st.sampled_from([*_WORDS.split(), "\n"]), max_size=15).map(" ".join))
@settings(max_examples=400, deadline=None)
def test_any_declaration_is_used_or_refused(spec: str) -> None:
    try:
        declare(spec)
    except DeclarationError as error:
        assert "\n" not in str(error)


def _check(text: str, kind: ReadKind) -> None:
    found = read(text, SYMBOLS, kind=kind)
    if found.tree is None:
        assert found.error is not None and found.error.message
        assert 0 <= found.error.position <= len(text)
        assert found.error.caret(text).count("\n") == 1
        assert not any(ord(sign) < 32 for sign in found.error.caret(text).replace("\n", ""))
        return
    assert found.error is None and found.echo
    nodes = [found.tree]
    for node in nodes:
        nodes.extend(limits.children(node))
    assert len(nodes) <= limits.MOST_NODES
    if len(found.echo) <= limits.MOST_CHARACTERS:
        again = read(found.echo, SYMBOLS, kind=kind)
        assert again.tree == found.tree, (found.echo, again)
        assert again.echo == found.echo


def _value(node: Node) -> float | None:
    """The value at x = 1.3, y = -0.7; None where it is undefined or too large."""
    match node:
        case Number(value):
            return float(value)
        case Symbol(name):
            return {"x": 1.3, "y": -0.7}[name]
    parts = [_value(child) for child in limits.children(node)]
    values = [part for part in parts if part is not None and abs(part) < 1e50]
    if len(values) < len(parts):
        return None
    match node:
        case Negative():
            return -values[0]
        case Sum():
            return math.fsum(values)
        case Product():
            return math.prod(values)
        case Quotient():
            return values[0] / values[1] if abs(values[1]) > 1e-6 else None
        case Power():
            try:
                result = values[0] ** values[1]
            except (OverflowError, ZeroDivisionError):
                return None
            return result if isinstance(result, float) else None
    raise AssertionError(node)
