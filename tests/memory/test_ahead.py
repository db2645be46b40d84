"""Reviews before they are due: asked soonest first, and fed to FSRS with the days that have really passed."""

from __future__ import annotations

from dataclasses import replace
from typing import Any

import fsrs
import pytest
from hypothesis import given
from hypothesis import strategies as st

from studykit.clock import Moment
from studykit.memory.limits import Limits
from studykit.memory.queue import Candidate, Counts, Queue, build
from studykit.memory.scheduler import answer
from studykit.memory.scheduling import Scheduling
from studykit.memory.state import ItemState, Phase, Rating
from studykit.memory.study_day import midnight, study_day

NOW = 1_772_442_000_000
TODAY = study_day(NOW, 60)
DAY_MS = 86_400_000


def due(item: str, days_ago: int = 0, **more: Any) -> ItemState:
    values = {"due_day": TODAY - days_ago, "first_day": TODAY - 9, "last_day": TODAY - 9} | more
    return ItemState(item, Phase.REVIEW, 5.0, 5.0, **values)


def queue(items: str, *states: ItemState, ahead: int, limits: Limits | None = None) -> Queue:
    candidates = [Candidate(item, item.partition(".")[0]) for item in items.split()]
    by_item = {state.item: state for state in states}
    return build(candidates, by_item, TODAY, NOW, limits or Limits(0, 0).with_all_reviews(), ahead=ahead)


def drained(made: Queue) -> list[str]:
    asked = []
    while (item := made.next(NOW)) is not None:
        asked.append(item)
        made.update(replace(due(item, -1), last_day=TODAY))
    return asked


def test_what_is_due_within_the_days_is_asked_soonest_first() -> None:
    made = queue("a b c d", due("a", -3), due("b", -1), due("c", 2), due("d", -4), ahead=3)
    assert made.counts == Counts(0, 0, 3)
    assert drained(made) == ["c", "b", "a"]


def test_an_item_answered_today_does_not_come_again_before_its_day() -> None:
    assert queue("a", due("a", -1, last_day=TODAY), ahead=5).counts == Counts(0, 0, 0)


def test_an_item_answered_today_that_is_due_today_comes_after_all_others() -> None:
    made = queue("a b", due("a", last_day=TODAY), due("b", -2), ahead=2)
    assert [made.next(NOW), made.counts.due] == ["b", 2]
    made.update(due("b", -9, last_day=TODAY))
    assert made.next(NOW) == "a"


def test_siblings_suspended_and_buried_items_stay_out_as_ever() -> None:
    states = due("a.1", -1), due("a.2", -2), due("b", -1, suspended=True), due("c", -1, buried_day=TODAY)
    assert drained(queue("a.1 a.2 b c", *states, ahead=2)) == ["a.1"]


def test_learning_steps_and_new_items_are_as_ever() -> None:
    far = ItemState("l", Phase.LEARNING, 1.0, 5.0, 0, due_day=TODAY + 1, due_ms=NOW + 10 * 3_600_000)
    assert queue("l n", far, ahead=3).counts == Counts(0, 0, 0)
    assert queue("l n", far, ahead=3, limits=Limits(1, 0)).counts == Counts(1, 0, 0)


def by_hand(ratings: list[int], days: list[int]) -> fsrs.Card:
    scheduler = fsrs.Scheduler(enable_fuzzing=False, learning_steps=[], relearning_steps=[])
    card = fsrs.Card(card_id=1)
    for rating, day in zip(ratings, days, strict=True):
        card, _ = scheduler.review_card(card, fsrs.Rating(rating), midnight(TODAY + day))
    return card


def ours(ratings: list[int], days: list[int]) -> ItemState:
    state = ItemState("a")
    scheduling = Scheduling(learning_steps=(), relearning_steps=())
    for rating, day in zip(ratings, days, strict=True):
        state = answer(state, Rating(rating), Moment(NOW + day * DAY_MS, 60), scheduling)
    return state


def test_an_early_review_adds_less_than_one_on_its_day() -> None:
    due_after = (ours([3, 3], [0, 3]).due_day or 0) - TODAY
    early, on_time = ours([3, 3, 3], [0, 3, 5]), ours([3, 3, 3], [0, 3, due_after])
    assert early.stability is not None and on_time.stability is not None
    assert early.stability < on_time.stability


@given(st.lists(st.tuples(st.integers(1, 4), st.integers(1, 40)), min_size=1, max_size=8))
def test_reviewing_early_gives_the_state_of_fsrs_fed_by_hand(history: list[tuple[int, int]]) -> None:
    ratings = [rating for rating, _ in history]
    days = [sum(gap for _, gap in history[: i + 1]) for i in range(len(history))]
    mine, card = ours(ratings, days), by_hand(ratings, days)
    assert mine.stability == pytest.approx(card.stability, rel=1e-12)
    assert mine.difficulty == pytest.approx(card.difficulty, rel=1e-12)
    assert mine.last_day == TODAY + days[-1]
