"""Decks with limits of their own, in the queue."""

from __future__ import annotations

from dataclasses import replace
from typing import Any

from hypothesis import given
from hypothesis import strategies as st

from studykit.clock import Moment
from studykit.memory.limits import Limits, left
from studykit.memory.queue import Candidate, Counts, Queue, build
from studykit.memory.scheduler import answer
from studykit.memory.scheduling import DeckLimits, Scheduling
from studykit.memory.state import ItemState, Phase, Rating
from studykit.memory.study_day import study_day

NOW = 1_772_442_000_000
TODAY = study_day(NOW, 60)


def due(item: str, days_ago: int = 0, **more: Any) -> ItemState:
    values = {"due_day": TODAY - days_ago, "first_day": TODAY - 9, "last_day": TODAY - 9} | more
    return ItemState(item, Phase.REVIEW, 5.0, 5.0, **values)


def decks_of(item: str) -> tuple[str, ...]:
    """`xy3` is in the decks x and y."""
    return tuple(letter for letter in item if letter.isalpha())


def queue(items: str, *states: ItemState, limits: Limits) -> Queue:
    candidates = [Candidate(item, item, decks_of(item)) for item in items.split()]
    return build(candidates, {state.item: state for state in states}, TODAY, NOW, limits)


def drained(made: Queue) -> list[str]:
    asked = []
    while (item := made.next(NOW)) is not None:
        asked.append(item)
        made.update(replace(due(item, -9), last_day=TODAY))
    return asked


def test_a_full_deck_is_passed_over_and_the_order_is_kept() -> None:
    made = queue("x1 x2 y1 x3 y2 y3", limits=Limits(9, 9, {"x": 1, "y": 2}))
    assert made.counts == Counts(3, 0, 0)
    assert drained(made) == ["x1", "y1", "y2"]


def test_the_limit_of_the_day_holds_too() -> None:
    assert drained(queue("x1 x2 y1 1 2", limits=Limits(3, 9, {"x": 1, "y": 5}))) == ["x1", "y1", "1"]


def test_reviews_and_new_items_have_limits_of_their_own() -> None:
    made = queue("x1 x2 x3 x4", due("x1"), due("x2"), limits=Limits(9, 9, {"x": 2}, {"x": 1}))
    assert made.counts == Counts(2, 0, 1)
    assert drained(made) == ["x1", "x3", "x4"]


def test_an_item_in_two_decks_takes_a_place_in_both() -> None:
    assert drained(queue("xy1 x1 y1 y2", limits=Limits(9, 9, {"x": 1, "y": 2}))) == ["xy1", "y1"]
    assert drained(queue("x1 xy1 y1", limits=Limits(9, 9, {"x": 1, "y": 1}))) == ["x1", "y1"]


def test_a_place_that_is_freed_goes_to_the_next_that_fits() -> None:
    made = queue("x1 y1 x2 x3 y2", limits=Limits(2, 9, {"x": 1, "y": 1}))
    made.drop("x1")
    assert made.counts == Counts(2, 0, 0)
    assert drained(made) == ["y1", "x2"]
    made = queue("x1 x2 y1 y2", limits=Limits(2, 9, {"x": 1, "y": 1}))
    made.update(ItemState("y1", suspended=True))
    assert drained(made) == ["x1", "y2"]


def test_an_answer_leaves_its_place_in_the_deck_to_nobody() -> None:
    made = queue("x1 x2", limits=Limits(9, 9, {"x": 1}))
    made.update(replace(due("x1", -5), last_day=TODAY))
    assert made.counts == Counts(0, 0, 0)


def test_a_sibling_kept_out_by_a_full_deck_comes_when_there_is_room() -> None:
    candidates = [Candidate("x1", "x1", ("x",)), Candidate("a.1", "a", ("x",)), Candidate("a.2", "a", ())]
    made = build(candidates, {}, TODAY, NOW, Limits(9, 9, {"x": 1}))
    assert made.counts.new == 2
    made.drop("x1")
    assert made.counts.new == 1  # a.2 holds its sibling out
    made.drop("a.2")
    assert made.next(NOW) == "a.1"


def test_learning_has_no_limit_in_a_deck_either() -> None:
    step = ItemState("x1", Phase.LEARNING, 1.0, 5.0, 0, due_day=TODAY, due_ms=NOW, last_day=TODAY - 1)
    assert queue("x1", step, limits=Limits(9, 9, {"x": 0}, {"x": 0})).counts == Counts(0, 1, 0)


