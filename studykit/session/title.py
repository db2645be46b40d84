"""What an item is called in a list: its front on one line."""

from __future__ import annotations

from studykit.cards.model import Card
from studykit.render.pen import Pen
from studykit.render.text import plain

WIDTH = 48


def of_card(card: Card, width: int = WIDTH) -> str:
    """The front as it reads on a line, cut to `width` characters."""
    line = " ".join(plain(card.front, Pen(macros=card.macros)).split())
    return line if len(line) <= width else line[: width - 1] + "…"


def of_item(item: str | None, card: Card | None) -> str:
    """The front of an item's card, or its id if its note is not in the library."""
    return of_card(card) if card is not None else item or ""
