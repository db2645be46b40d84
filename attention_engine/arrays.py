"""The array types that signatures name."""

from __future__ import annotations

from typing import Any, TypeAlias

import numpy as np
import numpy.typing as npt

Floats: TypeAlias = npt.NDArray[np.floating[Any]]  # float16, float32 or float64
Bools: TypeAlias = npt.NDArray[np.bool_]
Integers: TypeAlias = npt.NDArray[np.int64]
ArrayLike: TypeAlias = npt.ArrayLike
Shape: TypeAlias = tuple[int, ...]
