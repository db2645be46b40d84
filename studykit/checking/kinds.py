"""What a tree is: its kind, the free names in it, and how it is called in a sentence."""

from __future__ import annotations

from collections.abc import Iterator

from studykit.checking import arrays
from studykit.checking.question import Kind
from studykit.checking.tree import (
    Alternatives,
    Array,
    BigSum,
    Call,
    Constant,
    Equation,
    Indexed,
    Negative,
    Node,
    PlusMinus,
    Product,
    Shape,
    Symbol,
)
from studykit.checking.used_names import children, nodes


def kind_of(tree: Node) -> Kind:
    """The kind of a question whose truth this is: brackets make an array, free names an expression."""
    match tree:
        case Array():
            return Kind.ARRAY
        case Shape():
            return Kind.SHAPE
        case Equation() | Alternatives():
            return Kind.EXPRESSION
    if free_names(tree):
        return Kind.EXPRESSION
    return Kind.ARRAY if any(isinstance(node, Array) for node in nodes(tree)) else Kind.NUMBER


def to_be_worked_out(tree: Node) -> str:
    """What an answer leaves to be computed that its question is about; empty for nothing.

    Numbers may be left to the reader, such as `3·4 + 2·5` or `[9, 3, 1]/13`, but no softmax and no product
    of arrays.
    """
    for node in nodes(tree):
        arrays_below = sum(isinstance(below, Array) for below in children(node))
        if isinstance(node, Call) and node.name in ("softmax", "dot", "norm") and arrays_below:
            return f"{node.name} is still in it: work it out"
        if isinstance(node, Product) and arrays_below > 1:
            return "a product of arrays is still in it: work it out"
    return ""


def free_names(tree: Node) -> tuple[str, ...]:
    """The declared names in a tree, in the order they are met; the index of a sum is none of them."""
    return tuple(dict.fromkeys(_names(tree, frozenset())))


def described(tree: Node) -> str:
    """What a tree is, for a sentence such as `a number is asked, and this is …`."""
    match tree:
        case Array():
            found = arrays.table(tree)
            return found.described() if found else "an array"
        case Shape(sizes):
            return f"a shape of {len(sizes)} {'axis' if len(sizes) == 1 else 'axes'}"
        case Equation():
            return "an equation"
        case Alternatives(options):
            return f"{len(options)} answers at once"
    names = free_names(tree)
    return f"an expression in {', '.join(names[:3])}" if names else "a number"


def signed(tree: Node) -> tuple[Node, ...]:
    """The one or two trees that are meant by `±`: itself if there is none at the top."""
    if isinstance(tree, PlusMinus):
        return (tree.of, Negative(tree.of))
    return (tree,)


def infinite(tree: Node) -> int:
    """1 for infinity, -1 for minus infinity, else 0."""
    match tree:
        case Constant("inf"):
            return 1
        case Negative(Constant("inf")):
            return -1
    return 0


def _names(tree: Node, bound: frozenset[str]) -> Iterator[str]:
    match tree:
        case Symbol(name):
            if name not in bound:
                yield name
            return
        case Indexed(name):
            if name not in bound:
                yield name
        case BigSum(body, index, low, high):
            yield from _names(low, bound)
            yield from _names(high, bound)
            yield from _names(body, bound | {index})
            return
    for part in children(tree):
        yield from _names(part, bound)
