"""The schedule is what replaying the log gives."""

from __future__ import annotations

import random
import tempfile
from dataclasses import replace
from pathlib import Path
from typing import Any

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from studykit.clock import Moment
from studykit.log.event import Draft, Event, seal
from studykit.log.store import Store
from studykit.memory.replay import from_row, reduce, replay, scheduling, to_row
from studykit.memory.scheduler import answer
from studykit.memory.scheduling import Scheduling
from studykit.memory.state import ItemState, Phase, Rating
from studykit.memory.study_day import study_day

MS = 1_772_442_000_000  # Monday 2 March 2026, 10:00 in Berlin
HOUR = 3_600_000
TODAY = study_day(MS, 60)


def log(*steps: tuple[Any, ...]) -> list[Event]:
    """Events an hour apart from (kind, item, rating or body)."""
    events = []
    for i, (kind, item, *more) in enumerate(steps):
        rating = more[0] if more and isinstance(more[0], int) else None
        body = more[0] if more and isinstance(more[0], dict) else {}
        draft = Draft(kind, MS + i * HOUR, 60, item=item, rating=rating, body=body)
        events.append(seal(draft, id=i.to_bytes(16, "big"), device="d", seq=i + 1, hlc=i + 1))
    return events


def state(*steps: tuple[Any, ...], item: str = "a") -> ItemState:
    return replay(log(*steps)).get(item) or ItemState(item)


LEARNED = (("review", "a", 3), ("review", "a", 3))


def test_reviews_are_answers_in_order() -> None:
    by_hand = ItemState("a")
    for i, rating in enumerate((3, 3, 1, 4)):
        by_hand = answer(by_hand, Rating(rating), Moment(MS + i * HOUR, 60), Scheduling())
    assert state(*(("review", "a", rating) for rating in (3, 3, 1, 4))) == by_hand


def test_items_do_not_touch_each_other() -> None:
    alone = replay([event for event in log(*LEARNED, ("review", "b", 1)) if event.item == "a"])
    together = replay(log(*LEARNED, ("review", "b", 1)))
    assert together["a"] == alone["a"]
    assert set(together) == {"a", "b"}


def test_suspend_and_flag_are_taken_back_by_their_opposites() -> None:
    marked = state(*LEARNED, ("suspend", "a"), ("flag", "a"))
    assert (marked.suspended, marked.flagged) == (True, True)
    assert state(*LEARNED, ("suspend", "a"), ("flag", "a"), ("unsuspend", "a"), ("unflag", "a")) == state(
        *LEARNED
    )


def test_bury_hides_through_that_study_day() -> None:
    assert state(("bury", "a")).buried_day == TODAY
    assert state(("bury", "a"), ("unbury", "a")) == ItemState("a")


def test_reset_is_new_again_and_keeps_the_marks() -> None:
    assert state(*LEARNED, ("reset", "a")) == ItemState("a")
    assert state(*LEARNED, ("suspend", "a"), ("reset", "a")) == ItemState("a", suspended=True)
    assert state(*LEARNED, ("reset", "a"), ("review", "a", 3)).reps == 1


def test_forward_is_due_today_and_changes_nothing_else() -> None:
    before = state(*LEARNED)
    assert before.due_day != TODAY
    assert state(*LEARNED, ("forward", "a")) == replace(before, due_day=TODAY)


def test_forward_takes_a_learning_step_before_its_time_and_a_new_item_nowhere() -> None:
    assert state(("review", "a", 3), ("forward", "a")).due_ms == MS + HOUR // 6
    steps = ("settings", None, {"learning_steps": [1, 600]})
    assert state(steps, ("review", "a", 3), ("forward", "a")).due_ms == MS + 2 * HOUR
    assert state(("forward", "a")) == ItemState("a")


def test_settings_are_valid_from_then_on_and_change_no_past_state() -> None:
    change = ("settings", None, {"desired_retention": 0.8})
    assert state(*LEARNED, change) == state(*LEARNED)
    early = state(change, *LEARNED)
    assert (early.interval or 0) > (state(*LEARNED).interval or 0)


