"""Typed maths -> tree. The one way in is `read`; it returns a reason instead of raising one."""

from __future__ import annotations

import re
from dataclasses import dataclass, replace
from fractions import Fraction
from itertools import pairwise
from typing import Final, Literal

from studykit.checking import cells, limits, sums
from studykit.checking.echo import echo
from studykit.checking.folding import RAISED
from studykit.checking.grammar import Grammar
from studykit.checking.names import Names
from studykit.checking.read_error import ReadError, Unreadable
from studykit.checking.symbols import Matrix, Symbols, Vector
from studykit.checking.tokens import Token, tokenize
from studykit.checking.tree import Alternatives, BigSum, Equation, Node, Number, Symbol

ReadKind = Literal["number", "exact", "expression", "array", "shape", "equation"]
"""What is asked for. It settles what a comma, a blank and an `x` between numbers mean; an answer of another
kind, such as a vector where a number is asked, is still read."""


@dataclass(frozen=True, slots=True)
class Reading:
    """A text as it was understood: a tree and its echo, or the reason why not."""

    tree: Node | None
    echo: str = ""
    error: ReadError | None = None


def read(text: str, symbols: Symbols, *, kind: ReadKind | None = None) -> Reading:
    """Reads what a learner typed, with the names that the question declares. Never raises.

    Without a kind a text that begins with `[` is an array, one without any declared names a number, and any
    other an expression. Reading the echo with the same symbols and kind gives the same tree, unless the echo
    is longer than an answer may be.
    """
    try:
        tree = _read(text, symbols, kind or _kind(text, symbols))
        limits.check(tree)
    except Unreadable as unreadable:
        return Reading(None, error=unreadable.error)
    except RecursionError:  # our limits leave room for it, but not if the caller's own stack is nearly full
        return Reading(None, error=ReadError("this is nested too deep"))
    return Reading(tree, echo(tree))


def _kind(text: str, symbols: Symbols) -> ReadKind:
    if text.lstrip(" \t\n$").startswith("["):
        return "array"
    return "expression" if symbols else "number"


def undeclared(text: str, symbols: Symbols) -> tuple[str, ...]:
    """The words of a text that would have to be declared before it can be read, in order; () if it is no text
    that can be cut into words."""
    try:
        tokens = tokenize(text, decimal_comma=True)
    except Unreadable:
        return ()
    indices, _ = sums.bound_names(tokens)
    names = Names(symbols, indices)
    found: dict[str, None] = {}
    for at, token in enumerate(tokens):
        if token.kind != "word" or _transposition(tokens, at, names):
            continue
        try:
            names.resolve(token, tokens[at + 1])
        except Unreadable:
            found[token.text] = None
    return tuple(found)


def _read(text: str, symbols: Symbols, kind: ReadKind) -> Node:
    lists = kind in ("array", "shape")
    sigma = "Σ" in symbols or "Sigma" in symbols
    tokens = tokenize(text, decimal_comma=not lists, sigma_is_name=sigma)
    if len(tokens) == 1:
        raise Unreadable("nothing was typed")
    indices, unsaid = sums.bound_names(tokens)
    names = Names(symbols, indices, any_index=unsaid)
    known = _resolved(tokens, names, kind)
    grammar = Grammar(known, names, blanks=kind not in ("expression", "equation"), arrays=lists)
    if kind == "shape":
        tree: Node = cells.shape(grammar)
    elif kind == "array" and not _has_matrices(known, symbols):
        tree = cells.bare(grammar, blanks=True)
    else:
        tree = _answers(grammar)
    if grammar.peek().kind != "end":
        raise grammar.unexpected(grammar.peek(), _tail_hint(grammar.peek()))
    _check_indices(tree, frozenset(), symbols, known)
    return tree


def _answers(grammar: Grammar) -> Node:
    """One expression or equation; several with `or` or commas between."""
    places = [grammar.peek()]
    found = [grammar.equation()]
    commas = False
    while sign := grammar.accept("or", ","):
        commas = commas or sign.text == ","
        places.append(grammar.peek())
        found.append(grammar.equation())
    if len(found) == 1:
        return found[0]
    first = found[0]
    if isinstance(first, Equation):
        found = [each if isinstance(each, Equation) else Equation(first.left, each) for each in found]
        if commas and any(isinstance(each, Equation) and each.left != first.left for each in found):
            raise Unreadable("several equations at once are not read", 0, "write `or` between alternatives")
        return Alternatives(tuple(found))
    if any(isinstance(each, Equation) for each in found):
        raise Unreadable("some of these are equations and some are not", 0, "write x = 1 or x = -1")
    if not commas:
        return Alternatives(tuple(found))
    return cells.assembled([list(zip(places, found, strict=True))])


def _tail_hint(token: Token) -> str:
    if token.text == ";":
        return "a matrix is typed as [[1, 2], [3, 4]]"
    return "leave it out, or put a sign before it" if token.text not in (")", "]", "}", "=") else ""


