"""Time comes in as an argument: whatever needs the time is handed a `Clock`."""

from __future__ import annotations

from datetime import UTC, datetime
from typing import NamedTuple, Protocol


class Moment(NamedTuple):
    """A point in time as an event keeps it."""

    at_ms: int
    """Milliseconds since 1970-01-01 UTC."""
    tz_min: int
    """The learner's offset from UTC at that moment, in minutes (east is positive)."""


class Clock(Protocol):
    """Tells the learner's time."""

    def now(self) -> Moment:
        """The present moment."""
        ...


class SystemClock:
    """The computer's own clock, in its local time zone."""

    def now(self) -> Moment:
        """The present moment; the offset is that of the zone right now, daylight saving included."""
        return moment(datetime.now(UTC).astimezone())


def moment(local: datetime) -> Moment:
    """An aware datetime as a `Moment`. Raises `ValueError` for a naive one."""
    offset = local.utcoffset()
    if offset is None:
        raise ValueError("a moment needs a time zone")
    return Moment(round(local.timestamp() * 1000), int(offset.total_seconds() // 60))
