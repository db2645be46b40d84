"""Lines with E, Var and Cov worked out a second way: by SymPy, entry by entry, for vectors of a few sizes.

The judge computes at points, with polynomials of its own. Here the same lines become SymPy expressions whose
parameters stay names, and `attention_engine.symbolic` takes their moments.
"""

from __future__ import annotations

from collections.abc import Callable, Mapping
from fractions import Fraction
from functools import cache, reduce
from typing import Any

import pytest
import sympy

from attention_engine import symbolic
from attention_engine.symbolic import Law
from studykit.checking import tree, used_names
from studykit.checking.declare import declare
from studykit.checking.evaluate import Evaluator
from studykit.checking.grid import Grid
from studykit.checking.polynomial import Algebra
from studykit.checking.symbols import Declaration, Scalar, Vector
from studykit.checking.tree import Node
from studykit.derivations.catalogue import CATALOGUE
from studykit.derivations.derivation import Derivation
from studykit.derivations.line import Lines

SIZES = (1, 2, 3, 5)
SEEDS = range(12)
LAWS: Mapping[str, Callable[..., Law]] = {
    "normal": symbolic.normal,
    "uniform": symbolic.uniform,
    "rademacher": symbolic.rademacher,
    "laplace": symbolic.laplace,
    "bernoulli": symbolic.bernoulli,
    "moments": symbolic.moments,
}
POINT = {"p": Fraction(2, 7), "rho": Fraction(3, 5)}  # √(1 − ρ²) is a fraction there
ELSEWHERE = Fraction(5, 3)


class Symbols:
    """Makes the trees of one derivation SymPy expressions, each vector a tuple of entries."""

    def __init__(self, lines: Lines, size: int) -> None:
        self._size = _size(lines, size)
        self._declared = lines.symbols
        self._indices: dict[str, Any] = {}
        self._vectors: dict[str, tuple[Any, ...]] = {}
        self.entries: dict[Any, Law] = {}
        for name, declared in lines.symbols.items():
            if declared.distribution is not None:
                kind, parameters = declared.distribution.kind, declared.distribution.parameters
                self._random(name, declared, LAWS[kind](*(self.value(each) for each in parameters)))

    def _random(self, name: str, declared: Declaration, law: Law) -> None:
        if isinstance(declared, Vector):
            found = symbolic.vector(name, [law] * int(self.value(declared.size)))
            self._vectors[name] = tuple(found)
            self.entries.update(found)
        else:
            self.entries[sympy.Symbol(name, real=True)] = law

    def value(self, node: Node) -> Any:
        """The tree as an expression, or as a tuple for a vector."""
        match node:
            case tree.Number(value=number):
                return sympy.Rational(number.numerator, number.denominator)
            case tree.Symbol(name=name):
                return self._name(name)
            case tree.Indexed(name=name, indices=(index,)):
                return self._vectors[name][int(self.value(index)) - 1]
            case tree.Negative(of=of):
                return -self.value(of)
            case tree.Sum(terms=terms):
                return sympy.Add(*map(self.value, terms))
            case tree.Product(factors=factors):
                return reduce(_times, map(self.value, factors))
            case tree.Quotient(over=over, under=under):
                return self.value(over) / self.value(under)
            case tree.Power(base=base, exponent=exponent):
                return self.value(base) ** self.value(exponent)
            case tree.Call(name="sqrt", arguments=(of,)):
                return sympy.sqrt(self.value(of))
            case tree.Call(name="dot", arguments=(left, right)):
                return _times(self.value(left), self.value(right))
            case tree.BigSum():
                return self._sum(node)
            case tree.Moment(kind="E", arguments=(of,)):
                return symbolic.expectation(self.value(of), self.entries).value
            case tree.Moment(kind="Var", arguments=(of,)):
                return symbolic.variance(self.value(of), self.entries).value
            case tree.Moment(kind="Cov", arguments=(left, right)):
                return symbolic.covariance(self.value(left), self.value(right), self.entries).value
        raise AssertionError(f"no way to say {node} in symbols")

    def _name(self, name: str) -> Any:
        if name in self._indices:
            return self._indices[name]
        if name in self._vectors:
            return self._vectors[name]
        declared = self._declared[name]
        assert isinstance(declared, Scalar)
        if declared.domain == "integer":
            return sympy.Integer(self._size)
        return sympy.Symbol(name, real=True, positive=True if declared.low == 0 else None)

    def _sum(self, node: tree.BigSum) -> Any:
        terms = []
        for index in range(int(self.value(node.low)), int(self.value(node.high)) + 1):
            self._indices[node.index] = sympy.Integer(index)
            terms.append(self.value(node.body))
        self._indices.pop(node.index, None)
        return sympy.Add(*terms)


def _times(left: Any, right: Any) -> Any:
    """Two vectors side by side are their dot product."""
    if isinstance(left, tuple) and isinstance(right, tuple):
        return sympy.Add(*(one * other for one, other in zip(left, right, strict=True)))
    return left * right


