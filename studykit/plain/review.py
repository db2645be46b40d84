"""The review in lines, for pipes and screen readers.

The front is printed; an empty line shows the back; `1` to `4` grades; `saved` stands on a line of its
own once the answer is durable; `u` undoes, `q` or the end of input leaves.
"""

from __future__ import annotations

from pathlib import Path

from studykit.clock import Clock
from studykit.log.store import NotSaved
from studykit.memory.state import Rating
from studykit.plain.lines import Lines
from studykit.render.text import plain
from studykit.session import interval
from studykit.session.prompt import Prompt, Summary
from studykit.session.review import ReviewSession, Wish
from studykit.session.study import Study

HELP = "Enter shows the back, 1 to 4 grades, u undoes, s suspends, b buries, q leaves"
LEAVE = frozenset({"q", ":q"})


def review_lines(home: Path, clock: Clock, wish: Wish, lines: Lines | None = None) -> int:
    """Reviews in lines until nothing is left, or the learner leaves. Returns the exit code."""
    out = lines or Lines()
    with Study.open(home, clock) as study:
        session = ReviewSession(study, wish)
        _LineReview(session, out).run()
    return 0


class _LineReview:
    def __init__(self, session: ReviewSession, out: Lines) -> None:
        self._session = session
        self._out = out

    def run(self) -> None:
        shown = None
        while True:
            self._notices()
            prompt = self._session.prompt
            if prompt is None and self._session.waiting_until is not None:
                self._session.ahead()  # a pipe cannot wait: the next step is shown before its time
                continue
            if prompt is None:
                break
            if prompt is not shown:
                self._front(prompt)
                shown = prompt
            answer = self._out.ask()
            if answer is None or answer.strip() in LEAVE:
                break
            if answer.strip() == "":
                if not self._back(prompt):
                    break
            elif not self._deed(answer.strip()):
                self._not_understood(answer.strip())
        self._end(self._session.summary())

    def _front(self, prompt: Prompt) -> None:
        left = self._session.progress.left
        self._out.say()
        context = " › ".join(plain(heading) for heading in prompt.card.context)
        self._out.say(f"[{left.total} left] {context}".rstrip())
        if prompt.early_ms:
            self._out.say(f"({interval.minutes(prompt.early_ms)} early)")
        self._out.say(plain(prompt.card.front))

    def _back(self, prompt: Prompt) -> bool:
        """Shows the back and takes the grade. False when the learner leaves."""
        self._out.say("—")
        self._out.say(plain(prompt.card.revealed or prompt.card.back))
        self._out.say(" · ".join(f"{c.rating.value} {c.label} {c.interval}" for c in self._session.choices()))
        while True:
            answer = self._out.ask()
            if answer is None or answer.strip() in LEAVE:
                return False
            word = answer.strip()
            if word in {"1", "2", "3", "4"}:
                if self._saved(word):
                    return True
            elif self._deed(word):
                return True
            else:
                self._not_understood(word)

    def _saved(self, word: str) -> bool:
        try:
            graded = self._session.grade(Rating(int(word)))
        except NotSaved as error:
            self._out.say(f"{error}; the same grade again tries once more")
            return False
        self._out.say("saved")
        self._out.say(f"back in {graded.interval}")
        return True

    def _deed(self, word: str) -> bool:
        """Undo, suspend or bury. False if the word is none of them."""
        try:
            if word in {"u", ":u"}:
                undone = self._session.undo()
                self._out.say(f"taken back: {undone.kind}" if undone else "there is nothing to take back")
            elif word == "s":
                self._session.suspend()
                self._out.say("suspended")
            elif word == "b":
                self._session.bury()
                self._out.say("buried until tomorrow")
            else:
                return False
        except NotSaved as error:
            self._out.say(str(error))
        return True

    def _not_understood(self, word: str) -> None:
        self._out.say(f"not understood: {word[:40]} ({HELP})" if word else HELP)

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
