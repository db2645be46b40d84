"""Ids: from a card's kind, text and occurrence number alone, so that two devices agree.

Neither the file nor the line takes part: a card keeps its id when its note is renamed or split.
"""

from __future__ import annotations

import hashlib
import unicodedata
from collections.abc import Iterable
from dataclasses import dataclass
from typing import Literal

from studykit.cards.model import Card, Form

Kind = Literal["basic", "cloze", "block"]


@dataclass(frozen=True, slots=True)
class Face:
    """One way of asking a text."""

    front: str
    back: str
    hint: str = ""
    revealed: str = ""
    sibling: str = ""
    """What follows the card id in the item's id; empty for the first direction."""


@dataclass(frozen=True, slots=True)
class Draft:
    """What was written once in a note: a card of one or several faces, before it has an id."""

    kind: Literal["basic", "cloze"]
    text: str
    """Normalised; for a cloze without its marks, so that hiding one more word keeps the id."""
    form: Form
    faces: tuple[Face, ...]
    line: int
    """From 1."""
    decks: tuple[str, ...] = ()
    context: tuple[str, ...] = ()
    block_id: str | None = None
    typed: bool = False
    macros: tuple[tuple[str, str], ...] = ()

    @property
    def key(self) -> tuple[Kind, str]:
        """What two copies have in common: the explicit block id if there is one, else kind and text."""
        return ("block", self.block_id) if self.block_id else (self.kind, self.text)


def normalised(text: str) -> str:
    """NFC, with single blanks: what stays the same when a line is wrapped or indented anew."""
    if not text.isascii():
        text = unicodedata.normalize("NFC", text)
    return " ".join(text.split())


def two_sides(front: str, back: str) -> str:
    """The normalised text of a card with a front and a back, however it is written."""
    # A normalised side holds no line end, so the two cannot run into each other.
    return f"{normalised(front)}\n{normalised(back)}"


def card_id(key: tuple[Kind, str], occurrence: int) -> str:
    """16 hex digits for the given copy, counted from 1, of a text."""
    kind, text = key
    return _digest(f"{kind}\n{text}\n{occurrence}")[:16]


def sibling_keys(hidden: Iterable[str]) -> tuple[str, ...]:
    """8 hex digits for each hidden text of a paragraph; the second of two equal texts gets another."""
    keys: dict[str, None] = {}
    copies: dict[str, int] = {}
    for text in map(normalised, hidden):
        copies[text] = copy = copies.get(text, 0) + 1
        key = _digest(text if copy == 1 else f"{text}\n{copy}")[:8]
        while key in keys:  # two different texts of one key: as good as never
            copies[text] = copy = copy + 1
            key = _digest(f"{text}\n{copy}")[:8]
        keys[key] = None
    return tuple(keys)


def cards(draft: Draft, file: str, occurrence: int, decks: tuple[str, ...] | None = None) -> tuple[Card, ...]:
    """The cards of a draft as the given copy of its text."""
    identity = card_id(draft.key, occurrence)
    return tuple(
        Card(
            id=f"{identity}.{face.sibling}" if face.sibling else identity,
            form=draft.form,
            front=face.front,
            back=face.back,
            hint=face.hint,
            decks=draft.decks if decks is None else decks,
            context=draft.context,
            file=file,
            line=draft.line,
            siblings=identity,
            revealed=face.revealed,
            block_id=draft.block_id,
            occurrence=occurrence,
            typed=draft.typed,
            macros=draft.macros,
        )
        for face in draft.faces
    )


def _digest(text: str) -> str:
    # Text that did not come from a file may hold half a surrogate pair; it still deserves an id.
    return hashlib.sha256(text.encode("utf-8", "surrogatepass")).hexdigest()
