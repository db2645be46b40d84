from __future__ import annotations

from hypothesis import given
from hypothesis import strategies as st

from studykit.render.wrap import columns, wrapped


def test_an_entry_of_a_list_goes_on_under_its_first_word() -> None:
    assert wrapped("• one two three four five", 20) == ["• one two three four", "  five"]
    assert wrapped("│ │ one two three four", 20) == ["│ │ one two three", "│ │ four"]
    assert wrapped("short\n\nlines stay", 20) == ["short", "", "lines stay"]


def test_wide_letters_count_as_two_columns_and_marks_as_none() -> None:
    assert (columns("漢字"), columns("e\u0301"), columns("abc")) == (4, 1, 3)
    assert wrapped("漢" * 15, 20) == ["漢" * 10, "漢" * 5]


@given(st.text(st.sampled_from("ab │•漢 \n\u0301"), max_size=200), st.integers(1, 60))
def test_no_line_is_too_wide_and_no_letter_is_lost(text: str, width: int) -> None:
    lines = wrapped(text, width)
    assert all(columns(line) <= max(width, 20) for line in lines)
    for sign in "ab漢•":
        assert "".join(lines).count(sign) == text.count(sign)
