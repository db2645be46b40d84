"""Trees made into SymPy objects, by constructors only."""

from __future__ import annotations

from collections.abc import Callable, Hashable
from fractions import Fraction
from typing import Any

import sympy

from studykit.checking import tree
from studykit.checking.proof_worker import words
from studykit.checking.proof_worker.functions import applied, power
from studykit.checking.proof_worker.names import OURS, rational, symbol
from studykit.checking.proof_worker.sums import big_sum, index_symbol
from studykit.checking.proof_worker.unprovable import Unprovable
from studykit.checking.proof_worker.words import Letter, Word, Words
from studykit.checking.symbols import Matrix, Scalar, Symbols, Vector
from studykit.checking.tree import Node

Value = Any
"""A SymPy expression, or `Words` for a matrix or a vector."""

_CONSTANTS = {"pi": sympy.pi, "e": sympy.E, "inf": sympy.oo}


class Objects:
    """Builds both sides of one question, so that the same name and the same sum is the same object."""

    def __init__(self, symbols: Symbols, made: Callable[[str, Scalar], Any] = symbol) -> None:
        self._symbols = symbols
        self._made = made
        self._sign = 1
        self._indices: dict[str, Any] = {}
        self._atoms: dict[Hashable, Any] = {}

    def sealed(self, node: Node, *, plus: bool = True) -> Value:
        """The tree as a value in which sums and entries of vectors are symbols, which SymPy handles best.

        `plus` says which sign `±` stands for. Raises `Unprovable` for what has no place in a proof.
        """
        self._sign = 1 if plus else -1
        value = self.value(node)
        if isinstance(value, Words):
            terms = {word: self._seal(front) for word, front in value.terms.items()}
            return Words(value.rows, value.columns, terms)
        return self._seal(value)

    def value(self, node: Node) -> Value:
        """The tree as an expression or as words."""
        match node:
            case tree.Number(value=number):
                return rational(number)
            case tree.Constant(name=name):
                return _CONSTANTS[name]
            case tree.Symbol(name=name):
                return self._name(name)
            case tree.Indexed(name=name, indices=indices):
                return self._entry(name, indices)
            case tree.Negative(of=of):
                return _times(sympy.Integer(-1), self.value(of), self._number)
            case tree.PlusMinus(of=of):
                return _times(sympy.Integer(self._sign), self.value(of), self._number)
            case tree.Sum(terms=terms):
                return self._sum([self.value(term) for term in terms])
            case tree.Product(factors=factors):
                return self._product([self.value(factor) for factor in factors])
            case tree.Quotient(over=over, under=under):
                return _times(1 / self.scalar(under), self.value(over), self._number)
            case tree.Power(base=base, exponent=exponent):
                return self._power(self.value(base), self.scalar(exponent))
            case tree.Call(name=name, arguments=arguments):
                return self._call(name, [self.value(argument) for argument in arguments])
            case tree.BigSum():
                return self._big_sum(node)
        raise Unprovable(f"a proof has no place for {type(node).__name__}")

    def scalar(self, node: Node) -> Any:
        """The tree as an expression that is a number."""
        value = self.value(node)
        if isinstance(value, Words):
            raise Unprovable("a matrix stands where a number should")
        return value

    def _name(self, name: str) -> Value:
        if name in self._indices:
            return self._indices[name]
        if name.startswith(OURS):
            raise Unprovable("a name cannot begin so")
        one = tree.Number(Fraction(1))
        match self._symbols.get(name):
            case Scalar() as declared:
                return self._made(name, declared)
            case Vector(size=size):
                return self._letter(name, size, one, is_vector=True)
            case Matrix(rows=rows, columns=columns):
                return self._letter(name, rows, columns)
        raise Unprovable(f"{name} is not declared")

    def _letter(self, name: str, rows: Node, columns: Node, *, is_vector: bool = False) -> Value:
        letter = Letter(name, self._size(rows), self._size(columns), is_vector=is_vector)
        return self._plain(words.single(letter))

    def _size(self, node: Node) -> Any:
        held, self._indices = self._indices, {}  # a size knows no index of a sum around it
        try:
            return self.scalar(node)
        finally:
            self._indices = held

    def _plain(self, matrix: Words) -> Value:
        """A 1 × 1 matrix is a number."""
        if matrix.rows == 1 and matrix.columns == 1:
            return words.as_number(matrix, self._number)
        return matrix

    def _entry(self, name: str, indices: tuple[Node, ...]) -> Any:
        declared = self._symbols.get(name)
        fits = {Vector: 1, Matrix: 2}.get(type(declared)) == len(indices)
        if not fits or name in self._indices:
            raise Unprovable(f"{name} has no such entries")
        return _entry(name, *(self.scalar(index) for index in indices))

    def _sum(self, values: list[Value]) -> Value:
        if not any(isinstance(value, Words) for value in values):
            return sympy.Add(*values)
        if not all(isinstance(value, Words) for value in values):
            raise Unprovable("a number is added to a matrix")
        return self._plain(words.added(values))

    def _product(self, values: list[Value]) -> Value:
        result: Value = sympy.Integer(1)
        for value in values:
            result = _times(result, value, self._number)
        return result

    def _power(self, base: Value, exponent: Any) -> Value:
        if not isinstance(base, Words):
            return power(base, exponent)
        if base.is_column and exponent == 2:
            return words.as_number(self._dot(base, base), self._number)
        if not exponent.is_Integer:
            raise Unprovable("a matrix has whole powers only")
        return words.raised(base, int(exponent), self._number)

    def _call(self, name: str, values: list[Value]) -> Value:
        match name, values:
            case "T", [Words() as matrix]:
                return words.transposed(matrix)
            case "tr" | "trace", [Words() as matrix]:
                return words.trace(matrix, self._number, lambda word: self._atom(("loop", word), real=True))
            case "inv" | "inverse", [Words() as matrix]:
                return words.inverted(matrix)
            case "norm" | "abs", [Words() as vector] if vector.is_column:
                return sympy.sqrt(words.as_number(self._dot(vector, vector), self._number))
            case "dot", [Words() as left, Words() as right] if left.is_column and right.is_column:
                return words.as_number(self._dot(left, right), self._number)
        if any(isinstance(value, Words) for value in values):
            raise Unprovable(f"nothing is known of {name} of a matrix")
        if name in ("T", "tr", "trace") and len(values) == 1:
            return values[0]
        return applied(name, values)

    def _dot(self, left: Words, right: Words) -> Words:
        return words.multiplied(words.transposed(left), right, self._number)

    def _number(self, word: Word) -> Any:
        """A 1 × 1 word as a scalar: the sum over entries for two vectors, else a symbol of its own."""
        if len(word) == 2 and all(letter.is_vector for letter in word):
            left, right = sorted(letter.name for letter in word)
            one = sympy.Integer(1)
            index = index_symbol(one)
            return big_sum(_entry(left, index) * _entry(right, index), index, one, word[1].rows)
        return self._atom(("word", words.canonical(word)), real=True)

    def _big_sum(self, node: tree.BigSum) -> Any:
        low, high = self.scalar(node.low), self.scalar(node.high)
        index = index_symbol(low)
        hidden = self._indices
        self._indices = {**hidden, node.index: index}
        try:
            body = self.scalar(node.body)
        finally:
            self._indices = hidden
        return big_sum(body, index, low, high)

    def _seal(self, expression: Any) -> Any:
        """Whole sums and entries as symbols; `xreplace` works from the outside, so a sum goes as one."""
        outer = {each: self._atom(each, **_facts(each)) for each in expression.atoms(sympy.Sum)}
        whole = expression.xreplace(outer)
        return whole.xreplace({each: self._atom(each, real=True) for each in whole.atoms(sympy.Indexed)})

    def _atom(self, key: Hashable, **facts: bool) -> Any:
        if key not in self._atoms:
            self._atoms[key] = sympy.Symbol(f"{OURS}atom {len(self._atoms)}", **facts)
        return self._atoms[key]


def _times(left: Value, right: Value, number: words.Number) -> Value:
    if not isinstance(left, Words):
        return words.scaled(right, left) if isinstance(right, Words) else sympy.Mul(left, right)
    if not isinstance(right, Words):
        return words.scaled(left, right)
    if left.is_column and right.is_column:  # two columns side by side are their dot product, `q·k`
        left = words.transposed(left)
    product = words.multiplied(left, right, number)
    if product.rows == 1 and product.columns == 1:
        return words.as_number(product, number)
    return product


def _entry(name: str, *indices: Any) -> Any:
    return sympy.Indexed(sympy.IndexedBase(sympy.Symbol(name, real=True)), *indices)


def _facts(total: Any) -> dict[str, bool]:
    """What is known of a sum: it is real if its terms are, and positive if they are and there are some."""
    body, (_, low, high) = total.function, total.limits[0]
    if body.is_positive and (high - low + 1).is_positive:
        return {"positive": True}
    if body.is_nonnegative:
        return {"nonnegative": True}
    return {"real": True} if body.is_real else {}
