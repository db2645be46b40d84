"""What is asked next, and what the counts say (B055, B064, B065, B067, B069)."""

from __future__ import annotations

from collections.abc import Iterable
from dataclasses import replace
from typing import Any

from hypothesis import given
from hypothesis import strategies as st

from studykit.clock import Moment
from studykit.draw import Draw
from studykit.memory.limits import Limits, left
from studykit.memory.queue import Candidate, Counts, Queue, build
from studykit.memory.scheduler import answer
from studykit.memory.scheduling import Scheduling
from studykit.memory.state import ItemState, Phase, Rating
from studykit.memory.study_day import study_day

NOW = 1_772_442_000_000
TODAY = study_day(NOW, 60)
MINUTE = 60_000
PLENTY = Limits(99, 99)


def due(item: str, days_ago: int = 0, **more: Any) -> ItemState:
    values = {"due_day": TODAY - days_ago, "first_day": TODAY - 9, "last_day": TODAY - 9} | more
    return ItemState(item, Phase.REVIEW, 5.0, 5.0, **values)


def learning(item: str, minutes: float, **more: Any) -> ItemState:
    due_ms = NOW + round(minutes * MINUTE)
    values = {"due_day": study_day(due_ms, 60), "first_day": TODAY - 1, "last_day": TODAY - 1} | more
    return ItemState(item, Phase.LEARNING, 1.0, 5.0, 0, due_ms=due_ms, **values)


def queue(items: str, *states: ItemState, limits: Limits = PLENTY, draw: Draw | None = None) -> Queue:
    """Items are named by words; `a.1` and `a.2` are siblings."""
    candidates = [Candidate(item, item.partition(".")[0]) for item in items.split()]
    return build(candidates, {state.item: state for state in states}, TODAY, NOW, limits, draw=draw)


def drained(made: Queue, now_ms: int = NOW, early: bool = False) -> list[str]:
    """What is asked if everything is answered once and for all."""
    asked = []
    while (item := made.next(now_ms, early=early)) is not None:
        asked.append(item)
        made.update(replace(due(item, -9), last_day=TODAY))
    return asked


def test_learning_comes_first_then_reviews_then_new() -> None:
    made = queue("n1 r1 l1 n2 r2", due("r1"), due("r2"), learning("l1", -1))
    assert made.counts == Counts(new=2, learning=1, due=2)
    assert drained(made) == ["l1", "r1", "r2", "n1", "n2"]


def test_reviews_come_by_due_day_and_then_as_in_the_notes() -> None:
    made = queue("a b c d", due("a"), due("b", 3), due("c", 3), due("d", 7))
    assert drained(made) == ["d", "b", "c", "a"]


def test_learning_comes_by_its_time() -> None:
    assert drained(queue("a b", learning("a", -1), learning("b", -2))) == ["b", "a"]


def test_next_stays_until_it_is_told() -> None:
    made = queue("a b")
    assert [made.next(NOW), made.next(NOW)] == ["a", "a"]


def test_what_is_due_later_is_not_asked() -> None:
    assert queue("a", due("a", -1)).counts == Counts(0, 0, 0)


def test_a_learning_step_is_waited_for_with_its_time() -> None:
    """B055."""
    made = queue("a", learning("a", 7))
    assert made.counts == Counts(0, 1, 0)
    assert made.next(NOW) is None
    assert made.waiting_until == NOW + 7 * MINUTE
    assert made.next(NOW + 7 * MINUTE) == "a"
    assert queue("b").waiting_until is None


def test_a_learning_step_can_be_taken_early_after_everything_else() -> None:
    made = queue("a b n", learning("a", 7), learning("b", 5))
    assert drained(made, early=True) == ["n", "b", "a"]


def test_a_learning_step_comes_before_the_rest_once_its_time_has_come() -> None:
    made = queue("a r", learning("a", 7), due("r"))
    assert made.next(NOW) == "r"
    assert made.next(NOW + 7 * MINUTE) == "a"


def test_a_learning_step_just_past_the_rollover_is_waited_for_and_a_far_one_is_not() -> None:
    near = learning("a", 15, due_day=TODAY + 1)
    far = learning("b", 300, due_day=TODAY + 1)
    assert queue("a b", near, far).counts == Counts(0, 1, 0)


def test_a_forgotten_new_item_and_a_forgotten_review_both_come_back() -> None:
    """B064, B065: also in a session begun later."""
    states = {"r": due("r")}
    made = queue("r n", *states.values())
    for item in ("r", "n"):
        assert made.next(NOW) == item
        states[item] = answer(
            states.get(item) or ItemState(item), Rating.AGAIN, Moment(NOW, 60), Scheduling()
        )
        made.update(states[item])
    assert made.counts == Counts(0, 2, 0)
    assert queue("r n", *states.values()).counts == Counts(0, 2, 0)


