"""Short ways to read a note in a test."""

from __future__ import annotations

from studykit.cards.model import Card, Note, Rules
from studykit.cards.note import read_note


def note(text: str, **rules: object) -> Note:
    """A note named `notes/topic.md`; keywords are fields of `Rules`."""
    return read_note(text, "notes/topic.md", Rules(**rules))  # type: ignore[arg-type]


def cards(text: str, **rules: object) -> tuple[Card, ...]:
    return note("#flashcards\n\n" + text, **rules).cards


def sides(text: str, **rules: object) -> list[tuple[str, str]]:
    """Front and back of every card of a text that stands under a card tag."""
    return [(card.front, card.back) for card in cards(text, **rules)]


def codes(text: str, **rules: object) -> list[tuple[int, str]]:
    """Line and code of every remark on a text whose first line is a card tag."""
    return [(remark.line, remark.code) for remark in note("#flashcards\n" + text, **rules).remarks]
