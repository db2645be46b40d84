"""All keys on one page."""

from __future__ import annotations

import pytest
from rich.cells import cell_len

from studykit.tui.actions import ACTIONS, key_name
from studykit.tui.places import NAMES, Place
from studykit.tui.screens.help import HelpScreen, groups
from studykit.tui.screens.home import HomeScreen
from studykit.tui.screens.page import Page
from studykit.tui.screens.review import ReviewScreen
from tests.tui.conftest import Open, burst, text_of, words_of

TYPED = "---\ntyped: true\n---\n#flashcards/x\n\nq::a\n"

TO: dict[Place, list[str]] = {
    Place.HOME: [],
    Place.FRONT: ["enter"],
    Place.BACK: ["enter", "space"],
    Place.WAITING: ["enter", "space", "1"],
    Place.SUMMARY: ["enter", "space", "4"],
    Place.SECTION: ["enter", "n"],
}


@pytest.mark.parametrize("key", ["question_mark", "f1"])
@pytest.mark.parametrize("place", TO)
async def test_the_help_opens_everywhere_and_begins_with_where_one_is(
    open_app: Open, place: Place, key: str
) -> None:
    app = open_app("#flashcards/x\n\nq::a\n")
    async with app.run_test() as pilot:
        await burst(pilot, *TO[place])
        below = app.screen
        assert isinstance(below, Page)
        assert below.place is place
        await burst(pilot, key)
        assert isinstance(app.screen, HelpScreen)
        assert text_of(app).split()[:2] == ["Keys", NAMES[place].split()[0].capitalize()]
        await burst(pilot, key)
        assert app.screen is below
        assert below.place is place


@pytest.mark.parametrize("key", ["escape", "q"])
async def test_escape_and_q_close_it(open_app: Open, key: str) -> None:
    app = open_app()
    async with app.run_test() as pilot:
        await burst(pilot, "enter", "space")
        card = text_of(app)
        await burst(pilot, "question_mark", key)
        assert isinstance(app.screen, ReviewScreen)
        assert text_of(app) == card


async def test_while_typing_f1_opens_it_and_typing_goes_on_afterwards(open_app: Open) -> None:
    app = open_app(TYPED)
    async with app.run_test() as pilot:
        await burst(pilot, "enter", "x", "f1")
        assert isinstance(app.screen, HelpScreen)
        assert "Typing" in words_of(app)
        await burst(pilot, "q", "y")
        assert "xy" in text_of(app)


async def test_every_action_with_a_key_is_in_the_help(open_app: Open) -> None:
    app = open_app()
    async with app.run_test(size=(100, 400)) as pilot:
        await burst(pilot, "question_mark")
        shown = words_of(app)
        for action in ACTIONS:
            if action.keys:
                assert f"{' '.join(map(key_name, action.keys))} {action.help}" in shown


@pytest.mark.parametrize("place", Place)
def test_no_group_is_empty_or_twice(place: Place) -> None:
    names = [name for name, _ in groups(place)]
    assert len(names) == len(set(names))
    assert names[0] == NAMES[place]
    assert all(actions for _, actions in groups(place))


async def test_it_scrolls_by_keys(open_app: Open) -> None:
    app = open_app()
    async with app.run_test() as pilot:
        await burst(pilot, "question_mark")
        assert "more ↓ j" in text_of(app)
        first = text_of(app)
        await burst(pilot, "j", "pagedown")
        assert text_of(app) != first
        await burst(pilot, "end")
        assert "k ↑ more" in text_of(app)
        assert "more ↓" not in text_of(app)
        await burst(pilot, "home")
        assert text_of(app) == first


@pytest.mark.parametrize("size", [(80, 24), (40, 12), (30, 10), (20, 5)])
async def test_it_fits_every_window(open_app: Open, size: tuple[int, int]) -> None:
    app = open_app()
    async with app.run_test(size=size) as pilot:
        await burst(pilot, "question_mark")
        assert "Review" in text_of(app)
        assert all(cell_len(line) <= size[0] for line in text_of(app).splitlines())


async def test_waiting_goes_on_below_it(open_app: Open) -> None:
    app = open_app("#flashcards/x\n\nq::a\n")
    async with app.run_test() as pilot:
        await burst(pilot, "enter", "space", "1", "question_mark")
        await pilot.pause(1.1)
        assert isinstance(app.screen, HelpScreen)
        await burst(pilot, "q")
        assert "The next card comes in" in words_of(app)


async def test_it_leads_back_to_home(open_app: Open) -> None:
    app = open_app()
    async with app.run_test() as pilot:
        await burst(pilot, "question_mark", "j", "q")
        assert isinstance(app.screen, HomeScreen)
