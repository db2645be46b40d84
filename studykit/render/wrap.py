"""Plain text in lines of a width, and how wide it is."""

from __future__ import annotations

import re
import unicodedata
from collections.abc import Iterator

LEAST = 20
"""Below this width text is wrapped as if there were so much room: narrower columns cannot be read."""

_LEAD = re.compile(r"((?:│ )*)( *(?:[•☐☑] |[0-9]{1,9}[.)] )?)")


def columns(text: str) -> int:
    """How many columns a terminal needs for `text`, which is one line."""
    if text.isascii():
        return len(text)
    return sum(map(_columns, text))


def _columns(character: str) -> int:
    if unicodedata.combining(character) or unicodedata.category(character) in ("Mn", "Me", "Cf"):
        return 0
    return 2 if unicodedata.east_asian_width(character) in "WF" else 1


def wrapped(text: str, width: int) -> list[str]:
    """`text` in lines of at most `width` columns, further lines under the first word of a list entry.

    Only blanks are broken at; a word that is wider than a line is cut.
    """
    found: list[str] = []
    for line in text.split("\n"):
        found.extend(_wrapped(line, max(width, LEAST)))
    return found


def _wrapped(line: str, width: int) -> Iterator[str]:
    if columns(line) <= width:
        yield line
        return
    lead = _LEAD.match(line)
    quote, mark = lead.groups() if lead else ("", "")
    rest = quote + " " * len(mark)
    if columns(rest) > width // 2:  # nested so deeply that hardly any room is left
        rest = ""
    row, room = quote + mark, False
    for word in line[len(row) :].split(" "):
        if room and columns(row) + 1 + columns(word) > width:
            yield row.rstrip()
            row, room = rest, False
        row += (" " if room else "") + word
        room = True
        while columns(row) > width:
            cut = _fitting(row, width)
            yield row[:cut]
            row = rest + row[cut:]
    yield row.rstrip()


def _fitting(row: str, width: int) -> int:
    """How many characters of a row fit, marks above a letter kept with it."""
    used = 0
    for at, character in enumerate(row):
        used += _columns(character)
        if used > width:
            return at
    return len(row)
