"""What is wrong with an argument, said with its name, the shapes and the axis.

`TypeError` where no array of numbers can be made of it, `ValueError` where the numbers or their shape do
not fit.
"""

from __future__ import annotations

import math
import operator
from typing import SupportsIndex

import numpy as np

from attention_engine.arrays import ArrayLike, Bools, Floats, Shape


def floats(name: str, value: ArrayLike) -> Floats:
    """`value` as float16, float32 or float64; integers and lists of numbers become float64.

    The array itself is returned where it fits already, so the caller must not write into it.

    Raises TypeError for objects, booleans, complex and long double numbers, text and masked arrays;
    ValueError for ragged lists.
    """
    if isinstance(value, np.ma.MaskedArray):
        raise TypeError(
            f"{name} is a masked array, whose mask would be lost: pass its data, and the mask as mask="
        )
    try:
        array = np.asarray(value)
    except ValueError as error:
        raise ValueError(f"{name} is not a rectangular array: {error}") from error
    if array.dtype.kind in "iu":
        return array.astype(np.float64)
    if array.dtype.kind == "f" and array.dtype.itemsize <= 8:
        return array.astype(array.dtype.newbyteorder("="), copy=False)
    raise TypeError(f"{name} holds {array.dtype}: expected float16, float32, float64 or integers")


def matrix(name: str, value: ArrayLike, axes: str) -> Floats:
    """`floats` with at least two axes, told as `axes`, for example "(…, n, d_k)"."""
    array = floats(name, value)
    if array.ndim < 2:
        hint = "; write one vector as a matrix of one row, [None, :]" if array.ndim == 1 else ""
        raise ValueError(f"{name} has shape {array.shape}: expected at least two axes, {axes}{hint}")
    return array


def booleans(name: str, value: ArrayLike) -> Bools:
    """A boolean mask, True = may attend. Raises ValueError for anything but booleans.

    Integers are refused and not read as truth: 0 and 1 stand for blocked and kept in one library and for
    kept and blocked in the next, and a mask of 0 and −inf is a bias.
    """
    array = np.asarray(value)
    if array.dtype.kind != "b":
        instead = (
            "pass what is added to the scores as bias="
            if array.dtype.kind == "f"
            else "compare first, as in a != 0"
        )
        raise ValueError(f"{name} holds {array.dtype}: expected booleans, True = may attend; {instead}")
    return array


def added(name: str, value: ArrayLike) -> Floats:
    """An additive bias. Raises ValueError for booleans, which are a mask."""
    if np.asarray(value).dtype.kind == "b":
        raise ValueError(
            f"{name} holds bool: expected numbers that are added to the scores; pass booleans as mask="
        )
    return floats(name, value)


def number(name: str, value: float, *, positive: bool = False) -> float:
    """A finite number, above 0 if `positive`. Raises TypeError or ValueError."""
    if isinstance(value, bool | np.bool_ | str | bytes) or np.ndim(value) != 0:
        raise TypeError(f"{name} is {value!r}: expected one number")
    try:
        real = float(value)
    except TypeError as error:
        raise TypeError(f"{name} is {value!r}: expected one number") from error
    if not math.isfinite(real) or (positive and real <= 0):
        raise ValueError(f"{name} is {value!r}: expected a finite number{' above 0' if positive else ''}")
    return real


def whole(name: str, value: SupportsIndex, *, least: int | None = None) -> int:
    """A whole number, not below `least`. Raises TypeError or ValueError."""
    if isinstance(value, bool | np.bool_):
        raise TypeError(f"{name} is {value!r}: expected a whole number")
    try:
        integer = operator.index(value)
    except TypeError as error:
        raise TypeError(f"{name} is {value!r}: expected a whole number") from error
    if least is not None and integer < least:
        raise ValueError(f"{name} is {integer}: expected at least {least}")
    return integer


def flag(name: str, value: object) -> bool:
    """True or False and nothing that merely passes for it: a mask given as `causal` is a mistake."""
    if not isinstance(value, bool | np.bool_):
        raise TypeError(f"{name} is {type(value).__name__}: expected True or False")
    return bool(value)


def same_axis(first: str, a: Shape, i: int, second: str, b: Shape, j: int, meaning: str) -> None:
    """Raises ValueError unless axis `i` of `a` is as long as axis `j` of `b`."""
    if a[i] != b[j]:
        raise ValueError(
            f"{first} {a} and {second} {b} differ in {meaning}: "
            f"axis {i} of {first} is {a[i]}, axis {j} of {second} is {b[j]}"
        )


def broadcasts_to(name: str, shape: Shape, target: Shape, meaning: str) -> None:
    """Raises ValueError unless `shape` broadcasts to `target` without enlarging it."""
    if len(shape) > len(target):
        raise ValueError(
            f"{name} {shape} does not broadcast to {meaning} {target}: "
            f"it has {len(shape)} axes, expected at most {len(target)}"
        )
    for back in range(1, len(shape) + 1):
        if shape[-back] not in (1, target[-back]):
            raise ValueError(
                f"{name} {shape} does not broadcast to {meaning} {target}: "
                f"axis {-back} is {shape[-back]}, expected {target[-back]} or 1"
            )


def leading(first: str, a: Shape, second: str, b: Shape) -> Shape:
    """The common leading axes of two matrices' shapes, all but the last two. Raises ValueError."""
    for back in range(3, min(len(a), len(b)) + 1):
        if a[-back] != b[-back] and 1 not in (a[-back], b[-back]):
            raise ValueError(
                f"{first} {a} and {second} {b} do not broadcast: "
                f"axis {-back} of {first} is {a[-back]}, of {second} {b[-back]}"
            )
    return np.broadcast_shapes(a[:-2], b[:-2])
