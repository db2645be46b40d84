"""A note as plain text to read: without the marks that only the schedule, the reader and Markdown need.

Schedule comments, block ids, card tags and the marks of clozes are left out; `front::back` is shown as
`front :: back`, and the `?` between two paragraphs as the dash that a review shows there. Lines that were
only wrapped are joined, so that whoever shows the page may wrap it anew, or not at all.
"""

from __future__ import annotations

import re
from collections.abc import Iterator, Mapping
from dataclasses import dataclass, field, replace
from pathlib import PurePath
from typing import Literal

from studykit.cards import block_id, cloze, front_matter, headings, macros, masks, separators, tags
from studykit.cards import lines as note_lines
from studykit.cards.lines import Kind
from studykit.cards.model import Form, Rules
from studykit.cards.note import draft_note
from studykit.cards.questions import MARKER
from studykit.render.pen import PEN, Pen
from studykit.render.text import plain

BETWEEN = "—"
"""Between the front and the back of a card of several lines."""

_QUOTE = re.compile(r"(?:[ \t]*>[ \t]?)*")
_MARK = re.compile(r"[ \t]*(?:[-*+]|\d{1,9}[.)])[ \t]")
_STARTS = re.compile(r"[ \t]*(?:(?:[-*+]|\d{1,9}[.)])[ \t]|\[!|\$\$|\||([-*_])(?:[ \t]*\1){2,}[ \t]*$)")
_PRACTICE = re.compile(r"[ \t>]*(?:`{3,}|~{3,})[ \t]*practice\b")


@dataclass(frozen=True, slots=True)
class Block:
    """A part of a page."""

    kind: Literal["heading", "text", "table", "code"]
    text: str
    """Plain, safe to print; in a table a line for each row, in text one for each paragraph or list entry."""
    line: int
    """Of the note, from 1."""
    level: int = 0
    """Of a heading, 1 to 6."""


@dataclass(frozen=True, slots=True)
class Page:
    """A note, or a section of one."""

    file: str
    title: str
    blocks: tuple[Block, ...]
    paths: Mapping[int, tuple[str, ...]]
    """For the line of each heading: the headings that lead to it, its own last."""
    ids: Mapping[str, int]
    """The line of each block id."""

    def section(self, line: int) -> Page:
        """The part from the heading at or above a line to the next of its level or higher."""
        starts = [at for at in self.paths if at <= line]
        if not starts:
            end = min(self.paths, default=None)
            return replace(self, blocks=tuple(b for b in self.blocks if end is None or b.line < end))
        start = max(starts)
        levels = {block.line: block.level for block in self.blocks if block.kind == "heading"}
        own = levels.get(start, 0)
        end = min((at for at in self.paths if at > start and levels.get(at, 0) <= own), default=None)
        inside = (b for b in self.blocks if b.line >= start and (end is None or b.line < end))
        return replace(self, blocks=tuple(inside))


def page(text: str, file: str, rules: Rules, pen: Pen = PEN) -> Page:
    """A note made ready to be read; never raises, whatever the text.

    Its formulas are drawn by `pen`, with the note's own macros.
    """
    text = text.removeprefix("\ufeff").replace("\r\n", "\n").replace("\r", "\n")
    front = front_matter.read(text)
    pen = pen.with_macros(macros.of_front_matter(front))
    drafts = draft_note(text, file, rules).drafts
    text = "\n" * front.lines + text[front.end :]
    masked = masks.mask(text)
    lines = note_lines.cut(text, masked, tags.find(masked.shadow, rules.card_tags).lines)
    reader = _Reader(masked, lines, rules, {draft.line - 1: draft.form for draft in drafts}, pen)
    blocks = tuple(reader.blocks())
    context = headings.find(lines, rules.card_tags)
    paths = {at + 1: path for at, path in zip(context.at, context.paths, strict=True)}
    ids = {draft.block_id: draft.line for draft in drafts if draft.block_id}
    title = plain(front.text("title"), pen) or PurePath(file).stem
    return Page(file, title, blocks, paths, {**reader.ids, **ids})


