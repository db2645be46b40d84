"""Tree -> text, so that reading the text gives the same tree."""

from __future__ import annotations

from fractions import Fraction
from typing import Final

from studykit.checking.tree import (
    Alternatives,
    Array,
    BigSum,
    Call,
    Constant,
    Equation,
    Indexed,
    Moment,
    Negative,
    Node,
    Number,
    PlusMinus,
    Power,
    Product,
    Quotient,
    Shape,
    Sum,
    Symbol,
)  # fmt: skip

_WHOLE: Final = 0
_SUM: Final = 1
_SIGNED: Final = 2
_PRODUCT: Final = 3
_POWER: Final = 4
_ATOM: Final = 5

_PLAIN_DIGITS: Final = 15
"""A number that needs more digits than that is shown with a power of ten."""


def echo(tree: Node) -> str:
    """The tree in plain signs: `(1/2)·x`, `sqrt(d_k)`, `[[1, 2], [3, 4]]`.

    Brackets are kept wherever the meaning or a reader needs them.
    """
    return _show(tree, _WHOLE)


def _show(node: Node, least: int) -> str:
    """The node, in brackets if it binds less tightly than its place needs."""
    text, binding = _text(node)
    return text if binding >= least else f"({text})"


def _text(node: Node) -> tuple[str, int]:
    """The text of a node and how tightly it binds."""
    match node:
        case Number(value):
            return _number(value)
        case Constant(name) | Symbol(name):
            return name, _ATOM
        case Indexed(name, indices):
            return f"{name}[{_list(indices)}]", _ATOM
        case Negative(of):
            return f"-{_show(of, _PRODUCT)}", _SIGNED
        case PlusMinus(of):
            return f"±{_show(of, _PRODUCT)}", _SIGNED
        case Sum(terms):
            return _show(terms[0], _SIGNED) + "".join(_term(term) for term in terms[1:]), _SUM
        case Product(factors):
            return "·".join(_factor(factor) for factor in factors), _PRODUCT
        case Quotient(over, under):
            above = _show(over, _PRODUCT)
            if isinstance(over, Quotient) or (isinstance(over, Number) and "·" in above):
                above = f"({above})"  # nobody should have to know that a/b/c is (a/b)/c
            return f"{above}/{_show(under, _POWER)}", _PRODUCT
        case Power(base, exponent):
            return f"{_show(base, _ATOM)}^{_show(exponent, _ATOM)}", _POWER
        case Equation(left, right):
            return f"{echo(left)} = {echo(right)}", _WHOLE
        case Alternatives(options):
            return " or ".join(echo(option) for option in options), _WHOLE
        case Moment(kind, arguments):
            return (f"E[{_list(arguments)}]" if kind == "E" else f"{kind}({_list(arguments)})"), _ATOM
        case BigSum(body, index, low, high):
            return f"sum({echo(body)}, {index}={echo(low)}..{echo(high)})", _ATOM
        case Call():
            return _call(node)
        case Array(entries):
            single = len(entries) == 1 and not isinstance(entries[0], Array)
            return (f"({echo(entries[0])},)" if single else f"[{_cells(entries)}]"), _ATOM
        case Shape(sizes):
            return (f"({echo(sizes[0])},)" if len(sizes) == 1 else f"({_list(sizes)})"), _ATOM


def _list(nodes: tuple[Node, ...]) -> str:
    return ", ".join(echo(node) for node in nodes)


def _cells(entries: tuple[Node, ...]) -> str:
    rows = [f"[{_list(entry.entries)}]" if isinstance(entry, Array) else echo(entry) for entry in entries]
    return ", ".join(rows)


def _term(node: Node) -> str:
    """A term after the first, with its sign before it."""
    match node:
        case Negative(of):
            return f" - {_show(of, _PRODUCT)}"
        case PlusMinus(of):
            return f" ± {_show(of, _PRODUCT)}"
        case _:
            return f" + {_show(node, _PRODUCT)}"


def _factor(node: Node) -> str:
    """A factor; a quotient gets brackets for the reader's sake, a product to stay one."""
    return _show(node, _POWER)


def _call(node: Call) -> tuple[str, int]:
    match node:
        case Call("T", (of,)):
            return f"{_show(of, _ATOM)}^T", _POWER
        case Call("factorial", (of,)):
            return f"{_show(of, _ATOM)}!", _POWER
        case Call("log", (of, Number(base))) if base.denominator == 1 and base < 10**6:
            return f"log_{base}({echo(of)})", _ATOM
        case Call("hadamard", (left, right)):
            return f"hadamard({echo(left)}, {echo(right)})", _ATOM
        case Call(name, arguments):
            return f"{name}({_list(arguments)})", _ATOM


def _number(value: Fraction) -> tuple[str, int]:
    """A decimal number; one with a long row of zeros gets a power of ten, and never the letter e."""
    places = _places(value)
    if places is None:
        return f"{value.numerator}/{value.denominator}", _PRODUCT
    if places <= _PLAIN_DIGITS and value < 10**_PLAIN_DIGITS:
        return _decimal(value, places), _ATOM
    exponent = len(str(value.numerator)) - len(str(value.denominator))
    scaled = value / Fraction(10) ** exponent
    if scaled < 1:
        exponent, scaled = exponent - 1, scaled * 10
    elif scaled >= 10:
        exponent, scaled = exponent + 1, scaled / 10
    return f"{_decimal(scaled, _places(scaled) or 0)}·10^{exponent}", _PRODUCT


def _places(value: Fraction) -> int | None:
    """How many decimal places a number has; None if they never end."""
    under, twos, fives = value.denominator, 0, 0
    while under % 2 == 0:
        under, twos = under // 2, twos + 1
    while under % 5 == 0:
        under, fives = under // 5, fives + 1
    return max(twos, fives) if under == 1 else None


def _decimal(value: Fraction, places: int) -> str:
    digits = str(value.numerator * 10**places // value.denominator).rjust(places + 1, "0")
    return f"{digits[:-places]}.{digits[-places:]}" if places else digits
