from __future__ import annotations

import json
import os
import sqlite3
import subprocess
import sys
from concurrent.futures import ThreadPoolExecutor
from pathlib import Path
from typing import Any

import pytest

from tests.cli.conftest import Run, one_line

LONG = "x" * 300
NOTE = "#flashcards/a\n\n# Capitals\n\nParis:::France\n\nRome::Italy ^rome\n"


@pytest.fixture
def added(run: Run, notes: Path) -> Path:
    (notes / "note.md").write_text(NOTE, encoding="utf-8")
    assert run("add", str(notes)).returncode == 0
    return notes


def js(run: Run, *arguments: str) -> Any:
    done = run(*arguments, "--json")
    assert done.stderr == ""
    return json.loads(done.stdout)


def test_cards_have_the_documented_shape(run: Run, added: Path) -> None:
    cards = js(run, "cards")
    assert [(card["front"], card["back"], card["form"]) for card in cards] == [
        ("Paris", "France", "inline-both"),
        ("France", "Paris", "inline-both"),
        ("Rome", "Italy", "inline"),
    ]
    assert list(cards[0]) == [
        "id", "form", "front", "back", "hint", "decks", "context", "file", "line", "siblings",
    ]  # fmt: skip
    assert cards[0]["siblings"] == cards[1]["siblings"]
    assert cards[0]["context"] == ["Capitals"]
    assert cards[0]["decks"] == ["a"]
    assert cards[2]["line"] == 7


def test_cards_of_a_path_need_no_library_and_keep_the_path_as_given(run: Run, notes: Path) -> None:
    (notes / "note.md").write_text(NOTE, encoding="utf-8")
    cards = js(run, "cards", "notes", "--deck", "A")
    assert {card["file"] for card in cards} == {"notes/note.md"}


def test_decks_count_what_will_really_be_shown(run: Run, added: Path) -> None:
    assert js(run, "decks") == [{"deck": "a", "new": 2, "learning": 0, "due": 0, "total": 3}]


def test_a_review_is_logged_and_shows_in_due_and_decks(run: Run, added: Path) -> None:
    done = run("review", "--plain", stdin="\n1\nq\n")
    assert done.returncode == 0
    assert "saved" in done.stdout.splitlines()
    (event,) = js(run, "log")
    assert list(event) == [
        "id", "kind", "item", "at", "study_day", "rating", "duration_ms", "device", "body",
    ]  # fmt: skip
    assert (event["kind"], event["rating"]) == ("review", 1)
    (due,) = js(run, "due")
    assert list(due) == ["item", "kind", "deck", "due", "state"]
    assert (due["item"], due["state"], due["deck"]) == (event["item"], "learning", "a")
    assert js(run, "decks")[0]["learning"] == 1


def test_undo_takes_back_one_deed_at_a_time(run: Run, added: Path) -> None:
    run("suspend", "^rome")
    run("review", "--plain", "--limit", "1", stdin="\n4\n")
    assert "review" in run("undo").stdout
    assert "suspend" in run("undo").stdout
    assert "nothing" in run("undo").stdout
    assert [event["kind"] for event in js(run, "log")] == ["suspend", "review", "undo", "undo"]
    assert js(run, "decks")[0]["new"] == 2


def test_suspend_bury_and_back(run: Run, added: Path) -> None:
    for away, back in (("suspend", "unsuspend"), ("bury", "unbury")):
        assert run(away, "^rome").returncode == 0
        assert js(run, "decks")[0]["new"] == 1
        assert "nothing to do" in run(away, "^rome").stdout
        assert run(back, "^rome").returncode == 0
        assert js(run, "decks")[0]["new"] == 2
    assert len(js(run, "log")) == 4


def test_reset_makes_an_item_new_and_keeps_its_history(run: Run, added: Path) -> None:
    run("review", "--plain", "--limit", "1", stdin="\n4\n")
    item = js(run, "log")[0]["item"]
    assert run("reset", item).returncode == 0
    assert js(run, "decks")[0]["new"] == 2
    assert [event["kind"] for event in js(run, "log")] == ["review", "reset"]


def test_an_item_can_be_named_by_the_beginning_of_its_id(run: Run, added: Path) -> None:
    rome = js(run, "cards")[2]["id"]
    assert rome in run("suspend", rome[:6]).stdout


