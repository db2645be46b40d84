"""Tree → box: fractions with bars, roots with lines, limits over and under, scripts raised and lowered.

Every node becomes a `Part`: a `Piece`, so that a row has the same spaces as on one line, with the box that
it is drawn as.
"""

from __future__ import annotations

from collections.abc import Callable, Sequence
from functools import lru_cache
from typing import Any

from studykit.render.maths import grids
from studykit.render.maths.alphabets import (
    ACCENTS,
    LETTERS_IN_STYLE,
    SUBSCRIPTS,
    SUPERSCRIPTS,
    covers,
    shown_letters,
)
from studykit.render.maths.bold import BOLD_STYLES, emboldened, unbolded
from studykit.render.maths.box import EMPTY, Box, beside, blank, heightened, moved, stacked, text_box, widened
from studykit.render.maths.charset import Charset, showable, spelled
from studykit.render.maths.delimiters import GLYPHS, brace, fenced, framed, long_arrow, rooted
from studykit.render.maths.line import INVISIBLE, PRIMES, STRUCK, WRITERS
from studykit.render.maths.parts import TALL, Part, joined
from studykit.render.maths.pieces import ATOM, POWER
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
from studykit.render.sanitise import visible

_ORDINARY, _FUNCTION, _OPEN, _CLOSE = Kind.ORDINARY, Kind.FUNCTION, Kind.OPEN, Kind.CLOSE
_ROWS_OVER = {
    "hat": "^", "widehat": "^", "tilde": "~", "widetilde": "~", "check": "v", "widecheck": "v", "dot": ".",
    "ddot": "..", "dddot": "...", "breve": "u", "acute": "/", "grave": "\\", "mathring": "o", "utilde": "~",
}  # fmt: skip
"""Accent → what stands in the row above where there is no combining mark."""
_LINES_OVER = {"overrightarrow": "→", "vec": "→", "overleftarrow": "←", "overleftrightarrow": "↔"}
_UNDER = frozenset(("underline", "underbar", "utilde"))
TAG_GAP = 4


@lru_cache(maxsize=2000)
def _leaf(text: str, charset: Charset) -> Box:
    """One sign or word, made visible and spelled in the character set."""
    return text_box(spelled(visible(text).replace("\n", " "), charset))


