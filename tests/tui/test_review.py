"""The screen that asks."""

from __future__ import annotations

from collections.abc import Callable
from pathlib import Path

import pytest
from textual.containers import VerticalScroll

from studykit.errors import StudyError
from studykit.log.store import NotSaved
from studykit.memory.state import Rating
from studykit.session.review import ReviewSession, Wish
from studykit.session.study import Study
from studykit.tui.app import StudyApp
from studykit.tui.screens.home import HomeScreen
from studykit.tui.screens.review import ReviewScreen
from studykit.tui.screens.summary import SummaryScreen
from studykit.tui.widgets.grade_bar import GradeButton
from tests.conftest import FakeClock
from tests.tui.conftest import Open, burst, text_of, words_of

LONG = (
    "#flashcards/x\nask\n?\n" + "".join(f"answer {i} of a long list\n" for i in range(60)) + "\nshort::one\n"
)


@pytest.mark.parametrize("key", ["space", "enter"])
async def test_space_and_enter_show_the_back(open_app: Open, key: str) -> None:
    app = open_app()
    async with app.run_test() as pilot:
        await burst(pilot, "enter")
        assert "Europe › West" in text_of(app)
        assert "Paris" not in text_of(app)
        await burst(pilot, key)
        assert "France" in text_of(app)
        assert "Paris" in text_of(app)


async def test_each_grade_says_what_it_would_do(open_app: Open) -> None:
    app = open_app()
    async with app.run_test() as pilot:
        await burst(pilot, "enter", "space")
        expected = [choice.interval for choice in ReviewSession(app.study).choices()]
        last = [line for line in text_of(app).splitlines() if "min" in line][-1]
        assert " ".join(last.split()) == " ".join(expected)
        assert "1 Again 2 Hard 3 Good 4 Easy" in words_of(app)


@pytest.mark.parametrize(("key", "rating"), [("1", 1), ("2", 2), ("3", 3), ("4", 4)])
async def test_a_number_grades_and_the_next_card_is_asked(open_app: Open, key: str, rating: int) -> None:
    app = open_app()
    async with app.run_test() as pilot:
        await burst(pilot, "enter", "space", key)
        assert [event.rating for event in app.study.store.events()] == [rating]
        assert "Spain" in text_of(app)
        assert "Madrid" not in text_of(app)
        assert f"Saved: {Rating(rating).name.capitalize()}, back in" in text_of(app)


@pytest.mark.parametrize("key", ["1", "2", "3", "4"])
async def test_a_number_before_the_back_was_seen_says_what_comes_first(open_app: Open, key: str) -> None:
    app = open_app()
    async with app.run_test() as pilot:
        await burst(pilot, "enter", key, "r")
        assert not app.study.store.events()
        assert "France" in text_of(app)
        assert "Paris" not in text_of(app)
        assert "Space shows the back first" in words_of(app)


async def test_a_click_on_a_grade_grades(open_app: Open) -> None:
    app = open_app()
    async with app.run_test() as pilot:
        await burst(pilot, "enter", "space")
        await pilot.click(app.screen.query(GradeButton)[2])
        await pilot.pause()
        assert [event.rating for event in app.study.store.events()] == [3]


async def test_a_click_on_a_key_hint_does_what_the_key_does(open_app: Open) -> None:
    app = open_app()
    async with app.run_test() as pilot:
        await burst(pilot, "enter")
        await pilot.click("KeyHints", offset=(2, 0))
        await pilot.pause()
        assert "Paris" in text_of(app)


async def test_an_easy_card_is_not_due_after_a_restart(open_app: Open) -> None:
    app = open_app("#flashcards/x\nq::a\n")
    async with app.run_test() as pilot:
        await burst(pilot, "enter", "space", "4", "enter", "q")
    again = open_app("#flashcards/x\nq::a\n")
    async with again.run_test() as pilot:
        assert "All done for today" in words_of(again)
        await burst(pilot, "enter")
        assert isinstance(again.screen, HomeScreen)


async def test_undo_asks_the_card_again_with_the_old_counts(open_app: Open) -> None:
    app = open_app()
    async with app.run_test() as pilot:
        await burst(pilot, "enter", "space", "4")
        assert "1 done 2 new" in words_of(app)
        await burst(pilot, "u")
        assert "0 done 3 new" in words_of(app)
        assert "France" in text_of(app)
        assert "Paris" not in text_of(app)
        assert "The grade was taken back" in text_of(app)


