"""The schedules that the Obsidian plugin writes into notes, in both of its forms.

They are comments, so the masks take them out of every card; here they are only understood, for the one
time that a user takes them over as starting history.
"""

from __future__ import annotations

import re
from dataclasses import dataclass
from datetime import date

_COMMENT = re.compile(r"<!--SR:([^<>]*)-->")
_DAY = re.compile(r"(\d{4})-(\d{2})-(\d{2})")


@dataclass(frozen=True, slots=True)
class PluginSchedule:
    """One sibling's schedule, in the order in which the siblings stand in the card."""

    due: date
    interval_days: float
    ease: float | None = None
    """SM-2 ease in per cent; the older form only."""
    stability: float | None = None
    """FSRS stability in days; the newer form only."""
    difficulty: float | None = None
    """FSRS difficulty, 1 to 10; the newer form only."""
    reviewed: date | None = None
    """The day of the last review; the newer form only."""


def read(text: str) -> tuple[PluginSchedule, ...]:
    """The schedules of every `<!--SR:…-->` in `text`; an entry that makes no sense is left out."""
    entries = (entry for found in _COMMENT.finditer(text) for entry in found.group(1).split("!"))
    return tuple(schedule for entry in entries if (schedule := _entry(entry.strip())) is not None)


def _entry(entry: str) -> PluginSchedule | None:
    parts = [part.strip() for part in entry.split(",")]
    try:
        if parts[0] == "fsrs" and len(parts) >= 5:
            # fsrs, due, interval, stability, difficulty, state, reviews, lapses, learning step, last review
            due = _day(parts[1])
            reviewed = _day(parts[9]) if len(parts) > 9 else None
            if due is None:
                return None
            return PluginSchedule(
                due,
                float(parts[2]),
                stability=float(parts[3]),
                difficulty=float(parts[4]),
                reviewed=reviewed,
            )
        due = _day(parts[0])
        if due is None or len(parts) < 3:
            return None
        return PluginSchedule(due, float(parts[1]), ease=float(parts[2]))
    except ValueError:  # a number that is none: the plugin did not write this
        return None


def _day(text: str) -> date | None:
    found = _DAY.match(text)
    if found is None:
        return None
    try:
        return date(int(found.group(1)), int(found.group(2)), int(found.group(3)))
    except ValueError:  # such as the 31st of February
        return None