class Setter:
    """Sets nodes in two dimensions, in one character set."""

    def __init__(self, charset: Charset) -> None:
        self.charset = charset
        shows = showable(charset)
        self.superscripts = shown_letters(SUPERSCRIPTS, shows)
        self.subscripts = shown_letters(SUBSCRIPTS, shows)
        self.combines = charset == "full"
        self.glyphs = GLYPHS[charset]
        self.one_line = WRITERS[charset]

    def box(self, node: Node, compact: bool = False) -> Box:
        """A node as a row of its own."""
        return self.row(node, compact).box

    def row(self, node: Node, compact: bool = False) -> Part:
        if isinstance(node, Row):
            return self.of_row(node, compact)
        return joined([self.part(node, compact)], compact)

    def part(self, node: Node, compact: bool) -> Part:
        return _PARTS[type(node)](self, node, compact)

    def of_row(self, row: Row, compact: bool) -> Part:
        if any(type(item) is Break for item in row.items):
            return Part(grids.lines([self.box(line) for line in line_rows(row)]))
        return joined(self.parts(row.items, compact), compact)

    def parts(self, items: Sequence[Node], compact: bool) -> list[Part]:
        """What stands in a row, with the room asked for put before what follows it."""
        parts: list[Part] = []
        gap = 0
        for item in items:
            kind = type(item)
            if kind is Space:
                gap = max(gap, item.width)  # type: ignore[union-attr]
                continue
            part = _PARTS[kind](self, item, compact)
            if gap:
                part.gap = max(part.gap, gap)
                gap = 0
            parts.append(part)
        return parts

    # Single signs.

    def of_symbol(self, symbol: Symbol, compact: bool) -> Part:
        box = _leaf(symbol.text, self.charset)
        text = box.rows[0]
        return Part(box, symbol.kind, symbol.kind, word=len(text) > 1 and text[0].isalpha())

    def of_number(self, number: Number, compact: bool) -> Part:
        return Part(Box((number.text,), 0, len(number.text)))

    def of_word(self, word: Word, compact: bool) -> Part:
        return Part(_leaf(word.text, self.charset), _FUNCTION, _FUNCTION, limits=word.limits)

    def of_text(self, text: Text, compact: bool) -> Part:
        content = " ".join(text.text.split())
        part = Part(_leaf(content, self.charset), word=len(content) > 1)
        part.gap = int(text.text[:1].isspace())
        part.gap_after = text.text[-1:].isspace()
        return part

    def of_unknown(self, unknown: Unknown, compact: bool) -> Part:
        return Part(_leaf(unknown.text, "full"), word=True)

    def of_space(self, space: Space, compact: bool) -> Part:
        return Part(EMPTY, gap=space.width)

    def of_break(self, node: Break, compact: bool) -> Part:
        return Part(EMPTY)

    # Fractions, roots, scripts.

    def of_fraction(self, fraction: Fraction, compact: bool) -> Part:
        top, bottom = self.row(fraction.top, compact), self.row(fraction.bottom, compact)
        flat = top.box.height == bottom.box.height == 1
        if compact and flat and fraction.bar:
            return self.on_one_line(fraction)
        width = max(top.box.width, bottom.box.width, 1)
        if any(part.barred and part.box.width == width for part in (top, bottom)):
            width += 2  # so that the main bar is the longest
        line = (self.glyphs.fraction if fraction.bar else " ") * width
        bar = Box((line,), 0, width)
        part = Part(stacked((widened(top.box, width), bar, widened(bottom.box, width)), top.box.height))
        part.barred = fraction.bar
        return part

    def on_one_line(self, node: Node) -> Part:
        """As `line` writes it: for a quotient or a root in a script, which would stand too tall."""
        piece = self.one_line.piece(node, True)
        part = Part(text_box(visible(piece.text)), piece.left, piece.right)
        part.strength, part.guarded, part.guarded_after = piece.strength, piece.guarded, piece.guarded_after
        part.word_left, part.word_right = piece.word_left, piece.word_right
        return part

    def of_binomial(self, binomial: Binomial, compact: bool) -> Part:
        top, bottom = self.box(binomial.top, True), self.box(binomial.bottom, True)
        pile = stacked((top, blank(0), bottom), top.height)
        return Part(beside(fenced(pile, "(", ")", self.charset)), _OPEN, _CLOSE)

    def of_root(self, root: Root, compact: bool) -> Part:
        body = self.box(root.body)
        if compact and body.height == 1:
            return self.on_one_line(root)
        if not body.width:
            body = blank(1)
        if root.index is None:
            return Part(rooted(body, "", self.charset))
        index = self.row(root.index, True)
        if index.box.height == 1 and covers(self.superscripts, plain := unbolded(index.text)):
            return Part(rooted(body, plain.translate(self.superscripts), self.charset))
        up = 1 if body.height == 1 else body.depth + 1 - body.height + 2
        raised = moved(index.box, max(up, 1) + index.box.depth)
        return Part(beside((raised, rooted(body, "", self.charset))))

    def of_script(self, script: Script, compact: bool) -> Part:
        node = script.base
        base = self.part(node, compact) if node != Row() else Part(EMPTY)
        if script.sup is not None and _needs_brackets(node, base):
            base = Part(beside(fenced(base.box, "(", ")", self.charset)), _OPEN, _CLOSE)
        has_limits = base.left is Kind.BIG or base.limits if script.limits is None else script.limits
        if has_limits:
            return self.limits(script, base)
        sub_part = None if script.sub is None else self.row(script.sub, True)
        sup_part = None if script.sup is None else self.row(script.sup, True)
        sub, sub_small = _small(sub_part, self.subscripts)
        sup, sup_small = _small(sup_part, self.superscripts)
        if sup_part is not None and sup_part.text == "∘":
            sup, sup_small = text_box("°"), True
        if script.primes:
            marks = text_box(self.primes(script.primes))
            sup, sup_small = (marks, True) if sup is None else (sup, sup_small)
            if sup is not marks:
                sup = beside((marks, sup)) if sup_small else beside((moved(marks, -sup.depth - 1), sup))
        box = _attached(base.box, sub, sub_small, sup, sup_small)
        part = Part(box, base.left, base.right, strength=POWER if sup is not None else ATOM)
        part.gap, part.word_left, part.limits = base.gap, base.word_left, base.limits
        part.marked = script.sub is not None or script.sup is not None
        if box.height > 1:  # a bar or a letter stays one, however tall what hangs on it
            part.text = base.text[:1] + TALL
        return part

    def limits(self, script: Script, base: Part) -> Part:
        """What stands over and under a large operator or a word such as `lim`."""
        primes = text_box(self.primes(script.primes)) if script.primes else EMPTY
        body = beside((base.box, primes)) if script.primes else base.box
        over = None if script.sup is None else self.box(script.sup, True)
        under = None if script.sub is None else self.box(script.sub, True)
        part = Part(_piled(body, over, under), base.left, base.right, limits=base.limits)
        part.gap, part.word_left = base.gap, base.word_left
        part.marked = True
        return part

    def primes(self, count: int) -> str:
        return spelled(PRIMES[count] if count < len(PRIMES) else "′" * count, self.charset)

    # Brackets, marks, stacks.

    def of_fence(self, fence: Fence, compact: bool) -> Part:
        items = fence.body.items if isinstance(fence.body, Row) else (fence.body,)
        if any(type(item) is Symbol and item.name == "middle" for item in items):
            body = self.parted(items, compact)
        else:
            body = self.row(fence.body, compact)
        box = beside(fenced(body.box, fence.open, fence.close, self.charset))
        part = Part(box, _OPEN if fence.open else _ORDINARY, _CLOSE if fence.close else _ORDINARY)
        part.enclosed = True
        return part

    def parted(self, items: Sequence[Node], compact: bool) -> Part:
        """What stands between brackets, with each `\\middle` as tall as they are."""
        parts = self.parts(items, compact)
        above, below = max(part.box.baseline for part in parts), max(part.box.depth for part in parts)
        space = blank(0, above + below + 1, above)
        signs = [item for item in items if type(item) is not Space]
        for sign, part in zip(signs, parts, strict=True):
            if type(sign) is Symbol and sign.name == "middle":
                part.box = fenced(space, sign.text, "", self.charset)[0]
        return joined(parts, compact)

    def of_accent(self, accent: Accent, compact: bool) -> Part:
        body, name = self.box(accent.body, compact), accent.name
        if body.width == 1 and body.height == 1 and len(body.rows[0]) == 1 and self.combines:
            return Part(Box((body.rows[0] + ACCENTS[name],), 0, 1))
        width = max(body.width, 1)
        if name in ("overline", "bar"):
            mark = self.glyphs.overline * width
        elif name in ("underline", "underbar"):
            mark = self.glyphs.underline * width
        elif name in _LINES_OVER:
            mark = long_arrow(_LINES_OVER[name], width, self.charset)
        else:
            mark = _ROWS_OVER.get(name, "^")
        line = text_box(mark)
        if name in _UNDER:
            return Part(stacked((body, line), body.baseline))
        return Part(stacked((line, body), body.baseline + 1))

    def of_stack(self, stack: Stack, compact: bool) -> Part:
        over = None if stack.over is None else self.box(stack.over, True)
        under = None if stack.under is None else self.box(stack.under, True)
        base = self.row(stack.base, compact)
        body = base.box
        if stack.brace:
            above = stack.brace == "overbrace"
            label = over if above else under
            width = max(body.width, 1)
            line = text_box(brace(width, above, self.charset))
            pile = [line] if label is None else [label, line] if above else [line, label]
            if above:
                height = sum(box.height for box in pile)
                return Part(stacked((*pile, body), height + body.baseline))
            return Part(stacked((body, *pile), body.baseline))
        if isinstance(stack.base, Symbol) and len(stack.base.name) > 1 and stack.base.name[0] == "x":
            width = max(over.width if over else 0, under.width if under else 0) + 2
            body = text_box(long_arrow(stack.base.text, width, self.charset))
        kind = stack.base.kind if isinstance(stack.base, Symbol) else base.left
        return Part(_piled(body, over, under), kind, kind, limits=base.limits)

    def of_styled(self, styled: Styled, compact: bool) -> Part:
        style = styled.style
        part = self.row(styled.body, compact)
        box = part.box
        if style in INVISIBLE:
            size = {
                "phantom": box,
                "hphantom": blank(box.width),
                "vphantom": blank(0, box.height, box.baseline),
            }
            return Part(blank(size[style].width, size[style].height, size[style].baseline))
        if style == "boxed":
            return Part(framed(box, self.charset))
        if style in STRUCK:
            if self.combines:
                return Part(Box(tuple(_struck(row) for row in box.rows), box.baseline, box.width))
            return Part(beside((text_box(f"{style}("), box, text_box(")"))), word=True)
        if style in BOLD_STYLES:
            part.box = Box(tuple(map(emboldened, box.rows)), box.baseline, box.width)
            part.text = emboldened(part.text)
        letters = LETTERS_IN_STYLE.get(style)
        if letters is not None and part.box.height == 1:
            changed = "".join(letters.get(character, character) for character in part.text)
            part.text = spelled(changed, self.charset)
            part.box = text_box(part.text)
        elif style.startswith("math") and len(part.text) > 1 and part.text.isalpha():
            return Part(part.box, word=True)
        return part

    def of_tag(self, tag: Tag, compact: bool) -> Part:
        return Part(beside((text_box("("), self.box(tag.body), text_box(")"))), _OPEN, _CLOSE, gap=TAG_GAP)

    def of_grid(self, grid: Grid, compact: bool) -> Part:
        return grids.set_grid(self, grid, compact)


