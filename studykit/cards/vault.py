"""Finds the notes in folders and reads their bytes. The only part of `cards` that touches the disk."""

from __future__ import annotations

import errno
import os
import stat
import unicodedata
from collections.abc import Iterator
from dataclasses import dataclass, field
from difflib import get_close_matches
from pathlib import Path

from studykit import files
from studykit.cards import tags
from studykit.cards.model import Remark
from studykit.errors import StudyError


@dataclass(frozen=True, slots=True)
class NoteFile:
    """A note on the disk."""

    path: str
    """As joined from the root that was given."""
    folder: str
    """Its deck where folders are decks: the folder's path below the root, or the root's own name."""


def read_text(path: str, remarks: list[Remark]) -> str | None:
    """A regular file's text; None, with a remark, if it cannot be read. Never waits for a pipe."""
    try:
        data = files.read_regular(path)  # a file may have become a pipe since it was found
    except files.NotRegularError:
        remarks.append(_skipped(path, "not-a-file", "is no regular file, so it was skipped"))
        return None
    except (OSError, ValueError) as error:
        remarks.append(_unreadable(path, error))
        return None
    try:
        return data.decode("utf-8")
    except UnicodeDecodeError as error:
        line = data.count(b"\n", 0, error.start) + 1
        message, mend = "is not UTF-8, so it was not read", "save it as UTF-8"
        remarks.append(Remark(path, line, "error", "not-utf8", message, mend))
        return None


@dataclass(frozen=True, slots=True)
class _Folder:
    path: str
    below: str
    """Its path below the root, with `/`; empty for the root."""
    way: frozenset[tuple[int, int]]
    """The folders that it stands in, by device and inode."""


@dataclass(slots=True)
class Search:
    """Finds notes; a folder or note that is reached a second time is not given again."""

    remarks: list[Remark] = field(default_factory=list)
    """On what had to be skipped."""
    _entered: set[tuple[int, int]] = field(default_factory=set)
    _found: set[tuple[int, int, str]] = field(default_factory=set)

    def notes(self, root: Path) -> Iterator[NoteFile]:
        """The notes of a folder and its sub-folders in order of name, or the one file.

        Raises StudyError if there is no such path.
        """
        path = str(root)
        try:
            mode = root.stat().st_mode
        except (FileNotFoundError, NotADirectoryError, ValueError) as error:
            if "\0" in path or not root.is_symlink():
                raise _missing(root) from error
            self._skip(path, "broken-link", "is a link to nothing, so it was skipped")
            return
        except OSError as error:
            self._trouble(path, error)
            return
        if stat.S_ISDIR(mode):
            yield from self._folder(path, tags.clean(root.name or root.resolve().name))
        elif not stat.S_ISREG(mode):
            self._skip(path, "not-a-file", "is no regular file, so it was skipped")
        elif self._is_new(path):
            yield NoteFile(path, tags.clean(root.parent.name or root.resolve().parent.name))

    def _folder(self, root: str, name: str) -> Iterator[NoteFile]:
        # A stack, not recursion: folders may be nested deeper than calls may be.
        stack: list[Iterator[_Folder | NoteFile]] = [self._entries(_Folder(root, "", frozenset()), name)]
        while stack:
            entry = next(stack[-1], None)
            if entry is None:
                stack.pop()
            elif isinstance(entry, NoteFile):
                yield entry
            else:
                stack.append(self._entries(entry, name))

    def _entries(self, folder: _Folder, name: str) -> Iterator[_Folder | NoteFile]:
        path = folder.path
        try:
            status = os.stat(path)  # noqa: PTH116  # paths stay text here: thousands of Path objects cost
            place = (status.st_dev, status.st_ino)
            if place in folder.way:
                self._skip(path, "link-loop", "is a link to a folder that it stands in, so it was skipped")
                return
            if place in self._entered:
                return
            self._entered.add(place)
            with os.scandir(path) as listing:
                entries = sorted(listing, key=_by_name)
        except OSError as error:
            self._trouble(path, error)
            return
        way = folder.way | {place}
        deck = tags.clean(folder.below) or name
        prefix = "" if path == "." else path if path.endswith(os.sep) else path + os.sep
        for entry in entries:
            if entry.name.startswith("."):
                continue
            inner = prefix + entry.name
            is_note = entry.name[-3:].lower() == ".md"
            try:
                if entry.is_dir():
                    yield _Folder(inner, f"{folder.below}/{entry.name}", way)
                elif is_note and entry.is_file():
                    # A link's note may stand in another folder; any other stands in this one.
                    if self._is_new(inner, None if entry.is_symlink() else place):
                        yield NoteFile(inner, deck)
                elif is_note:
                    self._odd(inner)
            except OSError as error:
                if is_note or entry.is_symlink():
                    self._trouble(inner, error)

    def _is_new(self, path: str, place: tuple[int, int] | None = None) -> bool:
        if place is None:
            path = os.path.realpath(path)
            status = os.stat(os.path.dirname(path))  # noqa: PTH116, PTH120
            place = (status.st_dev, status.st_ino)
        key = (*place, os.path.basename(path))  # noqa: PTH119
        if key in self._found:
            return False
        self._found.add(key)
        return True

    def _odd(self, path: str) -> None:
        if os.path.exists(path):  # noqa: PTH110
            self._skip(path, "not-a-file", "is no regular file, so it was skipped")
        else:
            self._skip(path, "broken-link", "is a link to nothing, so it was skipped")

    def _trouble(self, path: str, error: OSError) -> None:
        if error.errno == errno.ELOOP:
            self._skip(path, "link-loop", "is a link that leads back to itself, so it was skipped")
        else:
            self.remarks.append(_unreadable(path, error))

    def _skip(self, path: str, code: str, message: str) -> None:
        self.remarks.append(_skipped(path, code, message))


def _by_name(entry: os.DirEntry[str]) -> tuple[str, str]:
    # Systems spell the same name in different normal forms, and order is what tells copies apart.
    return unicodedata.normalize("NFC", entry.name), entry.name


def _skipped(path: str, code: str, message: str) -> Remark:
    return Remark(path, 1, "remark", code, message, "move it out of the notes")


def _unreadable(path: str, error: OSError | ValueError) -> Remark:
    reason = error.strerror if isinstance(error, OSError) else None
    return Remark(
        path, 1, "error", "unreadable", f"cannot be read: {reason or error}", "mend its permissions"
    )


def _missing(path: Path) -> StudyError:
    try:
        names = [entry.name for entry in path.parent.iterdir()]
    except (OSError, ValueError):
        names = []
    near = get_close_matches(path.name, names, n=1)
    hint = f"did you mean {path.parent / near[0]}?" if near else None
    return StudyError("there is no such file or folder", where=str(path), hint=hint)
