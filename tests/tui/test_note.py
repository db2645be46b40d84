"""From the card to its note: the section it comes from, and the learner's own editor."""

from __future__ import annotations

import os
from collections.abc import Callable
from contextlib import AbstractContextManager, nullcontext
from pathlib import Path

import pytest
from textual.app import SuspendNotSupported

from studykit.log.store import NotSaved
from studykit.tui.app import StudyApp
from studykit.tui.places import Place
from studykit.tui.screens.page import Page
from studykit.tui.screens.review import ReviewScreen
from studykit.tui.screens.section import SectionScreen
from studykit.tui.screens.summary import SummaryScreen
from tests.tui.conftest import Open, burst, text_of, words_of

TWO = """#flashcards/x

# Europe
## [bold]West[/]

Some [/] text with **bold** words.

France::Pars

# Asia

Japan::Tokyo
"""

Editor = Callable[[str], None]


@pytest.fixture
def editor(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Editor:
    """Sets an editor that is a line of shell (`$1` is the note, or `+LINE` where it is called vi), and lets
    the app be suspended without a terminal."""

    def set_(body: str, name: str = "fake") -> None:
        program = tmp_path / name
        program.write_text(f"#!/bin/sh\n{body}\n", encoding="utf-8")
        program.chmod(0o755)
        monkeypatch.setenv("EDITOR", str(program))

    def suspend(_: StudyApp) -> AbstractContextManager[None]:
        return nullcontext()

    monkeypatch.delenv("VISUAL", raising=False)
    monkeypatch.delenv("EDITOR", raising=False)
    monkeypatch.setattr(StudyApp, "suspend", suspend)
    return set_


def place(app: StudyApp) -> Place:
    assert isinstance(app.screen, Page)
    return app.screen.place


def sed(old: str, new: str) -> str:
    return f'sed "s/{old}/{new}/" "$1" > "$1.tmp" && mv "$1.tmp" "$1"'


# the editor


async def test_e_opens_the_note_at_the_cards_line(open_app: Open, editor: Editor, tmp_path: Path) -> None:
    editor(f'echo "$@" > "{tmp_path}/args"', name="vi")
    app = open_app(TWO)
    async with app.run_test() as pilot:
        await burst(pilot, "enter", "e")
        note = tmp_path / "notes" / "note.md"
        assert (tmp_path / "args").read_text(encoding="utf-8") == f"+8 {note}\n"
        assert "France" in text_of(app)


async def test_an_edited_front_is_shown_and_stays_a_front(open_app: Open, editor: Editor) -> None:
    editor(sed("France", "La France"))
    app = open_app(TWO)
    async with app.run_test() as pilot:
        await burst(pilot, "enter", "e")
        assert place(app) is Place.FRONT
        assert "La France" in text_of(app)
        assert "Pars" not in text_of(app)


@pytest.mark.parametrize(
    ("old", "new", "front", "back"),
    [("Pars", "Paris", "France", "Paris"), ("France", "La France", "La France", "Pars")],
)
async def test_a_reworded_card_keeps_its_place_and_its_history(
    open_app: Open, editor: Editor, old: str, new: str, front: str, back: str
) -> None:
    editor(sed(old, new))
    app = open_app(TWO)
    async with app.run_test() as pilot:
        await burst(pilot, "enter", "space")
        item = app.study.view[0].id
        await burst(pilot, "e")
        assert place(app) is Place.BACK
        assert front in text_of(app)
        assert back in text_of(app).split()
        assert "The card is shown as it says now" in words_of(app)
        await burst(pilot, "1", "space", "4")
        assert app.study.store.events()[0].item == item
        await burst(pilot, "space")
        assert front in text_of(app)  # and it comes back as the card that it is now


async def test_a_card_that_was_not_changed_is_shown_on_without_a_word(open_app: Open, editor: Editor) -> None:
    editor("true")
    app = open_app(TWO)
    async with app.run_test() as pilot:
        await burst(pilot, "enter", "space")
        before = text_of(app)
        await burst(pilot, "e")
        assert text_of(app) == before


async def test_a_card_that_was_deleted_is_skipped_with_a_notice(open_app: Open, editor: Editor) -> None:
    editor(sed("France::Pars", ""))
    app = open_app(TWO)
    async with app.run_test() as pilot:
        await burst(pilot, "enter", "space", "e")
        assert "a card is gone; it is skipped" in words_of(app)
        assert "Japan" in text_of(app)
        assert place(app) is Place.FRONT


async def test_deleting_the_last_card_leads_to_the_summary(open_app: Open, editor: Editor) -> None:
    editor('rm "$1"')
    app = open_app("#flashcards/x\n\na::b\n")
    async with app.run_test() as pilot:
        await burst(pilot, "enter", "e")
        assert isinstance(app.screen, SummaryScreen)
        assert "the note is gone" in words_of(app)


@pytest.mark.parametrize(
    ("body", "said"),
    [("exit 3", "ended with exit code 3"), ("kill -KILL $$", "was ended by SIGKILL")],
)
async def test_an_editor_that_fails_is_one_line_and_the_review_goes_on(
    open_app: Open, editor: Editor, body: str, said: str
) -> None:
    editor(f"{sed('Pars', 'Paris')}; {body}")
    app = open_app(TWO)
    async with app.run_test() as pilot:
        await burst(pilot, "enter", "space", "e")
        assert "Not edited: the editor" in words_of(app)
        assert said in words_of(app)
        assert "Paris" in text_of(app)  # what it wrote before it failed counts
        await burst(pilot, "4")
        assert "Japan" in text_of(app)


@pytest.mark.parametrize(
    ("value", "said"),
    [
        (None, "no editor is set (set $VISUAL or $EDITOR"),
        ("/nowhere/[/]vi", "there is no editor '/nowhere/[/]vi'"),
        ("vi 'unclosed", "$EDITOR cannot be read"),
    ],
)
async def test_no_editor_is_one_line_and_the_review_goes_on(
    open_app: Open, editor: Editor, monkeypatch: pytest.MonkeyPatch, value: str | None, said: str
) -> None:
    if value is not None:
        monkeypatch.setenv("EDITOR", value)
    app = open_app(TWO)
    async with app.run_test() as pilot:
        await burst(pilot, "enter", "e")
        assert said in words_of(app)
        assert place(app) is Place.FRONT
        await burst(pilot, "space", "4")
        assert "Japan" in text_of(app)


async def test_a_terminal_that_cannot_be_given_away_is_told(
    open_app: Open, editor: Editor, monkeypatch: pytest.MonkeyPatch
) -> None:
    editor("true")

    def refuse(_: StudyApp) -> AbstractContextManager[None]:
        raise SuspendNotSupported

    monkeypatch.setattr(StudyApp, "suspend", refuse)
    app = open_app(TWO)
    async with app.run_test() as pilot:
        await burst(pilot, "enter", "e")
        assert "an editor cannot be opened from here" in words_of(app)


async def test_the_environment_is_the_editors_too(
    open_app: Open, editor: Editor, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setenv("COLOUR", "teal")
    editor(f'echo "$COLOUR" > "{tmp_path}/colour"')
    app = open_app(TWO)
    async with app.run_test() as pilot:
        await burst(pilot, "enter", "e")
        assert (tmp_path / "colour").read_text(encoding="utf-8") == "teal\n"
        assert os.environ["COLOUR"] == "teal"


# the section


async def test_n_shows_the_section_and_where_it_stands(open_app: Open, notes: Path) -> None:
    app = open_app(TWO)
    async with app.run_test() as pilot:
        await burst(pilot, "enter", "n")
        assert isinstance(app.screen, SectionScreen)
        shown = words_of(app)
        assert "Europe › [bold]West[/]" in shown
        assert f"{notes / 'note.md'}:4" in shown.replace(" ", "")
        assert "Some [/] text with bold words." in shown
        assert "Japan" not in shown


@pytest.mark.parametrize("key", ["escape", "q", "n"])
@pytest.mark.parametrize("before", [[], ["space"]], ids=["front", "back"])
async def test_escape_q_and_n_lead_back_to_the_same_side(open_app: Open, key: str, before: list[str]) -> None:
    app = open_app(TWO)
    async with app.run_test() as pilot:
        await burst(pilot, "enter", *before)
        card = text_of(app)
        await burst(pilot, "n", key)
        assert isinstance(app.screen, ReviewScreen)
        assert text_of(app) == card


async def test_a_long_section_scrolls_by_keys(open_app: Open) -> None:
    text = "".join(f"line {i} of the section\n\n" for i in range(50))
    app = open_app(f"#flashcards/x\n\n# Head\n\na::b\n\n{text}")
    async with app.run_test() as pilot:
        await burst(pilot, "enter", "n")
        assert "more ↓ j" in text_of(app)
        await burst(pilot, "end")
        assert "line 49" in text_of(app)
        assert "k ↑ more" in text_of(app)
        await burst(pilot, "home", "j", "pagedown", "pageup", "k")
        assert "a::b" not in text_of(app)  # the section explains, and gives no answer away


async def test_a_section_above_the_first_heading_has_a_title_too(open_app: Open) -> None:
    app = open_app("#flashcards/x\n\na::b\n")
    async with app.run_test() as pilot:
        await burst(pilot, "enter", "n")
        assert text_of(app).split()[0] == "Note"


async def test_a_note_that_is_gone_is_told(open_app: Open, notes: Path) -> None:
    app = open_app(TWO)
    async with app.run_test() as pilot:
        await burst(pilot, "enter")
        (notes / "note.md").unlink()
        await burst(pilot, "n")
        assert isinstance(app.screen, ReviewScreen)
        assert "the note cannot be read" in words_of(app)


# the flag


async def test_f_flags_and_takes_the_flag_off_with_a_visible_mark(open_app: Open) -> None:
    app = open_app(TWO)
    async with app.run_test() as pilot:
        await burst(pilot, "enter", "f")
        assert "⚑ flagged · new · Europe" in words_of(app)
        await burst(pilot, "space")
        assert "⚑ flagged" in words_of(app)
        await burst(pilot, "f")
        assert "⚑" not in words_of(app)
        assert [event.kind for event in app.study.store.events()] == ["flag", "unflag"]
        assert place(app) is Place.BACK


async def test_a_flag_is_still_there_the_next_time(open_app: Open) -> None:
    app = open_app(TWO)
    async with app.run_test() as pilot:
        await burst(pilot, "enter", "f", "q", "enter")
        assert "⚑ flagged" in words_of(app)


async def test_undo_takes_a_flag_back(open_app: Open) -> None:
    app = open_app(TWO)
    async with app.run_test() as pilot:
        await burst(pilot, "enter", "f", "u")
        assert "⚑" not in words_of(app)
        assert "The flag was taken off again" in words_of(app)


async def test_a_flag_that_is_not_saved_says_so(open_app: Open, monkeypatch: pytest.MonkeyPatch) -> None:
    app = open_app(TWO)
    async with app.run_test() as pilot:
        await burst(pilot, "enter")

        def fail(*_: object) -> None:
            raise NotSaved("not saved: the disk is full")

        monkeypatch.setattr(app.study.store, "append", fail)
        await burst(pilot, "f")
        assert "Not saved: the disk is full. f tries again" in words_of(app)
        assert "⚑" not in words_of(app)
