"""The file of the log: found, checked and opened before anything is asked of it."""

from __future__ import annotations

import os
import sqlite3
import stat
from collections.abc import Callable, Iterator
from contextlib import contextmanager, suppress
from pathlib import Path

from studykit import files
from studykit.errors import StudyError
from studykit.log import device as device_file
from studykit.log import fault, migrations

FILE = "studykit.db"
_BESIDE = ("-journal", "-wal", "-shm")
"""What SQLite opens beside a database."""


def open_to_read(home: Path, busy_s: float) -> tuple[sqlite3.Connection, str]:
    """The database of `home` and the device's id; an empty log, and no id, if there is none.

    Raises `StudyError`, `OSError` and `fault.SQLITE_ERRORS`.
    """
    path = home / FILE
    if not _has_content(path):
        return _empty(), ""
    # Not `ro`: a program killed in mid-write leaves a journal that the next one must roll back.
    connection = _connect(path, "rw", busy_s)
    with _closed_on_error(connection):
        migrations.check(connection, str(path))
        if not migrations.is_current(connection):
            hint = "run studykit once"
            raise StudyError("this database is of an older version", where=str(path), hint=hint)
        migrations.make_views(connection)
        connection.execute("PRAGMA query_only = ON")
        return connection, device_file.read(home) or ""


def open_to_write(
    home: Path, entropy: Callable[[int], bytes], busy_s: float
) -> tuple[sqlite3.Connection, str]:
    """The same, with whatever is missing created and migrated.

    A home that cannot be written is found now and not after the first answer.
    """
    path, where = home / FILE, str(home / FILE)
    _make_home(home)
    _has_content(path)
    for needed in (home, path):
        _check_writable(needed)
    connection = _connect(path, "rwc", busy_s)
    with _closed_on_error(connection):
        migrations.check(connection, where)
        device = device_file.read(home)
        # Not WAL: before SQLite 3.51.3 it could corrupt, and with synchronous=NORMAL it loses answers.
        connection.execute("PRAGMA journal_mode = DELETE")
        connection.execute("PRAGMA synchronous = EXTRA")
        if device is None or not migrations.is_current(connection):
            with transaction(connection):
                migrations.check(connection, where)
                if not migrations.is_current(connection):
                    migrations.migrate(connection)
                device = device_file.create(home, entropy)
        migrations.make_views(connection)
        return connection, device


@contextmanager
def transaction(connection: sqlite3.Connection) -> Iterator[None]:
    """All or nothing, with the write lock from the beginning."""
    connection.execute("BEGIN IMMEDIATE")
    try:
        yield
        connection.execute("COMMIT")
    finally:
        if connection.in_transaction:
            # Whatever broke is on its way up already, and is what the user must hear of.
            with suppress(sqlite3.Error):
                connection.execute("ROLLBACK")


def _has_content(path: Path) -> bool:
    """Whether there is a database. Raises `StudyError` if SQLite would open anything but files."""
    try:
        found = path.stat()
    except (FileNotFoundError, NotADirectoryError):
        return False
    for name in (path, *(path.with_name(path.name + more) for more in _BESIDE)):
        with suppress(FileNotFoundError):
            if not stat.S_ISREG(name.stat().st_mode):
                raise fault.not_a_file(name)
    return found.st_size > 0


def _check_writable(path: Path) -> None:
    effective = os.access in os.supports_effective_ids
    if path.exists() and not os.access(path, os.W_OK, effective_ids=effective):
        raise StudyError(
            "this cannot be written, so no answer could be saved",
            where=str(path),
            hint="check its permissions, or choose another folder with --home",
        )


def _empty() -> sqlite3.Connection:
    connection = sqlite3.connect(":memory:", isolation_level=None)
    with transaction(connection):
        migrations.migrate(connection)
    migrations.make_views(connection)
    connection.execute("PRAGMA query_only = ON")
    return connection


def _make_home(home: Path) -> None:
    if home.is_dir():
        return
    home.mkdir(parents=True, exist_ok=True)
    files.sync_folder(home.parent)


def _connect(path: Path, mode: str, busy_s: float) -> sqlite3.Connection:
    uri = f"{path.absolute().as_uri()}?mode={mode}"
    return sqlite3.connect(uri, uri=True, timeout=busy_s, isolation_level=None)


@contextmanager
def _closed_on_error(connection: sqlite3.Connection) -> Iterator[None]:
    try:
        yield
    except BaseException:
        connection.close()
        raise
