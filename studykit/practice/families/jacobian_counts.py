"""How much of the Jacobian of a whole weight matrix can differ from zero."""

from __future__ import annotations

from dataclasses import dataclass

import numpy as np

from attention_engine import causal_mask, count_attended, masked, softmax_jacobian, weights
from studykit.draw import Draw
from studykit.practice.family import Family, Wrong
from studykit.practice.problem import Form, Step

_OWN_ROW = "softmax#^own-row"
_SLOPE = "softmax#^softmax-slope"
_COMPETITION = "softmax#^cloze-competition"
_AXIS = "softmax#^softmax-axis"


@dataclass(frozen=True, slots=True)
class Slopes:
    """A score matrix of n queries and m keys; a causal one is square."""

    n: int
    m: int
    causal: bool


def _counted(g: Slopes) -> int:
    """The slopes of each row of weights in its own scores that are not zero, for scores that are all 0."""
    allowed = causal_mask(g.n) if g.causal else np.ones((g.n, g.m), dtype=np.bool_)
    p = weights(masked(np.zeros((g.n, g.m)), allowed))  # (n, m)
    return int(np.count_nonzero(softmax_jacobian(p)))  # (n, m, m)


def _own_only(g: Slopes) -> int:
    """The slopes of weights in their own scores; a query with one key in sight has none."""
    return count_attended(causal_mask(g.n)) - 1 if g.causal else g.n * g.m


def _draw_slopes(draw: Draw, level: int) -> Slopes | None:
    if level == 3:
        n = draw.between(3, 6)
        return Slopes(n, n, True)
    n, m = draw.between(2, 6), draw.between(2, 6)
    return Slopes(n, m, False) if n != m else None


def _prompt(g: Slopes) -> str:
    mask = (
        "A causal mask hides the later keys: their weight is 0, whatever the scores are. " if g.causal else ""
    )
    total = g.n * g.m
    return (
        f"A score matrix $S$ has {g.n} rows of queries and {g.m} columns of keys. A softmax over the keys "
        f"turns it into the weights $A$. {mask}The slopes $\\partial A_{{ij}} / \\partial S_{{ab}}$, of "
        f"every weight in every score, are ${total} \\cdot {total} = {total * total}$ numbers.\n\nHow many "
        "of them can differ from 0?"
    )


def _solution(g: Slopes) -> tuple[Step, ...]:
    own = Step(
        r"$\partial A_{ij} / \partial S_{ab} = \delta_{ia}\,A_{ij}(\delta_{jb} - A_{ib})$: it is 0 unless "
        "$i = a$.",
        "Each query has a softmax of its own, so a weight depends on the scores of its own row only.",
    )
    if g.causal:
        terms = " + ".join(f"{each}^2" for each in range(2, g.n + 1))
        return (
            own,
            Step(
                "Row $i$ has $i + 1$ keys in sight, and $(i + 1)^2$ slopes between them.",
                "A hidden key has no weight that could change, and its score changes nothing.",
            ),
            Step(
                "The first query sees one key, with weight 1 whatever the score, so its slope is 0: "
                f"${terms}$.",
                "A softmax over one entry is constant.",
            ),
        )
    return (
        own,
        Step(
            f"In one row, ${g.m}$ weights answer to ${g.m}$ scores: ${g.m} \\cdot {g.m} = {g.m * g.m}$ "
            "slopes.",
            "The scores of a row share one denominator, so each of them moves every weight of the row.",
        ),
        Step(
            f"${g.n}$ rows: ${g.n} \\cdot {g.m * g.m}$.", "One block for each query, and zeros between them."
        ),
    )


ENTRIES = Family(
    name="jacobian-entries",
    form=Form.INTEGER,
    draw=_draw_slopes,
    answer=_counted,
    prompt=_prompt,
    solution=_solution,
    hints=lambda g: (
        "Does a weight depend on the scores of another query?",
        "In one row, which scores does a weight depend on?",
        (
            "Row $i$ has $i + 1$ keys in sight: square that, and add up the rows. What is a softmax of one "
            "score?"
            if g.causal
            else f"One row has ${g.m} \\cdot {g.m}$ slopes. How many rows are there?"
        ),
    ),
    wrong=(
        Wrong(
            "one softmax over all scores",
            r"That lets every weight answer to every score; the $\delta_{ia}$ was lost: a query's weights "
            "depend on its own row.",
            lambda g: (g.n * g.m) ** 2,
            _OWN_ROW,
        ),
        Wrong(
            "each weight by its own score only",
            "As for a function of one entry each, but the scores of a row share a denominator: all of them "
            "move each weight of the row.",
            _own_only,
            _COMPETITION,
        ),
        Wrong(
            "softmax over the queries",
            "That is a softmax down each column; the keys of one query compete, so the blocks belong to "
            "rows.",
            lambda g: None if g.causal else g.m * g.n * g.n,
            _AXIS,
        ),
        Wrong(
            "one row alone",
            "That is the Jacobian of one query's softmax; there is one such block for each query.",
            lambda g: g.m * g.m,
            _SLOPE,
        ),
        Wrong(
            "diagonal left out",
            "A weight answers to its own score as well, by $p_i(1 - p_i)$; those slopes count too.",
            lambda g: _counted(g) - _own_only(g),
            _SLOPE,
        ),
        Wrong(
            "slope of a single key",
            "Row 0 has one key in sight, and a softmax over one entry is 1 whatever the score is: its "
            "slope is 0.",
            lambda g: _counted(g) + 1 if g.causal else None,
            "vocabulary#^figure-single-key",
        ),
        Wrong(
            "mask forgotten",
            "That counts full rows; a hidden key has weight 0 and its score changes nothing, so their "
            "slopes are 0.",
            lambda g: g.n * g.m * g.m if g.causal else None,
            "attention-mask#^causal-mask",
        ),
    ),
)

FAMILIES = (ENTRIES,)
