"""Which folders belong to the library."""

from __future__ import annotations

import difflib
from dataclasses import dataclass
from pathlib import Path

from studykit import settings as preferences
from studykit.errors import StudyError
from studykit.session import notes

COURSE = "course"


@dataclass(frozen=True, slots=True)
class Added:
    """What putting a folder into the library found."""

    line: str
    remarks: tuple[str, ...] = ()


def add(home: Path, folder: Path) -> Added:
    """Puts a folder into the library. Raises `StudyError` if it is no folder or cannot be saved."""
    if str(folder) == COURSE and not folder.exists():
        preferences.save(home, course=True)
        return Added("the course is in the library")
    whole = _whole(folder)
    with preferences.locked(home):
        settings, _ = preferences.load(home)
        inside = [root for root in notes.roots(settings) if whole.is_relative_to(root.resolve())]
        if inside:
            return Added(f"{whole} is already in the library, by {inside[0]}")
        preferences.save(home, folders=(*settings.folders, str(whole)))
    reading = notes.read([whole], settings)
    cards, asked = len(reading.cards), len(reading.exercises)
    worth = notes.told([remark for remark in reading.remarks if notes.is_worth_telling(remark)])
    if not cards and not asked and not worth:
        worth.append(f"{whole}: no cards were found (`studykit check {whole}` says what was read)")
    found = [f"{cards} card{'' if cards == 1 else 's'}"] if cards or not asked else []
    found += [f"{asked} problem{'' if asked == 1 else 's'} or derivations"] if asked else []
    return Added(f"added {whole}: {' and '.join(found)}", tuple(worth))


def remove(home: Path, folder: Path) -> str:
    """Takes a folder out of the library and says so. Raises `StudyError` if it is not in it."""
    whole = _absolute(folder)
    with preferences.locked(home):
        settings, _ = preferences.load(home)
        kept = tuple(each for each in settings.folders if each not in (whole, str(folder)))
        if kept != settings.folders:
            preferences.save(home, folders=kept)
            return f"removed {whole}; its notes and its history stay"
    if str(folder) == COURSE:
        preferences.save(home, course=False)
        return "removed the course; its history stays, `studykit add course` brings it back"
    near = difflib.get_close_matches(whole, settings.folders, n=1)
    there = near or [*settings.folders, *([COURSE] if settings.course else [])]
    hint = f"there is: {', '.join(there) or 'none'}"
    raise StudyError("this folder is not in the library", where=str(folder), hint=hint)


def _whole(folder: Path) -> Path:
    (there,) = notes.existing([folder])
    whole = there.resolve()
    if not whole.is_dir():
        raise StudyError("this is a file; add the folder it is in", where=str(folder))
    try:
        str(whole).encode()
    except UnicodeEncodeError as error:
        message = "the name of this folder is not UTF-8"
        raise StudyError(message, where=str(folder), hint="rename it") from error
    return whole


def _absolute(folder: Path) -> str:
    """The folder as `add` wrote it, also when it is gone by now."""
    try:
        return str(folder.expanduser().resolve())
    except (OSError, RuntimeError, ValueError):
        return str(folder.absolute())
