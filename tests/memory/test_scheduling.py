"""Which settings are taken (B061), from people and from the log."""

from __future__ import annotations

import fsrs.scheduler
import pytest

from studykit.errors import StudyError
from studykit.memory.scheduling import WEIGHTS, DeckLimits, Scheduling

BAD = [
    ("desired_retention", 0.5, "from 0.7 to 0.99"),
    ("desired_retention", float("nan"), "from 0.7 to 0.99"),
    ("desired_retention", "high", "from 0.7 to 0.99"),
    ("desired_retention", True, "from 0.7 to 0.99"),
    ("learning_steps", [1, 4320], "Hard would come back later than Good"),
    ("learning_steps", [1440], "shorter than a day"),
    ("learning_steps", [10, 1], "not be shorter than the one before"),
    ("learning_steps", [0], "minutes from 0.1"),
    ("learning_steps", [True], "minutes from 0.1"),
    ("learning_steps", 10, "a list"),
    ("relearning_steps", ["10"], "minutes from 0.1"),
    ("rollover_min", 1440, "from 0 to 1439"),
    ("rollover_min", 1.5, "a whole number"),
    ("new_per_day", -1, "from 0 to 9999"),
    ("reviews_per_day", None, "from 0 to 9999"),
    ("maximum_interval", 0, "from 1 to 36500"),
    ("weights", WEIGHTS[:19], "21 weights, and these are 19"),
    ("weights", (0.3, 0.2, *WEIGHTS[2:]), "a first Good could come back before a first Hard"),
    ("weights", (-1, *WEIGHTS[1:]), "weight 0 from 0.001 to 100"),
]


@pytest.mark.parametrize(("name", "value", "reason"), BAD)
def test_a_persons_bad_value_is_refused_with_the_reason(name: str, value: object, reason: str) -> None:
    with pytest.raises(StudyError, match=reason):
        Scheduling().with_changes({name: value})


@pytest.mark.parametrize(("name", "value", "reason"), BAD)
def test_a_bad_value_in_the_log_is_passed_over(name: str, value: object, reason: str) -> None:
    body = {"new_per_day": 7, name: value}
    assert Scheduling().with_event(body) == Scheduling(new_per_day=20 if name == "new_per_day" else 7)


def test_an_unknown_setting_is_refused_from_people_and_passed_over_in_the_log() -> None:
    with pytest.raises(StudyError, match="there is no setting speed"):
        Scheduling().with_changes({"speed": 3})
    assert Scheduling().with_event({"speed": 3}) == Scheduling()


def test_all_settings_can_be_changed() -> None:
    changes = {
        "desired_retention": 0.85,
        "learning_steps": [5, 5, 1439.5],
        "relearning_steps": [],
        "rollover_min": 0,
        "new_per_day": 0,
        "reviews_per_day": 9999.0,
        "maximum_interval": 365,
        "weights": [*WEIGHTS[:20], 0.2],
    }
    changed = Scheduling().with_changes(changes)
    assert changed == Scheduling().with_event(changes)
    assert changed == Scheduling(0.85, (5, 5, 1439.5), (), 0, 0, 9999, 365, (*WEIGHTS[:20], 0.2))


def test_the_default_weights_are_those_of_fsrs() -> None:
    assert fsrs.scheduler.DEFAULT_PARAMETERS == WEIGHTS


# Limits of decks


def test_limits_of_decks_change_one_by_one() -> None:
    first = Scheduling().with_event({"decks": {"b": {"new_per_day": 3}, "a": {"reviews_per_day": 9}}})
    assert first.decks == (("a", DeckLimits(reviews_per_day=9)), ("b", DeckLimits(new_per_day=3)))
    more = first.with_event({"decks": {"b": {"reviews_per_day": 0}}})
    assert dict(more.decks)["b"] == DeckLimits(3, 0)
    assert more == first.with_changes({"decks": {"b": {"reviews_per_day": 0}}})


def test_a_limit_that_is_taken_off_leaves_nothing_behind() -> None:
    limited = Scheduling().with_event({"decks": {"a": {"new_per_day": 3}}})
    assert limited.with_event({"decks": {"a": {"new_per_day": None}}}) == Scheduling()


@pytest.mark.parametrize(
    ("value", "reason"),
    [
        (3, "limits by deck"),
        ({"a": 3}, "limits by deck"),
        ({"a": {"new_per_day": -1}}, "from 0 to 9999"),
        ({"a": {"speed": 1}}, "a deck has no limit speed"),
    ],
)
def test_a_bad_limit_is_refused_from_people_and_passed_over_in_the_log(value: object, reason: str) -> None:
    with pytest.raises(StudyError, match=reason):
        Scheduling().with_changes({"decks": value})
    assert Scheduling().with_event({"decks": value}) == Scheduling()


def test_a_bad_limit_in_the_log_takes_no_good_one_with_it() -> None:
    body = {"decks": {"a": {"new_per_day": 2, "speed": 1}, "b": 3}}
    assert Scheduling().with_event(body).decks == (("a", DeckLimits(new_per_day=2)),)
