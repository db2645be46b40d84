"""Studying ahead: what falls due in the next days is asked today."""

from __future__ import annotations

from collections.abc import Callable

from studykit.memory.replay import replay
from studykit.memory.scheduler import answer
from studykit.memory.state import Rating
from studykit.session.review import ReviewSession, Wish
from studykit.session.study import Study
from tests.conftest import FakeClock

Open = Callable[[str], Study]
TEXT = "#flashcards/a\n" + "".join(f"q{i}::a{i}\n\n" for i in range(4))


def test_a_card_that_is_due_later_is_asked_and_its_state_counts_the_days_that_passed(
    study: Open, clock: FakeClock
) -> None:
    opened = study(TEXT)
    first = ReviewSession(opened, Wish(new=1))
    first.grade(Rating.EASY)
    (before,) = opened.states.values()
    days = (before.due_day or 0) - opened.today()
    clock.at(2, 10)
    assert ReviewSession(opened, Wish(new=0, ahead=days - 3)).ended
    session = ReviewSession(opened, Wish(new=0, ahead=days - 2))
    assert session.progress.left.due == 1
    session.grade(Rating.GOOD)
    assert session.ended
    (after,) = opened.states.values()
    assert after == answer(before, Rating.GOOD, clock.now(), opened.scheduling)
    assert after.last_day == (before.last_day or 0) + 2
    assert opened.states == replay(opened.store.events())


def test_what_was_answered_today_does_not_come_again(study: Open, clock: FakeClock) -> None:
    opened = study(TEXT)
    session = ReviewSession(opened, Wish(ahead=365))
    while session.prompt is not None:
        session.grade(Rating.EASY)
    assert session.summary().answers == 4
    assert ReviewSession(opened, Wish(ahead=365)).ended
    session.undo()
    assert session.prompt is not None
    assert session.progress.left.total == 1


def test_undo_brings_an_early_card_back(study: Open, clock: FakeClock) -> None:
    opened = study(TEXT)
    session = ReviewSession(opened)
    while session.prompt is not None:
        session.grade(Rating.EASY)
    clock.at(1, 10)
    session = ReviewSession(opened, Wish(ahead=60))
    states, left = dict(opened.states), session.progress.left
    assert left.due == 4
    asked = session.prompt
    session.grade(Rating.AGAIN)
    session.undo()
    assert (opened.states, session.progress.left, session.prompt) == (states, left, asked)
