"""Letters with an index in words that are no formula: `d_k equal terms` is shown as `dₖ equal terms`."""

from __future__ import annotations

import re

from studykit.render.pen import PEN, Pen

_INDEXED = re.compile(r"(?<![A-Za-z0-9_\\])([A-Za-z])_([A-Za-z0-9])(?![A-Za-z0-9_])")


def with_indices(text: str, pen: Pen = PEN) -> str:
    """The words with their indices set low where there are signs for it; words with formulas stay."""
    if "$" in text or "`" in text:
        return text
    return _INDEXED.sub(lambda found: pen.line(f"{found[1]}_{found[2]}"), text)
