"""The section of a note that a card comes from."""

from __future__ import annotations

from textual.app import ComposeResult
from textual.containers import Container
from textual.content import Content
from textual.widgets import Static

from studykit.cards.section import Section
from studykit.render.markdown import read
from studykit.render.sanitise import visible
from studykit.render.text import plain
from studykit.session import drawing
from studykit.session.study import Study
from studykit.tui import actions
from studykit.tui.places import Place
from studykit.tui.screens.page import ScrollingPage
from studykit.tui.widgets.card_text import CardText
from studykit.tui.widgets.counts import MUTED
from studykit.tui.widgets.ends import Ends
from studykit.tui.widgets.key_hints import KeyHints
from studykit.tui.widgets.sheet import Sheet


class SectionScreen(ScrollingPage):
    """Reading, and back to the card."""

    BINDINGS = actions.bindings(Place.SECTION)
    DEFAULT_CSS = """
    SectionScreen Sheet { margin: 1 0; }
    SectionScreen #where { color: $muted; margin: 0 1; height: auto; }
    SectionScreen.-low Sheet, SectionScreen.-tiny Sheet { margin: 0; }
    SectionScreen.-tiny #title, SectionScreen.-tiny #where { display: none; }
    """

    def __init__(self, study: Study, section: Section, file: str) -> None:
        super().__init__(study)
        self._section = section
        self._file = file

    @property
    def place(self) -> Place:
        """Always the section."""
        return Place.SECTION

    @property
    def where(self) -> str:
        """`file:line` of the heading, or of the first line where there is none."""
        return visible(f"{self._file}:{self._section.line}")

    def compose(self) -> ComposeResult:
        """A column in the middle."""
        section = self._section
        pen = drawing.pen(self.study.settings, section.macros)
        path = " › ".join(" ".join(plain(heading, pen).split()) for heading in section.path)
        document = read(section.text, pen)
        nothing = Static(Content.styled("Nothing stands here.", MUTED), markup=False)
        with Container(id="page"):
            yield Ends(Content(path or "Note"), id="title")
            yield Static(Content(self.where), id="where", markup=False)
            yield Sheet(CardText(document) if document.blocks or document.left_out else nothing)
            yield KeyHints(Place.SECTION)

    def on_mount(self) -> None:
        """Names the keys that scroll."""
        self.name_scroll_keys()
