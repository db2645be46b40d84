"""Vectors and matrices: entry by entry, never by one norm over the whole.

With a truth of [1000, 0.001] a norm within a tolerance would accept [1000, 0.09].
"""

from __future__ import annotations

from collections.abc import Callable, Sequence
from dataclasses import dataclass, replace

from studykit.checking.finding import Finding, right, undecided, wrong
from studykit.checking.tree import Array, Node
from studykit.checking.verdict import Outcome

MOST_NAMED = 6
"""More entries than this are counted in the message and not named; `elements` has them all."""

Judge = Callable[[int, Node], Finding]
"""Judges an entry of the answer, by its place counted from 0 in reading order, against its truth."""


@dataclass(frozen=True, slots=True)
class Table:
    """An array as a table: a vector is one row and knows that it is a vector."""

    rows: tuple[tuple[Node, ...], ...]
    is_vector: bool

    @property
    def height(self) -> int:
        return len(self.rows)

    @property
    def width(self) -> int:
        return len(self.rows[0])

    @property
    def cells(self) -> tuple[Node, ...]:
        """All entries in reading order."""
        return tuple(cell for row in self.rows for cell in row)

    @property
    def is_line(self) -> bool:
        """Whether it is a vector, a single row or a single column."""
        return self.is_vector or 1 in (self.height, self.width)

    def described(self) -> str:
        """Its shape in words: `a vector of 3 entries`, `a 2×3 matrix`."""
        if self.is_vector:
            return f"a vector of {self.width} {'entry' if self.width == 1 else 'entries'}"
        return f"a {self.height}×{self.width} matrix"

    def place(self, index: int) -> str:
        """The name of an entry, counted from 1: `entry 2` of a vector, `row 2, column 1` of a matrix."""
        if self.is_vector:
            return f"entry {index + 1}"
        row, column = divmod(index, self.width)
        return f"row {row + 1}, column {column + 1}"


def table(array: Array) -> Table | None:
    """The array as a table, or None if its rows differ in length, it is empty or deeper than a matrix."""
    entries = array.entries
    if not entries:
        return None
    rows = [entry.entries for entry in entries if isinstance(entry, Array)]
    if not rows:
        return Table((entries,), True)
    if len(rows) != len(entries) or len({len(row) for row in rows}) != 1 or not rows[0]:
        return None
    if any(isinstance(cell, Array) for row in rows for cell in row):
        return None
    return Table(tuple(rows), False)


def transposed(array: Array) -> Array | None:
    """Rows and columns exchanged; None for a vector, which has no rows to exchange."""
    found = table(array)
    if found is None or found.is_vector:
        return None
    return Array(tuple(Array(column) for column in zip(*found.rows, strict=True)))


def mapped(array: Array, change: Callable[[Node], Node]) -> Array:
    """The array with each entry changed."""
    return Array(
        tuple(mapped(entry, change) if isinstance(entry, Array) else change(entry) for entry in array.entries)
    )


def compare(answer: Table, truth: Table, judge: Judge) -> Finding:
    """Judges an array; the score is the share of entries that are right.

    A vector and a matrix of one row or one column with the same entries are taken for each other, and the
    message says so. Any other difference in shape is wrong, with both shapes named.
    """
    note = ""
    if (answer.is_vector, answer.height, answer.width) != (truth.is_vector, truth.height, truth.width):
        if not (answer.is_vector != truth.is_vector and answer.is_line and truth.is_line) or len(
            answer.cells
        ) != len(truth.cells):
            said = f"this is {answer.described()}; {truth.described()} is asked"
            return replace(wrong(said), other_size=True)
        note = f"{answer.described()}, taken as {truth.described()}"
    findings = [judge(index, cell) for index, cell in enumerate(truth.cells)]
    return _noted(_summed(findings, answer), note)


def _noted(finding: Finding, note: str) -> Finding:
    if not note:
        return finding
    return replace(finding, message=f"{finding.message} ({note})" if finding.message else note)


def _summed(findings: Sequence[Finding], answer: Table) -> Finding:
    off = [i for i, each in enumerate(findings) if each.outcome in (Outcome.WRONG, Outcome.PARTLY)]
    open_ = [i for i, each in enumerate(findings) if each.outcome is Outcome.UNDECIDED]
    off_places = tuple(answer.place(i) for i in off)
    if not off and not open_:
        return right(next((each.message for each in findings if each.message), ""))
    if not off:
        first = findings[open_[0]].message
        return undecided(f"{first}: {named([answer.place(i) for i in open_])}", ())
    good = len(findings) - len(off) - len(open_)
    counterexample = next((findings[i].counterexample for i in off if findings[i].counterexample), None)
    where = named(off_places)
    if len(findings) == 1:
        return wrong(findings[0].message, counterexample, off_places)
    if not good:
        all_ = "no entry is right" if len(off) == len(findings) else f"off: {where}"
        return wrong(all_, counterexample, off_places)
    message = f"{good} of {len(findings)} entries right; off: {where}"
    if len(off) == 1 and findings[off[0]].message:
        message += f" ({findings[off[0]].message})"
    return Finding(Outcome.PARTLY, good / len(findings), message, counterexample, off_places)


def named(places: Sequence[str]) -> str:
    """Places in one sentence, the first few of many."""
    if len(places) <= MOST_NAMED:
        return "; ".join(places)
    return f"{'; '.join(places[:MOST_NAMED])} and {len(places) - MOST_NAMED} more"
