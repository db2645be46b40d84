"""Floats, by the standard library's own formats."""

from __future__ import annotations

import math
import struct
import sys
from typing import Any

LARGEST = {"float16": 65504.0, "float32": (2 - 2.0**-23) * 2.0**127, "float64": sys.float_info.max}


def half(g: dict[str, Any]) -> int:
    (found,) = struct.unpack("<e", struct.pack("<e", float(g["x"])))
    return int(found)


ANSWERS = {
    "exp-overflow": lambda g: math.log(LARGEST[g["format"]]) / g["factor"],
    "half-rounding": half,
}
