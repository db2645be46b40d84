"""Trees and declarations as JSON, and back: what goes through the pipe to the proof worker.

A tree is `[kind, part, …]` with the parts in the order of its fields, so `d_k / 2` is
`["Quotient", ["Symbol", "d_k"], ["Number", [2, 1]]]`. Fields that make no difference between two trees (how
a number was typed) stay behind. Reading checks every part against the type of its field: what comes out
is a tree of `tree.py` and nothing else, whatever was in the line.
"""

from __future__ import annotations

from collections.abc import Callable, Mapping
from dataclasses import fields
from fractions import Fraction
from typing import Any, Literal, cast, get_args, get_origin, get_type_hints

from studykit.checking.symbols import Declaration, Distribution, Symbols
from studykit.checking.tree import Node

MOST_NODES = 4000
"""An answer may have 300; the expected side is the author's and may be longer, but not endless."""
DEEPEST = 100
"""Levels of a tree; an answer may have 60."""
LONGEST_NAME = 400
MOST_BITS = 8192
"""Of the numerator or denominator of one number."""


class CodingError(ValueError):
    """No tree, or one that is too large; says in a few words why."""


def encoded(node: Node) -> list[Any]:
    """The tree as lists, numbers and texts. Raises `CodingError` if it is too large."""
    return cast(list[Any], _Writing().part(node))


def encoded_symbols(symbols: Symbols) -> dict[str, Any]:
    """The declarations by name. Raises `CodingError` if one is too large."""
    return {name: _Writing().part(declared) for name, declared in symbols.items()}


def decoded(value: object) -> Node:
    """The tree that `encoded` wrote. Raises `CodingError` for anything else."""
    return cast(Node, _Reading().one_of(_NODES, value))


def decoded_symbols(value: object) -> dict[str, Declaration]:
    """The declarations that `encoded_symbols` wrote. Raises `CodingError` for anything else."""
    if not isinstance(value, dict):
        raise CodingError("declarations are missing")
    return {
        _text(name): cast(Declaration, _Reading().one_of(_DECLARATIONS, declared))
        for name, declared in value.items()
    }


class _Counting:
    """Counts nodes and levels, so that neither side can be led into the depth."""

    def __init__(self) -> None:
        self._nodes = 0
        self._depth = 0

    def _enter(self) -> None:
        self._nodes += 1
        self._depth += 1
        if self._nodes > MOST_NODES or self._depth > DEEPEST:
            raise CodingError("the tree is too large")

    def _leave(self) -> None:
        self._depth -= 1


class _Writing(_Counting):
    def part(self, value: object) -> object:
        match value:
            case None | bool() | str():
                return value
            case Fraction() if _fits(value.numerator, value.denominator):
                return [value.numerator, value.denominator]
            case tuple():
                return [self.part(each) for each in value]
            case _ if type(value) in _HINTS:
                self._enter()
                parts = [self.part(getattr(value, name)) for name in _HINTS[type(value)]]
                self._leave()
                return [type(value).__name__, *parts]
        raise CodingError(f"this {type(value).__name__} is no part of a tree")


class _Reading(_Counting):
    def one_of(self, kinds: tuple[type, ...], value: object) -> object:
        kind, *parts = _list(value) or [None]
        made = next((each for each in kinds if each.__name__ == kind), None)
        if made is None:
            raise CodingError("an unknown kind of node")
        hints = _HINTS[made]
        if len(parts) != len(hints):
            raise CodingError(f"{made.__name__} has {len(hints)} parts")
        self._enter()
        read = {name: self._part(hints[name], part) for name, part in zip(hints, parts, strict=True)}
        self._leave()
        return made(**read)

    def _part(self, hint: object, value: object) -> object:
        """A value of a field's type."""
        if hint == Node:
            return self.one_of(_NODES, value)
        if hint == tuple[Node, ...]:
            return tuple(self.one_of(_NODES, each) for each in _list(value))
        if value is None and type(None) in get_args(hint):
            return None
        if hint == Distribution | None:
            return self.one_of((Distribution,), value)
        if get_origin(hint) is Literal:
            return _word(get_args(hint), value)
        reader = _READERS.get(hint)
        if reader is None:
            raise CodingError(f"a part of an unknown type, {hint}")
        return reader(value)


def _list(value: object) -> list[object]:
    if not isinstance(value, list):
        raise CodingError("a list was expected")
    return value


def _text(value: object) -> str:
    if not isinstance(value, str) or not 0 < len(value) <= LONGEST_NAME:
        raise CodingError("a name was expected")
    return value


def _flag(value: object) -> bool:
    if not isinstance(value, bool):
        raise CodingError("true or false was expected")
    return value


def _fraction(value: object) -> Fraction:
    match value:
        case [int() as over, int() as under] if under > 0 and not isinstance(over, bool):
            if _fits(over, under):
                return Fraction(over, under)
    raise CodingError("a fraction was expected")


def _fits(over: int, under: int) -> bool:
    return max(over.bit_length(), under.bit_length()) <= MOST_BITS


def _word(words: tuple[object, ...], value: object) -> object:
    if not isinstance(value, str) or value not in words:
        raise CodingError(f"one of {words} was expected")
    return value


_READERS: Mapping[object, Callable[[object], object]] = {
    str: _text,
    bool: _flag,
    Fraction: _fraction,
    Fraction | None: _fraction,
}
_NODES: tuple[type, ...] = get_args(Node)
_DECLARATIONS: tuple[type, ...] = get_args(Declaration)


def _hints(kind: type) -> dict[str, object]:
    """The fields of a kind that make a difference, with their types, in their order."""
    hints = get_type_hints(kind)
    return {field.name: hints[field.name] for field in fields(kind) if field.compare}


_HINTS: Mapping[type, dict[str, object]] = {
    kind: _hints(kind) for kind in (*_NODES, *_DECLARATIONS, Distribution)
}
