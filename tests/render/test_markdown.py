"""A card's Markdown as laid-out lines."""
# ruff: noqa: E501 (the tables of cases read better unbroken)

from __future__ import annotations

import re
from pathlib import Path

import pytest
from hypothesis import given
from hypothesis import strategies as st

from studykit.cards.model import Card, Form
from studykit.render.markdown import LONGEST, Document, Line, lay_out, read, revealed

GOLDEN = Path(__file__).with_name("golden_markdown.txt")
KINDS = {
    "paragraph": "Some **bold _and slanted_** words, `code`, ~~gone~~ and ==marked==, with $\\frac{QK^T}{\\sqrt{d_k}}$ in "
    "the middle of a sentence that has to be wrapped.",
    "hard breaks": "line one  \nline two\\\nline three<br>line four\nline five",
    "lists": "Steps:\n- one\n  - nested, with more words than fit on a line of forty columns\n- [ ] open\n- [x] done\n\n"
    "1. first\n2. second\n\n   more of the second",
    "display maths": "Before\n$$\n\\text{softmax}\\left(\\frac{QK^T}{\\sqrt{d_k}}\\right)V\n$$\nafter, and $$x^2$$ inside.",
    "table": "| term | meaning | $d_k$ |\n|---|:-:|--:|\n| query | what is asked for by a position | $\\frac{1}{2}$ |\n"
    "| **key** | $\\|x\\|$ or `a` | 3 | further |",
    "code": "```python\ndef f(x):\n    return x @ 'a long string that is never wrapped, however narrow'\n```\n"
    "~~~unknown words\nplain\n~~~",
    "quotes": "> quoted text that is long enough to be wrapped at forty\n> > deeper\n\n> [!question] Why\n> Because",
    "links": "[text](https://x.org/a_b) <https://y.org> [[page|label]] [[page#part]] ![[image.png|300]] ![alt](src.png)",
    "rules and headings": "# Title\ntext\n\n---\n\n## Part ##",
    "footnotes": "A claim[^1] and another[^none].\n\n[^1]: Where it is from.\n\n[ref]: https://kept.org",
    "comments": "a %%hidden%% b <!-- hidden --> c\n\n%%\nhidden\n\nhidden\n%%\nd <!-- never closed",
    "hostile": "[bold]x[/bold] [/ [@click=app.quit]y[/] \x1b[31m &#x202e; \x9b",
}  # fmt: skip


def shown(markdown: str, width: int = 78) -> str:
    return "\n".join(line.text for line in lay_out(read(markdown), width))


def styles(lines: tuple[Line, ...], text: str) -> set[str]:
    return {style for line in lines for span in line.spans if text in span.text for style in span.styles}


def _golden() -> str:
    parts = [
        f"#### {kind}, {width}\n{shown(text, width)}\n" for kind, text in KINDS.items() for width in (40, 78)
    ]
    return "\n".join(parts)


def test_every_kind_looks_as_it_did() -> None:
    """After a wanted change: `python -m tests.render.test_markdown` writes the file anew; read the difference."""
    assert _golden() == GOLDEN.read_text(encoding="utf-8")


@pytest.mark.parametrize(
    ("markdown", "text", "style"),
    [
        ("a **b** c", "b", "strong"),
        ("a _b_ c", "b", "emphasis"),
        ("a ~~b~~ c", "b", "struck"),
        ("a ==b== c", "b", "mark"),
        ("a ==_b_== c", "b", "mark"),
        ("`b`", "b", "code"),
        ("$b$ c", "b", "maths"),
        ("[b](c)", "b", "link"),
        ("[b](c)", "c", "address"),
        ("# b", "b", "heading"),
        ("```python\nreturn 1\n```", "return", "keyword"),
    ],
)
def test_a_look_has_a_name(markdown: str, text: str, style: str) -> None:
    assert style in styles(lay_out(read(markdown), 40), text)


def _cloze(text: str, back: str) -> Card:
    return Card("id", Form.CLOZE, "", back, "", (), (), "n.md", 1, "id", revealed=text)


@pytest.mark.parametrize(
    ("text", "back", "answer"),
    [
        ("a ==b== c", "b", "b"),
        ("==a== and ==b==", "b", "b"),
        ("x ==_b_ d== c", "_b_ d", "b d"),
        ("x ==$\\frac12$== c", "$\\frac12$", "1/2"),
        ("$a + ==b==$", "b", "a + b"),
        ("```\nx = ==1==\n```", "1", "x = 1"),
        ("| a |\n|---|\n| ==b== |", "b", "b"),
    ],
)
def test_the_answer_of_a_cloze_is_marked(text: str, back: str, answer: str) -> None:
    lines = lay_out(revealed(_cloze(text, back)), 40)
    found = "".join(span.text for line in lines for span in line.spans if "answer" in span.styles)
    assert found == answer
    assert not re.search("[\ue000\ue001]|==", "".join(line.text for line in lines))