@cache
def _of_moments() -> tuple[Derivation, ...]:
    """Every derivation with random names, and every variant of its symbols that some seed draws."""
    found: dict[tuple[str, str], Derivation] = {}
    for each in CATALOGUE.values():
        for derived in (each, *(each.drawn(seed) for seed in SEEDS if each.variant)):
            declared = declare(derived.symbols).values()
            if any(name.distribution is not None for name in declared):
                found.setdefault((derived.name, derived.symbols), derived)
    return tuple(found.values())


EACH = pytest.mark.parametrize("derived", _of_moments(), ids=lambda each: f"{each.name}: {each.givens[:40]}")


def _chains(lines: Lines, derived: Derivation) -> list[list[Node]]:
    """The lines that are equal to each other, in one list for each thought; equations are left out."""
    chains = [[lines.start] if lines.start is not None else []]
    for line, step in zip(lines.answers, derived.steps, strict=True):
        if step.new:
            chains.append([])
        chains[-1].append(line)
    plain = [[lines.without_names(n) for n in chain if not isinstance(n, tree.Equation)] for chain in chains]
    return [chain for chain in plain if chain]


def _size(lines: Lines, size: int) -> int:
    """The size of the vectors: the wanted one, unless the variant has a number for it."""
    pinned = {
        int(declared.size.value)
        for declared in lines.symbols.values()
        if isinstance(declared, Vector) and isinstance(declared.size, tree.Number)
    }
    return pinned.pop() if pinned else size


def _same(first: Any, second: Any) -> bool:
    difference = sympy.expand(first - second)
    return difference == 0 or sympy.simplify(difference) == 0


def _point(lines: Lines, size: int) -> dict[str, Any]:
    """A value for every name that is not random, and a grid as long as each vector, as the judge wants it."""
    point: dict[str, Any] = {}
    for name, declared in lines.symbols.items():
        if isinstance(declared, Vector):
            length = _size(lines, size)
            point[name] = Grid((length,), (Fraction(0),) * length)
        elif isinstance(declared, Scalar) and declared.distribution is None:
            point[name] = Fraction(size) if declared.domain == "integer" else POINT.get(name, ELSEWHERE)
    return point


def _at(expression: Any, point: Mapping[str, Any]) -> Any:
    return sympy.sympify(expression).subs({each: point[each.name] for each in expression.free_symbols})


@pytest.mark.parametrize("size", SIZES)
@EACH
def test_all_lines_of_a_thought_are_one_value(derived: Derivation, size: int) -> None:
    lines = Lines(derived)
    symbols = Symbols(lines, size)
    for chain in _chains(lines, derived):
        goal = symbols.value(chain[-1])
        for line in chain:
            assert _same(symbols.value(line), goal), line


@pytest.mark.parametrize("size", SIZES)
@EACH
def test_the_judge_gives_every_line_the_same_value(derived: Derivation, size: int) -> None:
    lines = Lines(derived)
    symbols = Symbols(lines, size)
    point = _point(lines, size)
    for chain in _chains(lines, derived):
        for line in chain:
            value = Evaluator(lines.symbols, point, Algebra(), {}).value(line)
            assert _at(symbols.value(line), point) == sympy.sympify(value), line


@EACH
def test_known_wrong_lines_have_another_value(derived: Derivation) -> None:
    lines = Lines(derived)
    both = Symbols(lines, 5), Symbols(lines, 2)
    for answer, wrongs in zip(lines.answers, lines._wrong, strict=True):
        for wrong, known in wrongs:
            if not isinstance(answer, tree.Equation):
                trees = lines.without_names(wrong), lines.without_names(answer)
                pairs = [[_at(s.value(node), _point(lines, 5)) for node in trees] for s in both]
                assert any(one != other for one, other in pairs), known.answer


@pytest.mark.parametrize("claim", ["√d_k", "d_k²"])
def test_what_holds_for_one_entry_only_is_another_value(claim: str) -> None:
    lines = Lines(CATALOGUE["var-dot-product"])
    assert lines.start is not None
    wrong = next(node for node, known in lines._wrong[-1] if known.answer == claim)
    equal = [_same(s.value(wrong), s.value(lines.start)) for s in (Symbols(lines, n) for n in SIZES)]
    assert equal == [True, False, False, False]


def test_the_derivations_with_moments_are_all_here() -> None:
    names = {derived.name for derived in _of_moments()}
    for name, derived in CATALOGUE.items():
        lines = Lines(derived)
        trees = [*lines.answers, *([lines.start] if lines.start is not None else [])]
        if any(isinstance(node, tree.Moment) for each in trees for node in used_names.nodes(each)):
            assert name in names
    laws = {
        declared.distribution.kind
        for derived in _of_moments()
        for declared in Lines(derived).symbols.values()
        if declared.distribution is not None
    }
    assert laws == set(LAWS)
