"""Weights under a mask: causal, padding, and a row in which nothing is left to attend to."""

from __future__ import annotations

import math
from collections.abc import Callable
from dataclasses import dataclass

import numpy as np

from attention_engine import (
    biased,
    causal_mask,
    masked,
    padding_mask,
    scaled,
    weights,
)
from attention_engine.arrays import Bools, Floats
from studykit.checking.question import Tolerance
from studykit.draw import Draw
from studykit.practice import pipeline
from studykit.practice.family import Family, Wrong
from studykit.practice.pipeline import Pass, Stage, Variant
from studykit.practice.problem import Form, Step
from studykit.practice.steps import scaled_step, softmax_step
from studykit.practice.values import tex

WEIGHTS = Tolerance(relative=0, absolute=0.0005)

Rows = list[list[int]]


# Weights under a causal or a padding mask.


@dataclass(frozen=True, slots=True)
class MaskedRow:
    """Scores as rows: the one row that is asked, scaled already, or the raw scores of all queries."""

    S: Rows
    row: int
    """The query, its place in the sequence."""
    visible: int
    """How many keys it may see, from the first one."""
    d_k: int | None
    """None where the scores are scaled already."""

    @property
    def keys(self) -> int:
        """How many keys there are."""
        return len(self.S[0])

    @property
    def own(self) -> list[int]:
        """The scores of the query."""
        return self.S[self.row] if len(self.S) > 1 else self.S[0]


def _after_scaling(g: MaskedRow) -> list[float]:
    if g.d_k is None:
        return [float(each) for each in g.own]
    found: list[float] = scaled([g.own], g.d_k)[0].tolist()
    return found


def _through_softmax(g: MaskedRow) -> list[float]:
    """The weights of the row, where it sees its first `visible` keys."""
    found: list[float] = weights(masked([_after_scaling(g)], padding_mask(g.visible, g.keys)))[0].tolist()
    return found


def _causal_pass(g: MaskedRow) -> Pass:
    everyone = causal_mask(g.keys)
    if len(g.S) == 1:
        return Pass(raw=g.S, allowed=everyone[[g.row]].tolist(), row=0)
    return Pass(raw=g.S, allowed=everyone.tolist(), d_k=g.d_k, row=g.row)


def _padding_pass(g: MaskedRow) -> Pass:
    allowed = np.broadcast_to(padding_mask(g.visible, g.keys), (len(g.S), g.keys))
    return Pass(raw=g.S, allowed=allowed.tolist(), d_k=g.d_k, row=g.row if len(g.S) > 1 else 0)


def _is_legible(g: MaskedRow) -> bool:
    """Whether the visible weights have two digits in three decimals and tell the wrong scalings apart."""
    seen, hidden = g.own[: g.visible], g.own[g.visible :]
    spread = max(seen) - min(seen)
    if not any(hidden) or not spread:
        return False
    if g.d_k is not None and (spread > 4 or (spread * math.sqrt(g.d_k) > 4 and seen[-1] < max(seen))):
        return False
    return min(_through_softmax(g)[: g.visible]) >= 0.01


def _draw_causal(draw: Draw, level: int) -> MaskedRow | None:
    n = draw.between(4, 5)
    i = draw.between(1, n - 3)
    if level == 3:
        given = MaskedRow([draw.row(n, -2, 3)], i, i + 1, None)
    else:
        given = MaskedRow(draw.rows(n, n, -3, 4), i, i + 1, draw.pick((4, 9, 16)))
    return given if _is_legible(given) else None


def _draw_padding(draw: Draw, level: int) -> MaskedRow | None:
    m = draw.between(4, 5)
    length = draw.between(2, m - 1)
    if level == 3:
        given = MaskedRow([draw.row(m, -2, 3)], 0, length, None)
    else:
        given = MaskedRow(draw.rows(m, m, -3, 4), draw.below(m), length, draw.pick((4, 9, 16)))
    return given if _is_legible(given) else None


def _narrower(allowed: Bools) -> Bools:
    """Each row without its last key in sight. Masks here show the first keys of a row."""
    return np.asarray(allowed & np.pad(allowed[:, 1:], ((0, 0), (0, 1))))


def _wider(allowed: Bools) -> Bools:
    """Each row with one more key in sight."""
    return np.asarray(allowed | np.pad(allowed[:, :-1], ((0, 0), (1, 0)), constant_values=True))


def _from_the_last_on(given: Pass, x: Floats) -> Floats:
    return masked(x, ~_narrower(given.may))


def _queries_hidden(given: Pass, x: Floats) -> Floats | None:
    """Padded queries get even weights where rows are masked in place of columns; only they show it."""
    may = given.may
    if len(x) < len(may[0]) or given.row is None or may[0, given.row]:
        return None
    return np.where(may.T, x, 0.0)


_MASK_AND_SOFTMAX = pipeline.variants(Stage.MASK, Stage.SOFTMAX)
_SCALE = pipeline.variants(Stage.SCALE)