def _has_matrices(tokens: list[Token], symbols: Symbols) -> bool:
    return any(
        isinstance(token.node, Symbol) and isinstance(symbols.get(token.node.name), (Vector, Matrix))
        for token in tokens
    )


def _check_indices(node: Node, bound: frozenset[str], symbols: Symbols, tokens: list[Token]) -> None:
    """Refuses an index outside of its sum."""
    if isinstance(node, Symbol) and node.name not in bound and node.name not in symbols:
        place = next((token.position for token in tokens if node.name in token.text), 0)
        raise Unreadable(f"{node.name} has a meaning only inside of its sum", place)
    if isinstance(node, BigSum):
        _check_indices(node.low, bound, symbols, tokens)
        _check_indices(node.high, bound, symbols, tokens)
        _check_indices(node.body, bound | {node.index}, symbols, tokens)
        return
    for child in limits.children(node):
        _check_indices(child, bound, symbols, tokens)


_POWER_OF_TEN: Final = re.compile(r"[xX](10)?")


def _resolved(tokens: tuple[Token, ...], names: Names, kind: ReadKind) -> list[Token]:
    """The tokens with every word replaced by what it means."""
    known: list[Token] = []
    separated = kind == "shape" and any(token.text == "," for token in tokens)
    for at, token in enumerate(tokens):
        following = tokens[min(at + 1, len(tokens) - 1)]
        if token.kind == "op" and token.text == "×" and kind == "shape" and not separated:
            known.append(replace(token, text="x"))
        elif token.kind != "word":
            known.append(token)
        elif _transposition(tokens, at, names):
            known.append(replace(token, kind="op", text="T"))
            if len(token.text) > 1:
                rest = replace(
                    token, text=token.text[1:], position=token.position + 1, space=False, line=False
                )
                known += names.resolve(rest, following)
        elif kind == "shape" and (split := _split_at_x(token, following, names)):
            known += split
        elif _is_times(tokens, at, names):
            known.append(replace(token, kind="op", text="*"))
            if len(token.text) > 1:
                known.append(_number(token, "10", 1))
        else:
            known += names.resolve(token, following)
    return _parted(known) if kind == "shape" else known


def _parted(tokens: list[Token]) -> list[Token]:
    """The sizes of `3 64 60` with commas between, where nothing else separates any."""
    numbers = [token.text for token in tokens if token.kind == "number"]
    if any(token.text in (",", "x", "*") for token in tokens) or all(len(text) == 3 for text in numbers[1:]):
        return tokens  # `16 000` may be one number
    known = tokens[:1]
    for before, token in pairwise(tokens):
        if before.kind == token.kind == "number" and token.space:
            known.append(replace(token, kind="op", text=",", node=None))
        known.append(token)
    return known


def _transposition(tokens: tuple[Token, ...], at: int, names: Names) -> bool:
    """Whether a word begins with the T of `Q^T` or `Q^{T}`."""
    if not tokens[at].text.startswith("T") or names.declared("T") or names.declared(tokens[at].text):
        return False
    before = [token.text for token in tokens[max(0, at - 2) : at]]
    if before[-1:] in (["^"], ["**"]):
        return True
    return before in (["^", "{"], ["^", "("], ["**", "("], [RAISED, "{"]) and tokens[at].text == "T"


def _is_times(tokens: tuple[Token, ...], at: int, names: Names) -> bool:
    """Whether an `x` is the sign in `1.5 x 10^-3`."""
    found = _POWER_OF_TEN.fullmatch(tokens[at].text)
    if not found or not at or tokens[at - 1].kind != "number" or names.declared(tokens[at].text[0]):
        return False
    after = tokens[at + 1 : at + 3]
    if found[1]:
        return after[0].text in ("^", "**", RAISED)
    return after[0].text == "10" and after[1].text in ("^", "**", RAISED)


def _split_at_x(token: Token, following: Token, names: Names) -> list[Token]:
    """`x`, `nxm` or the `x3` of `2x3` with the sign between sizes; [] if a word is a name."""
    word = token.text
    if word == "by":
        return [replace(token, kind="op", text="x")]
    if "x" not in word.lower() or names.declared(word) or names.declared("x"):
        return []
    known: list[Token] = []
    place = 0
    for part in re.split("([xX])", word):
        piece = replace(token, text=part, position=token.position + place, space=token.space and not place)
        place += len(part)
        if part in ("x", "X"):
            known.append(replace(piece, kind="op", text="x"))
        elif part.isdecimal():
            known.append(_number(piece, part, 0))
        elif part:
            known += names.resolve(piece, following if place == len(word) else token)
    return known


def _number(token: Token, digits: str, offset: int) -> Token:
    node = Number(Fraction(int(digits[: limits.MOST_DIGITS])), Fraction(1))
    limits.check_number(node.value, len(digits), token.position)
    return replace(token, kind="number", text=digits, position=token.position + offset, node=node)
