"""What a card's Markdown is read into, and the lines that it is laid out in. Plain data.

Styles are names of our own; whoever draws decides what they look like.
"""

from __future__ import annotations

from dataclasses import dataclass, replace
from typing import TypeAlias

from studykit.render.pen import PEN, Pen
from studykit.render.wrap import columns

STYLES = (
    "heading", "strong", "emphasis", "struck", "mark", "answer", "code", "maths", "link", "address", "frame",
    "keyword", "string", "number", "comment", "name", "more",
)  # fmt: skip
"""All names that a span can have."""


@dataclass(frozen=True, slots=True)
class Span:
    """Text of one look, safe to print; `\\n` in it is a line break."""

    text: str
    styles: tuple[str, ...] = ()

    def with_style(self, style: str) -> Span:
        """The span with one more style."""
        return self if style in self.styles else replace(self, styles=(*self.styles, style))


Spans: TypeAlias = tuple[Span, ...]


@dataclass(frozen=True, slots=True)
class Paragraph:
    """Text that is wrapped; a heading is one in bold."""

    spans: Spans
    air: bool = False
    """Whether a blank line stands before it, as in the source."""


@dataclass(frozen=True, slots=True)
class Formula:
    """A formula that stands by itself, in two dimensions."""

    tex: str
    answer: bool = False
    air: bool = True
    pen: Pen = PEN
    """What it is drawn with when the width is known."""


@dataclass(frozen=True, slots=True)
class Code:
    """Lines that are not wrapped."""

    text: str
    language: str = ""
    answer: bool = False
    air: bool = False


@dataclass(frozen=True, slots=True)
class Table:
    """Rows of cells, the first the head."""

    rows: tuple[tuple[Spans, ...], ...]
    aligned: tuple[str, ...]
    """`l`, `c` or `r` for each column."""
    air: bool = False


@dataclass(frozen=True, slots=True)
class Entry:
    """Blocks behind a mark: an entry of a list, or a footnote."""

    mark: str
    blocks: tuple[Block, ...]
    air: bool = False


@dataclass(frozen=True, slots=True)
class Quote:
    """Blocks behind a bar."""

    blocks: tuple[Block, ...]
    air: bool = False


@dataclass(frozen=True, slots=True)
class Rule:
    """A line across."""

    air: bool = False


Block: TypeAlias = Paragraph | Formula | Code | Table | Entry | Quote | Rule


@dataclass(frozen=True, slots=True)
class Document:
    """A text, read."""

    blocks: tuple[Block, ...] = ()
    left_out: int = 0
    """How many characters at its end were not read, because it is too long to be shown."""


@dataclass(frozen=True, slots=True)
class Line:
    """One line of a laid-out text."""

    spans: Spans
    wide: bool = False
    """Whether it may be wider than the room: formulas, tables and code are never cut or wrapped."""

    @property
    def text(self) -> str:
        """What stands in it, without styles."""
        return "".join([span.text for span in self.spans])

    @property
    def width(self) -> int:
        """In terminal cells."""
        return columns(self.text)
