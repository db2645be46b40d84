"""How much of the day's limits is left."""

from __future__ import annotations

from studykit.memory.limits import ALL, Limits, Tally, capped, left, tally
from studykit.memory.scheduling import DeckLimits, Scheduling
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


IN_DECKS = Scheduling(
    decks=(("a", DeckLimits(new_per_day=1)), ("a/b", DeckLimits(3, 1)), ("c", DeckLimits(reviews_per_day=0)))
)


def test_a_deck_covers_its_sub_decks_and_no_name_that_only_begins_like_it() -> None:
    assert capped(["a/b/x", "z"], IN_DECKS) == ("a", "a/b")
    assert capped(["ab"], IN_DECKS) == ()
    assert capped(["c", "a/b"], IN_DECKS) == ("a", "a/b", "c")


def test_an_item_counts_for_every_deck_with_limits_that_it_is_in() -> None:
    found = left(STATES, TODAY, IN_DECKS, lambda item: ("a", "a/b") if item == "reviewed" else ("a",))
    assert found == Limits(18, 199, {"a": 0, "a/b": 3}, {"a/b": 0, "c": 0})


def test_wishes_lift_the_limits_of_the_day_and_of_decks() -> None:
    limits = Limits(3, 4, {"a": 1}, {"a": 2})
    assert limits.with_new(9) == Limits(9, 4, {}, {"a": 2})
    assert limits.with_all_reviews() == Limits(3, ALL, {"a": 1}, {})
