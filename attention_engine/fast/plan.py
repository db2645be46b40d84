"""How a problem is cut into blocks of work."""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass
from typing import Any, Final

import numpy as np

from attention_engine.fast.band import Span

TILE: Final = 1 << 16  # scores of a tile: 256 kB of float32, so that it stays in the second-level cache
ROWS: Final = 256  # queries of a tile
FINE_ROWS: Final = 128  # where larger ones would leave a thread without work, or work on what is hidden
ALONE: Final = 1 << 15  # scores below which waking a second thread costs more than it saves


@dataclass(frozen=True, slots=True)
class Plan:
    """Tiles of `heads` × `rows` × `keys` scores, worked on by `threads` threads."""

    heads: int
    rows: int
    keys: int
    threads: int


def plan(count: int, n: int, m: int, threads: int, *, uneven: bool) -> Plan:
    """Several whole heads to a tile where they are small, a part of one head where they are large.

    `uneven`: blocks differ in their work (causal), so more of them are wanted.
    """
    if count * n * m <= ALONE:
        threads = 1
    if n * m <= TILE and (count > 1 or threads == 1):
        heads = max(1, min(TILE // (n * m), -(-count // threads)))
        return Plan(heads, n, m, threads)
    rows = min(n, ROWS if n > 4 * ROWS or not uneven else FINE_ROWS)
    if threads > 1 and count * -(-n // rows) < 4 * threads:
        if uneven:
            rows = min(n, FINE_ROWS)
        elif count % threads:  # as many blocks for each thread
            parts = -(-n // (rows * threads)) * threads
            rows = -(-n // parts)
    return Plan(1, rows, even(m, max(1, TILE // rows)), threads)


def plan_backward(count: int, n: int, m: int, dtype: np.dtype[Any], threads: int) -> Plan:
    """The same for the gradients, which hold two tiles at once."""
    tile = 4 * TILE // dtype.itemsize  # two tiles at once
    if count * n * m <= ALONE // 4:
        threads = 1
    if n * m <= tile and (count > 1 or threads == 1):
        return Plan(max(1, min(tile // (n * m), -(-count // threads))), n, m, threads)
    keys = min(m, ROWS)
    if threads > 1 and count < 2 * threads:
        keys = even(m, max(1, min(keys, -(-m // (2 * threads)))))
    return Plan(1, even(n, max(1, tile // keys)), keys, threads)


def even(length: int, most: int) -> int:
    """The longest equal part of `length` that is not above `most`, so that no last tile is a sliver."""
    return -(-length // -(-length // most)) if length else 1


def spans(first: int, last: int, step: int) -> Iterator[Span]:
    """first … last in spans of `step`."""
    for begin in range(first, last, step):
        yield begin, min(begin + step, last)
