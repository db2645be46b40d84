"""A card's Markdown on the screen, laid out for the width that there is."""

from __future__ import annotations

from textual.content import Content
from textual.geometry import Size
from textual.message import Message
from textual.selection import Selection
from textual.widget import Widget

from studykit.render.markdown import Document, Line, lay_out
from studykit.render.markdown.flow import part

_LOOKS = {
    "heading": "bold",
    "strong": "bold",
    "emphasis": "italic",
    "struck": "strike",
    "mark": "underline",
    "answer": "bold $text-success",
    "code": "$text-primary",
    "link": "underline",
    "address": "$muted",
    "frame": "$muted",
    "keyword": "bold $text-primary",
    "string": "$text-success",
    "number": "$text-warning",
    "comment": "italic $muted",
    "name": "bold $foreground",
    "more": "italic $text-accent",
}
"""Style of a span → Textual style."""

_BEFORE, _AFTER = "‹", "›"


class CardText(Widget):
    """Lines of styled text. What is wider than the room is shown in part, and slides; prose stays."""

    DEFAULT_CSS = "CardText { height: auto; width: 1fr; text-wrap: nowrap; text-overflow: clip; }"

    class Laid(Message):
        """The text was laid out for another width, or slid."""

    def __init__(self, document: Document | None = None, *, id: str | None = None) -> None:
        super().__init__(id=id)
        self._document = document or Document()
        self._shift = 0
        self._laid: tuple[int, tuple[Line, ...]] = (-1, ())
        self.display = not self._is_empty

    def show(self, document: Document | None) -> None:
        """Shows a text from its left edge; takes no room if there is none."""
        self._document = document or Document()
        self._shift = 0
        self._laid = (-1, ())
        self.display = not self._is_empty
        self.refresh(layout=True)

    def slide(self, by: int) -> None:
        """Moves what is wide to the left by some cells, as far as there is more of it."""
        shift = max(0, min(self._shift + by, self._furthest))
        if shift != self._shift:
            self._shift = shift
            self.refresh(layout=True)
            self.post_message(self.Laid())

    @property
    def hidden(self) -> tuple[bool, bool]:
        """Whether anything is out of sight at the left and at the right."""
        if not self.display:
            return False, False
        shift = min(self._shift, self._furthest)
        return shift > 0, shift < self._furthest

    def get_content_height(self, container: Size, viewport: Size, width: int) -> int:
        """The number of lines at a width."""
        return len(self._lines(width))

    def render(self) -> Content:
        """The lines at the present width, those that are wide cut at both sides with a mark."""
        width = self.size.width
        shift = min(self._shift, self._furthest)
        return Content("\n").join([_drawn(line, shift, width) for line in self._lines(width)])

    def get_selection(self, selection: Selection) -> tuple[str, str] | None:
        """What is selected; if it is all, also what is out of sight."""
        if selection.start is None and selection.end is None:
            return "\n".join(line.text for line in self._lines(self.size.width)), "\n"
        return super().get_selection(selection)

    def on_resize(self) -> None:
        """Lays the text out anew."""
        self.refresh(layout=True)
        self.post_message(self.Laid())

    @property
    def _is_empty(self) -> bool:
        return not self._document.blocks and not self._document.left_out

    @property
    def _furthest(self) -> int:
        width = self.size.width
        return max((line.width - width for line in self._lines(width) if line.wide), default=0)

    def _lines(self, width: int) -> tuple[Line, ...]:
        if self._laid[0] != width:
            self._laid = (width, lay_out(self._document, width))
        return self._laid[1]


def _drawn(line: Line, shift: int, width: int) -> Content:
    if not line.wide or width < 3:
        return Content.assemble(*[(span.text, _look(span.styles)) for span in line.spans])
    before, after = shift > 0 and line.width > 0, line.width > shift + width
    inside = part(line.spans, shift + before, width - before - after)
    shown = [(span.text, _look(span.styles)) for span in inside]
    mark = _LOOKS["more"]
    return Content.assemble(*[(_BEFORE, mark)] * before, *shown, *[(_AFTER, mark)] * after)


def _look(styles: tuple[str, ...]) -> str:
    if "answer" in styles:  # nothing else is to be seen beside it
        return _LOOKS["answer"]
    return " ".join(_LOOKS[style] for style in styles if style in _LOOKS)
