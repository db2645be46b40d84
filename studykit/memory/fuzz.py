"""Fuzz: days are spread a little, so that what was learned together does not fall due together for ever.

Seeded from the item and its count of reviews, so that the interval on the button is the interval given,
and a replay gives it again.
"""

from __future__ import annotations

import math

from studykit.draw import Draw

_RANGES = ((2.5, 7.0, 0.15), (7.0, 20.0, 0.1), (20.0, math.inf, 0.05))
"""From day, to day, share: the ranges of Anki and of `fsrs`."""


def bounds(days: int, maximum: int) -> tuple[int, int]:
    """The least and the most days that fuzz makes of an interval; both rise with it."""
    if days < _RANGES[0][0]:
        return days, days
    delta = 1 + sum(share * max(0.0, min(days, end) - start) for start, end, share in _RANGES)
    most = min(math.floor(days + delta + 0.5), maximum)
    return min(max(2, math.floor(days - delta + 0.5)), most), most


def fuzzed(days: int, *, item: str, reps: int, maximum: int, last: int | None) -> int:
    """The interval to give, in days.

    `last` is the interval before, if this answer passed a review: fuzz alone never takes an item below it.
    A pass does not lower stability, so an unfuzzed interval falls only when the settings have changed;
    then the last interval lies out of fuzz's reach and sets no bound.

    All buttons of one showing share the chance drawn, so a longer interval stays at least as long.
    """
    least, most = bounds(days, maximum)
    if last is not None and last <= most:
        least = max(least, last + 1 if days > last else last)
    return least + Draw(f"fuzz {item} {reps}").below(most - least + 1)
