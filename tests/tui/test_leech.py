"""Cards that are forgotten again and again."""

from __future__ import annotations

from pathlib import Path

import pytest

from studykit.log.store import NotSaved
from studykit.memory.state import Rating
from studykit.session.review import ReviewSession
from studykit.session.study import Study
from studykit.tui.app import StudyApp
from studykit.tui.places import Place
from studykit.tui.screens.home import HomeScreen
from studykit.tui.screens.page import Page
from studykit.tui.screens.summary import SummaryScreen
from tests.conftest import FakeClock
from tests.tui.conftest import Open, burst, text_of, words_of

HARD = "#flashcards/x\n\nUpper Volta::Burkina Faso\n"


def forget(study: Study, clock: FakeClock, times: int) -> None:
    """A card that is learned once and forgotten on each of the days that follow."""
    for day in range(0, 40 * (times + 1), 40):
        clock.at(day, 10)
        session = ReviewSession(study)
        if day:
            session.grade(Rating.AGAIN)
            session.ahead()
        session.grade(Rating.EASY)
    clock.at(40 * (times + 1), 10)


def _open(open_app: Open, clock: FakeClock) -> StudyApp:
    app = open_app(HARD)
    forget(app.study, clock, 7)
    return app


def place(app: StudyApp) -> Place:
    assert isinstance(app.screen, Page)
    return app.screen.place


async def test_the_eighth_lapse_is_told_with_what_can_be_done(open_app: Open, clock: FakeClock) -> None:
    app = _open(open_app, clock)
    async with app.run_test() as pilot:
        await burst(pilot, "enter", "space", "1")
        assert place(app) is Place.LEECH
        shown = words_of(app)
        assert "Upper Volta" in shown
        assert "Burkina Faso" in shown
        assert "Forgotten 8 times: a leech" in shown
        assert "s suspends it; e opens it" in shown
        assert "Saved: Again, back in" in shown


async def test_an_answer_that_is_no_lapse_tells_nothing(open_app: Open, clock: FakeClock) -> None:
    app = _open(open_app, clock)
    async with app.run_test() as pilot:
        await burst(pilot, "enter", "space", "3")
        assert "leech" not in words_of(app)


@pytest.mark.parametrize("key", ["enter", "space"])
async def test_enter_and_space_go_on(open_app: Open, clock: FakeClock, key: str) -> None:
    app = _open(open_app, clock)
    async with app.run_test() as pilot:
        await burst(pilot, "enter", "space", "1", key)
        assert place(app) is Place.WAITING
        assert "leech" not in words_of(app)


async def test_s_suspends_it_and_u_takes_that_back(open_app: Open, clock: FakeClock) -> None:
    app = _open(open_app, clock)
    item = app.study.view[0].id
    async with app.run_test() as pilot:
        await burst(pilot, "enter", "space", "1", "s")
        assert isinstance(app.screen, SummaryScreen)
        assert "Suspended. u takes it back." in words_of(app)
        assert app.study.state(item).suspended
        await burst(pilot, "u")
        assert not app.study.state(item).suspended
        assert "Upper Volta" in text_of(app)
        await burst(pilot, "u")
        assert app.study.state(item).lapses == 7


async def test_u_takes_the_grade_back_and_asks_again(open_app: Open, clock: FakeClock) -> None:
    app = _open(open_app, clock)
    async with app.run_test() as pilot:
        await burst(pilot, "enter", "space", "1", "u")
        assert place(app) is Place.FRONT
        assert "Burkina" not in text_of(app)
        assert "The grade was taken back" in words_of(app)
        assert app.study.state(app.study.view[0].id).lapses == 7


