"""Fuzz spreads days, the same way every time, and never turns the order round."""

from __future__ import annotations

import random
from datetime import timedelta

import pytest
from fsrs import Scheduler
from hypothesis import given
from hypothesis import strategies as st

from studykit.memory.fuzz import bounds, fuzzed


@pytest.mark.parametrize(
    ("days", "least", "most"),
    [(1, 1, 1), (2, 2, 2), (3, 2, 4), (7, 5, 9), (20, 17, 23), (100, 93, 107), (365, 345, 385)],
)
def test_the_ranges_are_those_of_anki(days: int, least: int, most: int) -> None:
    assert bounds(days, 36500) == (least, most)


def test_every_day_of_the_range_comes_up() -> None:
    given = {fuzzed(7, item="a", reps=reps, maximum=36500, last=None) for reps in range(200)}
    assert given == {5, 6, 7, 8, 9}


def test_the_fuzz_is_pinned() -> None:
    """It must never change: a replay would give other due days."""
    given = [fuzzed(100, item="a7c2.x", reps=reps, maximum=36500, last=None) for reps in range(8)]
    assert given == [94, 93, 98, 94, 93, 107, 99, 93]


def test_the_maximum_holds() -> None:
    assert {fuzzed(100, item="a", reps=reps, maximum=100, last=98) for reps in range(99)} == {99, 100}


def test_good_again_and_again_on_a_card_of_four_days_never_goes_back() -> None:
    """B059: 4 → 8 → 4 days."""
    for item in "abcdefgh":
        last = 4
        for reps, days in enumerate((4, 5, 5, 6, 7, 8, 8, 8, 10)):
            now = fuzzed(days, item=item, reps=reps, maximum=36500, last=last)
            if last <= bounds(days, 36500)[1]:
                assert now >= last
            last = now


def test_after_the_settings_changed_a_shorter_interval_is_no_fuzz_and_may_be() -> None:
    assert fuzzed(50, item="a", reps=9, maximum=36500, last=100) < 60


@given(st.integers(1, 40000), st.integers(0, 300), st.integers(1, 36500), st.none() | st.integers(1, 36500))
def test_a_longer_interval_is_never_given_as_a_shorter_one(
    days: int, more: int, maximum: int, last: int | None
) -> None:
    short, long = min(days, maximum), min(days + more, maximum)
    one = fuzzed(short, item="a", reps=3, maximum=maximum, last=last)
    two = fuzzed(long, item="a", reps=3, maximum=maximum, last=last)
    assert 1 <= one <= two <= maximum


@given(st.integers(3, 3000), st.text(max_size=5), st.integers(0, 50))
def test_fuzz_stays_within_the_range_of_fsrs(days: int, item: str, reps: int) -> None:
    random.seed(days)
    theirs = {Scheduler()._get_fuzzed_interval(interval=timedelta(days=days)).days for _ in range(50)}
    least, most = bounds(days, 36500)
    assert least <= min(theirs)
    assert max(theirs) <= most + 1  # rounds up after the draw, and so may give one day more
    assert least <= fuzzed(days, item=item, reps=reps, maximum=36500, last=None) <= most
