import hashlib

import pytest

from studykit.cards.identity import card_id, normalised, sibling_keys, two_sides
from tests.cards.reading import cards, note


def one_id(text: str) -> str:
    return cards(text)[0].siblings


def test_an_id_is_made_of_kind_text_and_occurrence_number():
    expected = hashlib.sha256(b"basic\nQ\nA\n1").hexdigest()[:16]
    assert card_id(("basic", two_sides(" Q ", "A")), 1) == expected
    assert cards("Q::A")[0].id == expected


@pytest.mark.parametrize(
    "text",
    [
        "a b:::c d",
        "a b\n?\nc d",
        "a  b \n??\nc\nd",
        "- a b::c d",
        "a b::c d <!--SR:!2024-01-01,3,250-->",
        "# H\n\n#flashcards/x a b::c d",
        "Q: a b\nA: c d",
    ],
)
def test_an_id_does_not_depend_on_how_a_card_is_written(text):
    assert one_id(text) == one_id("a b::c d")


def test_an_id_does_not_depend_on_the_normal_form():
    assert one_id("Cafe\u0301::x") == one_id("Café::x")


def test_sides_cannot_run_into_each_other():
    assert one_id("a::b c") != one_id("a b::c")


def test_the_reverse_and_the_siblings_have_ids_of_their_own():
    forward, reverse = cards("a:::b")
    assert (forward.id, reverse.id) == (forward.siblings, f"{forward.siblings}.r")
    assert reverse.siblings == forward.siblings
    first, second = cards("==a== ==b==")
    assert first.id == f"{first.siblings}.{hashlib.sha256(b'a').hexdigest()[:8]}"
    assert second.id == f"{first.siblings}.{hashlib.sha256(b'b').hexdigest()[:8]}"


def test_hiding_one_more_word_keeps_the_ids():
    before, after = cards("The ==cat== sat."), cards("The ==cat;;pet== ==sat==.")
    assert after[0].id == before[0].id


def test_siblings_are_keyed_by_their_hidden_text_not_their_position():
    assert sibling_keys(["b", "a"]) == tuple(reversed(sibling_keys(["a", "b"])))


def test_equal_hidden_texts_get_keys_of_their_own():
    keys = sibling_keys(["a", "a", "b", "a"])
    assert len(set(keys)) == 4
    assert keys[0] == sibling_keys(["a"])[0]


def test_a_block_id_is_the_identity_whatever_the_text():
    assert one_id("a::b ^x") == one_id("c\n?\nd\n^x") == card_id(("block", "x"), 1)


def test_copies_are_counted():
    assert len({card.id for card in cards("a::b\n\na::b\n\na::b")}) == 3
    assert [card.occurrence for card in cards("a::b ^x\n\nc::d ^x")] == [1, 2]


def test_the_name_of_the_file_takes_no_part():
    from studykit.cards.note import read_note

    assert [card.id for card in read_note("#flashcards\na::b", "x.md").cards] == [
        note("#flashcards\na::b").cards[0].id
    ]


def test_normalised_text_has_single_blanks():
    assert normalised(" a \n\t b ") == "a b"
