"""`±` and `or`: an answer with them stands for a set of expressions, one for each choice."""

from __future__ import annotations

from dataclasses import fields, replace
from typing import Any

from studykit.checking.failure import Unsupported
from studykit.checking.tree import Alternatives, Negative, Node, PlusMinus
from studykit.checking.used_names import nodes

MOST_CHOICES = 4


def choices(node: Node) -> tuple[Node, ...]:
    """The trees that are meant, each `±` chosen on its own. Raises `Unsupported` beyond four of them."""
    if isinstance(node, Alternatives):
        return tuple(chosen for option in node.options for chosen in choices(option))
    count = sum(isinstance(below, PlusMinus) for below in nodes(node))
    if not count:
        return (node,)
    if count > MOST_CHOICES:
        raise Unsupported(f"it has more than {MOST_CHOICES} signs ±")
    return tuple(
        _chosen(node, [bool(number >> place & 1) for place in range(count)]) for number in range(2**count)
    )


def _chosen(node: Node, negative: list[bool]) -> Node:
    """The tree with its signs taken from the list, first to last; the list is used up."""
    if isinstance(node, PlusMinus):
        sign = negative.pop(0)
        of = _chosen(node.of, negative)
        return Negative(of) if sign else of
    changed: dict[str, Any] = {}
    for part in fields(node):
        value = getattr(node, part.name)
        if isinstance(value, tuple):
            changed[part.name] = tuple(_chosen(item, negative) for item in value)
        elif isinstance(value, Node):
            changed[part.name] = _chosen(value, negative)
    return replace(node, **changed)
