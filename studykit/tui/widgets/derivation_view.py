"""A derivation on paper: what is to be shown, the lines so far, and what is asked."""

from __future__ import annotations

from textual.content import Content
from textual.widgets import Static

from studykit.checking.verdict import Verdict
from studykit.derivations.derivation import RuleQuestion
from studykit.render.markdown import read
from studykit.render.pen import PEN, Pen
from studykit.render.sanitise import visible
from studykit.session.derivation import DerivationAttempt, Written
from studykit.tui.widgets.card_text import CardText
from studykit.tui.widgets.sheet import Sheet, fill
from studykit.tui.widgets.verdict_view import VerdictView

MARKS = {"typed": ("✓", "$text-success"), "skipped": ("»", "$muted"), "shown": ("·", "$text-warning")}
_GAP = "   "


class DerivationView(Sheet):
    """Statement and givens stay on top; lines are stacked below them, the goal in sight."""

    DEFAULT_CSS = """
    DerivationView #context { color: $muted; margin: 0 0 1 0; }
    DerivationView #givens { margin: 0 0 1 0; color: $muted; }
    DerivationView #lines { text-wrap: nowrap; text-overflow: ellipsis; }
    DerivationView #task { margin: 1 0 0 0; }
    DerivationView #hints { margin: 0; color: $text-accent; }
    DerivationView #rules { margin: 1 0 0 0; }
    """

    def __init__(self, pen: Pen = PEN) -> None:
        self._pen = pen
        self._above = Static(id="context", markup=False)
        self._statement = CardText(id="statement")
        self._givens = CardText(id="givens")
        self._lines = Static(id="lines", markup=False)
        self._asked = CardText(id="task")
        self._hints = CardText(id="hints")
        self._verdict = VerdictView(id="verdict")
        self._rules = CardText(id="rules")
        super().__init__(
            self._above,
            self._statement,
            self._givens,
            self._lines,
            self._asked,
            self._hints,
            self._verdict,
            self._rules,
        )

    def begin(self, attempt: DerivationAttempt, context: str) -> None:
        """Shows what is to be shown."""
        derivation = attempt.derivation
        fill(self._above, Content(context))
        self._statement.show(read(derivation.statement, self._pen))
        self._givens.show(read(derivation.givens, self._pen))
        self.show(attempt)
        self._sheet.scroll_home(animate=False, immediate=True)

    def show_lines(self, attempt: DerivationAttempt) -> None:
        """The lines so far, as when a proof has come in."""
        fill(self._lines, _lines(attempt))

    def show(self, attempt: DerivationAttempt, verdict: Verdict | None = None, said: str = "") -> None:
        """The lines so far, and what is asked now; `said` is what became of a rule."""
        self.show_lines(attempt)
        step = attempt.asked
        task = ""
        if step is not None:
            task = (
                f"**Next:** write the next line, towards `{attempt.derivation.goal}`."
                if attempt.free
                else (f"**Line {attempt.step + 1} of {len(attempt.derivation.steps)}:** {step.ask}")
            )
        self._asked.show(read(task, self._pen))
        self._hints.show(read("\n".join(f"- {hint}" for hint in attempt.hints), self._pen))
        self._verdict.show(verdict)
        self._rules.show(read(said or _rules(attempt.question), self._pen))
        self.call_after_refresh(self._sheet.scroll_end, animate=False)
        self.call_after_refresh(self._hint)


def _lines(attempt: DerivationAttempt) -> Content:
    derivation = attempt.derivation
    wide = max((len(visible(each.text)) for each in attempt.lines), default=0)
    rows = [Content(f"    {visible(derivation.start)}")] if derivation.start else []
    rows += [
        _line(each, wide, sign="  = " if derivation.start or number else "    ")
        for number, each in enumerate(attempt.lines)
    ]
    return Content("\n").join(rows)


def _line(line: Written, wide: int, sign: str) -> Content:
    mark, style = MARKS[line.source]
    equation = " = " in line.text
    proved = {True: "proved", False: "", None: ""}[line.proved]
    rule = " · ".join(part for part in (line.rule, proved) if part)
    return Content.assemble(
        (f"{mark} ", style),
        ("  " if equation else sign[2:], "$muted"),
        visible(line.text).ljust(wide),
        (f"{_GAP}{rule}" if rule else "", "$muted"),
    )


def _rules(question: RuleQuestion | None) -> str:
    if question is None:
        return ""
    options = "\n".join(f"{number}. {option}" for number, option in enumerate(question.options, 1))
    return f"**{question.ask}**\n\n{options}"
