"""Trees seen without what does not matter: the order of terms, factors of 1, names that a sum binds."""

from __future__ import annotations

from collections.abc import Iterable
from fractions import Fraction

from studykit.checking import tree
from studykit.checking.tree import Node
from studykit.checking.used_names import children


def free_names(node: Node) -> frozenset[str]:
    """The names in a tree, without the indices that its sums bind and without free indices."""
    found: set[str] = set()
    waiting: list[tuple[Node, frozenset[str]]] = [(node, frozenset())]
    while waiting:
        latest, bound = waiting.pop()
        if isinstance(latest, tree.Symbol) and latest.name not in bound:
            found.add(latest.name)
        elif isinstance(latest, tree.Indexed):
            found.add(latest.name)
            continue
        elif isinstance(latest, tree.BigSum):
            waiting += [(latest.low, bound), (latest.high, bound), (latest.body, bound | {latest.index})]
            continue
        waiting += [(below, bound) for below in children(latest)]
    return frozenset(found)


def arranged(node: Node) -> tuple[object, ...]:
    """The tree as a key that does not depend on the order of terms and factors, or on how they are nested.

    What changes nothing is left out: a factor 1, a term 0, a minus before a minus, which side of `=` is left.
    It is for comparing only. The order of factors is not kept, so it tells nothing of matrices.
    """
    node = _bare(node)
    if isinstance(node, tree.Sum):
        return ("Sum", *_sorted(arranged(term) for term in flat(node, tree.Sum)))
    if isinstance(node, tree.Product):
        return ("Product", *_sorted(arranged(factor) for factor in flat(node, tree.Product)))
    if isinstance(node, tree.Equation):
        return ("Equation", *_sorted((arranged(node.left), arranged(node.right))))
    below = tuple(arranged(each) for each in children(node))
    match node:
        case tree.Number():
            return ("Number", str(node.value))
        case tree.Symbol() | tree.Constant() | tree.Call() | tree.Indexed():
            return (type(node).__name__, node.name, *below)
        case tree.Moment():
            return ("Moment", node.kind, *below)
        case tree.BigSum():
            return ("BigSum", node.index, *below)
    return (type(node).__name__, *below)


def without_numbers(node: Node) -> tuple[object, ...]:
    """The key of a term without its sign and the numbers that it is multiplied with or divided by."""
    node = without_sign(node)
    while isinstance(node, tree.Quotient) and isinstance(node.under, tree.Number):
        node = without_sign(node.over)
    factors = flat(node, tree.Product)
    return arranged(tree.Product(tuple(each for each in factors if not isinstance(each, tree.Number))))


def _bare(node: Node) -> Node:
    """The node without factors of 1, terms of 0 and double minus signs around what counts."""
    while True:
        match node:
            case tree.Sum() | tree.Product():
                nothing = 0 if isinstance(node, tree.Sum) else 1
                kind = type(node)
                parts = tuple(each for each in flat(node, kind) if not _is_number(each, nothing))
                if len(parts) != 1:
                    return kind(parts) if parts else tree.Number(Fraction(nothing))
                node = parts[0]
            case tree.Negative(of=tree.Negative(of=inner)):
                node = inner
            case tree.Quotient(over=over, under=under) if _is_number(under, 1):
                node = over
            case _:
                return node


def _is_number(node: Node, value: int) -> bool:
    return isinstance(node, tree.Number) and node.value == value


def _sorted(keys: Iterable[tuple[object, ...]]) -> list[tuple[object, ...]]:
    return sorted(keys, key=repr)


def flat(node: Node, kind: type[tree.Sum] | type[tree.Product]) -> list[Node]:
    """The terms of a sum or the factors of a product, also of those nested in it."""
    if not isinstance(node, kind):
        return [node]
    return [item for below in children(node) for item in flat(below, kind)]


def without_sign(node: Node) -> Node:
    """What stands behind minus signs."""
    while isinstance(node, tree.Negative):
        node = node.of
    return node
