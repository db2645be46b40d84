"""Tree → one line of Unicode. Where a bar, a height or a position is lost, brackets take its place.

Every node becomes a `Piece`: its text, the part it plays at its left and right edge, and how tightly it holds
together. Rows are then set with the spaces of printed maths: around relations and binary operators, after
commas and function names, and none after a sign.
"""

from __future__ import annotations

from collections.abc import Callable, Sequence
from itertools import pairwise
from typing import Any

from studykit.render.maths.alphabets import (
    ACCENTS,
    LETTERS_IN_STYLE,
    SUBSCRIPTS,
    SUPERSCRIPTS,
    covers,
    shown_letters,
)
from studykit.render.maths.bold import BOLD_STYLES, emboldened, unbolded
from studykit.render.maths.charset import Charset, showable, spelled
from studykit.render.maths.commands import ENVIRONMENTS, LINES
from studykit.render.maths.pieces import ATOM, POWER, PRODUCT, QUOTIENT, SUM, Piece, opposed, set_row
from studykit.render.maths.tree import (
    Accent,
    Binomial,
    Break,
    Fence,
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

PRIMES = ("", "′", "″", "‴", "⁗")
ROOTS = {"3": "∛", "4": "∜"}
STRUCK = frozenset(("cancel", "bcancel", "xcancel", "sout"))
INVISIBLE = frozenset(("phantom", "hphantom", "vphantom"))
_DIFFERENTIALS = frozenset("∂d")


def set_line(tree: Node, charset: Charset = "full") -> str:
    """The formula on one line; no line feeds, no blanks at the ends."""
    return WRITERS[charset].write(tree)


class Writer:
    """Writes nodes on one line, in one character set."""

    def __init__(self, charset: Charset) -> None:
        self.charset = charset
        shows = showable(charset)
        self.superscripts = shown_letters(SUPERSCRIPTS, shows)
        self.subscripts = shown_letters(SUBSCRIPTS, shows)
        self.combines = charset == "full"
        self.radical = shows("√")

    def write(self, tree: Node) -> str:
        return self.row(tree).text.strip()

    def piece(self, node: Node, compact: bool = False) -> Piece:
        return _PIECES[type(node)](self, node, compact)

    def row(self, node: Node, compact: bool = False) -> Piece:
        """A node as a row of its own, so that what it holds is spaced and weighed together."""
        if isinstance(node, Row):
            return self.of_row(node, compact)
        return set_row([self.piece(node, compact)], compact)

    def of_row(self, row: Row, compact: bool) -> Piece:
        return self.of_items(row.items, compact)

    def of_items(self, items: Sequence[Node], compact: bool) -> Piece:
        pieces: list[Piece] = []
        gap = 0
        for item in items:
            kind = type(item)
            if kind is Space:
                gap = max(gap, item.width)  # type: ignore[union-attr]
                continue
            piece = _PIECES[kind](self, item, compact)
            if gap:
                piece.gap = max(piece.gap, gap)
                gap = 0
            pieces.append(piece)
        return set_row(pieces, compact)

    # Single signs.

    def of_symbol(self, symbol: Symbol, compact: bool) -> Piece:
        text = symbol.text if self.combines else spelled(symbol.text, self.charset)
        return Piece(text, symbol.kind, symbol.kind, ATOM, word=len(text) > 1 and text[0].isalpha())

    def of_number(self, number: Number, compact: bool) -> Piece:
        return Piece(number.text)

    def of_word(self, word: Word, compact: bool) -> Piece:
        return Piece(spelled(word.text, self.charset), Kind.FUNCTION, Kind.FUNCTION, limits=word.limits)

    def of_text(self, text: Text, compact: bool) -> Piece:
        content = " ".join(text.text.split())
        piece = Piece(spelled(content, self.charset), word=len(content) > 1)
        if text.text[:1].isspace():
            piece.gap = 1
        piece.gap_after = text.text[-1:].isspace()
        if " " in content:
            piece.strength = SUM
        return piece

    def of_unknown(self, unknown: Unknown, compact: bool) -> Piece:
        return Piece(unknown.text, word=True)

    def of_break(self, node: Break, compact: bool) -> Piece:
        return Piece(";", Kind.PUNCTUATION, Kind.PUNCTUATION)

    def of_space(self, space: Space, compact: bool) -> Piece:
        return Piece("", gap=space.width)

    # Fractions, roots, scripts.

    def of_fraction(self, fraction: Fraction, compact: bool) -> Piece:
        top, bottom = self.row(fraction.top, compact), self.row(fraction.bottom, compact)
        if not fraction.bar:
            return Piece(f"({top.text} atop {bottom.text})")
        upper = top.text if top.strength >= PRODUCT else f"({top.text})"
        plain = bottom.strength >= POWER or _is_differential(fraction.bottom)
        lower = bottom.text if plain else f"({bottom.text})"
        text = f"{upper}/{lower}"
        return Piece(text, strength=QUOTIENT, guarded=f"({text})")

    def of_binomial(self, binomial: Binomial, compact: bool) -> Piece:
        return Piece(f"({self.row(binomial.top).text} choose {self.row(binomial.bottom).text})")

    def of_root(self, root: Root, compact: bool) -> Piece:
        body = self.row(root.body)
        if not self.radical:
            name = "sqrt" if root.index is None else "root"
            index = "" if root.index is None else f"{self.row(root.index).text}, "
            return Piece(f"{name}({index}{body.text})", word=True)
        sign = "√"
        gap = False
        if root.index is not None:
            index = unbolded(self.row(root.index, True).text)
            raised = index.translate(self.superscripts) if covers(self.superscripts, index) else f"({index})"
            sign = ROOTS.get(index, raised + "√") if self.combines else raised + "√"
            gap = sign not in ROOTS.values()
        enclosed = body.text if body.enclosed else f"({body.text})"
        text = body.text if body.strength >= ATOM and body.text else enclosed
        return Piece(sign + text, strength=POWER, guarded_after=sign + enclosed, word_left=gap)

    def of_script(self, script: Script, compact: bool) -> Piece:
        base = self.piece(script.base, compact) if script.base != Row() else Piece("")
        text = base.text
        bare = base.left in (Kind.FUNCTION, Kind.BIG) or not text or isinstance(script.base, Fence)
        if base.strength < ATOM and not bare:
            text = text if base.enclosed else f"({text})"
        primes = script.primes
        if primes:
            text += spelled(PRIMES[primes] if primes < len(PRIMES) else "′" * primes, self.charset)
        sub, sub_raised = self.script_text(script.sub, "_", self.subscripts)
        sup, sup_raised = self.script_text(script.sup, "^", self.superscripts)
        tail = False
        if sub and sup and base.left is Kind.BIG and not (sub_raised and sup_raised):
            sub, sup = self.plain_script(script.sub, "_"), self.plain_script(script.sup, "^")
            sub_raised = sup_raised = False
        if sup and sub and sup_raised and not sub_raised:
            text += sup + sub
            tail = len(sub) == 2
        else:
            text += sub + sup
            last, raised = (sup, sup_raised) if sup else (sub, sub_raised)
            tail = bool(last) and not raised and len(last) == 2
        piece = Piece(text, base.left, base.right, POWER if sup or primes else ATOM, limits=base.limits)
        piece.gap, piece.word_left = base.gap, base.word_left
        piece.word_right = tail
        piece.marked = bool(sub or sup)
        return piece

    def script_text(self, node: Node | None, mark: str, table: dict[int, str]) -> tuple[str, bool]:
        """A sub- or superscript, and whether it could be lowered or raised whole."""
        if node is None:
            return "", True
        content = self.row(node, True).text
        if mark == "^" and content == "∘":
            return "°", True
        if content and covers(table, plain := unbolded(content)):
            return plain.translate(table), True
        return self.marked(content, mark), False

    def plain_script(self, node: Node | None, mark: str) -> str:
        return "" if node is None else self.marked(self.row(node, True).text, mark)

    def marked(self, content: str, mark: str) -> str:
        if len(content) == 1 and content not in "()[]{}_^/":
            return mark + content
        return f"{mark}({content})"

    # Brackets, marks, stacks.

    def of_fence(self, fence: Fence, compact: bool) -> Piece:
        body = self.row(fence.body, compact)
        opening, closing = spelled(fence.open, self.charset), spelled(fence.close, self.charset)
        content = body.text
        if closing and not opening and body.strength < POWER:
            content = f"({content})"  # the bar of "at x = 0" must not be read into the last factor alone
        piece = Piece(
            f"{opening}{content}{closing}",
            Kind.OPEN if opening else Kind.ORDINARY,
            Kind.CLOSE if closing else Kind.ORDINARY,
            enclosed=opposed(opening, closing),
        )
        piece.operated = body.strength == SUM
        return piece

    def of_accent(self, accent: Accent, compact: bool) -> Piece:
        body = self.row(accent.body)
        if len(body.text) == 1 and self.combines:
            return Piece(body.text + ACCENTS[accent.name])
        return Piece(f"{accent.name}({body.text})", word=True)

    def of_stack(self, stack: Stack, compact: bool) -> Piece:
        if stack.brace:
            label = stack.over if stack.over is not None else stack.under
            body = self.row(stack.base).text
            return Piece(
                f"{stack.brace}({body}{'' if label is None else ', ' + self.row(label).text})", word=True
            )
        return self.of_script(Script(stack.base, stack.under, stack.over), compact)

    def of_styled(self, styled: Styled, compact: bool) -> Piece:
        style = styled.style
        if style in INVISIBLE:
            return Piece("", gap=1)
        body = self.row(styled.body, compact)
        if style in STRUCK:
            if len(body.text) == 1 and self.combines:
                return Piece(body.text + "\u0338")
            return Piece(f"{style}({body.text})", word=True)
        if style in BOLD_STYLES:
            body.text = emboldened(body.text)
        letters = LETTERS_IN_STYLE.get(style)
        if letters is not None:
            changed = "".join(letters.get(character, character) for character in body.text)
            body.text = spelled(changed, self.charset)
        elif style.startswith("math") and len(body.text) > 1 and body.text.isalpha():
            return Piece(body.text, word=True)
        return body

    def of_tag(self, tag: Tag, compact: bool) -> Piece:
        return Piece(f"({self.row(tag.body).text})", Kind.OPEN, Kind.CLOSE, gap=2)

    def of_grid(self, grid: Grid, compact: bool) -> Piece:
        if grid.name in LINES:
            return Piece(self.lines(grid), strength=SUM)
        if grid.name in ("substack", "subarray"):
            return Piece(", ".join(self.cells(row, "", compact) for row in grid.rows), strength=SUM)
        cases = "cases" in grid.name
        brackets = "{}" if cases else ENVIRONMENTS[grid.name]
        opening, closing = (spelled(b, self.charset) for b in brackets) if brackets else ("", "")
        content = "; ".join(self.case(row) if cases else self.cells(row, ", ") for row in grid.rows)
        if not brackets:
            return Piece(content, strength=SUM if len(grid.rows) > 1 or "," in content else ATOM)
        return Piece(f"{opening}{content}{closing}", Kind.OPEN, Kind.CLOSE, enclosed=True)

    def cells(self, row: Sequence[Node], between: str, compact: bool = False) -> str:
        return between.join(self.row(cell, compact).text for cell in row).strip()

    def case(self, row: Sequence[Node]) -> str:
        """`x if x > 0`: a condition that begins with a word needs no comma."""
        texts = [self.row(cell).text for cell in row]
        line = texts[0]
        for before, text in pairwise(texts):
            worded = text[:2].isalpha() or before.endswith((",", ";")) or not text
            line += f" {text}" if worded else f", {text}"
        return line.strip()

    def lines(self, grid: Grid) -> str:
        """Lines of a calculation, one after the other; a line that begins with a relation just goes on."""
        text = ""
        for row in grid.rows:
            items: list[Node] = []
            for cell in row:
                items += cell.items if isinstance(cell, Row) else (cell,)
            line = self.of_items(items, False)
            if not text or not line.text:
                text += line.text
            else:
                text += (" " if line.left is Kind.RELATION or text.endswith((",", ";")) else "; ") + line.text
        return text


def _is_differential(node: Node) -> bool:
    """`∂zⱼ` or `dx dy`: read as one thing below a slash."""
    if not isinstance(node, Row) or len(node.items) < 2 or len(node.items) % 2:
        return False
    signs = [item.body if isinstance(item, Styled) else item for item in node.items[::2]]
    return all(isinstance(sign, Symbol) and sign.text in _DIFFERENTIALS for sign in signs) and all(
        isinstance(item, Symbol | Script) for item in node.items[1::2]
    )


# Any: each method takes one class of node, and the key of its entry is that class.
_PIECES: dict[type, Callable[[Writer, Any, bool], Piece]] = {
    Symbol: Writer.of_symbol,
    Number: Writer.of_number,
    Word: Writer.of_word,
    Text: Writer.of_text,
    Unknown: Writer.of_unknown,
    Space: Writer.of_space,
    Break: Writer.of_break,
    Row: Writer.of_row,
    Fraction: Writer.of_fraction,
    Binomial: Writer.of_binomial,
    Script: Writer.of_script,
    Root: Writer.of_root,
    Fence: Writer.of_fence,
    Accent: Writer.of_accent,
    Stack: Writer.of_stack,
    Grid: Writer.of_grid,
    Styled: Writer.of_styled,
    Tag: Writer.of_tag,
}

WRITERS: dict[Charset, Writer] = {
    "ascii": Writer("ascii"),
    "basic": Writer("basic"),
    "full": Writer("full"),
}
