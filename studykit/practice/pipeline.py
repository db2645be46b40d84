"""The five stages of attention with their wrong variants: one mistake, or two of them at once.

A `Pass` says what is given. It runs through scores, scale, mask, softmax and output, and each stage is done
in the right way or in one of the named wrong ones: 3 · 5 · 5 · 4 · 3 = 900 ways through. A family takes the
wrong methods that fit its givens from `wrong`, and all combinations of two stages' ones from `pairs`.
"""

from __future__ import annotations

import math
from collections.abc import Callable, Iterable, Mapping, Sequence
from dataclasses import dataclass
from enum import StrEnum
from itertools import combinations
from types import MappingProxyType
from typing import Any, TypeVar

import numpy as np

from attention_engine import masked, output, scaled, scores, shifted_exponentials, softmax, weights
from attention_engine.arrays import Bools, Floats
from studykit.practice.family import Wrong
from studykit.practice.values import Value

G = TypeVar("G")
Matrix = Sequence[Sequence[Any]]


class Stage(StrEnum):
    """The stages, in their order."""

    SCORES = "scores"
    SCALE = "scale"
    MASK = "mask"
    SOFTMAX = "softmax"
    OUTPUT = "output"


@dataclass(frozen=True, slots=True)
class Pass:
    """What is given for one pass of n queries over m keys. A stage that lacks its givens is not run."""

    q: Matrix | None = None
    """(n, d_k)."""
    k: Matrix | None = None
    """(m, d_k)."""
    raw: Matrix | None = None
    """(n, m), the scores themselves where no queries and keys are given."""
    d_k: int | None = None
    """None: the scores are not scaled, or are so already."""
    allowed: Matrix | None = None
    """(n, m), True where a query may see a key; None: no mask."""
    v: Matrix | None = None
    """(m, d_v). None: the weights are what is asked."""
    row: int | None = None
    """The query whose row is asked; None: all rows."""

    @property
    def may(self) -> Bools:
        """The mask as an array. Only for a pass that has one."""
        return np.asarray(self.allowed, dtype=np.bool_)

    def runs(self, stage: Stage) -> bool:
        """Whether the stage is a part of this pass."""
        needed = {Stage.SCORES: self.q, Stage.SCALE: self.d_k, Stage.MASK: self.allowed, Stage.OUTPUT: self.v}
        return stage is Stage.SOFTMAX or needed[stage] is not None


Change = Callable[[Pass, Floats], Floats | None]
"""What a stage makes of the result of the one before; None where that cannot be computed."""


@dataclass(frozen=True, slots=True)
class Variant:
    """A way to do a stage, right or wrong."""

    stage: Stage
    name: str
    """A few words; empty for the right way."""
    why: str
    """One sentence for the learner, as that of every mistake."""
    card: str
    apply: Change
    afterwards: Change | None = None
    """What it does to the weights: a step that was taken after the softmax instead of before."""


def _same(given: Pass, x: Floats) -> Floats:
    return x


def _transposed(given: Pass, x: Floats) -> Floats | None:
    S = scores(given.k, given.q)  # type: ignore[arg-type]  # (m, n)
    return S if S.shape[0] == S.shape[1] else None


def _queries_alone(given: Pass, x: Floats) -> Floats | None:
    same = len(given.q or ()) == len(given.k or ())
    return scores(given.q, given.q) if same else None  # type: ignore[arg-type]


def _d_k(given: Pass) -> int:
    return given.d_k or 1


def _over_queries(given: Pass, x: Floats) -> Floats | None:
    """Down each column; of one row that was cut out of its matrix, nobody can compute it."""
    return softmax(x, axis=-2) if len(x) > 1 or given.runs(Stage.SCORES) else None


def _over_everything(given: Pass, x: Floats) -> Floats | None:
    return softmax(x.reshape(-1)).reshape(x.shape) if len(x) > 1 else None


def _not_normalised(given: Pass, x: Floats) -> Floats:
    largest = np.max(x, axis=-1, keepdims=True, initial=-np.inf)
    level = np.where(np.isneginf(largest), 0.0, largest)
    return np.asarray(shifted_exponentials(x) * np.exp(level))


