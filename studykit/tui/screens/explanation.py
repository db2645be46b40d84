"""What explains a mistake: its card with the answer, and below it the note."""

from __future__ import annotations

from textual.app import ComposeResult
from textual.containers import Container
from textual.content import Content
from textual.widgets import Static

from studykit.cards.model import Card
from studykit.render.markdown import read, revealed
from studykit.render.sanitise import visible
from studykit.session import drawing, explaining
from studykit.session.page import Page
from studykit.session.study import Study
from studykit.tui import actions
from studykit.tui.places import Place
from studykit.tui.screens.page import ScrollingPage
from studykit.tui.widgets.card_text import CardText
from studykit.tui.widgets.ends import Ends
from studykit.tui.widgets.key_hints import KeyHints
from studykit.tui.widgets.sheet import Sheet


class ExplanationScreen(ScrollingPage):
    """Reading, and back to the problem."""

    BINDINGS = actions.bindings(Place.SECTION)
    DEFAULT_CSS = """
    ExplanationScreen Sheet { margin: 1 0; }
    ExplanationScreen #where { color: $muted; margin: 0 1; height: auto; }
    ExplanationScreen .rule { color: $primary 50%; margin: 1 0; }
    ExplanationScreen.-low Sheet, ExplanationScreen.-tiny Sheet { margin: 0; }
    ExplanationScreen.-tiny #title, ExplanationScreen.-tiny #where { display: none; }
    """

    def __init__(self, study: Study, card: Card, note: Page) -> None:
        super().__init__(study)
        self._card = card
        self._note = note

    @property
    def place(self) -> Place:
        """Always the section."""
        return Place.SECTION

    def compose(self) -> ComposeResult:
        """A column in the middle: front, back, and the note."""
        card, note = self._card, self._note
        pen = drawing.pen(self.study.settings, card.macros)
        filled = revealed(card, pen) if card.revealed else None
        with Container(id="page"):
            yield Ends(Content(visible(note.title)), id="title")
            yield Static(Content(visible(f"{card.file}:{card.line}")), id="where", markup=False)
            yield Sheet(
                CardText(filled or read(card.front, pen)),
                *(() if filled else (_rule(), CardText(read(card.back, pen)))),
                *((_rule(), CardText(read(explaining.markdown(note), note.pen))) if note.blocks else ()),
            )
            yield KeyHints(Place.SECTION)

    def on_mount(self) -> None:
        """Names the keys that scroll."""
        self.name_scroll_keys()


def _rule() -> Static:
    return Static(Content("─" * 12), classes="rule", markup=False)
