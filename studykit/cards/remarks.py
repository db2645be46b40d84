"""What the reader had to decide or leave out, gathered while a note is read."""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterable
from dataclasses import dataclass, field, replace

from studykit.cards.model import Remark

MOST_OF_A_CODE = 5
"""From this many remarks of one code in one note on, the first speaks for all."""


@dataclass(slots=True)
class Remarks:
    """The remarks on one file. Line numbers are given from 0 and kept from 1."""

    file: str
    found: list[Remark] = field(default_factory=list)

    def remark(self, line: int, code: str, message: str, mend: str) -> None:
        """Something that was decided or left out, and may well be right."""
        self.found.append(Remark(self.file, line + 1, "remark", code, message, mend))

    def error(self, line: int, code: str, message: str, mend: str) -> None:
        """Something that cannot be what the writer meant."""
        self.found.append(Remark(self.file, line + 1, "error", code, message, mend))


def few(remarks: Iterable[Remark]) -> tuple[Remark, ...]:
    """In order of line; many remarks of one code in one file become one that names their number."""
    ordered = sorted(remarks, key=lambda remark: remark.line)
    counts = Counter((remark.code, remark.level) for remark in ordered)
    kept: list[Remark] = []
    told: set[str] = set()
    for remark in ordered:
        number = counts[remark.code, remark.level]
        if remark.level == "error" or number <= MOST_OF_A_CODE:
            kept.append(remark)
        elif remark.code not in told:
            told.add(remark.code)
            more = f"{remark.message}; {number - 1} more lines of this note are like it"
            kept.append(replace(remark, message=more))
    return tuple(kept)
