"""The corpus: answers, what was expected, and what a judge has to say, in tables under `cases/`.

Columns: answer, expected, symbols, kind, verdict, a part of the message; several verdicts that are all fine
are joined by `|`. `␤` is a new line and `␉` a tab. A line that begins with `= ` says what the rows below it
are about.
"""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass
from functools import lru_cache
from pathlib import Path

from studykit.checking.declare import declare
from studykit.checking.question import KIND_NAMES, Kind, Question
from studykit.checking.symbols import Symbols

FOLDER = Path(__file__).with_name("cases")


@dataclass(frozen=True, slots=True)
class Case:
    """One row."""

    where: str
    about: str
    answer: str
    expected: str
    symbols: str
    kind: Kind | None
    verdicts: tuple[str, ...]
    message: str

    @property
    def question(self) -> Question:
        """The row as a question."""
        return Question(self.expected, self.kind, symbols(self.symbols))


@lru_cache(maxsize=512)
def symbols(spec: str) -> Symbols:
    """A declaration, read once."""
    return declare(spec)


def cases() -> Iterator[Case]:
    """All rows of all tables."""
    for file in sorted(FOLDER.glob("*.tsv")):
        about = ""
        for number, line in enumerate(file.read_text(encoding="utf-8").split("\n"), 1):
            if line.startswith("# ") or not line.strip():
                continue
            if line.startswith("= ") and "\t" not in line:
                about = line[2:]
                continue
            answer, expected, spec, kind, verdicts, message = line.split("\t")
            yield Case(
                f"{file.stem}:{number}",
                about,
                answer.replace("␤", "\n").replace("␉", "\t"),
                expected,
                spec,
                KIND_NAMES[kind] if kind else None,
                tuple(verdicts.split("|")),
                message,
            )
