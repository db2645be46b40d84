"""A question of a quiz, and what became of it."""

from __future__ import annotations

from textual.content import Content
from textual.widget import Widget
from textual.widgets import Static

from studykit.render.markdown import is_drawn, read, revealed
from studykit.session.question import Kind, Question
from studykit.session.reply import Reply
from studykit.tui.widgets.card_text import CardText
from studykit.tui.widgets.option_list import OptionList
from studykit.tui.widgets.sheet import Sheet, fill
from studykit.tui.widgets.verdict_view import VerdictView

RULE = Content("─" * 12)


class QuestionView(Sheet):
    """Headings, front and options; then the verdict and the answer."""

    DEFAULT_CSS = """
    QuestionView #context { color: $muted; margin: 0 0 1 0; }
    QuestionView #rule { color: $primary 50%; margin: 1 0; }
    QuestionView VerdictView { margin: 1 0 0 0; }
    QuestionView #answer { margin: 1 0 0 0; }
    """

    def __init__(self) -> None:
        self._headings = Static(id="context", markup=False)
        self._front = CardText(id="front")
        self.options = OptionList()
        self._rule = Static(id="rule", markup=False)
        self._verdict = VerdictView()
        self._answer = CardText(id="answer")
        super().__init__(self._headings, self._front, self.options, self._verdict, self._rule, self._answer)

    def ask(self, question: Question) -> None:
        """Shows only what is asked."""
        fill(self._headings, Content(question.context))
        self._front.show(read(question.card.front, question.pen))
        self.options.show(question.options)
        self._verdict.show(None)
        fill(self._rule, Content())
        self._answer.show(None)
        self._sheet.scroll_home(animate=False, immediate=True)
        self.call_after_refresh(self._hint)

    def turn(self, question: Question) -> None:
        """Shows the answer too, for the learner to grade."""
        self._show_answer(question)
        self._reveal(self._answer if self._answer.display else self._front)

    def tell(self, reply: Reply) -> None:
        """Shows the verdict and the right answer."""
        question = reply.question
        choice = question.kind is Kind.CHOICE
        self._verdict.show(reply.verdict, question.pen)
        told = self.options.tell(reply.chosen, question.right) if choice else self._verdict
        # The right option, or a comparison, has the answer on one line, which says it all unless it is drawn.
        if not (choice or reply.verdict.pieces) or is_drawn(read(question.card.back, question.pen)):
            self._show_answer(question)
        self._reveal(told)

    def point_at(self, part: Widget | None) -> None:
        """Brings a part into sight."""
        if part is not None:
            self._reveal(part)

    def _show_answer(self, question: Question) -> None:
        if question.card.revealed:
            self._front.show(revealed(question.card, question.pen))
        else:
            fill(self._rule, RULE)
            self._answer.show(read(question.card.back, question.pen))

    def _reveal(self, part: Widget) -> None:
        self.call_after_refresh(self._sheet.scroll_to_widget, part, animate=False, immediate=True)
        self.call_after_refresh(self._hint)
