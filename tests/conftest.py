"""What many tests share: a clock that is told the time, a home, and notes."""

from __future__ import annotations

from collections.abc import Callable
from datetime import datetime, timedelta
from pathlib import Path
from zoneinfo import ZoneInfo

import pytest

from studykit.clock import Moment, moment
from studykit.session.study import Study

MONDAY = datetime(2026, 3, 2, 10, 0)  # noqa: DTZ001 (a wall time, in whatever zone a test asks for)


class FakeClock:
    """Stands still until it is told to go on; knows the local time of a zone."""

    def __init__(self, local: datetime = MONDAY, zone: str = "Europe/Berlin") -> None:
        self.local = local.replace(tzinfo=ZoneInfo(zone))

    def now(self) -> Moment:
        return moment(self.local)

    def go(self, **span: float) -> None:
        """Goes on by real time (across a DST change the wall clock jumps)."""
        utc = self.local.astimezone(ZoneInfo("UTC")) + timedelta(**span)
        self.local = utc.astimezone(self.local.tzinfo)

    def at(self, day: int, hour: int, minute: int = 0) -> None:
        """Goes to a wall time, `day` days after the Monday it began on."""
        start = MONDAY.replace(hour=hour, minute=minute) + timedelta(days=day)
        self.local = start.replace(tzinfo=self.local.tzinfo)


@pytest.fixture
def clock() -> FakeClock:
    return FakeClock()


@pytest.fixture
def home(tmp_path: Path) -> Path:
    """A home of its own, without the built-in course."""
    folder = tmp_path / "home"
    folder.mkdir()
    (folder / "settings.toml").write_text("course = false\n", encoding="utf-8")
    return folder


@pytest.fixture
def notes(tmp_path: Path) -> Path:
    """A folder for notes, in the library of `home` once something is written with `write`."""
    folder = tmp_path / "notes"
    folder.mkdir()
    return folder


@pytest.fixture
def study(home: Path, notes: Path, clock: FakeClock) -> Callable[[str], Study]:
    """Opens a study on one note with the text given."""

    def opened(text: str) -> Study:
        (notes / "note.md").write_text(text, encoding="utf-8")
        (home / "settings.toml").write_text(f"course = false\nfolders = ['{notes}']\n", encoding="utf-8")
        return Study.open(home, clock)

    return opened
