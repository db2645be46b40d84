"""The Obsidian form: `front::back` on a line, a `?` between two paragraphs, and clozes in a paragraph."""

from __future__ import annotations

import re
from collections.abc import Callable
from dataclasses import dataclass, field, replace

from studykit.cards import block_id, cloze, curly, practice_block, separators
from studykit.cards.headings import Headings
from studykit.cards.identity import Draft, Face, normalised, two_sides
from studykit.cards.lines import Kind, Lines
from studykit.cards.masks import MASKED
from studykit.cards.model import Form, Rules
from studykit.cards.remarks import Remarks
from studykit.cards.tags import leading

_LEAD = re.compile(
    r"#{1,6}[ \t]+|[ \t]*+(?:>[ \t]*|(?:[-*+]|\d{1,9}[.)])[ \t]+)*+(?:\[[ xX/-]\][ \t]+)?",
)
"""A heading's signs, or quote and list marks and a task's box: where a line stands, not what it asks."""
_FIELD_NAME = re.compile(r"[^\W\d][\w-]*\Z")
_RULE = re.compile(r"[ \t]*([-*_])(?:[ \t]*\1){2,}[ \t]*\Z")
_TABLE_RULE = frozenset(" \t|:-")


@dataclass(slots=True)
class Reader:
    """One pass over a note's lines, from the top to the bottom."""

    lines: Lines
    rules: Rules
    headings: Headings
    decks: Callable[[int, tuple[str, ...]], tuple[str, ...]]
    """Decks of a card, from its line (from 0) and those of the tags that it begins with."""
    remarks: Remarks
    drafts: list[Draft] = field(default_factory=list)
    _block: list[int] = field(default_factory=list)
    """The touching lines above that belong to no card yet."""
    _heading: int | None = None
    """The heading directly above, if nothing stands between."""
    _orphan: int | None = None
    """Where the paragraph after a multi-line card begins."""

    def read(self) -> list[Draft]:
        """The cards of the note, in order."""
        kinds, shadow = self.lines.kinds, self.lines.shadow
        signs = separators.of(self.rules.separators)
        line, end = 0, len(kinds)
        while line < end:
            kind = kinds[line]
            if kind is Kind.GONE:
                line += 1
                continue
            if kind is Kind.TEXT:
                row = shadow[line]
                if (both := signs.divides(row)) is not None:
                    line = self._multiline(line, both)
                elif (split := signs.split(row)) is not None and (after := self._inline(line, split)):
                    line = after
                else:
                    self._block.append(line)
                    line += 1
                self._heading = None
                continue
            if kind is Kind.FENCE:
                self._block.append(line)
                self._heading = None
            else:
                self._paragraph()
                self._heading = line if kind is Kind.HEADING else None
                if kind is Kind.HEADING and (split := signs.split(shadow[line])) is not None:
                    self._heading_card(line, split)
            line += 1
        self._paragraph()
        return self.drafts

    # -- one line ----------------------------------------------------------------------------------------

    def _inline(self, line: int, split: tuple[int, int, bool]) -> int | None:
        """Reads an inline card and gives the line after it; None if the line is no card."""
        shown, shadow = self.lines.shown[line], self.lines.shadow[line]
        start, end, both = split
        if _RULE.match(shadow) or ("-" in shadow and _TABLE_RULE.issuperset(shadow)):
            return None
        if shadow.lstrip().startswith("|") and shadow.rstrip().endswith("|"):
            self.remarks.remark(
                line,
                "separator-in-table",
                f"`{shadow[start:end]}` in a table row starts no card",
                "write the card on a line of its own, or escape the separator with a backslash",
            )
            return None
        lead = _LEAD.match(shadow, 0, start)
        begin = lead.end() if lead else 0
        own, length = leading(shadow[begin:start], self.rules.card_tags)
        front = shown[begin + length : start].strip()
        rest = shown[end:]
        back, _, explicit = block_id.cut(rest.rstrip(), shadow[end : end + len(rest.rstrip())])
        back = back.strip()
        if not front or not back:
            self._empty_side(line, shadow[start:end], front)
            return None
        if _FIELD_NAME.match(front) and shadow[start - 1 : start] != " " and shadow[end : end + 1].isspace():
            if self.rules.dataview:
                self._field(line, front)
                return None
            self.remarks.remark(
                line,
                "dataview-lookalike",
                f"`{front}::` looks like a Dataview field and is read as a card",
                "set dataview = true if it is a field, or put a blank before the separator if it is a card",
            )
        self._paragraph()
        after = line + 1
        if explicit is None:
            explicit, after = self._id_below(after)
        self._sides(front, back, both, line, own, explicit, multiline=False)
        return after

    def _heading_card(self, line: int, split: tuple[int, int, bool]) -> None:
        if self._inline(line, split) is not None:
            self._heading = None
            self.remarks.remark(
                line,
                "separator-in-heading",
                "this heading holds a separator and is read as a card too",
                "escape the separator with a backslash if it is only a heading",
            )

    def _empty_side(self, line: int, separator: str, front: str) -> None:
        side, where = ("back", "after") if front else ("front", "before")
        self.remarks.remark(
            line,
            "empty-side",
            f"there is nothing {where} `{separator}`, so this is no card",
            f"write the {side} {where} the separator, or escape it with a backslash",
        )

    def _field(self, line: int, name: str) -> None:
        self.remarks.remark(
            line,
            "dataview-field",
            f"`{name}::` is read as a Dataview field, not as a card",
            "set dataview = false, or put a blank before the separator, if it is a card",
        )

    # -- several lines -----------------------------------------------------------------------------------

    def _multiline(self, line: int, both: bool) -> int:
        """Reads the card around a separator line and gives the line after it."""
        front = self._block
        if not front and self._heading is not None:
            front = [self._heading]
        # Without a front there is no card, and a run of separators must not be read to its end each time.
        stop, after = self._back(line + 1) if front else (line + 1, line + 1)
        back = [n for n in range(line + 1, stop) if self.lines.kinds[n] is not Kind.GONE]
        text, shadow = self.lines.text(back)
        text, shadow, explicit = block_id.cut(text, shadow)
        if not front or not text.strip():
            sign = self.lines.shadow[line].strip()
            missing, where = ("front", "above") if not front else ("back", "below")
            self.remarks.remark(
                line,
                "lonely-separator",
                f"there is nothing right {where} `{sign}`, so this is no card",
                f"write the {missing} on the line {where} it, without a blank line between",
            )
            self._paragraph()
            return line + 1
        self._block = []
        if explicit is None:
            explicit, after = self._id_below(after, over_blank=True)
        front_text, front_shadow = self.lines.text(front)
        lead = _LEAD.match(front_shadow) if len(front) == 1 and front[0] != self._heading else None
        tags_at = lead.end() if lead and front_shadow.startswith("#", lead.end()) else 0
        own, length = leading(front_shadow[tags_at:], self.rules.card_tags)
        if own:
            front_text = front_text[tags_at + length :].lstrip()
        self._sides(front_text, text, both, front[0], own, explicit, multiline=True)
        self._separators_in_back(back)
        self._orphan = None if self.rules.end_marker else self._next_text(after)
        return after

    def _back(self, start: int) -> tuple[int, int]:
        """Where the back that begins at `start` ends, and the line after it and its end marker."""
        if self.rules.end_marker.strip():
            if (marker := self._end_marker(start)) is not None:
                return marker, marker + 1
            self.remarks.remark(
                start - 1,
                "no-end-marker",
                f"no `{self.rules.end_marker.strip()}` ends this card, so its back ends at the blank line",
                "write the end marker on a line of its own below the back",
            )
        begun = False
        for line in range(start, len(self.lines.kinds)):
            kind = self.lines.kinds[line]
            if kind in (Kind.BLANK, Kind.TAGS) or (kind is Kind.HEADING and begun):
                return line, line
            begun = begun or kind is not Kind.GONE
        return len(self.lines.kinds), len(self.lines.kinds)

    def _end_marker(self, start: int) -> int | None:
        marker, signs = self.rules.end_marker.strip(), separators.of(self.rules.separators)
        for line in range(start, len(self.lines.kinds)):
            if self.lines.kinds[line] is Kind.TAGS:
                return None
            row = self.lines.shadow[line]
            if row.strip() == marker:
                return line
            if self.lines.kinds[line] is Kind.TEXT and signs.divides(row) is not None:
                return None  # the next card has begun
        return None

    def _separators_in_back(self, back: list[int]) -> None:
        signs = separators.of(self.rules.separators)
        for line in back:
            if self.lines.kinds[line] is not Kind.TEXT:
                continue
            row = self.lines.shadow[line]
            if signs.split(row) is None and signs.divides(row) is None:
                continue
            self.remarks.remark(
                line,
                "separator-in-back",
                "a separator in the back of a card starts no card",
                "put a blank line before it if a new card should begin here",
            )
            return

    def _next_text(self, line: int) -> int | None:
        """The line after a back and its blank lines, if it could be a lost part of the answer."""
        kinds = self.lines.kinds
        while line < len(kinds) and kinds[line] in (Kind.BLANK, Kind.GONE):
            if practice_block.OPENING.match(self.lines.shown[line]):
                return None
            line += 1
        if line == len(kinds) or kinds[line] not in (Kind.TEXT, Kind.FENCE):
            return None
        if _RULE.match(self.lines.shadow[line]):
            return None
        return line

    def _paragraph(self) -> None:
        """Ends the block of touching lines: a cloze card, or text that belongs to no card."""
        block, self._block = self._block, []
        if not block:
            return
        orphan, self._orphan = self._orphan == block[0], None
        if not self._cloze(block) and orphan:
            self.remarks.remark(
                block[0],
                "orphan-paragraph",
                "this paragraph belongs to no card: the back of the card above ended at the blank line",
                "take the blank line out, or set an end marker, if it is part of the answer",
            )

    def _cloze(self, block: list[int]) -> bool:
        rules = self.rules
        rows = [self.lines.shadow[line] for line in block]
        if not any("==" in row or "{" in row or (rules.bold_cloze and "**" in row) for row in rows):
            return False
        text, shadow = self.lines.text(block)
        found: list[cloze.Deletion] = []
        if "==" in shadow:
            found += cloze.marked(text, shadow)
        if rules.bold_cloze and "**" in shadow:
            found += cloze.marked(text, shadow, "**")
        if "{" in shadow:
            found += self._curly(block[0], text, shadow)
        deletions = cloze.apart(found)
        if not deletions:
            return False
        own, length = leading(shadow, rules.card_tags)
        if own:
            text, shadow = text[length:], shadow[length:]
            deletions = [replace(d, start=d.start - length, end=d.end - length) for d in deletions]
        decks, context = self.decks(block[0], own), self.headings.above(block[0])
        draft = cloze_draft(text, shadow, deletions, block[0], decks, context, self.remarks)
        if draft is None:
            return False
        self.drafts.append(draft)
        return True

    def _curly(self, line: int, text: str, shadow: str) -> list[cloze.Deletion]:
        if not self.rules.curly_cloze:
            if curly.COLON in shadow:
                self.remarks.remark(
                    line,
                    "curly-cloze-off",
                    "`{{c1::…}}` is not read as a cloze",
                    "set curly_cloze = true to read it",
                )
            return []
        found, unbalanced = curly.braced(text, shadow)
        if unbalanced is not None:
            self.remarks.error(
                line + shadow.count("\n", 0, unbalanced),
                "unbalanced-braces",
                "unbalanced braces: this `{{c…::` does not end with `}}`",
                "close it with two braces that stand together, or put code inside into backticks",
            )
        return found

    # -- what was made -----------------------------------------------------------------------------------

    def _sides(
        self,
        front: str,
        back: str,
        both: bool,
        line: int,
        own: tuple[str, ...],
        explicit: str | None,
        *,
        multiline: bool,
    ) -> None:
        form = (Form.INLINE, Form.INLINE_BOTH, Form.MULTILINE, Form.MULTILINE_BOTH)[2 * multiline + both]
        faces = (Face(front, back), Face(back, front, sibling="r")) if both else (Face(front, back),)
        decks, context = self.decks(line, own), self.headings.above(line)
        text = two_sides(front, back)
        self.drafts.append(Draft("basic", text, form, faces, line + 1, decks, context, explicit))

    def _id_below(self, line: int, *, over_blank: bool = False) -> tuple[str | None, int]:
        """A block id on a line of its own under a card, and the line after it."""
        kinds = self.lines.kinds
        below = line
        while below < len(kinds) and (
            kinds[below] is Kind.GONE or (over_blank and below == line and kinds[below] is Kind.BLANK)
        ):
            below += 1
        if below < len(kinds) and kinds[below] is Kind.TEXT:
            found = block_id.alone(self.lines.shadow[below])
            return (found, below + 1) if found else (None, line)
        return None, line

    def tell_of_masked(self) -> None:
        """Remarks on lines that would be cards if their separator did not stand in code, maths or a link."""
        signs = separators.of(self.rules.separators)
        fenced: list[int] = []
        for line, kind in enumerate(self.lines.kinds):
            shown = self.lines.shown[line]
            if kind not in (Kind.TEXT, Kind.FENCE) or not any(mark in shown for mark in signs.marks):
                continue
            shadow = self.lines.shadow[line]
            if signs.split(shadow) is not None or (found := signs.split(shown)) is None:
                continue
            if shadow[found[0]] != MASKED or not shown[: found[0]].strip() or not shown[found[1] :].strip():
                continue
            if kind is Kind.FENCE:
                fenced.append(line)
                continue
            self.remarks.remark(
                line,
                "separator-in-code",
                "the separator stands in code, maths or a link, so this line is no card",
                "close the code or maths before the separator if the line is meant as a card",
            )
        if fenced:
            lines = "a line" if len(fenced) == 1 else f"{len(fenced)} lines"
            self.remarks.remark(
                fenced[0],
                "separator-in-code",
                f"{lines} with a separator in fenced code: no card",
                "take the card out of the fence if it is meant as one",
            )


def cloze_draft(
    text: str,
    shadow: str,
    deletions: list[cloze.Deletion],
    line: int,
    decks: tuple[str, ...],
    context: tuple[str, ...],
    remarks: Remarks,
) -> Draft | None:
    """The card of a paragraph with deletions; None, with a remark, if it is too large. `line` is from 0."""
    if len(deletions) > cloze.MOST_DELETIONS or len(text) > cloze.LONGEST:
        remarks.remark(
            line,
            "cloze-too-large",
            f"a paragraph of {len(text)} characters with {len(deletions)} deletions is no card",
            f"split it: at most {cloze.LONGEST} characters and {cloze.MOST_DELETIONS} deletions",
        )
        return None
    rest, _, explicit = block_id.cut(text, shadow)
    if deletions[-1].end > len(rest):
        rest, explicit = text, None
    same = normalised(cloze.plain(rest, deletions))
    faces = cloze.faces(rest, deletions)
    return Draft("cloze", same, Form.CLOZE, faces, line + 1, decks, context, explicit)
