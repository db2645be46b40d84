"""Leaving a derivation, saving it, and proofs that come in."""

from __future__ import annotations

from collections.abc import Callable

import pytest

from studykit.checking.proof import Proof, Prover
from studykit.log.store import NotSaved, Store
from studykit.session.study import Study
from studykit.tui.app import StudyApp
from studykit.tui.places import Place
from studykit.tui.screens.derive_menu import DeriveMenuScreen
from studykit.tui.screens.home import HomeScreen
from studykit.tui.widgets.answer_field import AnswerField
from studykit.tui.widgets.choice_rows import ChoiceRows
from tests.session.deriving import VARIANCE
from tests.tui.conftest import burst, text_of, words_of
from tests.tui.deriving import Begin, derive, kinds, screen_of, write

# commands, and leaving


async def test_letters_are_letters_until_escape(begin: Begin) -> None:
    app = begin()
    async with app.run_test(size=(80, 24)) as pilot:
        await burst(pilot, "q", "1", "j")
        assert app.screen.query_one(AnswerField).value == "q1j"
        await burst(pilot, "escape")
        assert screen_of(app).place is Place.DERIVE_ASIDE
        assert "Enter goes back to the line." in words_of(app)
        await burst(pilot, "j", "enter", "k")
        assert screen_of(app).place is Place.DERIVE_TYPING
        assert app.screen.query_one(AnswerField).value == "q1jk"


@pytest.mark.parametrize("key", ["q", "escape"])
async def test_leaving_half_way_leaves_no_trace(begin: Begin, key: str) -> None:
    app = begin()
    async with app.run_test(size=(80, 24)) as pilot:
        await derive(pilot, app, VARIANCE[0])
        await burst(pilot, "escape", key)
        assert app.is_running
        assert "Lines are kept only when the derivation is done: q once more leaves" in words_of(app)
        await burst(pilot, key)
        assert not app.is_running
    assert kinds(app) == []


async def test_leaving_before_the_first_line_asks_nothing(begin: Begin) -> None:
    app = begin()
    async with app.run_test(size=(80, 24)) as pilot:
        await burst(pilot, "escape", "q")
        assert not app.is_running


async def test_the_list_of_derivations_begins_one(study: Callable[[str], Study]) -> None:
    with study("#flashcards\na::b\n") as opened:
        app = StudyApp(opened)
        async with app.run_test(size=(80, 24)) as pilot:
            await burst(pilot, "d")
            assert "41 derivations" in words_of(app)
            await burst(pilot, "j", "enter")
            assert screen_of(app).attempt.derivation.name == "var-of-a-product"
            await burst(pilot, "escape", "q")
            assert isinstance(app.screen, DeriveMenuScreen)  # with the cursor where it was
            assert app.screen.query_one(ChoiceRows).cursor == 1
            await burst(pilot, "escape")
            assert isinstance(app.screen, HomeScreen)


async def test_what_is_not_saved_is_kept_and_r_tries_again(
    begin: Begin, monkeypatch: pytest.MonkeyPatch
) -> None:
    def full(*_: object) -> None:
        raise NotSaved("the disk is full")

    app = begin()
    async with app.run_test(size=(80, 40)) as pilot:
        with monkeypatch.context() as broken:
            broken.setattr(Store, "append", full)
            await derive(pilot, app, *VARIANCE)
            told = "Not saved: the disk is full. Your lines are kept; r tries again."
            assert screen_of(app).place is Place.DERIVE_UNSAVED
            assert told in words_of(app)
            await burst(pilot, "r")
            assert told in words_of(app)
            await burst(pilot, "q")
            assert "q once more leaves without it" in words_of(app)
        await burst(pilot, "r")
        assert kinds(app) == ["attempt"]
        assert screen_of(app).place is Place.DERIVE_DONE


async def test_leaving_without_what_was_not_saved_takes_two_keys(
    begin: Begin, monkeypatch: pytest.MonkeyPatch
) -> None:
    def full(*_: object) -> None:
        raise NotSaved("the disk is full")

    app = begin()
    monkeypatch.setattr(Store, "append", full)
    async with app.run_test(size=(80, 40)) as pilot:
        await derive(pilot, app, *VARIANCE)
        await burst(pilot, "escape")
        assert app.is_running
        await burst(pilot, "escape")
        assert not app.is_running


# proofs


class SlowProver(Prover):
    """Answers when it is told to, in a thread of its own."""

    def __init__(self) -> None:
        super().__init__()
        self.thens: list[Callable[[Proof], object]] = []

    def submit(self, answer, expected, symbols, then=None):  # type: ignore[no-untyped-def]
        assert then is not None
        self.thens.append(then)


@pytest.mark.parametrize("proved", [True, None])
async def test_a_proof_that_comes_late_is_shown_at_its_line(begin: Begin, proved: bool | None) -> None:
    prover = SlowProver()
    app = begin(prover=prover)
    async with app.run_test(size=(80, 40)) as pilot:
        await derive(pilot, app, *VARIANCE[:2])
        prover.thens[0](Proof(proved, ""))
        await burst(pilot)
        line = next(line for line in text_of(app).split("\n") if "Var(qᵢkᵢ)" in line and "✓" in line)
        assert line.endswith("· proved") is (proved is True)


async def test_a_proof_that_disagrees_is_an_event_and_the_learner_is_told_nothing(begin: Begin) -> None:
    prover = SlowProver()
    app = begin(prover=prover)
    async with app.run_test(size=(80, 40)) as pilot:
        await derive(pilot, app, *VARIANCE)
        before = text_of(app)
        assert kinds(app) == ["attempt"]
        prover.thens[2](Proof(False, "they differ"))
        await burst(pilot)
        assert kinds(app) == ["attempt", "fault"]
        assert text_of(app) == before


async def test_a_proof_after_leaving_is_no_trouble(begin: Begin) -> None:
    prover = SlowProver()
    app = begin(prover=prover)
    async with app.run_test(size=(80, 40)) as pilot:
        await derive(pilot, app, *VARIANCE[:2])
        await burst(pilot, "escape", "q")
    prover.thens[0](Proof(True, "proved"))


async def test_a_prover_that_answers_at_once_is_no_trouble(begin: Begin) -> None:
    closed = Prover()
    closed.close()
    app = begin(prover=closed)
    async with app.run_test(size=(80, 40)) as pilot:
        await derive(pilot, app, *VARIANCE)
        assert screen_of(app).place is Place.DERIVE_DONE


async def test_leaving_ends_the_process_that_proves(begin: Begin) -> None:
    prover = Prover()
    app = begin("softmax-shift", prover=prover)
    async with app.run_test(size=(80, 40)) as pilot:
        await write(pilot, app, "e^c e^z1/(e^c (e^z1 + e^z2 + e^z3))")
        await burst(pilot, "escape", "q")
    assert prover.pid is None
