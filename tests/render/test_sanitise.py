"""The boundary before the terminal."""

from __future__ import annotations

import unicodedata

import pytest
from hypothesis import given
from hypothesis import strategies as st

from studykit.render.sanitise import visible

ANY_TEXT = st.text(
    st.one_of(
        st.characters(),
        st.sampled_from(
            "\x00\x07\x1b\x7f\x9b\x9d\r\n\t\u200b\u200c\u200d\u202e\u2066\u2069\ufe0e\ufe0f\ufeff\ud800\udfff"
            "\U000e0041\U000e0100क्ष👩❤a"
        ),
    )
)


@pytest.mark.parametrize(
    ("text", "shown"),
    [
        ("\x1b[31mred\x1b[0m", "␛[31mred␛[0m"),
        ("\x1b]0;title\x07", "␛]0;title␇"),
        ("\x00\x7f\x9b", "␀␡⟨U+009B⟩"),
        ("abc\u202edef", "abc⟨U+202E⟩def"),
        ("\u2066x\u2069", "⟨U+2066⟩x⟨U+2069⟩"),
        ("pass\u200bword", "pass⟨U+200B⟩word"),
        ("\ufeffx", "⟨U+FEFF⟩x"),
        ("x\ud800y", "x⟨U+D800⟩y"),
        ("a\u2028b", "a⟨U+2028⟩b"),
        ("one\r\ntwo\rthree", "one\ntwo␍three"),
        ("a\tb", "a   b"),
        ("x\U000e0041\U000e0042", "x⟨U+E0041⟩⟨U+E0042⟩"),
        ("a\u200db", "a⟨U+200D⟩b"),
    ],
)
def test_what_acts_or_hides_becomes_a_symbol(text: str, shown: str) -> None:
    assert visible(text) == shown


@pytest.mark.parametrize(
    "text",
    [
        "plain", "two\nlines", "注意力机制", "한국어", "naïve café", "∑ᵢ xᵢ² ≤ ℝ", "👩‍👩‍👧",
        "👍🏽", "می‌خواهم",
        "क्‍ष", "🇩🇪", "🏴\U000e0067\U000e0062\U000e0065\U000e006e\U000e0067\U000e007f", "葛\U000e0100",
    ],
)  # fmt: skip
def test_writing_that_needs_no_change_is_left_alone(text: str) -> None:
    assert visible(text) == text


@pytest.mark.parametrize(("text", "shown"), [("❤️!", "❤!"), ("☺︎", "☺"), ("1️⃣", "1⃣"), ("👁️‍🗨️", "👁‍🗨")])
def test_the_selectors_that_change_a_width_are_left_out(text: str, shown: str) -> None:
    assert visible(text) == shown


@given(ANY_TEXT)
def test_no_control_character_is_left(text: str) -> None:
    for character in visible(text):
        assert character == "\n" or unicodedata.category(character) not in ("Cc", "Cs", "Zl", "Zp")
        assert (
            character not in "\u200b\u200e\u200f\u202a\u202b\u202c\u202d\u202e\u2066\u2067\u2068\u2069\ufeff"
        )


@given(ANY_TEXT)
def test_sanitising_twice_changes_nothing(text: str) -> None:
    assert visible(visible(text)) == visible(text)


@given(ANY_TEXT)
def test_the_result_can_be_written_out(text: str) -> None:
    visible(text).encode("utf-8")
