"""Sums whose index does not fit what they sum: true or not, nobody means them so."""

from __future__ import annotations

from studykit.checking.arranged import free_names
from studykit.checking.tree import BigSum, Indexed, Node, Symbol
from studykit.checking.used_names import children, nodes


def loose_index(tree: Node) -> str | None:
    """An index of a sum in the tree that stands outside of it too, as in `Σ_i a_i - b_i`; else None."""
    bound, loose = set(), set()
    waiting: list[tuple[Node, frozenset[str]]] = [(tree, frozenset())]
    while waiting:
        node, inside = waiting.pop()
        if isinstance(node, BigSum):
            bound.add(node.index)
            waiting += [(node.low, inside), (node.high, inside), (node.body, inside | {node.index})]
            continue
        if isinstance(node, Symbol) and node.name not in inside:
            loose.add(node.name)
        waiting += [(below, inside) for below in children(node)]
    return min(bound & loose, default=None)


def mistaken_index(tree: Node) -> tuple[str, str] | None:
    """The index of a sum that is not used in it, and one that is, though no sum binds it; else None.

    As in `Σ_j q_i k_i`.
    """
    waiting: list[tuple[Node, frozenset[str]]] = [(tree, frozenset())]
    while waiting:
        node, inside = waiting.pop()
        if isinstance(node, BigSum):
            inside = inside | {node.index}
            used = {
                index.name
                for below in nodes(node.body)
                if isinstance(below, Indexed)
                for index in below.indices
                if isinstance(index, Symbol)
            }
            if used and node.index not in free_names(node.body) | used and (loose := used - inside):
                return node.index, min(loose)
        waiting += [(below, inside) for below in children(node)]
    return None
