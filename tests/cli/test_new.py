from __future__ import annotations

import json
import os
from pathlib import Path

import pytest

from studykit import paths
from tests.cli.conftest import Run, one_line

NOTE = "#flashcards/a\n\nx::y\n"


@pytest.fixture
def added(run: Run, notes: Path) -> Path:
    (notes / "note.md").write_text(NOTE, encoding="utf-8")
    assert run("add", str(notes)).returncode == 0
    return notes


def test_a_card_is_written_and_its_place_and_id_are_printed(run: Run, added: Path) -> None:
    done = run("new", "A", "--front", "Rome", "--back", "Italy")
    assert (done.returncode, done.stderr) == (0, "")
    assert (added / "note.md").read_text(encoding="utf-8") == NOTE + "\nRome::Italy\n"
    place, item = done.stdout.split()
    assert place == f"{added / 'note.md'}:5"
    cards = json.loads(run("cards", "--json").stdout)
    assert [(card["id"], card["line"], card["decks"]) for card in cards][1] == (item, 5, ["a"])


def test_both_ways_prints_both_items(run: Run, added: Path) -> None:
    done = run("new", "a", "--front", "Rome", "--back", "Italy", "--both")
    first, second = (line.split()[1] for line in done.stdout.splitlines())
    assert second == f"{first}.r"


def test_from_a_pipe_the_first_line_is_the_front_and_the_rest_the_back(run: Run, added: Path) -> None:
    assert run("new", "a", stdin="Rome\r\nItaly\r\nand more\r\n").returncode == 0
    assert (added / "note.md").read_text(encoding="utf-8") == NOTE + "\nRome\n?\nItaly\nand more\n"
    assert run("new", "a", "--front", "Oslo", stdin="Norway\n").returncode == 0
    assert run("new", "a", "--back", "Spain", stdin="Madrid\nignored\n").returncode == 0
    text = (added / "note.md").read_text(encoding="utf-8")
    assert "\nOslo::Norway\n" in text
    assert "\nMadrid::Spain\n" in text


def test_an_unknown_deck_is_made_in_a_note_of_its_own_and_said(run: Run, added: Path) -> None:
    done = run("new", "geo/cities", "--front", "Rome", "--back", "Italy")
    note = added / "geo-cities.md"
    assert note.read_text(encoding="utf-8") == "#flashcards/geo/cities\n\nRome::Italy\n"
    assert "'geo/cities' is a new deck" in done.stderr
    assert f"{note} is a new note" in done.stderr
    assert done.stdout.startswith(f"{note}:3  ")


def test_where_folders_are_decks_a_new_deck_is_a_folder(run: Run, added: Path, home: Path) -> None:
    with (home / "settings.toml").open("a", encoding="utf-8") as file:
        file.write('decks_from = "folders"\n')
    assert run("new", "geo/cities", "--front", "Rome", "--back", "Italy").returncode == 0
    assert (added / "geo" / "cities" / "cities.md").read_text(encoding="utf-8") == "Rome::Italy\n"
    assert run("new", "geo/cities", "--front", "Oslo", "--back", "Norway").returncode == 0
    assert run("new", "notes", "--front", "Bern", "--back", "Switzerland").returncode == 0
    decks = {card["front"]: card["decks"] for card in json.loads(run("cards", "--json").stdout)}
    assert decks == {"Rome": ["geo/cities"], "Oslo": ["geo/cities"], "x": ["notes"], "Bern": ["notes"]}


def test_the_latest_note_of_a_deck_is_taken(run: Run, added: Path) -> None:
    for name, when in (("one.md", 2_000_000_000), ("two.md", 1_000_000_000)):
        (added / name).write_text(f"#flashcards/b\n\n{name}::y\n", encoding="utf-8")
        os.utime(added / name, (when, when))
    assert str(added / "one.md") in run("new", "b", "--front", "Rome", "--back", "Italy").stdout


