"""Whom a problem is too hard for, and which one comes next."""

from __future__ import annotations

import pytest

from studykit.draw import Draw
from studykit.practice.catalogue import CATALOGUE
from studykit.practice.elo import A_LEVEL, BEGINNER, EASIEST, RECENT, TARGET, Answered, Skill

ALL = tuple(CATALOGUE.values())


def test_a_beginner_gets_four_in_five_of_the_easiest_right() -> None:
    about = CATALOGUE["dot-product"]
    assert Skill().expected(about, 1) == pytest.approx(1 / (1 + 10 ** ((EASIEST - BEGINNER) / 400)))
    assert Skill().expected(about, 1) == pytest.approx(TARGET, abs=0.01)


def test_a_level_is_harder_by_a_fixed_step() -> None:
    skill = Skill()
    assert skill.problem("dot-product", 2).value - skill.problem("dot-product", 1).value == A_LEVEL


def test_answers_move_learner_and_problem_apart_or_together() -> None:
    right = Skill().learn([Answered("dot-product", 1, 1.0)])
    wrong = Skill().learn([Answered("dot-product", 1, 0.0)])
    assert wrong.learner.value < BEGINNER < right.learner.value
    assert wrong.problem("dot-product", 1).value > EASIEST > right.problem("dot-product", 1).value


def test_an_unknown_family_is_passed_over() -> None:
    assert Skill().learn([Answered("no-such", 1, 0.0)]).learner == Skill().learner


def test_the_latest_families_are_not_asked_again_at_once() -> None:
    skill, draw = Skill(), Draw("fresh")
    asked: list[str] = []
    for _ in range(60):
        about, level = skill.choose(ALL, draw)
        assert about.name not in asked[-RECENT:]
        asked.append(about.name)
        skill.learn([Answered(about.name, level, 1.0)])


def test_one_family_alone_may_be_asked_again() -> None:
    skill = Skill().learn([Answered("softmax", 2, 1.0)])
    assert skill.choose([CATALOGUE["softmax"]], Draw(1))[0].name == "softmax"


@pytest.mark.parametrize("ability", [1100.0, 1250.0, 1400.0])
def test_a_simulated_learner_succeeds_about_four_times_in_five(ability: float) -> None:
    """The learner is as able as said, and problems as hard as their level says."""
    skill, draw, right = Skill(), Draw(f"sixty days {ability}"), []
    for _ in range(600):
        about, level = skill.choose(ALL, draw)
        truth = 1 / (1 + 10 ** ((EASIEST + A_LEVEL * (level - 1) - ability) / 400))
        score = float(draw.below(10_000) < 10_000 * truth)
        right.append(score)
        skill.learn([Answered(about.name, level, score)])
    late = right[200:]
    reachable = 1 / (1 + 10 ** ((EASIEST - ability) / 400))  # of the easiest there are
    hardest = 1 / (1 + 10 ** ((EASIEST + 3 * A_LEVEL - ability) / 400))
    assert sum(late) / len(late) == pytest.approx(max(min(TARGET, reachable), hardest), abs=0.1)
