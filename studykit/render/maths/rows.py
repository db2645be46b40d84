"""Rows of a formula: what stands side by side, with scripts, groups, arguments and cells.

By recursive descent with a cap on the nesting. What a command reads is added by `tex`.
"""

from __future__ import annotations

from studykit.render.maths.macros import Macros
from studykit.render.maths.symbols import SIGNS, TYPED
from studykit.render.maths.tokens import Cursor
from studykit.render.maths.tree import (
    Binomial,
    Break,
    Fraction,
    Kind,
    Node,
    Number,
    Row,
    Script,
    Space,
    Symbol,
    Unknown,
)

MOST_NESTING = 80
"""Levels read before the rest is kept as typed: beyond any real formula, and shallow enough for the stack."""

_SCRIPTS = frozenset(("^", "_", "'", "’", "\\limits", "\\nolimits"))
_PRIMES = {"'": 1, "’": 1}
_BREAKS = frozenset(("\\\\", "\\cr"))
_CLOSERS = frozenset(("}", "&", "\\right", "\\end")) | _BREAKS
INFIX = frozenset(("\\over", "\\atop", "\\choose"))
TOO_DEEP = "nested too deeply; shown as typed"

_IN_GROUP = frozenset("}")
_IN_OPTION = frozenset("]")
IN_LINES = frozenset("&") | _BREAKS
IN_GRID = IN_LINES | {"\\end"}
IN_SUBSTACK = IN_LINES | {"}"}

_EMPTY = Row()
_DIGITS = frozenset("0123456789")
_NOT_OPERANDS = frozenset((Kind.BINARY, Kind.RELATION, Kind.PUNCTUATION, Kind.OPEN, Kind.CLOSE))
_DIGIT_MARKS = frozenset(",:")
_BARE = {
    "$": "a dollar sign inside a formula",
    "%": "a bare % starts a comment in LaTeX; write \\%",
    "#": "a bare #; write \\#",
}


