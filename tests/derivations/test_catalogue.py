"""Every derivation: its lines follow from each other, in their form, and the known wrong lines are wrong."""

from __future__ import annotations

import re

import pytest

from studykit.checking.declare import declare
from studykit.checking.equality import compare
from studykit.checking.verdict import Outcome
from studykit.derivations.catalogue import CATALOGUE, derivation
from studykit.derivations.derivation import Derivation
from studykit.derivations.line import Lines
from studykit.errors import StudyError

SEEDS, FEW, MANY = range(3), range(1), range(40)


def variants(seeds: range) -> list[Derivation]:
    """The book's variant of each, and every other one that one of the seeds draws."""
    found = []
    for each in CATALOGUE.values():
        drawn = {_said(other): other for other in (each.drawn(seed) for seed in seeds)}
        found += [each, *(other for text, other in drawn.items() if text != _said(each))]
    return found


def _said(derived: Derivation) -> tuple[object, ...]:
    return derived.statement, derived.givens, derived.symbols, derived.steps


def of_each(seeds: range) -> pytest.MarkDecorator:
    """A test of every variant that the seeds draw; of many more in the slow run."""
    usual = variants(seeds)
    known = {_said(each) for each in usual}
    more = [each for each in variants(MANY) if _said(each) not in known]
    parameters = [pytest.param(each, id=f"{each.name}: {each.givens[:30]}") for each in usual]
    parameters += [pytest.param(each, id=f"slow {each.name}", marks=pytest.mark.slow) for each in more]
    return pytest.mark.parametrize("derived", parameters)


EACH = of_each(SEEDS)


@EACH
def test_every_line_follows_from_the_one_before(derived: Derivation) -> None:
    lines = Lines(derived)
    where = {name: lines._own(text) for name, text in derived.where.items()}
    for number, step in enumerate(derived.steps):
        before = lines.before(number)
        if before is not None and not step.new:
            found = compare(lines.answers[number], before, lines.symbols, seed="1", where=where)
            assert found.result == "equal", (number + 1, found)


@EACH
def test_every_line_is_right_however_it_is_written(derived: Derivation) -> None:
    lines = Lines(derived)
    for number, step in enumerate(derived.steps):
        written = {step.answer, *step.written}
        assert len(written) >= 4
        for text in written:
            found = lines.judge(text, number)
            assert (found.verdict.outcome, found.reached) == (Outcome.RIGHT, number), (text, found.verdict)


@EACH
def test_every_known_wrong_line_is_wrong_with_its_why(derived: Derivation) -> None:
    lines = Lines(derived)
    for number, step in enumerate(derived.steps):
        for wrong in step.wrong:
            found = lines.judge(wrong.answer, number)
            assert (found.verdict.outcome, found.verdict.message) == (Outcome.WRONG, wrong.why), wrong.answer


@EACH
def test_the_goal_is_not_taken_at_the_first_line(derived: Derivation) -> None:
    lines = Lines(derived)
    if len(derived.steps) > 1:
        assert lines.judge(derived.goal, 0).reached is None


@EACH
def test_the_line_before_is_no_progress(derived: Derivation) -> None:
    lines = Lines(derived)
    for number, step in enumerate(derived.steps[1:], 1):
        if not step.new:
            found = lines.judge(derived.steps[number - 1].answer, number)
            assert found.verdict.outcome is Outcome.UNDECIDED, (number + 1, found.verdict)


@EACH
def test_no_hint_and_no_task_gives_the_line_away(derived: Derivation) -> None:
    for step in derived.steps:
        for text in (step.ask, *step.hints):
            assert len(step.answer) < 4 or step.answer not in text
        assert step.hints


@EACH
def test_the_words_are_there(derived: Derivation) -> None:
    assert derived.title
    assert derived.statement.endswith((".", "?", ":", "$"))
    for step in derived.steps:
        assert step.ask
        assert step.rule
        if step.question is not None:
            assert 0 <= step.question.right < len(step.question.options)


@pytest.mark.parametrize("claim", ["√d_k", "d_k²"])
def test_what_is_true_only_for_one_entry_is_wrong(claim: str) -> None:
    assert Lines(CATALOGUE["var-dot-product"]).judge(claim, 3).verdict.outcome is Outcome.WRONG


def test_an_unknown_name_tells_near_ones() -> None:
    with pytest.raises(StudyError, match="var-dot-product"):
        derivation("var-dotproduct")


def test_there_are_all_derivations() -> None:
    assert len(CATALOGUE) >= 40
    assert {each.name for each in CATALOGUE.values()} == set(CATALOGUE)


@pytest.mark.parametrize("seed", range(8))
def test_a_variant_speaks_of_its_own_names_only(seed: int) -> None:
    """A name of the book's variant that is not declared any more is nowhere left."""
    for each in CATALOGUE.values():
        drawn = each.drawn(seed)
        kept = set(declare(drawn.symbols))
        names = "|".join(map(re.escape, sorted(kept, key=len, reverse=True)))
        still = re.compile(rf"(?<![A-Za-z\\_])(?:{names})(?![A-Za-z0-9])")
        for name in set(declare(each.symbols)) - kept - {"a"}:  # which is a word too
            told = (drawn.statement, drawn.givens, *(step.ask for step in drawn.steps))
            told += tuple(text for step in drawn.steps for text in (step.answer, *step.hints, *step.written))
            left = re.compile(rf"(?<![A-Za-z\\]){re.escape(name)}(?![A-Za-z0-9])")
            assert not [text for text in told if left.search(still.sub("0", text))], (each.name, name)
