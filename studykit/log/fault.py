"""What SQLite and the disk complain of, in words that say what to do."""

from __future__ import annotations

import sqlite3
from pathlib import Path

from studykit.errors import StudyError


class NotSaved(StudyError):
    """Nothing was written: the log is as it was, and the same may be tried again."""


class Damaged(StudyError):
    """What was read is not what was written."""


class NotSavedDamaged(NotSaved, Damaged):
    """Both: what had to be read for it is damaged."""


SQLITE_ERRORS = (sqlite3.Error, UnicodeDecodeError)
"""What a query may raise. The second: SQLite's own messages may quote a damaged name."""

_PERMISSIONS = "check the permissions of the file and its folder"
# By result code (https://www.sqlite.org/rescode.html), the primary one unless the whole is here: what
# happened, and how to mend it.
_REASONS = {
    sqlite3.SQLITE_BUSY: (
        "another program is using the database",
        "close the other one, or wait, and try again",
    ),
    sqlite3.SQLITE_READONLY: (
        "the database cannot be written",
        _PERMISSIONS,
    ),
    sqlite3.SQLITE_READONLY_DBMOVED: (
        "the database was moved or deleted while it was open",
        "put it back, or leave and begin again",
    ),
    sqlite3.SQLITE_PERM: (
        "the database may not be opened",
        _PERMISSIONS,
    ),
    sqlite3.SQLITE_IOERR: (
        "the disk reported an error",
        "check that the disk is there and has room, then try again",
    ),
    sqlite3.SQLITE_FULL: ("the disk is full", "free some space, then try again"),
    sqlite3.SQLITE_CANTOPEN: (
        "the database cannot be opened",
        "check that the folder exists and may be written, or choose another with --home",
    ),
    sqlite3.SQLITE_NOTADB: (
        "this file is not a studykit database",
        "move it aside, or choose another folder with --home",
    ),
}
# Our own SQL is right, so an error in it (1) means that tables or columns are gone.
_DAMAGE = {sqlite3.SQLITE_CORRUPT, sqlite3.SQLITE_ERROR, sqlite3.SQLITE_MISMATCH, sqlite3.SQLITE_FORMAT}
_RESTORE = "move it aside and restore a backup"
_REASONS[sqlite3.SQLITE_LOCKED] = _REASONS[sqlite3.SQLITE_BUSY]


def from_sqlite(error: sqlite3.Error | UnicodeDecodeError, path: Path) -> StudyError:
    """The error as one for people."""
    # Errors that Python's own wrapper raises carry no code. The low byte is the primary code.
    whole = getattr(error, "sqlite_errorcode", 0)
    code = whole & 0xFF
    if code == sqlite3.SQLITE_CORRUPT:
        return Damaged("the database is damaged", where=str(path), hint=_RESTORE)
    if isinstance(error, UnicodeDecodeError) or str(error).startswith("Could not decode"):
        return damaged(path, "it holds text that is no UTF-8")
    if code in _DAMAGE:
        return damaged(path, str(error))
    unknown = (f"the database reported: {error}", "try again; if it stays, restore a backup")
    message, hint = _REASONS.get(whole, _REASONS.get(code, unknown))
    return StudyError(message, where=str(path), hint=hint)


def not_saved(reason: StudyError) -> NotSaved:
    """The error as one of writing."""
    kind = NotSavedDamaged if isinstance(reason, Damaged) else NotSaved
    return kind(f"not saved: {reason.message}", where=reason.where, hint=reason.hint)


def from_os(error: OSError, path: Path) -> StudyError:
    """A folder or file that the system refuses."""
    return StudyError(
        f"cannot be used: {error.strerror or error}",
        where=str(path),
        hint="check that the folder exists and may be written, or choose another with --home",
    )


def damaged(path: Path, what: str) -> Damaged:
    """Rows or tables that do not make sense."""
    return Damaged(f"the database is damaged: {what}", where=str(path), hint=_RESTORE)


def not_a_file(path: Path) -> StudyError:
    """A pipe, a device or a folder where a file should be: to open it could wait for ever."""
    return StudyError("this is not a regular file", where=str(path), hint="move it aside")
