"""Card Markdown as plain lines."""

from __future__ import annotations

import unicodedata

import pytest
from hypothesis import given
from hypothesis import strategies as st

from studykit.render.text import plain


@pytest.mark.parametrize(
    ("markdown", "shown"),
    [
        ("What is $QK^T$ if $Q$ is $n \\times d_k$?", "What is QKᵀ if Q is n × dₖ?"),
        ("**$x$** and *$y$*", "x and y"),
        ("$$\n\\frac{a}{b}\n$$", "a/b"),
        ("a $$x^2$$ b", "a x² b"),
        ("costs $5 and $6, for $x$", "costs $5 and $6, for x"),
        ("$ x$ and $x $ and $x$5", "$ x$ and $x $ and $x$5"),
        (r"\$5 and \$6", "$5 and $6"),
        (r"$\$5$", "$5"),
        ("`$x$` and ``a ` b``", "$x$ and a ` b"),
        ("$a$\n\n$b", "a\n\n$b"),
        ("[[page|text]], [[page]], [[page#part]]", "text, page, page › part"),
        ("![[image.png]] ![[image.png|300]] ![[a.png|a cat]]", "image.png image.png a cat (a.png)"),
        ("![alt](src.png) [text](https://x.org/a_b_c)", "alt (src.png) text (https://x.org/a_b_c)"),
        ("[text](url \"title\") <https://x.org> https://x.org/_b_", "text (url) https://x.org https://x.org/_b_"),
        ("**https://x.org/a_b**", "https://x.org/a_b"),
        ("**bold** __bold__ *it* _it_ ***both*** ~~gone~~ ==marked==", "bold bold it it both gone marked"),
        ("snake_case_name, 2 * 3 * 4", "snake_case_name, 2 * 3 * 4"),
        ("a == b and c == d, **kwargs", "a == b and c == d, **kwargs"),
        ("`a *b* [[c]] <!-- d -->`", "a *b* [[c]] <!-- d -->"),
        ("```python\nx = *a*  # $5 [[y]]\n```\nafter", "x = *a*  # $5 [[y]]\nafter"),
        ("~~~\na\n```\n~~~", "a\n```"),
        ("> ```\n> code\n> ```\n> text", "code\n│ text"),
        ("- one\n  * two\n1. three\n- [ ] open\n- [x] done", "• one\n  • two\n1. three\n☐ open\n☑ done"),
        ("> quote\n> > deeper", "│ quote\n│ │ deeper"),
        ("> [!question] Why\n> Because", "│ Question: Why\n│ Because"),
        ("| a | b |\n|---|:-:|\n| 1 | $\\|x\\|$ |", "a │ b\n1 │ ‖x‖"),
        ("| a \\| b | [[p\\|q]] |", "a | b │ q"),
        ("# Title #\n\n---\ntext", "Title\n\n───\ntext"),
        ("a<!-- hidden -->b <!--SR:!2024-01-01,3,250-->", "ab"),
        ("<!-- one\ntwo -->rest", "rest"),
        ("a <!-- never closed", "a <!-- never closed"),
        ("a %%note%% b", "a  b"),
        ("x \\:: y", "x :: y"),
        ("[bold]hi[/bold] [/ [", "[bold]hi[/bold] [/ ["),
        ("\x1b[31m &#27; &lt;b&gt;", "␛[31m  <b>"),
        ("&#x202e;x", "⟨U+202E⟩x"),
        ("#tag stays, and <b>html</b> too", "#tag stays, and <b>html</b> too"),
        ("", ""),
        ("*", "*"),
        ("the […] of it", "the […] of it"),
    ],
)  # fmt: skip
def test_markdown_becomes_readable_lines(markdown: str, shown: str) -> None:
    assert plain(markdown) == shown


MARKS = [
    "$", "$$", "`", "```", "~~~", "\n", "\n\n", "[", "]", "[[", "]]", "(", ")", "|", "*", "**", "_", "==",
    "~~", "\\", "<!--", "-->", "%%", "<", ">", "- ", "# ", "http://", "&#27;", "&", "x", "1", " ",
    "\\frac", "{", "}", "![", "](", "\x00", "\x001\x01", "\x02", "\x1b", "\u202e",
]  # fmt: skip
MARKDOWN = st.lists(st.sampled_from(MARKS) | st.text(max_size=3), max_size=60).map("".join)


@given(MARKDOWN)
def test_nothing_makes_it_raise_and_nothing_unsafe_is_left(markdown: str) -> None:
    for character in plain(markdown):
        assert character == "\n" or unicodedata.category(character) not in ("Cc", "Cs")


@given(st.text(st.characters(categories=["L", "N"]), max_size=60))
def test_words_pass_unchanged(text: str) -> None:
    assert plain(text) == text


HOSTILE = [
    "$", "$a ", "$$ $", "[", "[a](", "[[", "![", "`", "*a", "**a ", "_a", "==a", "<!--", "%%", "\\", "&a",
    "|", "> ", "- ", "```\n", "http://", "<a:", "\n", "{", "\x1b", "$x^", "$\\frac{", "$\\left(", "$}",
    "~~~ ",
]  # fmt: skip


@pytest.mark.parametrize("unit", HOSTILE)
@pytest.mark.parametrize("frame", ["{}", "${}$", "a {}\n\nb"])
def test_hostile_text_takes_time_by_its_length_alone(unit: str, frame: str) -> None:
    # Nothing is timed: at this size anything quadratic takes a minute, and these a tenth of a second.
    plain(frame.replace("{}", unit * (40_000 // len(unit))))
