"""A note's own LaTeX commands, from its front matter to its cards."""

from __future__ import annotations

import pytest

from studykit.cards.note import read_note
from studykit.cards.section import around

HEAD = "---\ntags: flashcards\nmacros:\n  R: \\mathbb{R}\n  \\norm: '\\|#1\\|'\n---\n"
MACROS = (("R", r"\mathbb{R}"), (r"\norm", r"\|#1\|"))


def test_every_card_of_the_note_has_them() -> None:
    note = read_note(HEAD + "a:::b\n\nthe ==c== of d\n\nQ: e\nA: f\n", "n.md")
    assert [card.macros for card in note.cards] == [MACROS] * 4
    assert note.remarks == ()
    assert hash(note.cards[0])


def test_they_change_no_id() -> None:
    with_macros, without = read_note(HEAD + "a::b\n", "n.md"), read_note("#flashcards\na::b\n", "n.md")
    assert with_macros.cards[0].id == without.cards[0].id
    assert without.cards[0].macros == ()


def test_they_go_with_typed() -> None:
    card = read_note(HEAD.replace("tags:", "typed: true\ntags:") + "a::b\n", "n.md").cards[0]
    assert card.typed
    assert card.macros == MACROS


def test_a_section_has_them() -> None:
    assert around(HEAD + "# One\ntext\n", 8).macros == MACROS


@pytest.mark.parametrize(
    ("written", "kept"),
    [
        ("R", ()),
        ("[R, S]", ()),
        ("{R: [x], S: y}", (("S", "y"),)),
        ("{R2: x, S: y}", (("S", "y"),)),
        ("{R: {x: y}}", ()),
        ("{[a]: x}", ()),
    ],
)
def test_anything_else_is_remarked_and_left_out(written: str, kept: tuple[tuple[str, str], ...]) -> None:
    note = read_note(f"---\ntags: flashcards\nmacros: {written}\n---\na::b\n", "n.md")
    assert [remark.code for remark in note.remarks][-1:] in (["bad-macros"], ["bad-front-matter"])
    assert note.remarks
    assert all(card.macros == kept for card in note.cards)


def test_none_is_no_mistake() -> None:
    assert read_note("---\ntags: flashcards\nmacros:\n---\na::b\n", "n.md").remarks == ()
