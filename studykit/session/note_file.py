"""Writes a note back: all of it or nothing, and never over what somebody else has just written."""

from __future__ import annotations

import os
import stat
from pathlib import Path

from studykit.cards import vault
from studykit.cards.model import Remark
from studykit.errors import StudyError


def real(path: Path) -> Path:
    """Where a path leads, links followed; a loop of links leads to itself and fails when it is read."""
    return Path(os.path.realpath(path))  # Path.resolve raises on a loop


def is_folder(path: Path) -> bool:
    """Whether there is a folder of this name; a name that no system takes is none."""
    return os.path.isdir(path)  # noqa: PTH112  # Path.is_dir raises for a name that is too long


def text_of(path: Path) -> str | None:
    """A note's text as it stands, byte order mark and line ends too; None if there is no such file.

    Raises `StudyError` if it is no regular file, is not UTF-8, or cannot be read.
    """
    if not os.path.lexists(path):
        return None
    remarks: list[Remark] = []
    text = vault.read_text(str(path), remarks)
    if text is None:
        remark = remarks[0]
        raise StudyError(remark.message, where=remark.file, hint=remark.mend)
    return text


def write(path: Path, before: str | None, after: str) -> None:
    """Replaces a note's text by a new one at once; `before` is what it was, None for a new note.

    Permissions are kept and links followed. Raises `StudyError`, with the note as it was, if it has changed
    since `before` was read, or cannot be written.
    """
    target = real(path)
    data = after.encode("utf-8")
    fresh = target.with_name(f".studykit-{os.getpid()}.new")  # hidden, so no reader takes it for a note
    try:
        old = target.stat() if before is not None else None
        if old is not None and not (old.st_mode & 0o222 and os.access(target, os.W_OK)):
            # A rename would go through all the same: it asks only the folder.
            raise StudyError("the note is read-only, so nothing was written", where=str(path))
        number = os.open(fresh, os.O_WRONLY | os.O_CREAT | os.O_EXCL, 0o666)
        try:
            with open(number, "wb") as file:  # noqa: PTH123  # a Path opens no descriptor
                if old is not None:
                    _like(number, old)
                file.write(data)
                file.flush()
                os.fsync(number)
            if text_of(target) != before:
                raise StudyError(
                    "the note has changed meanwhile, so nothing was written",
                    where=str(path),
                    hint="the same command again reads it anew",
                )
            fresh.replace(target)
        finally:
            fresh.unlink(missing_ok=True)
        _keep_name(target.parent)
    except OSError as error:
        reason = error.strerror or "input/output error"
        raise StudyError("the note cannot be written", where=str(path), hint=reason) from error


def _like(number: int, old: os.stat_result) -> None:
    """Gives an open file the owner and the permissions of the one that it will replace."""
    new = os.fstat(number)
    if (new.st_uid, new.st_gid) != (old.st_uid, old.st_gid):
        os.fchown(number, old.st_uid, old.st_gid)
    os.fchmod(number, stat.S_IMODE(old.st_mode))


def _keep_name(folder: Path) -> None:
    """Makes a rename survive a power cut."""
    number = os.open(folder, os.O_RDONLY)
    try:
        os.fsync(number)
    finally:
        os.close(number)
