"""What goes wrong with disks and files: a clear word, nothing lost, and the next try works."""

from __future__ import annotations

import os
import sqlite3
import subprocess
import sys
import tempfile
from collections.abc import Iterator
from contextlib import closing, contextmanager
from pathlib import Path

import pytest

from studykit.clock import Moment
from studykit.errors import StudyError
from studykit.log.event import Draft
from studykit.log.store import FILE, NotSaved, Store
from studykit.memory.replay import reduce

MS = 1_772_442_000_000
ANSWER = Draft("review", MS, 60, item="a", rating=3)
LARGE = Draft("review", MS, 60, item="a", rating=3, body={"answer": "x" * 20_000})


@pytest.fixture
def home(tmp_path: Path) -> Path:
    with Store.open(tmp_path) as store:
        store.append(ANSWER, reduce)
    return tmp_path


def test_a_home_under_a_file_is_refused(tmp_path: Path) -> None:
    (tmp_path / "file").write_text("")
    with pytest.raises(StudyError) as caught:
        Store.open(tmp_path / "file" / "home")
    assert str(tmp_path / "file" / "home") in str(caught.value)
    assert "--home" in str(caught.value)


@pytest.mark.skipif(not Path("/proc/self").exists(), reason="needs a folder that nobody can write")
def test_a_home_that_cannot_be_written_is_refused() -> None:
    with pytest.raises(StudyError, match="check that the folder exists and may be written"):
        Store.open(Path("/proc/studykit"))


@pytest.mark.skipif(os.name != "posix", reason="needs the permissions of POSIX")
@pytest.mark.parametrize("which", ["home", "database"])
def test_a_home_that_cannot_be_written_is_refused_before_anything_is_asked(which: str) -> None:
    with tempfile.TemporaryDirectory() as folder:
        home = Path(folder)  # its parents can be entered by anyone, unlike those of `tmp_path`
        with Store.open(home) as store:
            store.append(ANSWER, reduce)
        home.chmod(0o555 if which == "home" else 0o777)
        (home / FILE).chmod(0o444 if which == "database" else 0o666)
        with as_nobody():
            with pytest.raises(StudyError, match=r"cannot be written.*permissions"):
                Store.open(home)
            with Store.open(home, read_only=True) as store:
                assert len(store.events()) == 1
        home.chmod(0o700)


@contextmanager
def as_nobody() -> Iterator[None]:
    """Root may write everywhere, so it steps down for a while."""
    if os.getuid() != 0:
        yield
        return
    os.seteuid(65534)
    try:
        yield
    finally:
        os.seteuid(0)


@pytest.mark.parametrize("text", ["not a database", "lorem ipsum " * 2000])
def test_a_text_file_is_refused_and_left_alone(tmp_path: Path, text: str) -> None:
    (tmp_path / FILE).write_text(text)
    for read_only in (False, True):
        with pytest.raises(StudyError, match="not a studykit database"):
            Store.open(tmp_path, read_only=read_only)
    assert (tmp_path / FILE).read_text() == text


def test_an_empty_file_becomes_a_database(tmp_path: Path) -> None:
    (tmp_path / FILE).touch()  # a program killed in its very first write leaves one
    with Store.open(tmp_path, read_only=True) as store:
        assert store.events() == []
    with Store.open(tmp_path) as store:
        store.append(ANSWER, reduce)


def test_a_newer_database_is_refused_and_left_alone(home: Path) -> None:
    with closing(sqlite3.connect(home / FILE)) as other:
        other.execute("PRAGMA user_version = 2")
    before = (home / FILE).read_bytes()
    for read_only in (False, True):
        with pytest.raises(StudyError, match="newer studykit"):
            Store.open(home, read_only=read_only)
    assert (home / FILE).read_bytes() == before


def test_a_device_file_with_something_else_is_refused(home: Path) -> None:
    (home / "device").write_text("laptop")
    with pytest.raises(StudyError, match="delete the file"):
        Store.open(home)


def test_a_damaged_database_is_named_and_nothing_is_saved(home: Path) -> None:
    raw = bytearray((home / FILE).read_bytes())
    raw[4096:] = b"\xa5" * (len(raw) - 4096)
    (home / FILE).write_bytes(raw)
    with Store.open(home) as store:
        with pytest.raises(StudyError, match="damaged"):
            store.rows()
        with pytest.raises(NotSaved, match=r"damaged.*backup"):
            store.append(ANSWER, reduce)
        with pytest.raises(StudyError, match="damaged"):
            store.events()


def test_a_damaged_body_is_named(home: Path) -> None:
    with closing(sqlite3.connect(home / FILE)) as other, other:
        other.execute("UPDATE event SET body = '[]'")
    with Store.open(home) as store:
        with pytest.raises(StudyError, match=r"event [0-9a-f]{32} cannot be read"):
            store.events()
        with pytest.raises(NotSaved, match=r"event [0-9a-f]{32} cannot be read"):
            store.undo(Moment(MS, 60), reduce)


