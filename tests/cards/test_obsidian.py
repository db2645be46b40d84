import pytest

from studykit.cards.model import Form
from tests.cards.reading import cards, codes, note, sides


def test_an_inline_card_asks_one_way_and_three_colons_both_ways():
    one, forward, reverse = cards("a::b\nc:::d")
    assert (one.form, one.front, one.back) == (Form.INLINE, "a", "b")
    assert (forward.form, forward.front, forward.back) == (Form.INLINE_BOTH, "c", "d")
    assert (reverse.form, reverse.front, reverse.back) == (Form.INLINE_BOTH, "d", "c")


@pytest.mark.parametrize(
    ("line", "expected"),
    [
        ("a::b:::c", ("a::b", "c")),
        ("a::b::c", ("a", "b::c")),
        ("  a  ::  b  ", ("a", "b")),
        (r"a \:: b::c", ("a :: b", "c")),
        ("`a::b`::c", ("`a::b`", "c")),
        ("- a::b", ("a", "b")),
        ("> a::b", ("a", "b")),
        ("- [ ] a::b", ("a", "b")),
        ("12) a::b", ("a", "b")),
        ("-1::b", ("-1", "b")),
        ("a::b ==c==", ("a", "b ==c==")),
        ("[[page|text]]::![[image.png]]", ("[[page|text]]", "![[image.png]]")),
        ("a::b <!-- note -->", ("a", "b")),
        ("a %%x::y%%::b", ("a", "b")),
        ("a::b ^id-1", ("a", "b")),
        ("a::$b ^2$", ("a", "$b ^2$")),
    ],
)
def test_a_line_splits_at_its_first_separator_that_is_not_masked(line, expected):
    assert sides(line)[0] == expected


@pytest.mark.parametrize("line", ["a::", "::b", "::", " :: b", "a:: <!-- c -->"])
def test_an_empty_side_is_no_card_but_a_remark(line):
    assert sides(line) == []
    assert codes(line) == [(2, "empty-side")]


def test_a_table_row_with_a_separator_is_no_card_but_a_remark():
    assert sides("| a | b |\n|---|---|\n| x::y | z |") == []
    assert codes("| a | b |\n|---|---|\n| x::y | z |") == [(4, "separator-in-table")]


def test_a_heading_with_a_separator_is_a_card_and_a_remark():
    assert sides("## a::b") == [("a", "b")]
    assert codes("## a::b") == [(2, "separator-in-heading")]


def test_a_multi_line_card_asks_one_way_and_two_marks_both_ways():
    one, forward, reverse = cards("a\nb\n?\nc\nd\n\ne\n??\nf")
    assert (one.form, one.front, one.back, one.line) == (Form.MULTILINE, "a\nb", "c\nd", 3)
    assert (forward.form, forward.front, forward.back) == (Form.MULTILINE_BOTH, "e", "f")
    assert (reverse.front, reverse.back, reverse.line) == ("f", "e", 9)


@pytest.mark.parametrize(
    ("text", "expected"),
    [
        ("x::y\nF\n?\nB", ("F", "B")),
        ("# H\nF\n?\nB", ("F", "B")),
        ("# H\n?\nB", ("# H", "B")),
        ("#other\nF\n?\nB", ("F", "B")),
        ("F\n?\n# H\nB\n# I", ("F", "# H\nB")),
        ("F\n?\nB\n# H", ("F", "B")),
        ("F\n?\n$$\nx\n\ny\n$$", ("F", "$$\nx\n\ny\n$$")),
        ("F\n?\nB\n<!-- c\n\nd -->\nC", ("F", "B\nC")),
        ("F\n<!-- c -->\n?\nB", ("F", "B")),
        ("  F\n  ?\n  B\n    C", ("F", "B\n  C")),
        ("F ==x==\n?\nB ==y==", ("F ==x==", "B ==y==")),
        ("F\n?\nB\n^id", ("F", "B")),
        ("F\n?\n| a |\n|---|\n\n^id", ("F", "| a |\n|---|")),
    ],
)
def test_where_a_multi_line_card_begins_and_ends(text, expected):
    found = cards(text)
    assert (found[-1].front, found[-1].back) == expected
    assert found[-1].form is Form.MULTILINE


