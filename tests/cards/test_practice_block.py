"""Practice blocks: what they put into a deck, and what is said of those that cannot be used."""

from __future__ import annotations

from pathlib import Path

import pytest
from hypothesis import given
from hypothesis import strategies as st

from studykit.cards import library
from studykit.cards.model import Exercise, Note
from studykit.cards.note import read_note


def read(text: str) -> Note:
    return read_note(text, "note.md")


def block(*lines: str, fence: str = "```") -> str:
    return "\n".join((f"{fence}practice", *lines, fence, ""))


def test_a_block_that_names_a_family_and_a_level_is_an_exercise() -> None:
    text = "#flashcards/a\n\n# One\n\n## Two\n\n" + block("family: dot-product", "level: 2")
    assert read(text).exercises == (
        Exercise("x:dot-product:2", "dot-product", 2, ("a",), ("One", "Two"), "note.md", 7),
    )


@pytest.mark.parametrize("level", [(), ("level: auto",), ("level: Auto",), ("level:",)])
def test_without_a_level_it_is_chosen_at_showing(level: tuple[str, ...]) -> None:
    (exercise,) = read("#flashcards\n" + block("family: dot-product", *level)).exercises
    assert (exercise.id, exercise.level, exercise.is_derivation) == ("x:dot-product:auto", None, False)


def test_a_block_that_names_a_derivation() -> None:
    (exercise,) = read("#flashcards\n" + block("derivation: var-dot-product")).exercises
    assert (exercise.id, exercise.level, exercise.is_derivation) == ("d:var-dot-product", None, True)


@pytest.mark.parametrize(
    "written",
    [
        block('family: "dot-product"', "level: '2'"),
        block("Family : Dot-Product", "", "# a remark", "level: 2  # the harder one"),
        block("level: 2", "family: dot-product", fence="~~~~"),
        block("family: dot-product", "level: 2").replace("practice", "PRACTICE"),
        "``` practice\nfamily: dot-product\nlevel: 2\n```\n",
        "- an entry\n  ```practice\n  family: dot-product\n  level: 2\n  ```\n",
        "> ```practice\n> family: dot-product\n> level: 2\n> ```\n",
        block("family: dot-product", "level: 2").replace("\n", "\r\n"),
    ],
)
def test_a_block_may_be_written_in_many_ways(written: str) -> None:
    note = read("#flashcards/a\n\n" + written)
    assert [exercise.id for exercise in note.exercises] == ["x:dot-product:2"]
    assert not note.remarks


def test_its_deck_is_found_as_that_of_a_card() -> None:
    blocks = [block(f"family: f{i}") for i in range(3)]
    text = f"---\ntags: [flashcards/front]\n---\n{blocks[0]}\n#flashcards/a #flashcards/b\n{blocks[1]}"
    assert [each.decks for each in read(text).exercises] == [("front",), ("a", "b")]
    assert read(blocks[2]).exercises[0].decks == ("note",)  # without any tag: as `Q:` cards


def test_a_block_is_no_card_and_ends_the_one_above() -> None:
    text = "#flashcards\nfront::back\n" + block("family: a :: b") + "A ==hole==\n" + block("family: ==c==")
    note = read(text)
    assert [(card.front, card.back) for card in note.cards] == [("front", "back"), ("A […]", "hole")]
    assert [each.name for each in note.exercises] == ["a :: b", "==c=="]


