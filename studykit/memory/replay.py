"""From events to states. The schedule is never edited: it is what replaying the log gives."""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Sequence
from dataclasses import replace
from math import inf
from typing import Any

from studykit.clock import LAST_MS
from studykit.log.event import Event, live
from studykit.memory.scheduler import answer
from studykit.memory.scheduling import Scheduling
from studykit.memory.state import ItemState, Phase, Rating
from studykit.memory.study_day import study_day

_PHASES = {phase.value: phase for phase in Phase}
_RATINGS = {rating.value: rating for rating in Rating}
_WHOLE = {int, type(None)}
_DAYS = 1_000_000
"""More than a clock and an interval can come to (the year 4707); all of them make dates."""


def replay(events: Iterable[Event]) -> dict[str, ItemState]:
    """The states of all items that the events say something of.

    Takes the whole log, or one item's events with the `settings` events, in whatever order, with or
    without voided events and their undos. Kinds that it does not know are passed over, and
    so are events of an impossible time: only damage makes them, and the store tells of it.
    """
    states: dict[str, ItemState] = {}
    for event, valid in _with_scheduling(live(events)):
        if event.item is not None and event.moment.is_possible:
            before = states.get(event.item) or ItemState(event.item)
            states[event.item] = _after(before, event, valid)
    return {item: state for item, state in states.items() if state != ItemState(item)}


def reduce(item: str, events: Sequence[Event]) -> tuple[Any, ...] | None:
    """The row of `item_state` that follows from an item's events; what the store is handed.

    None if the item is new and unmarked.
    """
    state = replay(events).get(item)
    return None if state is None else to_row(state)


def scheduling(settings: Iterable[Event]) -> Scheduling:
    """The settings that hold after the last of the `settings` events; other events are passed over."""
    now = Scheduling()
    for _, now in _with_scheduling(live(settings)):  # noqa: B007 (the last one is what is wanted)
        pass
    return now


def to_row(state: ItemState) -> tuple[Any, ...]:
    """The state as a row of `item_state`."""
    return (
        state.item,
        state.phase.value,
        state.stability,
        state.difficulty,
        state.step,
        state.due_day,
        state.due_ms,
        state.reps,
        state.lapses,
        state.first_day,
        state.last_day,
        state.review_day,
        state.interval,
        int(state.suspended),
        int(state.flagged),
        state.buried_day,
    )


def from_row(row: tuple[Any, ...]) -> ItemState:
    """The state of a row of `item_state`. Raises `ValueError` for a row that `to_row` never gave."""
    phase = _PHASES.get(row[1])
    if phase is None or not set(map(type, row[4:])) <= _WHOLE:
        raise ValueError("a value of a wrong type")
    values = list(row)
    values[1] = phase
    values[13:15] = row[13] == 1, row[14] == 1
    state = ItemState(*values)
    if not (_is_new(state) if phase is Phase.NEW else _is_learned(state)):
        raise ValueError("a value that no review gives")
    return state


def _is_new(state: ItemState) -> bool:
    return state.due_day is None and state.due_ms is None and state.stability is None and state.reps == 0


def _is_learned(state: ItemState) -> bool:
    if state.phase is Phase.REVIEW:
        timed = state.due_ms is None and state.interval is not None
    else:
        timed = state.due_ms is not None and 0 <= state.due_ms < 2 * LAST_MS and (state.step or 0) >= 0
    # Written out, since this is done for every item before the first screen.
    return (
        timed
        and state.due_day is not None
        and state.first_day is not None
        and state.last_day is not None
        and -_DAYS < state.due_day < _DAYS
        and -_DAYS < state.first_day < _DAYS
        and -_DAYS < state.last_day < _DAYS
        and isinstance(state.stability, float)
        and isinstance(state.difficulty, float)
        and 0 < state.stability < inf
        and 1 <= state.difficulty <= 10
        and 0 <= (state.interval or 0) < _DAYS
        and state.reps > 0
    )


def _with_scheduling(ordered: Iterable[Event]) -> Iterator[tuple[Event, Scheduling]]:
    now = Scheduling()
    for event in ordered:
        if event.kind == "settings":
            now = now.with_event(event.body)
        yield event, now


def _day(event: Event, valid: Scheduling) -> int:
    return study_day(event.at_ms, event.tz_min, valid.rollover_min)


def _after(state: ItemState, event: Event, valid: Scheduling) -> ItemState:
    match event.kind:
        case "review":
            rating = _RATINGS.get(event.rating or 0)
            if rating is None:
                return (
                    state  # a grade of a later version; kept in the log, and passed over like unknown kinds
                )
            return answer(state, rating, event.moment, valid)
        case "suspend" | "unsuspend":
            return replace(state, suspended=event.kind == "suspend")
        case "flag" | "unflag":
            return replace(state, flagged=event.kind == "flag")
        case "bury":
            return replace(state, buried_day=_day(event, valid))
        case "unbury":
            return replace(state, buried_day=None)
        case "reset":
            # Marks are not memory: a suspended item stays suspended.
            return ItemState(
                state.item,
                suspended=state.suspended,
                flagged=state.flagged,
                buried_day=state.buried_day,
            )
        case "forward":
            return _forward(state, event.at_ms, _day(event, valid))
        case _:
            return state


def _forward(state: ItemState, at_ms: int, today: int) -> ItemState:
    """Due now; what is due already stays as it is, and a new item has no due day to move."""
    if state.due_day is None:
        return state
    due_ms = None if state.due_ms is None else min(state.due_ms, at_ms)
    return replace(state, due_day=min(state.due_day, today), due_ms=due_ms)
