"""Pratt parser: tokens -> tree.

Tightest first: `!` `%` `'` and superscripts; `^` (from the right); products, signed terms and `/` (from the
left, with or without a sign between); `+` `-` `±`. So `-x^2` is -(x^2), `1/2 x` is (1/2)·x and `2^-x y` is
(2^-x)·y. Every token is used or refused: nothing at the end is dropped.
"""

from __future__ import annotations

from collections.abc import Callable, Sequence
from fractions import Fraction
from typing import Final

from studykit.checking import calls, cells, sums
from studykit.checking.binding import POSTFIX, POWER, PRODUCT, SUM
from studykit.checking.folding import RAISED
from studykit.checking.limits import MOST_POWER_OF_TEN, in_range
from studykit.checking.names import Names
from studykit.checking.ranks import is_array, is_vector
from studykit.checking.read_error import Unreadable
from studykit.checking.symbols import Matrix, Symbols, Vector
from studykit.checking.tokens import Token
from studykit.checking.tree import (
    Call,
    Equation,
    Indexed,
    Negative,
    Node,
    Number,
    PlusMinus,
    Power,
    Product,
    Quotient,
    Sum,
    Symbol,
)  # fmt: skip

MOST_CALLS: Final = 120
"""The parser calls itself at most so deep: brackets may nest 60 deep, each with a factor before it."""

_TIMES: Final = frozenset("*×⊙")
_BARS: Final = frozenset("|‖")
_SIGNS: Final = frozenset("+-±")
_OPENING: Final = frozenset("([{√∛∜⟨") | {"\\frac", "\\sqrt", "\\binom"}
_PAIRS: Final = {"(": ")", "[": "]", "{": "}", "⟨": "⟩"}


