"""The leading axes as one axis of problems, without copying what is broadcast along them."""

from __future__ import annotations

from itertools import pairwise
from math import prod
from typing import Any

import numpy as np
from numpy.typing import NDArray


class Heads:
    """An array of shape (..., r, c) seen as (count, r, c), where `...` broadcasts to `lead`."""

    __slots__ = ("_flat", "_lead", "_wide")

    def __init__(self, array: NDArray[Any], lead: tuple[int, ...], count: int) -> None:
        own = array.shape[:-2]
        self._lead = lead
        self._flat: NDArray[Any] | None = None
        self._wide = array
        if own == (count,):
            self._flat = array
        elif (own == lead or prod(own) == 1) and (array.flags.c_contiguous or _folds(array)):
            self._flat = array.reshape(prod(own), *array.shape[-2:])
        else:
            self._wide = np.broadcast_to(array, (*lead, *array.shape[-2:]))

    def group(self, first: int, last: int) -> NDArray[Any]:
        """(last − first, r, c), or (1, r, c) where all heads are the same one.

        A view, except for several heads whose strides do not fold into one axis: those are gathered.
        """
        if self._flat is not None:
            return self._flat if self._flat.shape[0] == 1 else self._flat[first:last]
        if last - first == 1:
            view: NDArray[Any] = self._wide[np.unravel_index(first, self._lead)]
            return view[np.newaxis]
        return np.stack([self._wide[np.unravel_index(head, self._lead)] for head in range(first, last)])


def _folds(array: NDArray[Any]) -> bool:
    """Whether the leading axes lie one behind the other in memory, so that one can stand for all."""
    axes = [
        pair for pair in zip(array.shape[:-2], array.strides[:-2], strict=True) if pair[0] != 1
    ]  # an axis of one element may have any stride
    return all(outer[1] == inner[0] * inner[1] for outer, inner in pairwise(axes))


def unbroadcast(gradient: NDArray[Any], shape: tuple[int, ...]) -> NDArray[Any]:
    """Sum a gradient over the axes along which its input, of `shape`, was broadcast."""
    extra = gradient.ndim - len(shape)
    axes = tuple(range(extra)) + tuple(
        axis + extra for axis, length in enumerate(shape) if length == 1 and gradient.shape[axis + extra] != 1
    )
    return gradient.sum(axis=axes).reshape(shape) if axes else gradient.reshape(shape)
