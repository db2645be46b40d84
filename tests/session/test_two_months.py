"""Two months with the course: cards, problems and derivations together, by a learner who learns from them.

How able he is, and how hard problems are, is known here and not to the program, which has to find out.
"""

from __future__ import annotations

from collections import Counter
from dataclasses import dataclass, field
from itertools import pairwise
from pathlib import Path

import pytest

from studykit.draw import Draw
from studykit.memory.replay import replay
from studykit.memory.state import Rating
from studykit.practice.catalogue import CATALOGUE
from studykit.practice.elo import A_LEVEL, EASIEST, TARGET
from studykit.practice.problem import Problem
from studykit.session import skill
from studykit.session.attempt import Attempt
from studykit.session.practice import PracticeSession, PracticeWish
from studykit.session.prompt import DerivationPrompt, ProblemPrompt
from studykit.session.review import ReviewSession
from studykit.session.study import Study
from tests.conftest import FakeClock

DAYS, SETTLED = 60, 15
"""All days, and those after which the estimates should have settled."""
GAIN = 25
"""By how much a solution that was read makes a family easier."""
A_DAY = 5
"""Problems of free practice a day, beside those that are due."""


@dataclass
class Learner:
    """Answers as Elo's formula says, from abilities that differ between concepts and grow with practice."""

    draw: Draw
    start: float
    offsets: dict[str, float] = field(default_factory=dict)
    """How much abler in a concept, and how much harder a family."""
    worked: Counter[str] = field(default_factory=Counter)
    """How often the solution of a family has been read."""
    day: int = 0

    def chance(self, percent: float) -> bool:
        return self.draw.below(10_000) < percent * 100

    def offset(self, name: str) -> float:
        return self.offsets.setdefault(name, self.draw.between(-80, 80))

    def knows(self, problem: Problem) -> bool:
        ability = self.start + self.offset(problem.concept) + GAIN * self.worked[problem.family]
        hardness = EASIEST + A_LEVEL * (problem.level - 1) + self.offset(problem.family)
        return self.chance(100 / (1 + 10 ** ((hardness - ability) / 400)))

    def answers(self, attempt: Attempt) -> list[str]:
        """What he types: the answer; or a mistake, and then the answer or nothing."""
        known = self.knows(attempt.problem)
        self.worked[attempt.problem.family] += 1
        if known:
            return [attempt.problem.answer]
        slip = self.draw.pick(attempt.problem.mistakes).answer
        return [slip, attempt.problem.answer] if self.chance(50) else [slip]


@dataclass
class Account:
    """What happened, kept beside the log."""

    kinds: dict[int, list[str]] = field(default_factory=dict)
    at_once: dict[int, list[bool]] = field(default_factory=dict)
    problems: int = 0


def reviewed(session: ReviewSession, learner: Learner, clock: FakeClock, kept: Account) -> None:
    """One item of a review, answered and graded as proposed."""
    prompt = session.prompt
    assert prompt is not None
    clock.go(seconds=5 + learner.draw.below(20))
    if isinstance(prompt, ProblemPrompt):
        for text in learner.answers(prompt.attempt):
            session.try_answer(text)
        if not prompt.attempt.finished:
            session.surrender()
        counted(prompt.attempt, learner.day, kept)
        session.grade(session.proposed(prompt))
    elif isinstance(prompt, DerivationPrompt):
        while not prompt.attempt.finished:
            if prompt.attempt.question is None:
                prompt.attempt.show_line()
            else:
                prompt.attempt.choose(prompt.attempt.question.right)
        session.grade(Rating.GOOD)
    else:
        session.grade(Rating.GOOD if learner.chance(90) else Rating.AGAIN)
    kept.kinds[learner.day].append(type(prompt).__name__)


def counted(attempt: Attempt, day: int, kept: Account) -> None:
    kept.problems += 1
    kept.at_once[day].append(attempt.tries == 1 and not attempt.gave_up and not attempt.mistakes)


def practised(study: Study, learner: Learner, clock: FakeClock, kept: Account) -> None:
    """A few problems of the mix."""
    session = PracticeSession(study, PracticeWish(count=A_DAY))
    while session.attempt is not None:
        attempt = session.attempt
        for text in learner.answers(attempt):
            clock.go(seconds=30)
            session.answer(text)
        if not attempt.finished:
            session.give_up()
        counted(attempt, learner.day, kept)
        session.go_on()


@pytest.mark.parametrize(
    "start", [pytest.param(1100, id="beginner"), pytest.param(1250, id="advanced", marks=pytest.mark.slow)]
)
def test_two_months_of_the_course(home: Path, clock: FakeClock, start: int) -> None:
    (home / "settings.toml").write_text("course = true\n", encoding="utf-8")
    learner, kept = Learner(Draw(f"two months {start}"), start), Account()
    with Study.open(home, clock) as study:
        for day in range(DAYS):
            learner.day = day
            kept.kinds[day], kept.at_once[day] = [], []
            clock.at(day, 9)
            session = ReviewSession(study)
            while session.prompt is not None or session.waiting_until is not None:
                if session.prompt is None:
                    session.ahead()
                else:
                    reviewed(session, learner, clock, kept)
            practised(study, learner, clock, kept)
        states, worked = dict(study.states), skill.worked(study.store)
        assert states == replay(study.store.events())
        # What was kept from problem to problem is what the log says.
        assert study.practised().done == worked
        assert study.practised().skill == skill.skill(worked)
        assert {item.id for item in study.view} == set(states)
    assert len(worked) == kept.problems
    _interleaved(kept)
    settled = [each for day in range(SETTLED, DAYS) for each in kept.at_once[day]]
    assert len(settled) > 200
    assert sum(settled) / len(settled) == pytest.approx(TARGET, abs=0.06)
    with Study.open(home, clock) as again:
        assert again.states == states


def _interleaved(kept: Account) -> None:
    """Most days ask cards and problems, and they are not in two heaps."""
    mixed = [kinds for kinds in kept.kinds.values() if {"Prompt", "ProblemPrompt"} <= set(kinds)]
    assert len(mixed) > DAYS * 2 // 3
    changes = [sum(a != b for a, b in pairwise(kinds)) for kinds in mixed]
    assert sum(change > 1 for change in changes) > len(mixed) * 2 // 3


def test_the_mix_reaches_every_concept_once_the_learner_is_able(home: Path, clock: FakeClock) -> None:
    learner, kept = Learner(Draw("every concept"), 1350), Account()
    kept.at_once[0] = []
    with Study.open(home, clock) as study:
        for _ in range(30):
            practised(study, learner, clock, kept)
        met = {each.concept for each in study.practised().done}
    assert met == {each.concept for each in CATALOGUE.values()}
