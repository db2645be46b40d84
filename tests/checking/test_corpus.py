"""Every row of the corpus gets the verdict that mathematics says."""

from __future__ import annotations

import pytest

from studykit.checking.judge import judge
from studykit.checking.verdict import Outcome
from tests.checking.corpus import Case, cases

CASES = list(cases())


def test_the_corpus_is_large() -> None:
    assert len(CASES) >= 400


@pytest.mark.parametrize("case", CASES, ids=lambda case: case.where)
def test_a_row_gets_its_verdict(case: Case) -> None:
    verdict = judge(case.answer, case.question)
    said = f"{case.about}: {case.answer!r} for {case.expected!r}: {verdict}"
    assert str(verdict.outcome) in case.verdicts, said
    assert case.message in " ".join((verdict.message, *verdict.elements)), said


@pytest.mark.parametrize("case", CASES, ids=lambda case: case.where)
def test_a_verdict_holds_together(case: Case) -> None:
    verdict = judge(case.answer, case.question)
    assert 0 <= verdict.score <= 1
    assert (verdict.score == 1) == (verdict.outcome is Outcome.RIGHT)
    assert verdict.outcome is not Outcome.PARTLY or 0 < verdict.score < 1
    if verdict.outcome is not Outcome.RIGHT:
        assert verdict.message or verdict.counterexample or verdict.pieces, "never a bare wrong"
    if verdict.outcome is not Outcome.UNREADABLE and verdict.outcome is not Outcome.UNDECIDED:
        assert verdict.read_as
    assert not any(ord(character) < 32 for character in verdict.message)
