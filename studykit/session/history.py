"""The log as it is read back: each event with the study day it fell on."""

from __future__ import annotations

from pathlib import Path

from studykit.log.event import Event
from studykit.log.store import Store
from studykit.memory.scheduling import Scheduling
from studykit.memory.study_day import study_day


def history(home: Path) -> list[tuple[Event, int]]:
    """All events in order, each with its study day by the rollover that was in force."""
    with Store.open(home, read_only=True) as store:
        events = store.events()
    found = []
    scheduling = Scheduling()
    for event in events:
        if event.kind == "settings":
            scheduling = scheduling.with_event(event.body)
        found.append((event, study_day(event.at_ms, event.tz_min, scheduling.rollover_min)))
    return found
