"""A quiz: a scored, seeded run that leaves the schedule alone unless it is asked to count."""

from __future__ import annotations

from dataclasses import dataclass
from enum import Enum
from typing import Any

from studykit.checking.verdict import Outcome, Verdict
from studykit.clock import Moment
from studykit.errors import StudyError
from studykit.log.event import Draft
from studykit.memory.state import Rating
from studykit.session import typed
from studykit.session.question import Kind, Question, questions
from studykit.session.quiz_report import Report, report
from studykit.session.reply import Reply
from studykit.session.study import Study

COUNT = 10
SEEDS = 1_000_000
PARTLY = 0.5

_SCORES = {Outcome.RIGHT: 1.0, Outcome.PARTLY: PARTLY, Outcome.WRONG: 0.0}


class Knew(Enum):
    """What a learner says of an answer given in the head."""

    YES = Outcome.RIGHT
    PARTLY = Outcome.PARTLY
    NO = Outcome.WRONG


@dataclass(frozen=True, slots=True)
class QuizWish:
    """What the learner asked a quiz to be."""

    deck: str | None = None
    """Only this deck and its sub-decks."""
    count: int = COUNT
    seed: int | None = None
    """The same seed asks the same; without one, the moment it begins gives a seed."""
    schedule: bool = False
    """Whether the answers count as reviews."""


def seed_of(moment: Moment) -> int:
    """A seed short enough to be typed again, from the moment a quiz begins."""
    return moment.at_ms % SEEDS


class QuizSession:
    """Asks one question after another; the app, the plain mode and tests all drive this.

    `question` is what is asked, and once it is answered `reply` is what became of it, until `go_on`. Each
    answer is on the disk when the method that took it returns. `question` is None at the end.
    """

    def __init__(self, study: Study, wish: QuizWish | None = None) -> None:
        """Draws the questions. Raises `StudyError` for an unknown deck, and if there is nothing to ask."""
        self.study = study
        self.wish = wish or QuizWish()
        now = study.clock.now()
        self.seed = seed_of(now) if self.wish.seed is None else self.wish.seed
        if not study.view:
            raise StudyError(
                "no cards yet", hint="`studykit add FOLDER` puts a folder of notes into the library"
            )
        self.questions = tuple(questions(study, self.wish.deck, self.wish.count, self.seed))
        if not self.questions:
            raise StudyError(
                f"there is nothing to ask in {self.wish.deck or 'these decks'}: every card is suspended",
                hint="`studykit unsuspend ITEM` brings a card back",
            )
        self.replies: list[Reply] = []
        self.reply: Reply | None = None
        self._shown = now

    # what is asked

    @property
    def number(self) -> int:
        """Which question is asked, counted from 1."""
        return len(self.replies) + (self.reply is None)

    @property
    def question(self) -> Question | None:
        """What is asked, or was just answered; None at the end."""
        place = self.number - 1
        return self.questions[place] if place < len(self.questions) else None

    @property
    def score(self) -> float:
        """Points so far, of one for each answer."""
        return sum(reply.score for reply in self.replies)

    def report(self) -> Report:
        """What the quiz came to so far."""
        return report(self.seed, self.wish.deck, len(self.questions), self.replies)

    # what the learner does; each raises `NotSaved`, and then the same question is still asked

    def choose(self, option: int) -> Reply:
        """Takes an option, counted from 0. Raises `IndexError` if there is no such option."""
        question = self._asked(Kind.CHOICE)
        if not 0 <= option < len(question.options):
            raise IndexError(f"there are {len(question.options)} options")
        outcome = Outcome.RIGHT if option == question.right else Outcome.WRONG
        mistake = question.mistakes[option] if question.mistakes else None
        verdict = Verdict(
            outcome,
            _SCORES[outcome],
            message=mistake.why if mistake else "",
            mistake=mistake.name if mistake else None,
        )
        return self._take(question.options[option], verdict, chosen=option)

    def type(self, text: str) -> Reply:
        """Judges a typed answer. One that cannot be read is not counted and may be typed again."""
        question = self._asked(Kind.TYPED)
        verdict = _judged(text, question)
        if verdict.outcome not in _SCORES:
            return Reply(question, text, verdict, 0.0, 0, counted=False)
        return self._take(text, verdict)

    def give_up(self) -> Reply:
        """No answer is known."""
        self._asked()
        return self._take("", typed.GIVEN_UP.verdict)

    def grade(self, knew: Knew) -> Reply:
        """Takes the learner's own word for a self-graded question."""
        self._asked(Kind.SELF)
        outcome = Outcome(knew.value)
        return self._take(knew.name.lower(), Verdict(outcome, _SCORES[outcome]))

    def go_on(self) -> None:
        """Asks the next question."""
        if self.reply is not None:
            self.reply = None
            self._shown = self.study.clock.now()

    # how

    def _asked(self, kind: Kind | None = None) -> Question:
        question = self.question
        if question is None or self.reply is not None:
            raise RuntimeError("nothing is being asked")
        if kind is not None and question.kind is not kind:
            raise RuntimeError(f"this question is {question.kind}, not {kind}")
        return question

    def _take(self, given: str, verdict: Verdict, *, chosen: int = -1) -> Reply:
        question = self._asked()
        now = self.study.clock.now()
        spent = max(0, now.at_ms - self._shown.at_ms)
        score = _SCORES[verdict.outcome]
        rating = typed.PROPOSED[verdict.outcome] if self.wish.schedule else None
        self.study.record(self._draft(question, given, verdict, score, rating, now, spent))
        self.reply = Reply(question, given, verdict, score, spent, chosen=chosen, rating=rating)
        self.replies.append(self.reply)
        return self.reply

    def _draft(
        self,
        question: Question,
        given: str,
        verdict: Verdict,
        score: float,
        rating: Rating | None,
        now: Moment,
        spent: int,
    ) -> Draft:
        body = {
            "quiz": self.seed,
            "kind": str(question.kind),
            "answer": given,
            "verdict": str(verdict.outcome),
            "score": score,
            **_practised(question, verdict),
        }
        if rating is None:
            return Draft("attempt", now.at_ms, now.tz_min, question.item, None, spent, body)
        body["proposed"] = int(rating)
        return Draft("review", now.at_ms, now.tz_min, question.item, int(rating), spent, body)


def _judged(text: str, question: Question) -> Verdict:
    if question.problem is None:
        return typed.judge(text, question.card, question.pen).verdict
    from studykit.session.attempt import judged  # loaded with the problem

    return judged(text, question.problem)


def _practised(question: Question, verdict: Verdict) -> dict[str, Any]:
    """What the event of a problem keeps, so that it can be shown again and be learned from."""
    problem = question.problem
    if problem is None:
        return {}
    from studykit.practice.family import VERSION

    return {
        "family": problem.family,
        "level": problem.level,
        "seed": problem.seed,
        "generator": VERSION,
        "concept": problem.concept,
        "mistake": verdict.mistake,
        "mistakes": [verdict.mistake] if verdict.mistake else [],
        "tries": 1,
        "hints": 0,
    }
