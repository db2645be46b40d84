"""A derivation of a review on the screen."""

from __future__ import annotations

import pytest

from studykit.checking.proof import Proof
from studykit.memory.state import Rating
from studykit.tui.places import Place
from studykit.tui.screens.derivation import DerivationScreen
from studykit.tui.screens.home import HomeScreen
from studykit.tui.screens.review import ReviewScreen
from tests.tui.conftest import Open, burst, text_of, words_of
from tests.tui.test_derivation import derive, kinds, screen_of

BLOCK = "#flashcards/x\n\n```practice\nderivation: mean-dot-product\n```\n"
MEAN = ("Σ_i E[q_i k_i]", "Σ_i E[q_i] E[k_i]", "0")


async def test_a_derivation_of_a_review_is_graded_after_its_last_line(open_app: Open) -> None:
    app = open_app(BLOCK)
    async with app.run_test(size=(80, 40)) as pilot:
        await burst(pilot, "enter")
        await derive(pilot, app, *MEAN)
        assert screen_of(app).place is Place.DERIVE_GRADING
        assert "Enter keeps the marked grade" in words_of(app)
        assert kinds(app) == []
        await burst(pilot, "enter")
        (event,) = app.study.store.events()
        assert (event.kind, event.item, event.rating) == ("review", "d:mean-dot-product", int(Rating.GOOD))
        assert event.body["derivation"] == "mean-dot-product"


async def test_undo_shows_the_derivation_again_and_asks_for_its_grade(open_app: Open) -> None:
    app = open_app(BLOCK + "\na::b\n")
    async with app.run_test(size=(80, 40)) as pilot:
        await burst(pilot, "enter")
        await derive(pilot, app, *MEAN)
        await burst(pilot, "4", "u")
        assert screen_of(app).place is Place.DERIVE_GRADING
        assert "The grade was taken back. Done. Enter keeps" in words_of(app)
        assert text_of(app).count("✓") == len(MEAN)
        await burst(pilot, "2")
        assert [event.rating for event in app.study.store.events() if event.kind == "review"] == [4, 2]


async def test_a_line_that_is_left_for_now_stays_in_sight(open_app: Open) -> None:
    app = open_app(BLOCK)
    async with app.run_test(size=(80, 24)) as pilot:
        await burst(pilot, "enter", *"abc", "escape", "f")
        assert screen_of(app).place is Place.DERIVE_REVIEW
        assert any("abc" in line and "unknown" not in line for line in text_of(app).splitlines())
        assert "abc: unknown name" in words_of(app)


async def test_undo_on_a_derivation_takes_back_what_came_before(open_app: Open) -> None:
    app = open_app("#flashcards/x\na::b\n" + BLOCK.partition("\n")[2])
    async with app.run_test(size=(80, 40)) as pilot:
        await burst(pilot, "enter", "space", "3", "escape", "f", "u")
        assert "The flag was taken off again." in words_of(app)
        await burst(pilot, "u")
        assert isinstance(app.screen, ReviewScreen)
        assert [event.kind for event in app.study.store.events()] == ["review", "flag", "undo", "undo"]


async def test_a_derivation_that_was_put_away_comes_back_with_its_lines(open_app: Open) -> None:
    app = open_app(BLOCK + "\na::b\n")
    async with app.run_test(size=(80, 40)) as pilot:
        await burst(pilot, "enter")
        await derive(pilot, app, MEAN[0])
        await burst(pilot, "escape", "b", "u")
        assert screen_of(app).place is Place.DERIVE_TYPING
        assert len(screen_of(app).attempt.lines) == 1


@pytest.mark.parametrize("written", [0, 1])
async def test_a_derivation_of_a_review_can_be_left(open_app: Open, written: int) -> None:
    app = open_app(BLOCK)
    async with app.run_test(size=(80, 24)) as pilot:
        await burst(pilot, "enter")
        await derive(pilot, app, *MEAN[:written])
        await burst(pilot, "escape")
        assert screen_of(app).place is Place.DERIVE_REVIEW
        assert "q Leave" in words_of(app)
        await burst(pilot, "q", "q")
        assert isinstance(app.screen, HomeScreen)
        assert kinds(app) == []


async def test_a_disagreement_in_a_review_is_written_with_the_grade(open_app: Open) -> None:
    app = open_app(BLOCK)
    async with app.run_test(size=(80, 40)) as pilot:
        await burst(pilot, "enter")
        await derive(pilot, app, *MEAN)
        app.screen.post_message(DerivationScreen.Proved(1, Proof(False, "they differ")))
        await burst(pilot)
        assert kinds(app) == []
        await burst(pilot, "4")
        assert kinds(app) == ["review", "fault"]
