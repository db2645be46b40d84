"""The card that an edit made of another."""

from __future__ import annotations

from pathlib import Path

import pytest

from studykit.cards import library, successor
from studykit.cards.model import Card


def _cards(tmp_path: Path, text: str) -> tuple[Card, ...]:
    note = tmp_path / "note.md"
    note.write_text(f"#flashcards\n\n{text}\n", encoding="utf-8")
    return library.read([note]).cards


def _found(tmp_path: Path, before: str, after: str) -> str | None:
    """The front of what became of the first card."""
    old = _cards(tmp_path, before)
    card = successor.of(old[0], _cards(tmp_path, after), {each.id for each in old})
    return None if card is None else f"{card.front} / {card.back}"


@pytest.mark.parametrize(
    ("before", "after", "found"),
    [
        ("France::Pars", "France::Paris", "France / Paris"),
        ("Frnce::Paris", "France::Paris", "France / Paris"),
        (
            "What is the capital of Frnce?::It is Pariss",
            "What is the capital of France?::It is Paris",
            "What is the capital of France? / It is Paris",
        ),
        ("The sky is ==blue==.", "The sky is ==very blue==.", "The sky is […]. / very blue"),
        ("The sky is ==blue==.", "The sky today is ==blue==.", "The sky today is […]. / blue"),
    ],
)
def test_a_reworded_card_is_found_again(tmp_path: Path, before: str, after: str, found: str) -> None:
    assert _found(tmp_path, before, after) == found


@pytest.mark.parametrize(
    ("before", "after"),
    [
        ("France::Paris", "Water::boils at a hundred degrees"),
        ("France::Paris\n\nSpain::Madrid", "Spain::Madrid"),  # a card of its own is nobody's successor
        ("France::Paris", "France::Lyon\n\nFrance::Lille"),  # either may be meant
        ("France::Paris", "The capital is ==Paris==."),  # another kind of card
        ("France::Paris", ""),
    ],
)
def test_what_may_be_another_card_is_not_guessed(tmp_path: Path, before: str, after: str) -> None:
    assert _found(tmp_path, before, after) is None
