"""Practice on the screen."""

from __future__ import annotations

from collections.abc import Callable
from pathlib import Path

import pytest

from studykit.session.practice import PracticeSession, PracticeWish
from studykit.session.study import Study
from studykit.tui.app import StudyApp
from studykit.tui.places import Place
from studykit.tui.screens.practice import PracticeScreen
from studykit.tui.screens.practice_menu import PracticeMenuScreen
from studykit.tui.screens.review_problem import ReviewProblemScreen
from studykit.tui.widgets.answer_box import AnswerBox
from tests.conftest import FakeClock
from tests.tui.conftest import Open, burst, words_of

BLOCK = "#flashcards/x\n\n```practice\nfamily: dot-product\nlevel: 1\n```\n"


def practising(study: Study, family: str, level: int, seed: int = 3) -> StudyApp:
    return StudyApp(study, PracticeSession(study, PracticeWish(family=family, level=level, seed=seed)))


async def test_a_wrong_answer_is_explained_and_may_be_mended(open_app: Open) -> None:
    app = practising(open_app().study, "dot-product", 1)
    async with app.run_test(size=(80, 24)) as pilot:
        screen = app.screen
        assert isinstance(screen, PracticeScreen)
        await pilot.press(*"10", "enter")
        await pilot.pause()
        assert "✗ Wrong" in words_of(app)
        assert screen.place is Place.PROBLEM_TYPING
        assert screen.attempt is not None
        screen.query_one(AnswerBox).field.begin(screen.attempt.problem.answer)
        await pilot.press("enter")
        await pilot.pause()
        assert screen.place is Place.PRACTICE_DONE
        assert "✓ Right" in words_of(app)
        assert "Answer:" in words_of(app)


async def test_undo_in_a_review_shows_the_problem_solved_and_asks_for_its_grade(open_app: Open) -> None:
    app = open_app(BLOCK + "\na::b\n")
    async with app.run_test(size=(80, 40)) as pilot:
        await burst(pilot, "enter")
        screen = app.screen
        assert isinstance(screen, ReviewProblemScreen)
        assert screen.attempt is not None
        answer = screen.attempt.problem.answer
        screen.query_one(AnswerBox).field.begin(answer)
        await burst(pilot, "enter", "4", "u")
        screen = app.screen
        assert isinstance(screen, ReviewProblemScreen)
        assert screen.place is Place.PROBLEM_DONE
        assert "✓ Right" in words_of(app)
        assert "The grade was taken back. Enter keeps the marked grade" in words_of(app)
        await burst(pilot, "2")
        assert [event.rating for event in app.study.store.events() if event.kind == "review"] == [4, 2]


async def test_a_problem_of_a_review_with_a_wrong_try_is_not_left_or_put_away_unseen(open_app: Open) -> None:
    app = open_app(BLOCK + "\na::b\n")
    async with app.run_test(size=(80, 40)) as pilot:
        await burst(pilot, "enter", *"9999", "enter", "escape", "q")
        assert "Not finished: q once more leaves it" in words_of(app)
        await burst(pilot, "b")
        assert "Buried until tomorrow. u takes it back." in words_of(app)
        await burst(pilot, "u")
        screen = app.screen
        assert isinstance(screen, ReviewProblemScreen)
        assert "✗ Wrong" in words_of(app)
        assert "Try once more, or F4 shows the solution." in words_of(app)
        assert screen.query_one(AnswerBox).field.value == "9999"


async def test_what_is_put_away_above_a_problem_is_taken_back_after_escape(open_app: Open) -> None:
    app = open_app("#flashcards/x\na::b\n" + BLOCK.partition("\n")[2])
    async with app.run_test(size=(80, 40)) as pilot:
        await burst(pilot, "enter", "b")
        assert "Buried until tomorrow. Esc, then u takes it back." in words_of(app)


