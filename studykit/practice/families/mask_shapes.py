"""How masks broadcast over scores with axes for sequences and heads."""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import dataclass

import numpy as np

from attention_engine import causal_mask, combine_masks, padding_mask
from attention_engine.arrays import Bools
from studykit.draw import Draw
from studykit.practice.family import Family, Wrong
from studykit.practice.problem import Form, Step

_BATCHED_SCORES = "score-matrix#^batched-scores"
_COMBINED_MASKS = "attention-mask#^combined-masks"


@dataclass(frozen=True, slots=True)
class Broadcast:
    """Sizes of the scores (B, H, S, S), and what is asked of a mask."""

    B: int
    H: int
    S: int
    asked: str
    """`padding`, `both`, `heads` or `silent`."""


Shape = tuple[int, ...]


def _draw_shape(draw: Draw, level: int) -> Broadcast | None:
    asked = draw.pick(("padding", "both", "heads", "silent"))
    B, H, S = draw.between(2, 6), draw.pick((2, 4, 8, 12)), draw.between(5, 16)
    return Broadcast(B, 1 if asked == "silent" else H, S, asked) if len({B, H, S}) == 3 else None


def _padding(g: Broadcast) -> Shape:
    """One row of keys for each sequence, the same for every head and query."""
    return padding_mask([[g.S]] * g.B, g.S).shape


def _per_sequence(g: Broadcast) -> Shape:
    """A mask that was made without thinking of heads: padding and causal, for each sequence."""
    return _combined_with_causal(g, padding_mask([g.S] * g.B, g.S))


def _combined_with_causal(g: Broadcast, padding: Bools) -> Shape:
    combined = combine_masks(padding, causal_mask(g.S))
    return () if combined is None else combined.shape


def _asked_shape(g: Broadcast) -> Shape:
    match g.asked:
        case "padding":
            return _padding(g)
        case "both":
            return _combined_with_causal(g, padding_mask([[g.S]] * g.B, g.S))
        case "heads":
            sequences, *rest = _per_sequence(g)
            return (sequences, 1, *rest)
        case _:
            return np.broadcast_shapes((g.B, g.H, g.S, g.S), _per_sequence(g))


_SHAPE_TASKS = {
    "padding": (
        "A padding mask holds one truth value for each of the $S$ keys of each sequence, in the shape $(B, "
        "S)$. It is the same for every head and every query. Into which shape of four axes is it put, "
        "before it broadcasts over the scores?"
    ),
    "both": (
        "A padding mask of shape $(B, 1, 1, S)$ and a causal mask of shape $(S, S)$ are combined: what "
        "either hides is hidden. What is the shape of the combined mask, before it meets the scores?"
    ),
    "heads": (
        "A mask of shape $(B, S, S)$ has a table of its own for each sequence, the same for every head. "
        "Into which shape of four axes is it put, before it broadcasts over the scores?"
    ),
    "silent": (
        "There is one head. A mask of shape $(B, S, S)$, with no axis for the heads, is added to these "
        "scores as it is. No error comes. What is the shape of the sum?"
    ),
}
_SHAPE_STEPS = {
    "padding": (
        (
            "The axes of the scores are sequence, head, query, key.",
            "A mask needs each axis in its place, or a 1 there.",
        ),
        ("Sequence and key are kept; head and query become 1.", "A size of 1 is repeated along that axis."),
    ),
    "both": (
        ("$(S, S)$ counts as $(1, 1, S, S)$.", "Missing axes are added at the left, with size 1."),
        (
            "Axis by axis with $(B, 1, 1, S)$, the larger size holds.",
            "Neither mask differs between heads: 1 stays.",
        ),
    ),
    "heads": (
        (
            "As it is, $(B, S, S)$ would count as $(1, B, S, S)$.",
            "Missing axes are added at the left: $B$ meets $H$.",
        ),
        ("An axis of size 1 is put at the heads.", "It is repeated for every head."),
    ),
    "silent": (
        ("$(B, S, S)$ counts as $(1, B, S, S)$.", "Missing axes are added at the left, with size 1."),
        (
            "Beside $(B, 1, S, S)$, both axes of size 1 are repeated $B$ times.",
            "Every sequence meets the mask of every other one, and nothing warns of it.",
        ),
    ),
}
_SHAPE_HINTS = {
    "padding": "Write down the axes: sequence, head, query, key. Along which of them does the mask differ?",
    "both": "Along which of the four axes does the combined mask differ? Between heads it does not.",
    "heads": "Sizes are compared from the right. Which axis of the scores would $B$ stand under?",
    "silent": "Write the two shapes under each other, aligned at the right. What does $B$ stand under?",
}


