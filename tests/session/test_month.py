"""A month of study by a learner whose forgetting is known: limits, counts, undo and the log all hold."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass, field
from pathlib import Path

import pytest

from studykit.draw import Draw
from studykit.memory import leech
from studykit.memory.replay import reduce, replay
from studykit.memory.state import Phase, Rating
from studykit.session.prompt import Prompt
from studykit.session.review import ReviewSession, Wish
from studykit.session.study import Study
from tests.conftest import FakeClock

DAYS = 30
SETTINGS = """\
course = false
folders = ['{notes}']
new_per_day = 7
reviews_per_day = 12

[decks."A"]
new_per_day = 4
reviews_per_day = 8

[decks."a/deep"]
new_per_day = 1

[decks."b"]
reviews_per_day = 3
"""
NEW = {"": 7, "a": 4, "a/deep": 1}
REVIEWS = {"": 12, "a": 8, "b": 3}
HOPELESS = "hopeless"


def note() -> str:
    """Four decks, siblings, and cards that are in two decks at once."""
    text = ["#flashcards/a"]
    text += [f"a {HOPELESS} {i}::x\n" for i in range(3)] + [f"a{i}::x\n" for i in range(24)]
    text += ["#flashcards/a/deep", *(f"deep{i}::x\n" for i in range(9))]
    text += ["#flashcards/b", *(f"b{i}:::back of {i}\n" for i in range(9))]
    text += ["#flashcards/a #flashcards/b", *(f"both{i}::x\n" for i in range(9))]
    text += ["#flashcards/c", *(f"c{i} is ==hidden== and ==more==.\n" for i in range(12))]
    return "\n".join(text)


@dataclass
class Learner:
    """Forgets as 0.9 to the power of days over strength; each success makes an item stronger."""

    draw: Draw
    strength: dict[str, float] = field(default_factory=dict)
    seen: dict[str, int] = field(default_factory=dict)

    def chance(self, percent: float) -> bool:
        return self.draw.below(10_000) < percent * 100

    def rating(self, prompt: Prompt, today: int) -> Rating:
        item = prompt.item
        strength = self.strength.get(item, 1.0 + self.draw.below(3))
        days = today - self.seen.get(item, today)
        recall = 0.9 ** (days / strength)
        if HOPELESS in prompt.card.front and days:
            recall = 0.08
        self.seen[item] = today
        if not self.chance(100 * recall):
            self.strength[item] = max(0.5, strength / 3)
            return Rating.AGAIN
        self.strength[item] = strength * 2
        return Rating(2 + self.draw.below(3)) if self.chance(40) else Rating.GOOD


@dataclass
class Month:
    """Drives sessions day by day and keeps its own account of what happened."""

    study: Study
    clock: FakeClock
    learner: Learner
    lapses: dict[str, int] = field(default_factory=dict)
    suspended: set[str] = field(default_factory=set)
    undone: int = 0

    def answer(self, session: ReviewSession) -> None:
        prompt = session.prompt
        assert prompt is not None
        assert prompt.item not in self.suspended
        before = dict(self.study.states)
        rating = self.learner.rating(prompt, self.study.today())
        forgotten = prompt.phase is Phase.REVIEW and rating is Rating.AGAIN
        promised = session.choices()[rating - 1].interval
        assert session.grade(rating).interval == promised
        if self.learner.chance(6):
            self.undone += 1
            assert session.undo() is not None
            assert self.study.states == before
            assert session.prompt is not None and session.prompt.item == prompt.item
        else:
            self.lapses[prompt.item] = self.lapses.get(prompt.item, 0) + forgotten
        self.clock.go(seconds=15)

    def wait(self, session: ReviewSession) -> bool:
        """Waits for the next learning step; False if there is none."""
        until = session.waiting_until
        if until is None:
            return False
        self.clock.go(seconds=(until - self.clock.now().at_ms) / 1000)
        session.refresh()
        assert session.prompt is not None
        return True

    def restless(self, wish: Wish) -> None:
        """A session that is left early, with a card put away now and then."""
        session = ReviewSession(self.study, wish)
        while session.prompt is not None or self.wait(session):
            if session.prompt is not None and self.learner.chance(4):
                self.suspended.add(session.prompt.item)
                session.suspend()
            else:
                self.answer(session)
            if self.learner.chance(8):
                return

    def thorough(self, wish: Wish) -> None:
        """A session to the end. What it says at the beginning is what it shows."""
        session = ReviewSession(self.study, wish)
        counts = session.progress.left
        shown: dict[str, Phase] = {}
        while session.prompt is not None or self.wait(session):
            assert session.prompt is not None
            shown.setdefault(session.prompt.item, session.prompt.phase)
            left = session.progress.left
            if session.prompt.phase in (Phase.NEW, Phase.REVIEW):
                kinds = list(shown.values())
                assert left.new == counts.new - kinds.count(Phase.NEW) + (session.prompt.phase is Phase.NEW)
                assert left.due == counts.due - kinds.count(Phase.REVIEW) + (
                    session.prompt.phase is Phase.REVIEW
                )
            self.answer(session)
        kinds = list(shown.values())
        assert (kinds.count(Phase.NEW), kinds.count(Phase.REVIEW)) == (counts.new, counts.due)
        assert len(shown) == counts.total
        assert session.progress.left.total == 0
        assert ReviewSession(self.study, Wish(deck=wish.deck, new=wish.new and 0, ahead=wish.ahead)).ended

    def done(self, kind: str) -> dict[str, int]:
        """How many items were new, or reviewed, today: in all under "", and by deck with its sub-decks."""
        today = self.study.today()
        done = dict.fromkeys(("", "a", "a/deep", "b", "c"), 0)
        for item, state in self.study.states.items():
            if today == (state.first_day if kind == "new" else state.review_day):
                decks = self.study.cards[item].decks
                for deck in done:
                    done[deck] += not deck or any(f"{name}/".startswith(f"{deck}/") for name in decks)
        return done


def within(done: dict[str, int], limits: dict[str, int]) -> bool:
    return all(done[deck] <= limit for deck, limit in limits.items())


def reached(done: dict[str, int], limits: dict[str, int]) -> Sequence[str]:
    return [deck for deck, limit in limits.items() if done[deck] == limit]


@pytest.mark.parametrize("seed", [1, 2, 3])
def test_a_month_of_study(home: Path, notes: Path, clock: FakeClock, seed: int) -> None:
    (notes / "note.md").write_text(note(), encoding="utf-8")
    (home / "settings.toml").write_text(SETTINGS.format(notes=notes), encoding="utf-8")
    month = Month(Study.open(home, clock), clock, Learner(Draw(f"month {seed}")))
    full: set[tuple[str, str]] = set()
    more = 0
    for day in range(DAYS):
        clock.at(day, 8 + day % 3)
        if day % 4 == 0:
            month.study.close()
            month.study = Study.open(home, clock)
        if month.suspended and day % 5 == 4:
            item = min(month.suspended)
            month.study.mark("unsuspend", item)
            month.suspended.remove(item)
        month.restless(Wish())
        if day % 3 == 1:
            month.thorough(Wish(deck="a"))
        clock.go(hours=5)
        month.thorough(Wish())
        new, reviews = month.done("new"), month.done("reviews")
        assert within(new, NEW) and within(reviews, REVIEWS), (day, new, reviews)
        full |= {("new", deck) for deck in reached(new, NEW)}
        full |= {("reviews", deck) for deck in reached(reviews, REVIEWS)}
        if day in (6, 17):
            month.thorough(Wish(new=3))
            more += month.done("new")[""] - new[""]
            assert within(month.done("reviews"), REVIEWS)
        if day in (12, 21):
            month.thorough(Wish(ahead=2))
            more += month.done("reviews")[""] - reviews[""]
            today = month.study.today()
            assert not [
                state
                for state in month.study.states.values()
                if state.phase is Phase.REVIEW
                and not state.suspended
                and state.due_day is not None
                and state.due_day <= today + 2
                and state.last_day != today
                and not _has_sibling_today(month.study, state.item)
            ]

    study = month.study
    # All of it has happened: every limit was reached, and the wishes went beyond them.
    assert full == {*(("new", deck) for deck in NEW), *(("reviews", deck) for deck in REVIEWS)}
    assert more and month.undone and month.suspended
    # Lapses are as counted, and the cards that never stick are leeches.
    assert {item: n for item, n in month.lapses.items() if n} == {
        item: state.lapses for item, state in study.states.items() if state.lapses
    }
    leeches = {study.cards[item].front for item, n in month.lapses.items() if n >= leech.LAPSES}
    assert leeches and all(HOPELESS in front for front in leeches)
    # The schedule is what replaying the log gives.
    assert study.states == replay(study.store.events())
    rows = study.store.rows()
    study.store.rebuild(reduce)
    assert study.store.rows() == rows
    assert {item for item, state in study.states.items() if state.suspended} == month.suspended
    study.close()


def _has_sibling_today(study: Study, item: str) -> bool:
    today = study.today()
    siblings = study.cards[item].siblings
    return any(
        state.last_day == today and study.cards[other].siblings == siblings
        for other, state in study.states.items()
        if other != item
    )
