"""LaTeX → tree. It never raises and drops nothing that is seen: what is broken is closed where it breaks.

The reader is one pass over the tokens, by recursive descent with a cap on the nesting. What it had to mend is
returned as `Repair`s.
"""

from __future__ import annotations

from collections.abc import Callable

from studykit.render.maths import commands
from studykit.render.maths.alphabets import ACCENTS
from studykit.render.maths.macros import Macros
from studykit.render.maths.rows import (
    IN_GRID,
    IN_LINES,
    IN_SUBSTACK,
    INFIX,
    MOST_NESTING,
    TOO_DEEP,
    RowReader,
    single,
)
from studykit.render.maths.symbols import COMMANDS, SPACES, WORDS
from studykit.render.maths.tree import (
    Accent,
    Binomial,
    Fence,
    Formula,
    Fraction,
    Grid,
    Kind,
    Node,
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

_AT_TOP = frozenset("&")
_IN_FENCE = frozenset(("\\right",))
_IN_TEXT = frozenset("$}")


def parse(tex: str, macros: Macros | None = None) -> Formula:
    """Read one formula, given without its dollar signs, in time proportional to its length."""
    reader = _Reader(tex, macros)
    return Formula(reader.whole(), tuple(reader.repairs))


class _Reader(RowReader):
    def whole(self) -> Row:
        row = self.row(_AT_TOP)
        if self.at == self.count:
            return row
        first, self.at = self.at, 0
        self.repairs.clear()
        if "=" not in self.tokens and "\\\\" not in self.tokens:
            return self.row(frozenset())
        # Lines with & and no environment: a common slip, and clear enough to be read as one.
        self.repair("& stands outside an environment; read as aligned", first)
        return Row((Grid("aligned", self.cells(IN_LINES)),))

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
                self.repair(TOO_DEEP, start)
                return Unknown(mark)
            return read(self, name, start)
        if (width := SPACES.get(name)) is not None:
            return Space(width)
        if name.isspace():
            return Space(1)
        if name in commands.IGNORED:
            return None
        if mark in INFIX:
            self.repair(TOO_DEEP, start)  # a row takes these itself while it may
        else:
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
        self.depth += 1
        body = single(self.enclosed(_IN_FENCE, "\\right"))
        self.depth -= 1
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
        limits = self.accept("*") or name == "operatornamewithlimits"
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
            single(Row(tuple(piece for piece in pieces if piece != Text(""))))
            if len(pieces) > 1
            else pieces[0]
        )

    def bold_text(self, name: str, start: int) -> Node:
        return Styled(name, self.text(name, start))

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
        label = self.argument() if self.accept("^" if name.startswith("over") else "_") else None
        if name.startswith("over"):
            return Stack(body, over=label, brace="overbrace")
        return Stack(body, under=label, brace="underbrace")

    def arrow(self, name: str, start: int) -> Node:
        under = self.option()
        over = self.argument()
        arrow = Symbol(commands.ARROWS_WITH_LABEL[name], Kind.RELATION, name)
        return Stack(arrow, over if over != Row() else None, under)

    def negated(self, name: str, start: int) -> Node:
        node = self.argument()
        if not isinstance(node, Symbol):
            return Row((Symbol("¬"), node))
        sign = commands.NEGATED.get(node.text, node.text + "\u0338")
        return Symbol(sign, node.kind, f"not {node.name or node.text}")

    def modulus(self, name: str, start: int) -> Node:
        body = self.argument()
        return Row((Space(1), Fence("(", body if name == "pod" else Row((Word("mod"), body)), ")")))

    def remainder(self, name: str, start: int) -> Node:
        return Row((Space(2), Word("mod"), self.argument()))

    def bracketed(self, name: str, start: int) -> Node:
        self.accept("*")
        brackets = commands.IN_BRACKETS[name]
        return Fence(brackets[0], self.argument(), brackets[1])

    def cancelled_to(self, name: str, start: int) -> Node:
        value = self.argument()
        return Script(Styled("cancel", self.argument()), sup=value)

    def reference(self, name: str, start: int) -> Node:
        label = Text(self.raw_argument())
        return Fence("(", label, ")") if name == "eqref" else label

    def tag(self, name: str, start: int) -> Node:
        self.accept("*")
        return Tag(self.text(name, start))

    def substack(self, name: str, start: int) -> Node:
        if self.peek() != "{":
            return self.argument()
        begin = self.at
        self.at += 1
        self.awaited["}"] += 1
        rows = self.cells(IN_SUBSTACK)
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
        rows = self.cells(IN_GRID)
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


_SIDES = {
    **dict.fromkeys("([{⟨⌊⌈", Kind.OPEN),
    **dict.fromkeys(")]}⟩⌋⌉", Kind.CLOSE),
}

_STRUCTURES: dict[str, Callable[[_Reader, str, int], Node | None]] = {
    **dict.fromkeys(commands.FRACTIONS, _Reader.fraction),
    **dict.fromkeys(commands.BINOMIALS, _Reader.binomial),
    **dict.fromkeys(commands.TEXTS, _Reader.text),
    "textbf": _Reader.bold_text,
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
    "overbracket": _Reader.brace,
    "underbracket": _Reader.brace,
    "pmod": _Reader.modulus,
    "pod": _Reader.modulus,
    "mod": _Reader.remainder,
    "cancelto": _Reader.cancelled_to,
    "ref": _Reader.reference,
    "eqref": _Reader.reference,
    "operatornamewithlimits": _Reader.operator,
    **dict.fromkeys(commands.IN_BRACKETS, _Reader.bracketed),
    "tag": _Reader.tag,
    "substack": _Reader.substack,
    "begin": _Reader.environment,
}
