"""Which screen a session needs now. The screens lead to each other through here."""

from __future__ import annotations

from collections.abc import Callable
from typing import TYPE_CHECKING

from studykit.session.prompt import DerivationPrompt, ProblemPrompt
from studykit.session.review import ReviewSession
from studykit.tui.screens.page import Page

if TYPE_CHECKING:  # each is loaded when it is needed
    from studykit.session.derive import DeriveSession
    from studykit.session.practice import PracticeSession
    from studykit.session.quiz import QuizSession


def screen(session: ReviewSession | QuizSession | PracticeSession | DeriveSession, told: str = "") -> Page:
    """The screen that asks what the session asks, or its summary; `told` is what it says first."""
    if isinstance(session, ReviewSession):
        return _of_review(session, told)
    from studykit.session.quiz import QuizSession

    if isinstance(session, QuizSession):
        from studykit.tui.screens.quiz import QuizScreen

        return QuizScreen(session)
    from studykit.session.derive import DeriveSession

    if isinstance(session, DeriveSession):
        from studykit.tui.screens.derivation import DerivationScreen

        return DerivationScreen(session)
    from studykit.tui.screens.practice import PracticeScreen

    return PracticeScreen(session)


def _of_review(session: ReviewSession, told: str) -> Page:
    if session.ended:
        from studykit.tui.screens.summary import SummaryScreen

        return SummaryScreen(session, told)
    return _screens(session)(session, told)


def is_shown_by(session: ReviewSession, shown: Page) -> bool:
    """Whether a screen of a review can show what the review asks now, or its wait."""
    return not session.ended and type(shown) is _screens(session)


def _screens(session: ReviewSession) -> Callable[[ReviewSession, str], Page]:
    if isinstance(session.prompt, ProblemPrompt):
        from studykit.tui.screens.review_problem import ReviewProblemScreen

        return ReviewProblemScreen
    if isinstance(session.prompt, DerivationPrompt):
        from studykit.tui.screens.review_derivation import ReviewDerivationScreen

        return ReviewDerivationScreen
    from studykit.tui.screens.review import ReviewScreen

    return ReviewScreen