def _largest_alone(given: Pass, A: Floats) -> Floats:
    return output(np.eye(A.shape[-1])[A.argmax(axis=-1)], given.v)  # type: ignore[arg-type]


def _weights_transposed(given: Pass, A: Floats) -> Floats | None:
    return output(A.T, given.v) if A.shape[0] == A.shape[1] else None  # type: ignore[arg-type]


RIGHT: Mapping[Stage, Variant] = MappingProxyType(
    {
        Stage.SCORES: Variant(Stage.SCORES, "", "", "", lambda given, x: scores(given.q, given.k)),  # type: ignore[arg-type]
        Stage.SCALE: Variant(Stage.SCALE, "", "", "", lambda given, x: scaled(x, _d_k(given))),
        Stage.MASK: Variant(Stage.MASK, "", "", "", lambda given, x: masked(x, given.may)),
        Stage.SOFTMAX: Variant(Stage.SOFTMAX, "", "", "", lambda given, x: weights(x)),
        Stage.OUTPUT: Variant(Stage.OUTPUT, "", "", "", lambda given, x: output(x, given.v)),  # type: ignore[arg-type]
    }
)
"""The right way through."""

VARIANTS: Mapping[Stage, tuple[Variant, ...]] = MappingProxyType(
    {
        Stage.SCORES: (
            RIGHT[Stage.SCORES],
            Variant(
                Stage.SCORES,
                "transposed scores",
                "This is $K Q^T$, where the rows belong to the keys; in $Q K^T$ each query has a row.",
                "score-matrix#^score-entry",
                _transposed,
            ),
            Variant(
                Stage.SCORES,
                "queries scored against queries",
                "$Q Q^T$ compares the queries with each other; each query is scored against the keys.",
                "score-matrix#^score-diagonal",
                _queries_alone,
            ),
        ),
        Stage.SCALE: (
            RIGHT[Stage.SCALE],
            Variant(
                Stage.SCALE,
                "not scaled",
                r"The scores went on as they were; they are divided by $\sqrt{d_k}$ first.",
                "scaled-dot-product-attention#^attention-formula",
                _same,
            ),
            Variant(
                Stage.SCALE,
                "divided by d_k",
                "The root was lost: it is the variance that grows as $d_k$, so the scores are divided by "
                r"$\sqrt{d_k}$.",
                "scaled-dot-product-attention#^why-root-dk",
                lambda given, x: scaled(x, 1, scale=1 / _d_k(given)),
            ),
            Variant(
                Stage.SCALE,
                "multiplied by √d_k",
                r"Scaling makes scores smaller: they are divided by $\sqrt{d_k}$, not multiplied.",
                "scaling#^gap-factor",
                lambda given, x: scaled(x, 1, scale=math.sqrt(_d_k(given))),
            ),
            Variant(
                Stage.SCALE,
                "scaled after the softmax",
                r"Dividing the weights by $\sqrt{d_k}$ leaves rows that do not sum to 1; the scores are "
                "divided, before the softmax.",
                "scaling#^cloze-scaling",
                _same,
                lambda given, A: scaled(A, _d_k(given)),
            ),
        ),
        Stage.MASK: (
            RIGHT[Stage.MASK],
            Variant(
                Stage.MASK,
                "masked scores set to 0",
                "A score of 0 (or $10^{-9}$, where $-10^9$ was meant) still gets weight, since $e^0 = 1$; "
                r"a masked score becomes $-\infty$.",
                "attention-mask#^why-minus-infinity",
                lambda given, x: np.where(given.may, x, 0.0),
            ),
            Variant(
                Stage.MASK,
                "masked after the softmax, not renormalised",
                "Zeros put in after the softmax leave a row that sums to less than 1; masking first lets "
                "the others share all the weight.",
                "attention-mask#^mask-after-softmax",
                _same,
                lambda given, A: np.where(given.may, A, 0.0),
            ),
            Variant(
                Stage.MASK,
                "mask inverted",
                "The weight went exactly to the hidden keys; libraries differ in whether True means keep "
                "or hide, so check which one is meant.",
                "attention-mask#^cloze-mask",
                lambda given, x: masked(x, ~given.may),
            ),
            Variant(
                Stage.MASK,
                "no mask",
                r"Every key got weight here; the hidden ones have to be set to $-\infty$ before the softmax.",
                "attention-mask#^cloze-mask",
                _same,
            ),
        ),
        Stage.SOFTMAX: (
            RIGHT[Stage.SOFTMAX],
            Variant(
                Stage.SOFTMAX,
                "softmax over the queries",
                "Here each column sums to 1; the keys compete for one query, so each row has to.",
                "softmax#^softmax-axis",
                _over_queries,
            ),
            Variant(
                Stage.SOFTMAX,
                "softmax over the whole matrix",
                "Here all entries together sum to 1; each query has a softmax of its own, so each row does.",
                "vocabulary#^figure-row-sum",
                _over_everything,
            ),
            Variant(
                Stage.SOFTMAX,
                "exponentials not normalised",
                "The exponentials are the first half of the softmax; each is then divided by their sum.",
                "softmax#^softmax-formula",
                _not_normalised,
            ),
        ),
        Stage.OUTPUT: (
            RIGHT[Stage.OUTPUT],
            Variant(
                Stage.OUTPUT,
                "value of the largest weight alone",
                "Attention is a soft lookup: the other keys have their share of the output too.",
                "query-key-value-model#^soft-lookup",
                _largest_alone,
            ),
            Variant(
                Stage.OUTPUT,
                "weights transposed",
                "This is $A^T V$; output $i$ takes the weights of row $i$, which is $A V$.",
                "softmax#^output-sum",
                _weights_transposed,
            ),
        ),
    }
)
"""Every stage with its ways, the right one first."""


