"""LaTeX → tree. It never raises and drops nothing that is seen: what is broken is closed where it breaks.

The reader is one pass over the tokens, by recursive descent with a cap on the nesting. What it had to mend is
returned as `Repair`s.
"""

from __future__ import annotations

from collections.abc import Callable

from studykit.render.maths import commands
from studykit.render.maths.alphabets import ACCENTS
from studykit.render.maths.symbols import COMMANDS, SIGNS, SPACES, TYPED, WORDS
from studykit.render.maths.tokens import Cursor
from studykit.render.maths.tree import (
    Accent,
    Binomial,
    Break,
    Fence,
    Formula,
    Fraction,
    Grid,
    Kind,
    Node,
    Number,
    Root,
    Row,
    Script,
    Space,
    Stack,
    Styled,
    Symbol,
    Tag,
    Text,
    Unknown,
    Word,
)

MOST_NESTING = 100
"""Levels read before the rest is kept as typed: beyond any real formula, and shallow enough for the stack."""

_SCRIPTS = frozenset(("^", "_", "'", "’", "\\limits", "\\nolimits"))
_PRIMES = {"'": 1, "’": 1}
_BREAKS = frozenset(("\\\\", "\\cr"))
_CLOSERS = frozenset(("}", "&", "\\right", "\\end")) | _BREAKS
_INFIX = frozenset(("\\over", "\\atop", "\\choose"))
_TOO_DEEP = "nested too deeply; shown as typed"

_AT_TOP = frozenset("&")
_IN_GROUP = frozenset("}")
_IN_OPTION = frozenset("]")
_IN_FENCE = frozenset(("\\right",))
_IN_TEXT = frozenset("$}")
_IN_LINES = frozenset("&") | _BREAKS
_IN_GRID = _IN_LINES | {"\\end"}
_IN_SUBSTACK = _IN_LINES | {"}"}

_EMPTY = Row()


def parse(tex: str) -> Formula:
    """Read one formula, given without its dollar signs, in time proportional to its length."""
    reader = _Reader(tex)
    return Formula(reader.whole(), tuple(reader.repairs))


