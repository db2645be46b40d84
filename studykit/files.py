"""Files, read and replaced safely: nothing hangs on a pipe, and nothing is ever half written."""

from __future__ import annotations

import os
import stat
from pathlib import Path


class NotRegularError(OSError):
    """It is a pipe, a device, a socket or a folder, and no file."""

    def __init__(self) -> None:
        super().__init__("is no regular file")
        self.strerror = "is no regular file"


def read_regular(path: str | os.PathLike[str], most: int = -1) -> bytes:
    """The content of a regular file, or its first `most` bytes.

    Raises `OSError`, and `NotRegularError` for anything that is no file; that is never waited for.
    """
    # Without O_NONBLOCK a pipe of that name would wait for someone to write into it.
    number = os.open(path, os.O_RDONLY | getattr(os, "O_NONBLOCK", 0))
    try:
        if not stat.S_ISREG(os.fstat(number).st_mode):
            raise NotRegularError
        with open(number, "rb", closefd=False) as file:  # a Path opens no descriptor
            return file.read(most)
    finally:
        os.close(number)


def replace(path: Path, data: bytes) -> None:
    """Replaces a file's content, or makes the file: all or nothing, and durable once it returns.

    Links are followed, owner and permissions kept. Raises `OSError`; then the file is as it was.
    """
    target = Path(os.path.realpath(path))  # Path.resolve raises on a loop of links
    # Hidden and of this process, so that no reader takes it for the file and no other writer for its own.
    fresh = target.with_name(f".{target.name}.{os.getpid()}.new")
    try:
        old = target.stat()
    except FileNotFoundError:
        old = None
    try:
        number = os.open(fresh, os.O_WRONLY | os.O_CREAT | os.O_TRUNC, 0o666)
        with open(number, "wb") as file:  # noqa: PTH123  # a Path opens no descriptor
            if old is not None:
                _like(number, old)
            file.write(data)
            file.flush()
            os.fsync(number)
        fresh.replace(target)
    finally:
        fresh.unlink(missing_ok=True)
    sync_folder(target.parent)


def sync_folder(folder: Path) -> None:
    """Makes the names in a folder survive a power cut, where the system can. Raises `OSError`."""
    if os.name != "posix":
        return
    number = os.open(folder, os.O_RDONLY)
    try:
        os.fsync(number)
    finally:
        os.close(number)


def _like(number: int, old: os.stat_result) -> None:
    """Gives an open file the owner and the permissions of the one that it will replace."""
    new = os.fstat(number)
    if (new.st_uid, new.st_gid) != (old.st_uid, old.st_gid):
        os.fchown(number, old.st_uid, old.st_gid)
    os.fchmod(number, stat.S_IMODE(old.st_mode))
