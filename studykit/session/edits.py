"""Hand edits of `settings.toml` that change the schedule, as the `settings` events that they become.

Such a setting is valid from its event on. The file is compared with what this device's own events last
said, so that a setting which another device has changed since is not changed back.
"""

from __future__ import annotations

import json
import re
from collections.abc import Iterable, Mapping
from dataclasses import dataclass, field
from typing import Any

from studykit.cards.tags import folded
from studykit.clock import Moment
from studykit.errors import StudyError
from studykit.log.event import Draft, Event
from studykit.log.store import NotSaved, Store
from studykit.memory import replay
from studykit.memory.scheduling import DECK_LIMITS, Scheduling, checked, checked_limit
from studykit.settings import KEYS, DeckSettings, File

NAMES = {
    key: "rollover_min" if key == "rollover" else key
    for key, setting in KEYS.items()
    if setting.metadata["scheduling"]
}
"""The settings of the schedule: as in the file, and as in the log."""

_TIME = re.compile(r"([01]?\d|2[0-3]):([0-5]\d)", re.ASCII)
_DEFAULT = Scheduling()


@dataclass(frozen=True, slots=True)
class Edit:
    """What the file says that the log does not know yet."""

    body: Mapping[str, Any] = field(default_factory=dict)
    """The body of the event to write; empty if nothing has changed."""
    warnings: tuple[str, ...] = ()
    """A line for each value that makes no sense; it is in no event."""


def pending(file: File, events: Iterable[Event], device: str) -> Edit:
    """What has changed in the file since this device's latest `settings` events.

    `events` are all the log's `settings` events in order. A line that is gone means the default, and for
    a deck that it has no such limit. A line that cannot be used leaves its setting as it is.
    """
    if not file.is_toml:
        return Edit()
    events = tuple(events)
    said, said_of_decks = _said(event for event in events if event.device == device)
    reader = _Reader(file, replay.scheduling(events))
    body: dict[str, Any] = {}
    for key, name in NAMES.items():
        if (key,) in file.broken:
            continue
        if key in file.given and (key != "weights" or file.settings.weights):
            value = reader.value(key, name)
            if value is not None and (name not in said or said[name] != _listed(value)):
                body[name] = _listed(value)
        elif name in said and said[name] != _listed(getattr(_DEFAULT, name)):
            body[name] = _listed(getattr(_DEFAULT, name))
    limits = _changed_limits(file, reader, said_of_decks)
    if limits:
        body["decks"] = limits
    return Edit(body, tuple(reader.warnings))


def record(store: Store, edit: Edit, now: Moment) -> tuple[str, ...]:
    """Writes the event, if anything has changed, and returns warnings.

    If it cannot be saved the settings stay as the log has them, and the next start tries again.
    """
    if not edit.body:
        return ()
    try:
        store.append(Draft("settings", now.at_ms, now.tz_min, body=edit.body), replay.reduce)
    except NotSaved as error:
        return (f"the changed settings are not in force yet: {error}",)
    return ()


def scheduled(key: str, value: Any) -> Any:
    """A value of the file as `Scheduling` takes it. Raises `StudyError` that says what is wrong."""
    if key != "rollover":
        return checked(key, value)
    found = _TIME.fullmatch(value.strip()) if isinstance(value, str) else None
    if found is None:
        raise StudyError(f'rollover cannot be {value!r}: it must be a time from "00:00" to "23:59"')
    return int(found[1]) * 60 + int(found[2])


def shown(key: str, scheduling: Scheduling) -> Any:
    """A setting in force, as the file would say it."""
    value = getattr(scheduling, NAMES[key])
    if key == "rollover":
        return f"{value // 60:02}:{value % 60:02}"
    return () if key == "weights" and value == _DEFAULT.weights else value


def text(value: Any) -> str:
    """A value as the file would write it (TOML writes these as JSON does)."""
    return json.dumps(value, ensure_ascii=False)


class _Reader:
    """Takes what makes sense from the file, and says what does not."""

    def __init__(self, file: File, before: Scheduling) -> None:
        self._file = file
        self._before = before
        self.warnings: list[str] = []

    def value(self, key: str, name: str) -> Any:
        """The value as the log has it; None, with a warning, if it makes no sense."""
        try:
            return scheduled(key, getattr(self._file.settings, key))
        except StudyError as error:
            self.warn(f"{error.message}; {text(shown(key, self._before))} is used")
            return None

    def limit(self, deck: DeckSettings, name: str) -> int | None:
        """The same for a limit of a deck."""
        try:
            return checked_limit(name, getattr(deck, name))
        except StudyError as error:
            self.warn(f"decks.{deck.deck}.{error.message}; it is not used")
            return None

    def warn(self, line: str) -> None:
        self.warnings.append(f"{self._file.path}: {line}")


def _said(events: Iterable[Event]) -> tuple[dict[str, Any], dict[tuple[str, str], Any]]:
    """What events have said of each setting, and of each limit of a deck, the last word of each."""
    said: dict[str, Any] = {}
    of_decks: dict[tuple[str, str], Any] = {}
    for event in events:
        for name, value in event.body.items():
            if name != "decks":
                said[name] = value
            elif isinstance(value, Mapping):
                for deck, limits in value.items():
                    for limit in DECK_LIMITS if isinstance(limits, Mapping) else ():
                        if limit in limits:
                            of_decks[deck, limit] = limits[limit]
    return said, of_decks


def _changed_limits(
    file: File, reader: _Reader, said: Mapping[tuple[str, str], Any]
) -> dict[str, dict[str, int | None]]:
    if ("decks",) in file.broken:
        return {}
    changed: dict[str, dict[str, int | None]] = {}
    # What the file says of, well or badly, is not gone from it.
    there = {(folded(where[1]), name) for where in file.broken if where[0] == "decks" for name in where[2:]}
    lost = {folded(where[1]) for where in file.broken if where[0] == "decks" and len(where) == 2}
    for deck in preferred(file, reader):
        for name in DECK_LIMITS:
            if getattr(deck, name) is None:
                continue
            where = folded(deck.deck), name
            there.add(where)
            limit = reader.limit(deck, name)
            if limit is not None and said.get(where) != limit:
                changed.setdefault(where[0], {})[name] = limit
    for where, limit in said.items():
        if limit is not None and where not in there and where[0] not in lost:
            changed.setdefault(where[0], {})[where[1]] = None
    return changed


def preferred(file: File, reader: _Reader | None = None) -> list[DeckSettings]:
    """The tables of decks; of two that name the same deck the first, with a warning."""
    found: dict[str, DeckSettings] = {}
    for deck in file.settings.decks:
        first = found.setdefault(folded(deck.deck), deck)
        if first is not deck and reader is not None:
            reader.warn(f"decks.{deck.deck} is the same deck as decks.{first.deck}; only the first is used")
    return list(found.values())


def _listed(value: Any) -> Any:
    """As JSON gives it back from the log."""
    return list(value) if isinstance(value, tuple) else value
