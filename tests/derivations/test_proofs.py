"""Every equality of every derivation is proved by SymPy, or checked exactly in another way that is said here.

SymPy has no place for `E`, `Var` and `Cov`: lines with these are compared by the moment tables, in exact
arithmetic, with vectors of one, two, three and five entries. Of an equation that it does not turn into the
one before (`Derivation.unproved`), it proves that the solution at the goal solves both. Lines with a
permutation matrix are compared entry by entry, for each permutation of two and of three.
"""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from dataclasses import dataclass, replace
from fractions import Fraction
from functools import reduce
from itertools import permutations
from operator import mul

import pytest
import sympy

from studykit.checking import used_names
from studykit.checking.declare import declare
from studykit.checking.equality import compare
from studykit.checking.parser import read
from studykit.checking.proof import Prover
from studykit.checking.substitution import substituted
from studykit.checking.symbols import Matrix, Scalar, Symbols
from studykit.checking.tree import Call, Equation, Moment, Node, Product, Symbol
from studykit.derivations.catalogue import CATALOGUE
from studykit.derivations.derivation import Derivation
from studykit.derivations.line import Lines
from tests.derivations.test_catalogue import FEW, of_each

EACH = of_each(FEW)  # a proof is the same whatever the names are
SIZES = (1, 2, 3, 5)
PYTHAGOREAN = (Fraction(3, 5), Fraction(-5, 13), Fraction(8, 17))


@dataclass(frozen=True, slots=True)
class Claim:
    """A line equals the one before."""

    step: int
    """From 1."""
    line: Node
    before: Node

    @property
    def has_moments(self) -> bool:
        return _has_moments(self.line) or _has_moments(self.before)


@pytest.fixture(scope="module")
def prover() -> Iterator[Prover]:
    with Prover() as started:
        yield started


@EACH
def test_every_line_is_proved_to_follow_from_the_one_before(derived: Derivation, prover: Prover) -> None:
    lines = Lines(derived)
    open_ = []
    for claim in _claims(derived):
        if claim.has_moments:
            continue
        proof = prover.prove(claim.line, claim.before, lines.symbols)
        assert proof.proved is not False, (claim.step, proof.message)
        if proof.proved is None:
            open_.append(claim.step)
    assert tuple(open_) == derived.unproved


@EACH
def test_lines_with_moments_are_equal_exactly_for_vectors_of_any_size(derived: Derivation) -> None:
    lines = Lines(derived)
    for claim in _claims(derived):
        if claim.has_moments:
            for symbols in _sized(lines.symbols, claim):
                found = compare(claim.line, claim.before, symbols, seed="1")
                assert (found.result, found.exact) == ("equal", True), (claim.step, found)


@EACH
def test_equations_that_are_not_proved_have_the_goal_as_their_solution(
    derived: Derivation, prover: Prover
) -> None:
    lines = Lines(derived)
    goal = lines.answers[-1]
    for claim in _claims(derived):
        if claim.step in derived.unproved and not _permutes(lines.symbols):
            assert isinstance(goal, Equation)
            assert isinstance(goal.left, Symbol)
            for equation in (claim.line, claim.before):
                solved = substituted(equation, {goal.left.name: goal.right})
                assert isinstance(solved, Equation)
                assert prover.prove(solved.left, solved.right, lines.symbols).proved, claim.step
            assert compare(claim.line, claim.before, lines.symbols, seed="1").result == "equal"


@pytest.mark.parametrize("size", [2, 3])
def test_lines_with_a_permutation_are_equal_for_each_of_them(size: int) -> None:
    """Entry by entry, with the other matrices as names."""
    derived = CATALOGUE["permutation-equivariance"]
    a, x, w = (
        sympy.Matrix(rows, columns, lambda i, j, name=name: sympy.Symbol(f"{name}{i}{j}"))
        for name, rows, columns in (("a", size, size), ("x", size, 2), ("w", 2, 2))
    )
    lines = Lines(derived)
    for order in permutations(range(size)):
        p = sympy.Matrix(size, size, lambda i, j, order=order: int(order[i] == j))
        values = [_matrix(line, {"A": a, "X": x, "W": w, "P": p}) for line in lines.answers]
        assert sympy.expand(values[0] - values[1]) == sympy.zeros(size, 2)
        if size == 2 or order in _OWN_INVERSE:
            continue
        for wrong in (tree for step in lines._wrong for tree, _ in step):
            assert _matrix(wrong, {"A": a, "X": x, "W": w, "P": p}) != values[1]