# Whatever happens, no limit is passed, and the counts are what is shown

DECKS = ("", "x", "y", "xy", "z")
phases = st.sampled_from(["new", "due", "overdue"])
limit = st.none() | st.integers(0, 4)
deck_limits = st.fixed_dictionaries({deck: st.builds(DeckLimits, limit, limit) for deck in "xyz"})


def library(drawn: list[tuple[str, int, str]]) -> tuple[list[Candidate], dict[str, ItemState]]:
    items = {f"{decks}{i}": (text, phase) for i, (decks, text, phase) in enumerate(drawn)}
    candidates = [Candidate(item, str(text), decks_of(item)) for item, (text, _) in items.items()]
    states = {
        item: due(item, 4 * (phase == "overdue")) for item, (_, phase) in items.items() if phase != "new"
    }
    return candidates, states


def scheduled(new: int, reviews: int, limits: dict[str, DeckLimits]) -> Scheduling:
    limited = tuple(sorted((deck, limit) for deck, limit in limits.items() if limit != DeckLimits()))
    return Scheduling(new_per_day=new, reviews_per_day=reviews, decks=limited)


def shown_within(scheduling: Scheduling, states: dict[str, ItemState]) -> bool:
    """Whether what was answered today keeps every limit."""
    done = left(states.values(), TODAY, Scheduling(new_per_day=9999, reviews_per_day=9999))
    new = [s.item for s in states.values() if s.first_day == TODAY]
    reviewed = [s.item for s in states.values() if s.review_day == TODAY]
    kept = 9999 - done.new <= scheduling.new_per_day and 9999 - done.reviews <= scheduling.reviews_per_day
    for deck, limits in scheduling.decks:
        for items, most in ((new, limits.new_per_day), (reviewed, limits.reviews_per_day)):
            kept &= most is None or sum(deck in item for item in items) <= most
    return kept


libraries = st.lists(st.tuples(st.sampled_from(DECKS), st.integers(0, 9), phases), max_size=14)


@given(libraries, st.lists(st.sampled_from(Rating), max_size=20), limit, limit, deck_limits)
def test_after_any_answers_the_queue_is_what_a_new_one_would_be(
    drawn: list[tuple[str, int, str]],
    ratings: list[Rating],
    new: int | None,
    reviews: int | None,
    limits: dict[str, DeckLimits],
) -> None:
    scheduling = scheduled(new or 9, reviews or 9, limits)
    candidates, states = library(drawn)

    def fresh() -> Queue:
        return build(
            candidates, states, TODAY, NOW, left(states.values(), TODAY, scheduling, capped=decks_of)
        )

    made = fresh()
    for rating in ratings:
        item = made.next(NOW, early=True)
        again = fresh()
        assert (made.counts, item) == (again.counts, again.next(NOW, early=True))
        if item is None:
            break
        states[item] = answer(states.get(item) or ItemState(item), rating, Moment(NOW, 60), scheduling)
        made.update(states[item])
        assert shown_within(scheduling, states)


@given(
    libraries, st.lists(st.sampled_from(["answer", "drop", "drop next", "suspend"]), max_size=20), deck_limits
)
def test_the_counts_are_what_is_shown_whatever_is_put_away(
    drawn: list[tuple[str, int, str]], deeds: list[str], limits: dict[str, DeckLimits]
) -> None:
    scheduling = scheduled(5, 4, limits)
    candidates, states = library(drawn)
    made = build(candidates, states, TODAY, NOW, left(states.values(), TODAY, scheduling, capped=decks_of))
    for number, deed in enumerate(deeds):
        item = made.next(NOW)
        if item is None:
            break
        match deed:
            case "answer":
                states[item] = answer(
                    states.get(item) or ItemState(item), Rating.EASY, Moment(NOW, 60), scheduling
                )
                made.update(states[item])
            case "suspend":
                states[item] = replace(states.get(item) or ItemState(item), suspended=True)
                made.update(states[item])
            case "drop next":
                made.drop(candidates[number % len(candidates)].item)
            case _:
                made.drop(item)
    counts = made.counts
    shown = drained(made)
    assert len(shown) == counts.new + counts.due
    assert len(set(shown)) == len(shown)
