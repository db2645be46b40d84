"""The computer's clock: the learner's own time, or a clear word."""

from __future__ import annotations

import os
import subprocess
import sys
import time

import pytest

from studykit.clock import LAST_MS, Moment, SystemClock
from studykit.errors import StudyError

NOW = "from studykit.clock import SystemClock; print(SystemClock().now().tz_min)"
posix = pytest.mark.skipif(os.name != "posix", reason="sets the zone as POSIX does")


def in_zone(zone: str) -> subprocess.CompletedProcess[str]:
    return subprocess.run(
        [sys.executable, "-c", NOW],
        env={**os.environ, "TZ": zone},
        capture_output=True,
        text=True,
        check=False,
    )


@posix
@pytest.mark.parametrize(
    ("zone", "minutes"),
    [
        ("UTC", 0),
        ("XXX-1", 60),
        ("XXX+3:30", -210),
        ("XXX-23:59", 1439),
        ("XXX+23:59", -1439),
        ("nonsense", 0),
    ],
)
def test_the_offset_is_that_of_the_zone(zone: str, minutes: int) -> None:
    assert in_zone(zone).stdout == f"{minutes}\n"


@posix
@pytest.mark.parametrize("zone", ["UTC+24", "<+25>-25", "XXX-24"])
def test_a_zone_a_day_or_more_away_is_refused(zone: str) -> None:
    last = in_zone(zone).stderr.splitlines()[-1]
    assert "StudyError: the time zone is a day or more away from UTC" in last
    assert "set TZ to a zone" in last


@pytest.mark.parametrize("ms", [-1, -(10**15), LAST_MS, 253_402_300_800_000, 10**18])
def test_an_impossible_time_is_refused(monkeypatch: pytest.MonkeyPatch, ms: int) -> None:
    monkeypatch.setattr(time, "time_ns", lambda: ms * 1_000_000)
    with pytest.raises(StudyError, match=r"impossible time \(set the computer's clock"):
        SystemClock().now()


def test_what_a_clock_can_show_is_possible(monkeypatch: pytest.MonkeyPatch) -> None:
    for ms in (0, LAST_MS - 1):
        monkeypatch.setattr(time, "time_ns", lambda ms=ms: ms * 1_000_000)
        now = SystemClock().now()
        assert now.at_ms == ms
        assert now.is_possible
    assert not Moment(0, 1440).is_possible
