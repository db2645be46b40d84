"""A note as Markdown to read: without the marks that only the schedule and the reader of cards need.

Schedule comments, block ids, card tags and the marks of clozes are left out; `front::back` is written as
`front :: back`, and the `?` between two paragraphs as a dash. Lines that were only wrapped are joined, so
that whoever shows the page may wrap it anew, or not at all.
"""

from __future__ import annotations

import re
from collections.abc import Iterator, Mapping, Sequence
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
from studykit.render.sanitise import one_line
from studykit.render.text import plain
from studykit.session import exercises

BETWEEN = "—"
"""Between the front and the back of a card of several lines."""

_QUOTE = re.compile(r"(?:[ \t]*>[ \t]?)*")
_MARK = re.compile(r"[ \t]*(?:[-*+]|\d{1,9}[.)])[ \t]")
_STARTS = re.compile(r"[ \t]*(?:(?:[-*+]|\d{1,9}[.)])[ \t]|\[!|\$\$|\||([-*_])(?:[ \t]*\1){2,}[ \t]*$)")


@dataclass(frozen=True, slots=True)
class Block:
    """A part of a page, between blank lines."""

    kind: Literal["heading", "text", "code"]
    text: str
    """Markdown as others wrote it, so not yet safe to print; of code, the code alone, which is safe."""
    line: int
    """Of the note, from 1."""
    level: int = 0
    """Of a heading, 1 to 6."""


@dataclass(frozen=True, slots=True)
class Page:
    """A note, or a section of one."""

    file: str
    title: str
    """One line, safe to print."""
    blocks: tuple[Block, ...]
    paths: Mapping[int, tuple[str, ...]]
    """For the line of each heading: the headings that lead to it, its own last."""
    ids: Mapping[str, int]
    """The line of each block id."""
    pen: Pen
    """Draws the note's formulas, with its own commands."""

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
    """A note made ready to be read, its formulas by `pen`; never raises, whatever the text."""
    text = text.removeprefix("\ufeff").replace("\r\n", "\n").replace("\r", "\n")
    front = front_matter.read(text)
    pen = pen.with_macros(macros.of_front_matter(front))
    draft = draft_note(text, file, rules)
    text = "\n" * front.lines + text[front.end :]
    masked = masks.mask(text)
    lines = note_lines.cut(text, masked, tags.find(masked.shadow, rules.card_tags).lines)
    cards = {each.line - 1: each.form for each in draft.drafts}
    practice = {each.line - 1: exercises.title(each) for each in draft.exercises}
    reader = _Reader(masked, lines, rules, cards, practice)
    blocks = tuple(reader.blocks())
    context = headings.find(lines, rules.card_tags)
    paths = {at + 1: path for at, path in zip(context.at, context.paths, strict=True)}
    ids = {each.block_id: each.line for each in draft.drafts if each.block_id}
    title = one_line(plain(front.text("title"), pen) or PurePath(file).stem)
    return Page(file, title, blocks, paths, {**reader.ids, **ids}, pen)


