"""Buffers that a thread allocates once and fills again and again.

Fresh memory costs a page fault every 4 kB, more than the arithmetic on it. Only buffers of about a tile's
size live here, so what stays behind is a few megabytes a thread.
"""

from __future__ import annotations

from threading import local
from typing import Any, Final

import numpy as np
from numpy.typing import NDArray

_KEPT: Final = local()


def scratch(name: str, shape: tuple[int, ...], dtype: np.dtype[Any]) -> NDArray[Any]:
    """This thread's buffer of that name, as a C-ordered array of `shape`, with whatever was in it."""
    size = 1
    for length in shape:
        size *= length
    kept: dict[Any, NDArray[Any]] = _KEPT.__dict__
    key = name, dtype.char
    flat = kept.get(key)
    if flat is None or flat.size < size:
        flat = kept[key] = np.empty(size, dtype)
    return np.ndarray(shape, dtype, flat)


def ones(length: int, dtype: np.dtype[Any]) -> NDArray[Any]:
    """(length,) ones: a product with them is the quickest sum."""
    kept: dict[Any, NDArray[Any]] = _KEPT.__dict__
    key = "ones", dtype.char
    flat = kept.get(key)
    if flat is None or flat.size < length:
        flat = kept[key] = np.ones(length, dtype)
    return flat[:length]
