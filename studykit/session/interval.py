"""How long until an item comes back, in few words."""

from __future__ import annotations

from studykit.memory.state import ItemState

MINUTE_MS = 60_000
DAYS_A_MONTH = 30.4375  # the Gregorian mean, 365.2425 / 12 rounded as calendars of intervals do
DAYS_A_YEAR = 365.25


def words(state: ItemState, at_ms: int) -> str:
    """The interval that a review at `at_ms` gave: `10 min` in a learning phase, else days or longer."""
    if state.due_ms is not None:
        return minutes(state.due_ms - at_ms)
    return days(state.interval or 0)


def minutes(span_ms: int) -> str:
    """A short span: `30 s`, `10 min`, `2 h`."""
    if span_ms < MINUTE_MS:
        return f"{max(0, round(span_ms / 1000))} s"
    if span_ms < 60 * MINUTE_MS:
        return f"{round(span_ms / MINUTE_MS)} min"
    hours = span_ms / (60 * MINUTE_MS)
    return f"{hours:.0f} h" if hours >= 10 or hours == round(hours) else f"{hours:.1f} h"


def days(count: int) -> str:
    """A long span: `3 d`, `2.1 mo`, `1.5 y`."""
    if count < 31:
        return f"{count} d"
    if count < DAYS_A_YEAR:
        return f"{count / DAYS_A_MONTH:.1f} mo"
    return f"{count / DAYS_A_YEAR:.1f} y"
