"""What there is beyond today."""

from __future__ import annotations

from collections.abc import Callable

import pytest

from studykit.memory.state import Rating
from studykit.session.more import DAYS, Offer, offers
from studykit.session.review import ReviewSession, Wish
from studykit.session.study import Study
from tests.conftest import FakeClock

SIXTY = "#flashcards/x\n\n" + "".join(f"q{i}::a{i}\n\n" for i in range(60))


def _finish(study: Study, rating: Rating = Rating.EASY) -> None:
    session = ReviewSession(study)
    while not session.ended:
        session.ahead()
        session.grade(rating)


def test_new_cards_beyond_the_limit_are_offered_in_steps(study: Callable[[str], Study]) -> None:
    with study(SIXTY) as opened:
        _finish(opened)
        assert [offer.words for offer in offers(opened)] == ["5 new cards", "10 new cards", "20 new cards"]


@pytest.mark.parametrize(
    ("left", "words"),
    [
        (1, ["1 new card"]),
        (5, ["5 new cards"]),
        (7, ["5 new cards", "7 new cards"]),
        (12, ["5 new cards", "10 new cards", "12 new cards"]),
    ],
)
def test_no_more_is_offered_than_there_is(study: Callable[[str], Study], left: int, words: list[str]) -> None:
    with study("#flashcards/x\n\n" + "".join(f"q{i}::a{i}\n\n" for i in range(20 + left))) as opened:
        _finish(opened)
        assert [offer.words for offer in offers(opened)] == words


def test_siblings_wait_for_each_other_in_the_numbers_too(study: Callable[[str], Study]) -> None:
    with study("#flashcards/x\n\none:::two\n\nthree:::four\n") as opened:
        assert [offer.items for offer in offers(opened)] == [2]


def test_reviews_are_offered_by_how_far_ahead_they_are(
    study: Callable[[str], Study], clock: FakeClock
) -> None:
    with study("#flashcards/x\n\na::1\n\nb::2\n\nc::3\n") as opened:
        session = ReviewSession(opened)
        for rating in (Rating.EASY, Rating.GOOD, Rating.HARD):
            session.grade(rating)
        while not session.ended:
            session.ahead()
            session.grade(Rating.GOOD)
        assert offers(opened) == ()  # what was answered today is not asked again before its day
        clock.at(1, 10)
        due = sorted((state.due_day or 0) - opened.today() for state in opened.states.values())
        found = offers(opened)
        within = {sum(day <= days for day in due) for days in DAYS}
        assert [offer.items for offer in found] == sorted(within - {0})
        assert all(offer.items == sum(day <= offer.days for day in due) for offer in found)


def test_every_offer_asks_what_it_says(study: Callable[[str], Study], clock: FakeClock) -> None:
    with study(SIXTY) as opened:
        _finish(opened, Rating.GOOD)
        clock.at(1, 10)
        _finish(opened, Rating.EASY)
        found = offers(opened)
        assert {offer.kind for offer in found} == {"new", "ahead"}
        for offer in found:
            left = ReviewSession(opened, offer.wish).progress.left
            assert offer.items == (left.new if offer.kind == "new" else left.due)


def test_nothing_is_offered_where_nothing_is(study: Callable[[str], Study]) -> None:
    with study("#flashcards/x\n\na::1\n") as opened:
        ReviewSession(opened).suspend()
        assert offers(opened) == ()


@pytest.mark.parametrize(("days", "words"), [(1, "1 review due tomorrow"), (3, "1 review due within 3 days")])
def test_an_offer_names_its_day(study: Callable[[str], Study], days: int, words: str) -> None:
    assert Offer("ahead", 1, days, Wish()).words == words
