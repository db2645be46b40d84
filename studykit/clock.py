"""Time comes in as an argument: whatever needs the time is handed a `Clock`."""

from __future__ import annotations

import time
from datetime import datetime
from typing import NamedTuple, Protocol

from studykit.errors import StudyError

LAST_MS = 1 << 46
"""Times from here on (the year 4199) are a clock gone mad, and would not fit the log's logical clock."""
DAY_MIN = 24 * 60


class Moment(NamedTuple):
    """A point in time as an event keeps it."""

    at_ms: int
    """Milliseconds since 1970-01-01 UTC."""
    tz_min: int
    """The learner's offset from UTC at that moment, in minutes (east is positive)."""

    @property
    def is_possible(self) -> bool:
        """Whether a clock that works could show it: from 1970 on, and less than a day away from UTC."""
        return 0 <= self.at_ms < LAST_MS and -DAY_MIN < self.tz_min < DAY_MIN


class Clock(Protocol):
    """Tells the learner's time."""

    def now(self) -> Moment:
        """The present moment. Raises `StudyError` if it cannot be told."""
        ...


class SystemClock:
    """The computer's own clock, in its local time zone."""

    def now(self) -> Moment:
        """The present moment; the offset is that of the zone right now, daylight saving included.

        Raises `StudyError` for a clock that shows an impossible time, and for an offset of a day or more
        (`TZ=UTC+24`). UTC in its place would be wrong for good: the study day of an answer follows from
        the offset that its event keeps.
        """
        at_ms = time.time_ns() // 1_000_000
        if not 0 <= at_ms < LAST_MS:
            raise StudyError("the clock shows an impossible time", hint="set the computer's clock")
        # Not `astimezone`, which has no words for an offset of a day.
        now = Moment(at_ms, time.localtime(at_ms // 1000).tm_gmtoff // 60)
        if not now.is_possible:
            raise StudyError(
                "the time zone is a day or more away from UTC",
                hint="set TZ to a zone such as Europe/Berlin, or unset it",
            )
        return now


def moment(local: datetime) -> Moment:
    """An aware datetime as a `Moment`. Raises `ValueError` for a naive one."""
    offset = local.utcoffset()
    if offset is None:
        raise ValueError("a moment needs a time zone")
    return Moment(round(local.timestamp() * 1000), int(offset.total_seconds() // 60))