def result(given: Pass, *chosen: Variant) -> Value | None:
    """What a pass gives with these variants in place of the right ways, at most one for each stage.

    The weights, or the output where there are values; one row of them where one is asked. None where a
    variant does not apply: its stage is not run, or the shapes do not allow it.
    """
    ways = dict(RIGHT)
    for variant in chosen:
        if not given.runs(variant.stage):
            return None
        ways[variant.stage] = variant
    x: Floats | None = np.asarray(given.raw if given.raw is not None else (), dtype=np.float64)
    for stage in Stage:
        if x is not None and given.runs(stage):
            x = ways[stage].apply(given, x)
        if stage is Stage.SOFTMAX:
            for variant in chosen:
                if x is not None and variant.afterwards is not None:
                    x = variant.afterwards(given, x)
    if x is None:
        return None
    return (x if given.row is None else x[given.row]).tolist()


def variants(*stages: Stage, without: Iterable[str] = ()) -> tuple[Variant, ...]:
    """The wrong variants of these stages, but for those that never apply to a family's givens."""
    left_out = frozenset(without)
    return tuple(each for stage in stages for each in VARIANTS[stage][1:] if each.name not in left_out)


def wrong(passing: Callable[[G], Pass], varied: Iterable[Variant]) -> tuple[Wrong[G], ...]:
    """Each of the variants, alone, as a wrong method of a family."""
    return tuple(_as_wrong(passing, variant) for variant in varied)


def pairs(passing: Callable[[G], Pass], varied: Iterable[Variant]) -> Callable[[G], tuple[Wrong[G], ...]]:
    """All combinations of two variants at different stages, the earlier one first, for `Family.pairs`."""
    order = list(Stage)
    listed = sorted(varied, key=lambda variant: order.index(variant.stage))
    two = [both for both in combinations(listed, 2) if both[0].stage is not both[1].stage]

    def of(given: G) -> tuple[Wrong[G], ...]:
        once = passing(given)
        return tuple(_as_wrong(lambda _: once, *both) for both in two)

    return of


def _as_wrong(passing: Callable[[G], Pass], *varied: Variant) -> Wrong[G]:
    first = varied[0]
    name = " + ".join(variant.name for variant in varied)
    why = first.why if len(varied) == 1 else f"Two things at once: {' '.join(each.why for each in varied)}"
    return Wrong(name, why, lambda given: result(passing(given), *varied), first.card)
