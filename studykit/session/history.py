"""The log as it is read back: each event with the study day it fell on."""

from __future__ import annotations

from pathlib import Path

from studykit.log.event import Event
from studykit.log.store import Store
from studykit.memory import replay


def history(home: Path) -> list[tuple[Event, int]]:
    """All events in order, each with its study day by the rollover that was in force."""
    with Store.open(home, read_only=True) as store:
        events = store.events()
    days = replay.study_days(events)
    return [(event, days[event.id]) for event in events]
