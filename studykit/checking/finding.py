"""What one comparison found, before it becomes a verdict: every judge of a kind returns a `Finding`."""

from __future__ import annotations

from dataclasses import dataclass

from studykit.checking.verdict import Outcome


@dataclass(frozen=True, slots=True)
class Finding:
    """How an answer compares with one expected answer."""

    outcome: Outcome
    score: float = 0.0
    message: str = ""
    counterexample: str | None = None
    elements: tuple[str, ...] = ()
    other_size: bool = False
    """Whether the answer has more or fewer entries than were asked for, so that none could be compared."""


RIGHT = Finding(Outcome.RIGHT, 1.0)


def right(note: str = "") -> Finding:
    """Right, perhaps with a remark."""
    return Finding(Outcome.RIGHT, 1.0, note)


def wrong(message: str, counterexample: str | None = None, elements: tuple[str, ...] = ()) -> Finding:
    """Wrong, always with a reason."""
    return Finding(Outcome.WRONG, 0.0, message, counterexample, elements)


def undecided(message: str, elements: tuple[str, ...] = ()) -> Finding:
    """Neither right nor wrong yet: no attempt is used."""
    return Finding(Outcome.UNDECIDED, 0.0, message, None, elements)


class NotAsked(Exception):
    """The answer was read but is not of the kind that was asked; the text says why. No attempt is used."""
