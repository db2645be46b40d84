from __future__ import annotations

import pytest

from studykit.cards.note import read_note


def sides(text: str) -> list[tuple[str, str]]:
    return [(card.front, card.back) for card in read_note(f"#flashcards\n{text}\n", "n.md").cards]


@pytest.mark.parametrize(
    "text", ["only a [a::b](http://x) link", "wiki [[a::b]] link", "![[a::b|c]] picture"]
)
def test_a_separator_in_a_link_never_separates(text: str) -> None:
    assert sides(text) == []


def test_a_separator_beside_a_link_does() -> None:
    assert sides("see [[a::b]]::yes") == [("see [[a::b]]", "yes")]


def test_brackets_that_are_no_link_hide_nothing() -> None:
    assert sides("an interval [a::b]") == [("an interval [a", "b]")]
    assert sides("see [1] and [2]::yes") == [("see [1] and [2]", "yes")]