_CAUSAL_VARIED = (
    *_SCALE,
    *_MASK_AND_SOFTMAX,
    Variant(
        Stage.MASK,
        "diagonal excluded",
        "A query may see its own position: the causal mask hides $j > i$, and keeps $j = i$.",
        "attention-mask#^causal-diagonal",
        lambda given, x: masked(x, _narrower(given.may)),
    ),
    Variant(
        Stage.MASK,
        "keys before the query hidden",
        "The mask is the wrong way round here: a query sees itself and what came before it, $j \\le i$.",
        "attention-mask#^causal-words",
        _from_the_last_on,
    ),
    Variant(
        Stage.MASK,
        "one key too many",
        "Counted from 0, query $i$ sees the keys $0$ to $i$; key $i + 1$ is the first one hidden.",
        "attention-mask#^causal-mask",
        lambda given, x: masked(x, _wider(given.may)),
    ),
)

_PADDING_VARIED = (
    *_SCALE,
    *_MASK_AND_SOFTMAX,
    Variant(
        Stage.MASK,
        "one key too few",
        "With length $L$ the keys $0$ to $L - 1$ are real, the last of them too.",
        "attention-mask#^padding-words",
        lambda given, x: masked(x, _narrower(given.may)),
    ),
    Variant(
        Stage.MASK,
        "rows hidden instead of columns",
        "A padding mask hides keys, which are columns; hiding the row of a query leaves it even weights, "
        "the padded keys included.",
        "attention-mask#^padding-columns",
        _queries_hidden,
    ),
)


def _row_given(g: MaskedRow, name: str) -> str:
    """The scores of the prompt, and what is to be done with them."""
    if g.d_k is None:
        return (
            f"The scaled scores of {name} for the {g.keys} keys of a sequence are\n\n$$s = {tex(g.own)}$$\n\n"
        )
    return (
        f"The raw scores $S = QK^T$ of {g.keys} tokens, with $d_k = {g.d_k}$ (rows belong to queries):\n\n"
        f"$$S = {tex(g.S)}$$\n\n"
    )


def _task(g: MaskedRow) -> str:
    if g.d_k is None:
        return f"Compute its weights for all {g.keys} keys, to three decimals."
    return (
        f"Scale, mask, and compute row {g.row} of the weights: {g.keys} numbers, to three decimals. Rows "
        "count from 0."
    )


def _masked_solution(g: MaskedRow) -> tuple[Step, ...]:
    logits = masked([_after_scaling(g)], padding_mask(g.visible, g.keys))[0].tolist()
    first = () if g.d_k is None else (scaled_step(g.own, g.d_k),)
    return (
        *first,
        Step(
            f"Hide every key from {g.visible} on: ${tex(logits)}$",
            r"$-\infty$ and not 0: $e^{-\infty} = 0$, while $e^0 = 1$.",
        ),
        softmax_step(logits),
    )


CAUSAL_WEIGHTS = Family(
    name="causal-weights",
    form=Form.VECTOR,
    draw=_draw_causal,
    answer=_through_softmax,
    prompt=lambda g: (
        _row_given(g, f"query {g.row}")
        + "A causal mask holds: no query sees a later key. "
        + ("Queries and keys count from 0. " if g.d_k is None else "")
        + _task(g)
    ),
    solution=_masked_solution,
    hints=lambda g: (
        f"Which keys may query {g.row} see, itself included?",
        r"The scores of the others become $-\infty$ before the softmax, so their weights are 0.",
        f"Take the softmax of the first {g.visible}"
        + (
            " scores alone."
            if g.d_k is None
            else rf" scores of row {g.row} alone, divided by $\sqrt{{{g.d_k}}}$."
        ),
    ),
    wrong=pipeline.wrong(_causal_pass, _CAUSAL_VARIED),
    pairs=pipeline.pairs(_causal_pass, _CAUSAL_VARIED),
    tolerance=WEIGHTS,
)

PADDING_WEIGHTS = Family(
    name="padding-weights",
    form=Form.VECTOR,
    draw=_draw_padding,
    answer=_through_softmax,
    prompt=lambda g: (
        _row_given(g, "a query")
        + f"The sequence has the length $L = {g.visible}$: keys $0$ to ${g.visible - 1}$ are real, the rest "
        "is " + "padding and is masked. " + _task(g)
    ),
    solution=_masked_solution,
    hints=lambda g: (
        "Padding gets no weight at all, and the real keys share the whole.",
        r"The scores of padded keys become $-\infty$ before the softmax, whatever they were.",
        f"Take the softmax of the first {g.visible}"
        + (
            " scores alone."
            if g.d_k is None
            else rf" scores of row {g.row} alone, divided by $\sqrt{{{g.d_k}}}$."
        ),
    ),
    wrong=pipeline.wrong(_padding_pass, _PADDING_VARIED),
    pairs=pipeline.pairs(_padding_pass, _PADDING_VARIED),
    tolerance=WEIGHTS,
)


# A row in which every key is masked.


@dataclass(frozen=True, slots=True)
class HiddenRow:
    """The scores of a row whose keys are all masked, and how the code masks."""

    scores: list[int]
    how: str
    """`added` or `added in float32` (−10⁹ to each score), `replaced` (by −10⁹), or `infinite` (−∞)."""


_LARGE = -1e9