async def test_undo_with_nothing_done_says_so_and_keeps_the_back_shown(open_app: Open) -> None:
    app = open_app()
    async with app.run_test() as pilot:
        await burst(pilot, "enter", "space", "u")
        assert "nothing to take back" in text_of(app)
        assert "Paris" in text_of(app)


@pytest.mark.parametrize(("key", "kind"), [("s", "suspend"), ("b", "bury")])
async def test_a_card_can_be_put_away_and_brought_back(open_app: Open, key: str, kind: str) -> None:
    app = open_app()
    async with app.run_test() as pilot:
        await burst(pilot, "enter", key)
        assert "Spain" in text_of(app)
        assert [event.kind for event in app.study.store.events()] == [kind]
        await burst(pilot, "u")
        assert "France" in text_of(app)


@pytest.mark.parametrize("key", ["q", "escape"])
@pytest.mark.parametrize("before", [[], ["space"]])
async def test_q_and_escape_lead_home(open_app: Open, key: str, before: list[str]) -> None:
    app = open_app()
    async with app.run_test() as pilot:
        await burst(pilot, "enter", *before, key)
        assert isinstance(app.screen, HomeScreen)


async def test_a_cloze_shows_its_hole_and_then_the_answer_in_place(open_app: Open) -> None:
    app = open_app("#flashcards/x\nThe scores are divided by ==the root of d_k== each time.\n")
    async with app.run_test() as pilot:
        await burst(pilot, "enter")
        assert "divided by […] each time" in words_of(app)
        await burst(pilot, "space")
        assert "divided by the root of d_k each time" in words_of(app)
        assert "==" not in text_of(app)


async def test_a_long_card_hints_at_more_and_scrolls_by_keys(open_app: Open) -> None:
    app = open_app(LONG)
    async with app.run_test() as pilot:
        await burst(pilot, "enter")
        assert "more" not in text_of(app)
        await burst(pilot, "space")
        assert "answer 0 of" in text_of(app)
        assert "more ↓ j" in text_of(app)
        await burst(pilot, "j", "down")
        assert "k ↑ more ↓ j" in text_of(app)
        await burst(pilot, "end")
        assert "answer 59" in text_of(app)
        assert "↑ more" in text_of(app)
        assert "more ↓" not in text_of(app)
        await burst(pilot, "home")
        assert "ask" in text_of(app)
        await burst(pilot, "pagedown", "pageup", "k", "up")
        sheet = app.screen.query_one("#sheet", VerticalScroll)
        assert sheet.scroll_y == 0


async def test_the_next_card_begins_at_its_top(open_app: Open) -> None:
    app = open_app(LONG)
    async with app.run_test() as pilot:
        await burst(pilot, "enter", "space", "end", "3")
        assert "short" in text_of(app)
        assert "more" not in text_of(app)


async def test_an_answer_below_a_long_front_comes_into_sight(open_app: Open) -> None:
    front = "".join(f"line {i} of the question\n" for i in range(40))
    app = open_app(f"#flashcards/x\n{front}?\nthe answer\n")
    async with app.run_test() as pilot:
        await burst(pilot, "enter")
        assert "more ↓" in text_of(app)
        await burst(pilot, "space")
        assert "the answer" in text_of(app)


async def test_showing_a_back_that_fits_moves_nothing(open_app: Open) -> None:
    app = open_app()
    async with app.run_test() as pilot:
        await burst(pilot, "enter")
        row = next(i for i, line in enumerate(text_of(app).splitlines()) if "France" in line)
        await burst(pilot, "space")
        assert "France" in text_of(app).splitlines()[row]


async def test_nothing_in_a_review_takes_the_focus(open_app: Open) -> None:
    app = open_app(LONG)
    async with app.run_test() as pilot:
        await burst(pilot, "enter", "space", "end", "tab", "tab", "shift+tab")
        assert app.focused is None
        assert "answer 59" in text_of(app)


