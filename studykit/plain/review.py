"""The review in lines, for pipes and screen readers.

The front is printed; an empty line shows the back; `1` to `4` grades; `saved` stands on a line of its
own once the answer is durable; `u` undoes, `q` or the end of input leaves. At a card whose answer is
typed a line is an answer and the commands have a colon before them; an empty line gives up.
"""

from __future__ import annotations

from collections.abc import Sequence
from pathlib import Path

from studykit.cards.model import Card
from studykit.clock import Clock
from studykit.errors import StudyError
from studykit.log.store import NotSaved
from studykit.memory.state import Rating
from studykit.plain.lines import Lines
from studykit.plain.verdict import verdict_lines
from studykit.render.pen import Pen
from studykit.render.text import plain
from studykit.session import drawing, explaining, interval, title
from studykit.session.prompt import DerivationPrompt, ProblemPrompt, Prompt, Summary
from studykit.session.review import ReviewSession, Wish
from studykit.session.study import Study

HELP = "Enter shows the back, 1 to 4 grades, u undoes, s suspends, b buries, f flags, q leaves"
HELP_TYPED = (
    "a line is your answer, an empty one gives up, :u undoes, :s suspends, :b buries, :f flags, :q leaves"
)
HELP_KEEP = "Enter keeps the proposed grade, 1 to 4 set it, :u undoes, :q leaves"
GRADES = frozenset({"1", "2", "3", "4"})
LEAVE = frozenset({"q", ":q"})


def review_lines(
    home: Path, clock: Clock, wish: Wish, folders: Sequence[Path] = (), lines: Lines | None = None
) -> int:
    """Reviews in lines until nothing is left, or the learner leaves. Returns the exit code.

    With `folders`, only the notes in them are reviewed. Raises `StudyError` if the last answer was left
    unsaved.
    """
    out = lines or Lines()
    with Study.open(home, clock, folders=folders) as study:
        session = ReviewSession(study, wish)
        review = _LineReview(session, out)
        review.run()
    if review.unsaved:
        raise StudyError("the last answer was not saved")  # for a pipe, the exit code is the only sign
    return 0


class _Leave(Exception):
    """The learner leaves, or the input has ended."""