def _hidden_weights(g: HiddenRow) -> list[float]:
    kind = np.float32 if g.how == "added in float32" else np.float64
    S = np.asarray([g.scores], dtype=kind)
    match g.how:
        case "infinite":
            logits = masked(S, np.zeros(S.shape, dtype=np.bool_))
        case "replaced":
            logits = np.full(S.shape, _LARGE)
        case _:
            logits = biased(S, _LARGE)
    found: list[float] = weights(logits.astype(np.float64))[0].tolist()
    return found


def _draw_hidden(draw: Draw, level: int) -> HiddenRow | None:
    row = draw.row(draw.between(3, 4), -1, 3)
    ranked = sorted(row)
    how = draw.pick(("added", "added in float32", "replaced", "infinite"))
    return HiddenRow(row, how) if ranked[-1] > ranked[-2] and ranked[-1] - ranked[0] <= 3 else None


def _unmasked(g: HiddenRow) -> list[float]:
    found: list[float] = weights([g.scores])[0].tolist()
    return found


def _even(g: HiddenRow) -> list[float]:
    return [1 / len(g.scores)] * len(g.scores)


def _one_hot(g: HiddenRow) -> list[float]:
    return [float(each == max(g.scores)) for each in g.scores]


def _unless(
    *hows: str, answer: Callable[[HiddenRow], list[float]]
) -> Callable[[HiddenRow], list[float] | None]:
    return lambda g: None if g.how in hows else answer(g)


_HOW = {
    "added": r"The code adds $-10^9$ to each masked score, in float64 (about 16 digits). "
    "Its softmax subtracts the largest score first.",
    "added in float32": r"The code adds $-10^9$ to each masked score, in float32 (about 7 digits). "
    "Its softmax subtracts the largest score first.",
    "replaced": r"The code replaces each masked score by $-10^9$. "
    "Its softmax subtracts the largest score first.",
    "infinite": (
        r"The code sets each masked score to $-\infty$. The softmax then reads $\frac{0}{0}$, which is "
        "undefined, so a convention has to say what comes out. This course's engine keeps to the one of "
        "recent libraries: a query with no key in sight reads nothing."
    ),
}
_HOW_STEPS = {
    "added": (
        r"Every score is lower by the same $10^9$, and 16 digits keep the gaps between them.",
        r"A constant added to all scores cancels in the softmax: it is as if nothing were masked.",
    ),
    "added in float32": (
        r"With 7 digits a number near $10^9$ is off by up to 32, so all of the sums round to $-10^9$.",
        "The gaps are lost, and equal scores share the weight evenly.",
    ),
    "replaced": (
        r"Now all scores are $-10^9$, and equal.",
        "The softmax sees gaps only: equal scores share the weight evenly, however low they are.",
    ),
    "infinite": (
        r"Every exponential is $e^{-\infty} = 0$, and so is their sum.",
        "To read nothing is to give no key any weight; the output is a row of zeros too.",
    ),
}
_HOW_HINTS = {
    "added": "What does the softmax do with a constant that is added to every score?",
    "added in float32": r"What is left of a small number that is added to $-10^9$, when 7 digits are kept?",
    "replaced": "What does a softmax make of equal scores?",
    "infinite": "How much weight does a key have that is not read?",
}

FULLY_MASKED_ROW = Family(
    name="fully-masked-row",
    form=Form.VECTOR,
    draw=_draw_hidden,
    answer=_hidden_weights,
    prompt=lambda g: (
        f"A query has the scaled scores\n\n$$s = {tex(g.scores)}$$\n\nand *every* key is masked. "
        f"{_HOW[g.how]}\n\n"
        f"Which {len(g.scores)} weights come out? Give them to three decimals."
    ),
    solution=lambda g: (Step(*_HOW_STEPS[g.how]),),
    hints=lambda g: (
        "The softmax sees only the gaps between the scores; so look at what the mask makes of the gaps.",
        _HOW_HINTS[g.how],
    ),
    wrong=(
        Wrong(
            "even weights",
            "Even weights come from equal finite scores: $-10^9$ added with enough digits keeps the gaps, "
            r"and $-\infty$ leaves nothing to share.",
            _unless("replaced", "added in float32", answer=_even),
            "attention-mask#^fully-masked",
        ),
        Wrong(
            "weights as if nothing were masked",
            r"The gaps between the scores are gone here; only $-10^9$ added with enough digits keeps them.",
            _unless("added", answer=_unmasked),
            "softmax#^softmax-shift",
        ),
        Wrong(
            "no weight at all",
            "$-10^9$ is very low but finite: the largest score is subtracted first, so a weight is left "
            "to share.",
            _unless("infinite", answer=lambda g: [0.0] * len(g.scores)),
            "softmax#^subtract-maximum",
        ),
        Wrong(
            "all weight on the best key",
            "Low scores do not make a softmax one-hot, large gaps do, and masking has not made the gaps "
            "larger.",
            _one_hot,
            "scaling#^gaps-not-values",
        ),
    ),
    tolerance=WEIGHTS,
)

FAMILIES = (CAUSAL_WEIGHTS, PADDING_WEIGHTS, FULLY_MASKED_ROW)
