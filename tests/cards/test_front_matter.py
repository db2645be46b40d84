import subprocess
import sys

import pytest

from studykit.cards import front_matter
from tests.cards.reading import note


def test_front_matter_is_read_and_its_lines_are_counted():
    found = front_matter.read("---\ntags: [a, b]\ndeck: Maths\n---\ntext")
    assert (found.words("tags"), found.text("deck"), found.lines) == (("a", "b"), "Maths", 4)


@pytest.mark.parametrize(
    "text", ["", "text\n---\na: b\n---", "---\na: b\n", " ---\na: b\n---\n", "----\na: b\n---\n"]
)
def test_only_a_closed_block_at_the_very_top_is_front_matter(text):
    assert front_matter.read(text) == front_matter.NONE


def test_values_stay_as_written():
    found = front_matter.read("---\ndeck: no\ndate: 2024-99-99\nTags: '#x'\n---\n")
    assert (found.text("deck"), found.text("date"), found.words("tags")) == ("no", "2024-99-99", ("x",))


@pytest.mark.parametrize(
    "yaml",
    [
        "tags: [a",
        "a: b: c",
        "\t- a",
        "'",
        "- a\n- b",
        "[" * 5000,
        "a: " + "x" * 70_000,
        "- - " * 5000,
        "a: !!x b",
    ],
)
def test_bad_yaml_is_an_error_with_its_line_and_the_note_is_still_read(yaml):
    found = note(f"---\n{yaml}\n---\n#flashcards\nQ::A")
    assert [card.front for card in found.cards] == ["Q"]
    if yaml != "a: !!x b":
        assert [(remark.code, remark.level) for remark in found.remarks] == [("bad-front-matter", "error")]
        assert 1 <= found.remarks[0].line <= 4


def test_an_alias_bomb_is_refused():
    bomb = "a: &a [x, x]\n" + "\n".join(f"b{n}: [*a, *a, *a]" for n in range(60))
    found = note(f"---\n{bomb}\n---\n#flashcards\nQ::A")
    assert [remark.code for remark in found.remarks] == ["bad-front-matter"]
    assert len(found.cards) == 1


def test_front_matter_holds_no_cards():
    found = note("---\ntitle: a::b\ntags: flashcards\n---\nQ::A")
    assert [(card.front, card.line) for card in found.cards] == [("Q", 5)]


def test_a_byte_order_mark_does_not_hide_the_front_matter():
    assert len(note("\ufeff---\ntags: flashcards\n---\nQ::A").cards) == 1


def test_yaml_is_imported_only_for_a_note_with_front_matter():
    code = (
        "import sys; from studykit.cards import library; from studykit.cards.note import read_note; "
        "read_note('#flashcards\\nQ::A', 'a.md'); assert 'yaml' not in sys.modules; "
        "read_note('---\\ntags: flashcards\\n---\\nQ::A', 'a.md'); assert 'yaml' in sys.modules"
    )
    subprocess.run([sys.executable, "-c", code], check=True)
