"""Which device this is. Its id stands in a file of its own, so that a restored database keeps its owner."""

from __future__ import annotations

import re
from collections.abc import Callable
from pathlib import Path

from studykit import files
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
        text = files.read_regular(path, _MOST).decode("ascii", errors="replace").strip()
    except FileNotFoundError:
        return None
    except files.NotRegularError as error:
        raise fault.not_a_file(path) from error
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
    files.replace(home / FILE, f"{new}\n".encode("ascii"))
    return new
