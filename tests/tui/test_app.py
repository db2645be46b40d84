"""What holds on every screen."""

from __future__ import annotations

import gc
import re

import pytest

from studykit.tui import themes
from tests.tui.conftest import Open, burst, text_of


async def test_the_palette_offers_what_can_be_done_here(open_app: Open) -> None:
    app = open_app()
    async with app.run_test() as pilot:
        offered = {command.title for command in app.get_system_commands(app.screen)}
        assert {"Review (Enter)", "All (a)", "Light or dark"} <= offered
        assert "Suspend (s)" not in offered
        await burst(pilot, "enter")
        assert "Suspend (s)" in {command.title for command in app.get_system_commands(app.screen)}


@pytest.mark.parametrize("keys", [[], ["enter"], ["enter", "space"]], ids=["home", "front", "back"])
async def test_no_two_entries_of_the_palette_read_the_same(open_app: Open, keys: list[str]) -> None:
    app = open_app()
    async with app.run_test() as pilot:
        await burst(pilot, *keys)
        names = [command.title.partition(" (")[0] for command in app.get_system_commands(app.screen)]
        assert len(names) == len(set(names))
        assert names.count("Quit") == 1


async def test_an_action_runs_from_the_palette(open_app: Open) -> None:
    app = open_app()
    async with app.run_test() as pilot:
        await pilot.press("enter", "ctrl+p", *"suspend")
        await pilot.pause(0.3)
        await pilot.press("enter")
        await pilot.pause(0.2)
        assert "Spain" in text_of(app)


@pytest.mark.parametrize("key", ["ctrl+q", "ctrl+c"])
@pytest.mark.parametrize("before", [[], ["enter"], ["enter", "space"]])
async def test_control_q_and_c_quit_from_anywhere(open_app: Open, key: str, before: list[str]) -> None:
    app = open_app()
    async with app.run_test() as pilot:
        await burst(pilot, *before, key)
    assert app.return_code == 0


async def test_the_shade_changes_between_night_and_paper(open_app: Open) -> None:
    app = open_app()
    async with app.run_test():
        assert app.theme == "night"
        app.action_shade()
        assert app.theme == "paper"
        app.action_shade()
        assert app.theme == "night"


@pytest.mark.parametrize(
    ("told", "theme"),
    [("15;0", "night"), ("0;15", "paper"), ("0;default;7", "paper"), ("", "night"), ("nonsense", "night")],
)
def test_the_first_page_follows_the_terminal(told: str, theme: str) -> None:
    assert themes.first({"COLORFGBG": told}).name == theme


async def test_no_color_leaves_only_greys(open_app: Open, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setenv("NO_COLOR", "1")
    app = open_app()
    async with app.run_test() as pilot:
        await burst(pilot, "enter", "space")
        colours = set(re.findall(r"(?:fill: |fill=\")#([0-9a-f]{6})", app.export_screenshot()))
        frame = {"ff5f57", "febc2e", "28c840", "c5c8c6"}  # of the window drawn around the picture
        drawn = colours - frame
        assert len(drawn) > 3
        assert not [colour for colour in drawn if len({colour[:2], colour[2:4], colour[4:]}) > 1]


async def test_collection_of_garbage_goes_on_once_the_first_screen_is_painted(open_app: Open) -> None:
    app = open_app()
    gc.disable()
    try:
        async with app.run_test() as pilot:
            await pilot.pause()
            assert gc.isenabled()
    finally:
        gc.enable()
        gc.unfreeze()
