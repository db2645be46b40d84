"""The end of a quiz: the score, by deck, and what to look at again."""

from __future__ import annotations

from collections.abc import Iterator

from textual.app import ComposeResult
from textual.containers import Container
from textual.content import Content
from textual.widgets import Static

from studykit.render.sanitise import visible
from studykit.session import interval
from studykit.session.question import Kind
from studykit.session.quiz import QuizSession
from studykit.session.quiz_report import DeckScore, Report, points
from studykit.session.reply import Reply
from studykit.tui import actions
from studykit.tui.places import Place
from studykit.tui.screens.page import ScrollingPage
from studykit.tui.widgets.counts import MUTED
from studykit.tui.widgets.ends import Ends
from studykit.tui.widgets.key_hints import KeyHints
from studykit.tui.widgets.score_strip import strip
from studykit.tui.widgets.sheet import Sheet

BAR = 10  # cells of a full bar


class QuizReportScreen(ScrollingPage):
    """What the quiz came to."""

    BINDINGS = actions.bindings(Place.QUIZ_REPORT)
    DEFAULT_CSS = """
    QuizReportScreen Sheet { margin: 1 0 0 0; }
    QuizReportScreen.-low Sheet, QuizReportScreen.-tiny Sheet { margin: 0; }
    QuizReportScreen.-tiny #title { display: none; }
    QuizReportScreen .again { padding: 0 0 0 2; margin: 0 0 1 0; }
    """

    def __init__(self, session: QuizSession) -> None:
        super().__init__(session.study)
        self._report = session.report()
        self._scheduled = session.wish.schedule

    @property
    def place(self) -> Place:
        """Always the report."""
        return Place.QUIZ_REPORT

    def compose(self) -> ComposeResult:
        """A column in the middle."""
        report = self._report
        seed = Content.styled(f"seed {report.seed}", MUTED)
        with Container(id="page"):
            yield Ends(Content(f"Quiz · {visible(report.deck or 'All decks')}"), [seed], id="title")
            yield Sheet(
                Static(Content("\n").join([*_head(report, self._scheduled)]), markup=False),
                *(Static(_again(reply), classes="again", markup=False) for reply in report.again),
            )
            yield KeyHints(Place.QUIZ_REPORT)

    def on_mount(self) -> None:
        """Names the keys that scroll."""
        self.name_scroll_keys()

    async def action_close_report(self) -> None:
        """Leaves."""
        await self.app.run_action("app.leave")


def _head(report: Report, scheduled: bool) -> Iterator[Content]:
    if not report.answered:
        yield Content(report.farewell)
        return
    left = report.asked - report.answered
    yield Content.assemble(
        (f"{points(report.score)} of {report.answered}", "bold"),
        f" right, {report.percent} %",
        f", in {interval.minutes(report.spent_ms)}.",
        (f" {left} not asked." if left else ""),
    )
    yield Content(report.farewell)
    marks = strip(report.replies, report.asked)
    if marks.plain:
        yield Content()
        yield marks
    if len(report.decks) > 1:
        yield Content()
        for deck in report.decks:
            yield _bar(deck)
    if report.concepts:
        yield Content()
        yield Content.styled("Problems by concept", "bold $text-primary")
        for concept in report.concepts:
            yield _bar(concept)
    if report.mistakes:
        yield Content()
        yield Content.styled("Mistakes met", "bold $text-primary")
        for name, times in report.mistakes:
            yield Content(f"{times} × {visible(name)}")
    yield Content()
    yield Content.styled(
        "The answers count as reviews." if scheduled else "The schedule is as it was.", MUTED
    )
    if report.again:
        yield Content()
        yield Content.styled("Worth another look", "bold $text-primary")
        yield Content()


def _bar(deck: DeckScore) -> Content:
    full = round(BAR * deck.score / deck.answered)
    return Content.assemble(
        ("━" * full, "$text-success"),
        ("━" * (BAR - full), "$panel"),
        f"{points(deck.score):>5} of {deck.answered:<2}  ",
        visible(deck.deck),
    )


def _again(reply: Reply) -> Content:
    question = reply.question
    lines = [Content.styled(_one_line(question.front), "bold")]
    if reply.given and question.kind is not Kind.SELF:
        lines.append(Content.assemble(("you     ", MUTED), (_one_line(visible(reply.given)), "$text-error")))
    lines.append(Content.assemble(("answer  ", MUTED), (_one_line(question.answer), "$text-success")))
    where = " · ".join(part for part in (visible(question.where), question.context) if part)
    lines.append(Content.styled(where, MUTED))
    return Content("\n").join(lines)


def _one_line(text: str) -> str:
    return " ".join(text.split())
