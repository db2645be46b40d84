"""Which keys a query sees by position alone: causal, sliding windows, and an offset for cached keys.

Query i stands at position i + offset and sees key j where −ahead ≤ i + offset − j ≤ behind. Causal is
ahead = 0; a window w is behind = w − 1, and ahead = w − 1 where it is not causal. With offset 0 the alignment
is top-left also where n ≠ m.
"""

from __future__ import annotations

from dataclasses import dataclass
from typing import Any

import numpy as np
from numpy.typing import NDArray

Span = tuple[int, int]  # from the first up to, but without, the last


@dataclass(frozen=True, slots=True)
class Band:
    """`behind` None: every earlier key is seen."""

    offset: int
    behind: int | None
    ahead: int

    def keys(self, rows: Span, m: int) -> Span:
        """The keys that any of these queries sees; (0, 0) where there are none."""
        high = min(m, rows[1] + self.offset + self.ahead)
        low = 0 if self.behind is None else max(0, rows[0] + self.offset - self.behind)
        return (low, high) if low < high else (0, 0)

    def queries(self, keys: Span, n: int) -> Span:
        """The queries that see any of these keys; (0, 0) where there are none."""
        low = max(0, keys[0] - self.offset - self.ahead)
        high = n if self.behind is None else min(n, keys[1] - self.offset + self.behind)
        return (low, high) if low < high else (0, 0)

    def hidden_from(self, rows: Span, keys: Span) -> int | None:
        """The first key of the tile from which on some query may not see some key; None where all is seen."""
        if self.behind is not None and rows[1] - 1 + self.offset - keys[0] > self.behind:
            return keys[0]
        first = max(keys[0], rows[0] + self.offset + self.ahead + 1)
        return first if first < keys[1] else None

    def tile(self, rows: Span, keys: Span, dtype: np.dtype[Any]) -> NDArray[Any]:
        """(rows, keys): one where the key is seen, zero elsewhere; read-only.

        Only the difference i − j counts, so the tile is a view of a vector, one step back for each row.
        """
        height, width = rows[1] - rows[0], keys[1] - keys[0]
        distance = np.arange(rows[1] - 1 + self.offset - keys[0], rows[0] + self.offset - keys[1], -1)
        seen = distance >= -self.ahead
        if self.behind is not None:
            seen &= distance <= self.behind
        line = seen.astype(dtype)
        line.flags.writeable = False
        step = line.itemsize
        return np.ndarray((height, width), dtype, line, (height - 1) * step, (-step, step))


def band(*, causal: bool, window: int | None, offset: int) -> Band | None:
    """What the options say about positions; None where every query sees every key."""
    if window is not None:
        return Band(offset, window - 1, 0 if causal else window - 1)
    return Band(offset, None, 0) if causal else None
