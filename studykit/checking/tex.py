"""Tree -> LaTeX, as one would write it on paper: fractions, powers, roots and sums in two dimensions."""

from __future__ import annotations

from typing import Final

from studykit.checking.echo import echo
from studykit.checking.symbols import Symbols, Vector
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
)
from studykit.checking.vocabulary import GREEK, NAMES_OF_GREEK

_WHOLE: Final = 0
_SUM: Final = 1
_SIGNED: Final = 2
_PRODUCT: Final = 3
_LAST: Final = 4
"""What may stand in a product, but only as its last factor, such as a sum."""
_FACTOR: Final = 5
_ATOM: Final = 6

_CONSTANTS: Final = {"pi": r"\pi", "e": "e", "inf": r"\infty"}
_OWN: Final = frozenset({"exp", "ln", "sin", "cos", "tan", "sinh", "cosh", "tanh", "min", "max"})
"""Functions that LaTeX has a command for."""
_SPELLED: Final = {
    "asin": r"\arcsin",
    "acos": r"\arccos",
    "atan": r"\arctan",
    "trace": r"\operatorname{tr}",
}


def tex(tree: Node, symbols: Symbols | None = None) -> str:
    """The tree as LaTeX: `\\frac{1}{2} x`, `\\sqrt{d_{k}}`, `\\sum_{i=1}^{d_{k}} q_{i} k_{i}`.

    `symbols` tells vectors, between which a dot product gets its dot. Brackets stand wherever the meaning
    needs them.
    """
    return _Setter(symbols or {}).show(tree, _WHOLE)


class _Setter:
    """Sets trees; `small` is inside an exponent, where fractions have a slash."""

    def __init__(self, symbols: Symbols, *, small: bool = False) -> None:
        self._symbols = symbols
        self._small = small

    def show(self, node: Node, least: int) -> str:
        """The node, in brackets if it binds less tightly than its place needs."""
        text, binding = self._text(node)
        return text if binding >= least else rf"\left({text}\right)"

    def _text(self, node: Node) -> tuple[str, int]:
        match node:
            case Number():
                return _number(node)
            case Constant(name):
                return _CONSTANTS[name], _ATOM
            case Symbol(name):
                return _name(name), _ATOM
            case Indexed(name, indices):
                return self._indexed(name, indices), _ATOM
            case Negative(of):
                return f"-{self.show(of, _PRODUCT)}", _SIGNED
            case PlusMinus(of):
                return rf"\pm {self.show(of, _PRODUCT)}", _SIGNED
            case Sum(terms):
                return self.show(terms[0], _SIGNED) + "".join(map(self._term, terms[1:])), _SUM
            case Product(factors):
                return self._product(factors), _PRODUCT
            case Quotient(over, under):
                if self._small:
                    return f"{self.show(over, _FACTOR)}/{self.show(under, _ATOM)}", _PRODUCT
                return rf"\frac{{{self.show(over, _WHOLE)}}}{{{self.show(under, _WHOLE)}}}", _FACTOR
            case Power(base, exponent):
                return f"{self.show(base, _ATOM)}^{{{self._inside(exponent)}}}", _FACTOR
            case Equation(left, right):
                return f"{self.show(left, _WHOLE)} = {self.show(right, _WHOLE)}", _WHOLE
            case Alternatives(options):
                return r" \text{ or } ".join(self.show(option, _WHOLE) for option in options), _WHOLE
            case Moment(kind, arguments):
                listed = self._list(arguments)
                if kind == "E":
                    return rf"\mathbb{{E}}\left[{listed}\right]", _ATOM
                return rf"\operatorname{{{kind}}}\left({listed}\right)", _ATOM
            case BigSum(body, index, low, high):
                bounds = f"_{{{_name(index)}={self._inside(low)}}}^{{{self._inside(high)}}}"
                return rf"\sum{bounds} {self.show(body, _PRODUCT)}", _LAST
            case Call():
                return self._call(node)
            case Array(entries):
                return self._array(entries), _ATOM
            case Shape(sizes):
                return rf"\left({self._list(sizes)}{',' * (len(sizes) == 1)}\right)", _ATOM

    def _inside(self, node: Node) -> str:
        """What stands in an exponent or a bound."""
        return _Setter(self._symbols, small=True).show(node, _WHOLE)

    def _term(self, node: Node) -> str:
        match node:
            case Negative(of):
                return f" - {self.show(of, _PRODUCT)}"
            case PlusMinus(of):
                return rf" \pm {self.show(of, _PRODUCT)}"
            case _:
                return f" + {self.show(node, _PRODUCT)}"

    def _product(self, factors: tuple[Node, ...]) -> str:
        parts: list[str] = []
        for number, factor in enumerate(factors):
            least = _LAST if number == len(factors) - 1 else _FACTOR
            text = self.show(factor, least)
            if number:
                parts.append(self._between(factors[number - 1], factor, text))
            parts.append(text)
        return "".join(parts)

    def _between(self, before: Node, after: Node, text: str) -> str:
        """The sign between two factors; most often none, as on paper."""
        if text[:1].isdigit() or (self._is_vector(before) and self._is_vector(after)):
            return r" \cdot "
        if isinstance(after, Quotient) and isinstance(before, Number | Quotient):
            return r" \cdot "  # 2½ is another number than two halves
        return r"\, " if _is_long(before) or _is_long(after) else " "

    def _is_vector(self, node: Node) -> bool:
        match node:
            case Symbol(name):
                return isinstance(self._symbols.get(name), Vector)
            case Sum(terms):
                return any(map(self._is_vector, terms))
            case Negative(of):
                return self._is_vector(of)
            case _:
                return False

    def _indexed(self, name: str, indices: tuple[Node, ...]) -> str:
        shown = [self._inside(index) for index in indices]
        head, _, below = name.partition("_")
        if below:
            shown.insert(0, _below(below))
        return f"{_letter(head)}_{{{','.join(shown)}}}"

    def _list(self, nodes: tuple[Node, ...]) -> str:
        return ", ".join(self.show(node, _WHOLE) for node in nodes)

    def _array(self, entries: tuple[Node, ...]) -> str:
        if not any(isinstance(entry, Array) for entry in entries):
            return rf"\left({self._list(entries)}{',' * (len(entries) == 1)}\right)"
        rows = [
            " & ".join(self.show(cell, _WHOLE) for cell in entry.entries)
            if isinstance(entry, Array)
            else self.show(entry, _WHOLE)
            for entry in entries
        ]
        return r"\begin{pmatrix}" + r" \\ ".join(rows) + r"\end{pmatrix}"

    def _call(self, node: Call) -> tuple[str, int]:
        match node:
            case Call("sqrt", (of,)):
                return rf"\sqrt{{{self.show(of, _WHOLE)}}}", _ATOM
            case Call("abs", (of,)):
                return rf"\left|{self.show(of, _WHOLE)}\right|", _ATOM
            case Call("norm", (of,)):
                return rf"\left\lVert {self.show(of, _WHOLE)}\right\rVert", _ATOM
            case Call("T", (of,)):
                return rf"{self.show(of, _ATOM)}^{{T}}", _FACTOR
            case Call("binomial", (above, below)):
                return rf"\binom{{{self.show(above, _WHOLE)}}}{{{self.show(below, _WHOLE)}}}", _ATOM
            case Call("factorial", (of,)):
                return f"{self.show(of, _ATOM)}!", _FACTOR
            case Call("log", (of, base)):
                return rf"\log_{{{self._inside(base)}}}\left({self.show(of, _WHOLE)}\right)", _ATOM
            case Call("dot", (left, right)):
                return rf"{self.show(left, _FACTOR)} \cdot {self.show(right, _FACTOR)}", _PRODUCT
            case Call("hadamard", (left, right)):
                return rf"{self.show(left, _FACTOR)} \odot {self.show(right, _FACTOR)}", _PRODUCT
            case Call("floor", (of,)):
                return rf"\left\lfloor {self.show(of, _WHOLE)}\right\rfloor", _ATOM
            case Call("ceil", (of,)):
                return rf"\left\lceil {self.show(of, _WHOLE)}\right\rceil", _ATOM
            case Call(name, arguments):
                return rf"{_function(name)}\left({self._list(arguments)}\right)", _ATOM


