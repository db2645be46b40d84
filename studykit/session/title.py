"""What an item is called in a list: its front on one line."""

from __future__ import annotations

from studykit.cards.model import Card, Item
from studykit.render.pen import Pen
from studykit.render.text import plain
from studykit.session import exercises

WIDTH = 48


def of_card(card: Card, width: int = WIDTH) -> str:
    """The front as it reads on a line, cut to `width` characters."""
    line = " ".join(plain(card.front, Pen(macros=card.macros)).split())
    return line if len(line) <= width else line[: width - 1] + "…"


def of_source(source: Item, width: int = WIDTH) -> str:
    """The front of a card, or what a problem or derivation is about."""
    if isinstance(source, Card):
        return of_card(source, width)
    line = exercises.title(source)
    return line if len(line) <= width else line[: width - 1] + "…"


def of_item(item: str | None, source: Item | None) -> str:
    """What an item asks; where its note is not in the library, what its id tells of it."""
    if source is not None:
        return of_source(source)
    return exercises.named(item or "")
