"""What an answer does: FSRS-6 by study days, learning steps by minutes."""

from __future__ import annotations

import subprocess
import sys
from collections.abc import Iterable
from datetime import datetime, timedelta
from zoneinfo import ZoneInfo

import pytest
from fsrs.scheduler import LOWER_BOUNDS_PARAMETERS, UPPER_BOUNDS_PARAMETERS
from hypothesis import given
from hypothesis import strategies as st

from studykit.clock import Moment, moment
from studykit.memory.scheduler import answer, intervals
from studykit.memory.scheduling import WEIGHTS, Scheduling
from studykit.memory.state import ItemState, Phase, Rating
from studykit.memory.study_day import study_day

AGAIN, HARD, GOOD, EASY = Rating
DEFAULT = Scheduling()
MONDAY = moment(datetime(2026, 3, 2, 10, 0, tzinfo=ZoneInfo("Europe/Berlin")))
DAY_MS = 86_400_000
MINUTE_MS = 60_000


def later(days: float = 0, minutes: float = 0, start: Moment = MONDAY) -> Moment:
    return Moment(start.at_ms + round(days * DAY_MS + minutes * MINUTE_MS), start.tz_min)


def learned(
    ratings: Iterable[Rating] = (GOOD, GOOD), scheduling: Scheduling = DEFAULT, item: str = "a"
) -> ItemState:
    state = ItemState(item)
    for i, rating in enumerate(ratings):
        state = answer(state, rating, later(minutes=11 * i), scheduling)
    return state


def reviewed(ratings: str, item: str = "a", scheduling: Scheduling = DEFAULT) -> list[ItemState]:
    """States after each of the ratings (as digits), each given on the day, or at the minute, it is due."""
    states = [ItemState(item)]
    now = MONDAY
    for digit in ratings:
        state = answer(states[-1], Rating(int(digit)), now, scheduling)
        states.append(state)
        if state.due_ms is not None:
            now = Moment(state.due_ms, now.tz_min)
        else:
            now = later(days=(state.due_day or 0) - (state.last_day or 0), start=now)
    return states[1:]


# Exact histories


def test_a_history_of_good_is_pinned() -> None:
    states = reviewed("33333333")
    assert [state.interval for state in states] == [None, 2, 11, 43, 164, 506, 1326, 3240]
    assert [state.phase.value for state in states] == ["learning", *["review"] * 7]
    assert states[-1].stability == pytest.approx(3279.3551163298425, rel=1e-9)
    assert states[-1].difficulty == pytest.approx(2.0700202712721, rel=1e-9)


def test_a_history_of_all_ratings_is_pinned() -> None:
    states = reviewed("131332413334")
    assert [(state.phase.value, state.step, state.interval, state.lapses) for state in states] == [
        ("learning", 0, None, 0),
        ("learning", 1, None, 0),
        ("learning", 0, None, 0),
        ("learning", 1, None, 0),
        ("review", None, 1, 0),
        ("review", None, 1, 0),
        ("review", None, 2, 0),
        ("relearning", 0, 2, 1),
        ("review", None, 1, 1),
        ("review", None, 1, 1),
        ("review", None, 2, 1),
        ("review", None, 5, 1),
    ]


def test_the_first_answer_sets_the_days_and_counts() -> None:
    state = learned([AGAIN])
    today = study_day(*MONDAY)
    assert (state.first_day, state.last_day, state.review_day) == (today, today, None)
    assert (state.reps, state.lapses) == (1, 0)
    assert state.stability == WEIGHTS[0]


def test_only_an_answer_in_the_review_phase_counts_as_a_review() -> None:
    state = learned()
    assert (state.phase, state.review_day) == (Phase.REVIEW, None)
    state = answer(state, AGAIN, later(days=2), DEFAULT)
    assert (state.phase, state.review_day, state.lapses) == (Phase.RELEARNING, state.last_day, 1)


def test_marks_survive_an_answer() -> None:
    state = answer(ItemState("a", suspended=True, flagged=True, buried_day=3), GOOD, MONDAY, DEFAULT)
    assert (state.suspended, state.flagged, state.buried_day) == (True, True, 3)


