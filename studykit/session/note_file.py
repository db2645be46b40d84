"""Writes a note back: all of it or nothing, and never over what somebody else has just written."""

from __future__ import annotations

import os
from pathlib import Path

from studykit import files
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
    try:
        if before is not None and not (target.stat().st_mode & 0o222 and os.access(target, os.W_OK)):
            # A rename would go through all the same: it asks only the folder.
            raise StudyError("the note is read-only, so nothing was written", where=str(path))
        if text_of(target) != before:
            raise StudyError(
                "the note has changed meanwhile, so nothing was written",
                where=str(path),
                hint="the same command again reads it anew",
            )
        files.replace(target, after.encode("utf-8"))
    except OSError as error:
        reason = error.strerror or "input/output error"
        raise StudyError("the note cannot be written", where=str(path), hint=reason) from error