def test_without_relearning_steps_a_forgotten_review_comes_back_last() -> None:
    made = queue("a b", due("a"), due("b"), limits=Limits(0, 2))
    forgotten = answer(due("a"), Rating.AGAIN, Moment(NOW, 60), Scheduling(relearning_steps=()))
    made.update(forgotten)
    assert made.counts == Counts(0, 0, 2)
    assert drained(made) == ["b", "a"]
    assert queue("a b", forgotten, due("b"), limits=Limits(0, 1)).counts == Counts(0, 0, 2)


def test_suspended_and_buried_items_stay_out() -> None:
    made = queue(
        "a b c d e",
        due("a", suspended=True),
        due("b", buried_day=TODAY),
        ItemState("c", suspended=True),
        learning("d", -1, suspended=True),
        due("e", buried_day=TODAY - 1),
    )
    assert made.counts == Counts(0, 0, 1)


# Limits


def test_the_limits_hold_new_items_and_reviews_back() -> None:
    made = queue("a b c d e", due("a"), due("b"), limits=Limits(2, 1))
    assert made.counts == Counts(2, 0, 1)
    assert drained(made) == ["a", "c", "d"]


def test_learning_has_no_limit() -> None:
    assert queue("a", learning("a", 1), limits=Limits(0, 0)).counts == Counts(0, 1, 0)


def test_an_item_that_is_put_away_leaves_its_place_to_the_next() -> None:
    made = queue("a b c", limits=Limits(2, 0))
    made.drop("a")
    assert made.counts.new == 2
    made.update(ItemState("b", suspended=True))
    assert made.counts.new == 1
    assert drained(made) == ["c"]


def test_an_answered_item_leaves_its_place_to_nobody() -> None:
    made = queue("a b c", limits=Limits(2, 0))
    made.update(replace(due("a", -5), last_day=TODAY))
    assert drained(made) == ["b"]


def test_an_item_of_no_deck_asked_for_is_passed_over() -> None:
    made = queue("a")
    made.update(due("other"))
    made.drop("another")
    assert made.counts == Counts(1, 0, 0)


def test_an_item_named_twice_is_asked_once() -> None:
    assert drained(queue("a b a")) == ["a", "b"]


# Siblings


def test_of_siblings_one_is_counted_and_asked() -> None:
    """B069."""
    made = queue("a.1 a.2 b.1 b.2 c.1 c.2", due("b.1"), due("b.2", 1), due("c.2"))
    assert made.counts == Counts(1, 0, 2)
    assert drained(made) == ["b.2", "c.2", "a.1"]


def test_a_sibling_answered_today_hides_the_others_until_tomorrow() -> None:
    answered = replace(due("a.1", -5), last_day=TODAY)
    assert queue("a.1 a.2 a.3", answered, due("a.3")).counts == Counts(0, 0, 0)
    candidates = [Candidate(f"a.{i}", "a") for i in (1, 2)]
    tomorrow = build(candidates, {"a.1": answered}, TODAY + 1, NOW, PLENTY)
    assert tomorrow.next(NOW) == "a.2"


def test_siblings_that_are_being_learned_are_all_asked_and_hide_the_rest() -> None:
    made = queue("a.1 a.2 a.3 a.4", learning("a.1", 1), learning("a.2", 2), due("a.3"))
    assert made.counts == Counts(0, 2, 0)


def test_a_sibling_takes_the_place_of_one_that_is_put_away_unanswered() -> None:
    made = queue("a.1 a.2 b", due("a.2"))
    assert made.next(NOW) == "a.2"
    made.drop("a.2")
    assert drained(made) == ["a.1", "b"]


def test_no_sibling_comes_for_one_that_was_answered_and_then_put_away() -> None:
    made = queue("a.1 a.2")
    made.update(learning("a.1", 1, last_day=TODAY))
    made.drop("a.1")
    assert made.counts == Counts(0, 0, 0)


def test_a_review_over_the_limit_does_not_hide_its_new_sibling() -> None:
    made = queue("a.1 a.2", due("a.1"), limits=Limits(9, 0))
    assert drained(made) == ["a.2"]


# Shuffling