# Learning steps are minutes (B130), days are days (B056, B057)


def test_learning_steps_are_minutes() -> None:
    scheduling = Scheduling(learning_steps=(1, 5, 10))
    assert [preview.minutes for preview in intervals(ItemState("a"), MONDAY, scheduling)] == [1, 3, 5, None]
    state = learned([GOOD, GOOD], scheduling)
    assert (state.step, state.due_ms) == (2, later(minutes=21).at_ms)
    assert state.due_day == study_day(*MONDAY)


def test_a_step_over_the_rollover_is_due_on_the_day_that_holds_its_time() -> None:
    night = moment(datetime(2026, 3, 3, 3, 55, tzinfo=ZoneInfo("Europe/Berlin")))
    state = answer(ItemState("a"), GOOD, night, DEFAULT)
    assert state.due_ms == night.at_ms + 10 * MINUTE_MS
    assert state.due_day == study_day(*night) + 1 == (state.last_day or 0) + 1


def test_hard_on_a_single_step_stays_under_a_day() -> None:
    state = learned([HARD], Scheduling(learning_steps=(1400,)))
    assert state.due_ms == later(minutes=1439).at_ms


def test_a_review_late_in_the_evening_is_due_all_of_a_later_day() -> None:
    evening = moment(datetime(2026, 3, 2, 23, 50, tzinfo=ZoneInfo("Europe/Berlin")))
    state = answer(ItemState("a"), EASY, evening, DEFAULT)
    assert state.due_ms is None
    assert state.due_day == study_day(*evening) + (state.interval or 0)


def test_twice_in_one_study_day_over_midnight_is_the_same_day() -> None:
    """B049."""
    evening = moment(datetime(2026, 3, 4, 23, 50, tzinfo=ZoneInfo("Europe/Berlin")))
    night = moment(datetime(2026, 3, 5, 0, 20, tzinfo=ZoneInfo("Europe/Berlin")))
    state = answer(learned(), AGAIN, evening, DEFAULT)
    over = answer(state, GOOD, night, DEFAULT)
    within = answer(state, GOOD, Moment(evening.at_ms + 1, evening.tz_min), DEFAULT)
    assert over == within


def test_a_clock_that_was_put_back_counts_no_negative_days() -> None:
    state = learned()
    back = answer(state, GOOD, later(days=-3), DEFAULT)
    assert back.stability == answer(state, GOOD, later(minutes=12), DEFAULT).stability


# Forgetting (B063, B064, B065)


@pytest.mark.parametrize("phase", ["new", "learning", "review", "relearning"])
@pytest.mark.parametrize("steps", [(), (10,)])
def test_again_is_always_due_again_today(phase: str, steps: tuple[float, ...]) -> None:
    state = {
        "new": ItemState("a"),
        "learning": learned([GOOD]),
        "review": learned(),
        "relearning": answer(learned(), AGAIN, later(days=2), DEFAULT),
    }[phase]
    now = later(days=2, minutes=30)
    after = answer(state, AGAIN, now, Scheduling(learning_steps=steps, relearning_steps=steps))
    assert after.due_day == study_day(*now)


def test_without_steps_a_forgotten_item_comes_back_once_and_then_gets_days() -> None:
    scheduling = Scheduling(relearning_steps=())
    state = answer(learned(), AGAIN, later(days=2), scheduling)
    assert (state.phase, state.interval) == (Phase.REVIEW, 0)
    state = answer(state, GOOD, later(days=2, minutes=1), scheduling)
    assert (state.interval or 0) >= 1


# Properties

weights = st.tuples(
    *(
        st.floats(low, high)
        for low, high in zip(LOWER_BOUNDS_PARAMETERS, UPPER_BOUNDS_PARAMETERS, strict=True)
    )
).map(lambda drawn: (*sorted(drawn[:4]), *drawn[4:]))
steps = st.sampled_from([(), (1,), (1, 10), (10, 60, 600), (1400,)])
settings = st.builds(
    Scheduling,
    desired_retention=st.floats(0.7, 0.99),
    learning_steps=steps,
    relearning_steps=steps,
    maximum_interval=st.integers(1, 36500),
    weights=st.just(WEIGHTS) | weights,
)
histories = st.lists(st.tuples(st.sampled_from(Rating), st.floats(0, 60)), max_size=8)


