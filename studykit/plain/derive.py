"""A derivation in lines, for pipes and screen readers.

The task is printed; a line is an answer, `:h` is a hint, an empty line shows the line that was asked for, and
`:q` leaves. Where a rule is asked for, its number answers.
"""

from __future__ import annotations

from collections.abc import Callable
from pathlib import Path

from studykit.checking.verdict import Outcome
from studykit.clock import Clock
from studykit.errors import StudyError
from studykit.log.store import NotSaved
from studykit.plain.lines import Lines
from studykit.plain.verdict import verdict_lines
from studykit.render.pen import Pen
from studykit.render.text import plain
from studykit.session import drawing
from studykit.session.derivation import DerivationAttempt
from studykit.session.derive import DeriveSession, DeriveWish
from studykit.session.study import Study

HELP = "a line is your answer, an empty one shows it, :h is a hint, :q leaves"
IN_REVIEW = "; :u undoes, :s suspends, :b buries, :f flags"


class Leave(Exception):
    """The learner leaves, or the input has ended."""


def derive_lines(home: Path, clock: Clock, wish: DeriveWish, lines: Lines | None = None) -> int:
    """Asks for the lines of a derivation until its end. Returns the exit code.

    Raises `StudyError` for an unknown derivation, and if what was done could not be saved.
    """
    out = lines or Lines()
    with Study.open(home, clock) as study:
        session = DeriveSession(study, wish)
        asked = LineDerivation(session.attempt, out, drawing.pen(study.settings), study.settings.plain_maths)
        asked.begin()
        try:
            asked.run(session)
        except Leave:
            out.say("left; nothing was saved")
            return 0
        except NotSaved as error:
            raise StudyError("the derivation was not saved", hint=str(error)) from error
        out.say("saved")
    return 0


class LineDerivation:
    """Asks for one line after the other; also used by the plain review."""

    def __init__(
        self, attempt: DerivationAttempt, out: Lines, pen: Pen, maths: str, more_help: str = ""
    ) -> None:
        self._attempt = attempt
        self._help = HELP + more_help
        self._out = out
        self._pen = pen
        self._spoken = maths == "speech"

    def begin(self) -> None:
        """Says what is to be shown, what is given, and how to answer."""
        derivation = self._attempt.derivation
        self._out.say(self._read(derivation.statement))
        self._out.say(self._read(derivation.givens))
        if self._attempt.free:
            self._out.say(f"begin with {derivation.start}, end with {derivation.goal}")
        for number, line in enumerate(self._attempt.lines, 1):  # where it was left open for something else
            self._out.say(f"[line {number}] {line.text}")
        if not self._attempt.finished:
            self._out.say(self._help)

    def run(
        self, session: DeriveSession | DerivationAttempt, deed: Callable[[str], bool] | None = None
    ) -> None:
        """Until the goal is reached. Raises `Leave`, and what saving raises.

        `deed` does what a line with a colon asks for, as to undo; if it was something, this ends early.
        """
        while not self._attempt.finished:
            if self._attempt.question is not None:
                self._rule(session)
            elif self._line(session, deed):
                return

    def _line(self, session: DeriveSession | DerivationAttempt, deed: Callable[[str], bool] | None) -> bool:
        """Takes lines until one stands. True if a deed was done instead."""
        attempt = self._attempt
        step = attempt.asked
        if step is None:
            return False
        number = f"{len(attempt.lines) + 1}"
        if not attempt.free:
            number += f" of {len(attempt.derivation.steps)}"
        task = "the next line" if attempt.free else self._read(step.ask)
        self._out.say()
        self._out.say(f"[line {number}] {task}")
        while True:
            line = self._ask()
            if line.strip() == ":h":
                hint = attempt.hint()
                self._out.say(self._read(hint) if hint else "there is no further hint")
                continue
            if deed is not None and line.strip().startswith(":") and deed(line.strip()):
                return True
            if line.strip().startswith(":"):
                self._out.say(f"{line.strip()} does nothing here; {self._help}")
                continue
            written = len(attempt.lines)
            if not line.strip():
                self._out.say(f"the line: {session.show_line()}")
                return False
            for said in verdict_lines(session.answer(line)):
                self._out.say(said)
            if len(attempt.lines) > written:
                for skipped in attempt.lines[written:-1]:
                    self._out.say(f"skipped: {skipped.text} ({skipped.rule})")
                return False
            if attempt.verdict is not None and attempt.verdict.outcome is Outcome.UNREADABLE:
                self._out.say(self._help)

    def _rule(self, session: DeriveSession | DerivationAttempt) -> None:
        question = self._attempt.question
        if question is None:
            return
        self._out.say(self._read(question.ask))
        for number, option in enumerate(question.options, 1):
            self._out.say(f"{number} {self._read(option)}")
        while True:
            word = self._ask().strip()
            if word.isdecimal() and 1 <= int(word) <= len(question.options):
                right = session.choose(int(word) - 1)
                rule = question.options[question.right]
                self._out.say("right" if right else f"no; the rule is: {rule}. {question.why}")
                return
            self._out.say(f"the number of a rule, 1 to {len(question.options)}; :q leaves")

    def _ask(self) -> str:
        line = self._out.ask()
        if line is None or line.strip() == ":q":
            raise Leave
        return line

    def _read(self, markdown: str) -> str:
        return plain(markdown, self._pen, spoken=self._spoken)