async def test_a_card_whose_note_is_gone_is_skipped_with_a_notice(open_app: Open, notes: Path) -> None:
    app = open_app()
    async with app.run_test() as pilot:
        await burst(pilot, "enter", "space")
        (notes / "note.md").write_text("#flashcards/capitals\n\nPortugal::Lisbon\n", encoding="utf-8")
        await burst(pilot, "3")
        assert "Portugal" in text_of(app)
        assert "a card is gone" in words_of(app)
        (notes / "note.md").unlink()
        await burst(pilot, "space", "4")
        assert isinstance(app.screen, SummaryScreen) or "comes in" in words_of(app)


async def test_what_is_not_saved_is_kept_and_tried_again(
    open_app: Open, monkeypatch: pytest.MonkeyPatch
) -> None:
    app = open_app()
    async with app.run_test() as pilot:
        await burst(pilot, "enter", "space")
        fail_once(monkeypatch, app.study)
        await burst(pilot, "4")
        assert "Not saved: the disk is full" in words_of(app)
        assert "Your answer (Easy) is kept; r tries again" in words_of(app)
        assert "Paris" in text_of(app)
        assert not app.study.store.events()
        await burst(pilot, "r")
        assert [event.rating for event in app.study.store.events()] == [4]
        assert "Spain" in text_of(app)


async def test_another_grade_may_replace_the_one_that_was_not_saved(
    open_app: Open, monkeypatch: pytest.MonkeyPatch
) -> None:
    app = open_app()
    async with app.run_test() as pilot:
        await burst(pilot, "enter", "space")
        fail_once(monkeypatch, app.study)
        await burst(pilot, "4", "2")
        assert [event.rating for event in app.study.store.events()] == [2]


async def test_leaving_with_an_unsaved_answer_takes_a_second_q(
    open_app: Open, monkeypatch: pytest.MonkeyPatch
) -> None:
    app = open_app()
    async with app.run_test() as pilot:
        await burst(pilot, "enter", "space")
        fail_once(monkeypatch, app.study)
        await burst(pilot, "4", "q")
        assert isinstance(app.screen, ReviewScreen)
        assert "q once more leaves without it" in words_of(app)
        await burst(pilot, "q")
        assert isinstance(app.screen, HomeScreen)


@pytest.mark.parametrize("key", ["s", "b"])
async def test_a_deed_that_is_not_saved_says_so(
    open_app: Open, monkeypatch: pytest.MonkeyPatch, key: str
) -> None:
    app = open_app()
    async with app.run_test() as pilot:
        await burst(pilot, "enter")
        fail_once(monkeypatch, app.study)
        await burst(pilot, key)
        assert f"Not saved: the disk is full. {key} tries again" in words_of(app)
        assert "France" in text_of(app)
        await burst(pilot, key)
        assert "Spain" in text_of(app)


async def test_only_learning_steps_left_counts_down_and_space_shows_now(
    open_app: Open, clock: FakeClock
) -> None:
    app = open_app("#flashcards/x\nq::a\n")
    async with app.run_test() as pilot:
        await burst(pilot, "enter", "space", "1")
        assert "The next card comes in 1:00" in words_of(app)
        clock.go(seconds=20)
        await pilot.pause(1.1)
        assert "The next card comes in 0:40" in words_of(app)
        await burst(pilot, "space")
        assert "40 s early" in words_of(app)
        await burst(pilot, "space")
        assert "Again" in text_of(app)


async def test_a_step_that_comes_due_is_asked_by_itself(open_app: Open, clock: FakeClock) -> None:
    app = open_app("#flashcards/x\nq::a\n")
    async with app.run_test() as pilot:
        await burst(pilot, "enter", "space", "1")
        clock.go(minutes=2)
        await pilot.pause(1.1)
        assert "comes in" not in words_of(app)
        assert "1 learning" in words_of(app)


@pytest.mark.parametrize(("key", "screen"), [("u", ReviewScreen), ("q", HomeScreen), ("escape", HomeScreen)])
async def test_keys_work_while_waiting(open_app: Open, key: str, screen: type[object]) -> None:
    app = open_app("#flashcards/x\nq::a\n")
    async with app.run_test() as pilot:
        await burst(pilot, "enter", "space", "1", key)
        assert isinstance(app.screen, screen)
        assert "comes in" not in words_of(app)


