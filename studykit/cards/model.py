"""What the reader finds in notes. Plain data; everything else in `cards` makes these."""

from __future__ import annotations

from dataclasses import dataclass, field
from enum import StrEnum
from typing import Literal, NamedTuple


class Form(StrEnum):
    """How a card was written."""

    INLINE = "inline"
    INLINE_BOTH = "inline-both"
    MULTILINE = "multiline"
    MULTILINE_BOTH = "multiline-both"
    CLOZE = "cloze"
    QUESTION = "question"


@dataclass(frozen=True, slots=True)
class Card:
    """One thing asked: a two-way card gives two of these, a cloze paragraph one for each deletion."""

    id: str
    """The item's id: the card id, and for all but its first direction `.` and a sibling key."""
    form: Form
    front: str
    """Raw Markdown. In a cloze the hole is `[…]`, or `[hint]`."""
    back: str
    """Raw Markdown. In a cloze the hidden text alone."""
    hint: str
    decks: tuple[str, ...]
    """At least one, `/` between levels, spelled as first met."""
    context: tuple[str, ...]
    """The headings above it, outermost first."""
    file: str
    line: int
    """Of the card's first line, counted from 1."""
    siblings: str
    """The card id, shared by all that was made from the same text."""
    revealed: str = ""
    """In a cloze: the whole paragraph with the answer marked `==…==`; else empty."""
    block_id: str | None = None
    """The explicit `^block-id`, without the caret."""
    occurrence: int = 1
    """Which copy of its text in the library this is: the number that its id was made with."""
    typed: bool = False
    """Whether its answer is typed and compared (`typed: true` in the note's front matter)."""
    macros: tuple[tuple[str, str], ...] = ()
    """The LaTeX commands of its note (`macros:` in the front matter): names, and what they stand for."""


class Place(NamedTuple):
    """Where a practice block stands."""

    file: str
    line: int
    decks: tuple[str, ...]


@dataclass(frozen=True, slots=True)
class Exercise:
    """A practice block: a family of problems, or a derivation, that is asked among the cards."""

    id: str
    """The item's id: `x:family:level`, `x:family:auto`, or `d:derivation`."""
    name: str
    """Of the family or the derivation."""
    level: int | None
    """None: the one that fits the learner. Always None for a derivation."""
    decks: tuple[str, ...]
    context: tuple[str, ...]
    file: str
    line: int
    """Of the block's first line, counted from 1."""
    places: tuple[Place, ...] = ()
    """All blocks that ask this item; `decks` are those of all of them, and the rest is of the first."""

    @property
    def siblings(self) -> str:
        """It has none but itself."""
        return self.id

    @property
    def is_derivation(self) -> bool:
        """Whether lines are typed, and not one answer."""
        return self.id.startswith("d:")


Item = Card | Exercise
"""Whatever is scheduled and asked."""


@dataclass(frozen=True, slots=True)
class Remark:
    """What the reader had to decide or leave out, and how to mend it."""

    file: str
    line: int
    level: Literal["error", "remark"]
    code: str
    """A short stable word, such as `empty-side`."""
    message: str
    mend: str


@dataclass(frozen=True, slots=True)
class Rules:
    """The settings that change how notes are read."""

    card_tags: tuple[str, ...] = ("flashcards",)
    """Tags that make a note's lines cards, without `#`."""
    decks_from: Literal["tags", "folders"] = "tags"
    dataview: bool = False
    """True: `word:: value` lines are Dataview fields, not cards."""
    end_marker: str = ""
    """A line that ends the back of a multi-line card; then blank lines may stand in it. Empty: none."""
    separators: tuple[str, str, str, str] = ("::", ":::", "?", "??")
    """Inline one-way and two-way, multi-line one-way and two-way."""
    bold_cloze: bool = False
    curly_cloze: bool = False


@dataclass(frozen=True, slots=True)
class Note:
    """One file, read."""

    file: str
    cards: tuple[Card, ...] = ()
    remarks: tuple[Remark, ...] = ()
    exercises: tuple[Exercise, ...] = ()
    lookalikes: int = 0
    """Lines that would be cards if the note had a card tag."""


@dataclass(frozen=True, slots=True)
class Reading:
    """Several folders or files, read together; ids are given over all of them."""

    cards: tuple[Card, ...] = ()
    remarks: tuple[Remark, ...] = ()
    files: tuple[str, ...] = field(default=())
    exercises: tuple[Exercise, ...] = ()
    """Each once, in the decks of all blocks that name it."""
