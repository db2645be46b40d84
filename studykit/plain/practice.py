"""Practice in lines, for pipes and screen readers.

The problem is printed; a line is an answer, `:h` is a hint, an empty line gives up and shows the solution.
Then an empty line asks the next problem, `a` another like it, and `q` or the end of input leaves.
"""

from __future__ import annotations

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
from studykit.session.attempt import Attempt
from studykit.session.practice import PracticeSession, PracticeWish
from studykit.session.prompt import Judged
from studykit.session.study import Study

HELP = "a line is your answer, an empty one gives up, :h is a hint, :q leaves"
HELP_NEXT = "Enter goes on, a asks another like this, q leaves"
LEAVE = frozenset({"q", ":q"})


class Leave(Exception):
    """The learner leaves, or the input has ended."""


def practice_lines(home: Path, clock: Clock, wish: PracticeWish, lines: Lines | None = None) -> int:
    """Asks problems until the learner leaves, or as many as were wanted. Returns the exit code.

    Raises `StudyError` for an unknown family or level, and if what was answered could not be saved.
    """
    out = lines or Lines()
    with Study.open(home, clock) as study:
        session = PracticeSession(study, wish)
        try:
            _practise(session, out)
        except Leave:
            pass
        except NotSaved as error:
            raise StudyError("the last answer was not saved", hint=str(error)) from error
        done, right = len(session.finished), sum(each.right for each in session.finished)
        out.say()
        out.say(f"{right} of {done} right" if done else "nothing was answered")
    return 0


def _practise(session: PracticeSession, out: Lines) -> None:
    settings = session.study.settings
    pen, spoken = drawing.pen(settings), settings.plain_maths == "speech"
    while session.attempt is not None:
        problem = LineProblem(session.attempt, out, pen, spoken=spoken)
        problem.begin(f"[{session.number}] ")
        if session.number == 1:
            out.say(HELP)
        while not session.attempt.finished:
            problem.one(session)
        problem.solution()
        out.say("saved")
        out.say(HELP_NEXT)
        word = _ask(out).strip()
        while word not in ("", "a"):
            out.say(HELP_NEXT)
            word = _ask(out).strip()
        session.go_on(alike=word == "a")


def _ask(out: Lines) -> str:
    line = out.ask()
    if line is None or line.strip() in LEAVE:
        raise Leave
    return line


class LineProblem:
    """One problem in lines."""

    def __init__(self, attempt: Attempt, out: Lines, pen: Pen, *, spoken: bool) -> None:
        self._attempt = attempt
        self._out = out
        self._pen = pen
        self._spoken = spoken

    def begin(self, number: str = "", note: str = "") -> None:
        """Says what is asked; `note` stands on a line of its own above the problem."""
        problem = self._attempt.problem
        self._out.say()
        self._out.say(f"{number}{problem.concept} › {problem.title}, level {problem.level}")
        if note:
            self._out.say(note)
        self._out.say(self._read(problem.prompt))
        for place, option in enumerate(problem.options, 1):
            self._out.say(f"{place} {self._read(option)}")
        verdict = self._attempt.verdict
        if verdict is not None and not self._attempt.gave_up:  # it was left open for something else
            self._out.say(f"your answer: {self._attempt.text}")
            for said in verdict_lines(verdict, self._pen, spoken=self._spoken):
                self._out.say(said)
            if not self._attempt.finished:
                self._out.say("one more try")

    def one(self, session: PracticeSession) -> None:
        """Takes one line: an answer, a hint, or giving up. Raises `Leave`, and what saving raises."""
        line = self._out.ask()
        if line is None or line.strip() == ":q":
            raise Leave
        if line.strip() == ":h":
            self.hint()
            return
        if line.strip().startswith(":"):
            self._out.say(f"{line.strip()} does nothing here; {HELP}")
            return
        judged = session.answer(line) if line.strip() else session.give_up()
        self.tell(judged)

    def hint(self) -> None:
        """Says the next hint."""
        hint = self._attempt.hint()
        self._out.say(self._read(hint) if hint else "there is no further hint")

    def tell(self, judged: Judged) -> None:
        """Says what became of an answer."""
        if not self._attempt.gave_up:
            for said in verdict_lines(judged.verdict, self._pen, spoken=self._spoken):
                self._out.say(said)
        if judged.proposed is None:
            used = judged.verdict.outcome in (Outcome.WRONG, Outcome.PARTLY)
            self._out.say("one more try" if used else HELP)

    def solution(self) -> None:
        """Says the worked solution."""
        self._out.say("—")
        for step in self._attempt.problem.steps:
            self._out.say(self._read(step.text))
            if step.why:
                self._out.say(f"  ({self._read(step.why)})")

    def _read(self, markdown: str) -> str:
        return plain(markdown, self._pen, spoken=self._spoken)
