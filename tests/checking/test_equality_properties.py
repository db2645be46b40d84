"""Equal under rewriting, different under a change that matters, and never an exception."""

from __future__ import annotations

from fractions import Fraction

from hypothesis import HealthCheck, given, settings
from hypothesis import strategies as st

from studykit.checking import tree
from studykit.checking.equality import compare
from studykit.checking.tree import Negative, Node, Number, Power, Product, Quotient, Sum, Symbol
from tests.checking.written import SYMBOLS, number, read

SLOW_TO_DRAW = [HealthCheck.too_slow, HealthCheck.filter_too_much]

NUMBERS = st.one_of(st.integers(1, 9), st.fractions(Fraction(1, 9), 9, max_denominator=9)).map(number)
NAMES = st.sampled_from(["x", "y", "T", "s", "p", "n", "d_k"]).map(Symbol)
POSITIVE_NAMES = st.sampled_from(["T", "s", "p", "n", "d_k"]).map(Symbol)


def _positive(below: st.SearchStrategy[Node]) -> st.SearchStrategy[Node]:
    """Expressions that are positive everywhere: each rewriting is then an identity."""
    return st.one_of(
        st.tuples(below, below).map(Sum),
        st.tuples(below, below).map(Product),
        st.tuples(below, below).map(lambda pair: Quotient(*pair)),
        st.tuples(below, st.sampled_from([2, 3, -1])).map(lambda pair: Power(pair[0], number(pair[1]))),
        below.map(lambda node: tree.Call("sqrt", (node,))),
    )


POSITIVE = st.recursive(st.one_of(NUMBERS, POSITIVE_NAMES), _positive, max_leaves=7)


def _rewrite(node: Node, draw: st.DrawFn) -> Node:
    """An equal tree: parts are turned round, multiplied out, brought together, taken through ln and exp."""
    match node:
        case Sum():
            node = Sum(tuple(_rewrite(term, draw) for term in draw(st.permutations(node.terms))))
        case Product():
            node = Product(tuple(_rewrite(factor, draw) for factor in draw(st.permutations(node.factors))))
        case Quotient():
            node = Quotient(_rewrite(node.over, draw), _rewrite(node.under, draw))
        case Power():
            node = Power(_rewrite(node.base, draw), node.exponent)
        case tree.Call():
            node = tree.Call(node.name, tuple(_rewrite(each, draw) for each in node.arguments))
    return _turned(node, draw(st.integers(0, 9)))


def _turned(node: Node, way: int) -> Node:
    match way, node:
        case 0, _:
            return tree.Call("exp", (tree.Call("ln", (node,)),))
        case 1, _:
            return Product((number(2), Quotient(node, number(2))))
        case 2, _:
            return Sum((node, Symbol("x"), Negative(Symbol("x"))))
        case 3, _:
            return Power(tree.Call("sqrt", (node,)), number(2))
        case 4, Product(factors=(a, Sum(terms=(b, c)))):
            return Sum((Product((a, b)), Product((a, c))))
        case 5, Sum(terms=(Quotient(over=a, under=b), Quotient(over=c, under=d))):
            return Quotient(Sum((Product((a, d)), Product((c, b)))), Product((b, d)))
        case 6, Quotient(over=a, under=b):
            return Product((a, Power(b, number(-1))))
        case 7, Power(base=a, exponent=Number(value=two)) if two == 2:
            return Product((a, a))
        case 8, Product(factors=(a, b)):
            return tree.Call("exp", (Sum((tree.Call("ln", (a,)), tree.Call("ln", (b,)))),))
    return node


@st.composite
def _equal_pairs(draw: st.DrawFn) -> tuple[Node, Node]:
    node = draw(POSITIVE)
    return node, _rewrite(node, draw)


@given(_equal_pairs(), st.integers(0, 5))
@settings(max_examples=200, deadline=None, suppress_health_check=SLOW_TO_DRAW)
def test_a_rewritten_expression_is_equal(pair: tuple[Node, Node], seed: int) -> None:
    node, rewritten = pair
    found = compare(rewritten, node, SYMBOLS, seed=str(seed))
    assert found.result == "equal", found


CHANGES = {
    "one more": lambda node: Sum((node, number(1))),
    "another sign": Negative,
    "another factor": lambda node: Product((node, number("101/100"))),
    "another power": lambda node: Power(node, number(2)),
    "a name more": lambda node: Product((node, Symbol("T"))),
    "a very small part": lambda node: Product((node, Sum((number(1), number(Fraction(1, 10**35)))))),
}


