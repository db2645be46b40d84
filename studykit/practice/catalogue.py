"""What there is to practise: names, titles, concepts and levels. Loads no NumPy and no family."""

from __future__ import annotations

import difflib
from collections.abc import Mapping
from dataclasses import dataclass
from types import MappingProxyType

from studykit.errors import StudyError


@dataclass(frozen=True, slots=True)
class Entry:
    """A family of problems, as a list shows it."""

    name: str
    title: str
    concept: str
    levels: tuple[int, ...]
    """From 1 (in the head) to 4."""
    module: str
    """The file in `families/` that draws it."""


_LISTED: Mapping[str, tuple[tuple[str, str, str, tuple[int, ...]], ...]] = {
    "similarity": (
        ("dot-product", "the dot product of two vectors", "dot product", (1, 2)),
        ("direction", "which way two vectors point, from their dot product", "dot product", (1, 2)),
        ("bilinearity", "a score when query and key are scaled", "dot product", (2, 3)),
        ("cosine-similarity", "the cosine of the angle between two vectors", "similarity", (2, 3)),
    ),
    "distances": (
        ("squared-distance", "the squared distance from the dot product", "similarity", (2, 3)),
        ("distance-ranking", "keys ranked by distance, not by dot product", "similarity", (2, 3)),
        ("squared-distances", "all squared distances by one matrix product", "similarity", (3,)),
        ("distance-weights", "weights from distances instead of dot products", "similarity", (3,)),
    ),
    "sharpness": (
        ("cosine-ceiling", "the largest weight that cosine scores allow", "similarity", (3,)),
        ("retrieval-sharpness", "how sharp scores must be for a wanted weight", "similarity", (4,)),
    ),
    "projections": (
        ("projected-score", "a score from tokens, through W_Q and W_K", "projections", (3, 4)),
        ("token-own-score", "a token's query against its own key", "projections", (3,)),
        ("score-form-rank", "the largest rank of W_Q W_Kᵀ", "projections", (2,)),
    ),
    "score_matrix": (
        ("score-entry", "one entry of the score matrix", "score matrix", (1, 2)),
        ("score-matrix", "the whole score matrix Q Kᵀ", "score matrix", (2, 3)),
        ("score-shape", "the shape of Q Kᵀ", "shapes", (1, 2)),
        ("output-shape", "the shape of the output in cross-attention", "shapes", (2, 3)),
    ),
    "scaling": (
        ("scaled-scores", "scores divided by √d_k", "scaling", (2, 3)),
        ("scale-factor", "the scale factor of a multi-head layer", "scaling", (2, 3)),
        ("scaled-deviation", "the standard deviation of scores after dividing", "scaling", (3,)),
        ("score-gap", "the typical gap between two scores", "scaling", (3,)),
    ),
    "saturation": (
        ("saturation-gradient", "the gradient of a softmax at a large gap", "scaling", (3,)),
        ("softmax-sensitivity", "the slope of a weight in its scaled score", "scaling", (3,)),
        ("raw-score-gradient", "the gradient that reaches the raw scores", "scaling", (4,)),
    ),
    "variance": (
        ("score-variance", "the variance of q·k from means and deviations", "variance", (3, 4)),
        ("uniform-score-variance", "the variance of q·k for uniform entries", "variance", (4,)),
        ("monte-carlo-error", "the standard error of a simulated mean", "variance", (3,)),
    ),
    "softmax": (
        ("softmax", "the softmax of a few logits", "softmax", (2, 3)),
        ("softmax-of-logs", "the softmax of logarithms, in exact fractions", "softmax", (2, 3)),
        ("weights-entropy", "the entropy of attention weights", "weights", (3,)),
    ),
    "logit_changes": (
        ("softmax-shift", "a constant added to every logit, or to one", "softmax", (2,)),
        ("temperature", "a softmax at a temperature", "softmax", (2, 3)),
        ("softcap", "scores through a softcap", "softmax", (3,)),
    ),
    "stable_softmax": (
        ("stable-softmax", "the shifted exponentials of a stable softmax", "softmax", (2, 3)),
        ("log-sum-exp", "log-sum-exp of a few logits", "softmax", (3,)),
        ("softmax-sink", "a softmax with a sink", "softmax", (3,)),
        ("online-softmax", "merging two blocks of an online softmax", "softmax", (4,)),
    ),
    "jacobian": (
        ("jacobian-diagonal", "how a weight answers to its own logit", "softmax gradient", (3,)),
        ("jacobian-off-diagonal", "how a weight answers to another logit", "softmax gradient", (3,)),
        ("softmax-jacobian", "the whole Jacobian of a softmax", "softmax gradient", (4,)),
        ("softmax-backward", "a gradient sent back through a softmax", "softmax gradient", (4,)),
    ),
    "jacobian_counts": (
        (
            "jacobian-entries",
            "how many slopes of a whole weight matrix are not 0",
            "softmax gradient",
            (2, 3),
        ),
    ),
    "gradients": (
        ("values-gradient", "the gradient of V", "softmax gradient", (4,)),
        ("weights-gradient", "the gradient of the weights", "softmax gradient", (4,)),
        ("query-gradient", "the gradient of one query", "softmax gradient", (4,)),
        ("keys-gradient", "the gradient of the keys", "softmax gradient", (3, 4)),
        ("query-projection-gradient", "the gradient of W_Q", "projections", (4,)),
    ),
    "attention": (
        ("attention-weights", "one row of attention weights, from Q and K", "weights", (3, 4)),
        ("attention-output", "one output row, from weights and values", "output", (2, 3)),
        ("permuted-pairs", "the output when key-value pairs change places", "output", (2,)),
    ),
    "two_keys": (("two-keys", "two keys with and without scaling (worked example 2)", "scaling", (3, 4)),),
    "worked_passes": (
        ("one-query", "one query from scores to output (worked example 1)", "output", (3, 4)),
        ("whole-pass", "a whole pass, from tokens to output", "output", (4,)),
    ),
    "masks": (
        ("causal-weights", "one row of weights under a causal mask", "masks", (3, 4)),
        ("padding-weights", "one row of weights with padded keys", "masks", (3, 4)),
        ("fully-masked-row", "a row in which every key is masked", "masks", (3,)),
    ),
    "mask_counts": (
        ("masked-count", "how many entries a causal mask hides", "masks", (1, 2)),
        ("window-count", "how many entries a sliding window keeps", "masks", (3,)),
        ("combined-count", "how many entries two masks hide together", "masks", (3,)),
    ),
    "alibi": (("alibi-scores", "one row of scores with an ALiBi bias", "position", (3,)),),
    "mask_shapes": (("mask-shape", "how masks broadcast over batch and heads", "shapes", (3,)),),
    "heads": (
        ("attention-parameters", "the parameters of multi-head attention", "heads", (2, 3)),
        ("head-split", "the entries that belong to a head", "heads", (2, 3)),
        ("joined-shape", "the shape after the heads are joined", "shapes", (2,)),
        ("key-value-head", "which key-value head a query head uses", "heads", (2, 3)),
    ),
    "cost": (
        ("loop-count", "a loop over pairs beside one matrix product", "cost", (1, 2)),
        ("attention-flops", "the floating-point operations of attention", "cost", (3,)),
        ("crossover-length", "the length at which attention outweighs the projections", "cost", (3,)),
    ),
    "memory": (
        ("weights-memory", "the memory of the attention weights", "cost", (3,)),
        ("kv-cache", "the bytes of a key-value cache", "cost", (3, 4)),
    ),
    "position": (("rotary-score", "a score between rotated query and key", "position", (4,)),),
    "numerics": (
        ("exp-overflow", "where exp overflows in a number format", "numerics", (3,)),
        ("half-rounding", "a number rounded to half precision", "numerics", (4,)),
    ),
    "not_a_number": (("nan-count", "where NaN comes from, and how far it goes", "numerics", (3, 4)),),
}

CATALOGUE: Mapping[str, Entry] = MappingProxyType(
    {
        name: Entry(name, title, concept, levels, module)
        for module, families in _LISTED.items()
        for name, title, concept, levels in families
    }
)
"""Every family by its name, in the order of the course."""


def entry(name: str) -> Entry:
    """The family of that name. Raises `StudyError` that names near matches if there is none."""
    found = CATALOGUE.get(name.strip().casefold())
    if found is not None:
        return found
    near = difflib.get_close_matches(name.strip().casefold(), CATALOGUE, n=3)
    hint = f"did you mean {' or '.join(near)}?" if near else "`studykit practice --list` shows them all"
    raise StudyError(f"there is no family of problems {name[:60]!r}", hint=hint)


def level(found: Entry, wanted: int | None) -> int:
    """The level to draw at: the wanted one, or the family's first. Raises `StudyError` if there is none."""
    if wanted is None:
        return found.levels[0]
    if wanted not in found.levels:
        levels = " and ".join(map(str, found.levels))
        raise StudyError(f"{found.name} has no level {wanted}", hint=f"it has {levels}")
    return wanted