async def test_a_wish_goes_straight_to_the_review(study: Callable[[str], Study]) -> None:
    with study("#flashcards/x\nq::a\n\nr::b\n") as opened:
        app = StudyApp(opened, ReviewSession(opened, Wish(deck="x", limit=1)))
        async with app.run_test() as pilot:
            assert isinstance(app.screen, ReviewScreen)
            await burst(pilot, "space", "4")
            assert isinstance(app.screen, SummaryScreen)


@pytest.mark.parametrize(
    "keys", [["q"], ["escape"], ["space", "q"], ["space", "4", "enter"], ["space", "4", "q"]], ids=" ".join
)
async def test_leaving_what_the_app_was_started_for_leaves_the_app(
    study: Callable[[str], Study], keys: list[str]
) -> None:
    with study("#flashcards/x\nq::a\n") as opened:
        app = StudyApp(opened, ReviewSession(opened, Wish(deck="x")))
        async with app.run_test() as pilot:
            await burst(pilot, *keys)
        assert app.return_code == 0


async def test_studying_more_after_what_the_app_was_started_for_leaves_the_app_too(
    study: Callable[[str], Study],
) -> None:
    with study("#flashcards/x\n\n" + "".join(f"q{i}::a{i}\n\n" for i in range(30))) as opened:
        app = StudyApp(opened, ReviewSession(opened, Wish(new=1)))
        async with app.run_test() as pilot:
            await burst(pilot, "space", "4", "m", "enter")
            assert isinstance(app.screen, ReviewScreen)
            await burst(pilot, "q")
        assert app.return_code == 0


async def test_a_limit_is_counted_instead_of_what_is_left(study: Callable[[str], Study]) -> None:
    with study("#flashcards/x\nq::a\n\nr::b\n\ns::c\n") as opened:
        app = StudyApp(opened, ReviewSession(opened, Wish(limit=2)))
        async with app.run_test() as pilot:
            assert "1 of 2" in words_of(app)
            assert "new" not in words_of(app).partition("1 of 2")[0]
            await burst(pilot, "space")
            assert "1 of 2" in words_of(app)
            await burst(pilot, "4")
            assert "2 of 2" in words_of(app)
            await burst(pilot, "u")
            assert "1 of 2" in words_of(app)


async def test_a_limit_beyond_what_there_is_counts_nothing(study: Callable[[str], Study]) -> None:
    with study("#flashcards/x\nq::a\n") as opened:
        app = StudyApp(opened, ReviewSession(opened, Wish(limit=50)))
        async with app.run_test():
            assert "0 done 1 new" in words_of(app)


@pytest.mark.parametrize(("key", "deed"), [("3", "Not saved"), ("s", "Not saved"), ("u", "Not taken back")])
async def test_that_nothing_was_saved_is_said_once(
    open_app: Open, monkeypatch: pytest.MonkeyPatch, key: str, deed: str
) -> None:
    app = open_app()
    async with app.run_test() as pilot:
        await burst(pilot, "enter", "space", "4", "space")

        def fail(*_: object) -> None:
            raise NotSaved("not saved: the disk is full", where="/home/log", hint="make room")

        monkeypatch.setattr(app.study.store, "append", fail)
        monkeypatch.setattr(app.study.store, "undo", fail)
        await burst(pilot, key)
        assert f"{deed}: /home/log: the disk is full (make room)" in words_of(app)
        assert "not saved" not in words_of(app)


async def test_a_wish_for_nothing_due_goes_straight_to_the_summary(study: Callable[[str], Study]) -> None:
    with study("#flashcards/x\nq::a\n") as opened:
        app = StudyApp(opened, ReviewSession(opened, Wish(new=0)))
        async with app.run_test():
            assert isinstance(app.screen, SummaryScreen)
            assert "Nothing was answered" in words_of(app)


def fail_once(monkeypatch: pytest.MonkeyPatch, study: Study) -> None:
    """The next write fails as with a full disk; the one after it succeeds."""
    append = study.store.append

    def fail(*_: object) -> None:
        monkeypatch.setattr(study.store, "append", append)
        raise NotSaved("the disk is full")

    monkeypatch.setattr(study.store, "append", fail)


def test_not_saved_is_an_error_for_people() -> None:
    assert issubclass(NotSaved, StudyError)  # the screens catch the kind they may, not the store's own
