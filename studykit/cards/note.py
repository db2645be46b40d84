"""One note, read: its text in, cards and remarks out. Touches no file."""

from __future__ import annotations

import re
from dataclasses import dataclass, replace
from functools import lru_cache
from pathlib import PurePath

from studykit.cards import (
    curly,
    front_matter,
    headings,
    identity,
    links,
    macros,
    masks,
    practice_block,
    separators,
    tags,
)
from studykit.cards import lines as note_lines
from studykit.cards.identity import Draft
from studykit.cards.lines import Kind
from studykit.cards.model import Card, Exercise, Note, Remark, Rules
from studykit.cards.obsidian import Reader
from studykit.cards.questions import MARKER, Questions
from studykit.cards.remarks import Remarks, few


@dataclass(frozen=True, slots=True)
class DraftNote:
    """A note whose cards have no ids yet: those depend on the other notes."""

    file: str
    drafts: tuple[Draft, ...] = ()
    remarks: tuple[Remark, ...] = ()
    tagged: bool = False
    """Whether it has a card tag (or its folder is its deck)."""
    lookalikes: tuple[int, ...] = ()
    """Lines, from 1, that would begin a card if the note had a card tag."""
    exercises: tuple[Exercise, ...] = ()
    tags: tuple[str, ...] = ()
    """Where there are look-alikes: the tags that could be made a card tag."""


def read_note(text: str, file: str, rules: Rules = Rules()) -> Note:  # noqa: B008  # frozen, so never shared state
    """The cards of a note and the remarks on it; never raises, whatever the text.

    `file` is only a name. The ids count the copies within this note alone; `library.read` gives the ids
    that hold over all notes.
    """
    draft = draft_note(text, file, rules)
    counts: dict[tuple[identity.Kind, str], int] = {}
    spelling = tags.Spelling()
    found: list[Card] = []
    for entry in draft.drafts:
        counts[entry.key] = occurrence = counts.get(entry.key, 0) + 1
        found.extend(identity.cards(entry, file, occurrence, spelling.of(entry.decks)))
    return Note(file, tuple(found), draft.remarks, draft.exercises, len(draft.lookalikes))


def draft_note(text: str, file: str, rules: Rules, folder: str | None = None) -> DraftNote:
    """Reads a note; `folder` is its deck where folders are decks."""
    text = text.removeprefix("\ufeff")
    if "\r" in text:
        text = text.replace("\r\n", "\n").replace("\r", "\n")
    if not _may_hold_cards(text, rules):
        return DraftNote(file)
    remarks = Remarks(file)
    front = front_matter.read(text)
    if front.trouble:
        line, reason = front.trouble
        remarks.error(
            line - 1,
            "bad-front-matter",
            f"the front matter cannot be read: {reason}",
            "mend the YAML; until then its tags and deck count as missing",
        )
    text = "\n" * front.lines + text[front.end :]
    masked = masks.mask(text)
    masked = replace(masked, shadow=links.hide_colons(curly.hide_colons(masked.shadow)))
    found = tags.find(masked.shadow, rules.card_tags)
    lines = note_lines.cut(text, masked, found.lines)
    context = headings.find(lines, rules.card_tags)
    decks = _Decks.of(file, rules, folder, tags.of_front_matter(front, rules.card_tags), found)
    if masked.unclosed_fence is not None:
        remarks.error(
            masked.unclosed_fence,
            "unclosed-fence",
            "this code fence is never closed, so nothing below it is read",
            "close it with as many of the same signs on a line of their own",
        )
    practice = tuple(practice_block.fences(lines.shown, masked.fences))
    practice_block.misspelt(lines.shown, masked.fences, remarks)
    exercises = _exercises(lines, practice, context, decks, remarks)
    asked: list[Draft] = []
    taken = {line for first, last in practice for line in range(first, last + 1)}
    if MARKER.search(masked.shadow):
        starts = frozenset(first for first, _ in practice)
        questions = Questions(lines, rules, context, decks.of_questions, remarks, decks.tagged, starts)
        asked = questions.read()
        taken |= questions.taken
    if taken:
        kinds = [Kind.BLANK if n in taken else kind for n, kind in enumerate(lines.kinds)]
        lines = replace(lines, kinds=kinds)
    own_remarks = Remarks(file)
    reader = Reader(lines, rules, context, decks.of_line, own_remarks)
    drafts = reader.read()
    if not decks.tagged:
        named = (*front.words("tags"), *front.words("tag"), *tags.named(masked.shadow)) if drafts else ()
        lookalikes = tuple(draft.line for draft in drafts)
        whole = _marked(asked, front, remarks)
        return DraftNote(
            file, whole, few(remarks.found), False, lookalikes, exercises, tuple(dict.fromkeys(named))
        )
    if any(text.count(mark) != masked.shadow.count(mark) for mark in separators.of(rules.separators).marks):
        reader.tell_of_masked()
    if masked.unclosed_comment is not None:
        own_remarks.remark(
            masked.unclosed_comment,
            "unclosed-comment",
            "this `<!--` is never closed and is read as text",
            "close the comment with `-->`",
        )
    together = sorted((*asked, *drafts), key=lambda draft: draft.line)
    whole = _marked(together, front, remarks)
    return DraftNote(file, whole, few((*remarks.found, *own_remarks.found)), True, exercises=exercises)


