"""Deriving freely: what is written of it, and what cannot be saved."""

from __future__ import annotations

from collections.abc import Callable, Iterator

import pytest

from studykit.derivations.catalogue import CATALOGUE
from studykit.errors import StudyError
from studykit.log.store import NotSaved, Store
from studykit.session.derive import DeriveSession, DeriveWish
from studykit.session.study import Study
from tests.conftest import FakeClock
from tests.session.deriving import (
    FALSE,
    VARIANCE,
)

# free practice


@pytest.fixture
def session(study: Callable[[str], Study]) -> Iterator[Callable[..., DeriveSession]]:
    opened: list[Study] = []

    def begun(name: str = "var-dot-product", seed: int | None = None, free: bool = False) -> DeriveSession:
        opened.append(study(""))
        return DeriveSession(opened[-1], DeriveWish(name, seed, free))

    yield begun
    for each in opened:
        each.close()


def kinds(session: DeriveSession) -> list[str]:
    return [event.kind for event in session.study.store.events()]


def finish(session: DeriveSession) -> None:
    for line in VARIANCE[session.attempt.step :]:
        if session.attempt.question is not None:
            session.choose(session.attempt.question.right)
        session.answer(line)
    assert session.attempt.finished


def test_one_event_is_written_at_the_end_and_the_schedule_is_left_alone(
    session: Callable[..., DeriveSession], clock: FakeClock
) -> None:
    derive = session()
    clock.go(seconds=90)
    finish(derive)
    assert derive.saved
    derive.save()
    (event,) = derive.study.store.events()
    assert (event.kind, event.item, event.rating) == ("attempt", "d:var-dot-product", None)
    assert (event.dur_ms, event.body["practice"]) == (90_000, True)
    assert derive.study.states == {}


def test_a_derivation_that_is_left_writes_nothing(session: Callable[..., DeriveSession]) -> None:
    derive = session()
    derive.answer(VARIANCE[0])
    derive.save()
    derive.close()
    assert kinds(derive) == []
    assert not derive.saved


def test_the_rule_after_the_last_line_is_waited_for(session: Callable[..., DeriveSession]) -> None:
    asking = [name for name, each in CATALOGUE.items() if each.steps[-1].question is not None]
    for name in asking[:1]:
        derive = session(name)
        for step in derive.attempt.derivation.steps:
            derive.answer(step.answer)
            if step is not derive.attempt.derivation.steps[-1] and derive.attempt.question is not None:
                derive.choose(0)
        assert not derive.saved
        derive.choose(0)
        assert derive.saved


def test_an_unknown_name_is_one_clear_error(session: Callable[..., DeriveSession]) -> None:
    with pytest.raises(StudyError, match="did you mean var-dot-product"):
        session("var-dot-produkt")


def test_what_could_not_be_saved_is_saved_later_once(
    session: Callable[..., DeriveSession], monkeypatch: pytest.MonkeyPatch, clock: FakeClock
) -> None:
    def full(*_: object) -> None:
        raise NotSaved("the disk is full")

    derive = session()
    with monkeypatch.context() as broken:
        broken.setattr(Store, "append", full)
        with pytest.raises(NotSaved):
            finish(derive)
        clock.go(seconds=60)
        with pytest.raises(NotSaved):
            derive.save()
    derive.save()
    derive.save()
    (event,) = derive.study.store.events()
    assert event.dur_ms == 0


def test_a_fault_is_an_event_of_its_own_after_the_attempt(session: Callable[..., DeriveSession]) -> None:
    derive = session()
    derive.answer(VARIANCE[0])
    derive.attempt.proved(0, FALSE)
    finish(derive)
    assert kinds(derive) == ["attempt", "fault"]
    fault = list(derive.study.store.events())[1]
    assert (fault.item, fault.body["proof"]) == (None, "they differ")
    assert derive.attempt.faults == []


def test_a_fault_that_cannot_be_written_does_not_unsave_the_attempt(
    session: Callable[..., DeriveSession], monkeypatch: pytest.MonkeyPatch
) -> None:
    whole = Store.append

    def half(self: Store, draft: object, *rest: object) -> object:
        if draft.kind == "fault":  # type: ignore[attr-defined]
            raise NotSaved("the disk is full")
        return whole(self, draft, *rest)  # type: ignore[arg-type]

    monkeypatch.setattr(Store, "append", half)
    derive = session()
    derive.answer(VARIANCE[0])
    derive.attempt.proved(0, FALSE)
    finish(derive)
    assert derive.saved
    assert kinds(derive) == ["attempt"]
    assert any("the disk is full" in notice for notice in derive.study.notices)
    assert len(derive.attempt.faults) == 1