def line_rows(row: Row) -> list[Row]:
    """The lines of a row with line breaks in it."""
    lines: list[list[Node]] = [[]]
    for item in row.items:
        if type(item) is Break:
            lines.append([])
        else:
            lines[-1].append(item)
    return [Row(tuple(line)) for line in lines]


def _needs_brackets(node: Node, base: Part) -> bool:
    """A power of a power, or of a fraction, would be read as one of its last or upper part alone."""
    if base.left is Kind.BIG or base.limits:
        return False
    if isinstance(node, Script):
        return node.sup is not None
    return isinstance(node, Fraction) or (isinstance(node, Row) and base.box.height > 1)


def _small(part: Part | None, letters: dict[int, str]) -> tuple[Box | None, bool]:
    """A script, and whether every sign of it has a raised or lowered letter, which it then is written in."""
    if part is None:
        return None, True
    if part.box.height == 1 and covers(letters, plain := unbolded(part.text)):
        return Box((plain.translate(letters),), 0, part.box.width), True
    return part.box, False


def _attached(base: Box, sub: Box | None, sub_small: bool, sup: Box | None, sup_small: bool) -> Box:
    """The base with its scripts behind it, above each other where they would share a row."""
    tall = base.height > 1
    if sub is not None and sup is not None and sub_small and sup_small and not tall:
        return beside((base, sub, sup))
    if sup is not None:
        up = base.baseline if tall or sup_small else base.baseline + sup.depth + 1
        if tall and not sup_small:
            up = base.baseline + sup.depth
        sup = moved(sup, up)
    if sub is not None:
        down = base.depth if tall or sub_small else base.depth + sub.baseline + 1
        if tall and not sub_small:
            down = base.depth + sub.baseline
        sub = moved(sub, -down)
    if sub is None or sup is None:
        return beside((base, sub if sub is not None else sup or EMPTY))
    return beside((base, _overlaid(sup, sub)))


