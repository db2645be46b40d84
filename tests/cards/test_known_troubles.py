"""Notes that other tools have read wrongly, each with its number in the list of known troubles."""

from __future__ import annotations

from studykit.cards.model import Form
from tests.cards.reading import cards, codes, note, sides


def test_a_separator_inside_code_never_separates():
    """B001"""
    text = "#flashcards\nUse `typedef std::vector<int> vec;` here."
    assert note(text).cards == ()
    assert [remark.code for remark in note(text).remarks] == ["separator-in-code"]


def test_a_back_keeps_its_whole_fence_and_code_is_no_cloze():
    """B003"""
    fence = '```py\nif b == "x" & c == "x":\n\n    print(1)\n```'
    assert sides(f"What does it print?\n?\n{fence}") == [("What does it print?", fence)]


def test_cards_next_to_a_fence_are_found_and_none_inside_it():
    """B004"""
    text = "```py\nx = 1\n```\n#flashcards\nQ1::A1\n```c\na::b\n```\nQ2::A2"
    assert [(card.front, card.back) for card in note(text).cards] == [("Q1", "A1"), ("Q2", "A2")]


def test_a_fence_closes_only_by_its_own_kind_and_length():
    """B005"""
    assert sides("Q1::A1\n\n~~~~\n```\nx::y\n```\n~~~~\n\nQ2::A2") == [("Q1", "A1"), ("Q2", "A2")]
    assert sides("````\n```\nx::y\n````\nQ::A") == [("Q", "A")]


def test_a_fence_can_be_the_front():
    """B007"""
    fence = "```c\nint f(){return 1;}\n```"
    assert sides(f"{fence}\n?\nreturns 1") == [(fence, "returns 1")]


def test_a_dataview_field_is_a_card_with_a_remark_unless_the_rules_say_field():
    """B008"""
    text = "author:: Someone\nWhat is X?::Y"
    assert sides(text) == [("author", "Someone"), ("What is X?", "Y")]
    assert codes(text) == [(2, "dataview-lookalike")]
    assert sides(text, dataview=True) == [("What is X?", "Y")]
    assert codes(text, dataview=True) == [(2, "dataview-field")]


def test_a_comment_is_taken_out_before_separators_are_looked_for():
    """B009"""
    rules = {"separators": ("->", "->>", "?", "??")}
    assert sides("Q -> A <!--SR:!2025-01-01,3,250-->", **rules) == [("Q", "A")]


def test_a_separator_of_dashes_is_not_found_in_rules_and_comments():
    """B010"""
    text = "Q -- A <!-- x -- y -->\n\n---\n\n<!-- -- -->\n| - | --- |\n"
    rules = {"separators": ("--", "---->", "?", "??")}
    assert sides(text, **rules) == [("Q", "A")]
    assert codes(text, **rules) == []


def test_a_separator_in_the_back_of_a_multi_line_card_starts_no_card():
    """B012"""
    text = "List all\n?\n- alpha :: first letter\n- beta :: second"
    assert sides(text) == [("List all", "- alpha :: first letter\n- beta :: second")]
    assert codes(text) == [(4, "separator-in-back")]


def test_blanks_around_the_question_mark_line_do_not_matter():
    """B013"""
    assert sides("Question\n ? \nAnswer\n\nnext\n?\none") == [("Question", "Answer"), ("next", "one")]


def test_a_front_begins_after_the_nearest_blank_line_above():
    """B014"""
    assert sides("Intro line.\n\nReal question\n?\nAnswer") == [("Real question", "Answer")]


def test_a_second_paragraph_is_told_of_and_belongs_to_the_back_with_an_end_marker():
    """B015"""
    assert sides("Q\n?\npara 1\n\npara 2\n\nQ2::A2") == [("Q", "para 1"), ("Q2", "A2")]
    assert codes("Q\n?\npara 1\n\npara 2\n\nQ2::A2") == [(6, "orphan-paragraph")]
    text = "Q\n?\npara 1\n\npara 2\n+++\n\nQ2::A2"
    assert sides(text, end_marker="+++") == [("Q", "para 1\n\npara 2"), ("Q2", "A2")]
    assert codes(text, end_marker="+++") == []


def test_a_callout_can_be_the_front():
    """B017"""
    assert sides("> [!hint]- Hint\n> text\n?\nanswer") == [("> [!hint]- Hint\n> text", "answer")]


def test_a_table_can_be_the_back():
    """B018"""
    table = "| a | b |\n|---|---|\n| 1 | 2 |"
    assert sides(f"Q\n?\n{table}") == [("Q", table)]


def test_two_blanks_at_a_line_end_stay():
    """B019"""
    assert sides("Q\n?\nline one  \nline two") == [("Q", "line one  \nline two")]


def test_a_list_marker_is_no_part_of_the_front():
    """B020"""
    assert sides("1. a\n   - Q::A\n     - nested child") == [("Q", "A")]


def test_braces_in_maths_are_no_cloze():
    """B021"""
    assert sides(r"Then $\frac{\vec{v}}{\vec{u}}$ holds", curly_cloze=True) == []


def test_a_formula_with_blanks_inside_can_be_hidden():
    """B022"""
    assert sides(r"Euler: ==$$ e^{i\pi}+1=0 $$==") == [("Euler: […]", r"$$ e^{i\pi}+1=0 $$")]


