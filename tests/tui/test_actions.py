"""The registry and the screens agree."""

from __future__ import annotations

from collections import Counter

import pytest

from studykit.tui import actions
from studykit.tui.actions import ACTIONS
from studykit.tui.app import StudyApp
from studykit.tui.places import Place
from studykit.tui.screens.derivation import DerivationScreen
from studykit.tui.screens.derive_menu import DeriveMenuScreen
from studykit.tui.screens.help import HelpScreen
from studykit.tui.screens.home import HomeScreen
from studykit.tui.screens.more import MoreScreen
from studykit.tui.screens.practice import PracticeScreen
from studykit.tui.screens.practice_menu import PracticeMenuScreen
from studykit.tui.screens.quiz import QuizScreen
from studykit.tui.screens.quiz_report import QuizReportScreen
from studykit.tui.screens.review import ReviewScreen
from studykit.tui.screens.review_derivation import ReviewDerivationScreen
from studykit.tui.screens.review_problem import ReviewProblemScreen
from studykit.tui.screens.section import SectionScreen
from studykit.tui.screens.summary import SummaryScreen

SCREENS = {
    Place.HOME: HomeScreen,
    Place.FRONT: ReviewScreen,
    Place.TYPING: ReviewScreen,
    Place.ASIDE: ReviewScreen,
    Place.BACK: ReviewScreen,
    Place.JUDGED: ReviewScreen,
    Place.UNSAVED: ReviewScreen,
    Place.LEECH: ReviewScreen,
    Place.WAITING: ReviewScreen,
    Place.SUMMARY: SummaryScreen,
    Place.QUIZ_CHOICE: QuizScreen,
    Place.QUIZ_TYPING: QuizScreen,
    Place.QUIZ_FRONT: QuizScreen,
    Place.QUIZ_BACK: QuizScreen,
    Place.QUIZ_REPLY: QuizScreen,
    Place.QUIZ_UNSAVED: QuizScreen,
    Place.QUIZ_REPORT: QuizReportScreen,
    Place.PROBLEM_TYPING: ReviewProblemScreen,
    Place.PROBLEM_GRID: PracticeScreen,
    Place.PROBLEM_ASIDE: ReviewProblemScreen,
    Place.PROBLEM_DONE: ReviewProblemScreen,
    Place.PROBLEM_UNSAVED: ReviewProblemScreen,
    Place.PRACTICE_ASIDE: PracticeScreen,
    Place.PRACTICE_DONE: PracticeScreen,
    Place.PRACTICE_UNSAVED: PracticeScreen,
    Place.PRACTICE_MENU: PracticeMenuScreen,
    Place.DERIVE_MENU: DeriveMenuScreen,
    Place.DERIVE_TYPING: ReviewDerivationScreen,
    Place.DERIVE_RULE: DerivationScreen,
    Place.DERIVE_ASIDE: DerivationScreen,
    Place.DERIVE_REVIEW: ReviewDerivationScreen,
    Place.DERIVE_DONE: DerivationScreen,
    Place.DERIVE_GRADING: ReviewDerivationScreen,
    Place.DERIVE_UNSAVED: DerivationScreen,
    Place.MORE: MoreScreen,
    Place.SECTION: SectionScreen,
    Place.HELP: HelpScreen,
    Place.EVERYWHERE: StudyApp,
}


def test_no_two_actions_share_an_id() -> None:
    assert max(Counter(action.id for action in ACTIONS).values()) == 1


@pytest.mark.parametrize("place", Place)
def test_a_key_means_one_thing_at_a_place(place: Place) -> None:
    keys = Counter(key for action in actions.at(place) for key in action.keys)
    assert not [key for key, count in keys.items() if count > 1]


@pytest.mark.parametrize("place", sorted(set(Place) - {Place.EVERYWHERE}))
def test_escape_or_q_leads_out_of_every_place(place: Place) -> None:
    assert {"escape", "q"} & {key for action in actions.at(place) for key in action.keys}


@pytest.mark.parametrize("place", Place)
def test_every_action_can_be_run_by_its_screen(place: Place) -> None:
    for action in ACTIONS:
        if place in action.places:
            owner = StudyApp if action.run.startswith("app.") else SCREENS[place]
            assert hasattr(owner, f"action_{action.name}"), action.id


@pytest.mark.parametrize("place", Place)
def test_every_key_of_a_place_is_bound_by_its_screen(place: Place) -> None:
    bound = {binding.key for binding in SCREENS[place].BINDINGS}
    assert {key for action in ACTIONS if place in action.places for key in action.keys} <= bound


def test_help_is_a_sentence_without_a_full_stop() -> None:
    for action in ACTIONS:
        assert action.help[0].isupper()
        assert not action.help.endswith(".")


def test_keys_are_written_as_people_write_them() -> None:
    assert [actions.key_name(key) for key in ("space", "escape", "up", "ctrl+p", "u")] == [
        "Space",
        "Esc",
        "↑",
        "^p",
        "u",
    ]


def test_an_action_of_another_place_does_not_apply() -> None:
    assert actions.applies("grade", Place.FRONT) is False
    assert actions.applies("grade", Place.BACK) is True
    assert actions.applies("focus_next", Place.BACK) is None
