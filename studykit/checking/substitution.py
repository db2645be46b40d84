"""Parts of a tree replaced by others."""

from __future__ import annotations

from collections.abc import Callable, Mapping
from dataclasses import fields
from typing import Any

from studykit.checking.tree import Node, Symbol

Change = Callable[[Node], Node | None]
"""What stands in the place of a node; None if it stays, and its parts are looked at."""


def substituted(node: Node, where: Mapping[str, Node]) -> Node:
    """The tree with every name of `where` replaced, once: what is put in is not looked through again."""
    if not where:
        return node
    return rebuilt(node, lambda each: where.get(each.name) if isinstance(each, Symbol) else None)


def rebuilt(node: Node, change: Change) -> Node:
    """The tree with every node replaced that `change` has something for, from the outside in."""
    put = change(node)
    if put is not None:
        return put
    changed: Any = {each.name: _inside(getattr(node, each.name), change) for each in fields(node)}
    return type(node)(**changed)


def _inside(value: Any, change: Change) -> Any:
    if isinstance(value, tuple):
        return tuple(_inside(each, change) for each in value)
    return rebuilt(value, change) if hasattr(value, "__dataclass_fields__") else value
