"""Hostile text, tiny windows, fast fingers."""

from __future__ import annotations

from pathlib import Path

import pytest

from studykit.session.study import Study
from studykit.tui.app import StudyApp
from studykit.tui.screens.home import HomeScreen
from studykit.tui.screens.review import ReviewScreen
from studykit.tui.screens.summary import SummaryScreen
from tests.tui.conftest import Open, burst, text_of, words_of

MARKUP = [
    "[/",
    "[bold]",
    "[/bold]",
    "[red]x[/]",
    "[@click=app.quit]x[/]",
    "\\[b]",
    "[link=x]",
    "$primary",
    "[]",
]


async def test_markup_in_cards_is_shown_literally(open_app: Open) -> None:
    cards = "".join(f"## head `{text}`\nfront `{text}`::back `{text}`\n" for text in MARKUP)
    app = open_app(f"#flashcards/x\n{cards}")
    async with app.run_test() as pilot:
        await burst(pilot, "enter")
        for text in MARKUP:
            await burst(pilot, "space")
            shown = words_of(app)
            for part in ("head", "front", "back"):
                assert f"{part} {text}" in shown
            await burst(pilot, "4")
        assert isinstance(app.screen, SummaryScreen)


async def test_markup_in_names_and_notices_is_shown_literally(open_app: Open, home: Path) -> None:
    app = open_app()
    folder = home.parent / "[bold]"
    folder.mkdir()
    (folder / "[red].md").write_text("---\ntags: flashcards\n---\nq::a\n", encoding="utf-8")
    (home / "settings.toml").write_text(
        f"course = false\nfolders = ['{folder}']\ndecks_from = 'folders'\n", encoding="utf-8"
    )
    with Study.open(home, app.study.clock) as study:
        study.notices.append("[/bold] in a notice")
        hostile = StudyApp(study)
        async with hostile.run_test() as pilot:
            deck = study.decks()[0].deck
            assert deck in text_of(hostile)
            assert "[/bold] in a notice" in text_of(hostile)
            await burst(pilot, "enter")
            study.notices.append("[bold]gone[/]")
            await burst(pilot, "space", "4")
            assert "[bold]gone[/]" in text_of(hostile)


async def test_escape_sequences_never_reach_the_screen(open_app: Open) -> None:
    app = open_app("#flashcards/x\na\x1b[31mb::c\x07d\n")
    async with app.run_test() as pilot:
        await burst(pilot, "enter", "space")
        assert "\x1b" not in text_of(app)
        assert "\x07" not in text_of(app)


@pytest.mark.parametrize("size", [(20, 5), (1, 1)])
async def test_every_state_survives_a_resize_and_back(open_app: Open, size: tuple[int, int]) -> None:
    app = open_app("#flashcards/x\nquestion " + "long " * 100 + "::answer\n")
    async with app.run_test(size=(80, 24)) as pilot:
        for keys in ([], ["enter"], ["space"], ["1"], ["space"], ["space"], ["4"], ["enter"]):
            await burst(pilot, *keys)
            before = text_of(app)
            await pilot.resize_terminal(*size)
            await pilot.resize_terminal(80, 24)
            await pilot.pause()
            assert text_of(app) == before


async def test_twenty_by_five_shows_the_essential(open_app: Open) -> None:
    app = open_app("#flashcards/x\nquestion::answer\n")
    async with app.run_test(size=(20, 5)) as pilot:
        assert "x" in text_of(app)
        assert "Enter Review" in text_of(app)
        await burst(pilot, "enter")
        assert "question" in text_of(app)
        assert "Space Show" in text_of(app)
        await burst(pilot, "space")
        assert "answer" in text_of(app)
        assert "1 Ag 2 Ha 3 Go 4 Ea" in text_of(app)
        await burst(pilot, "1")
        assert "1:00" in text_of(app)
        await burst(pilot, "space", "space", "4")
        assert "1 answer" in words_of(app).replace("2 answers", "1 answer")
        assert "Enter Done" in text_of(app)


async def test_twenty_by_five_says_how_to_begin_an_empty_library(open_app: Open) -> None:
    app = open_app("nothing\n")
    async with app.run_test(size=(20, 5)):
        assert "No cards yet" in text_of(app)


async def test_keys_that_arrive_together_are_neither_lost_nor_reordered(open_app: Open) -> None:
    app = open_app()
    async with app.run_test() as pilot:
        await burst(pilot, "enter", "space", "1", "space", "2", "space", "4")
        assert [event.rating for event in app.study.store.events()] == [1, 2, 4]


async def test_keys_typed_across_screens_reach_the_right_one(open_app: Open) -> None:
    app = open_app("#flashcards/x\nq::a\n")
    async with app.run_test() as pilot:
        await burst(pilot, "enter", "space", "4", "u", "space", "3", "u", "space", "4", "enter")
        assert isinstance(app.screen, HomeScreen)
        assert [event.rating for event in app.study.store.events() if event.rating] == [4, 3, 4]


async def test_undo_pressed_many_times_is_one_step_each(open_app: Open) -> None:
    app = open_app()
    async with app.run_test() as pilot:
        await burst(pilot, "enter", *["space", "4"] * 3)
        assert isinstance(app.screen, SummaryScreen)
        await burst(pilot, "u", "u", "u", "u")
        assert isinstance(app.screen, ReviewScreen)
        assert "0 done 3 new" in words_of(app)
        assert "nothing to take back" in words_of(app)


@pytest.mark.parametrize("size", [(40, 12), (40, 24), (60, 16), (80, 24)])
async def test_the_grades_are_whole_from_forty_columns_on(open_app: Open, size: tuple[int, int]) -> None:
    app = open_app()
    async with app.run_test(size=size) as pilot:
        await burst(pilot, "enter", "space")
        assert "1 Again 2 Hard 3 Good 4 Easy" in words_of(app)


@pytest.mark.parametrize("size", [(30, 10), (40, 12), (60, 16), (80, 24)])
async def test_a_first_start_shows_the_decks_and_how_to_begin(open_app: Open, size: tuple[int, int]) -> None:
    app = open_app("#flashcards/one\n\na::b\n\n#flashcards/two\n\nc::d\n")
    async with app.run_test(size=size):
        assert "Press Enter for the first card" in words_of(app)
        for deck in ("All decks", "one", "two"):
            assert deck in text_of(app)


@pytest.mark.parametrize("width", [24, 30, 40, 60, 80])
async def test_the_help_is_named_wherever_a_card_is_asked(open_app: Open, width: int) -> None:
    app = open_app()
    async with app.run_test(size=(width, 16)) as pilot:
        await burst(pilot, "enter")
        assert "Space Show" in text_of(app)
        assert "? Help" in text_of(app)
        await burst(pilot, "space")
        assert "? Help" in text_of(app)
