"""Expressions that were made by chance: no different one is accepted, no equal one is rejected."""

from __future__ import annotations

import pytest

from studykit.checking.declare import declare
from studykit.checking.judge import judge
from studykit.checking.question import Kind, Question
from studykit.checking.verdict import Outcome
from tests.checking import pairs


@pytest.mark.parametrize("seed", range(4))
def test_generated_pairs_are_told_apart(seed: int) -> None:
    symbols = declare(pairs.SYMBOLS)
    for pair in pairs.pairs(40, seed):
        outcome = judge(pair.answer, Question(pair.expected, Kind.EXPRESSION, symbols, seed=seed)).outcome
        wanted = Outcome.RIGHT if pair.is_equal else Outcome.WRONG
        assert outcome in (wanted, Outcome.UNDECIDED), pair
