"""What becomes of a typed line."""

from __future__ import annotations

import pytest

from studykit.checking.verdict import Outcome
from studykit.derivations.catalogue import CATALOGUE
from studykit.derivations.line import Line, Lines

MEAN = Lines(CATALOGUE["mean-dot-product"])
VARIANCE = Lines(CATALOGUE["var-dot-product"])
SCALE = Lines(CATALOGUE["scale-choice"])


def test_the_statement_does_not_finish_at_the_first_line() -> None:
    found = MEAN.judge("0", 0)
    assert (found.verdict.outcome, found.reached) == (Outcome.UNDECIDED, None)
    assert found.verdict.message.startswith("true, go on")


def test_a_later_line_is_a_skip() -> None:
    assert MEAN.judge("Σ_i E[q_i] E[k_i]", 0).reached == 1
    assert VARIANCE.judge("sum(1, i=1..d_k)", 0).reached == 2


def test_the_last_line_is_never_skipped_to() -> None:
    assert VARIANCE.judge("d_k", 1).verdict.outcome is Outcome.UNDECIDED


@pytest.mark.parametrize("left", ["E[q·k]", "Σ_i E[q_i k_i]", "E[k·q]"])
def test_the_line_before_may_stand_left_of_the_sign(left: str) -> None:
    assert MEAN.judge(f"{left} = Σ_i E[q_i] E[k_i]", 1).reached == 1


def test_any_other_equation_is_not_read() -> None:
    found = MEAN.judge("d_k = 0", 2)
    assert found.verdict.outcome is Outcome.UNREADABLE
    assert "only the line before" in found.verdict.message


def test_the_name_before_the_sign_may_be_left_out() -> None:
    assert SCALE.judge("1/√d_k", 1).reached == 1
    assert SCALE.judge("s = 1/√d_k", 0).verdict.outcome is Outcome.UNDECIDED


def test_a_wrong_line_without_a_name_shows_a_point() -> None:
    found = VARIANCE.judge("3 d_k", 3)
    assert found.verdict.outcome is Outcome.WRONG
    assert "d_k = " in found.verdict.message


@pytest.mark.parametrize(
    "text", ["", "   ", "x + 1", "E[q", "9**9**9", "Σ", "((((", "1/0 = ", "import os", "\x1b[31m"]
)
def test_what_cannot_be_a_line_uses_nothing(text: str) -> None:
    assert VARIANCE.judge(text, 0).verdict.outcome in (Outcome.UNREADABLE, Outcome.UNDECIDED)


def free(lines: Lines, *typed: str) -> list[Line]:
    before, found = lines.start, []
    for text in typed:
        assert before is not None
        found.append(lines.judge_free(text, before))
        before = found[-1].tree or before
    return found


def test_free_lines_go_from_the_start_to_the_goal() -> None:
    found = free(VARIANCE, "E[(q·k)²] − E[q·k]²", "sum(E[q_i² k_i²], i=1..d_k)", "d_k·1")
    assert [each.verdict.outcome for each in found] == [Outcome.RIGHT] * 3
    assert [each.reached for each in found] == [None, None, 3]


def test_a_free_line_is_compared_with_the_one_before() -> None:
    found = free(VARIANCE, "Σ_i Var(q_i k_i)", "d_k²")
    assert found[1].verdict.outcome is Outcome.WRONG
    assert VARIANCE.judge_free("Var(k·q)", VARIANCE.start).verdict.outcome is Outcome.UNDECIDED  # type: ignore[arg-type]
