"""What stands between a front and a back."""

from __future__ import annotations

import re
from dataclasses import dataclass
from functools import lru_cache


@dataclass(frozen=True, slots=True)
class Separators:
    """The separators of a set of rules, made ready for searching."""

    inline: tuple[tuple[re.Pattern[str], bool], ...]
    """A pattern and whether it asks both ways; the longest first."""
    lines: dict[str, bool]
    """A line that trims to one of these stands between the sides of a multi-line card."""
    marks: tuple[str, ...]
    """The inline separators as text, for a quick look at a whole note."""

    def split(self, shadow: str) -> tuple[int, int, bool] | None:
        """Start and end of the separator in a line, and whether it asks both ways.

        The longest one wins wherever it stands, so `a::b:::c` asks both ways.
        """
        for pattern, both in self.inline:
            if found := pattern.search(shadow):
                return found.start(), found.end(), both
        return None

    def divides(self, shadow: str) -> bool | None:
        """Whether a line of its own asks both ways; None if it is no separator."""
        return self.lines.get(shadow.strip())


@lru_cache(maxsize=32)
def of(separators: tuple[str, str, str, str]) -> Separators:
    """The separators of `Rules.separators`; an empty one is switched off."""
    one, both, line, line_both = (separator.strip() for separator in separators)
    inline = [(text, way) for text, way in ((both, True), (one, False)) if text]
    inline.sort(key=lambda entry: -len(entry[0]))
    return Separators(
        tuple((_pattern(text), way) for text, way in inline),
        {text: way for text, way in ((line, False), (line_both, True)) if text},
        tuple(text for text, _ in inline),
    )


def _pattern(text: str) -> re.Pattern[str]:
    escaped = re.escape(text)
    if len(set(text)) == 1 and text[0] != ":":
        # `--` is no part of `---`: that is a rule, or an arrow, not a separator.
        sign = re.escape(text[0])
        escaped = f"(?<!{sign}){escaped}(?!{sign})"
    return re.compile(escaped)
