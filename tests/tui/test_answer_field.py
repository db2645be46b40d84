"""The line that an answer is typed into, and the verdict on it."""

from __future__ import annotations

from collections.abc import AsyncIterator
from contextlib import asynccontextmanager

import pytest
from textual import events
from textual.app import App, ComposeResult
from textual.pilot import Pilot

from studykit.checking import text
from studykit.checking.verdict import Mark, Outcome, Piece, Verdict
from studykit.tui.widgets.answer_field import MOST, AnswerField
from studykit.tui.widgets.verdict_view import VerdictView, verdict_content


class Form(App[None]):
    """A field and a verdict, and nothing else."""

    def __init__(self) -> None:
        super().__init__()
        self.refused: list[str] = []

    def compose(self) -> ComposeResult:
        yield AnswerField()
        yield VerdictView()

    def on_answer_field_refused(self, message: AnswerField.Refused) -> None:
        self.refused.append(str(message))


@asynccontextmanager
async def form() -> AsyncIterator[tuple[Form, AnswerField, Pilot[None]]]:
    app = Form()
    async with app.run_test() as pilot:
        field = app.query_one(AnswerField)
        app.screen.set_focus(field)
        yield app, field, pilot


def key(name: str, character: str | None = None) -> events.Key:
    return events.Key(name, character or (name if len(name) == 1 else None))


async def test_keys_that_arrive_together_edit_in_their_order() -> None:
    async with form() as (app, field, pilot):
        for name in ("a", "b", "left", "X", "backspace", "c", "end", "d"):
            app.post_message(key(name))
        await pilot.pause()
        assert field.value == "acbd"


@pytest.mark.parametrize("event", [key("alt+left"), key("alt+b", "b")])
async def test_alt_left_moves_a_word_and_types_nothing(event: events.Key) -> None:
    async with form() as (app, field, pilot):
        field.begin("one two")
        app.post_message(event)
        app.post_message(key("X"))
        await pilot.pause()
        assert field.value == "one Xtwo"


@pytest.mark.parametrize("letter", ["a", "q", "x", "1"])
async def test_alt_with_a_letter_is_never_the_letter(letter: str) -> None:
    async with form() as (app, field, pilot):
        app.post_message(key(f"alt+{letter}", letter))
        await pilot.pause()
        assert field.value == ""


async def test_a_paste_becomes_one_line_without_anything_that_acts() -> None:
    async with form() as (app, field, pilot):
        field.begin("<>")
        await pilot.press("left")
        app.post_message(events.Paste("[bold]\nx\x1b[31m\u202e"))
        await pilot.pause()
        assert field.value == "<[bold] x␛[31m⟨U+202E⟩>"


async def test_carriage_returns_of_a_paste_end_lines_too() -> None:
    async with form() as (app, field, pilot):
        app.post_message(events.Paste("1\r2\r\n3"))
        await pilot.pause()
        assert field.value == "1 2 3"


async def test_a_settled_line_holds_every_key_typed_before() -> None:
    async with form() as (_app, field, _):
        for name in ("a", "b", "backspace", "c"):
            field.post_message(key(name))
        assert await field.settled() == "ac"


async def test_an_overlong_paste_is_told_and_changes_nothing() -> None:
    async with form() as (app, field, pilot):
        field.begin("mine")
        app.post_message(events.Paste("z" * MOST))
        await pilot.pause()
        await pilot.pause()
        assert field.value == "mine"
        assert app.refused == [f"that is {MOST + 4:,} characters; the line takes {MOST:,}"]


def test_a_verdict_shows_both_texts_with_their_differences() -> None:
    shown = verdict_content(text.judge("scled [dot] product", "scaled dot product"))
    assert shown.plain == "✗ Wrong\ntyped   scled [dot] product\nanswer  scaled dot product"
    assert {"strike $text-error", "bold underline $text-success"} <= {str(span.style) for span in shown.spans}


def test_a_verdict_in_words_shows_what_is_off() -> None:
    verdict = Verdict(Outcome.PARTLY, 0.5, "x", "half", counterexample="at 0", elements=("row 1",), pieces=())
    assert verdict_content(verdict).plain == "≈ Partly right: half\nOff: row 1.\nat 0"


def test_what_was_typed_cannot_act_on_the_terminal() -> None:
    verdict = Verdict(Outcome.WRONG, 0.0, pieces=(Piece(Mark.EXTRA, "\x1b[0m[red]"),))
    assert verdict_content(verdict).plain == "✗ Wrong\ntyped   ␛[0m[red]"


async def test_the_view_takes_no_room_until_there_is_a_verdict() -> None:
    async with form() as (app, _, pilot):
        view = app.query_one(VerdictView)
        assert view.size.height == 0
        view.show(Verdict(Outcome.RIGHT, 1.0))
        await pilot.pause()
        assert view.size.height == 1
        view.show(None)
        await pilot.pause()
        assert view.size.height == 0
