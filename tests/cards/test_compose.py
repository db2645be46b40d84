from __future__ import annotations

import pytest
from hypothesis import given
from hypothesis import strategies as st

from studykit.cards.compose import Wanted, compose
from studykit.cards.model import Card, Rules
from studykit.cards.note import read_note
from studykit.errors import StudyError
from tests.cards.test_properties import PIECES

FILE = "notes/topic.md"


def added(text: str, front: str, back: str, deck: str = "a", *, both: bool = False, **how: object) -> str:
    rules = Rules(**how)  # type: ignore[arg-type]
    return compose(text, Wanted.of(front, back, deck, rules, both=both), FILE, rules, "a").text


def sides(text: str, **how: object) -> list[tuple[str, str, tuple[str, ...]]]:
    rules = Rules(**how)  # type: ignore[arg-type]
    return [(card.front, card.back, card.decks) for card in read_note(text, FILE, rules).cards]


def test_a_new_note_begins_with_its_deck() -> None:
    assert added("", "Rome", "Italy") == "#flashcards/a\n\nRome::Italy\n"


def test_the_bare_card_tag_is_a_deck_too() -> None:
    assert added("", "Rome", "Italy", "flashcards").startswith("#flashcards\n")
    assert added("", "Rome", "Italy", "#flashcards/a").startswith("#flashcards/a\n")


def test_a_deck_that_no_tag_can_name_is_named_in_the_front_matter_of_a_new_note() -> None:
    text = added("", "Rome", "Italy", "my deck: the first")
    assert text == '---\ndeck: "my deck: the first"\n---\n\nRome::Italy\n'
    with pytest.raises(StudyError, match="cannot hold a card of the deck"):
        added("#flashcards/a\n\nx::y\n", "Rome", "Italy", "my deck")


def test_the_card_stands_below_the_last_of_its_deck_and_not_under_a_later_heading() -> None:
    note = "#flashcards/a\n\n# Cards\n\nx::y\n^id\n\n# Links\n\n- one\n"
    assert added(note, "f", "b") == "#flashcards/a\n\n# Cards\n\nx::y\n^id\n\nf::b\n\n# Links\n\n- one\n"


def test_a_block_id_below_a_blank_line_stays_with_its_card() -> None:
    note = "#flashcards/a\n\nx\n?\ny\n\n^id\n\nProse.\n"
    assert added(note, "f", "b") == "#flashcards/a\n\nx\n?\ny\n\n^id\n\nf::b\n\nProse.\n"


def test_another_deck_gets_a_tag_line_at_the_end() -> None:
    note = "#flashcards/b\n\nx::y\n"
    assert added(note, "f", "b") == note + "\n#flashcards/a\n\nf::b\n"


@pytest.mark.parametrize(
    ("front", "back", "written"),
    [
        ("a::b", "c", r"a\::b::c"),
        ("a", "b::c", "a::b::c"),
        ("a", "b:::c", r"a::b\:::c"),
        ("`a::b`", "c", "`a::b`::c"),
        ("`a::b` c::d", "e", r"`a::b` c\::d::e"),
        ("a:", "b", "a: :: b"),
        ("http://a", "b", "http://a :: b"),
        ("x ` y", "z ` w", "x ` y\n?\nz ` w"),
        ("- a", "b", "- a\n?\nb"),
        ("a\nb", "c", "a\nb\n?\nc"),
        ("==a==", "b", "==a==::b"),
        ("a", "$x::y$", "a::$x::y$"),
    ],
)
def test_the_form_is_the_plainest_that_is_read_back_as_meant(front: str, back: str, written: str) -> None:
    assert added("#flashcards/a\n", front, back) == f"#flashcards/a\n\n{written}\n"


def test_both_ways_use_the_longer_separators() -> None:
    assert added("#flashcards/a\n", "f", "b", both=True) == "#flashcards/a\n\nf:::b\n"
    assert added("#flashcards/a\n", "f", "b\nc", both=True) == "#flashcards/a\n\nf\n??\nb\nc\n"
    assert sides(added("", "f", "b", both=True)) == [("f", "b", ("a",)), ("b", "f", ("a",))]


def test_a_note_of_questions_and_answers_stays_one() -> None:
    assert added("Q: x\nA: y\n", "f", "b", "topic") == "Q: x\nA: y\n\nQ: f\nA: b\n"


def test_an_answer_above_is_ended_before_a_card_of_the_other_form() -> None:
    note = "#flashcards/a\n\nx::y\n\nQ: x\nA: y\n"
    assert added(note, "f", "b", "c") == note + "\n---\n\n#flashcards/c\n\nf::b\n"


def test_blank_lines_need_an_end_marker_or_a_question() -> None:
    with pytest.raises(StudyError, match="blank line"):
        added("#flashcards/a\n", "f", "b\n\nc")
    assert added("#flashcards/a\n", "f", "b\n\nc", end_marker="+++").endswith("f\n?\nb\n\nc\n+++\n")
    assert added("---\ndeck: a\n---\n", "f", "b\n\nc").endswith("\n\nQ: f\nA: b\n\nc\n")


