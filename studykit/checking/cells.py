"""Vectors, matrices and shapes: `[1, 2]`, `[1 2; 3 4]`, rows on lines, `2 × 3`."""

from __future__ import annotations

from typing import TYPE_CHECKING, Final

from studykit.checking.read_error import Unreadable
from studykit.checking.tokens import Token
from studykit.checking.tree import Array, Call, Node, Product, Shape

if TYPE_CHECKING:
    from studykit.checking.grammar import Grammar

_CLOSING: Final = {"(": ")", "[": "]", "": ""}


def parenthesis(grammar: Grammar, opening: Token) -> Node:
    """`(x)` is x; with commas or semicolons it is a vector or a matrix."""
    if not _separated(grammar):
        node = grammar.inside(grammar.parse)
        grammar.expect(")")
        return node
    return _array(grammar, opening, blanks=False)


def bracket(grammar: Grammar, opening: Token) -> Node:
    """`[1, 2]`, or a group where expressions are asked: `2[x + 1]`."""
    node = _array(grammar, opening, blanks=grammar.blanks_allowed)
    single = isinstance(node, Array) and len(node.entries) == 1 and not isinstance(node.entries[0], Array)
    if single and not grammar.arrays and not grammar.row:
        assert isinstance(node, Array)  # noqa: S101 - said by `single`
        return node.entries[0]
    return node


def angles(grammar: Grammar, opening: Token) -> Node:
    """`⟨q, k⟩`, the dot product."""
    left = grammar.inside(grammar.parse)
    if not grammar.accept(",", "|"):
        raise grammar.unexpected(grammar.peek(), "a dot product is ⟨q, k⟩")
    right = grammar.inside(grammar.parse)
    grammar.expect("⟩", f"{opening.text} is not closed")
    return Call("dot", (left, right))


def constructor(grammar: Grammar, opening: Token) -> Node:
    """The arguments of `matrix(…)`."""
    grammar.row = 0
    return _array(grammar, opening, blanks=opening.text == "[", unwrap=True)


def bare(grammar: Grammar, *, blanks: bool) -> Node:
    """A whole text: entries with commas or blanks between, rows on lines or with semicolons."""
    before = grammar.blanks, grammar.lines
    rows = _rows(grammar, "", blanks)
    grammar.blanks, grammar.lines = before
    if len(rows) == 1 and len(rows[0]) == 1:
        return rows[0][0][1]
    return assembled(rows)


def shape(grammar: Grammar) -> Node:
    """`(2, 3)`, `[2, 3]`, `2, 3`, `2 x 3` or one size."""
    opening = grammar.accept("(", "[") if _wraps_all(grammar) else None
    first = grammar.parse()
    sizes, separator = [first], ""
    while sign := grammar.accept(",", "x"):
        if separator and sign.text != separator:
            raise grammar.unexpected(sign, "write (2, 3, 4) or 2×3×4")
        separator = sign.text
        if opening and grammar.peek().text == _CLOSING[opening.text]:
            break  # (5,)
        if sign.text == "," and grammar.peek().text in (",", ")", "]", ""):
            raise Unreadable(f"size {len(sizes) + 1} is empty", grammar.peek().position)
        sizes.append(grammar.parse())
    if opening:
        grammar.expect(_CLOSING[opening.text])
    if (
        len(sizes) == 1
        and not opening
        and isinstance(first, Product)
        and any(token.text == "*" for token in grammar.tokens)
    ):
        raise Unreadable("is this one size or two?", 0, "a shape is typed as (2, 3) or 2×3")
    return Shape(tuple(sizes))


def _wraps_all(grammar: Grammar) -> bool:
    """Whether a first bracket is closed by the last token."""
    if grammar.peek().text not in ("(", "["):
        return False
    depth = 0
    for at, token in enumerate(grammar.tokens):
        text = token.text if token.kind == "op" else ""
        depth += (text in ("(", "[", "{")) - (text in (")", "]", "}"))
        if not depth:
            return at == len(grammar.tokens) - 2
    return False


def _separated(grammar: Grammar) -> bool:
    """Whether the bracket that was just opened has a comma or a semicolon of its own."""
    depth = 0
    for token in grammar.tokens[grammar.at :]:
        text = token.text if token.kind == "op" else ""
        if text in (")", "]", "}"):
            if not depth:
                return False
            depth -= 1
        depth += text in ("(", "[", "{", "⟨")
        depth -= text == "⟩"
        if not depth and text in (",", ";"):
            return True
    return False


