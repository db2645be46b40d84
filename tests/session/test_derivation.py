"""A derivation being written: tries, hints, skips, rules, and the grade that follows."""

from __future__ import annotations

import threading

import pytest

from studykit.checking.proof import Proof, Prover
from studykit.checking.verdict import Outcome
from studykit.derivations.catalogue import CATALOGUE
from studykit.errors import StudyError
from studykit.memory.state import Rating
from studykit.session.derivation import VERSION, DerivationAttempt
from tests.session.deriving import (
    DEAD,
    FALSE,
    NOTHING,
    SHIFT,
    VARIANCE,
    attempt,
    choose,
    sources,
    write,
)

# lines


def test_a_derivation_that_is_right_at_once_is_good() -> None:
    written = write(attempt(), *VARIANCE)
    assert written.finished
    assert written.proposed is Rating.GOOD
    assert sources(written) == [(step, "typed") for step in range(4)]
    assert all(each.rule for each in written.lines)


@pytest.mark.parametrize("name", CATALOGUE)
def test_every_derivation_can_be_written_to_its_end(name: str) -> None:
    written = write(attempt(name), *(step.answer for step in CATALOGUE[name].steps))
    assert written.finished
    assert written.proposed is Rating.GOOD
    assert written.body()["verdict"] == "right"


@pytest.mark.parametrize("text", ["", "  ", "Var(q·k)", "d_k", "x + 1", "E[q", "q", "\x1b[31m", "9^9^9^9"])
def test_what_is_not_read_or_no_progress_uses_nothing(text: str) -> None:
    written = attempt()
    verdict = written.answer(text)
    assert verdict.outcome in (Outcome.UNREADABLE, Outcome.UNDECIDED)
    assert (written.lines, written.step, written.proposed) == ([], 0, Rating.GOOD)
    assert write(written, *VARIANCE).proposed is Rating.GOOD
    assert written.body()["wrong"] == 0


def test_the_line_before_may_be_repeated_before_the_sign() -> None:
    written = write(attempt(), VARIANCE[0], f"{VARIANCE[0]} = {VARIANCE[1]}")
    assert written.step == 2


def test_one_wrong_line_is_hard_and_a_second_at_the_same_line_is_again() -> None:
    written = attempt()
    written.answer("d_k²")
    assert written.proposed is Rating.HARD
    written.answer("√d_k")
    assert written.proposed is Rating.AGAIN


def test_wrong_lines_are_counted_for_each_line_alone() -> None:
    written = attempt()
    for right in VARIANCE:
        written.answer("Var(q_1) + Var(k_1)")
        write(written, right)
    assert written.proposed is Rating.HARD
    assert written.body()["wrong"] == 4


def test_the_worst_line_decides_whatever_follows() -> None:
    written = attempt()
    written.show_line()
    choose(written)
    assert write(written, *VARIANCE[1:]).proposed is Rating.AGAIN


# hints, and lines that are shown


def test_a_hint_is_hard_and_hints_end() -> None:
    written = attempt()
    hints = CATALOGUE["var-dot-product"].steps[0].hints
    assert [written.hint() for _ in range(len(hints) + 1)] == [*hints, None]
    assert written.hints == hints
    assert not written.next_hint
    assert written.proposed is Rating.HARD
    assert written.body()["hints"] == len(hints)


def test_hints_belong_to_a_line() -> None:
    written = attempt()
    written.hint()
    write(written, VARIANCE[0])
    assert written.hints == ()
    assert written.next_hint


def test_a_shown_line_is_again_and_the_next_is_asked() -> None:
    written = attempt()
    assert written.show_line() == VARIANCE[0]
    assert written.proposed is Rating.AGAIN
    assert sources(written) == [(0, "shown")]
    choose(written)
    assert written.step == 1


def test_all_lines_may_be_shown() -> None:
    written = attempt()
    while not written.finished:
        written.show_line()
        choose(written)
    assert written.body()["shown"] == 4
    assert written.asked is None


# skips


def test_skipped_lines_are_written_too_and_cost_nothing() -> None:
    written = write(attempt(), VARIANCE[2])
    assert sources(written) == [(0, "skipped"), (1, "skipped"), (2, "typed")]
    assert [each.text for each in written.lines[:2]] == list(VARIANCE[:2])
    assert write(written, "d_k").proposed is Rating.GOOD


