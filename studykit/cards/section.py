"""The part of a note that a card stands in: from the heading above it to the next of that level or higher."""

from __future__ import annotations

from dataclasses import dataclass
from pathlib import Path

from studykit.cards import front_matter, headings, masks
from studykit.cards import lines as note_lines
from studykit.cards.lines import Kind
from studykit.errors import StudyError


@dataclass(frozen=True, slots=True)
class Section:
    """A heading and all that stands under it, sub-headings included."""

    path: tuple[str, ...]
    """The headings that lead to it, outermost first, its own last; empty above the first heading."""
    text: str
    """Markdown as written, its own heading left out."""
    line: int
    """Of the heading, or of the first line where there is none; from 1."""


def around(text: str, line: int) -> Section:
    """The section of `text` that holds a line (from 1). Never raises; a line past the end is the last."""
    text = text.removeprefix("\ufeff").replace("\r\n", "\n").replace("\r", "\n")
    front = front_matter.read(text)
    text = "\n" * front.lines + text[front.end :]
    lines = note_lines.cut(text, masks.mask(text), ())
    rows = text.split("\n")
    here = min(max(line - 1, 0), len(rows) - 1)
    starts = [number for number, kind in enumerate(lines.kinds) if kind is Kind.HEADING]
    above = [number for number in starts if number <= here]
    if not above:
        end = starts[0] if starts else len(rows)
        return Section((), "\n".join(rows[front.lines : end]).strip("\n"), front.lines + 1)
    start = above[-1]
    level = _level(rows[start])
    end = next((number for number in starts if number > start and _level(rows[number]) <= level), len(rows))
    path: list[str] = []
    for number in reversed(above):
        if number == start or _level(rows[number]) < level:
            level = _level(rows[number])
            path.insert(0, headings.text_of(rows[number]))
    return Section(tuple(path), "\n".join(rows[start + 1 : end]).strip("\n"), start + 1)


def of_file(file: str, line: int) -> Section:
    """The section around a line of a file. Raises `StudyError` if the file cannot be read."""
    try:
        text = Path(file).read_text(encoding="utf-8")
    except (OSError, UnicodeDecodeError) as error:
        raise StudyError(
            "the note cannot be read", where=f"{file}:{line}", hint="is it still there?"
        ) from error
    return around(text, line)


def _level(row: str) -> int:
    row = row.lstrip()
    return len(row) - len(row.lstrip("#"))