@pytest.mark.parametrize(
    "text", ["?\nB", "F\n\n?\nB", "F\n?", "F\n?\n\nB", "x::y\n?\nB", "?", "F\n?\n#other"]
)
def test_a_separator_line_with_nothing_above_or_below_is_no_card_but_a_remark(text):
    assert not any(card.form is Form.MULTILINE for card in cards(text))
    assert "lonely-separator" in [code for _, code in codes("\n" + text)]


def test_a_second_question_mark_without_a_blank_line_is_told_of():
    assert codes("F\n?\nB\nG\n?\nC") == [(6, "separator-in-back")]


def test_a_missing_end_marker_falls_back_to_the_blank_line():
    text = "F\n?\nB\n\nmore\n\nG\n?\nC\n\nD\n+++"
    assert sides(text, end_marker="+++") == [("F", "B"), ("G", "C\n\nD")]
    assert codes(text, end_marker="+++") == [(3, "no-end-marker")]


def test_with_an_end_marker_a_heading_may_stand_in_the_back():
    assert sides("F\n?\nB\n\n## H\n\nC\n+++", end_marker="+++") == [("F", "B\n\n## H\n\nC")]


def test_what_follows_an_answer_is_no_orphan_if_it_is_something_of_its_own():
    for after in (
        "# H\n\ntext",
        "---",
        "x::y",
        "G\n?\nC",
        "a ==b==",
        "```practice\nfamily: x\n```",
        "#other",
    ):
        assert codes(f"F\n?\nB\n\n{after}") == [], after


def test_the_context_is_the_headings_above():
    found = cards("# A\n## B #flashcards/x\nq::a\n## C `d` ##\nr::b\n# E\ns::c")
    assert [card.context for card in found] == [("A", "B"), ("A", "C `d`"), ("E",)]


def test_a_heading_as_front_is_not_its_own_context():
    assert [card.context for card in cards("# A\n\n## B\n?\nc")] == [("A",)]


def test_a_hash_in_a_fence_is_no_context():
    assert cards("# A\n```sh\n# no\n```\nq::a")[0].context == ("A",)


def test_a_block_id_under_a_card_is_its_id():
    for text in ("a::b ^x", "a::b\n^x", "F\n?\nB ^x", "F\n?\nB\n^x", "a ==b== ^x", "a ==b==\n^x"):
        assert [card.block_id for card in cards(text)] == ["x"], text
        assert all("^" not in card.front + card.back + card.revealed for card in cards(text)), text


def test_escaped_marks_are_no_cloze():
    assert sides(r"a \==b== c") == []


def test_prose_without_separators_gives_nothing():
    assert note("# Title\n\nWords.\n\n- a\n- b?\n") == note("# Title\n\nWords.\n\n- a\n- b?\n")
    assert note("# Title\n\nWords? Yes.\n").cards == ()


def test_masked_separators_are_told_of_once_for_all_fences():
    text = "```\na::b\nc::d\n```\n\n```\ne::f\n```\n\nQ::A"
    assert codes(text) == [(3, "separator-in-code")]


def test_an_escaped_separator_is_not_told_of():
    assert codes(r"a \:: b") == []
    assert codes("see https://a.b/c::d") == [(2, "separator-in-code")]


def test_an_unclosed_fence_is_an_error_and_an_unclosed_comment_a_remark():
    assert codes("a::b\n```\nc") == [(3, "unclosed-fence")]
    found = note("#flashcards\na::b\n<!-- c\nd::e")
    assert [card.front for card in found.cards] == ["a", "d"]
    assert [(remark.line, remark.code) for remark in found.remarks] == [(3, "unclosed-comment")]


def test_many_remarks_of_one_code_become_one():
    found = note("#flashcards\n" + "word:: value\n\n" * 20)
    assert len(found.cards) == 20
    assert [remark.code for remark in found.remarks] == ["dataview-lookalike"]
    assert "19 more" in found.remarks[0].message