def test_add_says_what_it_found_and_writes_nothing_into_the_notes(run: Run, notes: Path) -> None:
    (notes / "note.md").write_text(NOTE, encoding="utf-8")
    before = {path: path.read_bytes() for path in notes.rglob("*")}
    assert "3 cards" in run("add", "notes").stdout
    assert "already" in run("add", "notes").stdout
    run("review", "--plain", stdin="\n3\nq\n")
    assert {path: path.read_bytes() for path in notes.rglob("*")} == before


def test_remove_takes_a_folder_out_and_keeps_the_history(run: Run, added: Path) -> None:
    run("review", "--plain", "--limit", "1", stdin="\n4\n")
    assert run("remove", "notes").returncode == 0
    assert js(run, "decks") == []
    assert len(js(run, "log")) == 1
    run("add", "notes")
    assert js(run, "decks")[0]["new"] == 1  # the other card; the sibling of the reviewed one waits


def test_the_course_is_in_the_library_until_it_is_removed(run: Run, home: Path) -> None:
    (home / "settings.toml").unlink()
    assert js(run, "decks")[0]["deck"] == "ai-ml"
    run("remove", "course")
    assert js(run, "decks") == []
    run("add", "course")
    assert js(run, "decks")[0]["deck"] == "ai-ml"


def test_locate_names_every_place(run: Run, home: Path, added: Path) -> None:
    out = run("locate").stdout
    for place in (home, home / "studykit.db", home / "settings.toml", added):
        assert str(place) in out


def test_without_a_terminal_the_bare_command_sums_up_today(run: Run, added: Path) -> None:
    done = run()
    assert done.returncode == 0
    assert "2 new" in done.stdout
    assert "review --plain" in done.stdout


def test_a_path_as_the_first_word_limits_the_view_and_adds_nothing(run: Run, added: Path) -> None:
    other = added.parent / "other"
    other.mkdir()
    (other / "more.md").write_text("#flashcards\nx::y\n", encoding="utf-8")
    assert "1 new" in run("other").stdout
    assert "other" not in run("locate").stdout


def test_global_options_stand_before_and_after_the_command(run: Run, tmp_path: Path) -> None:
    elsewhere = str(tmp_path / "elsewhere")
    assert elsewhere in run("--home", elsewhere, "locate").stdout
    assert elsewhere in run("locate", "--home", elsewhere).stdout
    assert run("--version").stdout == run("locate", "--version").stdout


def test_reading_commands_create_nothing(run: Run, tmp_path: Path) -> None:
    elsewhere = tmp_path / "elsewhere"
    for name in ("decks", "due", "log", "cards", "check", "locate"):
        assert run("--home", str(elsewhere), name).returncode == 0
    assert not elsewhere.exists()


def test_check_exits_1_for_errors_and_0_for_remarks(run: Run, notes: Path) -> None:
    (notes / "note.md").write_text("#flashcards\nempty::\n\nx::y\n", encoding="utf-8")
    done = run("check", "notes")
    assert done.returncode == 0
    assert done.stdout.startswith("notes/note.md:2: ")
    (notes / "note.md").write_text("#flashcards\nx::y\n```\nnever closed\n", encoding="utf-8")
    assert run("check", "notes").returncode == 1
    done = run("check", "notes", "--json")
    assert done.returncode == 1
    assert {remark["level"] for remark in json.loads(done.stdout)} == {"error"}


def test_check_lists_what_a_formula_needed_mended(run: Run, notes: Path) -> None:
    (notes / "note.md").write_text("#flashcards\nhalf::$\\frac{1}{2$\n", encoding="utf-8")
    (remark,) = js(run, "check", "notes")
    assert (remark["line"], remark["code"]) == (2, "formula")


def test_json_on_stdout_cannot_steer_a_terminal(run: Run, notes: Path) -> None:
    (notes / "note.md").write_text("#flashcards\n\x1b[31mred\x9b::\u202eback\n", encoding="utf-8")
    done = run("cards", "notes", "--json")
    assert not set(done.stdout) & set("\x1b\x9b\u202e")
    (card,) = json.loads(done.stdout)
    assert card["front"] == "\x1b[31mred\x9b"
    for shown in (
        run("cards", "notes").stdout,
        run("add", "notes").stdout,
        run("review", stdin="\n3\n").stdout,
    ):
        assert not set(shown) & set("\x1b\x9b\u202e")


