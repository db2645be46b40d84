"""What formulas are drawn with: the signs that the screen can show, and the note's own commands."""

from __future__ import annotations

from dataclasses import dataclass, replace
from functools import lru_cache

from studykit.render import maths


@dataclass(frozen=True, slots=True)
class Pen:
    """Draws formulas. Without arguments: in all signs, and with no commands but LaTeX's own."""

    charset: maths.Charset = "full"
    macros: tuple[tuple[str, str], ...] = ()
    """Names of commands, with or without a backslash, and their LaTeX."""

    def with_macros(self, macros: tuple[tuple[str, str], ...]) -> Pen:
        """The same signs, with the commands of another note."""
        return self if macros == self.macros else replace(self, macros=macros)

    def line(self, tex: str, *, keep_bold: bool = False) -> str:
        """The formula on one line."""
        return maths.line(tex, self.charset, _macros(self.macros), keep_bold=keep_bold)

    def box(self, tex: str, width: int | None = None, *, keep_bold: bool = False) -> maths.Box:
        """The formula in two dimensions."""
        return maths.box(tex, width, self.charset, _macros(self.macros), keep_bold=keep_bold)

    def speech(self, tex: str) -> str:
        """The formula in words."""
        return maths.speech(tex, _macros(self.macros))

    def repairs(self, tex: str) -> tuple[maths.Repair, ...]:
        """What had to be mended to draw the formula."""
        return tuple(maths.parse(tex, _macros(self.macros)).repairs)


PEN = Pen()
"""For text that belongs to no note, and what functions draw with if they are given no other."""


@lru_cache(maxsize=64)
def _macros(pairs: tuple[tuple[str, str], ...]) -> maths.Macros | None:
    return maths.Macros.of(dict(pairs)) if pairs else None
