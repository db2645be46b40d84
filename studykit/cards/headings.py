"""The headings above a card: its context."""

from __future__ import annotations

import re
from bisect import bisect_left
from collections.abc import Sequence
from dataclasses import dataclass

from studykit.cards.lines import Kind, Lines
from studykit.cards.tags import without_card_tags

_HEADING = re.compile(r"[ \t]*(#{1,6})(?:[ \t]+(.*))?$", re.DOTALL)
_CLOSING = re.compile(r"(?:^|[ \t])#+[ \t]*$")


def text_of(row: str) -> str:
    """A heading line without its number signs."""
    found = _HEADING.match(row)
    return row if found is None else _CLOSING.sub("", (found.group(2) or "").rstrip()).strip()


@dataclass(frozen=True, slots=True)
class Headings:
    """For each heading line, from 0, the whole path that holds below it."""

    at: Sequence[int]
    paths: Sequence[tuple[str, ...]]

    def above(self, line: int) -> tuple[str, ...]:
        """The headings over a line, outermost first; the line's own heading is not one of them."""
        index = bisect_left(self.at, line) - 1
        return self.paths[index] if index >= 0 else ()


def find(lines: Lines, card_tags: tuple[str, ...]) -> Headings:
    """The headings of a note; one with no text but a card tag closes its level and adds nothing."""
    at: list[int] = []
    paths: list[tuple[str, ...]] = []
    open_levels: list[tuple[int, str]] = []
    for number, kind in enumerate(lines.kinds):
        if kind is not Kind.HEADING:
            continue
        row = lines.shown[number]
        level = len(row) - len(row.lstrip("#"))
        while open_levels and open_levels[-1][0] >= level:
            open_levels.pop()
        if title := without_card_tags(text_of(row), card_tags):
            open_levels.append((level, title))
        at.append(number)
        paths.append(tuple([title for _, title in open_levels]))
    return Headings(at, paths)
