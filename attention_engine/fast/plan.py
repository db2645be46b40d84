"""How a problem is cut into blocks of work."""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass
from typing import Final

from attention_engine.fast.band import Span

TILE: Final = 1 << 17  # scores of a tile: 512 kB of float32, so that it stays in the second-level cache
ROWS: Final = 512  # queries of a tile: the more, the less often a product packs its keys
UNEVEN_ROWS: Final = 256  # where blocks differ in their work (causal): fewer are hidden at the edge
KEYS: Final = 256  # keys of a tile on the way back
FINE_ROWS: Final = 128  # where larger ones would leave a thread without work
ALONE: Final = 1 << 16  # scores up to which waking a second thread costs more than it saves


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
        return Plan(_heads(count, n, m, threads), n, m, threads)
    rows = min(n, UNEVEN_ROWS if uneven else ROWS)
    if uneven and count * -(-n // rows) < 2 * threads:
        rows = min(n, FINE_ROWS)
    elif not uneven and count % threads and count * -(-n // rows) < 4 * threads:
        parts = -(-n // (rows * threads)) * threads  # as many blocks for each thread
        rows = -(-n // parts)
    return Plan(1, rows, even(m, max(1, TILE // rows)), threads)


def plan_backward(count: int, n: int, m: int, threads: int) -> Plan:
    """The same for the gradients, where it is the keys that are shared out."""
    if count * n * m <= ALONE:
        threads = 1
    if n * m <= TILE and (count > 1 or threads == 1):
        return Plan(_heads(count, n, m, threads), n, m, threads)
    keys = min(m, KEYS)
    if threads > 1 and count < 2 * threads:
        keys = even(m, max(1, min(keys, -(-m // (2 * threads)))))
    return Plan(1, even(n, max(1, TILE // keys)), keys, threads)


def _heads(count: int, n: int, m: int, threads: int) -> int:
    """How many heads of n × m make a tile, so that every thread gets some."""
    return max(1, min(TILE // (n * m), -(-count // threads)))


def even(length: int, most: int) -> int:
    """The longest equal part of `length` that is not above `most`, so that no last tile is a sliver."""
    return -(-length // -(-length // most)) if length else 1


def spans(first: int, last: int, step: int) -> Iterator[Span]:
    """first … last in spans of `step`."""
    for begin in range(first, last, step):
        yield begin, min(begin + step, last)
