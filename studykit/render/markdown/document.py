"""Tokens → blocks."""

from __future__ import annotations

import re
from collections.abc import Iterator, Sequence
from dataclasses import replace
from typing import TYPE_CHECKING

from markdown_it.rules_block.table import escapedSplit

from studykit.render.markdown.blocks import (
    Block,
    Code,
    Entry,
    Formula,
    Paragraph,
    Quote,
    Rule,
    Span,
    Spans,
    Table,
)
from studykit.render.markdown.inline import CLOSE, OPEN, Inline
from studykit.render.markdown.syntax import DEEPEST, parser
from studykit.render.pen import PEN, Pen
from studykit.render.sanitise import visible
from studykit.render.text import plain

if TYPE_CHECKING:
    from markdown_it.token import Token

_CALLOUT = re.compile(r"\[!([A-Za-z-]+)\][+-]?[ ]?")
_TASK = re.compile(r"\[([ xX/-])\][ ]+(?=\S)")
_QUOTE_MARKS = re.compile(r"^[ ]{0,3}(?:>[ ]?){13,}", re.MULTILINE)
_SIDES = re.compile(f"{OPEN}==|=={CLOSE}")
_LEAD = re.compile(r"[ >]*")
_ROW = re.compile(r"^[ >]*\|.*\$.*$", re.MULTILINE)
_TEX = re.compile(r"\$[^$]*\$")
_NORM = re.compile(r"\\\|(?=([A-Za-z])?)")


def read(text: str, pen: Pen = PEN, *, sided: bool = False) -> tuple[Block, ...]:
    """The blocks of a text that is safe to print; `sided` if private-use characters enclose its answer."""
    text = _QUOTE_MARKS.sub("> " * 12, text)
    if "\\|" in text:
        text = _ROW.sub(_with_norms, text)
    tokens = parser().parse(text, {})
    if any(token.level >= DEEPEST - 1 for token in tokens):
        return (Paragraph((Span(plain(_SIDES.sub("", text) if sided else text, pen)),)),)
    return tuple(_Reader(tokens, text.split("\n"), pen, sided=sided).blocks(""))


def _with_norms(row: re.Match[str]) -> str:
    """A row of a table with `\\|` in its formulas as `\\Vert`: it would come out as a single bar."""
    return _TEX.sub(lambda tex: _NORM.sub(lambda m: r"\Vert " if m[1] else r"\Vert", tex[0]), row[0])


