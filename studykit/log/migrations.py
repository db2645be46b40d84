"""The database's version, and the numbered steps from one to the next."""

from __future__ import annotations

import re
import sqlite3
from collections.abc import Callable, Sequence
from functools import lru_cache
from importlib.resources import files
from pathlib import Path

from studykit.errors import StudyError
from studykit.log import fault

Step = Callable[[sqlite3.Connection], None]
"""Brings the tables from one version to the next, inside a transaction that it must leave open."""

STEPS: tuple[Step, ...] = ()
"""`STEPS[0]` leads from version 1 to 2, and so on. Steps are only ever added; `schema.sql` is the newest."""


def newest(steps: Sequence[Step] = STEPS) -> int:
    """The version that this program writes."""
    return 1 + len(steps)


def version(connection: sqlite3.Connection) -> int:
    """The database's version; 0 if nothing was ever written to it."""
    found: int = connection.execute("PRAGMA user_version").fetchone()[0]
    return found


def is_empty(connection: sqlite3.Connection) -> bool:
    """Whether it holds no tables at all."""
    return connection.execute("SELECT 1 FROM sqlite_schema LIMIT 1").fetchone() is None


def check(connection: sqlite3.Connection, where: str, steps: Sequence[Step] = STEPS) -> None:
    """Raises `StudyError` if this is a database of a newer version, or not one of studykit's."""
    found = version(connection)
    if found < 0:
        raise fault.damaged(Path(where), f"its version is {found}")
    if found > newest(steps):
        raise StudyError(
            f"this database is of version {found}, and this studykit knows versions up to {newest(steps)}",
            where=where,
            hint="install a newer studykit; nothing was changed",
        )
    if found == 0 and not is_empty(connection):
        raise StudyError(
            "this is a database of another program",
            where=where,
            hint="move it aside, or choose another folder with --home",
        )


def is_current(connection: sqlite3.Connection, steps: Sequence[Step] = STEPS) -> bool:
    """Whether there is nothing to create or to migrate."""
    return version(connection) == newest(steps)


def migrate(connection: sqlite3.Connection, steps: Sequence[Step] = STEPS) -> None:
    """Creates the tables, or takes the steps that are missing. Runs inside the caller's transaction.

    Another program may have done it between the look and the lock, so the version is read again here.
    """
    found = version(connection)
    if found == 0:
        _run(connection, "schema.sql")
    else:
        for step in steps[found - 1 :]:
            step(connection)
    connection.execute(f"PRAGMA user_version = {newest(steps)}")


def drop_states(connection: sqlite3.Connection) -> None:
    """Takes `item_state` away, if it is there."""
    connection.execute("DROP TABLE IF EXISTS item_state")


def forget_states(connection: sqlite3.Connection) -> None:
    """The same where its pages are so damaged that they cannot be followed to free them.

    Only its name is taken away; nothing else of the file is touched. Runs inside the caller's transaction.
    """
    try:
        connection.execute("PRAGMA writable_schema = ON")
        connection.execute("DELETE FROM sqlite_schema WHERE tbl_name = 'item_state'")
    finally:
        connection.execute("PRAGMA writable_schema = RESET")


def make_states(connection: sqlite3.Connection) -> None:
    """Creates `item_state`, which must not be there. Runs inside the caller's transaction."""
    _run(connection, "schema.sql", only=re.compile(r"CREATE \w+ item_state"))


def make_views(connection: sqlite3.Connection) -> None:
    """Gives the connection its views; nothing is written to the database."""
    _run(connection, "views.sql")


def _run(connection: sqlite3.Connection, script: str, only: re.Pattern[str] | None = None) -> None:
    # Not `executescript`: it commits the open transaction first.
    statement = ""
    for line in _script(script):
        statement += line
        if sqlite3.complete_statement(statement):
            if only is None or only.search(statement):
                connection.execute(statement)
            statement = ""


@lru_cache(maxsize=4)
def _script(name: str) -> tuple[str, ...]:
    """The lines of a script, read once: each opening of a log runs some of them."""
    return tuple(files("studykit.log").joinpath(name).read_text("utf-8").splitlines(keepends=True))