@pytest.mark.parametrize(
    ("lines", "line", "message", "mend"),
    [
        (("famly: dot-product",), 3, "no key 'famly'", "did you mean `family`?"),
        (("family: a", "colour: red"), 4, "no key 'colour'", "family, level, derivation"),
        (("family: a", "just words"), 4, "'just words' is no `key: value`", "family, level, derivation"),
        (("family: [a", "- b"), 4, "'- b' is no `key: value`", "family"),
        (("family: a", "family: b"), 4, "`family` is there twice", "take one"),
        (("family: a", "level: two"), 2, "the level 'two' is no whole number", "1 to 4"),
        (("family: a", "level: 2.5"), 2, "no whole number", "1 to 4"),
        (("family: a", "level: -1"), 2, "no whole number", "1 to 4"),
        ((), 2, "names no family and no derivation", "family: NAME"),
        (("level: 2",), 2, "names no family and no derivation", "family: NAME"),
        (("family: a", "derivation: b"), 2, "both a family and a derivation", "family: NAME"),
        (("derivation: b", "level: 2"), 2, "a derivation has no level", "take `level` out"),
    ],
)
def test_a_block_that_says_nothing_usable_is_an_error_with_its_line(
    lines: tuple[str, ...], line: int, message: str, mend: str
) -> None:
    note = read("#flashcards\n" + block(*lines))
    assert note.exercises == ()
    (remark,) = note.remarks
    assert (remark.file, remark.line, remark.level, remark.code) == ("note.md", line, "error", "bad-practice")
    assert message in remark.message
    assert mend in remark.mend


@pytest.mark.parametrize(
    "code",
    [
        "```practiced\nfamily: a\n```\n",
        "```practice-run\nfamily: a\n```\n",
        "```python practice\nfamily: a\n```\n",
        "````\n" + block("family: a") + "````\n",
    ],
)
def test_code_that_only_looks_alike_is_no_block(code: str) -> None:
    assert read("#flashcards\n" + code).exercises == ()


def test_a_block_is_no_part_of_an_answer_that_it_touches() -> None:
    asked = "Q: What?\nA: This.\n" + block("family: c") + "\nprose\n"
    note = read("#flashcards\n" + asked + "\nWhy?\n?\nSo.\n" + block("family: d") + "\nprose\n")
    assert [(card.front, card.back) for card in note.cards] == [("What?", "This."), ("Why?", "So.")]
    assert [each.name for each in note.exercises] == ["c", "d"]
    assert not note.remarks


def test_the_same_item_in_several_blocks_is_one_in_all_their_decks(tmp_path: Path) -> None:
    for name, deck in (("1.md", "a"), ("2.md", "B"), ("3.md", "A")):
        text = f"#flashcards/{deck}\n" + block("family: dot-product", "level: 1")
        (tmp_path / name).write_text(text, encoding="utf-8")
    reading = library.read([tmp_path])
    (exercise,) = reading.exercises
    assert exercise.decks == ("a", "B")
    assert Path(exercise.file).name == "1.md"


def test_a_note_that_asks_the_same_twice_is_told(tmp_path: Path) -> None:
    text = "#flashcards\n" + block("family: a") + block("family: a", "level: 1") + block("family: A")
    (tmp_path / "1.md").write_text(text, encoding="utf-8")
    reading = library.read([tmp_path])
    assert len(reading.exercises) == 2
    (remark,) = reading.remarks
    assert (remark.line, remark.level, remark.code) == (9, "remark", "duplicate-practice")
    assert "line 2 asks the same already" in remark.message


@pytest.mark.parametrize("word", ["practise", "Pratice", "practices"])
def test_a_fence_that_is_called_nearly_so_is_told(word: str) -> None:
    note = read(f"#flashcards\n```{word}\nfamily: a\n```\n")
    assert note.exercises == ()
    (remark,) = note.remarks
    assert (remark.line, remark.level) == (2, "remark")
    assert "call it `practice`" in remark.mend
    assert not read(f"#flashcards\n```{word}\nprose\n```\n").remarks


def test_a_fence_that_is_called_as_one_of_its_lines_is_told() -> None:
    note = read("#flashcards\n```derivation: var-dot-product\n```\n")
    (remark,) = note.remarks
    assert "with the line `derivation: NAME` in it" in remark.mend


def test_another_level_is_another_item() -> None:
    text = "#flashcards\n" + "\n".join(
        block("family: a", *level) for level in ((), ("level: 1",), ("level: 2",))
    )
    assert [each.id for each in read(text).exercises] == ["x:a:auto", "x:a:1", "x:a:2"]


@given(st.lists(st.text("family: dx12#\n\t`~>-'\" []{}:", max_size=30), max_size=6))
def test_whatever_a_block_holds_it_is_an_exercise_or_an_error(lines: list[str]) -> None:
    note = read("#flashcards\n" + block(*lines))
    assert note.exercises or any(remark.level == "error" for remark in note.remarks)
