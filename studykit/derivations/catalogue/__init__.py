"""The derivations, one file a topic."""

from __future__ import annotations

import difflib
from collections.abc import Mapping
from types import MappingProxyType

from studykit.derivations.catalogue import (
    assumptions,
    counting,
    gradients,
    moments,
    scaling,
    similarity,
    softmax,
    softmax_gradient,
)
from studykit.derivations.derivation import Derivation
from studykit.errors import StudyError

CATALOGUE: Mapping[str, Derivation] = MappingProxyType(
    {
        each.name: each
        for topic in (
            moments,
            assumptions,
            scaling,
            similarity,
            softmax,
            softmax_gradient,
            gradients,
            counting,
        )
        for each in topic.DERIVATIONS
    }
)
"""Every derivation by its name, in the order of the course."""


def derivation(name: str) -> Derivation:
    """The derivation of that name. Raises `StudyError` that names near matches if there is none."""
    wanted = name.strip().casefold()
    found = CATALOGUE.get(wanted)
    if found is not None:
        return found
    near = difflib.get_close_matches(wanted, CATALOGUE, n=3)
    hint = f"did you mean {' or '.join(near)}?" if near else "`studykit derive --list` shows them all"
    raise StudyError(f"there is no derivation {name[:60]!r}", hint=hint)
