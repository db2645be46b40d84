from __future__ import annotations

from hypothesis import given
from hypothesis import strategies as st

from studykit.cards.model import Rules
from studykit.cli.read import drawn, said
from studykit.session.page import Page, page
from tests.cards.test_properties import PIECES

NOTE = """---
title: The note
tags: [flashcards/a]
---
# One #flashcards/a

A line that was
wrapped, with $x^2$.
- an entry
  of two lines
- another

#flashcards/b #kept

#flashcards/c front::back ^id-1
<!--SR:!2024-01-01,3,250-->
a \\:: b :: c

## Inner
What?
?
This.

^id-2

The ==1;;mean;;hint== and ==sum==.

```py
x::y
```

| a | b |
|---|---|
| 1 | 2 |

```practice
family: softmax
level: 2
```

# Two
std::vector in prose
"""


def read(text: str, **rules: object) -> Page:
    return page(text, "notes/topic.md", Rules(**rules))  # type: ignore[arg-type]


def texts(text: str, **rules: object) -> list[str]:
    return [block.text for block in read(text, **rules).blocks if block.text]


def test_a_note_is_read_without_the_marks_that_nobody_needs() -> None:
    assert texts(NOTE) == [
        "One",
        "A line that was wrapped, with $x^2$.\n- an entry of two lines\n- another",
        "#kept",
        "front :: back\na :: b :: c",
        "Inner",
        "What?\n—\nThis.",
        "The ==mean== and ==sum==.",
        "x::y",
        "| a | b |\n|---|---|\n| 1 | 2 |",
        "(practice) problem: the softmax of a few logits, level 2",
        "Two",
        "std :: vector in prose",
    ]


def test_a_separator_that_makes_no_card_stays_as_it_is() -> None:
    assert texts("std::vector and x::\n\nWhat\n?\n") == ["std::vector and x::", "What ?"]


def test_a_section_goes_to_the_next_heading_of_its_level() -> None:
    whole = read(NOTE)
    assert whole.section(whole.ids["id-2"]).blocks[0].text == "Inner"
    assert whole.section(18).blocks[-1].text.startswith("(practice)")
    assert whole.section(5).blocks[0].text == "One"
    assert [block.text for block in read("above\n\n# One\nin").section(1).blocks] == ["above"]


def test_lines_that_end_for_a_reason_are_not_joined() -> None:
    assert texts("one  \ntwo\\\nthree") == ["one\ntwo\\\nthree"]
    assert texts("Q: what\nA: that\nand more") == ["Q: what\nA: that and more"]
    assert texts("> [!tip] Title\n> some\n> words") == ["> [!tip] Title\n> some words"]
    assert texts("> one\n> more\n>\n> two") == ["> one more\n>\n> two"]
    assert texts("$$\na\n\\\\ b\n$$\nmore")[0].endswith("\nmore")


def test_what_is_indented_under_an_entry_stays_in_its_block() -> None:
    entry = "1. one\n\n   $$\n   x\n   $$\n\n   ```py\n   y\n\n   z\n   ```"
    assert texts(f"{entry}\n\nbehind") == [entry, "behind"]


def test_a_dash_is_no_part_of_the_list_above_it() -> None:
    assert texts("#flashcards\nfront\n- a\n- b\n?\n- c\n") == ["front\n- a\n- b\n\n—\n- c"]


def test_the_end_marker_is_not_shown() -> None:
    assert texts("#flashcards\nf\n?\nb\n\nc\n+++\n", end_marker="+++") == ["f\n—\nb", "c"]


@given(
    st.one_of(st.text(max_size=120), st.lists(st.sampled_from(PIECES), max_size=40).map("".join)),
    st.integers(1, 90),
)
def test_any_text_can_be_read_and_nothing_in_it_acts_on_a_terminal(text: str, width: int) -> None:
    whole = read("#flashcards\n" + text)
    shown = [*drawn(whole, width), *"\n".join(said(whole, spoken=True)).split("\n")]
    assert not any(sign < " " for line in shown for sign in line)
    for line in (1, 5, 99):
        assert set(whole.section(line).blocks) <= set(whole.blocks)


@given(st.lists(st.sampled_from(["word", "other", "\n", "\n\n", "# ", "- ", "> ", "::", "?\n"]), max_size=40))
def test_no_word_is_lost(parts: list[str]) -> None:
    text = " ".join(parts).replace("\n ", "\n")
    whole = read("#flashcards\n" + text)
    for shown in ("\n".join(drawn(whole, 200)), "\n".join(said(whole, spoken=False))):
        assert shown.count("word") + shown.count("other") == text.count("word") + text.count("other")