async def test_e_opens_it_and_shows_it_as_it_says_now(
    open_app: Open, clock: FakeClock, notes: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    app = _open(open_app, clock)

    def reword(*_: object) -> str:
        (notes / "note.md").write_text(HARD.replace("Upper", "The former Upper"), encoding="utf-8")
        return ""

    monkeypatch.setattr("studykit.tui.screens.review.edit", reword)
    async with app.run_test() as pilot:
        await burst(pilot, "enter", "space", "1", "e")
        assert place(app) is Place.LEECH
        assert "The former Upper Volta" in text_of(app)
        await burst(pilot, "enter", "space")
        assert "The former Upper Volta" in text_of(app)
        assert place(app) is Place.FRONT


async def test_an_editor_that_fails_is_told_and_the_leech_stays(
    open_app: Open, clock: FakeClock, monkeypatch: pytest.MonkeyPatch
) -> None:
    app = _open(open_app, clock)
    monkeypatch.setattr("studykit.tui.screens.review.edit", lambda *_: "no editor is set")
    async with app.run_test() as pilot:
        await burst(pilot, "enter", "space", "1", "e")
        assert place(app) is Place.LEECH
        assert "Not edited: no editor is set." in words_of(app)


async def test_a_leech_that_was_deleted_in_the_editor_is_told(
    open_app: Open, clock: FakeClock, notes: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    app = _open(open_app, clock)

    def delete(*_: object) -> str:
        (notes / "note.md").unlink()
        return ""

    monkeypatch.setattr("studykit.tui.screens.review.edit", delete)
    async with app.run_test() as pilot:
        await burst(pilot, "enter", "space", "1", "e")
        assert "the note is gone" in words_of(app)
        await burst(pilot, "enter")
        assert "leech" not in words_of(app)


async def test_a_suspension_that_is_not_saved_says_so_and_may_be_tried_again(
    open_app: Open, clock: FakeClock, monkeypatch: pytest.MonkeyPatch
) -> None:
    app = _open(open_app, clock)
    async with app.run_test() as pilot:
        await burst(pilot, "enter", "space", "1")
        append = app.study.store.append

        def fail(*_: object) -> None:
            monkeypatch.setattr(app.study.store, "append", append)
            raise NotSaved("not saved: the disk is full")

        monkeypatch.setattr(app.study.store, "append", fail)
        await burst(pilot, "s")
        assert "Not saved: the disk is full. s tries again." in words_of(app)
        assert place(app) is Place.LEECH
        await burst(pilot, "s")
        assert app.study.state(app.study.view[0].id).suspended


@pytest.mark.parametrize("key", ["q", "escape"])
async def test_q_and_escape_leave(open_app: Open, clock: FakeClock, key: str) -> None:
    app = _open(open_app, clock)
    async with app.run_test() as pilot:
        await burst(pilot, "enter", "space", "1", key)
        assert isinstance(app.screen, HomeScreen)


async def test_other_keys_leave_a_leech_alone(open_app: Open, clock: FakeClock) -> None:
    app = _open(open_app, clock)
    count = len(app.study.store.events())
    async with app.run_test() as pilot:
        await burst(pilot, "enter", "space", "1", "1", "2", "b", "f", "r", "j")
        assert place(app) is Place.LEECH
        assert len(app.study.store.events()) == count + 1


async def test_keys_typed_across_a_leech_each_do_one_thing(open_app: Open, clock: FakeClock) -> None:
    _open(open_app, clock).study.close()
    app = open_app(HARD + "\nanother::card\n")
    async with app.run_test() as pilot:
        await burst(pilot, "enter", "space", "1", "space", "space", "4")
        leech, another = (card.id for card in app.study.view)
        events = app.study.store.events()[-2:]
        assert [(event.item, event.rating) for event in events] == [(leech, 1), (another, 4)]


async def test_twenty_by_five_names_the_leech(open_app: Open, clock: FakeClock) -> None:
    app = _open(open_app, clock)
    async with app.run_test(size=(20, 5)) as pilot:
        await burst(pilot, "enter", "space", "1")
        assert "Forgotten 8 times" in words_of(app)
        assert "Enter Go on" in text_of(app)
