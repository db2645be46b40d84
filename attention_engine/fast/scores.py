"""Tiles of scores: bias + softcap(scale · Q Kᵀ), in the base of the exponential that follows."""

from __future__ import annotations

from dataclasses import dataclass
from math import sqrt

import numpy as np

from attention_engine.fast.band import Span
from attention_engine.fast.exponential import Exponential
from attention_engine.fast.problem import Array, Problem, part
from attention_engine.fast.scratch import scratch


@dataclass(frozen=True, slots=True)
class Scores:
    """`problem`'s scores × `exponential.factor`.

    `stepwise`: rounded as the readable stages round, first Q Kᵀ and then the scale. A score of 300 in float32
    is known to 10⁻⁵ only, so where scores are large, as good an answer in another order is a different one.
    """

    problem: Problem
    exponential: Exponential
    stepwise: bool = False

    @property
    def query_factor(self) -> float:
        """What the queries are multiplied by, so that the tile needs no pass of its own for the scale."""
        p = self.problem
        if self.stepwise:
            return 1.0
        return p.scale / p.softcap if p.softcap is not None else p.scale * self.exponential.factor

    @property
    def key_factor(self) -> float:
        """What a gradient of the keys is multiplied by that was made with such queries."""
        p = self.problem
        if self.stepwise:
            return p.scale
        return 1 / self.exponential.factor if p.softcap is None else p.softcap

    def queries(self, heads: Span, rows: Span) -> Array:
        """(g, rows, d): a scaled copy of these queries, in this thread's buffer."""
        q = self.problem.q.group(*heads)[:, rows[0] : rows[1]]
        out = scratch("queries", q.shape, q.dtype)
        np.multiply(q, q.dtype.type(self.query_factor), out=out)
        return out

    def tile(self, queries: Array, heads: Span, rows: Span, keys: Span) -> Array:
        """(g, rows, keys): the scores, in this thread's buffer."""
        k = self.problem.k.group(*heads)[:, keys[0] : keys[1]]
        shape = (heads[1] - heads[0], rows[1] - rows[0], keys[1] - keys[0])
        out = scratch("scores", shape, queries.dtype)
        np.matmul(queries, k.swapaxes(-1, -2), out=out)
        return self.finished(out, heads, rows, keys)

    def finished(self, tile: Array, heads: Span, rows: Span, keys: Span) -> Array:
        """The products with softcap and bias, in place: the softcap comes first."""
        p, factor = self.problem, self.exponential.factor
        if self.stepwise:
            self.scale(tile)
        if p.softcap is not None:
            np.tanh(tile, out=tile)
            np.multiply(tile, tile.dtype.type(p.softcap * factor), out=tile)
        self.add_bias(tile, heads, rows, keys)
        return tile

    def scale(self, tile: Array) -> None:
        """Products to scores, or to scores / softcap, in place; divided by √d where that is the scale."""
        p, kind = self.problem, tile.dtype.type
        if p.d and p.scale == 1 / sqrt(p.d):
            np.divide(tile, kind(sqrt(p.d)), out=tile)
        else:
            np.multiply(tile, kind(p.scale), out=tile)
        if p.softcap is not None:
            np.divide(tile, kind(p.softcap), out=tile)

    def add_bias(self, tile: Array, heads: Span, rows: Span, keys: Span) -> None:
        """The tile plus the bias, in place."""
        if self.problem.bias is None:
            return
        bias, factor = part(self.problem.bias, heads, rows, keys), self.exponential.factor
        if factor != 1.0:
            bias = np.multiply(bias, tile.dtype.type(factor), out=scratch("bias", bias.shape, tile.dtype))
        np.add(tile, bias, out=tile)

    def hide(self, weights: Array, heads: Span, rows: Span, keys: Span) -> None:
        """Zeros where a query may not attend, in place.

        Multiplying costs a tenth of `where`, `copyto` or `putmask`; an infinity there becomes NaN and shows
        in the row sums.
        """
        p = self.problem
        if p.mask is not None:
            np.multiply(weights, part(p.mask, heads, rows, keys), out=weights)
        if p.band is not None:
            first = p.band.hidden_from(rows, keys)
            if first is not None:
                hidden = weights[..., first - keys[0] :]
                np.multiply(hidden, p.band.tile(rows, (first, keys[1]), weights.dtype), out=hidden)

    def visible(self, heads: Span, rows: Span, keys: Span) -> Array | None:
        """Booleans (g or 1, rows, keys): who may attend to whom; None where everyone may."""
        p = self.problem
        seen: Array | None = None
        if p.mask is not None:
            seen = part(p.mask, heads, rows, keys)
        if p.bias is not None:
            bias = part(p.bias, heads, rows, keys)
            if np.isneginf(bias.min(initial=0)):
                finite = bias != -np.inf
                seen = finite if seen is None else seen & finite
        if p.band is not None and p.band.hidden_from(rows, keys) is not None:
            positions = p.band.tile(rows, keys, np.dtype(np.bool_))
            seen = positions if seen is None else seen & positions
        return seen

    def attends(self, heads: Span, rows: Span) -> Array:
        """Booleans (g or 1, rows): which queries have anything to attend to."""
        p = self.problem
        found = np.zeros((heads[1] - heads[0], rows[1] - rows[0]), np.bool_)
        for row in range(*rows):
            span = row, row + 1
            keys = p.keys(span)
            if keys[0] < keys[1]:
                seen = self.visible(heads, span, keys)
                found[:, row - rows[0]] = True if seen is None else seen.any(axis=(-2, -1))
        return found
