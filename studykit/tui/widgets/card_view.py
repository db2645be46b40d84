"""The card: headings, front, what became of a typed answer, and the back."""

from __future__ import annotations

from textual.content import Content
from textual.widgets import Static

from studykit.cards.model import Card
from studykit.checking.verdict import Verdict
from studykit.render.markdown import read, revealed
from studykit.render.pen import PEN, Pen
from studykit.render.text import plain
from studykit.tui.widgets.card_text import CardText
from studykit.tui.widgets.sheet import Sheet, fill
from studykit.tui.widgets.verdict_view import VerdictView

FLAG = "⚑ flagged"


class CardView(Sheet):
    """Headings, front, and after a rule the back."""

    DEFAULT_CSS = """
    CardView #context { color: $muted; margin: 0 0 1 0; }
    CardView #rule { color: $primary 50%; margin: 1 0; }
    CardView #verdict { margin: 0 0 1 0; }
    CardView.-filled #verdict { margin: 1 0 0 0; }
    """

    def __init__(self, pen: Pen = PEN) -> None:
        self._pen = pen
        self._headings = Static(id="context", markup=False)
        self._front = CardText(id="front")
        self._rule = Static(id="rule", markup=False)
        self._verdict = VerdictView(id="verdict")
        self._back = CardText(id="back")
        super().__init__(self._headings, self._front, self._rule, self._verdict, self._back)

    def show_front(self, card: Card, *, tag: str = "", flagged: bool = False) -> None:
        """Shows only what is asked; `tag` stands before the headings."""
        self.show_context(card, tag=tag, flagged=flagged)
        self._front.show(read(card.front, self._pen.with_macros(card.macros)))
        fill(self._rule, Content())
        self._verdict.show(None)
        self._back.show(None)
        self._sheet.scroll_home(animate=False, immediate=True)
        self.call_after_refresh(self._hint)

    def show_context(self, card: Card, *, tag: str = "", flagged: bool = False) -> None:
        """The line above the front: a mark if the card is flagged, the tag, the headings."""
        pen = self._pen.with_macros(card.macros)
        shown = (" ".join(plain(heading, pen).split()) for heading in card.context)
        headings = " › ".join(part for part in shown if part)
        parts = [
            Content.styled(FLAG, "bold $text-accent") if flagged else Content(),
            Content(tag),
            Content(headings),
        ]
        fill(self._headings, Content("  ·  ").join([part for part in parts if part.plain]))

    def show_back(self, card: Card, verdict: Verdict | None = None) -> None:
        """Shows the answer too, and moves the view only if the answer would be out of sight."""
        self._verdict.show(verdict, self._pen)
        self.set_class(bool(card.revealed), "-filled")
        if card.revealed:
            self._front.show(revealed(card, self._pen.with_macros(card.macros)))
        else:
            fill(self._rule, Content("─" * 12))
            self._back.show(read(card.back, self._pen.with_macros(card.macros)))
        self.call_after_refresh(self._bring_back_into_sight)
        self.call_after_refresh(self._hint)

    def _bring_back_into_sight(self) -> None:
        """Scrolls as little as shows the answer whole; one that does not fit is shown from its beginning."""
        sheet = self._sheet
        shown = [part for part in (self._rule, self._verdict, self._back) if part.display]
        if not shown:
            return
        top, bottom = shown[0].virtual_region.y, shown[-1].virtual_region.bottom
        if bottom > sheet.scroll_offset.y + sheet.size.height:
            sheet.scroll_to(y=min(top, bottom - sheet.size.height), animate=False, immediate=True)
