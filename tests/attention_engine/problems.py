"""Hypothesis strategies: whole attention problems, with every option and empty axes."""

from __future__ import annotations

from dataclasses import dataclass
from typing import Any

import numpy as np
from hypothesis import strategies as st

Array = np.ndarray[Any, Any]


@dataclass(frozen=True)
class Given:
    """The arguments of one call."""

    q: Array
    k: Array
    v: Array
    options: dict[str, Any]

    @property
    def arrays(self) -> tuple[Array, Array, Array]:
        return self.q, self.k, self.v


LEADS = [  # leading axes of q, k and v
    ((), (), ()),
    ((2,), (2,), (2,)),
    ((2, 4), (2, 4), (2, 4)),
    ((2, 4), (2, 2), (2, 2)),  # grouped heads
    ((4,), (1,), (1,)),  # multi-query
    ((1, 6), (3, 2), (3, 2)),
    ((2, 3), (), ()),
    ((), (2,), (2,)),
    ((3,), (3,), (2, 3)),
    ((0,), (0,), (0,)),
    ((0, 2), (0, 1), (0, 1)),
]


@st.composite
def problems(draw: st.DrawFn, *, least: int = 0, dtypes: tuple[type, ...] = (np.float64,)) -> Given:
    """Axes n, m and d_v from `least` to 5; numbers from a drawn seed, so that examples shrink by shape."""
    rng = np.random.default_rng(draw(st.integers(0, 2**32 - 1)))
    n, m, d_v = (draw(st.integers(least, 5)) for _ in range(3))
    d_k = draw(st.integers(1, 5))
    size = draw(st.sampled_from([0.1, 1.0, 5.0]))
    leads = draw(st.sampled_from(LEADS))
    q, k, v = (
        (size * rng.standard_normal((*lead, *axes))).astype(draw(st.sampled_from(dtypes)))
        for lead, axes in zip(leads, ((n, d_k), (m, d_k), (m, d_v)), strict=True)
    )
    heads = [lead[-1] for lead in leads if lead]
    full = list(np.broadcast_shapes(*(lead[:-1] for lead in leads))) + (
        [max(heads) if min(heads) else 0] if heads else []
    )
    shape = (*full, n, m)
    options: dict[str, Any] = {
        "causal": draw(st.booleans()),
        "window": draw(st.none() | st.integers(1, 6)),
        "scale": draw(st.none() | st.sampled_from([0.0, 0.3, 1.0, -0.5])),
        "softcap": draw(st.none() | st.sampled_from([0.5, 2.0, 30.0])),
        "offset": draw(st.sampled_from([0, 0, 1, 3, -2])),
    }
    kept = draw(st.sampled_from([None, 0.0, 0.3, 0.8]))
    if kept is not None:
        options["mask"] = rng.random(draw(_broadcast(shape))) < kept
    added = draw(st.sampled_from([None, 0.0, 0.4]))
    if added is not None:
        where = draw(_broadcast(shape))
        options["bias"] = np.where(rng.random(where) < added, -np.inf, rng.standard_normal(where))
    return Given(q, k, v, options)


def _broadcast(shape: tuple[int, ...]) -> st.SearchStrategy[tuple[int, ...]]:
    """Shapes that broadcast to `shape` and do not enlarge it."""
    return st.integers(0, len(shape)).flatmap(
        lambda dropped: st.tuples(*(st.sampled_from([length, 1]) for length in shape[dropped:]))
    )