async def test_a_matrix_is_typed_cell_by_cell_and_an_empty_cell_uses_nothing(open_app: Open) -> None:
    app = practising(open_app().study, "score-matrix", 2)
    async with app.run_test(size=(80, 24)) as pilot:
        screen = app.screen
        assert isinstance(screen, PracticeScreen)
        assert screen.place is Place.PROBLEM_GRID
        await pilot.press("1", "enter", "enter", "3", "enter", "4", "enter")
        await pilot.pause()
        assert "This cell is empty. Nothing was used." in words_of(app)
        assert screen.attempt is not None
        assert screen.attempt.tries == 0
        await pilot.press("f3")
        await pilot.pause()
        assert screen.place is Place.PROBLEM_TYPING


async def test_hints_then_giving_up_then_another_like_it(open_app: Open) -> None:
    app = practising(open_app().study, "dot-product", 1)
    async with app.run_test(size=(80, 24)) as pilot:
        screen = app.screen
        assert isinstance(screen, PracticeScreen)
        await pilot.press("f2")
        await pilot.pause()
        assert "Multiply the entries" in words_of(app)
        await pilot.press("enter", "enter")
        await pilot.pause()
        assert screen.place is Place.PRACTICE_DONE
        before = screen.attempt
        await pilot.press("a")
        await pilot.pause()
        assert screen.attempt is not before
        assert screen.place is Place.PROBLEM_TYPING


async def test_commands_wait_behind_escape(open_app: Open) -> None:
    app = practising(open_app().study, "dot-product", 1)
    async with app.run_test(size=(80, 24)) as pilot:
        await pilot.press("q")
        assert isinstance(app.screen, PracticeScreen)
        await pilot.press("escape")
        await pilot.pause()
        assert app.screen.place is Place.PRACTICE_ASIDE
        await pilot.press("i")
        await pilot.pause()
        assert app.screen.place is Place.PROBLEM_TYPING


async def test_the_menu_begins_what_is_under_the_cursor(open_app: Open) -> None:
    app = open_app()
    async with app.run_test(size=(80, 24)) as pilot:
        await pilot.press("p")
        await pilot.pause()
        assert isinstance(app.screen, PracticeMenuScreen)
        await pilot.press("down", "enter")
        await pilot.pause()
        assert isinstance(app.screen, PracticeScreen)
        assert app.screen.attempt is not None
        assert app.screen.attempt.problem.family == "dot-product"


async def test_a_problem_of_a_review_is_graded(open_app: Open) -> None:
    app = open_app(BLOCK)
    async with app.run_test(size=(80, 24)) as pilot:
        await pilot.press("a")
        await pilot.pause()
        screen = app.screen
        assert isinstance(screen, ReviewProblemScreen)
        await pilot.press("f4")
        await pilot.pause()
        assert screen.place is Place.PROBLEM_DONE
        await pilot.press("enter")
        await pilot.pause()
        (event,) = app.study.store.events()
        assert (event.kind, event.item, event.rating) == ("review", "x:dot-product:1", 1)
        assert event.body["gave_up"] is True


async def test_a_small_window_and_back_loses_nothing(open_app: Open) -> None:
    app = practising(open_app().study, "attention-weights", 3)
    async with app.run_test(size=(80, 24)) as pilot:
        await pilot.press("0", ".", "5")
        await pilot.resize_terminal(20, 5)
        await pilot.pause()
        await pilot.resize_terminal(80, 24)
        await pilot.pause()
        assert "0.5" in words_of(app)


async def test_an_answer_of_another_size_uses_no_try(open_app: Open) -> None:
    app = practising(open_app().study, "score-matrix", 2, seed=5)
    async with app.run_test(size=(80, 24)) as pilot:
        await pilot.press("f3", *"1,2,3", "enter")
        await pilot.pause()
        assert "Not read: this is a vector of 3 entries; a 2×2 matrix is asked" in words_of(app)
        assert isinstance(app.screen, PracticeScreen) and app.screen.attempt is not None
        assert app.screen.attempt.tries == 0


async def test_the_same_wrong_answer_again_is_no_second_try(open_app: Open) -> None:
    app = practising(open_app().study, "dot-product", 1)
    async with app.run_test(size=(80, 24)) as pilot:
        await pilot.press(*"99", "enter", "enter", "enter")
        await pilot.pause()
        assert isinstance(app.screen, PracticeScreen) and app.screen.attempt is not None
        assert (app.screen.attempt.tries, app.screen.attempt.finished) == (1, False)
        await pilot.press(*"98")
        assert app.screen.query_one(AnswerBox).field.value == "98"  # typing replaced it