@EACH
def test_no_other_way_to_write_a_line_is_disproved(derived: Derivation, prover: Prover) -> None:
    lines = Lines(derived)
    for line, step in zip(lines.answers, derived.steps, strict=True):
        for text in step.written:
            tree = lines.without_names(_read(text, lines.symbols))
            if isinstance(tree, Equation) == isinstance(line, Equation):
                found = prover.prove(tree, lines.without_names(line), lines.symbols)
                assert found.proved is not False, (text, found.message)


@EACH
def test_no_known_wrong_line_is_proved(derived: Derivation, prover: Prover) -> None:
    lines = Lines(derived)
    for line, step in zip(lines.answers, derived.steps, strict=True):
        for wrong in step.wrong:
            tree = lines.without_names(_read(wrong.answer, lines.symbols))
            assert prover.prove(tree, lines.without_names(line), lines.symbols).proved is not True, wrong


@pytest.mark.parametrize("size", SIZES)
@pytest.mark.parametrize(
    ("of", "variance"),
    [
        ("normal(0, 1)", "d"),
        ("normal(1, 2)", "24 d"),
        ("rademacher", "d"),
        ("uniform(-3, 3)", "9 d"),
        ("uniform(0, 1)", "7/144 d"),
        ("laplace(2)", "64 d"),
        ("bernoulli(1/3)", "8/81 d"),
        ("moments(1, 3)", "15 d"),
    ],
)
def test_the_variance_of_a_score_is_exact_for_every_distribution(of: str, variance: str, size: int) -> None:
    text = f"d: integer >= 1; q, k: vector {{}} of {of}"
    for length in (str(size), "d"):
        symbols = declare(text.format(length))
        wanted = variance if length == "d" else variance.replace("d", f"· {size}").lstrip("· ")
        found = compare(_read("Var(q·k)", symbols), _read(wanted, symbols), symbols, seed="1")
        assert (found.result, found.exact) == ("equal", True), (length, wanted, found)


def _claims(derived: Derivation) -> list[Claim]:
    """Every line with the one before, without names that stand for others."""
    lines = Lines(derived)
    found = []
    for place, step in enumerate(derived.steps):
        before = lines.before(place)
        if before is not None and not step.new:
            line = lines.without_names(lines.answers[place])
            found.append(Claim(place + 1, line, lines.without_names(before)))
    return found


def _permutes(symbols: Symbols) -> bool:
    return any(isinstance(each, Matrix) and each.permutes for each in symbols.values())


_OWN_INVERSE = ((0, 1, 2), (0, 2, 1), (2, 1, 0), (1, 0, 2))
"""Permutations that are their own inverse."""


def _matrix(node: Node, values: Mapping[str, sympy.Matrix]) -> sympy.Matrix:
    """A product of matrices as SymPy's."""
    if isinstance(node, Symbol):
        return values[node.name]
    if isinstance(node, Call):
        assert node.name == "T"
        return _matrix(node.arguments[0], values).T
    assert isinstance(node, Product), node
    return reduce(mul, (_matrix(each, values) for each in node.factors))


def _has_moments(tree: Node) -> bool:
    return any(isinstance(node, Moment) for node in used_names.nodes(tree))


def _sized(symbols: Symbols, claim: Claim) -> list[Symbols]:
    """The names with every size of a vector pinned to a number, and ρ to where √(1 − ρ²) is a fraction."""
    if "rho" in symbols:
        return [{**symbols, "rho": Scalar(low=rho, high=rho)} for rho in PYTHAGOREAN]
    names = used_names.used((claim.line, claim.before), symbols, {}).sizes
    if not names:
        return [symbols]
    found = []
    for size in SIZES:
        pinned = dict(symbols)
        for name in names:
            declared = pinned[name]
            assert isinstance(declared, Scalar)
            if size >= (declared.low or 0):
                pinned[name] = replace(declared, low=Fraction(size), high=Fraction(size))
        found.append(pinned)
    return found


def _read(text: str, symbols: Symbols) -> Node:
    reading = read(text, symbols, kind="expression")
    assert reading.tree is not None, (text, reading.error)
    return reading.tree
