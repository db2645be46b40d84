"""A block with a running maximum, for scores of any size; and with bad values kept apart, for NaN and ∞."""

from __future__ import annotations

from collections.abc import Iterator
from typing import Final

import numpy as np

from attention_engine.fast.band import Span
from attention_engine.fast.plan import spans
from attention_engine.fast.problem import Array
from attention_engine.fast.scores import Scores
from attention_engine.fast.scratch import ones, scratch

# Scores this far below their row's maximum count as this far: e⁻⁶⁰ is nothing beside 1, and what lies below
# would give denormal numbers, which cost 25 ns each.
FLOOR: Final = -60.0


def attend_carefully(
    scores: Scores, width: int, out: Array, lse: Array, heads: Span, rows: Span, keys: Span
) -> None:
    """Writes out (g, rows, d_v) and lse (g, rows) for one block, in tiles of `width` keys."""
    values = scores.problem.v.group(*heads)
    maximum, sums = _walk(scores, width, out, lse.shape, heads, rows, keys)
    nothing = np.isneginf(maximum)  # (g, rows)
    sums[nothing] = 1
    np.divide(out, sums[..., np.newaxis], out=out)
    np.multiply(maximum, 1 / scores.exponential.factor, out=lse)
    lse += np.log(sums)
    if not np.isfinite(out).all():
        _apart(scores, width, values, out, lse, heads, rows, keys)
    out[nothing] = 0


def _walk(
    scores: Scores, width: int, out: Array, shape: tuple[int, ...], heads: Span, rows: Span, keys: Span
) -> tuple[Array, Array]:
    """The online softmax: the largest score and the sum of exponentials of each row (g, rows), and `out`."""
    values = scores.problem.v.group(*heads)
    floor = FLOOR * scores.exponential.factor
    maximum = np.full(shape, -np.inf, out.dtype)
    sums = np.zeros(shape, out.dtype)
    out[...] = 0
    for span, tile, seen in _tiles(scores, width, heads, rows, keys):
        highest = np.maximum(maximum, tile.max(axis=-1))
        shift = np.where(np.isneginf(highest), 0, highest)[..., np.newaxis]
        np.subtract(tile, shift, out=tile)
        np.maximum(tile, floor, out=tile)
        scores.exponential.function(tile, out=tile)
        if seen is not None:
            np.multiply(tile, seen, out=tile)
        kept = scores.exponential.function(maximum - shift[..., 0])
        maximum = highest
        sums *= kept
        sums += np.matmul(tile, ones(span[1] - span[0], out.dtype))
        out *= kept[..., np.newaxis]
        out += np.matmul(tile, values[:, span[0] : span[1]], out=scratch("more", out.shape, out.dtype))
    return maximum, sums


def _tiles(
    scores: Scores, width: int, heads: Span, rows: Span, keys: Span
) -> Iterator[tuple[Span, Array, Array | None]]:
    """The tiles of a block, −∞ where a query may not attend, whatever stood there."""
    queries = scores.queries(heads, rows)
    for span in spans(*keys, width):
        tile = scores.tile(queries, heads, rows, span)
        seen = scores.visible(heads, rows, span)
        if seen is not None:
            np.copyto(tile, -np.inf, where=~seen)
        yield span, tile, seen


def _apart(
    scores: Scores,
    width: int,
    values: Array,
    out: Array,
    lse: Array,
    heads: Span,
    rows: Span,
    keys: Span,
) -> None:
    """The block once more with its final weights, where a weight of exactly 0 leaves its value unread.

    In plain arithmetic 0 · NaN and 0 · ∞ are NaN. So the finite values are summed, and for each kind of bad
    one it is counted whether it was read.
    """
    factor = scores.exponential.factor
    exponential = scores.exponential.function
    kind = out.dtype
    total = np.zeros(out.shape, kind)
    read = [np.zeros(out.shape, kind) for _ in range(3)]  # +∞, −∞, NaN
    maximum, sums = row_sums(scores, width, heads, rows, keys)
    shift = np.where(np.isneginf(maximum), 0, maximum)
    for span, tile, seen in _tiles(scores, width, heads, rows, keys):
        v = values[:, span[0] : span[1]]
        weights = exponential(tile - shift[..., np.newaxis]) / sums[..., np.newaxis]
        if seen is not None:
            np.copyto(weights, 0, where=~seen)
        total += np.matmul(weights, np.where(np.isfinite(v), v, 0))
        touched = (weights > 0).astype(kind)
        for count, bad in zip(read, (v == np.inf, v == -np.inf, np.isnan(v)), strict=True):
            if bad.any():
                count += np.matmul(touched, bad.astype(kind))
    rising, falling, undefined = (count > 0 for count in read)
    total[rising] = np.inf
    total[falling] = -np.inf
    total[undefined | (rising & falling)] = np.nan
    out[...] = total
    lse[...] = maximum / factor + np.log(sums)


def row_sums(scores: Scores, width: int, heads: Span, rows: Span, keys: Span) -> tuple[Array, Array]:
    """The largest score and the sum of exponentials of each row (g, rows), to the last bit of the range.

    A row with nothing to attend to has sum 1, so that it can be divided by.
    """
    shape = heads[1] - heads[0], rows[1] - rows[0]
    maximum = np.full(shape, -np.inf, scores.problem.dtype)
    for _, tile, _ in _tiles(scores, width, heads, rows, keys):
        np.maximum(maximum, tile.max(axis=-1), out=maximum)
    shift = np.where(np.isneginf(maximum), 0, maximum)[..., np.newaxis]
    sums = np.zeros(shape, scores.problem.dtype)
    for _, tile, _ in _tiles(scores, width, heads, rows, keys):
        sums += scores.exponential.function(tile - shift).sum(axis=-1)
    sums[np.isneginf(maximum)] = 1
    return maximum, sums
