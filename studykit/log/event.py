"""An event: one thing that happened, never changed afterwards."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass, field
from typing import Any

ACTIONS = frozenset(
    {"review", "suspend", "unsuspend", "bury", "unbury", "flag", "unflag", "reset", "forward", "alias"}
)
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
