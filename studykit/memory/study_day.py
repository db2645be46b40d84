"""Study days: from the rollover hour to the next, in the learner's local time.

A study day is a whole number, the days from 1970-01-01 to the date on which it began. It is found from the
local time of the moment itself, so neither travel nor a change of the clocks moves a past one.
"""

from __future__ import annotations

from datetime import UTC, date, datetime, timedelta

ROLLOVER_MIN = 4 * 60
"""04:00: late evenings belong to the day that they ended."""

_MINUTE_MS = 60_000
_DAY_MIN = 24 * 60
_FIRST = datetime(1970, 1, 1, tzinfo=UTC)


def study_day(at_ms: int, tz_min: int, rollover_min: int = ROLLOVER_MIN) -> int:
    """The study day of a moment: `at_ms` since 1970 UTC, `tz_min` east of UTC, rollover after midnight."""
    return (at_ms // _MINUTE_MS + tz_min - rollover_min) // _DAY_MIN


def start_ms(day: int, tz_min: int, rollover_min: int = ROLLOVER_MIN) -> int:
    """The first moment of a study day, in milliseconds since 1970 UTC, for a learner at that offset."""
    return (day * _DAY_MIN + rollover_min - tz_min) * _MINUTE_MS


def to_date(day: int) -> date:
    """The date on which the study day begins."""
    return midnight(day).date()


def from_date(date: date) -> int:
    """The study day that begins on a date."""
    return date.toordinal() - _FIRST.toordinal()


def midnight(day: int) -> datetime:
    """The study day as the UTC midnight that `fsrs` is fed.

    `fsrs` counts whole 24-hour periods between UTC datetimes; between midnights these are study days.
    """
    return _FIRST + timedelta(days=day)
