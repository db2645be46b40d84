"""The first screen."""

from __future__ import annotations

import gc
from pathlib import Path

import pytest

from studykit.clock import SystemClock
from studykit.errors import StudyError
from studykit.log.store import NotSaved
from studykit.memory.state import Rating
from studykit.session.review import ReviewSession
from studykit.session.study import Study
from studykit.tui.app import run_app
from studykit.tui.screens import home as home_module
from studykit.tui.screens.home import HomeScreen
from studykit.tui.screens.review import ReviewScreen
from studykit.tui.widgets.deck_list import DeckList
from tests.conftest import FakeClock
from tests.tui.conftest import Open, burst, text_of, words_of

TREE = """#flashcards/b/two
one::1
two::2

#flashcards/a
three::3

#flashcards/b
four::4
"""


async def test_a_first_start_explains_itself_and_one_key_leads_to_the_first_card(open_app: Open) -> None:
    app = open_app()
    async with app.run_test() as pilot:
        assert "Welcome" in text_of(app)
        await burst(pilot, "enter")
        assert "France" in text_of(app)
        assert "Paris" not in text_of(app)


async def test_the_welcome_goes_once_something_was_answered(open_app: Open) -> None:
    app = open_app()
    async with app.run_test() as pilot:
        await burst(pilot, "enter", "space", "3", "q")
        assert isinstance(app.screen, HomeScreen)
        assert "Welcome" not in text_of(app)
        assert "1 learning" in text_of(app)


async def test_decks_form_a_tree_below_all_decks(open_app: Open) -> None:
    app = open_app(TREE)
    async with app.run_test():
        lines = [
            line.strip(" ▌").split()[0] for line in text_of(app).splitlines() if line.endswith(tuple("1234"))
        ]
        assert lines == ["All", "a", "b", "two"]


@pytest.mark.parametrize(
    ("keys", "deck"),
    [
        (["j"], "a"),
        (["down", "down"], "b"),
        (["j", "j", "k"], "a"),
        (["j", "j", "up"], "a"),
        (["end"], "b/two"),
        (["end", "home"], None),
        (["k"], None),
        (["end", "j"], "b/two"),
    ],
)
async def test_keys_move_the_cursor(open_app: Open, keys: list[str], deck: str | None) -> None:
    app = open_app(TREE)
    async with app.run_test() as pilot:
        await burst(pilot, *keys)
        row = app.screen.query_one(DeckList).row
        assert row is not None
        assert row.deck == deck


async def test_enter_reviews_the_deck_under_the_cursor(open_app: Open) -> None:
    app = open_app(TREE)
    async with app.run_test() as pilot:
        await burst(pilot, "j", "enter")
        assert "three" in text_of(app)
        assert "0 done 1 new" in words_of(app)


async def test_a_reviews_all_decks_wherever_the_cursor_is(open_app: Open) -> None:
    app = open_app(TREE)
    async with app.run_test() as pilot:
        await burst(pilot, "j", "a")
        assert "0 done 4 new" in words_of(app)


async def test_a_click_moves_and_a_click_on_the_cursor_reviews(open_app: Open) -> None:
    app = open_app(TREE)
    async with app.run_test() as pilot:
        await pilot.click(DeckList, offset=(5, 1))
        assert isinstance(app.screen, HomeScreen)
        assert app.screen.query_one(DeckList).cursor == 1
        await pilot.click(DeckList, offset=(5, 1))
        await pilot.pause()
        assert isinstance(app.screen, ReviewScreen)


async def test_an_empty_library_names_the_next_step(open_app: Open) -> None:
    app = open_app("just text\n")
    async with app.run_test() as pilot:
        assert "No cards yet" in text_of(app)
        assert "studykit add FOLDER" in text_of(app)
        await burst(pilot, "enter", "a", "j", "k", "home", "end", "u")
        assert isinstance(app.screen, HomeScreen)


async def test_when_all_is_done_it_says_what_comes_next(open_app: Open, clock: FakeClock) -> None:
    app = open_app("#flashcards/x\nq::a\n")
    async with app.run_test() as pilot:
        await burst(pilot, "enter", "space", "4", "enter")
        assert "All done for today. Next: in" in words_of(app)
        await burst(pilot, "enter")
        assert isinstance(app.screen, HomeScreen)
        assert "x is done for today. Next: in" in words_of(app)


async def test_undo_at_home_takes_back_the_latest_answer(open_app: Open) -> None:
    app = open_app("#flashcards/x\nq::a\n")
    async with app.run_test() as pilot:
        await burst(pilot, "enter", "space", "4", "enter", "u")
        assert "The grade was taken back" in words_of(app)
        assert "1 new" in words_of(app)
        await burst(pilot, "u")
        assert "nothing to take back" in words_of(app)


async def test_undo_that_cannot_be_saved_says_so(open_app: Open, monkeypatch: pytest.MonkeyPatch) -> None:
    app = open_app("#flashcards/x\nq::a\n")
    async with app.run_test() as pilot:
        await burst(pilot, "enter", "space", "4", "enter")

        def fail(*_: object) -> None:
            raise NotSaved("the disk is full")

        monkeypatch.setattr(app.study.store, "undo", fail)
        await burst(pilot, "u")
        assert "Not taken back: the disk is full" in words_of(app)


async def test_counts_follow_the_study_day_while_the_app_stands_open(
    open_app: Open, clock: FakeClock, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(home_module, "RECOUNT_S", 0.15)
    app = open_app("#flashcards/x\nq::a\n")
    async with app.run_test() as pilot:
        await burst(pilot, "enter", "space", "4", "enter")
        assert "All done for today" in words_of(app)
        clock.at(200, 10)
        await pilot.pause(0.25)
        assert "1 due" in words_of(app)


async def test_what_another_copy_has_answered_is_counted(
    open_app: Open, home: Path, clock: FakeClock, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(home_module, "RECOUNT_S", 0.15)
    app = open_app("#flashcards/x\nq::a\n")
    async with app.run_test() as pilot:
        with Study.open(home, clock) as other:
            ReviewSession(other).grade(Rating.EASY)
        await pilot.pause(0.25)
        assert "All done for today" in words_of(app)


async def test_errors_in_notes_are_told_in_one_line(open_app: Open) -> None:
    app = open_app("#flashcards/x\nq::a\n")
    app.study.notices.extend(["notes/a.md:3: the [back] is empty", "notes/b.md:4: the same"])
    async with app.run_test():
        assert "notes/a.md:3: the [back] is empty (and 1 more; `studykit check` shows all)" in words_of(app)


async def test_q_leaves(open_app: Open) -> None:
    app = open_app()
    async with app.run_test() as pilot:
        await burst(pilot, "q")
    assert app.return_code == 0


def test_a_home_that_cannot_be_opened_is_an_error_before_the_screen_is_taken(tmp_path: Path) -> None:
    (tmp_path / "file").write_text("", encoding="utf-8")
    gc.disable()  # as the commands do before they import the app
    with pytest.raises(StudyError):
        run_app(tmp_path / "file", SystemClock())
    assert gc.isenabled()


def test_a_folder_that_is_not_there_is_an_error_before_the_screen_is_taken(
    home: Path, tmp_path: Path
) -> None:
    with pytest.raises(StudyError, match="no such file or folder"):
        run_app(home, SystemClock(), [tmp_path / "nowhere"])