def test_a_text_with_private_use_characters_is_shown_as_it_is() -> None:
    lines = lay_out(revealed(_cloze("\ue000 ==b==", "b")), 40)
    assert "\ue000 b" in lines[0].text


def test_what_is_left_out_of_a_huge_text_is_said() -> None:
    document = read("word *x*\n" * 250_000)
    assert document.left_out > 2_000_000
    assert f"{document.left_out} more characters stand in the note" in lay_out(document, 78)[-1].text


def test_a_table_that_fits_nowhere_is_wide_and_whole() -> None:
    head = "|".join(f" column{i:02} is wide " for i in range(12))
    lines = lay_out(read(f"|{head}|\n|{'---|' * 12}\n"), 40)
    assert all(line.wide for line in lines)
    assert all(f"column{i:02}" in "".join(line.text for line in lines) for i in range(12))


def test_deep_nesting_loses_no_text() -> None:
    assert "deep" in shown("> " * 400 + "deep", 20)
    assert "deep" in shown("- " * 400 + "deep", 20)
    rows = "\n".join(f"{'  ' * i}- row{i}" for i in range(90))
    assert all(f"row{i}" in shown(rows, 20) for i in range(90))


_BITS = st.sampled_from(
    [
        " ", "\n", "\n\n", "*", "**", "_", "`", "```", "$", "$$", "|", "| a | b |\n|---|---|\n", "- ", "1. ", "> ", "# ",
        "==", "[[", "]]", "[", "](", ")", "![", "%%", "<!--", "-->", "<br>", "\\", "&amp;", "&#27;", "\x1b[31m", "\u202e",
        "~~", "    ", "$\\frac{a}{b}$", "注意", "e\u0301", "[^1]", "[^1]: ", "---\n", "\ue000", "\ue001", "[!q] ", "\t", "x", "7",
    ]
)  # fmt: skip
_ACTING = re.compile("[\x00-\x1f\x7f-\x9f\u200e\u200f\u202a-\u202e\u2066-\u2069]")


@given(st.lists(_BITS, max_size=40).map("".join) | st.text(max_size=60), st.sampled_from([1, 8, 20, 40, 78]))
def test_any_text_is_laid_out_within_its_width_and_acts_on_nothing(text: str, width: int) -> None:
    for line in lay_out(read(text), width):
        assert line.wide or line.width <= max(width, 8)
        assert not _ACTING.search(line.text)


_WORDS = st.lists(st.from_regex(r"[a-z]{1,9}[0-9]", fullmatch=True), min_size=1, max_size=5).map(" ".join)
_FORMS = [
    "{}", "**{}**", "_{}_", "=={}==", "~~{}~~", "`{}`", "$$\n{}\n$$", "- {}", "7) {}", "> {}", "> [!note] {}", "# {}",
    "| {} | b |\n|---|---|\n| {} | {} | {} |", "```\n{}\n```", "```{}\n```", "[{}](u)", "![{}](u)", "![[{}]]", "[[u|{}]]",
    "[^a]: {}", "[a]: {}", "^[{}]", "<div>{}</div>", "    {}", "- [ ] {}", "{}\n---", "a[^a] {}\n\n[^a]: b", "{}\\\n{}",
    "[/{}", "[bold]{}[/]", "$ {} $", "%% {}", "<!-- {}",
]  # fmt: skip


@given(
    st.lists(st.tuples(st.sampled_from(_FORMS), _WORDS), min_size=1, max_size=5),
    st.sampled_from(["\n", "\n\n"]),
)
def test_every_word_of_the_source_is_shown(parts: list[tuple[str, str]], between: str) -> None:
    text = between.join(form.replace("{}", words) for form, words in parts)
    if text.count("%%") > 1:
        return  # what stands between two of them is a comment
    found = re.sub(r"[\s│]", "", "".join(line.text for line in lay_out(read(text), 10_000)))
    for form, words in parts:
        for word in words.split() if "$$" not in form else re.findall("[a-z]|[0-9]", words):
            assert word in found


def test_an_empty_text_is_no_lines() -> None:
    assert read(" \n") == Document()
    assert lay_out(Document(), 40) == ()
    assert LONGEST < 100_000


if __name__ == "__main__":
    GOLDEN.write_text(_golden(), encoding="utf-8")
