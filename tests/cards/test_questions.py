import pytest

from studykit.cards.model import Form
from studykit.cards.note import read_note
from tests.cards.reading import note


def remarks(text: str) -> list[tuple[int, str, str]]:
    return [(remark.line, remark.level, remark.code) for remark in note(text).remarks]


def sides(text: str) -> list[tuple[str, str]]:
    return [(card.front, card.back) for card in note(text).cards]


def test_question_and_answer_need_no_tag_and_their_deck_is_the_files_stem():
    (card,) = note("Prose.\n\nQ: What?\nA: That.\n").cards
    assert (card.form, card.front, card.back) == (Form.QUESTION, "What?", "That.")
    assert (card.decks, card.line, card.file) == (("topic",), 3, "notes/topic.md")


def test_the_deck_in_the_front_matter_wins_over_the_stem():
    assert note("---\ndeck: Maths\n---\nQ: a\nA: b").cards[0].decks == ("Maths",)


def test_text_runs_to_the_next_marker_or_a_rule():
    text = "Q: a\n\nb\nA: c\n\n```\nQ: no\n```\n---\nprose\nQ: d\nA: e"
    assert sides(text) == [("a\n\nb", "c\n\n```\nQ: no\n```"), ("d", "e")]


def test_a_heading_after_a_blank_line_ends_an_answer_and_is_context():
    first, second = note("# One\n\nQ: a\nA: b\n\n# Two\n\nQ: c\nA: d").cards
    assert (first.back, first.context, second.context) == ("b", ("One",), ("Two",))


def test_a_cloze_hides_each_bracket():
    first, second = note("C: The [cat] sat\non the [mat].").cards
    assert (first.form, first.front, first.back) == (Form.CLOZE, "The […] sat\non the mat.", "cat")
    assert (second.front, second.revealed) == ("The cat sat\non the […].", "The cat sat\non the ==mat==.")


@pytest.mark.parametrize(
    ("text", "backs"),
    [
        (r"C: \[a\] [b]", ["b"]),
        ("C: ![a](b.png) [c]", ["c"]),
        ("C: [a](http://b) [c]", ["c"]),
        ("C: [[page|text]] [c]", ["c"]),
        ("C: [] [ ] [c]", ["c"]),
        ("C: [a [b] c] d", ["a [b] c"]),
        ("C: [ [a] b", ["a"]),
        ("C: `x[1]` $y[2]$ [c]", ["c"]),
        ("C: a [b\n\nc] [d]", ["d"]),
        ("C: [a] and [a]", ["a", "a"]),
    ],
)
def test_what_a_bracket_hides(text, backs):
    assert [card.back for card in note(text).cards] == backs


def test_a_marker_without_its_partner_is_an_error_with_its_line():
    assert remarks("\nQ: a\n") == [(2, "error", "question-without-answer")]
    assert remarks("\n\nA: a") == [(3, "error", "answer-without-question")]
    assert remarks("Q: a\nQ: b\nA: c") == [(1, "error", "question-without-answer")]
    assert remarks("Q: a\nA: b\nA: c") == [(3, "error", "answer-without-question")]
    assert remarks("Q: a\n---\nA: b") == [
        (1, "error", "question-without-answer"),
        (3, "error", "answer-without-question"),
    ]
    assert remarks("C: a") == [(1, "error", "cloze-without-deletion")]


def test_an_empty_side_is_a_remark():
    assert remarks("Q:\nA: b") == [(1, "remark", "empty-side")]
    assert remarks("Q: a\nA:") == [(2, "remark", "empty-side")]


def test_markers_count_only_at_column_0_and_outside_code():
    assert remarks(" Q: a\n\n`x`\nA\n\n```\nQ: a\n```") == []
    assert remarks("C:\\Users and\nC:/tmp") == []


def test_an_inline_card_that_begins_like_a_marker_is_an_inline_card():
    assert [card.form for card in note("#flashcards\nQ::A").cards] == [Form.INLINE]
    assert [card.front for card in note("#flashcards\nQ: what::that").cards] == ["Q: what"]


def test_both_forms_stand_in_one_note():
    found = note("#flashcards/x\nF::B\n\nQ: a\nA: b ==c==\n---\nG::C").cards
    assert [(card.front, card.decks) for card in found] == [("F", ("x",)), ("a", ("topic",)), ("G", ("x",))]


def test_a_separator_in_an_answer_is_told_of_in_a_card_note():
    assert remarks("#flashcards\nQ: a\nA: b\nc::d") == [(4, "remark", "separator-in-back")]
    assert remarks("Q: a\nA: b\nc::d") == []


def test_a_block_id_ends_an_answer():
    (card,) = note("Q: a\nA: b ^x-1\n\n").cards
    assert (card.back, card.block_id) == ("b", "x-1")


def test_a_plugin_separator_between_question_and_answer_is_not_shown():
    assert sides("Q: a\n?\nA: b") == [("a", "b")]


def test_a_block_id_before_a_blank_line_ends_a_card_of_this_form() -> None:
    read = read_note("#flashcards\n\nC: cloze [a] ^c1\n\nfront::back\n\nQ: q\nA: b ^qa\n\nx::y\n", "n.md")
    assert [(card.back, card.block_id) for card in read.cards] == [
        ("a", "c1"),
        ("back", None),
        ("b", "qa"),
        ("y", None),
    ]
    assert read.remarks == ()


@pytest.mark.parametrize("inner", ["front::back", "multi\n?\nback"])
@pytest.mark.parametrize("outer", ["C: cloze [a]", "Q: q\nA: a"])
def test_a_card_that_another_swallows_is_told(outer: str, inner: str) -> None:
    read = read_note(f"#flashcards\n\n{outer}\n\n{inner}\n", "n.md")
    assert len(read.cards) == 1
    assert [remark.code for remark in read.remarks] == ["separator-in-back"]
