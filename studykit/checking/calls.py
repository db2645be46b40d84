"""Functions and their arguments: `ln x`, `log_2(x)`, `sin^2(x)`, `max(a, b)`, `E[x]`, `matrix(…)`."""

from __future__ import annotations

from fractions import Fraction
from typing import TYPE_CHECKING

from studykit.checking import cells
from studykit.checking.binding import POSTFIX, POWER
from studykit.checking.folding import RAISED
from studykit.checking.limits import check_number
from studykit.checking.read_error import Unreadable
from studykit.checking.tokens import Token
from studykit.checking.tree import Call, Moment, Negative, Node, Number, Power, Product, Quotient
from studykit.checking.vocabulary import ARRAYS, FUNCTIONS, LOGARITHMS, MOMENTS, SPELLINGS

if TYPE_CHECKING:
    from studykit.checking.grammar import Grammar


_OF_ANGLES = frozenset({"sin", "cos", "tan"})
"""Whose argument is written without brackets: `cos mθ cos nθ` has two."""


def function(grammar: Grammar, token: Token) -> Node:
    """The call of a function whose name was just taken."""
    word = token.text
    if word in ARRAYS:
        return cells.constructor(grammar, grammar.take())
    power = _power(grammar, token)
    node = _call(grammar, token)
    return node if power is None else Power(node, power)


def _power(grammar: Grammar, token: Token) -> Node | None:
    """The 2 of `sin^2 x`."""
    if grammar.peek().text == RAISED:
        grammar.take()
        power = grammar.closed(grammar.take())
    elif grammar.accept("^", "**"):
        power = grammar.parse(POSTFIX)
    else:
        return None
    if isinstance(power, Negative) or not isinstance(power, Number):
        raise Unreadable(
            f"is {token.text} with this exponent a power or the inverse?",
            token.position,
            f"write {token.text}(x)^(…), or 1/{token.text}(x)",
        )
    return power


def _call(grammar: Grammar, token: Token) -> Node:
    word = token.text
    opening = grammar.peek()
    if opening.text in ("(", "[", "{"):
        arguments = grammar.listed(grammar.take())
        if word in _OF_ANGLES and opening.space and _glued(grammar):
            after = grammar.peek()
            raise Unreadable(
                f"is {after.text} part of what {word} is taken of?",
                after.position,
                f"write {word}(…·{after.text}), or {word}(…)·{after.text}",
            )
    else:
        arguments = [_bare_argument(grammar, word)]
    if word in MOMENTS:
        kind = MOMENTS[word]
        _check_count(token, len(arguments), 2 if kind == "Cov" else 1, 2 if kind == "Cov" else 1)
        return Moment(kind, tuple(arguments))
    if (base := LOGARITHMS.get(word)) is None and word.startswith("log_"):
        check_number(Fraction(1), len(word) - 4, token.position)
        base = int(word[4:])
    if base is not None:
        _check_count(token, len(arguments), 1, 1)
        return Call("log", (arguments[0], Number(Fraction(base), Fraction(1))))
    function = FUNCTIONS[SPELLINGS.get(word, word)]
    most = 2 if word == "root" else function.most
    _check_count(token, len(arguments), 2 if word == "root" else function.least, most)
    if word == "root":
        return root(arguments[0], arguments[1])
    if function.name == "log" and len(arguments) == 1:
        return Call("ln", tuple(arguments))
    return Call(function.name, tuple(arguments))


def _bare_argument(grammar: Grammar, word: str) -> Node:
    """`ln 2x` is ln(2x) and `cos mθ` is cos(mθ), but `ln 2 x` and `ln x y` end at the blank.

    `cos m θ` is written for both, so that it is not read.
    """
    first = grammar.peek()
    argument = grammar.parse(POWER)
    begun = first.kind == "number" and isinstance(argument, Number)
    if _glued(grammar) and (begun or (first.kind == "name" and word in _OF_ANGLES)):
        nodes: list[Node] = [argument]
        while _glued(grammar):
            nodes.append(grammar.parse(POWER))
        return Product(tuple(nodes))
    if word in _OF_ANGLES and grammar.peek().kind == "name":
        inner, outer = first.text, grammar.peek().text
        raise Unreadable(
            f"is {word} {inner} {outer} meant as {word}({inner} {outer}) or as {word}({inner})·{outer}?",
            grammar.peek().position,
            "write the brackets",
        )
    return argument


def _glued(grammar: Grammar) -> bool:
    """Whether a name follows without a blank, as it was typed: `\\cos m\\theta` has none."""
    before, following = grammar.tokens[grammar.at - 1], grammar.peek()
    touching = following.position == before.position + len(before.text)
    return following.kind == "name" and (touching or not following.space)


def _check_count(token: Token, count: int, least: int, most: int) -> None:
    if not least <= count <= most:
        wanted = f"{least}" if least == most else f"{least} to {most}"
        plural = "argument" if most == 1 else "arguments"
        hint = "a decimal point is typed as ." if count == 2 and most == 1 else ""
        raise Unreadable(f"{token.text} has {wanted} {plural}, not {count}", token.position, hint)


def root(body: Node, degree: Node) -> Node:
    """A square root as a call, any other as a power."""
    if degree == Number(Fraction(2)):
        return Call("sqrt", (body,))
    return Power(body, Quotient(Number(Fraction(1), Fraction(1)), degree))
