"""The quiz in lines, for pipes and screen readers.

A question is `[3/10]` and its front. Multiple choice lists `1` to `4`, and a number answers. Where the answer
is typed, a line is the answer and an empty line gives up. Where it is given in the head, an empty line shows
the back and `y`, `p` or `n` says how it went. `saved` stands on a line of its own once an answer is durable.
Nothing printed depends on the time, so the same seed and input print the same.
"""

from __future__ import annotations

import sys
from collections.abc import Callable, Iterator
from functools import partial
from pathlib import Path

from studykit.clock import Clock
from studykit.errors import StudyError
from studykit.log.store import NotSaved
from studykit.plain.lines import Lines
from studykit.plain.verdict import verdict_lines
from studykit.render.text import plain
from studykit.session.question import Kind, Question
from studykit.session.quiz import Knew, QuizSession, QuizWish
from studykit.session.quiz_report import Report, points
from studykit.session.reply import Reply
from studykit.session.study import Study

HELP = {
    Kind.CHOICE: "the number of an option answers, q leaves",
    Kind.TYPED: "a line is your answer, an empty one gives up, :q leaves",
    Kind.SELF: "Enter shows the answer, q leaves",
}
HELP_KNEW = "y: I knew it, p: partly, n: no; q leaves"
KNEW = {
    **dict.fromkeys(("y", "yes", "3", "4"), Knew.YES),
    **dict.fromkeys(("p", "partly", "2"), Knew.PARTLY),
    **dict.fromkeys(("n", "no", "1"), Knew.NO),
}
"""What may be said after the back was shown; the numbers are those of a review's grades."""
LEAVE = frozenset({"q", ":q"})


def quiz_lines(home: Path, clock: Clock, wish: QuizWish, lines: Lines | None = None) -> Report:
    """Asks in lines until the end, or until the learner leaves. Returns the report that it has printed.

    Raises `StudyError` for an unknown deck, if there is nothing to ask, and if the last answer was left
    unsaved.
    """
    out = lines or Lines()
    with Study.open(home, clock) as study:
        session = QuizSession(study, wish)
        quiz = _LineQuiz(session, out)
        quiz.run()
        if quiz.unsaved:
            raise StudyError("the last answer was not saved")  # for a pipe, the exit code is the only sign
        return session.report()


def to_stderr() -> Lines:
    """Lines that leave stdout free for the report as JSON."""
    return Lines(sink=sys.stderr)


class _Leave(Exception):
    """The learner leaves, or the input has ended."""


class _LineQuiz:
    def __init__(self, session: QuizSession, out: Lines) -> None:
        self._session = session
        self._out = out
        self._spoken = session.study.settings.plain_maths == "speech"
        self.unsaved = False
        """Whether the latest answer could not be saved."""

    def run(self) -> None:
        total = len(self._session.questions)
        deck = self._session.wish.deck or "all decks"
        seed = self._session.seed
        many = f"{total} question{'' if total == 1 else 's'}"
        self._out.say(f"quiz: {many} from {deck}; `--seed {seed}` asks the same again")
        try:
            while (question := self._session.question) is not None:
                self._notices()
                self._ask(question)
                self._session.go_on()
        except _Leave:
            pass
        self._notices()
        for line in report_lines(self._session.report()):
            self._out.say(line)

    # one question

    def _ask(self, question: Question) -> None:
        self._out.say()
        self._out.say(f"[{self._session.number}/{len(self._session.questions)}] {question.context}".rstrip())
        self._out.say(plain(question.card.front, question.pen, spoken=self._spoken))
        match question.kind:
            case Kind.CHOICE:
                self._choose(question)
            case Kind.TYPED:
                self._type()
            case Kind.SELF:
                self._grade(question)

    def _choose(self, question: Question) -> None:
        for number, option in enumerate(question.options, 1):
            self._out.say(f"{number} {option}")
        numbers = {str(number + 1): number for number in range(len(question.options))}
        while True:
            word = self._word()
            chosen = numbers.get(word)
            if chosen is None:
                self._not_understood(word, HELP[Kind.CHOICE])
            elif (reply := self._saved(partial(self._session.choose, chosen))) is not None:
                self._told(reply)
                return

    def _type(self) -> None:
        self._out.say("type the answer:")
        while True:
            line = self._line()
            if line.strip() == ":q":
                raise _Leave
            session = self._session
            reply = self._saved(partial(session.type, line) if line.strip() else session.give_up)
            if reply is None:
                continue
            self._told(reply)
            if reply.counted:
                return
            self._out.say(HELP[Kind.TYPED])

    def _grade(self, question: Question) -> None:
        self._out.say("think of the answer, then press Enter:")
        while (word := self._word()) != "":
            self._not_understood(word, HELP[Kind.SELF])
        self._out.say("—")
        whole = question.card.revealed or question.card.back
        self._out.say(plain(whole, question.pen, spoken=self._spoken))
        self._out.say("did you know it? y, p (partly) or n")
        while True:
            word = self._word().lower()
            knew = KNEW.get(word)
            if knew is None:
                self._not_understood(word, HELP_KNEW)
            elif self._saved(partial(self._session.grade, knew)) is not None:
                self._out.say("saved")
                return

    # what is said

    def _told(self, reply: Reply) -> None:
        for line in verdict_lines(reply.verdict, reply.question.pen, spoken=self._spoken):
            self._out.say(line)
        if not reply.counted:
            return
        if reply.score < 1:
            question = reply.question
            number = f"{question.right + 1} " if question.options else ""
            self._out.say(f"the answer: {number}{question.answer}")
        self._out.say("saved")

    def _not_understood(self, word: str, help_line: str) -> None:
        self._out.say(f"not understood: {word[:40]} ({help_line})" if word else help_line)

    def _notices(self) -> None:
        for notice in self._session.study.notices:
            self._out.warn(notice)
        self._session.study.notices.clear()

    # what the learner does

    def _line(self) -> str:
        line = self._out.ask()
        if line is None:
            raise _Leave
        return line

    def _word(self) -> str:
        word = self._line().strip()
        if word in LEAVE:
            raise _Leave
        return word

    def _saved(self, answer: Callable[[], Reply]) -> Reply | None:
        try:
            reply = answer()
        except NotSaved as error:
            self.unsaved = True
            self._out.say(f"{error}; the same answer again tries once more")
            return None
        self.unsaved = False
        return reply


def report_lines(report: Report) -> Iterator[str]:
    """The end of a quiz: score, by deck, and what to look at again."""
    yield ""
    if not report.answered:
        yield "nothing was answered"
        return
    left = report.asked - report.answered
    of_all = f" ({left} not asked)" if left else ""
    yield f"score: {points(report.score)} of {report.answered}, {report.percent} %{of_all}"
    if len(report.decks) > 1:
        for deck in report.decks:
            yield f"  {deck.deck}: {points(deck.score)} of {deck.answered}"
    for concept in report.concepts:
        yield f"  problems on {concept.deck}: {points(concept.score)} of {concept.answered}"
    for name, times in report.mistakes:
        yield f"  mistake: {name}{f', {times} times' if times > 1 else ''}"
    if report.again:
        yield "look at these again:"
    for reply in report.again:
        question = reply.question
        yield f"  {_one_line(question.front)}"
        yield f"    answer: {_one_line(question.answer)}"
        yield f"    {question.where}" + (f" ({question.context})" if question.context else "")
    yield report.farewell


def _one_line(text: str) -> str:
    return " ".join(text.split())
