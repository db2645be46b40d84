"""Study more today."""

from __future__ import annotations

import pytest

from studykit.memory.state import Rating
from studykit.session.review import ReviewSession
from studykit.session.study import Study
from studykit.tui.app import StudyApp
from studykit.tui.screens.home import HomeScreen
from studykit.tui.screens.more import MoreScreen
from studykit.tui.screens.review import ReviewScreen
from studykit.tui.screens.summary import SummaryScreen
from studykit.tui.widgets.choice_rows import ChoiceRows
from tests.conftest import FakeClock
from tests.tui.conftest import Open, burst, text_of, words_of

MANY = "#flashcards/x\n\n" + "".join(f"q{i}::a{i}\n\n" for i in range(60))


def finish(study: Study, rating: Rating = Rating.EASY) -> None:
    session = ReviewSession(study)
    while not session.ended:
        session.ahead()
        session.grade(rating)


def two_days(app: StudyApp, clock: FakeClock) -> StudyApp:
    """Two days of learning: something is new, and something comes back tomorrow or later."""
    finish(app.study, Rating.GOOD)
    clock.at(1, 10)
    finish(app.study, Rating.EASY)
    return app


async def test_home_offers_more_once_all_is_done(open_app: Open, clock: FakeClock) -> None:
    app = two_days(open_app(MANY), clock)
    async with app.run_test() as pilot:
        assert "m More today" in words_of(app)
        await burst(pilot, "m")
        assert isinstance(app.screen, MoreScreen)
        shown = words_of(app)
        assert "5 new cards 10 new cards 20 new cards" in shown
        assert "reviews due within" in shown or "reviews due tomorrow" in shown


async def test_home_does_not_name_it_while_something_is_left(open_app: Open) -> None:
    app = open_app(MANY)
    async with app.run_test() as pilot:
        await burst(pilot, "enter", "space", "4", "q")
        assert "m More" not in words_of(app)


async def test_enter_begins_a_review_of_just_what_was_chosen(open_app: Open, clock: FakeClock) -> None:
    app = two_days(open_app(MANY), clock)
    async with app.run_test() as pilot:
        await burst(pilot, "m", "enter")
        assert isinstance(app.screen, ReviewScreen)
        assert "0 done 5 new" in words_of(app)
        await burst(pilot, *["space", "4"] * 5)
        assert isinstance(app.screen, SummaryScreen)
        assert "5 answers to 5 cards" in words_of(app)


async def test_reviews_ahead_are_as_many_as_was_said(open_app: Open, clock: FakeClock) -> None:
    app = two_days(open_app(MANY), clock)
    async with app.run_test() as pilot:
        await burst(pilot, "m", "end")
        line = next(line for line in text_of(app).splitlines() if line.strip().startswith("▌"))
        count = int(line.strip("▌ ").split()[0])
        assert "Reviews before their day" in words_of(app)
        await burst(pilot, "enter")
        assert f"{count} due" in words_of(app)


async def test_the_summary_offers_more(open_app: Open) -> None:
    app = open_app(MANY)
    async with app.run_test() as pilot:
        await burst(pilot, "enter", *["space", "4"] * 20, "m")
        assert isinstance(app.screen, MoreScreen)
        await burst(pilot, "j", "enter")
        assert "0 done 10 new" in words_of(app)


async def test_undo_works_as_elsewhere(open_app: Open) -> None:
    app = open_app(MANY)
    async with app.run_test() as pilot:
        await burst(pilot, "enter", *["space", "4"] * 20, "m", "enter", *["space", "4"] * 5)
        assert isinstance(app.screen, SummaryScreen)
        await burst(pilot, "u")
        assert "4 done 1 new" in words_of(app)
        await burst(pilot, *["u"] * 4)
        assert "0 done 5 new" in words_of(app)


@pytest.mark.parametrize(
    ("keys", "cursor"),
    [(["j"], 1), (["down", "down"], 2), (["j", "k"], 0), (["k"], 0), (["j", "home"], 0), (["up"], 0)],
)
async def test_keys_move_the_cursor(open_app: Open, clock: FakeClock, keys: list[str], cursor: int) -> None:
    app = two_days(open_app(MANY), clock)
    async with app.run_test() as pilot:
        await burst(pilot, "m", *keys)
        assert app.screen.query_one(ChoiceRows).cursor == cursor


async def test_a_click_moves_and_a_click_on_the_cursor_begins(open_app: Open, clock: FakeClock) -> None:
    app = two_days(open_app(MANY), clock)
    async with app.run_test() as pilot:
        await burst(pilot, "m")
        await pilot.click(ChoiceRows, offset=(5, 1))
        assert app.screen.query_one(ChoiceRows).cursor == 1
        await pilot.click(ChoiceRows, offset=(5, 1))
        await pilot.pause()
        assert "10 new" in words_of(app)


@pytest.mark.parametrize("key", ["escape", "q"])
async def test_escape_and_q_lead_back(open_app: Open, clock: FakeClock, key: str) -> None:
    app = two_days(open_app(MANY), clock)
    async with app.run_test() as pilot:
        await burst(pilot, "m", key)
        assert isinstance(app.screen, HomeScreen)


@pytest.mark.parametrize("key", ["escape", "q"])
async def test_from_the_summary_they_lead_back_to_it(open_app: Open, key: str) -> None:
    app = open_app(MANY)
    async with app.run_test() as pilot:
        await burst(pilot, "enter", *["space", "4"] * 20)
        before = text_of(app)
        await burst(pilot, "m", key)
        assert isinstance(app.screen, SummaryScreen)
        assert text_of(app) == before
        await burst(pilot, "m", "enter", "q")
        assert isinstance(app.screen, HomeScreen)


async def test_nothing_more_is_said(open_app: Open) -> None:
    app = open_app("#flashcards/x\n\nq::a\n")
    async with app.run_test() as pilot:
        await burst(pilot, "enter", "space", "4", "m")
        assert isinstance(app.screen, SummaryScreen)
        assert "x holds nothing more" in words_of(app)
        await burst(pilot, "enter", "m")
        assert isinstance(app.screen, HomeScreen)
        assert "x holds nothing more" in words_of(app)


async def test_an_empty_library_offers_nothing_and_survives_the_key(open_app: Open) -> None:
    app = open_app("nothing\n")
    async with app.run_test() as pilot:
        await burst(pilot, "m")
        assert isinstance(app.screen, HomeScreen)


async def test_a_finished_deck_says_so_and_names_the_key(open_app: Open) -> None:
    app = open_app(MANY)
    finish(app.study)
    async with app.run_test() as pilot:
        await burst(pilot, "a")
        assert "All decks are done for today. Next: tomorrow. m studies more." in words_of(app)
        await burst(pilot, "enter")
        assert "x is done for today. Next: tomorrow. m studies more." in words_of(app)


async def test_twenty_by_five_can_choose(open_app: Open, clock: FakeClock) -> None:
    app = two_days(open_app(MANY), clock)
    async with app.run_test(size=(20, 5)) as pilot:
        await burst(pilot, "m")
        assert "5 new cards" in text_of(app)
        await burst(pilot, "enter")
        assert isinstance(app.screen, ReviewScreen)
