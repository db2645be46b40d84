"""Gives the terminal to the learner's editor, and takes it back."""

from __future__ import annotations

import os
from typing import Any

from textual.app import App, SuspendNotSupported

from studykit.cards.model import Card
from studykit.errors import StudyError
from studykit.session import editor


def edit(app: App[Any], card: Card) -> str:
    """Opens the card's note at the card's line. Returns what went wrong, in words; empty if nothing did."""
    try:
        editor.command(os.environ, card.file, card.line)  # before the screen flickers for nothing
        with app.suspend():
            return _edited(card)  # an error must not leave this block: the app would stay suspended
    except StudyError as error:
        return str(error)
    except SuspendNotSupported:
        return "an editor cannot be opened from here"


def _edited(card: Card) -> str:
    try:
        editor.edit(os.environ, card.file, card.line)
    except StudyError as error:
        return str(error)
    return ""
