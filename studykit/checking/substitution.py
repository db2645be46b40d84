"""Names replaced by what they stand for."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import fields
from typing import Any

from studykit.checking.tree import Node, Symbol


def substituted(node: Node, where: Mapping[str, Node]) -> Node:
    """The tree with every name of `where` replaced, once: what is put in is not looked through again."""
    if not where:
        return node
    if isinstance(node, Symbol):
        return where.get(node.name, node)
    changed: Any = {each.name: _inside(getattr(node, each.name), where) for each in fields(node)}
    return type(node)(**changed)


def _inside(value: Any, where: Mapping[str, Node]) -> Any:
    if isinstance(value, tuple):
        return tuple(_inside(each, where) for each in value)
    return substituted(value, where) if hasattr(value, "__dataclass_fields__") else value
