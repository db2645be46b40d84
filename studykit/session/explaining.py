"""What explains a mistake: a card of the course, and the note that it comes from."""

from __future__ import annotations

from dataclasses import replace
from pathlib import PurePath

from studykit.cards.model import Card
from studykit.session.page import Block, Page
from studykit.session.reading import open_page
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


def note(study: Study, card: Card) -> Page:
    """The note of a card up to the section of its cards: the text that explains.

    Raises `StudyError` if it cannot be read.
    """
    found = open_page(card.file, study.settings)
    asked = found.section(card.line).blocks
    end = min((block.line for block in asked), default=card.line)
    return replace(found, blocks=tuple(block for block in found.blocks if block.line < end))


def markdown(explanation: Page) -> str:
    """A page as one Markdown text."""
    return "\n\n".join(_markdown(block) for block in explanation.blocks if block.text)


def _markdown(block: Block) -> str:
    if block.kind == "heading":
        return f"**{block.text}**"
    if block.kind == "code":
        return f"````\n{block.text}\n````"
    return block.text
