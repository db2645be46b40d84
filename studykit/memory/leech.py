"""Leeches: items that are forgotten again and again, and cost more than they give."""

from __future__ import annotations

from studykit.memory.state import ItemState

LAPSES = 8
"""From this many lapses on an item is a leech."""
AGAIN_EVERY = 4
"""Half as many lapses later it is told again, and so on (Anki's rule)."""


def is_told(before: ItemState, after: ItemState) -> bool:
    """Whether this answer is one after which the learner is told that the item is a leech."""
    return (
        after.lapses > before.lapses
        and after.lapses >= LAPSES
        and (after.lapses - LAPSES) % AGAIN_EVERY == 0
        and not after.suspended
    )
