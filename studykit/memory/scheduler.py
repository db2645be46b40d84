"""What an answer does to an item's memory: FSRS-6, fed with study days.

The formulas are those of the package `fsrs` (https://github.com/open-spaced-repetition/py-fsrs), which knows
of days only. Real minutes (learning steps), study days and fuzz are added here.
"""

from __future__ import annotations

from dataclasses import dataclass, replace
from datetime import timedelta
from functools import lru_cache
from typing import TYPE_CHECKING

from studykit.clock import Moment
from studykit.memory.fuzz import fuzzed
from studykit.memory.scheduling import Scheduling
from studykit.memory.state import ItemState, Phase, Rating
from studykit.memory.study_day import midnight, study_day

if TYPE_CHECKING:
    import fsrs

# `fsrs` is imported where it is first needed, behind the first screen: it costs 28 ms.

_LONGEST_STEP = timedelta(days=1) - timedelta(minutes=1)
"""Hard on a single step waits half as long again, which must not make a day of it either."""


@dataclass(frozen=True, slots=True)
class Preview:
    """What a button would do."""

    rating: Rating
    state: ItemState
    """The state it would lead to; the very one that `answer` gives."""
    minutes: float | None
    """Minutes until it comes back, while it is being (re)learned; else None."""
    days: int | None
    """Study days until it comes back; 0 is still today. None while it is being (re)learned."""


def answer(state: ItemState, rating: Rating, moment: Moment, scheduling: Scheduling) -> ItemState:
    """The state after an answer. Pure: the same arguments give the same state.

    A pass never lowers stability and Again never raises it: FSRS-6 as `fsrs` 6.3 has it keeps that for the
    default weights, also for a second answer on one day; other weights could break it for a stability near
    zero, so it is made sure of here. Again always leads to being due again today.
    """
    today = study_day(moment.at_ms, moment.tz_min, scheduling.rollover_min)
    stability, difficulty, phase, step, wait = _reviewed(state, rating, today, scheduling)
    passed = rating is not Rating.AGAIN
    if state.stability is not None:
        stability = max(stability, state.stability) if passed else min(stability, state.stability)

    interval, due_day, due_ms = state.interval, today, None
    if phase is not Phase.REVIEW:
        due_ms = moment.at_ms + round(min(wait, _LONGEST_STEP) / timedelta(milliseconds=1))
        due_day = study_day(due_ms, moment.tz_min, scheduling.rollover_min)
    elif passed:
        interval = fuzzed(
            wait.days,
            item=state.item,
            reps=state.reps,
            maximum=scheduling.maximum_interval,
            last=state.interval if state.phase is Phase.REVIEW else None,
        )
        due_day = today + interval
    else:
        # Forgotten with no relearning steps: `fsrs` would say tomorrow at the earliest.
        interval = 0
    return replace(
        state,
        phase=phase,
        stability=stability,
        difficulty=difficulty,
        step=step,
        due_day=due_day,
        due_ms=due_ms,
        reps=state.reps + 1,
        lapses=state.lapses + (state.phase is Phase.REVIEW and not passed),
        first_day=today if state.first_day is None else state.first_day,
        last_day=today,
        review_day=today if state.phase is Phase.REVIEW else state.review_day,
        interval=interval,
    )


def intervals(
    state: ItemState, moment: Moment, scheduling: Scheduling
) -> tuple[Preview, Preview, Preview, Preview]:
    """What Again, Hard, Good and Easy would do if given at this moment."""
    again, hard, good, easy = (_preview(state, rating, moment, scheduling) for rating in Rating)
    return again, hard, good, easy


def _preview(state: ItemState, rating: Rating, moment: Moment, scheduling: Scheduling) -> Preview:
    after = answer(state, rating, moment, scheduling)
    if after.due_ms is not None:
        return Preview(rating, after, (after.due_ms - moment.at_ms) / 60_000, None)
    return Preview(rating, after, None, after.interval)


def _reviewed(
    state: ItemState, rating: Rating, today: int, scheduling: Scheduling
) -> tuple[float, float, Phase, int | None, timedelta]:
    """Stability, difficulty, phase and step as `fsrs` gives them, and the time until it is due."""
    import fsrs

    phase = {
        Phase.NEW: fsrs.State.Learning,
        Phase.LEARNING: fsrs.State.Learning,
        Phase.REVIEW: fsrs.State.Review,
        Phase.RELEARNING: fsrs.State.Relearning,
    }[state.phase]
    now = midnight(today)
    before = fsrs.Card(
        card_id=1,  # without one it would sleep for a millisecond
        state=phase,
        step=None if phase is fsrs.State.Review else state.step or 0,
        stability=state.stability,
        difficulty=state.difficulty,
        due=now,
        last_review=None if state.last_day is None else midnight(state.last_day),
    )
    after, _ = _scheduler(scheduling).review_card(before, fsrs.Rating(int(rating)), now)
    if after.stability is None or after.difficulty is None:
        raise AssertionError("fsrs gives every reviewed card a stability and a difficulty")
    return after.stability, after.difficulty, Phase(after.state.name.lower()), after.step, after.due - now


@lru_cache(maxsize=32)
def _scheduler(scheduling: Scheduling) -> fsrs.Scheduler:
    import fsrs

    return fsrs.Scheduler(
        parameters=scheduling.weights,
        desired_retention=scheduling.desired_retention,
        learning_steps=[timedelta(minutes=step) for step in scheduling.learning_steps],
        relearning_steps=[timedelta(minutes=step) for step in scheduling.relearning_steps],
        maximum_interval=scheduling.maximum_interval,
        enable_fuzzing=False,
    )