async def test_the_first_try_does_not_give_the_answer_away(open_app: Open) -> None:
    app = practising(open_app().study, "score-shape", 1, seed=7)
    async with app.run_test(size=(80, 24)) as pilot:
        await pilot.press(*"9,9", "enter")
        await pilot.pause()
        assert "✗ Wrong" in words_of(app)
        assert "it should be" not in words_of(app)


async def test_a_mended_mistake_stays_in_sight_with_what_explains_it(
    home: Path, clock: FakeClock, request: pytest.FixtureRequest
) -> None:
    (home / "settings.toml").write_text("course = true\n", encoding="utf-8")
    study = Study.open(home, clock)
    request.addfinalizer(study.close)
    app = practising(study, "attention-parameters", 2)
    async with app.run_test(size=(80, 40)) as pilot:
        assert isinstance(app.screen, PracticeScreen) and app.screen.attempt is not None
        problem = app.screen.attempt.problem
        mistake = problem.mistake("W_O forgotten")
        assert mistake is not None
        await pilot.press(*mistake.answer, "enter")
        await pilot.press(*problem.answer, "enter")
        await pilot.pause()
        assert f"Your answer: {problem.answer}" in words_of(app)
        assert "The first try: Queries, keys and values make 3d²" in words_of(app)
        await pilot.press("x")
        await pilot.pause()
        assert "What happens to the outputs of the heads?" in words_of(app)
        assert "They are put next to each other and mixed by one matrix" in words_of(app)
        assert "One set of weights can look for one thing at a time." in words_of(app)


async def test_why_a_mistake_is_one_is_drawn_and_not_shown_as_tex(open_app: Open) -> None:
    app = practising(open_app().study, "fully-masked-row", 3, seed=7)
    async with app.run_test(size=(80, 24)) as pilot:
        assert isinstance(app.screen, PracticeScreen) and app.screen.attempt is not None
        mistake = app.screen.attempt.problem.mistake("no weight at all")
        assert mistake is not None
        await pilot.press("f3")
        app.screen.query_one(AnswerBox).field.begin(mistake.answer)
        await pilot.press("enter")
        await pilot.pause()
        assert "✗ Wrong: −10⁹ is very low but finite" in words_of(app)


async def test_a_problem_can_be_taken_back(open_app: Open) -> None:
    app = practising(open_app().study, "dot-product", 1)
    async with app.run_test(size=(80, 24)) as pilot:
        await pilot.press("f4", "u")
        await pilot.pause()
        assert "Taken back: it does not count." in words_of(app)
        assert app.study.practised().done == []
        await pilot.press("u")
        await pilot.pause()
        assert "It is taken back already." in words_of(app)


async def test_what_another_process_did_since_is_not_taken_back(
    open_app: Open, home: Path, clock: FakeClock
) -> None:
    app = practising(open_app().study, "dot-product", 1)
    async with app.run_test(size=(80, 24)) as pilot:
        await pilot.press("f4")
        with Study.open(home, clock) as other:
            other.mark("flag", other.view[0].id)
        await pilot.press("u")
        await pilot.pause()
        assert "Something else was done since" in words_of(app)
        assert len(app.study.practised().done) == 1


# how it looks


@pytest.mark.parametrize(
    ("family", "level", "keys", "size"),
    [
        ("one-query", 3, (), (80, 24)),
        ("score-matrix", 2, ("1", "enter", "2", "enter"), (60, 18)),
        ("attention-parameters", 2, (*"1", "enter", "f2"), (80, 24)),
        ("causal-weights", 3, ("f4",), (120, 40)),
    ],
    ids=["asked-80", "cells-60", "hint-80", "solution-120"],
)
def test_a_problem_looks_as_it_did(
    open_app: Open, snap_compare: Callable[..., bool], family: str, level: int, keys: object, size: object
) -> None:
    assert snap_compare(practising(open_app().study, family, level), press=keys, terminal_size=size)
