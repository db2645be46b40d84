"""A review: what is due, then new items, one at a time."""

from __future__ import annotations

from collections import Counter
from dataclasses import dataclass, replace
from typing import Any

from studykit.clock import Moment
from studykit.draw import Draw
from studykit.errors import StudyError
from studykit.log.event import Draft
from studykit.memory import leech, scheduler
from studykit.memory.state import Phase, Rating
from studykit.session import drawing, interval, showing, typed
from studykit.session.prompt import (
    Choice,
    Counts,
    DerivationPrompt,
    Graded,
    Judged,
    ProblemPrompt,
    Progress,
    Prompt,
    Summary,
    Undone,
)
from studykit.session.study import Study

LABELS = {Rating.AGAIN: "Again", Rating.HARD: "Hard", Rating.GOOD: "Good", Rating.EASY: "Easy"}


@dataclass(frozen=True, slots=True)
class Wish:
    """What the learner asked a review to be."""

    deck: str | None = None
    """Only this deck and its sub-decks."""
    limit: int | None = None
    """End after that many answers."""
    new: int | None = None
    """Let that many new items in, whatever the limits of the day and of decks."""
    ahead: int | None = None
    """Also ask what falls due in that many days from today, soonest first, whatever the limits."""
    minutes: float | None = None
    """End after that much time."""
    seed: int | None = None
    """Shuffle what is due; the same seed gives the same order, and the same problems."""


