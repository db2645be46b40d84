"""The app: opens the study, then hands the terminal to the screens."""

from __future__ import annotations

import gc
import os
import select
import signal
import sys
from asyncio import get_running_loop
from collections.abc import Iterable, Mapping, Sequence
from contextlib import suppress
from functools import partial
from pathlib import Path
from typing import TYPE_CHECKING, TextIO

from textual.actions import ActionParseResult
from textual.app import App, SystemCommand
from textual.dom import DOMNode
from textual.screen import Screen

from studykit.clock import Clock
from studykit.errors import StudyError
from studykit.render.sanitise import visible
from studykit.session.study import Study
from studykit.tui import actions, themes
from studykit.tui.driver import lenient
from studykit.tui.places import Place
from studykit.tui.screens.home import HomeScreen
from studykit.tui.screens.page import Page
from studykit.tui.widgets.notice import Notice

if TYPE_CHECKING:
    from textual.driver import Driver

    from studykit.session.derive import DeriveSession, DeriveWish
    from studykit.session.practice import PracticeSession, PracticeWish
    from studykit.session.quiz import QuizSession, QuizWish
    from studykit.session.review import ReviewSession, Wish

ENDING = (signal.SIGTERM, *((signal.SIGHUP,) if hasattr(signal, "SIGHUP") else ()))
"""Signals that end the app; everything is saved by then."""


HANG_UP_S = 2.0
"""How often it is looked whether the terminal is still there."""


def is_hung_up(stream: TextIO | None) -> bool:
    """Whether nobody can type into a stream any more."""
    if stream is None or not hasattr(select, "poll"):  # Windows has none
        return False
    poll = select.poll()
    poll.register(stream, 0)
    return any(event & (select.POLLHUP | select.POLLNVAL) for _, event in poll.poll(0))


def run_app(
    home: Path,
    clock: Clock,
    folders: Sequence[Path] = (),
    wish: Wish | None = None,
    quiz: QuizWish | None = None,
    practice: PracticeWish | None = None,
    derive: DeriveWish | None = None,
) -> int:
    """Opens the app on the library of `home`, or on `folders`; with a wish, straight in what it asks for.

    Returns the exit code. Raises `StudyError` before the screen is taken if the library cannot be
    opened, or the wish names a deck that is not there; what went wrong inside is raised when the
    terminal is whole again.
    """
    gc.disable()  # little of what is made until the first screen is garbage; `on_ready` ends it
    try:
        with Study.open(home, clock, folders=folders) as study:
            session: ReviewSession | QuizSession | PracticeSession | DeriveSession | None = None
            if wish is not None:
                from studykit.session.review import ReviewSession  # not needed for the first screen

                session = ReviewSession(study, wish)
            elif quiz is not None:
                from studykit.session.quiz import QuizSession  # the same

                session = QuizSession(study, quiz)
            elif practice is not None:
                from studykit.session.practice import PracticeSession  # the same

                session = PracticeSession(study, practice)
            elif derive is not None:
                from studykit.checking.proof import Prover
                from studykit.session.derive import DeriveSession  # the same

                session = DeriveSession(study, derive, Prover())
            app = StudyApp(study, session)
            app.run()
            if app.trouble is not None:
                raise app.trouble
            return app.return_code or 0
    finally:
        gc.enable()


class StudyApp(App[None]):
    """One learner's study in a terminal."""

    TITLE = "studykit"
    BINDINGS = actions.bindings(Place.EVERYWHERE)

    def __init__(
        self,
        study: Study,
        session: ReviewSession | QuizSession | PracticeSession | DeriveSession | None = None,
    ) -> None:
        super().__init__()
        self.study = study
        self.trouble: Exception | None = None
        """What ended the app; `run_app` raises it."""
        self._session = session
        self.register_theme(themes.NIGHT)
        self.register_theme(themes.PAPER)
        self.theme = themes.first(os.environ).name

    def get_driver_class(self) -> type[Driver]:
        """Textual's driver, reading leniently."""
        return lenient(super().get_driver_class())

    def get_default_screen(self) -> Screen[None]:
        """Home is the first screen there is, so that nothing empty is painted before it."""
        return HomeScreen(self.study)

    def get_theme_variable_defaults(self) -> dict[str, str]:
        """The colours that the screens use beyond Textual's own."""
        return themes.MUTED

    async def on_mount(self) -> None:
        """Goes straight to a review, a quiz or practice if one was asked for."""
        for number in ENDING:
            # Without a handler the process would end at once and leave the terminal in the app's modes.
            with suppress(NotImplementedError):  # Windows has no such handlers
                get_running_loop().add_signal_handler(number, self.exit, None, 128 + number)
        if not self.is_headless:
            self.set_interval(HANG_UP_S, self._leave_a_dead_terminal)
        if self._session is not None:
            from studykit.tui.screens.asking import screen  # it loads what the session needs

            await self.push_screen(screen(self._session))

    def _leave_a_dead_terminal(self) -> None:
        """Ends the app when its terminal is gone without a signal; Textual would read from it in a circle."""
        if is_hung_up(sys.__stdin__):
            self.exit(return_code=128 + 1)

    async def run_action(
        self,
        action: str | ActionParseResult,
        default_namespace: DOMNode | None = None,
        namespaces: Mapping[str, DOMNode] | None = None,
    ) -> bool:
        """Runs what a key or a click asks for; trouble with the log or a note is told, and the app lives."""
        try:
            return await super().run_action(action, default_namespace, namespaces)
        except StudyError as error:
            self.tell(error)
            return True

    def tell(self, error: StudyError) -> None:
        """Shows an error on the present screen."""
        for notice in self.screen.query(Notice):
            notice.tell(f"{error}.", "error")
            return
        self.notify(visible(str(error)), severity="error", markup=False)

    def _handle_exception(self, error: Exception) -> None:
        # Textual would print its own traceback over many screens. In tests it must still see the error.
        if self.is_headless:
            super()._handle_exception(error)
            return
        self.trouble = self.trouble or error
        self.exit(return_code=1)

    def on_ready(self) -> None:
        """The first screen is painted."""
        if not gc.isenabled():
            gc.freeze()  # what is loaded now stays, so later collections need not walk over it
            gc.enable()

    def get_system_commands(self, screen: Screen[object]) -> Iterable[SystemCommand]:
        """The palette's entries: what the registry allows at the present place."""
        place = screen.place if isinstance(screen, Page) else Place.EVERYWHERE
        for action in actions.at(place):
            if action.palette:
                title = f"{action.label} ({action.key})" if action.key else action.label
                yield SystemCommand(
                    title, action.help, partial(self.call_later, self.run_action, action.run, screen)
                )

    async def action_leave(self) -> None:
        """Leaves a review: back home, or out of the app if it was started for a review."""
        if self._session is not None and len(self.screen_stack) <= 2:
            self.exit()
        else:
            await self.pop_screen()

    def action_shade(self) -> None:
        """Changes between the light and the dark page."""
        self.theme = themes.NIGHT.name if self.theme == themes.PAPER.name else themes.PAPER.name
