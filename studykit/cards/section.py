"""The part of a note that a card stands in: from the heading above it to the next of that level or higher."""

from __future__ import annotations

import re
from collections.abc import Collection, Sequence
from dataclasses import dataclass
from pathlib import Path

from studykit.cards import front_matter, headings, macros, masks
from studykit.cards import lines as note_lines
from studykit.cards.lines import Kind
from studykit.errors import StudyError

_TAGS = re.compile(r"[ \t]*(?:#[^\s#]+[ \t]*)+")


@dataclass(frozen=True, slots=True)
class Section:
    """A heading and all that stands under it, sub-headings included."""

    path: tuple[str, ...]
    """The headings that lead to it, outermost first, its own last; empty above the first heading."""
    text: str
    """Markdown as written, its own heading left out."""
    line: int
    """Of the heading, or of the first line where there is none; from 1."""
    macros: tuple[tuple[str, str], ...] = ()
    """The LaTeX commands of the note."""


def around(text: str, line: int, cards: Collection[int] = ()) -> Section:
    """The section of `text` that holds a line (from 1). Never raises; a line past the end is the last.

    The lines in `cards` are left out, since they would give answers away; where nothing else stands, it
    is the section around that one.
    """
    text = text.removeprefix("\ufeff").replace("\r\n", "\n").replace("\r", "\n")
    front = front_matter.read(text)
    text = "\n" * front.lines + text[front.end :]
    defined = macros.of_front_matter(front)
    lines = note_lines.cut(text, masks.mask(text), ())
    rows = text.split("\n")
    here = min(max(line - 1, 0), len(rows) - 1)
    starts = [number for number, kind in enumerate(lines.kinds) if kind is Kind.HEADING]
    over: list[int] = []
    for number in reversed([number for number in starts if number <= here]):
        if not over or _level(rows[number]) < _level(rows[over[-1]]):
            over.append(number)
    for place, start in enumerate(over):
        level = _level(rows[start])
        end = next((n for n in starts if n > start and _level(rows[n]) <= level), len(rows))
        body = _without(rows[start + 1 : end], start + 2, cards)
        if body or not cards or place == len(over) - 1:
            path = tuple(headings.text_of(rows[number]) for number in reversed(over[place:]))
            return Section(path, body, start + 1, defined)
    end = starts[0] if starts else len(rows)
    return Section((), _without(rows[front.lines : end], front.lines + 1, cards), front.lines + 1, defined)


def _without(rows: Sequence[str], first: int, cards: Collection[int]) -> str:
    """The rows less those of cards and of tags alone; headings that have nothing left under them go too."""
    kept = [
        row
        for number, row in enumerate(rows, first)
        if not cards or (number not in cards and not _TAGS.fullmatch(row))
    ]
    if not cards:
        return "\n".join(kept).strip("\n")
    found: list[str] = []
    for row in kept:
        if row.startswith("#") and found and found[-1].startswith("#") and _level(row) <= _level(found[-1]):
            found.pop()
        if row.strip() or (found and found[-1].strip()):
            found.append(row)
    while found and (not found[-1].strip() or found[-1].startswith("#")):
        found.pop()
    return "\n".join(found).strip("\n")


def of_file(file: str, line: int, cards: Collection[int] = ()) -> Section:
    """The section around a line of a file, as `around` gives it.

    Raises `StudyError` if the file cannot be read.
    """
    try:
        text = Path(file).read_text(encoding="utf-8")
    except (OSError, UnicodeDecodeError) as error:
        raise StudyError(
            "the note cannot be read", where=f"{file}:{line}", hint="is it still there?"
        ) from error
    return around(text, line, cards)


def _level(row: str) -> int:
    row = row.lstrip()
    return len(row) - len(row.lstrip("#"))