# what bad input gets


def test_an_unknown_command_names_near_matches(run: Run) -> None:
    assert "did you mean review" in one_line(run("reveiw"))


@pytest.mark.parametrize(
    "arguments", [("cards", "gone"), ("check", "gone"), ("add", "gone"), ("decks", "--nope")]
)
def test_a_missing_folder_or_option_is_one_clear_line(run: Run, arguments: tuple[str, ...]) -> None:
    assert arguments[-1] in one_line(run(*arguments))


def test_a_block_id_means_all_that_the_text_asks(run: Run, notes: Path) -> None:
    (notes / "note.md").write_text("#flashcards\nfoo:::bar ^both\n", encoding="utf-8")
    run("add", "notes")
    assert len(run("suspend", "^both").stdout.splitlines()) == 2


def test_too_short_an_id_says_how_long_it_must_be(run: Run, added: Path) -> None:
    assert "at least 4 characters" in one_line(run("suspend", "c42"))


def test_a_home_that_is_a_file_is_one_clear_line(run: Run, notes: Path) -> None:
    (notes / "file").touch()
    assert "must be a folder" in one_line(run("log", "--home", "notes/file"))


def test_the_log_names_the_cards_and_what_was_taken_back(run: Run, added: Path) -> None:
    run("review", "--plain", "--limit", "1", stdin="\n4\n")
    assert "Paris" in run("undo").stdout
    out = run("log").stdout
    assert "review (taken back)" in out
    assert "Paris" in out


def test_a_folder_can_be_reviewed_in_lines_without_adding_it(run: Run, notes: Path) -> None:
    (notes / "note.md").write_text("#flashcards\nfoo::bar\n", encoding="utf-8")
    assert "--in notes" in run("notes").stdout
    done = run("review", "--plain", "--in", "notes", stdin="\n4\n")
    assert "saved" in done.stdout.splitlines()


def test_an_empty_folder_is_named(run: Run, notes: Path) -> None:
    assert "no cards were found in notes" in run("notes").stdout


def test_an_unknown_item_is_one_clear_line(run: Run, added: Path) -> None:
    assert "^rom" in one_line(run("suspend", "^rom"))


def test_an_unknown_deck_names_what_there_is(run: Run, added: Path) -> None:
    assert "there are: a" in one_line(run("review", "--plain", "zzz"))


@pytest.mark.parametrize(
    "arguments", [("--limit", "0"), ("--limit", "x"), ("--minutes", "-1"), ("--seed", "1.5")]
)
def test_a_number_that_makes_no_sense_is_one_clear_line(run: Run, arguments: tuple[str, ...]) -> None:
    assert arguments[0] in one_line(run("review", *arguments))


def test_a_note_that_is_not_utf8_is_named_and_the_others_still_work(run: Run, notes: Path) -> None:
    (notes / "bad.md").write_bytes(b"#flashcards\nx::\xff\xfe\n")
    (notes / "good.md").write_text("#flashcards\nx::y\n", encoding="utf-8")
    done = run("cards", "notes")
    assert done.returncode == 0
    assert "bad.md" in done.stderr
    assert "1 card" in done.stdout


def test_notes_without_a_card_tag_are_never_silently_empty(run: Run, notes: Path) -> None:
    (notes / "note.md").write_text("x::y\n", encoding="utf-8")
    for name in ("cards", "add", "check"):
        done = run(name, "notes")
        assert "decks_from" in done.stdout + done.stderr


def test_a_library_folder_that_is_gone_is_said_and_the_rest_works(run: Run, added: Path) -> None:
    added.rename(added.with_name("moved"))
    done = run("decks")
    assert done.returncode == 0
    assert str(added) in done.stderr


def test_a_home_that_cannot_be_written_is_one_clear_line(run: Run, notes: Path) -> None:
    (notes / "note.md").write_text(NOTE, encoding="utf-8")
    assert "/dev/null/home" in one_line(run("review", "--plain", "--home", "/dev/null/home"))
    assert "/dev/null/home" in one_line(run("add", "notes", "--home", "/dev/null/home"))


