"""Which trees stand for a vector or a matrix: only those are transposed, so `p^T` stays a power."""

from __future__ import annotations

from collections.abc import Collection
from typing import Final

from studykit.checking.symbols import Matrix, Symbols, Vector
from studykit.checking.tree import Array, Call, Negative, Node, PlusMinus, Product, Quotient, Sum, Symbol

_NUMBER: Final = (0, 0)
_COLUMN: Final = (1, 0)
_ROW: Final = (0, 1)
_MATRIX: Final = (1, 1)


def is_array(node: Node, symbols: Symbols, indices: Collection[str]) -> bool:
    """Whether a tree stands for a vector or a matrix; `indices` are the names that sums bind."""
    return _axes(node, symbols, indices) != _NUMBER


def is_vector(node: Node, symbols: Symbols, indices: Collection[str]) -> bool:
    """Whether a tree stands for a vector, as a column or a row."""
    return _axes(node, symbols, indices) in (_COLUMN, _ROW)


def _axes(node: Node, symbols: Symbols, indices: Collection[str]) -> tuple[int, int]:
    """Whether a tree has many rows and many columns; a vector is a column."""
    match node:
        case Symbol(name) if name not in indices:
            declaration = symbols.get(name)
            if isinstance(declaration, Matrix):
                return _MATRIX
            return _COLUMN if isinstance(declaration, Vector) else _NUMBER
        case Array(entries):
            return _MATRIX if isinstance(entries[0], Array) else _COLUMN
        case Negative(of) | PlusMinus(of) | Quotient(of, _):
            return _axes(of, symbols, indices)
        case Call("T", (of,)):
            rows, columns = _axes(of, symbols, indices)
            return columns, rows
        case Call(name, arguments) if name not in ("norm", "dot", "trace", "min", "max"):
            return max(_axes(part, symbols, indices) for part in arguments)
        case Sum(terms):
            return max(_axes(term, symbols, indices) for term in terms)
        case Product(factors):
            total = _NUMBER
            for factor in factors:
                total = _times(total, _axes(factor, symbols, indices))
            return total
        case _:
            return _NUMBER


def _times(left: tuple[int, int], right: tuple[int, int]) -> tuple[int, int]:
    if _NUMBER in (left, right):
        return max(left, right)
    if left == right != _MATRIX:
        return _NUMBER  # q·k is a dot product
    return left[0], right[1]