def _overlaid(upper: Box, lower: Box) -> Box:
    """Two boxes in the same columns; where both have text in a row, the upper one is moved up."""
    width = max(upper.width, lower.width)
    upper, lower = widened(upper, width, "l"), widened(lower, width, "l")
    above = max(upper.baseline, lower.baseline)
    below = max(upper.depth, lower.depth)
    upper = heightened(upper, above - upper.baseline, below - upper.depth)
    lower = heightened(lower, above - lower.baseline, below - lower.depth)
    rows = []
    for high, low in zip(upper.rows, lower.rows, strict=True):
        rows.append(low if high.isspace() or not high else high)
    if any(h.strip() and w.strip() for h, w in zip(upper.rows, lower.rows, strict=True)):
        return beside((lower, upper))
    return Box(tuple(rows), above, width)


def _piled(base: Box, over: Box | None, under: Box | None) -> Box:
    """The base with something over it, something under it, or both."""
    boxes = [box for box in (over, base, under) if box is not None]
    if len(boxes) == 1:
        return base
    return stacked(boxes, base.baseline + (over.height if over is not None else 0))


def _struck(row: str) -> str:
    """The row with a stroke through it."""
    if len(row) == 1:
        return row + "\u0338"
    return "".join(character + "\u0336" if character != " " else character for character in row)


# Any: each method takes one class of node, and the key of its entry is that class.
_PARTS: dict[type, Callable[[Setter, Any, bool], Part]] = {
    Symbol: Setter.of_symbol,
    Number: Setter.of_number,
    Word: Setter.of_word,
    Text: Setter.of_text,
    Unknown: Setter.of_unknown,
    Space: Setter.of_space,
    Break: Setter.of_break,
    Row: Setter.of_row,
    Fraction: Setter.of_fraction,
    Binomial: Setter.of_binomial,
    Script: Setter.of_script,
    Root: Setter.of_root,
    Fence: Setter.of_fence,
    Accent: Setter.of_accent,
    Stack: Setter.of_stack,
    Grid: Setter.of_grid,
    Styled: Setter.of_styled,
    Tag: Setter.of_tag,
}

SETTERS: dict[Charset, Setter] = {
    "ascii": Setter("ascii"),
    "basic": Setter("basic"),
    "full": Setter("full"),
}
