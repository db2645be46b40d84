"""The card of the course that explains a mistake."""

from __future__ import annotations

from pathlib import PurePath

from studykit.cards.model import Card
from studykit.session.study import Study


def card(study: Study, reference: str) -> Card | None:
    """The card that `note#^block-id` names; None if the library has no such card."""
    note, _, block = reference.partition("#^")
    name = PurePath(note).name
    if not block:
        return None
    for found in study.cards.values():
        if isinstance(found, Card) and found.block_id == block and PurePath(found.file).stem == name:
            return found
    return None