def test_a_locked_database_is_named_and_the_next_try_works(home: Path) -> None:
    with closing(sqlite3.connect(home / FILE, isolation_level=None)) as other:
        with Store.open(home, busy_s=0.05) as store:
            other.execute("BEGIN IMMEDIATE")
            with pytest.raises(NotSaved, match=r"another program is using .*try again"):
                store.append(ANSWER, reduce)
            other.execute("ROLLBACK")
            store.append(ANSWER, reduce)
            assert [event.seq for event in store.events()] == [1, 2]
        other.execute("BEGIN EXCLUSIVE")
        with pytest.raises(StudyError, match="another program is using"):
            Store.open(home, busy_s=0.05)


def test_a_reader_that_does_not_end_makes_not_saved_and_the_next_try_works(home: Path) -> None:
    other = sqlite3.connect(home / FILE, isolation_level=None)
    with closing(other), Store.open(home, busy_s=0.05) as store:
        other.execute("BEGIN")
        other.execute("SELECT * FROM event").fetchall()
        with pytest.raises(NotSaved, match="another program is using"):
            store.append(ANSWER, reduce)
        other.execute("COMMIT")
        store.append(ANSWER, reduce)
        assert [event.seq for event in store.events()] == [1, 2]


@pytest.mark.skipif(os.name != "posix", reason="needs to take an open file away")
def test_a_database_that_was_taken_away_is_named_and_the_answer_is_saved_once_it_is_back(home: Path) -> None:
    with Store.open(home) as store:
        (home / FILE).rename(home / "aside")
        with pytest.raises(NotSaved, match="moved or deleted while it was open"):
            store.append(ANSWER, reduce)
        (home / "aside").rename(home / FILE)
        store.append(ANSWER, reduce)
        assert len(store.events()) == 2


def test_a_full_database_is_named_and_the_next_try_works(home: Path) -> None:
    with Store.open(home) as store:
        rows, events = store.rows(), store.events()
        (pages,) = store._connection.execute("PRAGMA page_count").fetchone()
        store._connection.execute(f"PRAGMA max_page_count = {pages}")
        for _ in range(2):
            with pytest.raises(NotSaved, match=r"disk is full \(free some space"):
                store.append(LARGE, reduce)
            assert (store.rows(), store.events()) == (rows, events)
        store._connection.execute("PRAGMA max_page_count = 100000")
        assert store.append(LARGE, reduce).event.seq == 2
        assert store.verify() == []


FULL_DISK = """
import resource, sys
from pathlib import Path
from studykit.log.event import Draft
from studykit.log.store import FILE, NotSaved, Store
from studykit.memory.replay import reduce

home = Path(sys.argv[1])
draft = Draft("review", 1_772_442_000_000, 60, item="a", rating=3, body={"answer": "x" * 3000})
_, hard = resource.getrlimit(resource.RLIMIT_FSIZE)
with Store.open(home) as store:
    resource.setrlimit(resource.RLIMIT_FSIZE, ((home / FILE).stat().st_size + 20_000, hard))
    saved = len(store.events())
    try:
        while True:
            store.append(draft, reduce)
            saved += 1
    except NotSaved as error:
        print(error)
    assert len(store.events()) == saved > 1
    resource.setrlimit(resource.RLIMIT_FSIZE, (hard, hard))
    store.append(draft, reduce)
    assert len(store.events()) == saved + 1
    assert store.verify() == []
"""


@pytest.mark.skipif(sys.platform != "linux", reason="limits file sizes as Linux does")
def test_a_full_disk_is_named_and_the_next_try_works(home: Path) -> None:
    done = subprocess.run(
        [sys.executable, "-c", FULL_DISK, str(home)], capture_output=True, text=True, check=False
    )
    assert done.returncode == 0, done.stderr
    assert "not saved: the disk" in done.stdout
    assert "try again" in done.stdout


class Complaining:
    """A connection whose disk fails in COMMIT: before anything is written, or when all of it is."""

    def __init__(self, real: sqlite3.Connection, *, written: bool) -> None:
        self._real = real
        self._written = written

    def execute(self, statement: str, *values: object) -> sqlite3.Cursor:
        if statement != "COMMIT":
            return self._real.execute(statement, *values)  # type: ignore[arg-type]
        self._real.execute("COMMIT" if self._written else "ROLLBACK")
        raise sqlite3.OperationalError("disk I/O error")

    def __getattr__(self, name: str) -> object:
        return getattr(self._real, name)


def test_an_answer_that_was_written_before_the_disk_complained_is_saved(home: Path) -> None:
    with Store.open(home) as store:
        real = store._connection
        store._connection = Complaining(real, written=True)  # type: ignore[assignment]
        saved = store.append(ANSWER, reduce)
        assert store.undo(Moment(MS, 60), reduce) is not None
        store._connection = real
        assert [event.kind for event in store.events()] == ["review", "review", "undo"]
        assert store.events()[1] == saved.event
        assert all("saved, but" in notice and "disk I/O error" in notice for notice in store.notices)
        assert len(store.notices) == 2


def test_an_answer_that_was_not_written_when_the_disk_complained_is_not_saved(home: Path) -> None:
    with Store.open(home) as store:
        real = store._connection
        store._connection = Complaining(real, written=False)  # type: ignore[assignment]
        with pytest.raises(NotSaved, match="disk I/O error"):
            store.append(ANSWER, reduce)
        with pytest.raises(NotSaved, match="disk I/O error"):
            store.undo(Moment(MS, 60), reduce)
        store._connection = real
        assert len(store.events()) == 1
