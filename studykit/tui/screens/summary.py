"""The end of a review: what it came to, and what comes next."""

from __future__ import annotations

from textual.app import ComposeResult
from textual.containers import Container
from textual.content import Content
from textual.widgets import Static

from studykit.errors import StudyError
from studykit.memory.state import Rating
from studykit.render.sanitise import visible
from studykit.session import interval
from studykit.session.more import offers
from studykit.session.overview import Next, next_due
from studykit.session.prompt import Summary
from studykit.session.review import ReviewSession
from studykit.tui import actions
from studykit.tui.places import Place
from studykit.tui.screens.page import ScrollingPage, reason, taken_back
from studykit.tui.widgets.counts import MUTED, sentence
from studykit.tui.widgets.ends import Ends
from studykit.tui.widgets.grade_bar import COLOURS
from studykit.tui.widgets.key_hints import KeyHints
from studykit.tui.widgets.notice import Notice
from studykit.tui.widgets.sheet import Sheet

BAR = 24  # cells of the longest bar


class SummaryScreen(ScrollingPage):
    """Says that the review is over; undo still leads back into it."""

    BINDINGS = actions.bindings(Place.SUMMARY)
    DEFAULT_CSS = """
    SummaryScreen Sheet { margin: 1 0; }
    SummaryScreen.-low Sheet, SummaryScreen.-tiny Sheet, SummaryScreen.-narrow Sheet { margin: 0; }
    SummaryScreen.-tiny #title, SummaryScreen.-tiny Notice { display: none; }
    """

    def __init__(self, session: ReviewSession, told: str = "") -> None:
        super().__init__(session.study)
        self._session = session
        self._told = told

    @property
    def place(self) -> Place:
        """Always the summary."""
        return Place.SUMMARY

    def compose(self) -> ComposeResult:
        """A column in the middle."""
        summary = self._session.summary()
        deck = self._session.wish.deck
        with Container(id="page"):
            yield Ends(Content(visible(deck or "All decks")), id="title")
            yield Sheet(Static(_text(summary, next_due(self.study, deck)), id="summary", markup=False))
            yield Notice()
            yield KeyHints(Place.SUMMARY)

    def on_mount(self) -> None:
        """Says what the last deed did."""
        self.name_scroll_keys()
        notices = self.drain_notices()
        told = [*notices, *([self._told] if self._told else [])]
        self.query_one(Notice).tell(" · ".join(told), "warning" if notices else "")

    async def action_undo(self) -> None:
        """Takes the latest deed back and asks its card again."""
        try:
            undone = self._session.undo()
        except StudyError as error:
            self.query_one(Notice).tell(f"Not taken back: {reason(error)}. u tries again.", "error")
            return
        if undone is None or self._session.ended:
            self.query_one(Notice).tell(taken_back(undone))
            return
        from studykit.tui.screens.asking import screen  # the screens lead to each other

        await self.app.switch_screen(screen(self._session, taken_back(undone)))

    async def action_more(self) -> None:
        """Offers what there is beyond today."""
        from studykit.tui.screens.more import MoreScreen, nothing_more  # only when it is asked for

        deck = self._session.wish.deck
        found = offers(self.study, deck)
        if not found:
            self.query_one(Notice).tell(nothing_more(deck))
            return
        await self.app.push_screen(MoreScreen(self.study, found, deck, over_summary=True))

    async def action_done(self) -> None:
        """Leaves."""
        await self.run_action("app.leave")


def _text(summary: Summary, then: Next | None) -> Content:
    parts: list[Content] = [_answers(summary), Content()]
    if summary.answers:
        parts += [*_bars(summary), Content()]
    if summary.left.total:
        parts.append(Content.assemble("Still there today: ", sentence(summary.left)))
    elif then is not None:
        parts.append(Content(f"That was all for today. Next: {then.words}."))
    else:
        parts.append(Content("That was all for today."))
    return Content("\n").join(parts)


def _answers(summary: Summary) -> Content:
    if not summary.answers:
        return Content("Nothing was answered this time.")
    answers = f"{summary.answers} {'answer' if summary.answers == 1 else 'answers'}"
    cards = f"{summary.items} {'card' if summary.items == 1 else 'cards'}"
    return Content.assemble(
        ("Well done. ", "bold $text-success"),
        f"{answers} to {cards} in {interval.minutes(summary.elapsed_ms)}.",
    )


def _bars(summary: Summary) -> list[Content]:
    most = max(summary.by_rating)
    return [
        Content.assemble(
            f"{rating.name.capitalize():<6}",
            (f"{count:>4}  " if count else "   ·  ", "" if count else MUTED),
            ("━" * -(-BAR * count // most), COLOURS[rating]),
        )
        for rating, count in zip(Rating, summary.by_rating, strict=True)
    ]