def test_a_cloze_on_a_last_line_without_newline_is_found():
    """B023"""
    assert sides("The capital is ==Paris==") == [("The capital is […]", "Paris")]


def test_only_braces_outside_maths_hide():
    """B024"""
    text = r"If $\frac{\partial^2 p}{\partial L^2}<0$ then {$\frac{\partial p}{\partial L}=0$}"
    assert sides(text, curly_cloze=True) == [
        (r"If $\frac{\partial^2 p}{\partial L^2}<0$ then […]", r"$\frac{\partial p}{\partial L}=0$")
    ]


def test_braces_in_an_address_are_text_and_marks_pair_from_the_left():
    """B025"""
    text = "==a==b==c== >>[t](app://x/?nb={51d4}&p=3)"
    assert [back for _, back in sides(text, curly_cloze=True)] == ["a", "c"]


def test_braces_inside_a_formula_do_not_end_a_cloze():
    """B026"""
    assert sides("Test: {1:${c}$}", curly_cloze=True) == [("Test: […]", "${c}$")]


def test_latex_is_kept_byte_for_byte():
    """B027"""
    assert sides(r"Set $\{M\}$ is finite::yes") == [(r"Set $\{M\}$ is finite", "yes")]


def test_braces_inside_a_cloze_are_balanced():
    """B029"""
    assert sides(r"\[{{c1:: {{x}} }}\]", curly_cloze=True) == [(r"\[[…]\]", "{{x}}")]
    assert sides(r"\[{{c1:: {{x}} }}\]") == []
    assert codes(r"\[{{c1:: {{x}} }}\]") == [(2, "curly-cloze-off")]


def test_unbalanced_braces_are_an_error_and_no_card():
    """B030"""
    text = "{{c1::function f() {}}\n}"
    assert sides(text, curly_cloze=True) == []
    assert codes(text, curly_cloze=True) == [(2, "unbalanced-braces")]


def test_a_factorial_before_a_bracket_makes_no_image():
    """B031"""
    found = note("C: Notation: [$x!$]\nDefinition: [$x$ has a normal form.]").cards
    assert [card.back for card in found] == ["$x!$", "$x$ has a normal form."]


def test_a_bracket_inside_code_does_not_end_a_deletion():
    """B032"""
    assert [card.back for card in note("C: Key: [`\\[`]\nAction: [slower]").cards] == ["`\\[`", "slower"]


def test_a_tag_in_the_front_matter_makes_cards():
    """B035"""
    for value in ("[flashcards/maths]", "flashcards/maths, other", '"#flashcards/maths"', "flashcards/maths"):
        found = note(f"---\ntags: {value}\n---\nQ::A").cards
        assert [(card.decks, card.line) for card in found] == [(("maths",), 4)], value


def test_a_quoted_tag_in_a_yaml_list_makes_cards():
    """B036"""
    assert [card.decks for card in note('---\ntags:\n  - "#flashcards"\n---\nQ::A').cards] == [
        ("flashcards",)
    ]


def test_a_card_above_the_first_tag_is_in_the_deck_of_that_tag():
    """B037"""
    found = note("Q::A\n#flashcards/x\nQ2::A2").cards
    assert [(card.front, card.back, card.decks) for card in found] == [
        ("Q", "A", ("x",)),
        ("Q2", "A2", ("x",)),
    ]


def test_the_nearest_tag_line_above_names_the_deck():
    """B038"""
    found = note("Q1::A1\n\n#flashcards/a\n\nQ2::A2\n\n#flashcards/b\n\nQ3::A3").cards
    assert [card.decks for card in found] == [("a",), ("a",), ("b",)]


def test_a_schedule_comment_never_becomes_a_card_even_with_crlf():
    """B070"""
    rows = [f"Question {n}::Answer {n}\r\n<!--SR:!2024-01-01,3,250-->\r\n" for n in range(221)]
    found = note("#flashcards\r\n\r\n" + "\r\n".join(rows)).cards
    assert len(found) == 221
    assert not any("SR" in card.front + card.back for card in found)


def test_crlf_gives_the_same_cards_and_ids():
    """B153"""
    text = "---\ntags: flashcards\n---\n# H\n\nQ::A\n\nF\n?\nB1\nB2\n\nA ==c== and ==d==.\n"
    assert note(text.replace("\n", "\r\n")) == note(text)


def test_a_schedule_comment_may_share_the_separator_line():
    """B156"""
    rules = {"separators": ("::", ":::", "▽", "▽▽")}
    assert sides("Q\n▽ <!--SR:!2024-12-03,1,140-->\nA", **rules) == [("Q", "A")]
    assert sides("Q\n? <!--SR:!2024-12-03,1,140-->\nA") == [("Q", "A")]


def test_a_blank_line_in_a_fence_does_not_end_the_back():
    """B158"""
    assert sides("Q\n?\n~~~\nline 1\n\nline 2\n~~~") == [("Q", "~~~\nline 1\n\nline 2\n~~~")]


def test_two_equal_cards_are_two_cards():
    """B040, B159"""
    first, second = cards("Q::A\n\nQ::A")
    assert (first.form, first.occurrence, second.occurrence) == (Form.INLINE, 1, 2)
    assert first.id != second.id