class Grammar:
    """Reads one text; used once."""

    def __init__(self, tokens: Sequence[Token], names: Names, *, blanks: bool, arrays: bool) -> None:
        """With `blanks`, blanks separate the entries inside square brackets; with `arrays` `[5]` is one."""
        self.tokens = tokens
        self.names = names
        self.symbols: Symbols = names.symbols
        self.blanks_allowed = blanks
        self.arrays = arrays
        self.at = 0
        self.calls = 0
        self.blanks = False  # a blank ends a cell here
        self.lines = False  # a line's end ends a row here
        self.bar = ""  # the bar that is open: | or ‖; the next one closes it
        self.row = 0  # the row of a matrix that the next bracket holds

    # tokens

    def peek(self, ahead: int = 0) -> Token:
        return self.tokens[min(self.at + ahead, len(self.tokens) - 1)]

    def take(self) -> Token:
        token = self.peek()
        self.at += 1
        return token

    def accept(self, *texts: str) -> Token | None:
        token = self.peek()
        return self.take() if token.kind in ("op", "end") and token.text in texts and token.text else None

    def expect(self, text: str, why: str = "") -> Token:
        token = self.peek()
        if token.kind != "op" or token.text != text:
            raise self.unexpected(token, why or f"{text} is missing")
        return self.take()

    def unexpected(self, token: Token, hint: str = "") -> Unreadable:
        if token.kind == "end":
            return Unreadable("something is missing at the end", token.position, hint)
        shown = {RAISED: "a raised number", "'": "a prime"}.get(token.text, token.text)
        return Unreadable(f"unexpected {shown}", token.position, hint)

    def inside(self, read: Callable[[], Node]) -> Node:
        """What `read` reads within brackets of its own."""
        before = self.blanks, self.lines, self.bar, self.row
        self.blanks, self.lines, self.bar, self.row = False, False, "", 0
        node = read()
        self.blanks, self.lines, self.bar, self.row = before
        return node

    # expressions

    def equation(self) -> Node:
        """An expression, or two with a `=` between."""
        left = self.parse()
        if not self.accept("="):
            return left
        right = self.parse()
        if self.peek().text == "=":
            raise self.unexpected(self.peek(), "an equation has one =")
        return Equation(left, right)

    def parse(self, binding: int = 0) -> Node:
        """An expression of operators that bind at least so tightly."""
        self.calls += 1
        if self.calls > MOST_CALLS:
            raise Unreadable("this is nested too deep", self.peek().position, "is there a shorter form?")
        node = self._tail(self._head(binding), binding)
        self.calls -= 1
        return node

    def _tail(self, left: Node, binding: int) -> Node:
        """What follows an operand, as far as it binds tightly enough."""
        parts: list[Node] = [left]  # of the sum or product that is being read
        joined: type[Sum] | type[Product] | None = None

        def done() -> Node:
            return parts[0] if joined is None else _join(joined, parts)

        while True:
            token = self.peek()
            if token.kind == "end" or self._ends_cell(token):
                return done()
            sign = token.text if token.kind == "op" else ""
            if sign in ("!", "%", "'", RAISED):
                parts[-1] = self._postfix(parts[-1])
            elif sign in ("^", "**"):
                if binding > POWER:
                    return done()
                parts[-1] = self._power(parts[-1])
            elif sign in _SIGNS and sign:
                if binding > SUM:
                    return done()
                if joined is Product:
                    parts = [done()]
                joined = Sum
                self.take()
                term = self.parse(SUM + 1)
                parts.append({"+": term, "-": Negative(term), "±": PlusMinus(term)}[sign])
            elif sign == "/" or (sign in _TIMES and sign) or self._begins_operand(token):
                if binding > PRODUCT:
                    return done()
                right = self._factor(token, sign)
                if sign == "/":
                    parts, joined = [Quotient(done(), right)], None
                elif sign == "⊙":
                    parts, joined = [Call("hadamard", (done(), right))], None
                else:
                    joined = Product
                    parts.append(right)
            else:
                return done()

    def _factor(self, token: Token, sign: str) -> Node:
        if sign in ("/", *_TIMES):
            self.take()
            if self.peek().text == "/" and sign == "/":
                raise self.unexpected(self.peek(), "a quotient rounded down is floor(a/b)")
        else:
            self._check_side_by_side(token)
        return self.parse(PRODUCT + 1)

    def _check_side_by_side(self, token: Token) -> None:
        """Refuses a number right after a number or a name."""
        before = self.tokens[self.at - 1]
        glued = before.kind == "number" and token.text == "e" and not token.space
        if glued and self.peek(1).text not in ("^", "**", RAISED):
            raise Unreadable(
                f"the power of ten is missing after {before.text}e",
                token.position,
                f"write {before.text}e3, or with Euler's number {before.text}*e",
            )
        if token.kind != "number":
            return
        if before.kind == "number" or before.text == "%":
            grouped = len(token.text) == 3 and token.text.isdecimal() and before.text.isdecimal()
            raise Unreadable(
                f"two numbers side by side: {before.text} {token.text}",
                token.position,
                f"write {before.text}{token.text} without the blank"
                if grouped
                else "is there a sign or a comma missing?",
            )
        if before.kind == "name":
            raise Unreadable(
                f"a number right after {before.text}",
                token.position,
                f"write {token.text}*{before.text}, {before.text}^{token.text} or {before.text}_{token.text}",
            )

    def _begins_operand(self, token: Token) -> bool:
        if token.kind in ("number", "name", "function", "sum"):
            return True
        return token.kind == "op" and (
            token.text in _OPENING or (token.text in _BARS and token.text != self.bar)
        )

    def _ends_cell(self, token: Token) -> bool:
        """Whether a blank or a line's end before a token separates it from what was read."""
        if token.line and self.lines:
            return True
        if self.lines and token.text == "[" and self.tokens[self.at - 1].text == "]":
            return True  # [[1, 2][3, 4]]
        if not (self.blanks and token.space):
            return False
        if token.kind == "op" and token.text in _SIGNS:
            return not self.peek(1).space
        return token.text != "[" and self.tokens[self.at - 1].text != "]" and self._begins_operand(token)

    # operands

    def _head(self, binding: int) -> Node:
        token = self.take()
        if token.kind in ("number", "name"):
            assert token.node is not None  # noqa: S101 - numbers and names carry their node
            return self._entry(token.node) if token.kind == "name" else token.node
        if token.kind == "sum":
            return sums.read(self, token)
        if token.kind == "function":
            return calls.function(self, token)
        match token.text if token.kind == "op" else "":
            case "+":
                return self.parse(max(binding, PRODUCT))
            case "-":
                return Negative(self.parse(max(binding, PRODUCT)))
            case "±":
                return PlusMinus(self.parse(max(binding, PRODUCT)))
            case "(":
                return cells.parenthesis(self, token)
            case "[":
                return cells.bracket(self, token)
            case "{":
                return self.closed(token)
            case "|":
                return self._bars(token)
            case "‖":
                return self._norm(token)
            case "⟨":
                return cells.angles(self, token)
            case "√":
                return Call("sqrt", (self.parse(POWER),))
            case "∛" | "∜":
                root = Fraction(3 if token.text == "∛" else 4)
                return calls.root(self.parse(POWER), Number(root, Fraction(1)))
            case "\\frac":
                over = self._braced(token)
                return Quotient(over, self._braced(token))
            case "\\binom":
                above = self._braced(token)
                return Call("binomial", (above, self._braced(token)))
            case "\\sqrt":
                return self._latex_root(token)
        self.at -= 1
        if token.text in (")", "]", "}") and self.at and self.tokens[self.at - 1].text in _PAIRS:
            raise Unreadable("there is nothing between the brackets", token.position)
        if token.text == "...":
            raise self.unexpected(token, "a sum with dots is written as Σ_i … or sum(…, i=1..n)")
        raise self.unexpected(token, "something is missing before it" if token.kind == "op" else "")

    def closed(self, opening: Token) -> Node:
        """An expression up to the bracket that closes."""
        node = self.inside(self.parse)
        self.expect(_PAIRS[opening.text])
        return node

    def _braced(self, command: Token) -> Node:
        if self.peek().text != "{":
            raise self.unexpected(self.peek(), f"the argument of {command.text} stands in braces: {{…}}")
        return self.closed(self.take())

    def _latex_root(self, command: Token) -> Node:
        root = self.closed(self.take()) if self.peek().text == "[" else None
        if self.peek().text == "(":
            raise Unreadable("unexpected ( after \\sqrt", self.peek().position, "write \\sqrt{…} or sqrt(…)")
        body = self._braced(command)
        return Call("sqrt", (body,)) if root is None else calls.root(body, root)

    def _bars(self, opening: Token) -> Node:
        if self.peek().text == "|" and not self.peek().space and self._is_double_bar():
            self.take()
            return self._norm(opening, "|")
        before, self.bar = self.bar, "|"
        node = self.parse()
        self.bar = before
        self.expect("|", "a | that was opened is not closed")
        return Call("norm" if is_vector(node, self.symbols, self.names.indices) else "abs", (node,))

    def _is_double_bar(self) -> bool:
        """Whether the next | after `||` is double too: a norm and not a nested absolute value."""
        for at in range(self.at + 1, len(self.tokens)):
            if self.tokens[at].text == "|":
                return (
                    at + 1 < len(self.tokens)
                    and self.tokens[at + 1].text == "|"
                    and not self.tokens[at + 1].space
                )
        return False

    def _norm(self, opening: Token, closing: str = "‖") -> Node:
        before, self.bar = self.bar, closing
        node = self.parse()
        self.bar = before
        self.expect(closing, f"{opening.text} is not closed")
        if closing == "|":
            self.expect("|")
        if self.peek().text == "_":  # ‖x‖_2
            self.take()
            index = self.parse(POSTFIX)
            if index != Number(Fraction(2)):
                raise self.unexpected(self.tokens[self.at - 1], "norms here are Euclidean")
        return Call("norm", (node,))

    def _entry(self, node: Node) -> Node:
        """A name, or an entry of it if an index follows: `q[i]`, `S[1, 2]`, `S[1][2]`, `q_{i+1}`."""
        if not isinstance(node, Symbol):
            return node
        declaration = self.symbols.get(node.name) if node.name not in self.names.indices else None
        indices: list[Node] = []
        opening = self.peek()
        if isinstance(declaration, (Vector, Matrix)):
            wanted = 1 if isinstance(declaration, Vector) else 2
            while self.peek().text == "[" and not self.peek().space and len(indices) < wanted:
                indices += self.listed(self.take())
            if not indices and self.peek().text == "_" and self.peek(1).text == "{":
                self.take()
                indices += self.listed(self.take())
            extra = indices and self.peek().text == "[" and not self.peek().space
            if indices and (extra or len(indices) != wanted):
                plural = "index" if wanted == 1 else "indices"
                raise Unreadable(f"an entry of {node.name} has {wanted} {plural}", opening.position)
        return Indexed(node.name, tuple(indices)) if indices else node

    def listed(self, opening: Token) -> list[Node]:
        """Expressions with commas between, up to the bracket that closes."""
        found: list[Node] = []

        def several() -> Node:
            found.append(self.parse())
            while self.accept(","):
                found.append(self.parse())
            return found[0]

        self.inside(several)
        self.expect(_PAIRS[opening.text])
        return found

    # powers

    def _postfix(self, left: Node) -> Node:
        token = self.take()
        if token.text == "!":
            if self.peek().text == "!" and not self.peek().space:
                raise self.unexpected(
                    self.peek(), "a double factorial is not read; for (n!)! write the brackets"
                )
            return Call("factorial", (left,))
        if token.text == "'":
            return self._transposed(left, token)
        if token.text == "%":
            return self._percent(left)
        if self.peek(1).kind == "op" and self.peek(1).text == "T" and self.peek(2).text == "}":
            self.at += 3
            return self._transposed(left, token)
        return self._raised(left, self.closed(self.take()))

    def _percent(self, left: Node) -> Node:
        following, sign = self.peek(), self.tokens[self.at - 1]
        if self._begins_operand(following) and not self._ends_cell(following):
            glued = isinstance(left, Number) and not sign.space
            if not glued or following.kind == "number":
                raise self.unexpected(following, "% means per cent here; a remainder is not read")
        hundred = Fraction(100)
        if isinstance(left, Number) and in_range(left.value / hundred):
            return Number(left.value / hundred, None if left.unit is None else left.unit / hundred)
        return Quotient(left, Number(hundred, Fraction(1)))

    def _power(self, left: Node) -> Node:
        token = self.take()
        braced = self.peek().text in ("{", "(")
        at = self.at + braced
        if self.tokens[at].kind == "op" and self.tokens[at].text == "T":
            self.at = at + 1
            if braced:
                self.expect(_PAIRS[self.tokens[at - 1].text])
            return self._transposed(left, token)
        return self._raised(left, self.parse(POWER))

    def _raised(self, base: Node, exponent: Node) -> Node:
        if exponent == Symbol("T") and is_array(base, self.symbols, self.names.indices):
            return Call("T", (base,))
        return Power(base, exponent)

    def _transposed(self, left: Node, token: Token) -> Node:
        if not is_array(left, self.symbols, self.names.indices):
            raise Unreadable("only a vector or a matrix is transposed", token.position)
        return Call("T", (left,))


def _join(kind: type[Sum] | type[Product], parts: list[Node]) -> Node:
    if kind is Product and len(parts) == 2 and (number := _scientific(parts[0], parts[1])) is not None:
        return number
    return kind(tuple(parts))


def _scientific(left: Node, right: Node) -> Number | None:
    """`1.5·10^-3` is one number."""
    if not (isinstance(left, Number) and isinstance(right, Power) and right.base == Number(Fraction(10))):
        return None
    exponent = right.exponent
    sign = -1 if isinstance(exponent, Negative) else 1
    size = exponent.of if isinstance(exponent, Negative) else exponent
    if not isinstance(size, Number) or size.value.denominator != 1 or size.value > MOST_POWER_OF_TEN:
        return None
    scale = Fraction(10) ** (sign * int(size.value))
    if not in_range(left.value * scale):
        return None
    return Number(left.value * scale, None if left.unit is None else left.unit * scale)