def test_a_question_never_hangs_its_deck_on_the_name_of_the_file() -> None:
    assert added("", "f", "b\n\nc", "topic") == "---\ndeck: topic\n---\n\nQ: f\nA: b\n\nc\n"
    with pytest.raises(StudyError, match="blank line"):
        added("#flashcards/topic\n\nx::y\n", "f", "b\n\nc", "topic")


def test_line_ends_byte_order_mark_and_front_matter_stay_as_they_are() -> None:
    note = "\ufeff---\r\ntags: [flashcards/a]\r\n---\r\n\r\nx::y"
    assert added(note, "f", "b\nc") == note + "\r\n\r\nf\r\n?\r\nb\r\nc\r\n"


def test_where_folders_are_decks_no_tag_is_written() -> None:
    assert added("", "f", "b", decks_from="folders") == "f::b\n"
    with pytest.raises(StudyError, match="deck 'other'"):
        added("", "f", "b", "other", decks_from="folders")


@pytest.mark.parametrize(
    ("note", "reason"),
    [
        ("#flashcards/a\n\n```\nopen\n", "fence is never closed"),
        ("x::y\n\nz::w\n", "2 other lines into cards"),
        ("just one x::y\n", "1 other line into cards"),
    ],
)
def test_a_note_that_would_not_read_the_card_is_refused_with_the_reason(note: str, reason: str) -> None:
    with pytest.raises(StudyError, match=reason):
        added(note, "f", "b")


@pytest.mark.parametrize("back", ["b ^id", "```\nopen", r"\::", "c <!-- d --> e", "<!-- c"])
def test_text_that_no_form_keeps_is_refused(back: str) -> None:
    with pytest.raises(StudyError, match="exactly this text"):
        added("#flashcards/a\n\nx::y\n", "f", back)


@pytest.mark.parametrize(
    ("front", "back", "deck"),
    [("", "b", "a"), ("f", " \n", "a"), ("f", "b", " / "), ("f\x1b", "b", "a"), ("f", "b\ud800", "a"),
     ("f", "b", "a\nb"), ("f" * 100_001, "b", "a")],
)  # fmt: skip
def test_bad_input_is_refused_at_once(front: str, back: str, deck: str) -> None:
    with pytest.raises(StudyError):
        added("", front, back, deck)


NOTES = (
    "", "\ufeff", "#flashcards/a\n", "#flashcards\n\nx::y\n\n## End\n\ntext", "Q: x\nA: y\n\nmore",
    "---\ndeck: a\n---\r\n\r\nx:::y\r\n", "#flashcards/b\n\nx\n?\ny\n\n^id\n\nz ==w== v\n", "prose",
    "#flashcards/a\n\n1 $x\n\nx::y\n<!--SR:!2024-01-01,3,250-->\n", "#flashcards/a #flashcards/b\nx::y\r",
)  # fmt: skip
pieces = st.lists(st.sampled_from(PIECES), max_size=12).map("".join)
texts = st.one_of(st.text(max_size=30), pieces)
notes = st.one_of(st.sampled_from(NOTES), pieces.map(lambda text: "#flashcards/a\n\n" + text))
rules = st.builds(
    Rules,
    dataview=st.booleans(),
    end_marker=st.sampled_from(["", "+++"]),
    decks_from=st.sampled_from(["tags", "folders"]),
    separators=st.sampled_from([("::", ":::", "?", "??"), ("--", "", "?", "")]),
    bold_cloze=st.booleans(),
)
decks = st.sampled_from(["a", "a/b", "flashcards", "two words", "topic", "notes", "Ä"])


@given(notes, texts, texts, decks, st.booleans(), rules)
def test_a_card_is_read_back_as_asked_or_refused_and_no_other_changes(text, front, back, deck, both, how):
    before = read_note(text, FILE, how).cards
    try:
        wanted = Wanted.of(front, back, deck, how, both=both)
        found = compose(text, wanted, FILE, how)
    except StudyError:
        return
    same = zip(text, found.text, strict=False)
    stays = next((at for at, (one, other) in enumerate(same) if one != other), len(text))
    assert found.text.endswith(text[stays:])
    assert len(found.text) > len(text)
    after = read_note(found.text, FILE, how).cards
    ids = {card.id for card in before}
    # A copy of a card of the note takes the next number, so the new one is told apart by its line.
    fresh = [card for card in after if card.line == found.line]
    assert [(card.front, card.back) for card in fresh] == [(face.front, face.back) for face in wanted.faces]
    assert all(len(card.decks) == 1 and card.decks[0].casefold() == deck.casefold() for card in fresh)
    kept = [card for card in after if card.line != found.line]
    assert [_content(card) for card in kept] == [_content(card) for card in before]
    assert ids <= {card.id for card in after}


def _content(card: Card) -> tuple[object, ...]:
    return (card.front, card.back, card.hint, card.decks, card.context, card.form, card.block_id)


@given(texts, texts)
def test_plain_text_on_one_line_is_never_refused(front, back):
    words = [" ".join("".join(c for c in text if c.isalnum() or c == " ").split()) for text in (front, back)]
    if all(words):
        assert sides(added("#flashcards/a\n\nx::y\n", *words))[1] == (*words, ("a",))
