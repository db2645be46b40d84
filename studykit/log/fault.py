"""What SQLite and the disk complain of, in words that say what to do."""

from __future__ import annotations

import sqlite3
from pathlib import Path

from studykit.errors import StudyError


class NotSaved(StudyError):
    """Nothing was written: the log is as it was, and the same may be tried again."""


_PERMISSIONS = "check the permissions of the file and its folder"
# By primary result code (https://www.sqlite.org/rescode.html): what happened, and how to mend it.
_REASONS = {
    sqlite3.SQLITE_BUSY: (
        "another program is using the database",
        "close the other one, or wait, and try again",
    ),
    sqlite3.SQLITE_READONLY: (
        "the database cannot be written",
        "check the permissions of the file and its folder",
    ),
    sqlite3.SQLITE_PERM: (
        "the database may not be opened",
        "check the permissions of the file and its folder",
    ),
    sqlite3.SQLITE_IOERR: (
        "the disk reported an error",
        "check that the disk is there and has room, then try again",
    ),
    sqlite3.SQLITE_CORRUPT: ("the database is damaged", "move it aside and restore a backup"),
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
_REASONS[sqlite3.SQLITE_LOCKED] = _REASONS[sqlite3.SQLITE_BUSY]


def from_sqlite(error: sqlite3.Error, path: Path) -> StudyError:
    """The error as one for people."""
    # Errors that Python's own wrapper raises carry no code. The low byte is the primary code.
    code = getattr(error, "sqlite_errorcode", 0) & 0xFF
    unknown = (f"the database reported: {error}", "try again; if it stays, restore a backup")
    message, hint = _REASONS.get(code, unknown)
    return StudyError(message, where=str(path), hint=hint)


def not_saved(reason: StudyError) -> NotSaved:
    """The error as one of writing."""
    return NotSaved(f"not saved: {reason.message}", where=reason.where, hint=reason.hint)


def from_os(error: OSError, path: Path) -> StudyError:
    """A folder or file that the system refuses."""
    return StudyError(
        f"cannot be used: {error.strerror or error}",
        where=str(path),
        hint="check that the folder exists and may be written, or choose another with --home",
    )


def damaged(path: Path, what: str) -> StudyError:
    """Rows that do not make sense."""
    return StudyError(f"the database is damaged: {what}", where=str(path), hint="restore a backup")