def test_the_study_day_is_by_the_rollover_of_its_time_and_the_offset_of_its_event() -> None:
    late = {"rollover_min": 12 * 60}
    assert state(("review", "a", 3), ("settings", None, late)).last_day == TODAY
    assert state(("settings", None, late), ("settings", None, {}), ("review", "a", 3)).last_day == TODAY
    assert state(("settings", None, late), ("review", "a", 3)).last_day == TODAY - 1
    (event,) = log(("review", "a", 3))
    abroad = replace(event, tz_min=-10 * 60)
    assert replay([abroad])["a"].last_day == TODAY - 1


def test_an_undo_in_the_log_voids_what_it_names() -> None:
    events = log(*LEARNED, ("undo", "a", {"voids": (1).to_bytes(16, "big").hex()}))
    assert replay(events) == replay(events[:1])


def test_unknown_kinds_ratings_and_settings_are_passed_over() -> None:
    odd = (("levitate", "a"), ("review", "a", 9), ("attempt", "a", 1), ("settings", None, {"x": 1}))
    assert state(*LEARNED, *odd) == state(*LEARNED)


def test_the_order_of_hearing_does_not_matter() -> None:
    events = log(*LEARNED, ("review", "b", 1), ("settings", None, {"rollover_min": 0}), ("review", "a", 1))
    shuffled = events[:]
    random.Random(1).shuffle(shuffled)
    assert replay(shuffled) == replay(events)


def test_the_settings_are_those_after_the_last_event() -> None:
    events = log(
        ("settings", None, {"new_per_day": 5}),
        ("settings", None, {"rollover_min": 0, "new_per_day": "many"}),
    )
    assert scheduling(events) == Scheduling(new_per_day=5, rollover_min=0)
    assert scheduling([]) == Scheduling()


@pytest.mark.parametrize(
    "example",
    [
        ItemState("a"),
        ItemState("a", Phase.REVIEW, 1.5, 2.5, None, 3, None, 4, 5, 6, 7, 8, 9, True, True, 10),
        ItemState("a", Phase.LEARNING, 1.5, 2.5, 0, 3, 4, 1, 0, 3, 3, flagged=True),
    ],
)
def test_a_state_comes_back_from_its_row(example: ItemState) -> None:
    back = from_row(to_row(example))
    assert back == example
    assert [type(value) for value in to_row(back)] == [type(value) for value in to_row(example)]


def test_a_row_has_the_columns_of_a_state() -> None:
    assert len(to_row(ItemState("a"))) == len(ItemState.__slots__)


# Whatever is done, the table is the replay of the log

DEEDS = (
    "review",
    "review",
    "review",
    "suspend",
    "unsuspend",
    "bury",
    "unbury",
    "flag",
    "reset",
    "forward",
    "attempt",
)
deeds = st.tuples(
    st.sampled_from((*DEEDS, "undo", "undo", "settings", "levitate")),
    st.sampled_from("abc"),
    st.integers(1, 4),
    st.integers(-2 * HOUR, 60 * HOUR),
    st.sampled_from([{"rollover_min": 0}, {"desired_retention": 0.8}, {"learning_steps": []}, {"x": 1}]),
)


@settings(max_examples=25, deadline=None)
@given(st.lists(deeds, max_size=14))
def test_the_table_is_always_the_replay_and_undo_gives_exactly_the_rows_before(
    deeds: list[tuple[str, str, int, int, dict[str, Any]]],
) -> None:
    with tempfile.TemporaryDirectory() as home, Store.open(Path(home)) as store:
        now = MS
        before: list[list[Any]] = []
        for kind, item, rating, wait, body in deeds:
            now = max(0, now + wait)
            if kind == "undo":
                voided = store.undo(Moment(now, 60), reduce)
                assert (voided is None) == (not before)
                if voided is not None:
                    assert store.rows() == before.pop()
            elif kind == "settings":
                store.append(Draft(kind, now, 60, body=body), reduce)
            else:
                if kind in DEEDS:
                    before.append(store.rows())
                graded = rating if kind == "review" else None
                store.append(Draft(kind, now, 60, item=item, rating=graded), reduce)
            assert {row[0]: from_row(row) for row in store.rows()} == replay(store.events())
        rows = store.rows()
        store.rebuild(reduce)
        assert store.rows() == rows