def _array(grammar: Grammar, opening: Token, *, blanks: bool, unwrap: bool = False) -> Node:
    """The rows up to the bracket that closes; with `unwrap`, a list that stands alone in it is all of it."""
    row = grammar.row
    before = grammar.blanks, grammar.lines, grammar.bar
    grammar.bar = ""
    rows = _rows(grammar, _CLOSING[opening.text], blanks, row)
    grammar.expect(_CLOSING[opening.text])
    grammar.blanks, grammar.lines, grammar.bar = before
    grammar.row = row
    if unwrap and len(rows) == len(rows[0]) == 1 and isinstance(rows[0][0][1], Array):
        return rows[0][0][1]
    return assembled(rows)


Cell = tuple[Token, Node]


def _rows(grammar: Grammar, closing: str, blanks: bool, outer: int = 0) -> list[list[Cell]]:
    """The rows of cells up to a closing bracket or the end; `outer` is the row that the bracket itself is."""
    rows: list[list[Cell]] = [[]]
    grammar.lines = True
    grammar.blanks = blanks and not _row_has_comma(grammar)
    while True:
        token = grammar.peek()
        number = len(rows) if len(rows) > 1 else outer or 1
        column = len(rows[-1]) + 1
        if token.text in (",", ";", closing) and token.kind in ("op", "end"):
            if token.text == closing and not rows[-1] and len(rows) == 1:
                raise Unreadable("there is nothing in this list", token.position)
            raise Unreadable(f"row {number}, column {column} is empty", token.position)
        grammar.row = column if len(rows) == 1 and token.text in ("[", "(") else len(rows)
        rows[-1].append((token, grammar.parse()))
        token = grammar.peek()
        if token.kind == "op" and token.text == ",":
            grammar.take()
            if grammar.peek().text == closing == ")" and len(rows) == 1 and len(rows[0]) == 1:
                return rows  # (5,)
        elif (token.kind == "op" and token.text == ";") or (token.line and token.text != closing):
            if token.text == ";":
                grammar.take()
            rows.append([])
            grammar.blanks = blanks and not _row_has_comma(grammar)
        elif token.text == closing and token.kind in ("op", "end"):
            return rows
        elif not (grammar.blanks and token.space) and token.text != "[":
            raise grammar.unexpected(token)


def _row_has_comma(grammar: Grammar) -> bool:
    """Whether the row that begins here has a comma of its own."""
    depth = 0
    for count, token in enumerate(grammar.tokens[grammar.at :]):
        text = token.text if token.kind == "op" else ""
        if not depth and (text == ";" or (token.line and count)):
            return False
        if text in (")", "]", "}"):
            if not depth:
                return False
            depth -= 1
        depth += text in ("(", "[", "{")
        if not depth and text == ",":
            return True
    return False


def assembled(rows: list[list[Cell]]) -> Array:
    """A vector of the one row or of rows of one entry; a matrix of rows of one length."""
    if all(len(row) == 1 for row in rows) or len(rows) == 1:
        cells = [cell for row in rows for cell in row]
        nested = [isinstance(node, Array) for _, node in cells]
        if any(nested):
            return _matrix(cells, nested)
        return Array(tuple(node for _, node in cells))
    for number, row in enumerate(rows, 1):
        for token, node in row:
            if isinstance(node, Array):
                raise Unreadable("this list is inside of another in the wrong place", token.position)
        _check_length(number, len(row), len(rows[0]), row[0][0])
    return Array(tuple(Array(tuple(node for _, node in row)) for row in rows))


def _matrix(cells: list[Cell], nested: list[bool]) -> Array:
    lengths: list[int] = []
    for number, ((token, node), is_row) in enumerate(zip(cells, nested, strict=True), 1):
        if not is_row or not isinstance(node, Array):
            raise Unreadable(f"row {number} is no list", token.position, "write [[1, 2], [3, 4]]")
        if any(isinstance(entry, Array) for entry in node.entries):
            raise Unreadable("lists are nested more than two deep", token.position)
        lengths.append(len(node.entries))
        _check_length(number, lengths[-1], lengths[0], token)
    return Array(tuple(node for _, node in cells))


def _check_length(number: int, length: int, first: int, token: Token) -> None:
    if length != first:
        raise Unreadable(
            f"row {number} has {length} {'entry' if length == 1 else 'entries'}, row 1 has {first}",
            token.position,
            "a comma separates entries; decimals are typed with a point",
        )
