"""Which study day a moment belongs to (B048, B049, B050, B057)."""

from __future__ import annotations

from datetime import UTC, date, datetime
from zoneinfo import ZoneInfo

import pytest
from hypothesis import given
from hypothesis import strategies as st

from studykit.clock import moment
from studykit.memory.study_day import from_date, midnight, start_ms, study_day, to_date

BERLIN = ZoneInfo("Europe/Berlin")


def at(*local: int) -> datetime:
    return datetime(2026, *local, tzinfo=BERLIN)  # type: ignore[arg-type, misc]


def day_of(local: datetime, rollover_min: int = 240) -> date:
    at_ms, tz_min = moment(local)
    return to_date(study_day(at_ms, tz_min, rollover_min))


@pytest.mark.parametrize(
    ("local", "rollover_min", "day"),
    [
        (at(3, 4, 1, 5), 180, date(2026, 3, 3)),
        (at(3, 4, 2, 59, 59, 999000), 180, date(2026, 3, 3)),
        (at(3, 4, 3, 0), 180, date(2026, 3, 4)),
        (at(3, 2, 23, 50), 240, date(2026, 3, 2)),
        (at(3, 3, 0, 20), 240, date(2026, 3, 2)),
        (at(3, 3, 0, 20), 0, date(2026, 3, 3)),
        (at(2, 27, 23, 29), 240, date(2026, 2, 27)),
        (at(2, 28, 3, 59), 240, date(2026, 2, 27)),
    ],
)
def test_the_day_begins_at_the_rollover(local: datetime, rollover_min: int, day: date) -> None:
    assert day_of(local, rollover_min) == day


def test_the_day_is_that_of_the_learners_zone() -> None:
    evening = datetime(2026, 3, 2, 22, 0, tzinfo=ZoneInfo("America/New_York"))  # 03:00 on 3 March in UTC
    assert day_of(evening) == date(2026, 3, 2)
    assert day_of(evening.astimezone(ZoneInfo("Asia/Tokyo"))) == date(2026, 3, 3)


def test_days_across_a_change_of_the_clocks_have_23_and_25_hours_and_none_is_skipped() -> None:
    for change in (datetime(2026, 3, 29, tzinfo=BERLIN), datetime(2026, 10, 25, tzinfo=BERLIN)):
        assert day_of(change.replace(hour=3, minute=59)) == date(change.year, change.month, change.day - 1)
        assert day_of(change.replace(hour=4)) == date(change.year, change.month, change.day)


times = st.integers(0, 1 << 43)
zones = st.integers(-14 * 60, 14 * 60)
rollovers = st.integers(0, 1439)


@given(times, st.integers(0, 1 << 40), zones, rollovers)
def test_later_is_never_an_earlier_day(at_ms: int, more: int, tz_min: int, rollover_min: int) -> None:
    assert study_day(at_ms, tz_min, rollover_min) <= study_day(at_ms + more, tz_min, rollover_min)


@given(times, zones, rollovers)
def test_a_day_lasts_from_its_start_to_the_next(at_ms: int, tz_min: int, rollover_min: int) -> None:
    day = study_day(at_ms, tz_min, rollover_min)
    assert start_ms(day, tz_min, rollover_min) <= at_ms < start_ms(day + 1, tz_min, rollover_min)


def test_dates_and_days_are_each_others_reverse() -> None:
    assert from_date(date(1970, 1, 1)) == 0
    assert to_date(from_date(date(2026, 3, 2))) == date(2026, 3, 2)
    assert midnight(1) == datetime(1970, 1, 2, tzinfo=UTC)
