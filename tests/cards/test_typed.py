from __future__ import annotations

import pytest

from studykit.cards.note import read_note


@pytest.mark.parametrize(
    ("written", "typed"), [("true", True), ("yes", True), ("false", False), ("'true'", True)]
)
def test_typed_in_the_front_matter_makes_the_cards_typed(written: str, typed: bool) -> None:
    note = read_note(f"---\ntags: flashcards\ntyped: {written}\n---\na::b\n\nthe ==c== of d\n", "n.md")
    assert [card.typed for card in note.cards] == [typed, typed]
    assert note.remarks == ()


def test_a_q_and_a_note_can_be_typed_too() -> None:
    assert read_note("---\ntyped: true\n---\nQ: a\nA: b\n", "n.md").cards[0].typed


def test_anything_else_is_remarked_and_counts_as_false() -> None:
    note = read_note("---\ntags: flashcards\ntyped: perhaps\n---\na::b\n", "n.md")
    assert [remark.code for remark in note.remarks] == ["bad-typed"]
    assert not note.cards[0].typed
