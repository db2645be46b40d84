"""Matrices as sums of words: `Q K^T + 2 Q` is {Q·Kᵀ: 1, Q: 2}.

A word is a row of letters whose order matters; a letter is a declared matrix or vector, perhaps transposed
or inverted. Products are multiplied out and transposes pushed down to the letters, so two expressions
that are equal for all matrices (with ordinary rules, no special structure) have the same words.
Where a word is cut by a size of 1, the pieces between the cuts are numbers and go in front.
"""

from __future__ import annotations

import itertools
from collections.abc import Callable, Iterable, Sequence
from dataclasses import dataclass
from typing import Any

import sympy

from studykit.checking.proof_worker.unprovable import Unprovable

MOST_WORDS = 2000
HIGHEST_POWER = 8


@dataclass(frozen=True, slots=True)
class Letter:
    """A declared matrix (or column), perhaps transposed, perhaps inverted."""

    name: str
    rows: Any
    columns: Any
    transposed: bool = False
    inverse: bool = False
    is_vector: bool = False

    def turned(self) -> Letter:
        """Its transpose."""
        return Letter(self.name, self.columns, self.rows, not self.transposed, self.inverse, self.is_vector)

    def undone(self) -> Letter:
        """Its inverse."""
        return Letter(self.name, self.columns, self.rows, self.transposed, not self.inverse)

    @property
    def key(self) -> tuple[str, bool, bool]:
        """What orders letters."""
        return (self.name, self.transposed, self.inverse)


Word = tuple[Letter, ...]
Number = Callable[[Word], Any]
"""What a 1 × 1 word is as a scalar."""


@dataclass(frozen=True, slots=True)
class Words:
    """A matrix of `rows` × `columns`: each word with its factor. The empty word is the identity."""

    rows: Any
    columns: Any
    terms: dict[Word, Any]

    @property
    def is_column(self) -> bool:
        """Whether it is n × 1."""
        return bool(self.columns == 1)


def single(letter: Letter) -> Words:
    """The matrix that is one letter."""
    return Words(letter.rows, letter.columns, {(letter,): sympy.Integer(1)})


def added(parts: list[Words]) -> Words:
    """The sum of matrices of one shape."""
    first = parts[0]
    if any(not (same(first.rows, part.rows) and same(first.columns, part.columns)) for part in parts):
        raise Unprovable("matrices of different shapes are added")
    return _gathered(first.rows, first.columns, (item for part in parts for item in part.terms.items()))


def scaled(matrix: Words, factor: Any) -> Words:
    """The matrix times a number."""
    return Words(matrix.rows, matrix.columns, {word: factor * front for word, front in matrix.terms.items()})


def transposed(matrix: Words) -> Words:
    """Its transpose."""
    return Words(matrix.columns, matrix.rows, {_turned(word): front for word, front in matrix.terms.items()})


def multiplied(left: Words, right: Words, number: Number) -> Words:
    """The product; the order matters."""
    if not same(left.columns, right.rows):
        raise Unprovable("the shapes of two factors do not fit")
    if len(left.terms) * len(right.terms) > MOST_WORDS:
        raise Unprovable("a product of matrices is too long")
    return _gathered(
        left.rows,
        right.columns,
        (
            _cut((*a, *b), x * y, number)
            for a, x in left.terms.items()
            for b, y in right.terms.items()
        ),
    )  # fmt: skip


def raised(matrix: Words, exponent: int, number: Number) -> Words:
    """A whole power of a square matrix; a negative one of the inverse."""
    if not same(matrix.rows, matrix.columns) or abs(exponent) > HIGHEST_POWER:
        raise Unprovable("this power of a matrix is not known")
    base = matrix if exponent >= 0 else inverted(matrix)
    result = Words(matrix.rows, matrix.columns, {(): sympy.Integer(1)})
    for _ in range(abs(exponent)):
        result = multiplied(result, base, number)
    return result


def inverted(matrix: Words) -> Words:
    """The inverse of a single product of square matrices."""
    if len(matrix.terms) != 1 or not same(matrix.rows, matrix.columns):
        raise Unprovable("this inverse is not known")
    [(word, front)] = matrix.terms.items()
    if any(not same(letter.rows, letter.columns) for letter in word):
        raise Unprovable("only square matrices have an inverse")
    return Words(
        matrix.rows, matrix.columns, {tuple(letter.undone() for letter in reversed(word)): 1 / front}
    )


def trace(matrix: Words, number: Number, loop: Number) -> Any:
    """The trace as a scalar; `loop` gives the one of a word without a size of 1."""
    if not same(matrix.rows, matrix.columns):
        raise Unprovable("only square matrices have a trace")
    total = sympy.Integer(0)
    for word, front in matrix.terms.items():
        starts = [at for at, letter in enumerate(word) if letter.rows == 1]
        if not word:
            total += front * matrix.rows
        elif starts:  # a round trip through a size of 1 is a product of numbers
            total += front * _product(word[starts[0] :] + word[: starts[0]], number)
        else:
            rounds = [turn[at:] + turn[:at] for turn in (word, _turned(word)) for at in range(len(word))]
            total += front * loop(min(rounds, key=_keys))
    return total


def as_number(matrix: Words, number: Number) -> Any:
    """A 1 × 1 matrix as a scalar."""
    return sympy.Add(*(front * _product(word, number) for word, front in matrix.terms.items()))


def canonical(word: Word) -> Word:
    """The one of a 1 × 1 word and its transpose that stands for both."""
    return min(word, _turned(word), key=_keys)


def same(left: Any, right: Any) -> bool:
    """Whether two sizes are one."""
    return bool(left == right or sympy.expand(left - right) == 0)


def _turned(word: Word) -> Word:
    return tuple(letter.turned() for letter in reversed(word))


def _keys(word: Word) -> list[tuple[str, bool, bool]]:
    return [letter.key for letter in word]


def _gathered(rows: Any, columns: Any, items: Iterable[tuple[Word, Any]]) -> Words:
    terms: dict[Word, Any] = {}
    for word, front in items:
        terms[word] = terms.get(word, 0) + front
    return Words(rows, columns, terms)


def _cut(word: Word, front: Any, number: Number) -> tuple[Word, Any]:
    """The word without neighbours that undo each other, and with its inner numbers put in front."""
    kept: list[Letter] = []
    for letter in word:
        if kept and kept[-1].undone() == letter:
            kept.pop()
        else:
            kept.append(letter)
    joints = _joints(kept)
    if len(joints) < 2:
        return tuple(kept), front
    inner = _product(tuple(kept[joints[0] : joints[-1]]), number)
    return (*kept[: joints[0]], *kept[joints[-1] :]), front * inner


def _product(word: Word, number: Number) -> Any:
    """A 1 × 1 word as the product of the numbers that it is cut into."""
    cuts = [0, *_joints(word), len(word)]
    pieces = [word[start:end] for start, end in itertools.pairwise(cuts) if end > start]
    return sympy.Mul(*(number(piece) for piece in pieces))


def _joints(word: Sequence[Letter]) -> list[int]:
    return [at for at in range(1, len(word)) if word[at].rows == 1]
