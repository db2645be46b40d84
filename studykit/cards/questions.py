"""The `Q:` / `A:` / `C:` form, which needs no tag."""

from __future__ import annotations

import re
from dataclasses import dataclass, field

from studykit.cards import block_id, cloze, separators
from studykit.cards.headings import Headings
from studykit.cards.identity import Draft, Face, two_sides
from studykit.cards.lines import Kind, Lines
from studykit.cards.model import Form, Rules
from studykit.cards.obsidian import cloze_draft
from studykit.cards.remarks import Remarks

MARKER = re.compile(r"^([QAC]):(?![:\\/])", re.MULTILINE)
"""At column 0. `Q::A` is an inline card, and `C:\\` and `C:/` are paths."""


@dataclass(frozen=True, slots=True)
class _Part:
    """A marker and the lines of its text, from 0."""

    sign: str
    start: int
    end: int


@dataclass(slots=True)
class Questions:
    """The cards of this form in a note, and the lines that they take."""

    lines: Lines
    rules: Rules
    headings: Headings
    decks: tuple[str, ...]
    remarks: Remarks
    tagged: bool = False
    """Whether the note's lines may be cards of the other form too."""
    practice: frozenset[int] = frozenset()
    """Where practice blocks begin: they are no part of an answer."""
    drafts: list[Draft] = field(default_factory=list)
    taken: set[int] = field(default_factory=set)

    def read(self) -> list[Draft]:
        """The cards, in order."""
        parts = self._parts()
        number = 0
        while number < len(parts):
            part = parts[number]
            follows = parts[number + 1] if number + 1 < len(parts) else None
            number += 1
            if part.sign == "C":
                self._cloze(part)
            elif part.sign == "Q" and follows and follows.sign == "A" and follows.start == part.end:
                self._question(part, follows)
                number += 1
            elif not self._is_inline_card(part):
                self._alone(part)
        return self.drafts

    def _parts(self) -> list[_Part]:
        shadow, kinds = self.lines.shadow, self.lines.kinds
        parts: list[_Part] = []
        sign, start = "", 0
        for line, row in enumerate(shadow):
            found = MARKER.match(row) if kinds[line] is Kind.TEXT else None
            if found is None and not (sign and self._ends(line, row)):
                continue
            if sign:
                parts.append(_Part(sign, start, line))
            sign, start = (found.group(1), line) if found else ("", 0)
        if sign:
            parts.append(_Part(sign, start, len(shadow)))
        return parts

    def _ends(self, line: int, row: str) -> bool:
        kind = self.lines.kinds[line]
        if line in self.practice:
            return True
        if kind is Kind.BLANK:
            # An id is the last thing of a card, so what comes after it and a blank line is another's.
            return block_id.cut("", self.lines.shadow[line - 1])[2] is not None
        if kind is Kind.HEADING:
            # A section that begins after a blank line is no part of the answer above it.
            return self.lines.kinds[line - 1] is Kind.BLANK
        return kind is Kind.TEXT and row.strip() == "---"

    def _text(self, part: _Part) -> tuple[str, str]:
        rows = [n for n in range(part.start, part.end) if self.lines.kinds[n] is not Kind.GONE]
        text = "\n".join([self.lines.shown[n] for n in rows])[2:].rstrip()
        shadow = "\n".join([self.lines.shadow[n] for n in rows])[2 : len(text) + 2]
        blank = len(text) - len(text.lstrip())
        return text[blank:], shadow[blank:]

    def _question(self, question: _Part, answer: _Part) -> None:
        self.taken.update(range(question.start, answer.end))
        front, front_shadow = self._text(question)
        back, _, explicit = block_id.cut(*self._text(answer))
        above, _, last = front_shadow.rpartition("\n")
        if separators.of(self.rules.separators).divides(last) is not None:
            front = front[: len(above)].rstrip()  # `Q:`, `?` and `A:` together: a plugin's habit
        for part, side, name in ((question, front, "Q:"), (answer, back, "A:")):
            if not side:
                self.remarks.remark(
                    part.start,
                    "empty-side",
                    f"there is no text after `{name}`, so this is no card",
                    "write the text after it, or take the marker out",
                )
                return
        context = self.headings.above(question.start)
        text, faces, line = two_sides(front, back), (Face(front, back),), question.start + 1
        self.drafts.append(
            Draft("basic", text, Form.QUESTION, faces, line, self.decks, context, block_id=explicit)
        )
        if self.tagged:
            self._card_inside(answer, "the answer of a `Q:` card")

    def _card_inside(self, part: _Part, where: str) -> None:
        """Tells of the first line that would begin a card of the other form if this one did not hold it."""
        signs = separators.of(self.rules.separators)
        for line in range(part.start + 1, part.end):
            row = self.lines.shadow[line]
            if self.lines.kinds[line] is not Kind.TEXT:
                continue
            if signs.split(row) or signs.divides(row) is not None:
                self.remarks.remark(
                    line,
                    "separator-in-back",
                    f"a separator in {where} starts no card",
                    "end the card with a line `---` if a new one should begin here",
                )
                return

    def _cloze(self, part: _Part) -> None:
        text, shadow = self._text(part)
        deletions = cloze.apart(cloze.bracketed(text, shadow))
        if not deletions:
            if not self._is_inline_card(part):
                self._alone(part)
            return
        self.taken.update(range(part.start, part.end))
        context = self.headings.above(part.start)
        draft = cloze_draft(text, shadow, deletions, part.start, self.decks, context, self.remarks)
        if draft is not None:
            self.drafts.append(draft)
            if self.tagged:
                self._card_inside(part, "a `C:` card")

    def _is_inline_card(self, part: _Part) -> bool:
        """`Q: what::that` without an `A:` is left to the Obsidian form."""
        return separators.of(self.rules.separators).split(self.lines.shadow[part.start]) is not None

    def _alone(self, part: _Part) -> None:
        code, message, mend = {
            "Q": (
                "question-without-answer",
                "this `Q:` has no `A:`",
                "write the answer after `A:` at the start of a line below it",
            ),
            "A": (
                "answer-without-question",
                "this `A:` has no `Q:`",
                "write the question after `Q:` at the start of a line above it",
            ),
            "C": (
                "cloze-without-deletion",
                "this `C:` hides nothing",
                "put what should be hidden into `[…]`",
            ),
        }[part.sign]
        self.remarks.error(part.start, code, message, mend)
