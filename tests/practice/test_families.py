"""What holds of every family, level and seed."""

from __future__ import annotations

import math
import subprocess
import sys
from fractions import Fraction
from functools import lru_cache
from importlib import import_module

import pytest

from studykit.checking.judge import judge
from studykit.checking.verdict import Outcome
from studykit.practice.catalogue import CATALOGUE
from studykit.practice.family import family
from studykit.practice.problem import Form, Problem
from tests.practice.written import Value, forms, value

FEW, MANY = 20, 200
DRAWN = [(name, level) for name, entry in CATALOGUE.items() for level in entry.levels]
BOTH = pytest.mark.parametrize(
    "seeds",
    [pytest.param(range(FEW), id="few"), pytest.param(range(MANY), id="many", marks=pytest.mark.slow)],
)
EACH = pytest.mark.parametrize(("name", "level"), DRAWN, ids=[f"{name}-{level}" for name, level in DRAWN])


def _problems(name: str, level: int, seeds: range) -> list[Problem]:
    return [_problem(name, level, seed) for seed in seeds]


@lru_cache(FEW * len(DRAWN))
def _problem(name: str, level: int, seed: int) -> Problem:
    return family(name).problem(level, seed)


@BOTH
@EACH
def test_the_answer_is_right_however_it_is_written(name: str, level: int, seeds: range) -> None:
    for problem in _problems(name, level, seeds):
        written = forms(problem)
        assert len(set(written)) >= 3
        for text in written:
            verdict = judge(text, problem.question)
            assert verdict.outcome is Outcome.RIGHT, (problem.seed, text, problem.answer, verdict)


@BOTH
@EACH
def test_every_mistake_typed_back_is_named(name: str, level: int, seeds: range) -> None:
    for problem in _problems(name, level, seeds):
        assert problem.mistakes
        for mistake in problem.mistakes:
            verdict = judge(mistake.answer, problem.question)
            assert verdict.mistake == mistake.name, (problem.seed, mistake, problem.answer, verdict)
            assert verdict.message == mistake.why


@BOTH
@EACH
def test_no_two_answers_coincide(name: str, level: int, seeds: range) -> None:
    for problem in _problems(name, level, seeds):
        typed = [problem.answer, *(each.answer for each in problem.mistakes)]
        assert len(set(typed)) == len(typed), problem.seed


@BOTH
@EACH
def test_a_second_way_gives_the_same_answer(name: str, level: int, seeds: range) -> None:
    second = import_module(f"tests.practice.second_way.{CATALOGUE[name].module}").ANSWERS[name]
    for problem in _problems(name, level, seeds):
        found = second(problem.givens)
        assert _alike(value(problem.answer), found), (problem.seed, problem.answer, found)


@EACH
def test_the_worked_solution_ends_with_the_answer(name: str, level: int) -> None:
    for problem in _problems(name, level, range(FEW)):
        assert len(problem.steps) >= 2
        assert problem.shown in problem.steps[-1].text
        assert problem.hints


@EACH
def test_a_wrong_method_is_rarely_left_out(name: str, level: int) -> None:
    """Every wrong method is seen in some draw, and most draws show nearly all of them."""
    problems = _problems(name, level, range(FEW))
    seen = {each.name for problem in problems for each in problem.mistakes}
    listed = {each.name for each in family(name).wrong}
    assert seen <= listed
    per_level = [_problem(name, other, seed) for other in CATALOGUE[name].levels for seed in range(FEW)]
    assert {each.name for problem in per_level for each in problem.mistakes} == listed


def test_the_same_seed_gives_the_same_problem_in_another_process() -> None:
    code = (
        "from tests.practice.test_families import DRAWN, family\n"
        "print([repr(family(n).problem(l, 7)) for n, l in DRAWN])"
    )
    here = str([repr(family(name).problem(level, 7)) for name, level in DRAWN])
    done = subprocess.run(
        [sys.executable, "-c", code], capture_output=True, text=True, timeout=120, check=True
    )
    assert done.stdout.strip() == here


def _alike(a: Value, b: Value) -> bool:
    if isinstance(a, list | tuple):
        return len(a) == len(b) and all(map(_alike, a, b))
    if isinstance(a, Fraction) and isinstance(b, int | Fraction):
        return a == b
    if isinstance(a, str) or isinstance(b, str):
        return bool(a == b)
    return math.isclose(float(a), float(b), rel_tol=1e-9, abs_tol=1e-11)


def test_the_forms_of_the_catalogue_are_known() -> None:
    assert {family(name).form for name in CATALOGUE} <= set(Form)