class _Reader:
    """One pass over the tokens."""

    def __init__(self, tokens: Sequence[Token], lines: Sequence[str], pen: Pen, *, sided: bool) -> None:
        self._tokens = tokens
        self._lines = lines
        self._at = 0
        self._pen = pen
        self._inline = Inline(pen, sided=sided)

    def blocks(self, until: str) -> list[Block]:
        """The blocks up to a closing token, which is passed by."""
        found: list[Block] = []
        while self._at < len(self._tokens):
            token = self._tokens[self._at]
            self._at += 1
            if token.type == until:
                break
            for block in self._block(token):
                found.append(block if found else replace(block, air=False))
        return found

    def _block(self, token: Token) -> Iterator[Block]:
        air = self._has_air(token)
        match token.type:
            case "paragraph_open" | "heading_open":
                inline = self._tokens[self._at]
                self._at += 2
                yield from self._paragraph(inline, air, token.type == "heading_open")
            case "bullet_list_open" | "ordered_list_open":
                first, *rest = self.blocks(token.type.replace("open", "close"))
                yield from (replace(first, air=air), *rest)
            case "list_item_open":
                mark = f"{token.info}{token.markup} " if token.info else "• "
                yield self._entry(mark, "list_item_close", air)
            case "footnote_reference_open":
                yield Entry(
                    visible(f"[{token.meta.get('label', '')}] "),
                    tuple(self.blocks("footnote_reference_close")),
                    air,
                )
            case "blockquote_open":
                yield callout(Quote(tuple(self.blocks("blockquote_close")), air))
            case "fence" | "code_block":
                code, answer = self._inline.without_sides(token.content)
                yield Code(visible(code.removesuffix("\n")), token.info.strip(), answer, air)
            case "math_block":
                tex, answer = self._inline.without_sides(token.content)
                yield Formula(tex, answer, pen=self._pen)
            case "hr":
                yield Rule(air)
            case "table_open":
                yield self._table(air)
            case _:
                if token.content:
                    yield Paragraph((Span(visible(token.content)),), air)

    def _has_air(self, token: Token) -> bool:
        """Whether a blank line of the source stands before a block."""
        if not token.map or not 0 < token.map[0] <= len(self._lines):
            return False
        return not self._lines[token.map[0] - 1].strip(" >")

    def _paragraph(self, token: Token, air: bool, heading: bool) -> Iterator[Block]:
        for piece in self._inline.pieces(token.children or ()):
            if isinstance(piece, Formula):
                yield piece
            else:
                spans = _trimmed(piece)
                if heading:
                    spans = tuple(span.with_style("heading") for span in spans)
                if spans:
                    yield Paragraph(spans, air)
            air = True

    def _entry(self, mark: str, until: str, air: bool) -> Entry:
        inside = self.blocks(until)
        if inside and isinstance(inside[0], Paragraph) and mark == "• ":
            first = inside[0].spans[0]
            if (task := _TASK.match(first.text)) is not None:
                mark = {" ": "☐ ", "x": "☑ ", "X": "☑ "}.get(task[1], "◩ ")
                rest = replace(first, text=first.text[task.end() :])
                inside[0] = replace(inside[0], spans=_trimmed((rest, *inside[0].spans[1:])))
        return Entry(mark, tuple(inside), air)

    def _table(self, air: bool) -> Table:
        rows: list[tuple[Spans, ...]] = []
        aligned: list[str] = []
        cells: list[Spans] = []
        row = self._tokens[self._at]
        while self._at < len(self._tokens):
            token = self._tokens[self._at]
            self._at += 1
            if token.type == "table_close":
                break
            if token.type == "inline":
                cells.append(self._inline.spans(token.children or ()))
            elif token.type == "th_open":
                style = str(token.attrs.get("style", ""))
                aligned.append("c" if "center" in style else "r" if "right" in style else "l")
            elif token.type == "tr_close":
                rows.append(tuple(cells))
                cells = []
            elif token.type == "tr_open":
                row = token
            elif token.type == "td_close" and row.map and len(cells) == len(aligned):
                cells += self._further(row.map[0], len(aligned))
        most = max(map(len, rows), default=0)
        return Table(tuple(rows), (*aligned, *"l" * (most - len(aligned))), air)

    def _further(self, line: int, known: int) -> Iterator[Spans]:
        """The cells of a row that the head has no column for: the parser leaves them out, and we must not."""
        source = self._lines[line]
        source = source[_LEAD.match(source).end() :].strip()  # type: ignore[union-attr]
        cells = escapedSplit(source)
        if cells and not cells[0]:
            cells = cells[1:]
        if cells and not cells[-1]:
            cells = cells[:-1]
        for cell in cells[known:]:
            for token in parser().parseInline(cell.strip(), {}):
                yield self._inline.spans(token.children or ())


def _trimmed(spans: Spans) -> Spans:
    """Spans without line breaks and empty ones at both ends."""
    found = [span for span in spans if span.text]
    while found and found[0].text == "\n":
        del found[0]
    while found and found[-1].text == "\n":
        del found[-1]
    if found:
        found[0] = replace(found[0], text=found[0].text.lstrip(" "))
        found[-1] = replace(found[-1], text=found[-1].text.rstrip(" "))
    return tuple(span for span in found if span.text)


def callout(quote: Quote) -> Quote:
    """A quote whose first line begins with `[!kind]`, with the kind as a word."""
    if not quote.blocks or not isinstance(quote.blocks[0], Paragraph):
        return quote
    spans = quote.blocks[0].spans
    match = _CALLOUT.match(spans[0].text) if spans else None
    if match is None:
        return quote
    title = spans[0].text[match.end() :]
    alone = not title and (len(spans) < 2 or spans[1].text == "\n")
    kind = Span(match[1].capitalize() + ("" if alone else ": "), ("strong",))
    named = (kind, replace(spans[0], text=title), *spans[1:]) if title else (kind, *spans[1:])
    return replace(quote, blocks=(replace(quote.blocks[0], spans=named), *quote.blocks[1:]))
