"""Lines in and lines out: the whole of the plain mode's contact with the terminal."""

from __future__ import annotations

import sys
from typing import TextIO

from studykit.render.sanitise import one_line, visible


class Lines:
    """Reads answers and writes text line by line; nothing is ever sent raw to the terminal."""

    def __init__(
        self, source: TextIO | None = None, sink: TextIO | None = None, errors: TextIO | None = None
    ) -> None:
        self._source = source or sys.stdin
        self._sink = sink or sys.stdout
        self._errors = errors or sys.stderr

    def say(self, text: str = "") -> None:
        """Writes a line and flushes it, so that the other end of a pipe sees it at once."""
        self._sink.write(visible(text) + "\n")
        self._sink.flush()

    def warn(self, text: str) -> None:
        """Writes a line to stderr."""
        self._errors.write(f"studykit: {one_line(text)}\n")
        self._errors.flush()

    def ask(self) -> str | None:
        """The next line without its ending; None at the end of input."""
        line = self._source.readline()
        return line.rstrip("\r\n") if line else None
