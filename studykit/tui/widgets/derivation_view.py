"""A derivation on paper: what is given, the lines so far, and what is asked."""

from __future__ import annotations

from dataclasses import replace

from textual.content import Content
from textual.widgets import Static

from studykit.checking.verdict import Verdict
from studykit.derivations.derivation import RuleQuestion
from studykit.render.chain import Link
from studykit.render.indices import with_indices
from studykit.render.markdown import read
from studykit.render.pen import PEN, Pen
from studykit.render.sanitise import visible
from studykit.session.derivation import DerivationAttempt, Written
from studykit.tui.widgets.card_text import CardText
from studykit.tui.widgets.chain_text import ChainText
from studykit.tui.widgets.sheet import Sheet, fill
from studykit.tui.widgets.verdict_view import VerdictView

MARKS = {"typed": ("✓", "string"), "skipped": ("»", "frame"), "shown": ("·", "number")}
"""Where a line comes from: its mark, and the style of it."""


class DerivationView(Sheet):
    """What is given, the lines below each other, and what is asked now."""

    DEFAULT_CSS = """
    DerivationView #context { color: $muted; margin: 0 0 1 0; }
    DerivationView #givens { margin: 0 0 1 0; color: $muted; }
    DerivationView #task { margin: 1 0 0 0; }
    DerivationView #hints { margin: 0; color: $text-accent; }
    DerivationView #rules { margin: 1 0 0 0; }
    """

    def __init__(self, pen: Pen = PEN) -> None:
        self._pen = pen
        self._above = Static(id="context", markup=False)
        self._givens = CardText(id="givens")
        self._chain = ChainText(pen, id="lines")
        self._asked = CardText(id="task")
        self._hints = CardText(id="hints")
        self._verdict = VerdictView(id="verdict")
        self._rules = CardText(id="rules")
        super().__init__(
            self._above,
            self._givens,
            self._chain,
            self._asked,
            self._hints,
            self._verdict,
            self._rules,
        )

    def begin(self, attempt: DerivationAttempt, context: str) -> None:
        """Shows what is given, and the first task."""
        derivation = attempt.derivation
        fill(self._above, Content(context))
        self._givens.show(read(derivation.givens, self._pen))
        self.show(attempt)
        self._sheet.scroll_home(animate=False, immediate=True)

    def show_lines(self, attempt: DerivationAttempt) -> None:
        """The lines so far, as when a proof has come in."""
        self._chain.show_links(_links(attempt, self._pen))

    def show(self, attempt: DerivationAttempt, verdict: Verdict | None = None, said: str = "") -> None:
        """The lines so far, and what is asked now; `said` is what became of a rule."""
        self.show_lines(attempt)
        step = attempt.asked
        task = ""
        if step is not None:
            task = (
                f"**Next:** write the next line, towards ${attempt.goal}$."
                if attempt.free
                else (f"**Line {attempt.step + 1} of {len(attempt.derivation.steps)}:** {step.ask}")
            )
        self._asked.show(read(task, self._pen))
        self._hints.show(read("\n".join(f"- {hint}" for hint in attempt.hints), self._pen))
        self._verdict.show(verdict, self._pen)
        self._rules.show(read(said or _rules(attempt.question, self._pen), self._pen))
        self.show_end()

    def show_end(self) -> None:
        """Brings what is asked into sight, as after the room has become smaller."""
        self.call_after_refresh(self._sheet.scroll_end, animate=False)
        self.call_after_refresh(self._hint)


def _links(attempt: DerivationAttempt, pen: Pen) -> list[Link]:
    start = [Link(attempt.start, follows=False)] if attempt.start else []
    links = [_link(each, pen) for each in attempt.lines]
    if attempt.question is not None and links:
        links[-1] = replace(links[-1], reason="")  # it would give the rule away
    return start + links


def _link(line: Written, pen: Pen) -> Link:
    mark, style = MARKS[line.source]
    reason = " · ".join(part for part in (line.rule, "proved" if line.proved else "") if part)
    return Link(line.tex, line.follows, mark, style, visible(with_indices(reason, pen)))


def _rules(question: RuleQuestion | None, pen: Pen) -> str:
    if question is None:
        return ""
    options = "\n".join(
        f"{number}. {with_indices(option, pen)}" for number, option in enumerate(question.options, 1)
    )
    return f"**{question.ask}** (its number)\n\n{options}"
