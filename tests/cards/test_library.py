from __future__ import annotations

import os
from pathlib import Path

import pytest

from studykit.cards import library
from studykit.cards.model import Rules
from studykit.errors import StudyError


def write(root: Path, **files: str) -> Path:
    """Writes notes; `__` in a name stands for a folder."""
    for name, text in files.items():
        path = root / (name.replace("__", "/") + ".md")
        path.parent.mkdir(parents=True, exist_ok=True)
        path.write_text(text, encoding="utf-8")
    return root


TAG = "#flashcards\n\n"


def test_notes_of_a_folder_and_its_sub_folders_are_read_in_order_of_name(tmp_path, monkeypatch):
    write(tmp_path, decks__b=TAG + "b::1", decks__a__z=TAG + "z::1", decks__c=TAG + "c::1")
    (tmp_path / "decks" / "no.txt").write_text(TAG + "x::1")
    monkeypatch.chdir(tmp_path)
    found = library.read([Path("decks")])
    assert found.files == ("decks/a/z.md", "decks/b.md", "decks/c.md")
    assert [(card.front, card.file) for card in found.cards] == [
        ("z", "decks/a/z.md"),
        ("b", "decks/b.md"),
        ("c", "decks/c.md"),
    ]
    assert found.remarks == ()
    assert library.read([Path()]).files == found.files


def test_hidden_folders_are_skipped(tmp_path):
    write(tmp_path, **{".obsidian__a": TAG + "a::1", ".trash__b": TAG + "b::1", ".git__c": TAG + "c::1"})
    assert library.read([tmp_path]).files == ()


def test_a_file_is_read_whatever_its_ending_and_only_once(tmp_path):
    note = tmp_path / "note.txt"
    note.write_text(TAG + "a::1")
    write(tmp_path, b__c=TAG + "c::1")
    found = library.read([note, tmp_path, tmp_path / "b", tmp_path / "b" / "c.md", note])
    assert found.files == (str(note), str(tmp_path / "b" / "c.md"))


def test_a_missing_path_is_an_error_with_a_near_match(tmp_path):
    write(tmp_path, maths=TAG)
    with pytest.raises(StudyError) as error:
        library.read([tmp_path / "math.md"])
    assert error.value.where == str(tmp_path / "math.md")
    assert error.value.hint == f"did you mean {tmp_path / 'maths.md'}?"


def test_a_file_that_is_not_utf8_is_an_error_and_the_others_are_read(tmp_path):
    write(tmp_path, a=TAG + "a::1", c=TAG + "c::1")
    (tmp_path / "b.md").write_bytes(b"#flashcards\ncaf\xe9::x")
    found = library.read([tmp_path])
    assert [card.front for card in found.cards] == ["a", "c"]
    assert [(r.file, r.line, r.level, r.code) for r in found.remarks] == [
        (str(tmp_path / "b.md"), 2, "error", "not-utf8")
    ]


def test_a_byte_order_mark_is_no_part_of_the_text(tmp_path):
    (tmp_path / "a.md").write_bytes(b"\xef\xbb\xbfQ: a\r\nA: b\r\n")
    assert [card.front for card in library.read([tmp_path]).cards] == ["a"]


@pytest.mark.skipif(not hasattr(os, "mkfifo"), reason="no named pipes here")
def test_pipes_and_link_loops_are_skipped_with_a_remark(tmp_path):
    write(tmp_path, a=TAG + "a::1", sub__b=TAG + "b::1")
    os.mkfifo(tmp_path / "pipe.md")
    (tmp_path / "self.md").symlink_to("self.md")
    (tmp_path / "gone.md").symlink_to("nothing")
    (tmp_path / "sub" / "up").symlink_to(tmp_path)
    found = library.read([tmp_path, tmp_path / "pipe.md"])
    assert [card.front for card in found.cards] == ["a", "b"]
    assert [(Path(remark.file).name, remark.code) for remark in found.remarks] == [
        ("gone.md", "broken-link"),
        ("pipe.md", "not-a-file"),
        ("pipe.md", "not-a-file"),
        ("self.md", "link-loop"),
        ("up", "link-loop"),
    ]
    assert all(remark.level == "remark" for remark in found.remarks)


@pytest.mark.skipif(not hasattr(os, "mkfifo"), reason="no named pipes here")
def test_a_pipe_is_never_waited_for(tmp_path):
    from studykit.cards.vault import read_text

    os.mkfifo(tmp_path / "pipe.md")
    remarks = []
    assert read_text(str(tmp_path / "pipe.md"), remarks) is None
    assert [remark.code for remark in remarks] == ["not-a-file"]


def test_linked_notes_and_folders_are_read_once(tmp_path):
    write(tmp_path, real__a=TAG + "a::1", vault__b=TAG + "b::1")
    (tmp_path / "vault" / "linked").symlink_to(tmp_path / "real")
    (tmp_path / "vault" / "note.md").symlink_to(tmp_path / "real" / "a.md")
    found = library.read([tmp_path / "vault"])
    assert [card.front for card in found.cards] == ["b", "a"]


