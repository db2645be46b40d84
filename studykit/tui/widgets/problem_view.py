"""A problem: what is asked, hints, what became of an answer, and the worked solution."""

from __future__ import annotations

from collections.abc import Sequence

from textual.content import Content
from textual.widget import Widget
from textual.widgets import Static

from studykit.checking.verdict import Verdict
from studykit.practice.problem import Problem, Step
from studykit.render.markdown import read
from studykit.render.pen import PEN, Pen
from studykit.tui.widgets.card_text import CardText
from studykit.tui.widgets.sheet import Sheet, fill
from studykit.tui.widgets.verdict_view import VerdictView


class ProblemView(Sheet):
    """The parts of a problem below each other; only what the learner has earned is shown."""

    DEFAULT_CSS = """
    ProblemView #context { color: $muted; margin: 0 0 1 0; }
    ProblemView #hints { color: $text-accent; margin: 1 0 0 0; }
    ProblemView #before { margin: 1 0 0 0; color: $muted; }
    ProblemView #verdict { margin: 1 0 0 0; }
    ProblemView #rule { color: $primary 50%; margin: 1 0; }
    """

    def __init__(self, pen: Pen = PEN) -> None:
        self._pen = pen
        self._above = Static(id="context", markup=False)
        self._prompt = CardText(id="prompt")
        self._options = CardText(id="options")
        self._hints = CardText(id="hints")
        self._before = CardText(id="before")
        self._verdict = VerdictView(id="verdict")
        self._rule = Static(id="rule", markup=False)
        self._solution = CardText(id="solution")
        super().__init__(
            self._above,
            self._prompt,
            self._options,
            self._hints,
            self._before,
            self._verdict,
            self._rule,
            self._solution,
        )

    def ask(self, problem: Problem, context: str) -> None:
        """Shows only what is asked."""
        fill(self._above, Content(context))
        self._prompt.show(read(problem.prompt, self._pen))
        self._options.show(
            read("\n".join(f"{n}. {option}" for n, option in enumerate(problem.options, 1)), self._pen)
        )
        self._hints.show(None)
        self._before.show(None)
        self._verdict.show(None)
        fill(self._rule, Content())
        self._solution.show(None)
        self._sheet.scroll_home(animate=False, immediate=True)
        self.call_after_refresh(self._hint)

    def show_context(self, context: str) -> None:
        """The line above the problem."""
        fill(self._above, Content(context))

    def hint(self, hints: Sequence[str]) -> None:
        """Shows the hints so far."""
        self._hints.show(read("\n".join(f"- {hint}" for hint in hints), self._pen))
        self._reveal(self._hints)

    def tell(self, verdict: Verdict | None) -> None:
        """Shows what became of an answer."""
        self._verdict.show(verdict, self._pen)
        if verdict is not None:
            self._reveal(self._verdict)

    def solve(self, steps: Sequence[Step], verdict: Verdict | None, before: str = "") -> None:
        """Shows the worked solution below the verdict; `before` is Markdown that stands above it."""
        self._before.show(read(before, self._pen) if before else None)
        self._verdict.show(verdict, self._pen)
        fill(self._rule, Content("─" * 12))
        self._solution.show(read("\n\n".join(map(_line, steps)), self._pen))
        self._reveal(self._before if before else self._verdict if verdict is not None else self._solution)

    def _reveal(self, part: Widget) -> None:
        """Brings a part into sight, its beginning first."""
        self.call_after_refresh(self._sheet.scroll_to_widget, part, animate=False, immediate=True, top=True)
        self.call_after_refresh(self._hint)


def _line(step: Step) -> str:
    return f"{step.text}  \n*{step.why}*" if step.why else step.text