def _function(name: str) -> str:
    return f"\\{name}" if name in _OWN else _SPELLED.get(name, rf"\operatorname{{{name}}}")


def _is_long(node: Node) -> bool:
    """Whether a factor needs air around it: a name of several letters, a function, a moment, a sum."""
    match node:
        case Symbol(name) | Indexed(name, _):
            head = name.partition("_")[0]
            return len(head.rstrip("0123456789")) > 1 and head not in GREEK
        case Power(base, _):
            return _is_long(base)
        case Call("T" | "factorial", (of,)):
            return _is_long(of)
        case Call("sqrt" | "abs" | "norm" | "binomial"):
            return False
        case Moment() | Call() | BigSum():
            return True
        case _:
            return False


def _name(name: str) -> str:
    """`d_k`, `z1` and `sigma_q` as `d_{k}`, `z_{1}` and `\\sigma_{q}`."""
    head, _, below = name.partition("_")
    if not below:
        head, below = _without_digits(name)
    return f"{_letter(head)}_{{{_below(below)}}}" if below else _letter(head)


def _without_digits(name: str) -> tuple[str, str]:
    letters = name.rstrip("0123456789")
    return (letters, name[len(letters) :]) if letters else (name, "")


def _below(text: str) -> str:
    return ",".join(part if part.isdigit() else _letter(part) for part in text.split("_"))


def _letter(text: str) -> str:
    greek = text if text in GREEK else NAMES_OF_GREEK.get(text, "")
    if greek:
        return GREEK[greek] if greek == "omicron" or GREEK[greek] in "ΑΒ" else f"\\{greek}"
    return text if len(text) == 1 else rf"\mathrm{{{text}}}"


def _number(node: Number) -> tuple[str, int]:
    text = echo(node)
    if "/" in text:
        over, _, under = text.partition("/")
        return rf"\frac{{{over}}}{{{under}}}", _FACTOR
    if "·" in text:
        digits, _, exponent = text.partition("·10^")
        return rf"{digits} \cdot 10^{{{exponent}}}", _PRODUCT
    return text, _ATOM