class _Reader(Cursor):
    def __init__(self, tex: str) -> None:
        super().__init__(tex)
        self.depth = 0
        self.awaited = {"}": 0, "\\right": 0, "\\end": 0}
        """How many open structures wait for each closer."""

    def whole(self) -> Row:
        row = self.row(_AT_TOP)
        if self.at == self.count:
            return row
        # Lines with & and no environment: a common slip, and clear enough to be read as one.
        self.repairs.clear()
        self.repair("& stands outside an environment; read as aligned")
        self.at = 0
        return Row((Grid("aligned", self.cells(_IN_LINES)),))

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
            elif mark in _INFIX and self.depth < MOST_NESTING:
                items = [self.infix(mark, Row(tuple(items)), ends)]
                break
            else:
                node = _EMPTY if mark in _SCRIPTS else self.atom()
                if node is not None:
                    if self.at < count and ((after := tokens[self.at]) in _SCRIPTS or after.isspace()):
                        node = self.scripts(node)
                    items.append(node)
        self.depth -= 1
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
        bottom = _single(self.row(ends))
        if mark == "\\choose":
            return Binomial(_single(top), bottom)
        return Fraction(_single(top), bottom, bar=mark == "\\over")

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
            _single(Row(tuple(sub))) if sub else None,
            _single(Row(tuple(sup))) if sup else None,
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
            if mark == ":" and self.tokens[self.at : self.at + 1] == ["="]:
                self.at += 1
                return Symbol(":=", Kind.RELATION)
            return typed
        if mark == "{":
            return self.group(start)
        if mark == "~":
            return Space(1)
        if (message := _BARE.get(mark)) is not None:
            self.repair(message, start)
        return SIGNS.get(mark) or Symbol(mark)

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
            self.repair(_TOO_DEEP, start)
            return Unknown(self.source(start, self.at))
        row = self.enclosed(_IN_GROUP, "}")
        self.close_group(start)
        return _single(row)

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
        if mark != "{" and self.depth >= MOST_NESTING:
            self.at += 1
            self.repair(_TOO_DEEP, start)
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
        return _single(row)

    # Commands.

    def command(self, mark: str) -> Node | None:
        start = self.at
        self.at += 1
        name = mark[1:]
        if (symbol := COMMANDS.get(name)) is not None:
            return symbol
        if (word := WORDS.get(name)) is not None:
            return Word(*word)
        if (read := _STRUCTURES.get(name)) is not None:
            if self.depth >= MOST_NESTING:
                self.repair(_TOO_DEEP, start)
                return Unknown(mark)
            return read(self, name, start)
        if (width := SPACES.get(name)) is not None:
            return Space(width)
        if name.isspace():
            return Space(1)
        if name in commands.IGNORED:
            return None
        self.repair(f"unknown command {mark}" if name else "a lone backslash", start)
        return Unknown(mark)

    def fraction(self, name: str, start: int) -> Node:
        top = self.argument()
        return Fraction(top, self.argument())

    def binomial(self, name: str, start: int) -> Node:
        top = self.argument()
        return Binomial(top, self.argument())

    def root(self, name: str, start: int) -> Node:
        index = self.option()
        return Root(self.argument(), index)

    def left(self, name: str, start: int) -> Node:
        opening = self.delimiter()
        body = _single(self.enclosed(_IN_FENCE, "\\right"))
        if self.accept("\\right"):
            return Fence(opening, body, self.delimiter())
        self.repair("\\left without \\right", start)
        return Fence(opening, body, "")

    def middle(self, name: str, start: int) -> Node:
        return Symbol(self.delimiter(), Kind.RELATION, name)

    def sized(self, name: str, start: int) -> Node:
        sign = self.delimiter()
        side = {"l": Kind.OPEN, "r": Kind.CLOSE, "m": Kind.RELATION}.get(name[-1])
        return Symbol(sign, side or _SIDES.get(sign, Kind.ORDINARY), name)

    def accent(self, name: str, start: int) -> Node:
        return Accent(name, self.argument())

    def styled(self, name: str, start: int) -> Node:
        return Styled(commands.STYLES[name], self.argument())

    def colour(self, name: str, start: int) -> Node | None:
        colour = self.raw_argument()
        if name == "color" and self.peek() != "{":
            return None
        return Styled("color", self.argument(), colour)

    def operator(self, name: str, start: int) -> Node:
        limits = self.accept("*")
        content = self.text(name, start)
        return Word(" ".join(content.text.split()), limits) if isinstance(content, Text) else content

    def text(self, name: str, start: int) -> Node:
        """The content of a `{…}` in text mode: words, and formulas between dollar signs."""
        if self.peek() != "{":
            return self.argument()
        pieces: list[Node] = []
        words: list[str] = []
        begin, level = self.at, 1
        self.at += 1
        while self.at < self.count:
            mark = self.tokens[self.at]
            self.at += 1
            level += (mark == "{") - (mark == "}")
            if not level:
                break
            if mark == "$" and self.depth < MOST_NESTING:
                pieces += [Text("".join(words)), self.row(_IN_TEXT)]
                words.clear()
                self.accept("$")
            elif mark not in ("{", "}"):
                words.append(self.text_token(mark))
        if level:
            self.repair("{ is not closed", begin)
        pieces.append(Text("".join(words)))
        return (
            _single(Row(tuple(piece for piece in pieces if piece != Text(""))))
            if len(pieces) > 1
            else pieces[0]
        )

    def text_token(self, mark: str) -> str:
        if mark.isspace() or mark == "~":
            return " "
        if mark[0] != "\\":
            return mark
        name = mark[1:]
        if name in commands.TEXTS or name in commands.IGNORED:
            return ""
        if (width := SPACES.get(name)) is not None:
            return " " * width
        if name.isspace() or mark == "\\\\":
            return " "
        if (symbol := COMMANDS.get(name)) is not None:
            return symbol.text
        self.repair(f"unknown command {mark} in text", self.at - 1)
        return mark

    def over(self, name: str, start: int) -> Node:
        over = self.argument()
        return Stack(self.argument(), over=over)

    def under(self, name: str, start: int) -> Node:
        under = self.argument()
        return Stack(self.argument(), under=under)

    def brace(self, name: str, start: int) -> Node:
        body = self.argument()
        label = self.argument() if self.accept("^" if name == "overbrace" else "_") else None
        if name == "overbrace":
            return Stack(body, over=label, brace=name)
        return Stack(body, under=label, brace=name)

    def arrow(self, name: str, start: int) -> Node:
        under = self.option()
        arrow = Symbol(commands.ARROWS_WITH_LABEL[name], Kind.RELATION, name)
        return Stack(arrow, over=self.argument(), under=under)

    def negated(self, name: str, start: int) -> Node:
        node = self.argument()
        if not isinstance(node, Symbol):
            return Row((Symbol("¬"), node))
        sign = commands.NEGATED.get(node.text, node.text + "\u0338")
        return Symbol(sign, node.kind, f"not {node.name or node.text}")

    def modulus(self, name: str, start: int) -> Node:
        return Row((Space(1), Fence("(", Row((Word("mod"), self.argument())), ")")))

    def tag(self, name: str, start: int) -> Node:
        self.accept("*")
        return Tag(self.text(name, start))

    def substack(self, name: str, start: int) -> Node:
        if self.peek() != "{":
            return self.argument()
        begin = self.at
        self.at += 1
        self.awaited["}"] += 1
        rows = self.cells(_IN_SUBSTACK)
        self.awaited["}"] -= 1
        self.close_group(begin)
        return Grid("substack", rows)

    def ignored(self, name: str, start: int) -> None:
        self.accept("*")
        self.raw_argument()

    # Environments.

    def environment(self, name: str, start: int) -> Node:
        written = self.raw_argument()
        plain = written.rstrip("*")
        known = plain in commands.ENVIRONMENTS
        if not known:
            self.repair(f"unknown environment {written}", start)
        self.pass_placement()
        columns = self.raw_argument() if plain in commands.WITH_COLUMNS else ""
        self.awaited["\\end"] += 1
        rows = self.cells(_IN_GRID)
        self.awaited["\\end"] -= 1
        if self.accept("\\end"):
            at = self.at - 1
            if (closing := self.raw_argument()) != written:
                self.repair(f"\\begin{{{written}}} is closed by \\end{{{closing}}}", at)
        else:
            self.repair(f"\\begin{{{written}}} is not closed", start)
        if known:
            return Grid(plain, rows, columns)
        return Row((Unknown(f"\\begin{{{written}}}"), Grid("aligned", rows), Unknown(f"\\end{{{written}}}")))

    def cells(self, ends: frozenset[str]) -> tuple[tuple[Node, ...], ...]:
        """Rows of cells, up to what ends the structure (not taken) or to the end."""
        rows: list[tuple[Node, ...]] = []
        cells: list[Node] = []
        while True:
            cells.append(_single(self.row(ends)))
            if self.accept("&"):
                continue
            if self.peek() not in _BREAKS:
                break
            self.at += 1
            self.pass_length()
            rows.append(tuple(cells))
            cells = []
        if cells != [_EMPTY] or not rows:
            rows.append(tuple(cells))
        return tuple(rows)


