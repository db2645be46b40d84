"""Why a text could not be read, where, and how to mend it."""

from __future__ import annotations

import unicodedata
from dataclasses import dataclass

WIDTH = 72
"""A caret is shown under at most so many columns of the text."""


@dataclass(frozen=True, slots=True)
class ReadError:
    """What is wrong with a typed text."""

    message: str
    position: int = 0
    """The index of the character in the text as it was typed."""
    hint: str = ""
    """How to write it instead; may be empty."""

    def __str__(self) -> str:
        return f"{self.message}: {self.hint}" if self.hint else self.message

    def caret(self, text: str) -> str:
        """The line of the text and, below it, a caret under the place. Safe to print, whatever was typed."""
        position = max(0, min(self.position, len(text)))
        start = max(text.rfind(mark, 0, position) for mark in "\n\r\u2028\u2029") + 1
        ends = [end for mark in "\n\r\u2028\u2029" if (end := text.find(mark, position)) >= 0]
        line = text[start : min(ends, default=len(text))]
        column = position - start
        first = max(0, column - WIDTH // 2)
        before = "".join(map(_printable, line[first:column]))
        after = "".join(map(_printable, line[column : first + WIDTH]))
        lead = "…" if first else ""
        tail = "…" if len(line) > first + WIDTH else ""
        return f"{lead}{before}{after}{tail}\n{' ' * (len(lead) + _width(before))}^"


class Unreadable(Exception):
    """Carries a `ReadError` out of the depth of the parser; `read` turns it into a value."""

    def __init__(self, message: str, position: int = 0, hint: str = "") -> None:
        super().__init__(message)
        self.error = ReadError(message, position, hint)


def _printable(character: str) -> str:
    if unicodedata.category(character)[0] in "CM":
        return "\ufffd"
    return " " if character.isspace() else character


def _width(text: str) -> int:
    return sum(2 if unicodedata.east_asian_width(character) in "WF" else 1 for character in text)