def test_a_named_note_is_written_to_wherever_it_is_and_links_and_permissions_stay(
    run: Run, added: Path, tmp_path: Path
) -> None:
    real = tmp_path / "real.md"
    real.write_bytes("\ufeff#flashcards/a\r\n".encode())
    real.chmod(0o640)
    link = tmp_path / "link.md"
    link.symlink_to(real)
    done = run("new", "a", "--front", "Rome", "--back", "Italy", "--file", "link.md")
    assert "not in the library" in done.stderr
    assert done.stdout.startswith("link.md:3  ")
    assert real.read_bytes() == "\ufeff#flashcards/a\r\n\r\nRome::Italy\r\n".encode()
    assert real.stat().st_mode & 0o777 == 0o640
    assert link.is_symlink()
    assert sorted(path.name for path in tmp_path.iterdir()) == ["home", "link.md", "notes", "real.md"]


def test_the_course_is_never_written_to(run: Run, added: Path, home: Path) -> None:
    (home / "settings.toml").write_text(f"folders = ['{added}']\n", encoding="utf-8")
    place = run("new", "ai-ml", "--front", "Rome", "--back", "Italy").stdout
    assert place.startswith(str(added / "ai-ml.md"))
    note = paths.course() / "scaled-dot-product-attention.md"
    before = note.read_bytes()
    assert "course" in one_line(run("new", "ai-ml", "--front", "f", "--back", "b", "--file", str(note)))
    assert note.read_bytes() == before


def test_without_a_folder_of_ones_own_it_says_how_to_add_one(run: Run) -> None:
    assert "studykit add FOLDER" in one_line(run("new", "a", "--front", "f", "--back", "b"))


def test_a_card_that_is_there_already_is_not_written_again(run: Run, added: Path) -> None:
    assert "note.md:3" in one_line(run("new", "b", "--front", " x", "--back", "y"))
    assert [path.name for path in added.iterdir()] == ["note.md"]


@pytest.mark.parametrize(
    ("arguments", "said"),
    [
        (("--front", "", "--back", "b"), "front is empty"),
        (("--front", "f", "--back", " "), "back is empty"),
        (("--front", "f\x1b[31m", "--back", "b"), "U+001B"),
        (("--front", "f", "--back", "b\n\nc"), "blank line"),
        (("--front", "f", "--back", "b", "--file", "gone/x.md"), "no such folder"),
        (("--front", "f", "--back", "b", "--file", "notes"), "folder"),
        (("--front", "f", "--back", "b", "--file", "x.txt"), ".md"),
        (("--front", "f", "--back", "b", "--file", "/dev/null/x.md"), "no such folder"),
        (("--front", "f", "--back", "b", "--file", "/proc/x.md"), "cannot be"),
        (("--front", "f", "--back", "b", "--file", "x" * 300 + ".md"), "cannot be"),
        (("--front", "f", "--back", "b", "--file", "~no-such-user/x.md"), "home"),
    ],
)
def test_bad_input_is_one_clear_line_and_changes_nothing(
    run: Run, added: Path, arguments: tuple[str, ...], said: str
) -> None:
    assert said in one_line(run("new", "a", *arguments))
    assert {path.name: path.read_text(encoding="utf-8") for path in added.iterdir()} == {"note.md": NOTE}


def test_input_that_ends_at_once_is_one_clear_line(run: Run, added: Path) -> None:
    assert "front is empty" in one_line(run("new", "a"))
    assert "back is empty" in one_line(run("new", "a", stdin="front\n"))


def test_a_note_that_cannot_be_read_or_written_is_one_clear_line(run: Run, added: Path) -> None:
    card = ("new", "a", "--front", "f", "--back", "b", "--file")
    (added / "bad.md").write_bytes(b"#flashcards/a\n\xff")
    os.mkfifo(added / "pipe.md")
    (added / "loop.md").symlink_to(added / "loop.md")
    (added / "locked.md").write_text(NOTE.replace("x", "z"), encoding="utf-8")
    (added / "locked.md").chmod(0o444)
    before = {path.name for path in added.iterdir()}
    assert "UTF-8" in one_line(run(*card, "notes/bad.md"))
    assert "no regular file" in one_line(run(*card, "notes/pipe.md"))
    assert "loop.md" in one_line(run(*card, "notes/loop.md"))
    assert "read-only" in one_line(run(*card, "notes/locked.md"))
    assert {path.name for path in added.iterdir()} == before
    assert (added / "bad.md").read_bytes() == b"#flashcards/a\n\xff"
