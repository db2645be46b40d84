import pytest

from studykit.cards.cloze import MOST_DELETIONS
from studykit.cards.model import Form
from tests.cards.reading import cards, codes, sides


def test_each_deletion_is_a_sibling():
    first, second = cards("The ==cat== sat on\nthe ==mat==.")
    assert (first.form, first.front, first.back) == (Form.CLOZE, "The […] sat on\nthe mat.", "cat")
    assert (second.front, second.back) == ("The cat sat on\nthe […].", "mat")
    assert (first.revealed, second.revealed) == (
        "The ==cat== sat on\nthe mat.",
        "The cat sat on\nthe ==mat==.",
    )
    assert first.siblings == second.siblings and first.id != second.id


def test_a_hint_stands_in_the_hole():
    (card,) = cards("a ==b;;c== d")
    assert (card.front, card.back, card.hint, card.revealed) == ("a [c] d", "b", "c", "a ==b== d")


def test_deletions_of_one_number_are_asked_together():
    found = cards("==1;;a== b ==2;;c;;hint== ==1;;d== ==e==")
    assert [(card.front, card.back) for card in found] == [
        ("[…] b c […] e", "a, d"),
        ("a b [hint] d e", "c"),
        ("a b c d […]", "e"),
    ]
    assert found[0].revealed == "==a== b c ==d== e"


@pytest.mark.parametrize(
    "text",
    [
        "a == b and c == d",
        "a ==b\nc== d",
        "====",
        "title\n=====",
        "a ===b=== c",
        "`a ==b== c`",
        "$a ==b== c$",
        "a=b==c",
    ],
)
def test_marks_with_blanks_inside_or_over_lines_or_masked_hide_nothing(text):
    assert sides(text) == []


def test_marks_side_by_side_are_two_deletions():
    assert [card.back for card in cards("==a====b==")] == ["a", "b"]


def test_a_separator_in_the_line_wins_over_a_cloze():
    assert sides("a ==b==\nc::d ==e==\nf ==g==") == [("a […]", "b"), ("c", "d ==e=="), ("f […]", "g")]


def test_bold_and_curly_are_off_unless_set():
    text = "a **b** {{c1::d::e}} {{c1::f}}"
    assert sides(text) == []
    assert sides(text, bold_cloze=True, curly_cloze=True) == [
        ("a […] d f", "b"),
        ("a b [e] […]", "d, f"),
    ]


def test_a_separator_in_a_curly_cloze_is_not_a_hint_if_it_stands_in_inner_braces():
    (card,) = cards("{{c1::f{a::b}::hint}}", curly_cloze=True)
    assert (card.back, card.hint) == ("f{a::b}", "hint")


def test_too_many_deletions_make_no_card_but_a_remark():
    text = " ".join(f"=={n}==" for n in range(MOST_DELETIONS + 1))
    assert sides(text) == []
    assert codes(text) == [(2, "cloze-too-large")]


def test_a_whole_list_that_touches_is_one_paragraph():
    assert [card.front for card in cards("- ==a== b\n- c ==d==")] == ["- […] b\n- c d", "- a b\n- c […]"]