def test_a_seed_shuffles_reviews_of_one_due_day_and_the_same_seed_the_same_way() -> None:
    items = [f"i{i}" for i in range(30)]
    states = [due(item, days_ago=int(i < 5)) for i, item in enumerate(items)]

    def order(seed: int, without: int = 0) -> list[str]:
        return drained(queue(" ".join(items[without:]), *states, draw=Draw(seed)))

    assert order(1) == order(1) != order(2)
    assert set(order(1)[:5]) == set(items[:5])
    assert sorted(order(1)) == sorted(items)
    assert order(1, without=7) == [item for item in order(1) if item not in items[:7]]


# Whatever is answered, the queue stays what one built afresh would be

answers = st.lists(st.sampled_from(Rating), max_size=25)
phases = st.sampled_from(["new", "due", "overdue", "later", "learning"])


def some(item: str, phase: str) -> ItemState | None:
    match phase:
        case "due":
            return due(item)
        case "overdue":
            return due(item, 4)
        case "later":
            return due(item, -4)
        case "learning":
            return learning(item, 3)
        case _:
            return None


def fresh(items: Iterable[str], states: dict[str, ItemState], now: int, scheduling: Scheduling) -> Queue:
    candidates = [Candidate(item, item.partition(".")[0]) for item in items]
    return build(candidates, states, TODAY, now, left(states.values(), TODAY, scheduling))


@given(
    st.lists(st.tuples(st.integers(0, 9), st.integers(0, 2), phases), max_size=14),
    answers,
    st.integers(0, 6),
    st.integers(0, 6),
    st.sampled_from([(), (1,), (1, 10)]),
)
def test_after_any_answers_the_queue_is_what_a_new_one_would_be(
    drawn: list[tuple[int, int, str]], ratings: list[Rating], new: int, reviews: int, steps: tuple[int, ...]
) -> None:
    scheduling = Scheduling(
        new_per_day=new, reviews_per_day=reviews, learning_steps=steps, relearning_steps=steps
    )
    phases = {f"{text}.{sibling}": phase for text, sibling, phase in drawn}
    states = {item: state for item, phase in phases.items() if (state := some(item, phase)) is not None}
    now = NOW
    made = fresh(phases, states, now, scheduling)
    for rating in ratings:
        item = made.next(now, early=True)
        again = fresh(phases, states, now, scheduling)
        assert made.counts == again.counts
        assert made.waiting_until == again.waiting_until
        assert item == again.next(now, early=True)
        if item is None:
            assert made.counts == Counts(0, 0, 0)
            break
        states[item] = answer(states.get(item) or ItemState(item), rating, Moment(now, 60), scheduling)
        made.update(states[item])
        now += 20_000


def new(item: str, **more: Any) -> ItemState:
    return ItemState(item, **more)


def test_a_new_item_that_is_put_first_comes_before_reviews_and_other_new_ones() -> None:
    made = queue("n1 r1 l1 n2 n3", due("r1"), learning("l1", -1))
    assert made.put_first(new("n3"))
    assert made.counts == Counts(new=3, learning=1, due=1)
    assert drained(made) == ["l1", "n3", "r1", "n1", "n2"]


def test_what_is_put_first_takes_the_place_of_the_last_new_item() -> None:
    made = queue("n1 n2 n3 n4", limits=Limits(2, 9))
    assert made.put_first(new("n4"))
    assert made.counts.new == 2
    assert drained(made) == ["n4", "n1"]


def test_the_item_that_is_asked_keeps_its_place() -> None:
    made = queue("n1 n2", limits=Limits(1, 9))
    assert not made.put_first(new("n2"), asked="n1")
    assert drained(made) == ["n1"]
    assert not queue("n1 n2", limits=Limits(0, 9)).put_first(new("n2"))


def test_what_is_put_away_or_behind_a_sibling_or_elsewhere_is_not_put_first() -> None:
    made = queue("a.1 a.2 b c", due("a.1"))
    for state in (
        new("a.2"),
        new("b", suspended=True),
        new("b", buried_day=TODAY),
        due("a.1"),
        new("elsewhere"),
    ):
        assert not made.put_first(state), state
    assert drained(made) == ["a.1", "b", "c"]


def test_a_full_deck_keeps_out_what_would_be_put_first() -> None:
    candidates = [Candidate("n1", "n1"), Candidate("n2", "n2"), Candidate("full", "full", ("d",))]
    made = build(candidates, {}, TODAY, NOW, Limits(9, 9, {"d": 0}))
    assert not made.put_first(new("full"))
    assert drained(made) == ["n1", "n2"]


def test_a_sibling_that_gave_way_waits_again() -> None:
    made = queue("n1 a.1 a.2 n2", limits=Limits(2, 9))
    assert made.put_first(new("n2"))
    assert made.put_first(new("a.2"))
    assert drained(made) == ["a.2", "n2"]  # several are asked in the order of the notes
