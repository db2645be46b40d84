"""Odd homes, zones and logs at the command line: one clear line, before anything is asked."""

from __future__ import annotations

import json
import os
import sqlite3
from contextlib import closing
from pathlib import Path

import pytest

from tests.cli.conftest import Run, one_line

pytestmark = pytest.mark.skipif(os.name != "posix", reason="zones and pipes as POSIX has them")


@pytest.fixture
def added(run: Run, notes: Path) -> Path:
    (notes / "note.md").write_text("#flashcards/a\n\nRome::Italy ^rome\n\nParis::France\n", encoding="utf-8")
    assert run("add", str(notes)).returncode == 0
    return notes


@pytest.mark.parametrize("zone", ["UTC+24", "<+25>-25"])
def test_a_zone_a_day_away_is_one_clear_line(launch: Run, added: Path, zone: str) -> None:
    for arguments in (("review", "--plain"), ("due",), ("decks",), ("suspend", "^rome"), ()):
        assert "set TZ" in one_line(launch(*arguments, stdin="\n4\n", TZ=zone))
    assert json.loads(launch("log", "--json", TZ=zone).stdout) == []


@pytest.mark.parametrize("name", ["device", "studykit.db"])
def test_a_pipe_in_the_home_is_one_clear_line(run: Run, home: Path, added: Path, name: str) -> None:
    run("review", "--plain", stdin="\n4\nq\n")
    (home / name).unlink()
    os.mkfifo(home / name)
    for arguments in (("review", "--plain"), ("log",), ("decks",), ("suspend", "^rome")):
        line = one_line(run(*arguments))
        assert name in line
        assert "not a regular file" in line


def test_the_log_shows_whatever_is_stored(run: Run, home: Path, added: Path) -> None:
    run("review", "--plain", stdin="\n4\n\n4\n")
    with closing(sqlite3.connect(home / "studykit.db")) as other, other:
        other.execute("UPDATE event SET at_ms = 9223372036854775807, rating = 77 WHERE seq = 1")
        other.execute("UPDATE event SET tz_min = 99999, body = '{\"voids\": [1]}' WHERE seq = 2")
    first, second = json.loads(run("log", "--json").stdout)
    assert first["at"] is None
    assert first["study_day"] is None
    assert second["at"].endswith("+00:00")
    done = run("log")
    assert done.returncode == 0
    assert "no such time" in done.stdout


def test_a_damaged_event_is_told_of_by_whatever_writes(run: Run, home: Path, added: Path) -> None:
    run("review", "--plain", stdin="\n1\nq\n")
    run("suspend", "^rome")
    with closing(sqlite3.connect(home / "studykit.db")) as other, other:
        other.execute("UPDATE event SET rating = 4")
    for arguments in (("undo",), ("suspend", "^rome"), ("reset", "^rome")):
        done = run(*arguments)
        assert done.returncode == 0
        assert "is not what was written" in done.stderr
        assert "new answers are still saved" in done.stderr


def test_a_damaged_table_of_states_is_mended_by_the_next_review(run: Run, home: Path, added: Path) -> None:
    run("review", "--plain", stdin="\n1\nq\n")
    before = run("due").stdout
    with closing(sqlite3.connect(home / "studykit.db")) as other, other:
        other.execute("DROP TABLE item_state")
    done = run("due")
    assert (done.returncode, done.stdout) == (0, before)
    assert "damaged" in done.stderr
    assert "made anew" in run("review", "--plain", stdin="q\n").stderr
    assert run("due").stderr == ""
