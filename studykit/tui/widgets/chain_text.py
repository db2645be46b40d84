"""The lines of a derivation on the screen, and the one that is being typed."""

from __future__ import annotations

from collections.abc import Sequence

from studykit.derivations.line import Reading
from studykit.render import chain
from studykit.render.chain import Link
from studykit.render.markdown.blocks import Document, Formula, Line, Paragraph, Span
from studykit.render.pen import PEN, Pen
from studykit.render.sanitise import visible
from studykit.tui.widgets.card_text import CardText


class ChainText(CardText):
    """Lines below each other; what is wider than the room slides."""

    def __init__(self, pen: Pen = PEN, *, id: str | None = None) -> None:
        self._links: tuple[Link, ...] = ()
        self._pen = pen
        super().__init__(id=id)

    def show_links(self, links: Sequence[Link]) -> None:
        """Shows these lines."""
        self._links = tuple(links)
        self.show(None)

    @property
    def _is_empty(self) -> bool:
        return not self._links

    def _lines(self, width: int) -> tuple[Line, ...]:
        if self._laid[0] != width:
            self._laid = (width, chain.lay_out(self._links, width, self._pen))
        return self._laid[1]


def reading_document(reading: Reading, pen: Pen, width: int, most: int) -> Document:
    """A reading as it is drawn in a width: in two dimensions if that takes no more than `most` rows."""
    if reading.trouble:
        return Document((Paragraph((Span(visible(reading.trouble).replace("\n", " ")),)),))
    if not reading.tex:
        return Document()
    if most > 1 and pen.box(reading.tex, max(width - 2, 8)).height <= most:
        return Document((Formula(reading.tex, pen=pen),))
    return Document((Paragraph((Span(pen.line(reading.tex), ("maths",)),)),))