def test_a_broken_settings_file_is_said_and_the_defaults_are_used(run: Run, home: Path) -> None:
    (home / "settings.toml").write_text("course = 'maybe'\nfoldrs = []\n", encoding="utf-8")
    done = run("decks")
    assert done.returncode == 0
    assert "did you mean `folders`" in done.stderr
    assert "true or false" in done.stderr
    (home / "settings.toml").write_text("course = [", encoding="utf-8")
    assert "TOML" in run("decks").stderr


def test_a_damaged_database_is_one_clear_line(run: Run, home: Path, added: Path) -> None:
    (home / "studykit.db").write_text("this is no database, only text " * 400, encoding="utf-8")
    assert "studykit.db" in one_line(run("decks"))


def test_a_database_of_a_newer_version_is_refused_and_left_alone(run: Run, home: Path, added: Path) -> None:
    run("review", "--plain", "--limit", "1", stdin="\n4\n")
    with sqlite3.connect(home / "studykit.db") as database:
        database.execute("PRAGMA user_version = 999")
    before = (home / "studykit.db").read_bytes()
    assert "newer" in one_line(run("review", "--plain"))
    assert (home / "studykit.db").read_bytes() == before


def test_debug_shows_where_an_error_came_from(launch: Run) -> None:
    assert "Traceback" in launch("cards", "gone", "--debug").stderr


@pytest.mark.parametrize(
    "arguments",
    [
        ("~nosuchuser",),
        ("add", "~nosuchuser/x"),
        ("x" * 300,),
        ("cards", "x" * 300),
        ("check", ""),
        ("add", ""),
    ],
)
def test_a_name_that_can_be_no_path_is_one_clear_line(run: Run, arguments: tuple[str, ...]) -> None:
    assert "own" not in one_line(run(*arguments))


def test_an_empty_home_is_refused_and_not_taken_for_the_usual_one(run: Run) -> None:
    assert "--home" in one_line(run("locate", "--home", ""))


@pytest.mark.parametrize("folder", ["/a\\u0000b", "LOOP", f"/{LONG}", "/nowhere/at/all"])
def test_one_bad_folder_of_the_library_is_told_and_the_rest_is_read(
    run: Run, home: Path, notes: Path, folder: str
) -> None:
    (notes / "note.md").write_text(NOTE, encoding="utf-8")
    (notes.parent / "loop").symlink_to(notes.parent / "loop")
    folder = folder.replace("LOOP", str(notes.parent / "loop"))
    (home / "settings.toml").write_text(
        f'course = false\nfolders = ["{folder}", "{notes}"]\n', encoding="utf-8"
    )
    done = run("decks", "--json")
    assert json.loads(done.stdout)[0]["total"] == 3
    assert len(done.stderr.splitlines()) == 1


def test_a_line_feed_in_a_file_name_forges_no_line(run: Run, notes: Path) -> None:
    (notes / "a\nstudykit: fake.md").write_text("#flashcards\nx::y\n```\n", encoding="utf-8")
    for done in (run("check", "notes"), run("cards", "notes"), run("add", "notes")):
        assert not any(line.startswith("studykit: fake") for line in (done.stdout + done.stderr).splitlines())


def test_a_huge_formula_is_not_quoted_whole(run: Run, notes: Path) -> None:
    (notes / "note.md").write_text("#flashcards\nx::$" + "\\foo{a}" * 3000 + "$\n", encoding="utf-8")
    assert all(len(line) < 300 for line in run("check", "notes").stdout.splitlines())


def test_many_bad_notes_are_told_in_a_few_lines(run: Run, notes: Path) -> None:
    for number in range(30):
        (notes / f"{number}.md").write_bytes(b"\xff")
    run("add", "notes")
    lines = run("decks").stderr.splitlines()
    assert len(lines) == 4
    assert "27 more" in lines[-1]


def test_bytes_on_stdin_that_are_no_text_do_not_end_a_review(run: Run, added: Path, home: Path) -> None:
    done = subprocess.run(
        [sys.executable, "-m", "studykit", "review", "--plain"],
        input=b"\xff\n\n4\nq\n",
        capture_output=True,
        env={**os.environ, "STUDYKIT_HOME": str(home), "PYTHONIOENCODING": "utf-8"},
        timeout=60,
        check=False,
    )
    assert done.returncode == 0
    assert b"saved" in done.stdout.splitlines()