class RowReader(Cursor):
    """Reads rows; what a command takes is told by `command`, which `tex` supplies."""

    def __init__(self, tex: str, macros: Macros | None = None) -> None:
        super().__init__(tex, macros)
        self.depth = 0
        self.awaited = {"}": 0, "\\right": 0, "\\end": 0}
        """How many open structures wait for each closer."""

    def row(self, ends: frozenset[str]) -> Row:
        """Read up to one of `ends`, which is not taken, or to the end."""
        self.depth += 1
        items: list[Node] = []
        tokens, count = self.tokens, self.count
        while self.at < count:
            mark = tokens[self.at]
            if mark in ends:
                break
            if mark.isspace():
                self.at += 1
            elif mark in _CLOSERS:
                if self.awaited.get(mark):
                    break
                self.stray(mark, items)
            elif mark in INFIX and self.depth < MOST_NESTING:
                items = [self.infix(mark, Row(tuple(items)), ends)]
                break
            else:
                node = _EMPTY if mark in _SCRIPTS else self.atom()
                if node is not None:
                    if self.at < count and ((after := tokens[self.at]) in _SCRIPTS or after.isspace()):
                        node = self.scripts(node)
                    items.append(node)
        self.depth -= 1
        if items and isinstance(items[-1], Break):
            items.pop()
        return Row(tuple(items))

    def enclosed(self, ends: frozenset[str], closer: str) -> Row:
        """A row inside a structure that `closer` will end."""
        self.awaited[closer] += 1
        row = self.row(ends)
        self.awaited[closer] -= 1
        return row

    def stray(self, mark: str, items: list[Node]) -> None:
        """Show a closer for which nothing is open."""
        start = self.at
        self.at += 1
        if mark in _BREAKS:
            self.pass_length()
            if items:
                items.append(Break())
        elif mark == "&":
            self.repair("& stands outside a cell", start)
            items.append(Symbol("&"))
        elif mark == "}":
            self.repair("} closes nothing", start)
            items.append(Symbol("}", Kind.CLOSE))
        elif mark == "\\end":
            written = f"\\end{{{self.raw_argument()}}}"
            self.repair(f"{written} closes nothing", start)
            items.append(Unknown(written))
        else:
            self.repair("\\right without \\left", start)
            items.append(Symbol(self.delimiter(), Kind.CLOSE))

    def infix(self, mark: str, top: Row, ends: frozenset[str]) -> Node:
        self.at += 1
        bottom = single(self.row(ends))
        if mark == "\\choose":
            return Binomial(single(top), bottom)
        return Fraction(single(top), bottom, bar=mark == "\\over")

    def scripts(self, base: Node) -> Node:
        sub: list[Node] = []
        sup: list[Node] = []
        primes = 0
        limits: bool | None = None
        while (mark := self.peek()) in _SCRIPTS:
            start = self.at
            self.at += 1
            if mark in _PRIMES:
                primes += 1
            elif mark[0] == "\\":
                limits = mark == "\\limits"
            else:
                here, what = (sub, "subscript") if mark == "_" else (sup, "superscript")
                if here:
                    self.repair(f"a second {what}", start)
                here.append(self.argument())
        if not (sub or sup or primes or limits is not None):
            return base
        return Script(
            base,
            single(Row(tuple(sub))) if sub else None,
            single(Row(tuple(sup))) if sup else None,
            primes,
            limits,
        )

    # Atoms.

    def atom(self) -> Node | None:
        """Take the next token, which is not blank, and what belongs to it. None for what shows nothing."""
        mark = self.tokens[self.at]
        if mark[0] == "\\":
            return self.command(mark)
        start = self.at
        self.at += 1
        if mark in _DIGITS:
            return self.number(mark)
        if (typed := TYPED.get(mark)) is not None:
            if mark in _DIGIT_MARKS and self.between_digits(start):
                return Symbol(mark)
            if mark == ":" and self.tokens[self.at : self.at + 1] == ["="]:
                self.at += 1
                return Symbol(":=", Kind.RELATION)
            return typed
        if mark == "{":
            return _as_operand(self.group(start))
        if mark == "~":
            return Space(1)
        if (message := _BARE.get(mark)) is not None:
            self.repair(message, start)
        return SIGNS.get(mark) or Symbol(mark)

    def between_digits(self, at: int) -> bool:
        """`1,000` and `3:2` are set tight; `1, 2` is a list."""
        around = self.tokens[max(at - 1, 0) : at + 2]
        return len(around) == 3 and around[0] in _DIGITS and around[2] in _DIGITS

    def number(self, first: str) -> Number:
        tokens, at = self.tokens, self.at
        digits = [first]
        point = False
        while at < self.count:
            if tokens[at] in _DIGITS:
                digits.append(tokens[at])
                at += 1
            elif tokens[at] == "." and not point and at + 1 < self.count and tokens[at + 1] in _DIGITS:
                point = True
                digits.append(".")
                at += 1
            else:
                break
        self.at = at
        return Number("".join(digits))

    def group(self, start: int) -> Node:
        """A `{…}` whose opening brace has been taken."""
        if self.depth >= MOST_NESTING:
            self.past_group()
            self.repair(TOO_DEEP, start)
            return Unknown(self.source(start, self.at))
        row = self.enclosed(_IN_GROUP, "}")
        self.close_group(start)
        return single(row)

    def close_group(self, start: int) -> None:
        if not self.accept("}"):
            self.repair("{ is not closed", start)

    def argument(self) -> Node:
        """The next group, or the next single token."""
        mark = self.peek()
        start = self.at
        if not mark or mark in _CLOSERS or mark in _SCRIPTS:
            self.repair("an argument is missing")
            return _EMPTY
        if mark in _DIGITS:
            self.at += 1
            return Number(mark)
        if mark == "{":
            self.at += 1
            self.depth += 1
            group = self.group(start)
            self.depth -= 1
            return group
        if self.depth >= MOST_NESTING:
            self.at += 1
            self.repair(TOO_DEEP, start)
            return Unknown(mark)
        self.depth += 1
        node = self.atom()
        self.depth -= 1
        return _EMPTY if node is None else node

    def option(self) -> Node | None:
        """An optional `[…]` argument."""
        if self.peek() != "[":
            return None
        start = self.at
        self.at += 1
        row = self.row(_IN_OPTION)
        if not self.accept("]"):
            self.repair("[ is not closed", start)
        return single(row)

    def command(self, mark: str) -> Node | None:
        """Take the command at the cursor and what belongs to it; None for what shows nothing."""
        raise NotImplementedError

    def cells(self, ends: frozenset[str]) -> tuple[tuple[Node, ...], ...]:
        """Rows of cells, up to what ends the structure (not taken) or to the end."""
        self.depth += 1
        rows: list[tuple[Node, ...]] = []
        cells: list[Node] = []
        while True:
            cells.append(single(self.row(ends)))
            if self.accept("&"):
                continue
            if self.peek() not in _BREAKS:
                break
            self.at += 1
            self.pass_length()
            rows.append(tuple(cells))
            cells = []
        self.depth -= 1
        if cells != [_EMPTY] or not rows:
            rows.append(tuple(cells))
        return tuple(rows)


def _as_operand(node: Node) -> Node:
    """Braces around one sign make it an ordinary one, as in `1{,}000`."""
    if isinstance(node, Symbol) and node.kind in _NOT_OPERANDS:
        return Symbol(node.text, Kind.ORDINARY, node.name)
    return node


def single(row: Row) -> Node:
    """The row, or what is in it if that is one thing."""
    return row.items[0] if len(row.items) == 1 else row