def _single(row: Row) -> Node:
    return row.items[0] if len(row.items) == 1 else row


_DIGITS = frozenset("0123456789")
_BARE = {
    "$": "a dollar sign inside a formula",
    "%": "a bare % starts a comment in LaTeX; write \\%",
    "#": "a bare #; write \\#",
}
_SIDES = {
    **dict.fromkeys("([{⟨⌊⌈", Kind.OPEN),
    **dict.fromkeys(")]}⟩⌋⌉", Kind.CLOSE),
}

_STRUCTURES: dict[str, Callable[[_Reader, str, int], Node | None]] = {
    **dict.fromkeys(commands.FRACTIONS, _Reader.fraction),
    **dict.fromkeys(commands.BINOMIALS, _Reader.binomial),
    **dict.fromkeys(commands.TEXTS, _Reader.text),
    **dict.fromkeys(commands.STYLES, _Reader.styled),
    **dict.fromkeys(commands.COLOURS, _Reader.colour),
    **dict.fromkeys(commands.SIZES, _Reader.sized),
    **dict.fromkeys(commands.ARROWS_WITH_LABEL, _Reader.arrow),
    **dict.fromkeys(commands.IGNORED_WITH_ARGUMENT, _Reader.ignored),
    **dict.fromkeys(ACCENTS, _Reader.accent),
    "sqrt": _Reader.root,
    "left": _Reader.left,
    "middle": _Reader.middle,
    "operatorname": _Reader.operator,
    "overset": _Reader.over,
    "stackrel": _Reader.over,
    "underset": _Reader.under,
    "overbrace": _Reader.brace,
    "underbrace": _Reader.brace,
    "not": _Reader.negated,
    "pmod": _Reader.modulus,
    "tag": _Reader.tag,
    "substack": _Reader.substack,
    "begin": _Reader.environment,
}
