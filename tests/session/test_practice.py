"""Free practice: what it asks, what it writes, and what it leaves alone."""

from __future__ import annotations

from collections.abc import Callable

import pytest

from studykit.errors import StudyError
from studykit.session import skill
from studykit.session.practice import PracticeSession, PracticeWish
from studykit.session.study import Study

Open = Callable[[str], Study]


def solve(session: PracticeSession) -> None:
    assert session.attempt is not None
    session.answer(session.attempt.problem.answer)


def test_a_finished_problem_is_an_attempt_and_no_review(study: Open) -> None:
    opened = study("#flashcards\na::b\n")
    session = PracticeSession(opened, PracticeWish(family="dot-product", seed=4))
    solve(session)
    (event,) = opened.store.events()
    assert (event.kind, event.item, event.rating) == ("attempt", "x:dot-product:1", None)
    assert event.body["practice"] is True
    assert opened.states == {}
    assert session.saved


def test_leaving_in_the_middle_writes_nothing(study: Open) -> None:
    opened = study("#flashcards\na::b\n")
    session = PracticeSession(opened, PracticeWish(family="dot-product", seed=4))
    session.hint()
    session.answer("997")
    session.go_on()
    assert opened.store.events() == []


def test_a_seed_asks_the_same(study: Open) -> None:
    opened = study("#flashcards\na::b\n")
    first, again = (PracticeSession(opened, PracticeWish(seed=11)) for _ in range(2))
    for session in (first, again):
        session.go_on()
    assert first.attempt is not None
    assert again.attempt is not None
    assert first.attempt.problem == again.attempt.problem


def test_another_like_this_is_of_the_same_family_and_level(study: Open) -> None:
    session = PracticeSession(study("#flashcards\na::b\n"), PracticeWish(seed=5))
    assert session.attempt is not None
    before = session.attempt.problem
    session.go_on(alike=True)
    after = session.attempt.problem
    assert (after.family, after.level) == (before.family, before.level)
    assert after.givens != before.givens


def test_practice_ends_after_so_many(study: Open) -> None:
    session = PracticeSession(study("#flashcards\na::b\n"), PracticeWish(count=2, seed=5))
    session.go_on()
    session.go_on()
    assert session.ended


@pytest.mark.parametrize(
    ("wish", "said"),
    [
        (PracticeWish(family="dot-prodct"), "did you mean dot-product"),
        (PracticeWish(family="dot-product", level=4), "has no level 4"),
        (PracticeWish(level=9), "no family has level 9"),
    ],
)
def test_what_there_is_not_is_told(study: Open, wish: PracticeWish, said: str) -> None:
    with pytest.raises(StudyError, match=said):
        PracticeSession(study("#flashcards\na::b\n"), wish)


def test_the_log_tells_of_mistakes_and_of_how_able_the_learner_is(study: Open) -> None:
    opened = study("#flashcards\na::b\n")
    session = PracticeSession(opened, PracticeWish(family="dot-product", level=1, seed=4))
    assert session.attempt is not None
    wrong = session.attempt.problem.mistakes[0]
    session.answer(wrong.answer)
    solve(session)
    done = skill.worked(opened.store)
    assert [(each.score, each.right) for each in done] == [(0.5, True)]
    assert skill.mistakes(done) == [(wrong.name, 1)]
