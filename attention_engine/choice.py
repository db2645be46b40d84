"""Which face answers: the readable stages, or the blocks of `fast` where a problem is large enough."""

from __future__ import annotations

from types import ModuleType

from attention_engine.inputs import Inputs

# Below this many scores nothing is won by blocks and threads, and the fast face need not even be imported.
FEW_SCORES = 4096


def fast_face(given: Inputs) -> ModuleType | None:
    """The fast face, where it suits this problem; otherwise None, and the stages are computed one by one."""
    if given.size < FEW_SCORES:
        return None
    from attention_engine import fast  # when first needed: it looks for the BLAS and starts threads

    return fast if fast.suits(given.q, given.k, given.v, **given.options()) else None
