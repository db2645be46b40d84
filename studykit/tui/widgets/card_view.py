"""The card, and a hint when there is more of it below or above."""

from __future__ import annotations

from textual.containers import Vertical, VerticalScroll
from textual.content import Content
from textual.widgets import Static

from studykit.cards.model import Card
from studykit.render.text import plain

_OPEN, _CLOSE = "\ue000", "\ue001"  # private-use characters, which carry the marks through `plain`


class CardView(Vertical):
    """Headings, front, and after a rule the back. Scrolled by keys, never by focus."""

    DEFAULT_CSS = """
    CardView { height: 1fr; width: 100%; }
    CardView #sheet { height: 1fr; scrollbar-size-vertical: 1; padding: 0 1; }
    CardView #sheet > Static { width: 1fr; height: auto; }
    CardView #context { color: $muted; margin: 0 0 1 0; }
    CardView #rule { color: $primary 50%; margin: 1 0; }
    CardView #more { height: 1; width: 1fr; text-align: right; color: $text-accent; padding: 0 1; }
    """

    def __init__(self) -> None:
        self._headings = Static(id="context", markup=False)
        self._front = Static(id="front", markup=False)
        self._rule = Static(id="rule", markup=False)
        self._back = Static(id="back", markup=False)
        self._sheet = VerticalScroll(
            self._headings, self._front, self._rule, self._back, id="sheet", can_focus=False
        )
        self._more = Static(id="more", markup=False)
        super().__init__(self._sheet, self._more)

    def on_mount(self) -> None:
        """Keeps the hint true while the sheet scrolls, grows or is resized."""
        for changing in ("scroll_y", "virtual_size", "container_size", "size"):
            self.watch(self._sheet, changing, self._hint, init=False)

    def show_front(self, card: Card, *, tag: str = "") -> None:
        """Shows only what is asked; `tag` stands before the headings."""
        headings = " › ".join(part for heading in card.context if (part := " ".join(plain(heading).split())))
        context = "  ·  ".join(part for part in (tag, headings) if part)
        _fill(self._headings, Content(context))
        _fill(self._front, Content(plain(card.front)))
        _fill(self._rule, Content())
        _fill(self._back, Content())
        self._sheet.scroll_home(animate=False, immediate=True)
        self.call_after_refresh(self._hint)

    def show_back(self, card: Card) -> None:
        """Shows the answer too, and moves the view only if the answer would be out of sight."""
        if card.revealed:
            _fill(self._front, filled(card))
        else:
            _fill(self._rule, Content("─" * 12))
            _fill(self._back, Content(plain(card.back)))
            self.call_after_refresh(self._bring_back_into_sight)
        self.call_after_refresh(self._hint)

    def scroll_lines(self, by: int) -> None:
        """Scrolls by some lines."""
        self._sheet.scroll_relative(y=by, animate=False, immediate=True)

    def scroll_pages(self, by: int) -> None:
        """Scrolls by pages, keeping one line of the page before in sight."""
        self.scroll_lines(by * max(1, self._sheet.size.height - 1))

    def scroll_to_end(self, *, top: bool) -> None:
        """Scrolls to the beginning or the end of the card."""
        if top:
            self._sheet.scroll_home(animate=False, immediate=True)
        else:
            self._sheet.scroll_end(animate=False)  # after the layout: the back may only just have been shown

    def _bring_back_into_sight(self) -> None:
        sheet, rule = self._sheet, self._rule
        first_line = rule.virtual_region.bottom + rule.styles.margin.bottom
        if first_line >= sheet.scroll_offset.y + sheet.size.height:
            sheet.scroll_to(y=rule.virtual_region.y, animate=False, immediate=True)

    def _hint(self) -> None:
        sheet = self._sheet
        above, below = sheet.scroll_y > 0, sheet.scroll_y < sheet.max_scroll_y
        words = {(True, True): "↑ more ↓", (True, False): "↑ more", (False, True): "more ↓"}
        self._more.update(Content(words.get((above, below), "")))


def _fill(part: Static, content: Content) -> None:
    part.update(content)
    part.display = bool(content.plain)


def filled(card: Card) -> Content:
    """A cloze with its answer put in and highlighted."""
    marked = f"=={card.back}=="
    before, found, after = card.revealed.partition(marked)
    if not found or _OPEN in card.revealed or _CLOSE in card.revealed:
        return Content(plain(card.revealed))
    text = plain(f"{before}{_OPEN}{card.back}{_CLOSE}{after}")
    start, end = text.find(_OPEN), text.find(_CLOSE)
    if start < 0 or end < start:
        return Content(plain(card.revealed))
    answer = text[start + 1 : end]
    return Content.assemble(text[:start], (answer, "bold $text-success"), text[end + 1 :])