class _LineReview:
    def __init__(self, session: ReviewSession, out: Lines) -> None:
        self._session = session
        self._out = out
        self._pen = drawing.pen(session.study.settings)
        self._spoken = session.study.settings.plain_maths == "speech"
        self.unsaved = False
        """Whether the latest answer could not be saved."""

    def run(self) -> None:
        try:
            while True:
                self._notices()
                prompt = self._session.prompt
                if prompt is None and self._session.waiting_until is not None:
                    self._session.ahead()  # a pipe cannot wait: the next step is shown before its time
                elif prompt is None:
                    break
                elif isinstance(prompt, ProblemPrompt):
                    self._ask_problem(prompt)
                elif isinstance(prompt, DerivationPrompt):
                    self._ask_derivation(prompt)
                elif prompt.typed:
                    self._ask_typed(prompt)
                else:
                    self._ask(prompt)
        except _Leave:
            pass
        self._end(self._session.summary())

    # one card

    def _ask(self, prompt: Prompt) -> None:
        """Front, back and grade, until another card is asked."""
        self._front(prompt)
        while (word := self._line()) != "":
            if word in LEAVE:
                raise _Leave
            if self._deed(word):
                if self._session.prompt is not prompt:
                    return
            else:
                self._not_understood(word, HELP)
        self._back(prompt)
        self._grade(prompt, None, HELP)

    def _ask_typed(self, prompt: Prompt) -> None:
        """Front, typed answer, verdict and grade, until another card is asked."""
        self._front(prompt)
        self._out.say("type the answer:")
        while True:
            line = self._line(stripped=False)
            if line.strip() == ":q":
                raise _Leave
            if line.strip().startswith(":") and self._deed(line.strip()):
                if self._session.prompt is not prompt:
                    return
                continue
            judged = self._session.answer(line) if line.strip() else self._session.give_up()
            for said in verdict_lines(judged.verdict):
                self._out.say(said)
            if judged.proposed is not None:
                break
            self._out.say(HELP_TYPED)
        self._back(prompt)
        self._grade(prompt, judged.proposed, HELP_KEEP)

    def _ask_problem(self, prompt: ProblemPrompt) -> None:
        """Problem, answers, solution and grade, until something else is asked."""
        from studykit.plain.practice import LineProblem  # loaded with the first problem

        problem = LineProblem(prompt.attempt, self._out, self._pen, spoken=self._spoken)
        problem.begin(f"[{self._session.progress.left.total} left] ", _early(prompt))
        while not prompt.attempt.finished:
            line = self._line(stripped=False)
            word = line.strip()
            if word == ":q":
                raise _Leave
            if word == ":h":
                problem.hint()
            elif word.startswith(":") and self._deed(word):
                if self._session.prompt is not prompt:
                    return
            else:
                problem.tell(self._session.try_answer(line) if word else self._session.surrender())
        problem.solution()
        self._explain(prompt)
        self._grade(prompt, self._session.proposed(prompt), HELP_KEEP)

    def _explain(self, prompt: ProblemPrompt) -> None:
        """Names the card that explains the mistake just made, and brings it forward."""
        mistake = prompt.attempt.mistake
        card = None if mistake is None else explaining.card(self._session.study, mistake.card)
        if card is None:
            return
        self._out.say(f"explained by: {title.of_card(card)} ({card.file}:{card.line})")
        try:
            if self._session.bring_forward(card.id):
                self._out.say("that card comes today")
        except NotSaved as error:
            self._out.say(str(error))

    def _ask_derivation(self, prompt: DerivationPrompt) -> None:
        """A derivation, line by line, and its grade, until something else is asked."""
        from studykit.plain.derive import IN_REVIEW, Leave, LineDerivation  # loaded with the first derivation

        maths = self._session.study.settings.plain_maths
        written = LineDerivation(prompt.attempt, self._out, self._pen, maths, IN_REVIEW)
        self._heading(prompt.exercise.context, self._pen)
        if prompt.early_ms:
            self._out.say(_early(prompt))
        written.begin()
        try:
            written.run(prompt.attempt, self._deed)
        except Leave as left:
            raise _Leave from left
        if prompt.attempt.finished:
            self._grade(prompt, self._session.proposed(prompt), HELP_KEEP)

    def _front(self, prompt: Prompt) -> None:
        self._heading(prompt.card.context, self._pen.with_macros(prompt.card.macros))
        if prompt.early_ms:
            self._out.say(_early(prompt))
        self._out.say(self._read(prompt.card, prompt.card.front))

    def _heading(self, context: Sequence[str], pen: Pen) -> None:
        """How many are left, and the headings that the item stands under."""
        self._out.say()
        left = self._session.progress.left.total
        self._out.say(f"[{left} left] {' › '.join(plain(heading, pen) for heading in context)}".rstrip())

    def _back(self, prompt: Prompt) -> None:
        self._out.say("—")
        self._out.say(self._read(prompt.card, prompt.card.revealed or prompt.card.back))

    def _read(self, card: Card, markdown: str) -> str:
        return plain(markdown, self._pen.with_macros(card.macros), spoken=self._spoken)

    def _grade(
        self, prompt: Prompt | ProblemPrompt | DerivationPrompt, proposed: Rating | None, help_line: str
    ) -> None:
        """Takes the grade; returns when something else is to be asked."""
        buttons = (
            f"{choice.rating.value} {choice.label} {choice.interval}"
            + (" (proposed)" if choice.rating is proposed else "")
            for choice in self._session.choices()
        )
        self._out.say(" · ".join(buttons))
        while True:
            word = self._line()
            if word in LEAVE:
                raise _Leave
            if word == "" and proposed is not None:
                word = str(proposed.value)
            if word in GRADES:
                if self._saved(Rating(int(word))):
                    return
            elif not self._deed(word):
                self._not_understood(word, help_line)
            elif self._session.prompt is not prompt:
                return

    # what the learner does

    def _line(self, *, stripped: bool = True) -> str:
        line = self._out.ask()
        if line is None:
            raise _Leave
        return line.strip() if stripped else line

    def _saved(self, rating: Rating) -> bool:
        try:
            graded = self._session.grade(rating)
        except NotSaved as error:
            self.unsaved = True
            self._out.say(f"{error}; the same grade again tries once more")
            return False
        self.unsaved = False
        self._out.say("saved")
        self._out.say(f"back in {graded.interval}")
        if graded.leech:
            self._leech(graded.item, graded.state.lapses)
        return True

    def _leech(self, item: str, lapses: int) -> None:
        card = self._session.study.source(item)
        where = f" ({card.file}:{card.line})" if card else ""
        what = "card" if isinstance(card, Card) else "problem"
        self._out.say(f"this {what} was forgotten {lapses} times{where}")
        self._out.say(f"word it anew, split it, or `studykit suspend {item}`")

    def _deed(self, word: str) -> bool:
        """Undo, suspend, bury or flag. False if the word is none of them."""
        try:
            match word.removeprefix(":"):
                case "u":
                    undone = self._session.undo()
                    self._out.say(f"taken back: {undone.kind}" if undone else "there is nothing to take back")
                case "s":
                    self._session.suspend()
                    self._out.say("suspended")
                case "b":
                    self._session.bury()
                    self._out.say("buried until tomorrow")
                case "f":
                    self._out.say("flagged" if self._session.flag() else "flag taken off")
                case "h":
                    prompt = self._session.prompt
                    card = prompt.card if isinstance(prompt, Prompt) else None
                    self._out.say((card and self._read(card, card.hint)) or "this card has no hint")
                case _:
                    return False
        except NotSaved as error:
            self._out.say(str(error))
        return True

    def _not_understood(self, word: str, help_line: str) -> None:
        self._out.say(f"not understood: {word[:40]} ({help_line})" if word else help_line)

    def _notices(self) -> None:
        for notice in self._session.study.notices:
            self._out.warn(notice)
        self._session.study.notices.clear()

    def _end(self, summary: Summary) -> None:
        self._notices()
        self._out.say()
        if not summary.answers:
            self._out.say("nothing was answered" if summary.left.total else "nothing is due")
            return
        again, hard, good, easy = summary.by_rating
        self._out.say(
            f"{summary.answers} answer{'' if summary.answers == 1 else 's'}"
            f" ({again} again, {hard} hard, {good} good, {easy} easy)"
            f" in {interval.minutes(summary.elapsed_ms)}; {summary.left.total} left today"
        )


def _early(prompt: Prompt | ProblemPrompt | DerivationPrompt) -> str:
    """How much before its time a learning step is shown; empty when it is due."""
    return f"({interval.minutes(prompt.early_ms)} early)" if prompt.early_ms else ""
