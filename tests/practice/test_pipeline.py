"""The stages of attention, each right or wrong: what the ways through give, and what tells them apart."""

from __future__ import annotations

from collections import defaultdict
from dataclasses import replace
from itertools import product

import numpy as np
import pytest

from attention_engine import attention, trace
from studykit.checking.judge import judge
from studykit.checking.verdict import Outcome
from studykit.draw import Draw
from studykit.practice import values
from studykit.practice.catalogue import CATALOGUE
from studykit.practice.family import family
from studykit.practice.pipeline import VARIANTS, Pass, Stage, Variant, result
from studykit.practice.problem import Problem
from tests.practice.written import Value, value

Key = tuple[float, ...]

THROUGH_STAGES = [
    "attention-weights",
    "one-query",
    "whole-pass",
    "causal-weights",
    "padding-weights",
]
SEEDS = range(6)


def _drawn(seed: int) -> Pass:
    draw = Draw(seed)
    n, d_k = 3, 4
    return Pass(
        q=draw.rows(n, d_k, -2, 2),
        k=draw.rows(n, d_k, -2, 2),
        v=draw.rows(n, 2, -3, 5),
        d_k=d_k,
        allowed=[[j <= i for j in range(n)] for i in range(n)],
    )


def _explained(given: Pass) -> dict[Key, list[tuple[Variant, ...]]]:
    """Every answer that some way through gives, with the wrong variants of each such way."""
    found = defaultdict(list)
    for ways in product(*VARIANTS.values()):
        wrong = tuple(way for way in ways if way.name)
        found[tuple(np.round(result(given, *wrong), 5).ravel())].append(wrong)
    return found


def test_there_are_nine_hundred_ways_through() -> None:
    assert [len(VARIANTS[stage]) for stage in Stage] == [3, 5, 5, 4, 3]
    names = [way.name for ways in VARIANTS.values() for way in ways[1:]]
    assert len(set(names)) == len(names)
    assert all(" + " not in name for name in names)


@pytest.mark.parametrize("seed", SEEDS)
def test_the_right_way_through_is_attention(seed: int) -> None:
    given = _drawn(seed)
    expected = attention(given.q, given.k, given.v, causal=True)
    np.testing.assert_allclose(result(given), expected, rtol=1e-12)
    row = result(replace(given, v=None, row=2))
    np.testing.assert_allclose(row, trace(given.q, given.k, given.v, causal=True).weights[2], rtol=1e-12)


@pytest.mark.parametrize("seed", SEEDS)
def test_most_wrong_answers_have_one_smallest_explanation(seed: int) -> None:
    found = _explained(_drawn(seed))
    wrong = {answer: ways for answer, ways in found.items() if () not in ways}
    sizes = [[len(way) for way in ways] for ways in wrong.values()]
    assert len(wrong) > 300
    assert sum(each.count(min(each)) == 1 for each in sizes) > 0.9 * len(wrong)


@pytest.mark.parametrize("stage", Stage)
def test_a_variant_of_a_stage_that_is_not_run_does_not_apply(stage: Stage) -> None:
    bare = Pass(raw=[[1, 2], [0, 3]])
    for way in VARIANTS[stage][1:]:
        assert (result(bare, way) is None) == (stage is not Stage.SOFTMAX)


def test_a_row_cut_out_of_its_matrix_has_no_columns() -> None:
    one = Pass(raw=[[1, 2, 3]], row=0)
    applied = [way.name for way in VARIANTS[Stage.SOFTMAX][1:] if result(one, way) is not None]
    assert applied == ["exponentials not normalised"]


def test_one_query_whose_softmax_goes_over_the_queries_reads_everything() -> None:
    one = Pass(q=[[1, 0]], k=[[1, 2], [3, 4]], v=[[5], [7]], d_k=2, row=0)
    over_queries = VARIANTS[Stage.SOFTMAX][1]
    assert result(one, over_queries) == pytest.approx([12])


def _with_pairs(problem: Problem, answer: str) -> tuple[Outcome, str | None, str]:
    verdict = judge(answer, replace(problem.question, pairs=problem.pairs()))
    return verdict.outcome, verdict.mistake, verdict.message


def test_an_unscaled_softmax_over_columns_is_told_as_both() -> None:
    told = 0
    for seed in SEEDS:
        problem = family("attention-weights").problem(3, seed)
        Q, K = np.array(problem.givens["Q"]), np.array(problem.givens["K"])
        powers = np.exp(Q @ K.T)
        answer = (powers / powers.sum(axis=0))[problem.givens["row"]]
        if max(answer) < 0.01:  # within the tolerance, several pairs give zeros
            continue
        typed = f"[{', '.join(f'{each:.4f}' for each in answer)}]"
        outcome, mistake, message = _with_pairs(problem, typed)
        assert outcome is Outcome.WRONG
        assert mistake == "not scaled + softmax over the queries"
        assert "divided by $\\sqrt{d_k}$" in message
        assert "each column sums to 1" in message
        told += 1
    assert told >= 4


@pytest.mark.parametrize("name", THROUGH_STAGES)
def test_a_pair_whose_answer_is_its_own_is_named(name: str) -> None:
    level = CATALOGUE[name].levels[-1]
    problem = family(name).problem(level, 1)
    pairs = problem.pairs()
    question = replace(problem.question, pairs=pairs)
    known = [value(each.answer) for each in (*problem.mistakes, *pairs)]
    own = [pair for pair in pairs if _alone(value(pair.answer), known, problem)]
    assert len(own) >= 0.7 * len(pairs)
    for pair in own[:: len(own) // 10 or 1]:
        verdict = judge(pair.answer, question)
        assert verdict.mistake == pair.name
        assert verdict.message == pair.why
        assert verdict.message.startswith("Two things at once: ")


def _alone(found: Value, known: list[Value], problem: Problem) -> bool:
    """Whether no other known answer is near this one, which is among them."""
    absolute = problem.tolerance.absolute
    return sum(not values.distinct(found, each, exact=False, absolute=absolute) for each in known) == 1
