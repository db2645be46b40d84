"""An event: one thing that happened, never changed afterwards."""

from __future__ import annotations

import hashlib
import json
from collections.abc import Iterable, Mapping
from dataclasses import dataclass, field, replace
from types import NoneType
from typing import Any

from studykit.clock import Moment

ACTIONS = frozenset(
    ("review", "attempt", "suspend", "unsuspend", "bury", "unbury", "flag", "unflag", "reset", "forward")
) | {"alias"}
"""Kinds that are a deed of the learner's, which `undo` can void."""


@dataclass(frozen=True, slots=True)
class Draft:
    """An event before the store gives it an id and its place in the order."""

    kind: str
    at_ms: int
    tz_min: int
    item: str | None = None
    rating: int | None = None
    """1 Again, 2 Hard, 3 Good, 4 Easy; only for a review."""
    dur_ms: int | None = None
    body: Mapping[str, Any] = field(default_factory=dict)


@dataclass(frozen=True, slots=True)
class Event:
    """A row of the log."""

    id: bytes
    """A UUID of version 7, 16 bytes."""
    device: str
    seq: int
    """Counts the events of one device from 1."""
    hlc: int
    """Hybrid logical clock: milliseconds << 16, plus a counter; only ever grows in one log."""
    at_ms: int
    tz_min: int
    kind: str
    item: str | None
    rating: int | None
    dur_ms: int | None
    body: Mapping[str, Any]
    hash: bytes
    """SHA-256 of the canonical JSON of all the fields above."""

    @property
    def place(self) -> tuple[int, str, int, bytes]:
        """Where it stands in the log; the same on every device, whoever hears of it first."""
        return (self.hlc, self.device, self.seq, self.id)

    @property
    def moment(self) -> Moment:
        """When it happened; in a damaged log an impossible one, which nothing can be reckoned from."""
        return Moment(self.at_ms, self.tz_min)


COLUMNS = (
    "id",
    "device",
    "seq",
    "hlc",
    "at_ms",
    "tz_min",
    "kind",
    "item",
    "rating",
    "dur_ms",
    "body",
    "hash",
)
"""The columns of the table `event`, which are the fields of `Event` in order."""

# Not all that SQLite promises: in a damaged page a number may stand where a text was.
_TYPES = (bytes, str, int, int, int, int, str, str | NoneType, int | NoneType, int | NoneType, str, bytes)

Row = tuple[Any, ...]
"""A row of SQLite values."""


def uuid7(ms: int, chance: bytes) -> bytes:
    """A UUID of version 7 (RFC 9562, section 5.7), 16 bytes: `ms` since 1970, then 74 bits of `chance`.

    `chance` is 10 random bytes, of which 6 bits give way to the version and the variant.
    Raises `ValueError` for other lengths, or a time outside 48 bits.
    """
    if len(chance) != 10 or not 0 <= ms < 1 << 48:
        raise ValueError("uuid7 takes 10 random bytes and a time of 48 bits")
    rest = bytearray(chance)
    rest[0] = 0x70 | rest[0] & 0x0F
    rest[2] = 0x80 | rest[2] & 0x3F
    return ms.to_bytes(6, "big") + bytes(rest)


def canonical(value: object) -> str:
    """The one JSON text of a value: keys sorted, no blanks, ASCII only.

    ASCII, because an answer may hold half a surrogate pair that no encoding would take, and it must be
    saved all the same. Raises `ValueError` for NaN and infinities, `TypeError` for what JSON has not.
    """
    return json.dumps(value, sort_keys=True, separators=(",", ":"), allow_nan=False)


def digest(event: Event) -> bytes:
    """SHA-256 of the canonical JSON of everything in the event but its hash."""
    content = {name: getattr(event, name) for name in COLUMNS[:-1]}
    content["id"] = event.id.hex()
    return hashlib.sha256(canonical(content).encode("ascii")).digest()


def seal(draft: Draft, *, id: bytes, device: str, seq: int, hlc: int) -> Event:
    """The draft as an event with its place in the log and its hash.

    The body is what JSON makes of it (tuples become lists), so that an event is the same before and
    after it was stored. Raises `ValueError` or `TypeError` for a body that JSON cannot hold.
    """
    event = Event(
        id=id,
        device=device,
        seq=seq,
        hlc=hlc,
        at_ms=draft.at_ms,
        tz_min=draft.tz_min,
        kind=draft.kind,
        item=draft.item,
        rating=draft.rating,
        dur_ms=draft.dur_ms,
        body=json.loads(canonical(dict(draft.body))),
        hash=b"",
    )
    return replace(event, hash=digest(event))


def to_row(event: Event) -> Row:
    """The event as values for the table `event`."""
    return tuple(canonical(event.body) if name == "body" else getattr(event, name) for name in COLUMNS)


def from_row(row: Row) -> Event:
    """The event of a row of the table `event`.

    Raises `ValueError` for a row that was never written so: values of other types, text that is no UTF-8,
    a body that is no JSON object.
    """
    if not all(map(isinstance, row, _TYPES)) or len(row) != len(_TYPES):
        raise ValueError("a value of a wrong type")
    values = dict(zip(COLUMNS, row, strict=True))
    for value in row:
        if isinstance(value, str):
            value.encode("utf-8")  # bytes that are no UTF-8 were read as lone surrogates
    try:
        body = json.loads(values["body"], parse_constant=_no_number)
    except RecursionError as error:
        raise ValueError("a body of too many levels") from error
    if not isinstance(body, dict):
        raise ValueError("the body of an event must be a JSON object")
    return Event(**(values | {"body": body}))


def _no_number(name: str) -> object:
    raise ValueError(f"{name} is no JSON")


def trouble(event: Event) -> str | None:
    """What is wrong with an event that was read; None if it is as it was written."""
    if digest(event) != event.hash:
        return "is not what was written"
    return None if event.moment.is_possible else "is of an impossible time"


def live(events: Iterable[Event]) -> list[Event]:
    """The events in order, without those that an `undo` voids, and without the undos."""
    ordered = sorted(events, key=lambda event: event.place)
    voided = [event.body.get("voids") for event in ordered if event.kind == "undo"]
    names = {name for name in voided if isinstance(name, str)}
    return [event for event in ordered if event.kind != "undo" and event.id.hex() not in names]
