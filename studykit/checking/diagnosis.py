"""Which wrong method explains a wrong answer: the exercise's own, two of them at once, then common slips.

An explanation is told only if it is the only one of its size that fits. Two that fit equally well would be a
guess, and a guess that is wrong teaches the wrong thing.
"""

from __future__ import annotations

from collections.abc import Callable, Iterable
from dataclasses import dataclass

from studykit.checking.question import Mistake
from studykit.checking.tree import Node


@dataclass(frozen=True, slots=True)
class Explanation:
    """What went wrong, in a few words and in a sentence."""

    name: str
    why: str


@dataclass(frozen=True, slots=True)
class Slip:
    """A common slip, with every answer that it may give for this truth."""

    name: str
    why: str
    answers: tuple[Node, ...]


Fits = Callable[[Node | str], bool]
"""Whether the typed answer is what this alternative gives."""


def explain(
    mistakes: Iterable[Mistake], pairs: Iterable[Mistake], slips: Iterable[Slip], fits: Fits
) -> Explanation | None:
    """The smallest explanation of an answer, or None if none fits or several of one size do."""
    for group in (mistakes, pairs):
        found = {each.name: Explanation(each.name, each.why) for each in group if fits(each.answer)}
        if found:
            return _only(found)
    return _only(
        {each.name: Explanation(each.name, each.why) for each in slips if any(map(fits, each.answers))}
    )


def _only(found: dict[str, Explanation]) -> Explanation | None:
    return next(iter(found.values())) if len(found) == 1 else None
