"""What a tree is made of: its nodes, its names, and which of them are sizes, bounds and indices."""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from dataclasses import dataclass, fields
from typing import get_args

from studykit.checking import tree
from studykit.checking.symbols import Matrix, Symbols, Vector
from studykit.checking.tree import Node

MOST_NODES = 2000
MOST_DEPTH = 120

_NODES = frozenset(get_args(Node))


def children(node: Node) -> tuple[Node, ...]:
    """The trees directly below a node, in the order they were written."""
    found: list[Node] = []
    for part in fields(node):
        value = getattr(node, part.name)
        if isinstance(value, tuple):
            found.extend(value)
        elif type(value) in _NODES:
            found.append(value)
    return tuple(found)


def nodes(node: Node) -> Iterator[Node]:
    """The node and all below it, each before what is below it."""
    waiting = [node]
    while waiting:
        latest = waiting.pop()
        yield latest
        waiting.extend(reversed(children(latest)))


def fits(node: Node) -> bool:
    """Whether the tree is small enough to be computed with."""
    level, count, depth = [node], 0, 0
    while level:
        depth += 1
        count += len(level)
        if count > MOST_NODES or depth > MOST_DEPTH:
            return False
        level = [below for above in level for below in children(above)]
    return True


@dataclass(frozen=True, slots=True)
class UsedNames:
    """The names that some trees depend on, through declarations and definitions too."""

    declared: tuple[str, ...]
    """In the order in which they are declared."""
    sizes: frozenset[str]
    """Integers that are sizes of vectors or matrices; they stay small."""
    matrices: bool
    """Whether a matrix is among them."""
    bounds: frozenset[str]
    """Integers that say how far a sum goes, or that are under a factorial."""
    free: Mapping[str, tuple[tuple[str, int], ...]]
    """Names that stand as an index and that no sum binds, with what they index and at which place."""
    unknown: tuple[str, ...]
    """Names that nobody declared."""


def used(trees: tuple[Node, ...], symbols: Symbols, where: Mapping[str, Node]) -> UsedNames:
    """The names that the trees use, directly or through a declaration."""
    search = _Search(symbols, where)
    for node in trees:
        search.visit(node, frozenset())
    return search.names()


class _Search:
    def __init__(self, symbols: Symbols, where: Mapping[str, Node]) -> None:
        self._symbols = symbols
        self._where = where
        self._seen: set[str] = set()
        self._sizes: set[str] = set()
        self._bounds: set[str] = set()
        self._free: dict[str, list[tuple[str, int]]] = {}
        self._unknown: list[str] = []

    def names(self) -> UsedNames:
        hidden = {*self._where, *self._free}
        declared = tuple(name for name in self._symbols if name in self._seen and name not in hidden)
        free = {name: tuple(places) for name, places in self._free.items()}
        unknown = tuple(name for name in self._unknown if name not in free)
        matrices = any(isinstance(self._symbols[name], Matrix) for name in declared)
        return UsedNames(declared, frozenset(self._sizes), matrices, frozenset(self._bounds), free, unknown)

    def visit(self, node: Node, bound: frozenset[str]) -> None:
        if isinstance(node, tree.Symbol):
            if node.name not in bound:
                self._name(node.name)
            return
        if isinstance(node, tree.Indexed):
            self._name(node.name)
            for place, index in enumerate(node.indices):
                self._index(node.name, place, index, bound)
            return
        if isinstance(node, tree.BigSum):
            for limit in (node.low, node.high):
                self.visit(limit, bound)
                self._bounds |= _symbols_of(limit)
            bound = bound | {node.index}
            self.visit(node.body, bound)
            return
        if isinstance(node, tree.Call) and node.name in ("factorial", "binomial"):
            self._bounds |= _symbols_of(node)
        for below in children(node):
            self.visit(below, bound)

    def _index(self, name: str, place: int, index: Node, bound: frozenset[str]) -> None:
        for node in nodes(index):
            if isinstance(node, tree.Symbol) and node.name not in bound:
                if node.name in self._where or (node.name in self._symbols and node is not index):
                    self._bounds.add(node.name)
                    self._name(node.name)
                else:  # declared or not: an index is any that the vector has
                    self._free.setdefault(node.name, []).append((name, place))

    def _name(self, name: str) -> None:
        if name in self._seen or name in self._unknown:
            return
        if name in self._where:
            self._seen.add(name)
            self.visit(self._where[name], frozenset())
            return
        if name not in self._symbols:
            self._unknown.append(name)
            return
        self._seen.add(name)
        declared = self._symbols[name]
        sizes: tuple[Node, ...] = ()
        if isinstance(declared, Vector):
            sizes = (declared.size,)
        elif isinstance(declared, Matrix):
            sizes = (declared.rows, declared.columns)
        for size in sizes:
            self._sizes |= _symbols_of(size)
            self.visit(size, frozenset())
        if declared.distribution is not None:
            for parameter in declared.distribution.parameters:
                self.visit(parameter, frozenset())


def _symbols_of(node: Node) -> set[str]:
    return {below.name for below in nodes(node) if isinstance(below, tree.Symbol)}