@dataclass(slots=True)
class _Reader:
    """One pass over a note's lines. Line numbers count from 0."""

    masked: masks.Masks
    lines: note_lines.Lines
    rules: Rules
    cards: Mapping[int, Form]
    """The form of the card that begins at a line."""
    pen: Pen
    ids: dict[str, int] = field(default_factory=dict)
    _waiting: bool = False
    """Whether a card of several lines has begun whose separator is still to come."""

    def blocks(self) -> Iterator[Block]:
        fences = dict(self.masked.fences)
        paragraph: list[int] = []
        line = 0
        while line < len(self.lines.kinds):
            kind = self.lines.kinds[line]
            if kind is Kind.TEXT:
                table = self._is_table(line)
                if paragraph and table != self._is_table(paragraph[0]):
                    yield from self._text(paragraph)
                    paragraph = []
                paragraph.append(line)
            elif kind is not Kind.GONE:
                yield from self._text(paragraph)
                paragraph = []
                if kind is Kind.FENCE:
                    end = fences.get(line, line)
                    yield from self._code(line, end)
                    line = end
                elif kind is Kind.HEADING:
                    yield self._heading(line)
                elif kind is Kind.TAGS:
                    rest = tags.without_card_tags(self.lines.shown[line], self.rules.card_tags).strip()
                    if rest:
                        yield Block("text", plain(rest, self.pen), line + 1)
            line += 1
        yield from self._text(paragraph)

    def _is_table(self, line: int) -> bool:
        return self.lines.shadow[line].lstrip().startswith("|")

    def _heading(self, line: int) -> Block:
        row, _ = self._without_id(line, self.lines.shown[line], self.lines.shadow[line])
        if line in self.cards and self.cards[line] in (Form.MULTILINE, Form.MULTILINE_BOTH):
            self._waiting = True
        level = len(row) - len(row.lstrip("#"))
        title = tags.without_card_tags(headings.text_of(row), self.rules.card_tags)
        return Block("heading", " ".join(plain(title, self.pen).split()), line + 1, level)

    def _code(self, start: int, end: int) -> Iterator[Block]:
        rows = self.lines.shown[start : end + 1]
        shown = plain("\n".join(rows), self.pen)
        if _PRACTICE.match(rows[0]):
            yield Block("text", f"(practice) {', '.join(shown.split(chr(10)))}", start + 1)
        elif shown:
            yield Block("code", shown, start + 1)

    def _text(self, numbers: list[int]) -> Iterator[Block]:
        """The touching lines of a paragraph, list, quote or table."""
        if not numbers:
            return
        if self._is_table(numbers[0]):
            rows = [self._row(line) for line in numbers]
            yield Block("table", plain("\n".join(row for row in rows if row), self.pen), numbers[0] + 1)
            return
        joined: list[list[str]] = []
        alone = True  # whether nothing may be joined to the line above
        listed = False
        quote = ""
        for line in numbers:
            shadow = self.lines.shadow[line]
            row = self._row(line)
            if row is None:
                continue
            mark = _QUOTE.match(shadow)
            own_quote = mark.group().replace(" ", "").replace("\t", "") if mark else ""
            at = mark.end() if mark else 0
            is_card = self.cards.get(line) is not None or row == BETWEEN
            begins = (
                alone
                or is_card
                or line in self.masked.inside
                or own_quote != quote
                or _STARTS.match(shadow, at) is not None
                or MARKER.match(shadow) is not None
                or (shadow.startswith(("    ", "\t")) and not listed)
            )
            if begins:
                joined.append([row.rstrip()])
            else:
                joined[-1].append(row[at:].strip() if own_quote else row.strip())
            listed = listed or _MARK.match(shadow, at) is not None
            alone = (
                row.endswith(("  ", "\\"))
                or row == BETWEEN
                or self.cards.get(line) in (Form.INLINE, Form.INLINE_BOTH)
                or shadow.startswith("[!", at)
                or line in self.masked.inside
            )
            quote = own_quote
        if shown := plain("\n".join(" ".join(parts) for parts in joined), self.pen):
            yield Block("text", shown, numbers[0] + 1)

    def _row(self, line: int) -> str | None:
        """A line of text without the marks that nobody reads; None if nothing is left."""
        shown, shadow = self.lines.shown[line], self.lines.shadow[line]
        signs = separators.of(self.rules.separators)
        form = self.cards.get(line)
        if form in (Form.MULTILINE, Form.MULTILINE_BOTH):
            self._waiting = True
        if self._waiting and signs.divides(shadow) is not None:
            self._waiting = False
            return BETWEEN
        if self.rules.end_marker.strip() and shadow.strip() == self.rules.end_marker.strip():
            return None
        row, under = self._without_id(line, shown, shadow)
        if not row.strip() and line not in self.masked.inside:
            return None
        if form is not None:
            row, under = self._without_tags(row, under)
        if form in (Form.INLINE, Form.INLINE_BOTH) and (split := signs.split(under)) is not None:
            start, end, _ = split
            return f"{row[:start].rstrip()} {row[start:end]} {row[end:].lstrip()}"
        return _without_cloze(row, under) if form is Form.CLOZE or ";;" in under else row

    def _without_id(self, line: int, shown: str, shadow: str) -> tuple[str, str]:
        row, under, found = block_id.cut(shown, shadow)
        if found is None:
            return shown, shadow
        self.ids.setdefault(found, line + 1)
        return row, under

    def _without_tags(self, row: str, under: str) -> tuple[str, str]:
        """A card's first line without the tags that name its deck."""
        lead = re.match(r"[ \t]*(?:>[ \t]*|(?:[-*+]|\d{1,9}[.)])[ \t]+)*(?:\[[ xX/-]\][ \t]+)?", under)
        at = lead.end() if lead else 0
        _, length = tags.leading(under[at:], self.rules.card_tags)
        return row[:at] + row[at + length :], under[:at] + under[at + length :]


def _without_cloze(row: str, under: str) -> str:
    """`==1;;hidden;;hint==` as `==hidden==`; the marks themselves go with those of emphasis."""
    pieces: list[str] = []
    position = 0
    for deletion in cloze.apart(cloze.marked(row, under)):
        pieces += [row[position : deletion.start], f"=={deletion.hidden}=="]
        position = deletion.end
    return "".join([*pieces, row[position:]])
