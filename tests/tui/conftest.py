"""An app on one note, and ways to look at it."""

from __future__ import annotations

from collections.abc import Callable, Iterator

import pytest
from textual import events
from textual.pilot import Pilot

from studykit.checking.proof import Prover
from studykit.session.derive import DeriveSession, DeriveWish
from studykit.session.study import Study
from studykit.tui.app import StudyApp

Open = Callable[..., StudyApp]

THREE = """#flashcards/capitals

# Europe
## West

France::Paris
Spain::Madrid
Portugal::Lisbon
"""


@pytest.fixture(autouse=True)
def _dark_terminal(monkeypatch: pytest.MonkeyPatch) -> None:
    """The same page whatever the terminal of whoever runs the tests."""
    monkeypatch.delenv("COLORFGBG", raising=False)
    monkeypatch.delenv("NO_COLOR", raising=False)


@pytest.fixture
def open_app(study: Callable[[str], Study]) -> Iterator[Open]:
    """Opens the app on a note with the text given; again on the same home when called again."""
    opened: list[Study] = []

    def open_(text: str = THREE) -> StudyApp:
        opened.append(study(text))
        return StudyApp(opened[-1])

    yield open_
    for each in opened:
        each.close()


def text_of(app: StudyApp) -> str:
    """What stands on the screen, as lines."""
    strips = app.screen._compositor.render_strips()  # what a terminal would get, and no public way to it
    return "\n".join("".join(segment.text for segment in strip).rstrip() for strip in strips)


def words_of(app: StudyApp) -> str:
    """What stands on the screen, in one line with single blanks, so that wrapping does not matter."""
    return " ".join(text_of(app).split())


async def burst(pilot: Pilot[None], *keys: str) -> None:
    """Keys that arrive all at once, before the app could answer to the first."""
    for key in keys:
        pilot.app.post_message(events.Key(key, key if len(key) == 1 else None))
    await pilot.pause()
    await pilot.pause()


@pytest.fixture
def begin(study: Callable[[str], Study]) -> Iterator[Callable[..., StudyApp]]:
    """Starts the app on a derivation."""
    opened: list[Study] = []

    def begun(
        name: str = "var-dot-product",
        seed: int | None = None,
        free: bool = False,
        prover: Prover | None = None,
    ) -> StudyApp:
        opened.append(study(""))
        return StudyApp(opened[-1], DeriveSession(opened[-1], DeriveWish(name, seed, free), prover))

    yield begun
    for each in opened:
        each.close()