@pytest.mark.parametrize(
    "command", ["decks >&-", "review --plain <&-", "review --plain >&-", "log 2>&-", "<&-"]
)
def test_closed_streams_break_nothing(added: Path, home: Path, command: str) -> None:
    done = subprocess.run(
        ["/bin/sh", "-c", f"{sys.executable} -m studykit --home {home} {command}"],
        capture_output=True,
        text=True,
        timeout=60,
        check=False,
    )
    assert done.returncode == 0, done.stderr
    assert done.stderr == ""


def test_an_output_that_is_full_is_one_clear_line(added: Path, home: Path) -> None:
    done = subprocess.run(
        ["/bin/sh", "-c", f"{sys.executable} -m studykit --home {home} decks >/dev/full"],
        capture_output=True,
        text=True,
        timeout=60,
        check=False,
    )
    assert done.returncode == 2
    assert "cannot be written" in done.stderr


def test_minutes_that_are_no_number_are_refused(run: Run) -> None:
    assert "--minutes" in one_line(run("review", "--minutes", "nan"))


def test_folders_added_at_once_are_all_kept(launch: Run, home: Path, notes: Path) -> None:
    folders = [notes / str(number) for number in range(6)]
    for folder in folders:
        folder.mkdir()
    with ThreadPoolExecutor() as pool:
        done = list(pool.map(lambda folder: launch("add", str(folder)), folders))
    assert [each.returncode for each in done] == [0] * 6
    assert all(str(folder) in (home / "settings.toml").read_text(encoding="utf-8") for folder in folders)


def test_settings_that_cannot_be_read_are_told_and_stop_nothing(run: Run, home: Path) -> None:
    (home / "settings.toml").unlink()
    os.mkfifo(home / "settings.toml")
    done = run("decks")
    assert done.returncode == 0
    assert "no regular file" in done.stderr


def test_a_folder_in_the_settings_may_begin_with_a_tilde_and_must_be_whole(
    launch: Run, home: Path, notes: Path
) -> None:
    (notes / "note.md").write_text(NOTE, encoding="utf-8")
    (home / "settings.toml").write_text("course = false\nfolders = ['~/notes', 'rel']\n", encoding="utf-8")
    done = launch("decks", "--json", HOME=str(notes.parent))
    assert json.loads(done.stdout)[0]["total"] == 3
    assert "'rel'" in done.stderr


PRACTISED = "#flashcards/a\none::1\n\n```practice\nfamily: dot-product\n```\n"


@pytest.fixture
def practised(run: Run, notes: Path) -> Path:
    (notes / "note.md").write_text(PRACTISED, encoding="utf-8")
    assert run("add", str(notes)).returncode == 0
    return notes


def test_practice_blocks_are_items_and_no_cards(run: Run, practised: Path) -> None:
    assert [card["front"] for card in js(run, "cards")] == ["one"]
    assert js(run, "decks") == [{"deck": "a", "new": 2, "learning": 0, "due": 0, "total": 2}]
    done = run("review", "--plain", stdin="\n4\n\n\n:q\n")
    assert done.stdout.splitlines().count("saved") == 2
    (due,) = js(run, "due")
    assert (due["item"], due["kind"], due["deck"]) == ("x:dot-product:auto", "problem", "a")
    assert "problem: the dot product of two vectors" in run("due").stdout
    assert js(run, "log")[-1]["body"]["family"] == "dot-product"
    assert "problem: the dot product of two vectors" in run("log").stdout


def test_what_can_be_done_to_a_card_can_be_done_to_a_problem(run: Run, practised: Path) -> None:
    for word, told in (("suspend", "suspended"), ("unsuspend", "back"), ("bury", "buried")):
        assert told in run(word, "x:dot-product").stdout
    assert "bury of problem: the dot product" in run("undo").stdout
    assert "did you mean x:dot-product:auto?" in one_line(run("suspend", "x:dot-prodct:auto"))


def test_check_tells_of_practice_blocks_that_name_nothing(run: Run, notes: Path) -> None:
    text = "#flashcards/a\n```practice\nfamily: softmx\n```\n\n```practice\nfamly: softmax\n```\n"
    (notes / "note.md").write_text(text, encoding="utf-8")
    done = run("check", str(notes))
    assert done.returncode == 1
    assert "note.md:2: error: there is no family of problems 'softmx' (did you mean softmax" in done.stdout
    assert "note.md:7: error: a practice block has no key 'famly' (did you mean `family`?)" in done.stdout
