"""A card's Markdown as lines of styled text for a width.

`read` makes a document of a text, `revealed` one of a cloze with its answer marked, and `lay_out` lines of a
document. None of them raises, and no letter of the text is left out unless a line says so.
"""

from __future__ import annotations

import re

from studykit.cards.model import Card
from studykit.render.markdown.blocks import Document, Line, Paragraph, Span
from studykit.render.pen import PEN, Pen
from studykit.render.sanitise import visible

__all__ = ["LONGEST", "Document", "Line", "Span", "is_drawn", "lay_out", "read", "revealed"]

LONGEST = 20_000
"""Characters of a text that are read; how many follow is said in the last line."""

_NOTHING_SPECIAL = re.compile(r"[A-Za-z][A-Za-z0-9 ,;:?'\"()/-]*[A-Za-z0-9,.;:?'\")]")
_OPEN, _CLOSE = "\ue000", "\ue001"


def read(markdown: str, pen: Pen = PEN) -> Document:
    """The blocks of a text, whose formulas `pen` draws."""
    return _read(markdown, pen, sided=False)


def _read(markdown: str, pen: Pen, *, sided: bool) -> Document:
    if _NOTHING_SPECIAL.fullmatch(markdown) and "://" not in markdown and len(markdown) < LONGEST:
        return Document((Paragraph((Span(markdown),)),))
    left_out = 0
    if len(markdown) > LONGEST:
        end = markdown.rfind("\n", LONGEST // 2, LONGEST)
        end = end if end > 0 else LONGEST
        left_out = len(markdown) - end
        markdown = markdown[:end]
    text = visible(markdown).strip("\n")
    if not text.strip():
        return Document((), left_out)
    from studykit.render.markdown import document  # markdown-it takes 45 ms, and plain words need none of it

    return Document(document.read(text, pen, sided=sided), left_out)


def revealed(card: Card, pen: Pen = PEN) -> Document:
    """A cloze with its answer put in, in the style `answer`."""
    before, found, after = card.revealed.partition(f"=={card.back}==")
    if not found or _OPEN in card.revealed or _CLOSE in card.revealed:
        return read(card.revealed, pen)
    return _read(f"{before}{_OPEN}{found}{_CLOSE}{after}", pen, sided=True)


def is_drawn(document: Document) -> bool:
    """Whether it has more than paragraphs: a formula in two dimensions, a table, a list, code."""
    return any(not isinstance(block, Paragraph) for block in document.blocks)


def lay_out(document: Document, width: int) -> tuple[Line, ...]:
    """The lines of a document; only formulas, tables and code may be wider than `width` cells."""
    from studykit.render.markdown import layout

    return layout.lay_out(document, width)
