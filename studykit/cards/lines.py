"""A note cut into lines, each with its shadow and what it is."""

from __future__ import annotations

import re
from collections.abc import Container, Iterable, Sequence
from dataclasses import dataclass
from enum import IntEnum

from studykit.cards.masks import DROPPED, Masks

_HEADING = re.compile(r"#{1,6}(?:[ \t]|$)")


class Kind(IntEnum):
    """What a line is to the reader."""

    BLANK = 0
    GONE = 1
    """Holds nothing but a comment: not shown, and not the end of a paragraph either."""
    TEXT = 2
    HEADING = 3
    TAGS = 4
    """Nothing but tags."""
    FENCE = 5
    """In a fenced block; text, even where it is empty."""


@dataclass(frozen=True, slots=True)
class Lines:
    """Parallel sequences, one entry a line; what is not shown has been taken out of both texts."""

    shown: Sequence[str]
    shadow: Sequence[str]
    kinds: Sequence[Kind]

    def text(self, numbers: Iterable[int]) -> tuple[str, str]:
        """The text of these lines and its shadow, without comment lines, common indent and last blanks."""
        kept = [number for number in numbers if self.kinds[number] is not Kind.GONE]
        shown = [self.shown[number] for number in kept]
        shadow = [self.shadow[number] for number in kept]
        if margin := _margin(shown):
            shown = [row[margin:] for row in shown]
            shadow = [row[margin:] for row in shadow]
        text = "\n".join(shown).rstrip()
        return text, "\n".join(shadow)[: len(text)]


def _margin(rows: Iterable[str]) -> int:
    """How many blanks all rows begin with; an empty row has no say."""
    common: str | None = None
    for row in rows:
        body = row.lstrip(" \t")
        if not body:
            continue
        indent = row[: len(row) - len(body)]
        common = indent if common is None else _common(common, indent)
        if not common:
            return 0
    return len(common or "")


def _common(one: str, other: str) -> str:
    length = 0
    while length < min(len(one), len(other)) and one[length] == other[length]:
        length += 1
    return one[:length]


def cut(text: str, masks: Masks, tag_lines: Container[int]) -> Lines:
    """The lines of `text`; `tag_lines` are those of nothing but tags, counted from 0."""
    shown = text.split("\n")
    shadow = masks.shadow.split("\n")
    fenced = {line for start, stop in masks.fences for line in range(start, stop + 1)}
    kinds: list[Kind] = []
    for number, row in enumerate(shadow):
        dropped = DROPPED in row
        if dropped:
            keep = [at for at, sign in enumerate(row) if sign != DROPPED]
            source = shown[number]
            shown[number] = "".join([source[at] for at in keep])
            shadow[number] = row = row.replace(DROPPED, "")
        if number in fenced:
            kinds.append(Kind.FENCE)
        elif not row or row.isspace():
            if dropped or number in masks.hidden:
                kinds.append(Kind.GONE)
            else:
                kinds.append(Kind.TEXT if number in masks.inside else Kind.BLANK)
        elif row[0] == "#" and _HEADING.match(row):
            kinds.append(Kind.HEADING)
        elif number in tag_lines:
            kinds.append(Kind.TAGS)
        else:
            kinds.append(Kind.TEXT)
    return Lines(shown, shadow, kinds)
