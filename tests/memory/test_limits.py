"""How much of the day's limits is left."""

from __future__ import annotations

from studykit.memory.limits import Limits, Tally, left, tally
from studykit.memory.scheduling import Scheduling
from studykit.memory.state import ItemState, Phase

TODAY = 20_000
STATES = [
    ItemState("new today", Phase.LEARNING, first_day=TODAY, last_day=TODAY),
    ItemState("new today, learned", Phase.REVIEW, first_day=TODAY, last_day=TODAY),
    ItemState("reviewed", Phase.REVIEW, first_day=9, last_day=TODAY, review_day=TODAY),
    ItemState("learned on", Phase.REVIEW, first_day=TODAY - 1, last_day=TODAY),
    ItemState("yesterday", Phase.REVIEW, first_day=TODAY - 1, last_day=TODAY - 1, review_day=TODAY - 1),
    ItemState("never answered", flagged=True),
]


def test_first_answers_and_reviews_of_today_are_counted() -> None:
    assert tally(STATES, TODAY) == Tally(new=2, reviews=1)
    assert tally(STATES, TODAY + 1) == Tally(0, 0)


def test_an_item_first_seen_and_reviewed_on_one_day_counts_as_both() -> None:
    both = ItemState("a", Phase.RELEARNING, first_day=TODAY, last_day=TODAY, review_day=TODAY)
    assert tally([both], TODAY) == Tally(1, 1)


def test_what_is_left_is_never_below_nothing() -> None:
    assert left(STATES, TODAY, Scheduling()) == Limits(18, 199)
    assert left(STATES, TODAY, Scheduling(new_per_day=1, reviews_per_day=0)) == Limits(0, 0)