class ReviewSession:
    """Asks one item after another; the app, the plain mode and tests all drive this.

    `prompt` is what is asked now. It is None when only learning steps are left that are not due yet
    (`waiting_until` says when, `ahead` shows the next at once), and when the session has ended.
    """

    def __init__(self, study: Study, wish: Wish | None = None) -> None:
        """Begins at once. Raises `StudyError` for an unknown deck."""
        self.study = study
        self.wish = wish or Wish()
        self.prompt: Prompt | ProblemPrompt | DerivationPrompt | None = None
        self._cards = study.in_deck(self.wish.deck)
        self._judged: tuple[str, Judged] | None = None
        self._spent_ms = 0
        self._answers: list[tuple[str, Rating]] = []
        self._introduced = 0
        self._done: list[tuple[ProblemPrompt | DerivationPrompt, int]] = []
        """The problems and derivations that were graded or put away, with the time that an answer took."""
        self._left_open: dict[str, tuple[ProblemPrompt | DerivationPrompt, int]] = {}
        """The same of those that an undo led away from, until they are asked again."""
        self._brought: list[str] = []
        """New cards that explain a mistake."""
        self._start = self._shown = study.clock.now()
        self._rebuild(self._start)
        self._advance()

    # what is asked

    @property
    def progress(self) -> Progress:
        """Answers so far, and what is left; the item being asked counts as left."""
        done, left, limit = len(self._answers), self._left(), self.wish.limit
        ends_early = limit is not None and limit <= done + left.total
        return Progress(done, left, limit if ends_early else None)

    @property
    def waiting_until(self) -> int | None:
        """When the next learning step is due (ms since 1970), if nothing else is left; else None."""
        if self.prompt is not None or self._is_over():
            return None
        return self._queue.waiting_until

    @property
    def ended(self) -> bool:
        """Whether nothing more will be asked."""
        return self.prompt is None and self.waiting_until is None

    def choices(self) -> tuple[Choice, ...]:
        """The four grades of the present item with the interval that each would give."""
        prompt = self._asked()
        now = self.study.clock.now()
        state = self.study.state(prompt.item)
        return tuple(
            Choice(preview.rating, LABELS[preview.rating], interval.words(preview.state, now.at_ms))
            for preview in scheduler.intervals(state, now, self.study.scheduling)
        )

    def summary(self) -> Summary:
        """What the session came to."""
        by_rating = Counter(rating for _, rating in self._answers)
        elapsed = self._now().at_ms - self._start.at_ms
        return Summary(
            answers=len(self._answers),
            by_rating=(
                by_rating[Rating.AGAIN],
                by_rating[Rating.HARD],
                by_rating[Rating.GOOD],
                by_rating[Rating.EASY],
            ),
            items=len({item for item, _ in self._answers}),
            elapsed_ms=max(0, elapsed),
            left=self._left(),
        )

    # what the learner does

    def answer(self, text: str) -> Judged:
        """Judges a typed answer and proposes a grade; one that cannot be read may be typed again."""
        card = self._asked_card().card
        judged = typed.judge(text, card, drawing.pen(self.study.settings, card.macros))
        if judged.proposed is not None:
            self._judged = (text, judged)
        return judged

    def proposed(self, prompt: ProblemPrompt | DerivationPrompt) -> Rating:
        """The grade that follows from what was done at a problem or a derivation."""
        if isinstance(prompt, DerivationPrompt):
            return prompt.attempt.proposed
        return prompt.attempt.proposed(self._spent_ms)

    def try_answer(self, text: str) -> Judged:
        """Judges an answer to a problem; a grade is proposed when it is finished."""
        prompt = self._asked_problem()
        self._spent_ms = max(0, self._now().at_ms - self._shown.at_ms)
        return prompt.attempt.answer(text, self._spent_ms)

    def surrender(self) -> Judged:
        """Gives a problem up: its solution may be shown, and Again is proposed."""
        return self._asked_problem().attempt.give_up()

    def bring_forward(self, item: str) -> bool:
        """Brings a card that explains a mistake forward: due today if it was learned before, and the next
        to be asked if it is new and the limits of the day let it in.

        False if nothing comes of it: it is put away, due today anyway, or has no place. Raises `NotSaved`.
        """
        state, today = self.study.state(item), self.study.today()
        if state.phase is Phase.NEW:
            if item not in self._brought:
                self._brought.append(item)
            return self._put_first(item)
        if state.suspended or (state.due_day or 0) <= today:
            return False
        self.study.mark("forward", item)
        self._queue.update(self.study.state(item))
        return True

    def give_up(self) -> Judged:
        """No answer to a typed card is known: Again is proposed."""
        self._judged = ("", typed.GIVEN_UP)
        return typed.GIVEN_UP

    def grade(self, rating: Rating) -> Graded:
        """Saves the grade durably and goes on. Raises `NotSaved`; then the same item is still asked."""
        prompt = self._asked()
        now = self.study.clock.now()
        before = self.study.state(prompt.item)
        was_new = before.phase is Phase.NEW
        spent = max(0, now.at_ms - self._shown.at_ms)
        body = self._body(prompt)
        self.study.record(Draft("review", now.at_ms, now.tz_min, prompt.item, int(rating), spent, body))
        if isinstance(prompt, DerivationPrompt) and prompt.attempt.faults:
            from studykit.session.derive import record_faults  # seldom, and only where derivations are loaded

            record_faults(self.study, prompt.attempt)
        self._keep(prompt)
        state = self.study.state(prompt.item)
        self._answers.append((prompt.item, rating))
        self._introduced += was_new
        self._queue.update(state)
        self._advance()
        told = leech.is_told(before, state)
        return Graded(prompt.item, rating, state, interval.words(state, now.at_ms), told)

    def undo(self) -> Undone | None:
        """Takes back the latest deed, of this session or before it, and asks its item again."""
        before, spent_ms = self.prompt, self._spent_ms
        undone = self.study.undo()
        if undone is None:
            return None
        if undone.kind == "review" and self._answers and self._answers[-1][0] == undone.item:
            self._answers.pop()
            if undone.item is not None and self.study.state(undone.item).phase is Phase.NEW:
                self._introduced = max(0, self._introduced - 1)
        if before is not None and not isinstance(before, Prompt):
            self._left_open[before.item] = before, spent_ms
        self._rebuild(self._now())
        # Where there was nothing but a card brought forward, no answer of its own is taken back.
        self._advance(first=undone.item if undone.kind not in ("forward", "attempt") else None)
        is_done = undone.kind in ("review", "suspend", "bury")
        if is_done and self._done and self._done[-1][0].item == undone.item:
            self._restore(*self._done.pop())
        return undone

    def _keep(self, prompt: Prompt | ProblemPrompt | DerivationPrompt) -> None:
        """Remembers what was drawn and done, for an undo."""
        if not isinstance(prompt, Prompt):
            self._done.append((prompt, self._spent_ms))

    def _restore(self, kept: ProblemPrompt | DerivationPrompt, spent_ms: int) -> None:
        """Asks a problem as it stood, so that one that is solved is only graded anew."""
        now = self.prompt
        if now is None or kept.item != now.item:
            return
        self.prompt = replace(kept, phase=now.phase, early_ms=now.early_ms, flagged=now.flagged)
        self._spent_ms = spent_ms

    def suspend(self) -> None:
        """Puts the present item away until it is unsuspended. Raises `NotSaved`."""
        self._put_away("suspend")

    def bury(self) -> None:
        """Puts the present item away for today. Raises `NotSaved`."""
        self._put_away("bury")

    def flag(self) -> bool:
        """Marks the present item, or takes its mark off; says whether it is marked now. Raises `NotSaved`."""
        prompt = self._asked()
        self.study.mark("unflag" if prompt.flagged else "flag", prompt.item)
        self.prompt = replace(prompt, flagged=not prompt.flagged)
        return self.prompt.flagged

    def reread(self) -> bool:
        """Shows the present item as its note says now, as after an edit. The time spent there is not counted.

        False, with a notice, if its card is gone; then the next item is asked.
        """
        prompt = self._asked()
        if not isinstance(prompt, Prompt):  # what was drawn stays drawn
            self._shown = self.study.clock.now()
            return True
        card = self.study.current(prompt.item)
        if card is None:
            self._queue.drop(prompt.item)
            self._advance()
            return False
        self.prompt = replace(prompt, card=card, typed=self.study.is_typed(card))
        self._shown = self.study.clock.now()
        return True

    def suspend_item(self, item: str) -> None:
        """Puts an item away that is not being asked, as a leech just graded. Raises `NotSaved`."""
        self.study.mark("suspend", item)
        self._queue.update(self.study.state(item))
        if self.prompt is None or self.prompt.item == item:
            self._advance()

    def ahead(self) -> None:
        """Shows the next learning step before its time."""
        if self.prompt is None and self.waiting_until is not None:
            self._advance(early=True)

    def refresh(self) -> None:
        """Looks again for something to ask, as when a learning step has come due meanwhile."""
        if self.prompt is None and not self._is_over():
            self._advance()

    # how

    def _asked(self) -> Prompt | ProblemPrompt | DerivationPrompt:
        if self.prompt is None:
            raise RuntimeError("nothing is being asked")
        return self.prompt

    def _asked_problem(self) -> ProblemPrompt:
        prompt = self._asked()
        if not isinstance(prompt, ProblemPrompt):
            raise RuntimeError("no problem is being asked")
        return prompt

    def _asked_card(self) -> Prompt:
        prompt = self._asked()
        if not isinstance(prompt, Prompt):
            raise RuntimeError("no card is being asked")
        return prompt

    def _body(self, prompt: Prompt | ProblemPrompt | DerivationPrompt) -> dict[str, Any]:
        """What the event keeps beside the grade."""
        if isinstance(prompt, Prompt):
            return {} if self._judged is None else typed.body(*self._judged)
        body = {**prompt.attempt.body(), "proposed": int(self.proposed(prompt))}
        return {**body, "answer_ms": self._spent_ms} if isinstance(prompt, ProblemPrompt) else body

    def _now(self) -> Moment:
        """The present moment, for what follows a deed that is saved already and must not fail.

        A clock that cannot be read stands still; the next deed, which needs it, says so.
        """
        try:
            return self.study.clock.now()
        except StudyError:
            return self._shown

    def _put_away(self, kind: str) -> None:
        prompt = self._asked()
        self.study.mark(kind, prompt.item)
        self._keep(prompt)
        self._queue.update(self.study.state(prompt.item))
        self._advance()

    def _left(self) -> Counts:
        counts = self._queue.counts
        return Counts(counts.new, counts.learning, counts.due)

    def _is_over(self) -> bool:
        if self.wish.limit is not None and len(self._answers) >= self.wish.limit:
            return True
        elapsed = self._now().at_ms - self._start.at_ms
        return self.wish.minutes is not None and elapsed >= self.wish.minutes * interval.MINUTE_MS

    def _rebuild(self, now: Moment) -> None:
        new = None if self.wish.new is None else max(0, self.wish.new - self._introduced)
        draw = None if self.wish.seed is None else Draw(self.wish.seed)
        self._day = self.study.today(now)
        self._queue = self.study.queue(self._cards, now, draw=draw, new=new, ahead=self.wish.ahead)
        for item in self._brought:
            self._put_first(item)

    def _put_first(self, item: str) -> bool:
        asked = None if self.prompt is None else self.prompt.item
        return self._queue.put_first(self.study.state(item), asked)

    def _advance(self, *, first: str | None = None, early: bool = False) -> None:
        """Sets `prompt` to the next item whose card is still in its note."""
        now = self._now()
        if self.study.refresh() or self.study.today(now) != self._day:
            self._rebuild(now)
        self.prompt = None
        while not self._is_over():
            again = first in self.study.cards or first in self.study.exercises
            item = first if again else self._queue.next(now.at_ms, early=early)
            first = None
            if item is None:
                return
            self.prompt = self._prompt(item, now)
            if self.prompt is None:
                self._queue.drop(item)
                continue
            self._judged, self._spent_ms = None, 0
            self._shown = now
            if item in self._left_open:
                self._restore(*self._left_open.pop(item))
            return

    def _prompt(self, item: str, now: Moment) -> Prompt | ProblemPrompt | DerivationPrompt | None:
        """What an item asks; None, with a notice, if its note has it no longer."""
        state = self.study.state(item)
        early_ms = max(0, state.due_ms - now.at_ms) if state.due_ms is not None else 0
        if item in self.study.exercises:
            exercise = self.study.exercise(item)
            if exercise is None:
                return None
            return showing.prompt(self.study, exercise, state, early_ms, now, self.wish.seed)
        card = self.study.current(item)
        if card is None:
            return None
        return Prompt(item, card, state.phase, early_ms, self.study.is_typed(card), state.flagged)
