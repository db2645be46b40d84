"""`check`: everything that had to be decided or left out when the notes were read.

It stands here because it composes several parts: the reader's own remarks, and what the drawing of
formulas had to repair.
"""

from __future__ import annotations

from collections.abc import Sequence
from pathlib import Path

from studykit.cards.model import Card, Remark
from studykit.render import text
from studykit.render.pen import Pen
from studykit.session import drawing, notes
from studykit.settings import Settings

LONGEST_QUOTE = 60
"""Of a formula, in characters; the place says which one is meant."""


def check(wanted: Sequence[Path], settings: Settings) -> list[Remark]:
    """All remarks about the notes in `wanted`, by file and line."""
    reading = notes.read(wanted, settings)
    formulas = [
        remark
        for card in _first_of_each(reading.cards)
        for remark in _repairs(card, drawing.pen(settings, card.macros))
    ]
    return sorted((*reading.remarks, *formulas), key=lambda remark: (remark.file, remark.line, remark.code))


def _first_of_each(cards: Sequence[Card]) -> list[Card]:
    """One card of each group of siblings: their text is the same."""
    groups: dict[str, Card] = {}
    for card in cards:
        groups.setdefault(card.siblings, card)
    return list(groups.values())


def _repairs(card: Card, pen: Pen) -> list[Remark]:
    mend = "mend the formula in the note; until then it is drawn as far as it goes"
    whole = card.revealed or f"{card.front}\n{card.back}"
    found = dict.fromkeys(
        f"the formula ${_short(tex)}$: {repair.message}"
        for tex in text.formulas(whole)
        for repair in pen.repairs(tex)
    )
    return [Remark(card.file, card.line, "remark", "formula", message, mend) for message in found]


def _short(tex: str) -> str:
    return tex if len(tex) <= LONGEST_QUOTE else tex[: LONGEST_QUOTE - 1] + "…"