@dataclass(slots=True)
class _Reader:
    """One pass over a note's lines. Line numbers count from 0."""

    masked: masks.Masks
    lines: note_lines.Lines
    rules: Rules
    cards: Mapping[int, Form]
    """The form of the card that begins at a line."""
    practice: Mapping[int, str]
    """What the practice block that begins at a line asks."""
    ids: dict[str, int] = field(default_factory=dict)
    _waiting: bool = False
    """Whether a card of several lines has begun whose separator is still to come."""

    def blocks(self) -> Iterator[Block]:
        fences = dict(self.masked.fences)
        part: list[int] = []
        line = 0
        while line < len(self.lines.kinds):
            kind = self.lines.kinds[line]
            end = fences.get(line, line) if kind is Kind.FENCE else line
            if kind in (Kind.HEADING, Kind.TAGS) or (kind is Kind.FENCE and self._is_outermost(line)):
                yield from self._text(part)
                part = []
                yield from self._alone(line, end)
            elif kind is not Kind.GONE:
                if part and self._parts(part, line):
                    yield from self._text(part)
                    part = []
                part += range(line, end + 1)
            line = end + 1
        yield from self._text(part)

    def _is_outermost(self, line: int) -> bool:
        """Whether a line belongs to no list entry and no quote."""
        return self.lines.shown[line][:1] not in (" ", "\t", ">", "-", "*", "+") and (
            _MARK.match(self.lines.shadow[line]) is None
        )

    def _parts(self, part: Sequence[int], line: int) -> bool:
        """Whether another block begins at a line: after a blank one, and where a table begins or ends."""
        shadow = self.lines.shadow[line]
        if self.lines.kinds[line] is Kind.BLANK or shadow.startswith((" ", "\t")):
            return False  # an indented paragraph may belong to the entry of a list above
        if line in self.masked.inside:
            return False
        return self.lines.kinds[line - 1] is Kind.BLANK or self._is_table(line) != self._is_table(part[0])

    def _is_table(self, line: int) -> bool:
        return self.lines.shadow[line].lstrip().startswith("|")

    def _alone(self, line: int, end: int) -> Iterator[Block]:
        """A heading, a line of tags, or code."""
        kind = self.lines.kinds[line]
        if kind is Kind.HEADING:
            yield self._heading(line)
        elif kind is Kind.TAGS:
            if rest := tags.without_card_tags(self.lines.shown[line], self.rules.card_tags).strip():
                yield Block("text", rest, line + 1)
        else:
            yield from self._code(line, end)

    def _heading(self, line: int) -> Block:
        row, _ = self._without_id(line, self.lines.shown[line], self.lines.shadow[line])
        if line in self.cards and self.cards[line] in (Form.MULTILINE, Form.MULTILINE_BOTH):
            self._waiting = True
        level = len(row) - len(row.lstrip("#"))
        title = tags.without_card_tags(headings.text_of(row), self.rules.card_tags)
        return Block("heading", title, line + 1, level)

    def _code(self, start: int, end: int) -> Iterator[Block]:
        rows = self.lines.shown[start : end + 1]
        shown = plain("\n".join(rows))
        if start in self.practice:
            yield Block("text", f"(practice) {self.practice[start]}", start + 1)
        elif shown:
            yield Block("code", shown, start + 1)

    def _text(self, numbers: Sequence[int]) -> Iterator[Block]:
        """Paragraphs, a list with all that is indented under it, a quote or a table."""
        joined: list[list[str]] = []
        alone = True  # whether nothing may be joined to the line above
        listed = False
        quote = ""
        for line in numbers:
            shadow = self.lines.shadow[line]
            row = self._row(line)
            if row is None:
                if self.lines.kinds[line] is Kind.BLANK:
                    joined.append([""])
                    alone, quote = True, ""
                continue
            mark = _QUOTE.match(shadow)
            own_quote = mark.group().replace(" ", "").replace("\t", "") if mark else ""
            at = mark.end() if mark else 0
            verbatim = line in self.masked.inside or self.lines.kinds[line] is Kind.FENCE
            empty = not shadow[at:].strip()  # between the paragraphs of a quote
            begins = (
                alone
                or verbatim
                or empty
                or self.cards.get(line) is not None
                or row == BETWEEN
                or own_quote != quote
                or _STARTS.match(shadow, at) is not None
                or MARKER.match(shadow) is not None
                or (shadow.startswith(("    ", "\t")) and not listed)
            )
            if row == BETWEEN and (listed or quote):
                joined.append([""])  # else it would go on in the last entry
            if begins:
                joined.append([row.rstrip()])
            else:
                joined[-1].append(row[at:].strip() if own_quote else row.strip())
            listed = row != BETWEEN and (listed or _MARK.match(shadow, at) is not None)
            alone = (
                row.endswith(("  ", "\\"))
                or row == BETWEEN
                or self.cards.get(line) in (Form.INLINE, Form.INLINE_BOTH)
                or shadow.startswith("[!", at)
                or verbatim
                or empty
            )
            quote = own_quote
        if shown := "\n".join(" ".join(parts) for parts in joined).strip("\n"):
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