def test_the_last_line_ends_nothing_before_its_time() -> None:
    written = attempt()
    assert "where this leads" in written.answer("d_k").message
    assert not written.finished


# rules


def test_a_rule_is_asked_for_before_the_next_line() -> None:
    written = attempt()
    written.answer(VARIANCE[0])
    assert written.question is not None
    assert written.asked is None
    with pytest.raises(RuntimeError):
        written.answer(VARIANCE[1])
    with pytest.raises(RuntimeError):
        written.show_line()
    assert written.hint() is None


def test_a_wrong_rule_is_hard_and_is_not_asked_again() -> None:
    written = attempt()
    written.answer(VARIANCE[0])
    choose(written, right=False)
    assert written.question is None
    assert written.proposed is Rating.HARD
    assert written.body()["rules"] == 1


def test_a_rule_that_does_not_exist_is_refused() -> None:
    written = attempt()
    with pytest.raises(RuntimeError):
        written.choose(0)
    written.answer(VARIANCE[0])
    for option in (-1, 4):
        with pytest.raises(IndexError):
            written.choose(option)
    assert written.question is not None


def test_the_right_rule_has_no_fixed_place() -> None:
    places = set()
    for seed in range(12):
        written = DerivationAttempt(CATALOGUE["var-dot-product"], seed)
        written.answer(written.derivation.steps[0].answer)
        assert written.question is not None
        original = written.derivation.steps[0].question
        assert original is not None
        assert written.question.options[written.question.right] == original.options[original.right]
        places.add(written.question.right)
    assert len(places) > 2


# free lines


def test_free_lines_go_from_the_start_to_the_goal() -> None:
    written = attempt(free=True)
    for line in ("E[(q·k)²] − E[q·k]²", "sum(E[q_i² k_i²], i=1..d_k)", "d_k·1"):
        written.answer(line)
    assert written.finished
    assert sources(written) == [(-1, "typed"), (-1, "typed"), (3, "typed")]
    assert written.body()["verdict"] == "right"
    assert written.body()["free"] is True


def test_a_free_line_that_repeats_or_is_false_does_not_stand() -> None:
    written = attempt(free=True)
    assert written.answer("Var(k·q)").outcome is Outcome.UNDECIDED
    assert written.answer("2 d_k").outcome is Outcome.WRONG
    assert written.lines == []
    assert written.proposed is Rating.HARD


def test_hints_and_shown_lines_of_free_lines_are_those_of_the_books_next_one() -> None:
    written = attempt(free=True)
    assert written.hint() == CATALOGUE["var-dot-product"].steps[0].hints[0]
    written.answer("Σ_i Var(q_i k_i)")
    assert written.hint() == CATALOGUE["var-dot-product"].steps[1].hints[0]
    assert [written.show_line() for _ in range(3)] == list(VARIANCE[1:])
    assert written.finished
    assert written.proposed is Rating.AGAIN


@pytest.mark.parametrize("name", ["sharpness-for-weight", "self-dot-product", "online-merge"])
def test_there_are_free_lines_only_where_one_chain_leads_to_the_goal(name: str) -> None:
    with pytest.raises(StudyError, match="without --free"):
        attempt(name, free=True)


@pytest.mark.parametrize("name", [name for name, each in CATALOGUE.items() if each.is_chain])
def test_free_lines_do_not_end_with_the_start(name: str) -> None:
    written = attempt(name, free=True)
    written.answer(CATALOGUE[name].start)
    assert not written.lines


def test_free_lines_end_at_the_goal_and_not_before() -> None:
    written = attempt("squared-distance", free=True)
    written.answer("q·q + k·k − 2 k·q")
    assert not written.finished
    written.answer("‖q‖² + ‖k‖² − 2 q·k")
    assert written.finished


def test_a_wrong_line_counts_once_however_often_it_is_judged() -> None:
    written = attempt()
    for line in ("d_k²", "d_k^2", "d_k²"):
        written.answer(line)
    assert (written.body()["wrong"], written.proposed) == (1, Rating.HARD)


def test_the_rule_of_a_line_that_was_shown_is_not_asked_for() -> None:
    written = attempt()
    written.show_line()
    assert written.question is None


# variants


