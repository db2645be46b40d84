"""Trees from Python's own syntax, so that what takes trees is tested apart from the package's reader.

`~x` is ±x, `sum_(f, i, 1, n)` a sum, `[a, b]` an array, `a == b` an equation, `q[i]` an entry.
"""

from __future__ import annotations

import ast
from fractions import Fraction

from studykit.checking import tree
from studykit.checking.symbols import Declaration, Distribution, Matrix, Scalar, Vector
from studykit.checking.tree import Node


def read(text: str) -> Node:
    """The tree of a formula."""
    return _tree(ast.parse(text.strip().replace("^", "**"), mode="eval").body)


def number(value: int | str | Fraction) -> Node:
    """The tree of a number."""
    exact = Fraction(value)
    return tree.Number(exact) if exact >= 0 else tree.Negative(tree.Number(-exact))


def real(
    low: int | str | None = None, high: int | str | None = None, of: Distribution | None = None
) -> Scalar:
    """A real name in an open box."""
    ends = [None if end is None else Fraction(end) for end in (low, high)]
    return Scalar("real", ends[0], ends[1], low is not None, high is not None, of)


def whole(low: int | None = 1, high: int | None = None) -> Scalar:
    """An integer name."""
    return Scalar("integer", None if low is None else Fraction(low), None if high is None else Fraction(high))


def law(kind: str, *parameters: str) -> Distribution:
    """A distribution with its parameters as formulas."""
    return Distribution(kind, tuple(map(read, parameters)))  # type: ignore[arg-type]


def vector(size: str, kind: str | None = None, *parameters: str) -> Vector:
    """A vector, random if a distribution is named."""
    return Vector(read(size), law(kind, *parameters) if kind else None)


def matrix(rows: str, columns: str, kind: str | None = None, *parameters: str) -> Matrix:
    """A matrix, random if a distribution is named."""
    return Matrix(read(rows), read(columns), law(kind, *parameters) if kind else None)


def _tree(node: ast.AST) -> Node:
    match node:
        case ast.Constant(value=value):
            return tree.Number(Fraction(str(value)))
        case ast.Name(id=name):
            return tree.Constant(name) if name in ("pi", "e", "inf") else tree.Symbol(name)  # type: ignore[arg-type]
        case ast.UnaryOp(op=ast.USub(), operand=of):
            return tree.Negative(_tree(of))
        case ast.UnaryOp(op=ast.Invert(), operand=of):
            return tree.PlusMinus(_tree(of))
        case ast.BinOp(left=left, op=op, right=right):
            return _binary(_tree(left), op, _tree(right))
        case ast.Compare(left=left, comparators=[right]):
            return tree.Equation(_tree(left), _tree(right))
        case ast.List(elts=items):
            return tree.Array(tuple(map(_tree, items)))
        case ast.Tuple(elts=items):
            return tree.Shape(tuple(map(_tree, items)))
        case ast.Subscript(value=ast.Name(id=name), slice=ast.Tuple(elts=items)):
            return tree.Indexed(name, tuple(map(_tree, items)))
        case ast.Subscript(value=ast.Name(id=name), slice=index):
            return tree.Indexed(name, (_tree(index),))
        case ast.Call(func=ast.Name(id="sum_"), args=[body, ast.Name(id=index), low, high]):
            return tree.BigSum(_tree(body), index, _tree(low), _tree(high))
        case ast.Call(func=ast.Name(id=name), args=items) if name in ("E", "Var", "Cov"):
            return tree.Moment(name, tuple(map(_tree, items)))  # type: ignore[arg-type]
        case ast.Call(func=ast.Name(id=name), args=items):
            return tree.Call(name, tuple(map(_tree, items)))
    raise ValueError(ast.dump(node))


def _binary(left: Node, op: ast.operator, right: Node) -> Node:
    match op:
        case ast.Add() | ast.Sub():
            last = tree.Negative(right) if isinstance(op, ast.Sub) else right
            return tree.Sum((*left.terms, last) if isinstance(left, tree.Sum) else (left, last))
        case ast.Mult():
            return tree.Product((*left.factors, right) if isinstance(left, tree.Product) else (left, right))
        case ast.Div():
            return tree.Quotient(left, right)
        case ast.Pow():
            return tree.Power(left, right)
    raise ValueError(op)


SYMBOLS: dict[str, Declaration] = {
    "d_k": whole(), "d": whole(), "n": whole(), "m": whole(), "h": whole(), "g": whole(), "N": whole(2),
    "i_0": whole(None), "w": real(0, 1), "p": real(0, 1), "T": real(0), "s": real(0), "r": real(0),
    "sq": real(0), "sk": real(0), "mq": real(), "mk": real(), "a": real(0), "b": real(0), "t": real(0),
    "x": real(), "y": real(), "z": real(), "z1": real(), "z2": real(), "z3": real(), "c": real(), "M": real(),
    "theta": real(), "p1": real(0, 1), "p2": real(0, 1), "p3": real(0, 1), "g1": real(), "g2": real(),
    "beta": real(),
    "q": vector("d_k", "normal", "0", "1"), "k": vector("d_k", "normal", "0", "1"),
    "gq": vector("d_k", "moments", "mq", "sq^2"), "gk": vector("d_k", "moments", "mk", "sk^2"),
    "uq": vector("d_k", "uniform", "-a", "a"), "uk": vector("d_k", "uniform", "-a", "a"),
    "eq": vector("d_k", "uniform", "0", "1"), "ek": vector("d_k", "uniform", "0", "1"),
    "lq": vector("d_k", "laplace", "b"), "lk": vector("d_k", "laplace", "b"),
    "bq": vector("d_k", "bernoulli", "p"), "bk": vector("d_k", "bernoulli", "p"),
    "rq": vector("d_k", "rademacher"), "rk": vector("d_k", "rademacher"),
    "v": vector("n", "moments", "0", "s^2"), "X": real(None, None, law("normal", "mq", "sq")),
    "u": vector("d_k"), "e_": vector("n"), "five": vector("5"),
    "Q": matrix("n", "d_k"), "K": matrix("n", "d_k"), "V": matrix("m", "d"), "A": matrix("n", "n"),
    "W": matrix("d_k", "d"), "R": matrix("n", "d_k", "rademacher"),
}  # fmt: skip
"""The names that the tables of these tests use."""
