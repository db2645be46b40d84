"""Mistakes that people have really made in code are named: each is a wrong method of some family.

The list runs from B1 (the root of d_model) to B14 (a strict look-ahead mask). B4, scaling the query alone, is
no mistake: a card says so.
"""

from __future__ import annotations

import pytest

from studykit import paths
from studykit.cards import library
from studykit.checking.judge import judge
from studykit.practice.catalogue import CATALOGUE
from studykit.practice.family import family

SHIPPED = {
    "B1 root of d_model": ("scale-factor", "width of the layer"),
    "B2 root forgotten": ("attention-weights", "divided by d_k"),
    "B3 multiplied": ("scaled-scores", "multiplied by √d_k"),
    "B5 wrong axis": ("attention-weights", "softmax over the queries"),
    "B6 masked after the softmax": ("causal-weights", "masked after the softmax, not renormalised"),
    "B7 plus infinity": ("nan-count", "+∞ taken for −∞"),
    "B8 tiny filler": ("padding-weights", "masked scores set to 0"),
    "B9 mask inverted": ("padding-weights", "mask inverted"),
    "B10 whole row masked": ("fully-masked-row", "weights as if nothing were masked"),
    "B11 NaN under a weight of 0": ("nan-count", "weight 0 hides NaN"),
    "B12 no axis for heads": ("mask-shape", "no axis for the heads"),
    "B13 filler in half precision": ("nan-count", "−10⁹ finite in float16"),
    "B14 strict look-ahead": ("causal-weights", "diagonal excluded"),
}


@pytest.mark.parametrize(("name", "mistake"), SHIPPED.values(), ids=SHIPPED)
def test_a_mistake_that_was_shipped_is_named(name: str, mistake: str) -> None:
    drawn = family(name)
    problems = (drawn.problem(level, seed) for level in CATALOGUE[name].levels for seed in range(20))
    found = [(each, made) for each in problems if (made := each.mistake(mistake))]
    assert found
    for problem, made in found:
        assert judge(made.answer, problem.question).mistake == mistake


def test_scaling_the_queries_alone_is_said_to_be_no_mistake() -> None:
    cards = library.read([paths.course()]).cards
    (card,) = (each for each in cards if each.block_id == "scale-queries-only")
    assert card.back.startswith("No")