def test_copies_are_counted_over_all_notes_and_told_of(tmp_path):
    write(tmp_path, a=TAG + "q::a", b=TAG + "q:::a\n\nx::y ^id", c=TAG + "z::y ^id")
    found = library.read([tmp_path])
    assert [card.occurrence for card in found.cards] == [1, 2, 2, 1, 2]
    assert len({card.id for card in found.cards}) == 5
    assert [(Path(r.file).name, r.line, r.code) for r in found.remarks] == [
        ("b.md", 3, "duplicate"),
        ("c.md", 3, "duplicate-block-id"),
    ]
    assert f"{tmp_path / 'a.md'}:3" in found.remarks[0].message


def test_ids_stay_when_a_note_is_renamed(tmp_path):
    one = library.read([write(tmp_path / "1", a=TAG + "q::a", b=TAG + "r::b")])
    two = library.read([write(tmp_path / "2", z__x=TAG + "r::b\n\nq::a")])
    assert {card.id for card in one.cards} == {card.id for card in two.cards}


def test_zero_cards_are_never_silent(tmp_path):
    write(tmp_path, a="tags: #biology\n\nq #biology::a\nr::b", b="text")
    (remark,) = library.read([tmp_path]).remarks
    assert (remark.level, remark.code, remark.line) == ("remark", "no-card-tag", 3)
    assert "2 lines look like a card" in remark.message and "#flashcards" in remark.message
    assert 'decks_from = "folders"' in remark.mend and 'card_tags = ["biology"]' in remark.mend


def test_the_tags_of_one_folder_do_not_explain_the_silence_of_another(tmp_path):
    write(tmp_path, one__a=TAG + "q::a", two__b="r::b")
    found = library.read([tmp_path / "one", tmp_path / "two"])
    assert [remark.code for remark in found.remarks] == ["no-card-tag"]
    assert library.read([tmp_path]).remarks == ()


def test_prose_alone_gives_no_remark(tmp_path):
    write(tmp_path, a="# Title\n\nWords.", b="")
    assert library.read([tmp_path]).remarks == ()


def test_folders_can_be_the_decks(tmp_path):
    root = write(tmp_path / "vault", a="q::a", maths__b="r::b", maths__sets__c="s::c\n\nQ: t\nA: d")
    found = library.read([root], Rules(decks_from="folders"))
    assert [card.decks for card in found.cards] == [("vault",), ("maths",), ("maths/sets",), ("maths/sets",)]
    assert found.remarks == ()


def test_a_deck_includes_its_sub_decks_and_is_found_without_case(tmp_path):
    write(tmp_path, a="#flashcards/Maths\nq::a\n#flashcards/maths/sets\nr::b\n#flashcards/mathsx\ns::c")
    found = library.read([tmp_path]).cards
    assert [card.front for card in library.in_deck(found, "MATHS")] == ["q", "r"]
    assert [card.front for card in library.in_deck(found, "maths/Sets")] == ["r"]
    assert library.in_deck(found, "other") == ()
    assert library.deck_names(found) == ("Maths", "Maths/sets", "mathsx")


def test_the_same_deck_in_several_notes_is_shown_as_first_spelled(tmp_path):
    write(tmp_path, a="#flashcards/Maths\nq::a", b="#flashcards/MATHS/x\nr::b")
    assert [card.decks for card in library.read([tmp_path]).cards] == [("Maths",), ("Maths/x",)]


def test_every_card_is_found_again_in_its_file(tmp_path):
    text = TAG + "q::a\n\nq::a\n\nx:::y\n\n==c== ==d== ^id\n\nQ: e\nA: f"
    root = write(tmp_path, a=text, b__c=text)
    for rules in (Rules(), Rules(decks_from="folders")):
        for card in library.read([root], rules).cards:
            assert library.reread(card, [root], rules) == card


def test_a_moved_card_is_found_and_a_changed_one_is_gone(tmp_path):
    root = write(tmp_path, a=TAG + "q::a\n\nr::b")
    first, second = library.read([root]).cards
    write(tmp_path, a=TAG + "# New\n\nq:::a\n\nr::c")
    moved = library.reread(first, [root])
    assert moved is not None
    assert (moved.id, moved.line, moved.context) == (first.id, 5, ("New",))
    assert library.reread(second, [root]) is None
    (tmp_path / "a.md").write_bytes(b"\xff")
    assert library.reread(first, [root]) is None
    (tmp_path / "a.md").unlink()
    assert library.reread(first, [root]) is None


def test_folders_deeper_than_calls_may_be_are_read(tmp_path, monkeypatch):
    monkeypatch.chdir(tmp_path)
    here = Path()
    depth = 1200
    try:
        for _ in range(depth):
            Path("d").mkdir()
            os.chdir("d")
        Path("a.md").write_text(TAG + "q::a")
    finally:
        os.chdir(tmp_path)
    found = library.read([here])
    Path(*["d"] * depth, "a.md").unlink()
    for level in range(depth, 0, -1):  # a recursive removal would fail at this depth
        Path(*["d"] * level).rmdir()
    assert [card.front for card in found.cards] == ["q"]