def _when(asked: str, answer: Callable[[Broadcast], Shape]) -> Callable[[Broadcast], Shape | None]:
    return lambda g: answer(g) if g.asked == asked else None


def _unless(asked: str, answer: Callable[[Broadcast], Shape]) -> Callable[[Broadcast], Shape | None]:
    return lambda g: None if g.asked == asked else answer(g)


MASK_SHAPE = Family(
    name="mask-shape",
    form=Form.SHAPE,
    draw=_draw_shape,
    answer=_asked_shape,
    prompt=lambda g: (
        f"The scores have the shape $(B, H, S, S) = ({g.B}, {g.H}, {g.S}, {g.S})$: sequences, heads, "
        "queries, keys. Shapes broadcast as in NumPy.\n\n"
        f"{_SHAPE_TASKS[g.asked]} Answer with numbers."
    ),
    solution=lambda g: tuple(Step(*each) for each in _SHAPE_STEPS[g.asked]),
    hints=lambda g: (
        "Shapes are aligned at the right; a size of 1 is repeated, and missing axes count as 1.",
        _SHAPE_HINTS[g.asked],
    ),
    wrong=(
        Wrong(
            "queries hidden instead of keys",
            "This differs from query to query, so it hides rows; padding hides keys, which are the last "
            "axis.",
            _when("padding", lambda g: (g.B, 1, g.S, 1)),
            "attention-mask#^padding-columns",
        ),
        Wrong(
            "sequences in the place of heads",
            "Shapes are aligned at the right, so here the $B$ sequences stand under the $H$ heads: an "
            "error, or nonsense where $B = H$.",
            _unless("silent", lambda g: (1, g.B, 1, g.S) if g.asked == "padding" else (1, g.B, g.S, g.S)),
            _BATCHED_SCORES,
        ),
        Wrong(
            "heads spelled out",
            "The mask is the same for all heads, so that axis has size 1 and is repeated by broadcasting.",
            _unless("silent", lambda g: (g.B, g.H, 1, g.S) if g.asked == "padding" else (g.B, g.H, g.S, g.S)),
            "multi-head-attention#^heads-output",
        ),
        Wrong(
            "no axis for the heads",
            "The scores have four axes: without one for the heads, the sequences of the mask would stand "
            "under them.",
            _when("both", lambda g: (g.B, g.S, g.S)),
            _BATCHED_SCORES,
        ),
        Wrong(
            "only the causal mask",
            "The padding differs between sequences, so the combined mask has the axis $B$ too.",
            _when("both", lambda g: (g.S, g.S)),
            _COMBINED_MASKS,
        ),
        Wrong(
            "only the padding mask",
            "The causal mask differs between queries, so the combined mask has an axis of size $S$ for them.",
            _when("both", lambda g: (g.B, 1, 1, g.S)),
            _COMBINED_MASKS,
        ),
        Wrong(
            "axis added at the end",
            "A 1 at the end stands under the keys; the heads are the second axis.",
            _when("heads", lambda g: (g.B, g.S, g.S, 1)),
            _BATCHED_SCORES,
        ),
        Wrong(
            "shape of the scores kept",
            "It would stay if the mask had an axis of size 1 for the heads; without it, $B$ is aligned "
            "with the one head and repeats it.",
            _when("silent", lambda g: (g.B, g.H, g.S, g.S)),
            _BATCHED_SCORES,
        ),
        Wrong(
            "shape of the mask",
            "Broadcasting never drops an axis: the sum has four, as the scores have.",
            _when("silent", lambda g: (g.B, g.S, g.S)),
            _BATCHED_SCORES,
        ),
        Wrong(
            "sequences of the mask taken for its heads",
            "The axis of the mask is rightly under the heads here, but the scores have $B$ sequences as "
            "well.",
            _when("silent", lambda g: (1, g.B, g.S, g.S)),
            _BATCHED_SCORES,
        ),
    ),
)

FAMILIES = (MASK_SHAPE,)
