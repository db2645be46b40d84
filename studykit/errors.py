"""The one error type that is written for people."""

from __future__ import annotations


class StudyError(Exception):
    """Something the user can understand and mend.

    Shown as one line, `where: message (hint)`, without a traceback unless `--debug` is given.
    """

    def __init__(self, message: str, *, where: str | None = None, hint: str | None = None) -> None:
        super().__init__(message)
        self.message = message
        self.where = where
        self.hint = hint

    def __str__(self) -> str:
        line = f"{self.where}: {self.message}" if self.where else self.message
        return f"{line} ({self.hint})" if self.hint else line
