import pytest

from studykit.cards.tags import Spelling, clean, deck_of, folded
from tests.cards.reading import cards, note, sides


def decks(text: str, **rules: object) -> list[tuple[str, ...]]:
    return [card.decks for card in note(text, **rules).cards]


@pytest.mark.parametrize(
    ("tag", "deck"),
    [
        ("#flashcards", "flashcards"),
        ("#flashcards/ai-ml", "ai-ml"),
        ("flashcards/a/b/", "a/b"),
        ("#FlashCards/Ünï", "Ünï"),
        ("#flashcardsx", None),
        ("#other", None),
    ],
)
def test_a_card_tag_names_its_deck(tag, deck):
    assert deck_of(tag, ("flashcards",)) == deck


def test_without_a_card_tag_a_note_has_no_cards_but_its_look_alikes_are_counted():
    found = note("Q::A\n\nF\n?\nB\n\na ==b==")
    assert (found.cards, found.remarks, found.lookalikes) == ((), (), 3)


def test_a_tag_at_the_start_of_a_card_holds_for_that_card_only():
    assert decks("#flashcards/a\n#flashcards/b Q::A\nR::B") == [("b",), ("a",)]
    assert decks("#flashcards/b F\n?\nB\n\n#flashcards/a\n\nG\n?\nC") == [("b",), ("a",)]
    assert decks("#flashcards/b a ==c==") == [("b",)]
    assert sides("#flashcards/b Q::A\n\n- #flashcards/b a\n?\nc\n\n#flashcards/b a ==c==") == [
        ("Q", "A"),
        ("a", "c"),
        ("a […]", "c"),
    ]


def test_several_tags_are_several_decks():
    assert decks("#flashcards/a #flashcards/b #other\nQ::A") == [("a", "b")]
    assert decks("---\ntags: [flashcards/a, flashcards/b]\n---\nQ::A") == [("a", "b")]


def test_a_tag_line_above_wins_over_the_front_matter_and_that_over_the_first_tag():
    text = "---\ntags: flashcards/front\n---\nQ::A\n\n#flashcards/line\nR::B"
    assert decks(text) == [("front",), ("line",)]


def test_the_tag_of_a_heading_holds_below_it_and_is_no_context():
    first, second = note("# One #flashcards/a\nQ::A\n# Two #flashcards/b\nR::B").cards
    assert (first.decks, first.context, second.decks, second.context) == (("a",), ("One",), ("b",), ("Two",))


def test_a_deck_in_the_front_matter_acts_as_a_card_tag():
    assert decks("---\ndeck: Maths\n---\nQ::A") == [("Maths",)]
    assert decks("---\ndeck: Maths\ntags: flashcards\n---\nQ::A") == [("Maths",)]
    assert decks("---\ndeck: Maths\ntags: flashcards/x\n---\nQ::A") == [("Maths", "x")]


def test_a_tag_in_code_is_no_tag():
    assert note("`#flashcards`\nQ::A").cards == ()
    assert note("```\n#flashcards\n```\nQ::A").cards == ()


def test_tags_inside_text_stay_text():
    assert sides("What is #this::A #tag too") == [("What is #this", "A #tag too")]


def test_a_tag_line_ends_a_back():
    assert sides("F\n?\nB\n#other\nmore") == [("F", "B")]


def test_a_comment_on_a_tag_line_does_not_matter():
    assert decks("#flashcards/a <!-- here -->\nQ::A\n#flashcards/b\n") == [("a",)]


def test_other_card_tags_can_be_set():
    assert decks("#cards/x\nQ::A", card_tags=("cards", "#learn")) == [("x",)]
    assert decks("#learn\nQ::A", card_tags=("cards", "#learn")) == [("learn",)]
    assert decks("#flashcards\nQ::A", card_tags=("cards",)) == []


def test_folders_as_decks_need_no_tag():
    assert decks("Q::A\n\n#flashcards/x\nR::B", decks_from="folders") == [("notes",), ("notes",)]


def test_decks_are_compared_without_case_and_keep_the_first_spelling():
    spelling = Spelling()
    assert spelling.of(("Maths/Algebra",)) == ("Maths/Algebra",)
    assert spelling.of(("maths/Topology", "MATHS")) == ("Maths/Topology", "Maths")
    assert decks("#flashcards/Ab\nQ::A\n#flashcards/aB\nR::B") == [("Ab",), ("Ab",)]


def test_deck_names_are_in_normal_form():
    assert clean(" a / /b ") == "a/b"
    assert clean("Cafe\u0301") == "Café"
    assert folded("CAFE\u0301") == folded("café")


def test_a_card_has_at_least_one_deck():
    assert all(card.decks for card in cards("Q::A\n\nC: [x]\n"))