def _exercises(
    lines: note_lines.Lines,
    blocks: tuple[tuple[int, int], ...],
    context: headings.Headings,
    decks: _Decks,
    remarks: Remarks,
) -> tuple[Exercise, ...]:

    def decks_of(line: int) -> tuple[str, ...]:
        return decks.of_line(line, ()) if decks.tagged else decks.of_questions

    return tuple(practice_block.read(lines.shown, blocks, context, decks_of, remarks))


def _marked(drafts: list[Draft], front: front_matter.FrontMatter, remarks: Remarks) -> tuple[Draft, ...]:
    """The drafts with what the front matter says of all of them: `typed: true`, and `macros:`."""
    wish = front.text("typed").casefold()
    if "typed" in front.fields and wish not in ("true", "yes", "false", "no"):
        remarks.remark(
            0, "bad-typed", "`typed` in the front matter is neither true nor false", "write `typed: true`"
        )
    typed, defined = wish in ("true", "yes"), macros.of_front_matter(front)
    if not macros.is_good(front):
        remarks.remark(
            0,
            "bad-macros",
            "`macros` in the front matter is not, or not only, names of commands with their LaTeX",
            "write each on a line of its own below `macros:`, such as `  R: '\\mathbb{R}'`",
        )
    if not typed and not defined:
        return tuple(drafts)
    return tuple(replace(draft, typed=typed, macros=defined) for draft in drafts)


@dataclass(frozen=True, slots=True)
class _Decks:
    """Which decks a note's cards are in."""

    tagged: bool
    of_questions: tuple[str, ...]
    fallback: tuple[str, ...]
    """Of a card without tags of its own and without a tag line above."""
    tag_lines: tags.TagLines
    fixed: bool
    """Folders are decks, and no tag changes that."""

    @classmethod
    def of(
        cls, file: str, rules: Rules, folder: str | None, front: tuple[str, ...], found: tags.TagLines
    ) -> _Decks:
        path = PurePath(file)
        if rules.decks_from == "folders":
            deck = (tags.clean(folder or path.parent.name) or tags.clean(path.stem) or "notes",)
            return cls(True, deck, deck, found, True)
        fallback = front or ((found.first,) if found.first else ())
        return cls(bool(fallback), front or (tags.clean(path.stem) or "notes",), fallback, found, False)

    def of_line(self, line: int, own: tuple[str, ...]) -> tuple[str, ...]:
        """The decks of a card, from its line (from 0) and the tags that it begins with."""
        if self.fixed:
            return self.fallback
        return tuple(dict.fromkeys(own or self.tag_lines.above(line) or self.fallback))


def _may_hold_cards(text: str, rules: Rules) -> bool:
    """A quick look, so that a long note of prose costs next to nothing."""
    signs = separators.of(rules.separators)
    return (
        "==" in text
        or (("```" in text or "~~~" in text) and practice_block.OPENING.search(text) is not None)
        or any(mark in text for mark in signs.marks)
        or (rules.bold_cloze and "**" in text)
        or (rules.curly_cloze and "{" in text)
        or MARKER.search(text) is not None
        or any(sign in text and _own_line(sign).search(text) for sign in signs.lines)
        or any(tag.casefold() in text.casefold() for tag in rules.card_tags)
    )


@lru_cache(maxsize=32)
def _own_line(sign: str) -> re.Pattern[str]:
    # A comment may share the line, before or behind.
    return re.compile(rf"^[ \t]*(?:(?:<!--|%%).*)?{re.escape(sign)}[ \t]*(?:$|<!--|%%)", re.MULTILINE)
