from __future__ import annotations

from hypothesis import given
from hypothesis import strategies as st

from studykit.cards.section import Section, around

NOTE = """---
tags: x
---
before

# One
text of one

```py
# no heading
```

## Inner
inner text

# Two
text of two
"""


def test_a_section_goes_to_the_next_heading_of_its_level_and_keeps_its_inner_ones() -> None:
    section = around(NOTE, 7)
    assert section.path == ("One",)
    assert section.line == 6
    assert section.text.startswith("text of one")
    assert section.text.endswith("## Inner\ninner text")


def test_an_inner_section_knows_the_headings_above_it() -> None:
    assert around(NOTE, 14) == Section(("One", "Inner"), "inner text", 13)


def test_a_number_sign_in_code_is_no_heading() -> None:
    assert around(NOTE, 10).path == ("One",)


def test_above_the_first_heading_there_is_no_path_and_no_front_matter() -> None:
    assert around(NOTE, 4) == Section((), "before", 4)


def test_the_last_section_goes_to_the_end() -> None:
    assert around(NOTE, 99) == Section(("Two",), "text of two", 16)


@given(st.text(alphabet="#`-\n ab:", max_size=80), st.integers(-2, 60))
def test_any_text_and_line_give_a_section(text: str, line: int) -> None:
    assert around(text, line).line >= 1


COURSE = """# Topic

Why it is so.

## Flashcards

#flashcards/a

x::y

z::w
"""


def test_lines_that_ask_and_answer_are_left_out_and_the_explanation_is_shown() -> None:
    assert around(COURSE, 9, {9, 11}) == Section(("Topic",), "Why it is so.", 1)


def test_what_stands_beside_the_cards_is_kept() -> None:
    section = around(COURSE.replace("z::w", "A word about it."), 9, {9})
    assert section == Section(("Topic", "Flashcards"), "A word about it.", 5)