@given(POSITIVE, st.sampled_from(sorted(CHANGES)), st.integers(0, 5))
@settings(max_examples=200, deadline=None, suppress_health_check=SLOW_TO_DRAW)
def test_a_change_that_matters_is_different(node: Node, change: str, seed: int) -> None:
    changed = CHANGES[change](node)
    if change == "another power" and compare(node, number(1), SYMBOLS, seed="1").result == "equal":
        return
    found = compare(changed, node, SYMBOLS, seed=str(seed))
    assert found.result == "different", found
    assert found.counterexample


POLYNOMIALS = st.lists(
    st.tuples(st.integers(-9, 9).filter(bool), st.integers(0, 4), st.integers(0, 3)),
    min_size=1,
    max_size=4,
    unique_by=lambda term: term[1:],
)


def _polynomial(terms: list[tuple[int, int, int]]) -> Node:
    written = [f"({c})*x^{i}*y^{j}" for c, i, j in terms]
    return read(" + ".join(["0", *written]))


@given(POLYNOMIALS, st.data())
@settings(max_examples=150, deadline=None)
def test_a_changed_coefficient_exponent_or_sign_is_different(
    terms: list[tuple[int, int, int]], data: st.DataObject
) -> None:
    which = data.draw(st.integers(0, len(terms) - 1))
    c, i, j = terms[which]
    other = data.draw(st.sampled_from([(c + 1, i, j), (-c, i, j), (c, i + 1, j), (c, i, j + 1)]))
    changed = [*terms[:which], other, *terms[which + 1 :]]
    found = compare(_polynomial(changed), _polynomial(terms), SYMBOLS, seed="1")
    assert (found.result, found.exact) == ("different", True)
    order = data.draw(st.permutations(terms))
    assert compare(_polynomial(order), _polynomial(terms), SYMBOLS, seed="1").result == "equal"


LEAVES = st.one_of(
    NUMBERS,
    st.sampled_from([0, 1, 10**30, 512]).map(number),
    st.sampled_from([*SYMBOLS, "i", "unknown"]).map(Symbol),
    st.sampled_from(["pi", "e", "inf"]).map(tree.Constant),
    st.sampled_from(["q[1]", "q[i]", "q[x]", "Q[1, 2]", "Q[1]", "x[1]", "q[1, 2]", "unknown[1]"]).map(read),
)
FUNCTIONS = [
    "sqrt", "exp", "ln", "log", "abs", "norm", "T", "factorial", "sin", "tan", "asin", "acos", "atan", "tanh",
    "cosh", "max", "min", "sum", "mean", "softmax", "trace", "diag", "dot", "hadamard", "floor", "ceil",
    "sign", "sigmoid", "relu", "cbrt", "log2", "erf", "nothing",
]  # fmt: skip


def _anything(below: st.SearchStrategy[Node]) -> st.SearchStrategy[Node]:
    some = st.lists(below, min_size=2, max_size=3).map(tuple)
    few = st.lists(below, min_size=1, max_size=2).map(tuple)
    pair = st.tuples(below, below)
    return st.one_of(
        below.map(Negative),
        below.map(tree.PlusMinus),
        some.map(Sum),
        some.map(Product),
        pair.map(lambda ab: Quotient(*ab)),
        pair.map(lambda ab: Power(*ab)),
        st.tuples(st.sampled_from(FUNCTIONS), few).map(lambda call: tree.Call(*call)),
        st.tuples(below, below, below).map(lambda abc: tree.BigSum(abc[0], "i", abc[1], abc[2])),
        st.tuples(st.sampled_from(["E", "Var", "Cov"]), few).map(lambda moment: tree.Moment(*moment)),  # type: ignore[arg-type]
        pair.map(lambda ab: tree.Equation(*ab)),
        some.map(tree.Alternatives),
        some.map(tree.Array),
        some.map(tree.Shape),
    )


ANYTHING = st.recursive(LEAVES, _anything, max_leaves=12)


@given(ANYTHING, ANYTHING)
@settings(max_examples=500, deadline=None, suppress_health_check=SLOW_TO_DRAW)
def test_no_pair_of_trees_raises(answer: Node, expected: Node) -> None:
    found = compare(answer, expected, SYMBOLS, seed="1")
    assert found.result in ("equal", "different", "undecided")
    if found.result == "undecided":
        assert found.message
    if found.result == "different":
        assert found.counterexample or found.message


def test_what_is_too_deep_or_too_long_is_undecided() -> None:
    deep: Node = Symbol("x")
    for _ in range(3000):
        deep = Negative(deep)
    long = Sum(tuple(Symbol("x") for _ in range(20_000)))
    for node in (deep, long):
        assert compare(node, Symbol("x"), SYMBOLS, seed="1").result == "undecided"
        assert compare(Negative(node), Negative(node), SYMBOLS, seed="1").result == "undecided"
