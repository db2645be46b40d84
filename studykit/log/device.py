"""Which device this is. Its id stands in a file of its own, so that a restored database keeps its owner."""

from __future__ import annotations

import os
import re
import stat
from collections.abc import Callable
from pathlib import Path

from studykit.errors import StudyError
from studykit.log import fault

FILE = "device"
_ID = re.compile(r"[0-9a-f]{16}")
_MOST = 100
"""Bytes that are read; an id and its newline have 17."""


def read(home: Path) -> str | None:
    """The device's id, or None if it has none yet.

    Raises `StudyError` if the file holds something else or is none, and `OSError`.
    """
    path = home / FILE
    try:
        # Without O_NONBLOCK a pipe of that name would wait for someone to write into it.
        number = os.open(path, os.O_RDONLY | getattr(os, "O_NONBLOCK", 0))
    except FileNotFoundError:
        return None
    try:
        if not stat.S_ISREG(os.fstat(number).st_mode):
            raise fault.not_a_file(path)
        text = os.read(number, _MOST).decode("ascii", errors="replace").strip()
    finally:
        os.close(number)
    if not _ID.fullmatch(text):
        raise StudyError(
            "this is not a device id",
            where=str(path),
            hint="delete the file, and this device gets a new one; no answer is lost",
        )
    return text


def create(home: Path, entropy: Callable[[int], bytes]) -> str:
    """Gives the device an id of 16 hexadecimal digits, and returns it. Durable once it returns.

    The caller holds the database's write lock: of two programs that start at once, the second finds the
    id of the first. Raises `OSError`.
    """
    existing = read(home)
    if existing is not None:
        return existing
    new = entropy(8).hex()
    path, draft = home / FILE, home / f"{FILE}.new"
    draft.unlink(missing_ok=True)
    with draft.open("x", encoding="ascii") as file:
        file.write(f"{new}\n")
        file.flush()
        os.fsync(file.fileno())
    draft.replace(path)
    sync_folder(home)
    return new


def sync_folder(folder: Path) -> None:
    """Makes the names in a folder durable, where the system can (not on Windows). Raises `OSError`."""
    if os.name != "posix":
        return
    handle = os.open(folder, os.O_RDONLY)
    try:
        os.fsync(handle)
    finally:
        os.close(handle)
