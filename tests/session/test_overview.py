"""What a home screen says about today and about what comes next."""

from __future__ import annotations

from collections.abc import Callable

import pytest

from studykit.memory.state import Rating
from studykit.session.overview import Next, next_due, overview
from studykit.session.review import ReviewSession
from studykit.session.study import Study
from tests.conftest import FakeClock

Open = Callable[[str], Study]


def test_a_study_without_answers_is_a_first_start(study: Open) -> None:
    with study("#flashcards/x\nq::a\n\nr::b\n") as opened:
        assert overview(opened).first_start
        ReviewSession(opened).grade(Rating.GOOD)
        assert not overview(opened).first_start


def test_a_sub_deck_stands_right_below_its_parent(study: Open) -> None:
    text = "".join(f"#flashcards/{deck}\nq of {deck}::a\n\n" for deck in ("a-b", "a/c", "B", "a"))
    with study(text) as opened:
        assert [deck.deck for deck in overview(opened).decks] == ["a", "a/c", "a-b", "B"]


def test_next_is_the_first_day_with_something_due(study: Open, clock: FakeClock) -> None:
    with study("#flashcards/x\nq::a\n") as opened:
        ReviewSession(opened).grade(Rating.EASY)
        state = next(iter(opened.states.values()))
        assert state.due_day is not None
        assert next_due(opened) == Next(state.due_day - opened.today(), 1)
        assert overview(opened).next_due == next_due(opened, "x")


def test_what_a_limit_keeps_back_comes_tomorrow(study: Open) -> None:
    text = "#flashcards/x\n" + "".join(f"q{i}::a\n\n" for i in range(25))
    with study(text) as opened:
        session = ReviewSession(opened)
        while session.prompt is not None:
            session.grade(Rating.EASY)
        assert overview(opened).next_due == Next(1, 0)


def test_a_suspended_card_never_comes(study: Open) -> None:
    with study("#flashcards/x\nq::a\n") as opened:
        ReviewSession(opened).suspend()
        assert next_due(opened) is None


@pytest.mark.parametrize(
    ("coming", "words"),
    [
        (Next(1, 0), "tomorrow"),
        (Next(1, 1), "tomorrow, 1 card"),
        (Next(3, 12), "in 3 days, 12 cards"),
    ],
)
def test_next_in_words(coming: Next, words: str) -> None:
    assert coming.words == words
