"""What a card's formulas are drawn with: the character set of the settings, the macros of its note."""

from __future__ import annotations

from typing import cast

from studykit.render.maths import Charset
from studykit.render.pen import Pen
from studykit.settings import Settings


def pen(settings: Settings, macros: tuple[tuple[str, str], ...] = ()) -> Pen:
    """The pen for text of a note that has these macros."""
    return Pen(cast(Charset, settings.charset), macros)