def at_the_end(history: list[tuple[Rating, float]], scheduling: Scheduling) -> tuple[ItemState, Moment]:
    state, now = ItemState("a"), MONDAY
    for rating, days in history:
        state, now = answer(state, rating, now, scheduling), later(days=days, start=now)
    return state, now


@given(histories, settings)
def test_the_button_shows_what_the_answer_gives(
    history: list[tuple[Rating, float]], scheduling: Scheduling
) -> None:
    state, now = at_the_end(history, scheduling)
    for preview in intervals(state, now, scheduling):
        after = answer(state, preview.rating, now, scheduling)
        assert preview.state == after
        assert preview.days is None or preview.days == (after.due_day or 0) - study_day(*now)
        assert (preview.days is None) == (preview.minutes is not None)


@given(histories, settings)
def test_a_better_grade_never_comes_back_sooner(
    history: list[tuple[Rating, float]], scheduling: Scheduling
) -> None:
    state, now = at_the_end(history, scheduling)
    waits = [(preview.days or 0, preview.minutes or 0) for preview in intervals(state, now, scheduling)]
    assert waits[1:] == sorted(waits[1:])
    assert waits[0] <= waits[1]


@given(histories, settings)
def test_a_pass_never_lowers_stability_and_again_never_raises_it(
    history: list[tuple[Rating, float]], scheduling: Scheduling
) -> None:
    """B062 and B063, whatever the weights."""
    state, now = at_the_end(history, scheduling)
    if state.stability is not None:
        again, *passes = intervals(state, now, scheduling)
        assert (again.state.stability or 0) <= state.stability
        assert all((preview.state.stability or 0) >= state.stability for preview in passes)


@given(histories, settings, st.sampled_from(Rating))
def test_after_a_pass_fuzz_alone_never_shortens_the_interval(
    history: list[tuple[Rating, float]], scheduling: Scheduling, rating: Rating
) -> None:
    """B059: with unchanged settings stability does not fall, so only fuzz could."""
    state, now = at_the_end(history, scheduling)
    if state.phase is Phase.REVIEW and rating is not AGAIN:
        after = answer(state, rating, now, scheduling)
        assert (after.interval or 0) >= (state.interval or 0)


def test_the_previews_of_a_new_item_are_known() -> None:
    again, hard, good, easy = intervals(ItemState("a"), MONDAY, DEFAULT)
    assert (again.minutes, hard.minutes, good.minutes) == (1, 5.5, 10)
    assert easy.days in range(6, 11)  # 8, and fuzz


def test_days_are_counted_in_utc_datetimes_only() -> None:
    """B128, B129: states hold whole numbers, so no naive datetime can be met."""
    for state in reviewed("131332413334"):
        assert all(isinstance(value, int | None) for value in (state.due_day, state.due_ms, state.last_day))


def test_nothing_of_fsrs_is_loaded_before_the_first_preview() -> None:
    code = (
        "import sys, studykit.log.store, studykit.memory.replay, studykit.memory.queue\n"
        "assert 'fsrs' not in sys.modules and 'datetime' in sys.modules"
    )
    subprocess.run([sys.executable, "-c", code], check=True)


def test_a_long_history_across_the_change_of_the_clocks_keeps_whole_days() -> None:
    """B054: due by calendar day, whatever the length of the days between."""
    berlin = ZoneInfo("Europe/Berlin")
    before = moment(datetime(2026, 3, 28, 10, 0, tzinfo=berlin))
    state = answer(ItemState("a"), EASY, before, DEFAULT)
    due = datetime(2026, 3, 28, 4, 0, tzinfo=berlin) + timedelta(days=state.interval or 0)
    assert study_day(*moment(due)) == state.due_day
    assert study_day(*moment(due - timedelta(minutes=1))) == (state.due_day or 0) - 1