def test_a_seed_gives_the_same_variant_again() -> None:
    givens = {seed: DerivationAttempt(CATALOGUE["var-distribution"], seed) for seed in range(8)}
    for seed, written in givens.items():
        again = DerivationAttempt(CATALOGUE["var-distribution"], seed)
        assert again.derivation.givens == written.derivation.givens
        assert write(again, *(step.answer for step in again.derivation.steps)).finished
    assert len({written.derivation.givens for written in givens.values()}) > 3


# what is kept


def test_the_event_keeps_what_was_written() -> None:
    written = attempt()
    written.hint()
    written.answer("d_k²")
    write(written, VARIANCE[0], VARIANCE[2])
    written.show_line()
    assert written.body() == {
        "derivation": "var-dot-product",
        "seed": None,
        "catalogue": VERSION,
        "concept": "variance",
        "free": False,
        "lines": [
            {"step": 0, "text": "sum(Var(q[i]·k[i]), i=1..d_k)", "source": "typed"},
            {"step": 1, "text": "Σ_i E[q_i²] E[k_i²]", "source": "skipped"},
            {"step": 2, "text": "sum(1·1, i=1..d_k)", "source": "typed"},
            {"step": 3, "text": "d_k", "source": "shown"},
        ],
        "verdict": "wrong",
        "wrong": 1,
        "hints": 1,
        "shown": 1,
        "rules": 0,
    }


# proofs


class Told:
    """Proofs as they come in, from whatever thread."""

    def __init__(self) -> None:
        self.proofs: list[tuple[int, Proof]] = []
        self._come = threading.Semaphore(0)

    def __call__(self, place: int, proof: Proof) -> None:
        self.proofs.append((place, proof))
        self._come.release()

    def wait(self, many: int) -> list[tuple[int, Proof]]:
        for _ in range(many):
            assert self._come.acquire(timeout=60)
        return sorted(self.proofs, key=lambda each: each[0])


def prove_all(prover: Prover) -> tuple[DerivationAttempt, list[tuple[int, Proof]]]:
    """Writes a derivation of which every line can be proved, and waits for the proofs."""
    told = Told()
    written = DerivationAttempt(SHIFT, prover=prover)
    for step in SHIFT.steps:
        assert written.answer(step.answer.replace(" ", ""), told).outcome is Outcome.RIGHT
        choose(written)
    return written, told.wait(len(SHIFT.steps))


def test_proofs_come_late_and_belong_to_their_lines() -> None:
    with Prover() as prover:
        written, told = prove_all(prover)
    assert written.finished
    assert all(each.proved is None for each in written.lines)
    for place, proof in told:
        written.proved(place, proof)
    assert [each.proved for each in written.lines] == [True] * len(SHIFT.steps)
    assert written.faults == []


def test_a_worker_that_is_killed_costs_a_proof_and_no_line() -> None:
    with Prover() as prover:
        prove_all(prover)
        process = prover._process
        assert process is not None
        process.kill()
        written, told = prove_all(prover)
    assert written.finished
    assert all(proof.proved in (True, None) for _, proof in told)
    assert written.proposed is Rating.GOOD


@pytest.mark.parametrize("command", [DEAD, ["/no/such/program"]])
def test_without_a_worker_the_derivation_goes_on(command: list[str]) -> None:
    with Prover(command=command) as prover:
        written, told = prove_all(prover)
    assert written.finished
    assert [proof.proved for _, proof in told] == [None] * len(SHIFT.steps)


def test_a_closed_prover_is_no_trouble() -> None:
    prover = Prover()
    prover.close()
    written, told = prove_all(prover)
    assert written.finished
    assert [proof.proved for _, proof in told] == [None] * len(SHIFT.steps)


def test_a_proof_of_nothing_changes_nothing() -> None:
    written = write(attempt(), VARIANCE[0])
    written.proved(0, NOTHING)
    written.proved(7, FALSE)
    assert written.lines[0].proved is None
    assert written.faults == []


def test_a_disagreement_is_a_fault_of_ours_and_never_of_the_learner() -> None:
    written = write(attempt(), *VARIANCE)
    written.proved(0, FALSE)
    assert written.proposed is Rating.GOOD
    assert written.faults == [
        {
            "derivation": "var-dot-product",
            "step": 0,
            "line": "sum(Var(q[i]·k[i]), i=1..d_k)",
            "proof": "they differ",
        }
    ]
