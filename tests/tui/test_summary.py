"""The end of a review."""

from __future__ import annotations

from collections.abc import Callable

import pytest

from studykit.session.review import ReviewSession, Wish
from studykit.session.study import Study
from studykit.tui.app import StudyApp
from studykit.tui.screens.home import HomeScreen
from studykit.tui.screens.review import ReviewScreen
from studykit.tui.screens.summary import SummaryScreen
from tests.conftest import FakeClock
from tests.tui.conftest import Open, burst, text_of, words_of


async def test_the_last_grade_leads_to_a_summary(open_app: Open, clock: FakeClock) -> None:
    app = open_app()
    async with app.run_test() as pilot:
        await burst(pilot, "enter", "space", "4", "space", "4")
        clock.go(minutes=3)
        await burst(pilot, "space", "4")
        assert isinstance(app.screen, SummaryScreen)
        assert "Well done. 3 answers to 3 cards in 3 min." in words_of(app)
        assert "That was all for today. Next: in" in words_of(app)


@pytest.mark.parametrize("key", ["enter", "escape", "q"])
async def test_enter_escape_and_q_leave_it(open_app: Open, key: str) -> None:
    app = open_app("#flashcards/x\nq::a\n")
    async with app.run_test() as pilot:
        await burst(pilot, "enter", "space", "4", key)
        assert isinstance(app.screen, HomeScreen)


async def test_undo_brings_the_last_card_back_with_the_old_counts(open_app: Open) -> None:
    app = open_app()
    async with app.run_test() as pilot:
        await burst(pilot, "enter", *["space", "4"] * 2)
        before = words_of(app).split("Saved")[0]
        await burst(pilot, "space", "4")
        assert isinstance(app.screen, SummaryScreen)
        await burst(pilot, "u")
        assert isinstance(app.screen, ReviewScreen)
        assert words_of(app).split("The grade")[0] == before
        assert "2 done 1 new" in before
        await burst(pilot, "space", "4")
        assert isinstance(app.screen, SummaryScreen)
        assert "3 answers to 3 cards" in words_of(app)


async def test_undo_of_a_burial_that_ended_the_review_leads_back(open_app: Open) -> None:
    app = open_app("#flashcards/x\nq::a\n")
    async with app.run_test() as pilot:
        await burst(pilot, "enter", "b")
        assert "Nothing was answered" in words_of(app)
        await burst(pilot, "u")
        assert isinstance(app.screen, ReviewScreen)
        assert "The burial was taken back" in words_of(app)


async def test_other_keys_leave_the_summary_alone(open_app: Open) -> None:
    app = open_app("#flashcards/x\nq::a\n")
    async with app.run_test() as pilot:
        await burst(pilot, "enter", "space", "4", "space", "1", "s", "b", "j", "r")
        assert isinstance(app.screen, SummaryScreen)
        assert "1 answer to 1 card" in words_of(app)
        assert len(app.study.store.events()) == 1


async def test_each_grade_is_counted(open_app: Open, clock: FakeClock) -> None:
    app = open_app()
    async with app.run_test() as pilot:
        await burst(pilot, "enter", "space", "1", "space", "2", "space", "4")
        await burst(pilot, "space", "space", "4", "space", "space", "4")
        assert isinstance(app.screen, SummaryScreen)
        rows = [
            line.split()[:2]
            for line in text_of(app).splitlines()
            if line.strip().startswith(("A", "H", "G", "E"))
        ]
        assert [row for row in rows if len(row) == 2 and row[0] in {"Again", "Hard", "Good", "Easy"}] == [
            ["Again", "1"],
            ["Hard", "1"],
            ["Good", "·"],
            ["Easy", "3"],
        ]


async def test_what_is_left_today_is_told_before_any_later_day(study: Callable[[str], Study]) -> None:
    with study("#flashcards/x\nq::a\n\nr::b\n") as opened:
        app = StudyApp(opened, ReviewSession(opened, Wish(limit=1)))
        async with app.run_test() as pilot:
            await burst(pilot, "space", "3")
            assert "Still there today: 1 new 1 learning" in words_of(app)
            assert "Next" not in words_of(app)
