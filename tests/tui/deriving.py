"""Ways to write a derivation on the screen."""

from __future__ import annotations

from collections.abc import Callable

from textual import events

from studykit.tui.app import StudyApp
from studykit.tui.screens.derivation import DerivationScreen
from tests.tui.conftest import burst

Begin = Callable[..., StudyApp]


def screen_of(app: StudyApp) -> DerivationScreen:
    assert isinstance(app.screen, DerivationScreen)
    return app.screen


async def write(pilot: object, app: StudyApp, line: str) -> None:
    """Puts a line into the field and presses Enter."""
    app.post_message(events.Paste(line))
    await burst(pilot, "enter")  # type: ignore[arg-type]


async def choose(pilot: object, app: StudyApp, right: bool = True) -> None:
    """Answers the rule that is asked for, if one is."""
    question = screen_of(app).attempt.question
    if question is not None:
        option = question.right if right else (question.right + 1) % len(question.options)
        await burst(pilot, str(option + 1))  # type: ignore[arg-type]


async def derive(pilot: object, app: StudyApp, *lines: str) -> None:
    for line in lines:
        await write(pilot, app, line)
        await choose(pilot, app)


def kinds(app: StudyApp) -> list[str]:
    return [event.kind for event in app.study.store.events()]
