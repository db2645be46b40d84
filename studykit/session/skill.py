"""What the log says of practice: answers, how able the learner is, and what went wrong how often."""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterable, Iterator
from dataclasses import dataclass

from studykit.log.event import Event
from studykit.log.store import Store
from studykit.practice.catalogue import CATALOGUE
from studykit.practice.elo import Answered, Skill

PROBLEMS = "x:"
"""How the ids of problems begin."""
MOST_TIMES = 50
"""So many of the latest right answers tell a learner's usual time."""


@dataclass(frozen=True, slots=True)
class Worked:
    """One problem that was worked on, as its event tells it."""

    family: str
    level: int
    concept: str
    score: float
    """1 right at once, a half after a hint or on the second try, else 0."""
    right: bool
    mistakes: tuple[str, ...]
    spent_ms: int


DERIVATIONS = "d:"
"""How the ids of derivations begin."""


def item(family: str, level: int | None = None) -> str:
    """The id of the item that asks a family: at a level, or at the one that fits the learner."""
    return f"{PROBLEMS}{family}:{'auto' if level is None else level}"


def worked(store: Store) -> list[Worked]:
    """All problems that were worked on, in order; events that practice did not write are passed over."""
    return list(_worked(store.events_of(PROBLEMS)))


@dataclass(frozen=True, slots=True)
class Derived:
    """One derivation that was written to its end."""

    name: str
    right: bool
    """Whether no line had to be shown."""
    wrong: int
    """Lines that were wrong."""


def derived(store: Store) -> list[Derived]:
    """All derivations that were written to their end, in order."""
    found = []
    for event in store.events_of(DERIVATIONS):
        name, wrong = event.body.get("derivation"), event.body.get("wrong")
        if event.kind in ("review", "attempt") and isinstance(name, str):
            right = event.body.get("verdict") == "right"
            found.append(Derived(name, right, wrong if isinstance(wrong, int) else 0))
    return found


def skill(done: Iterable[Worked]) -> Skill:
    """What the answers say of the learner."""
    return Skill().learn(Answered(each.family, each.level, each.score) for each in done)


class Practised:
    """What the log says of practice, read once and kept up to date while a study is open."""

    def __init__(self, events: Iterable[Event]) -> None:
        """`events` are all those of problems, in order."""
        self.done: list[Worked] = []
        self.skill = Skill()
        for event in events:
            self.add(event)

    def add(self, event: Event) -> None:
        """Takes in a later event, of whatever item."""
        for each in _worked([event]):
            self.done.append(each)
            self.skill.learn([Answered(each.family, each.level, each.score)])


def times(done: Iterable[Worked], family: str, level: int) -> tuple[int, ...]:
    """What the latest right answers to a family at a level took, in milliseconds."""
    found = [each.spent_ms for each in done if each.right and (each.family, each.level) == (family, level)]
    return tuple(found[-MOST_TIMES:])


def mistakes(done: Iterable[Worked]) -> list[tuple[str, int]]:
    """The mistakes that were met and how often, most often first."""
    counts = Counter(name for each in done for name in each.mistakes)
    return sorted(counts.items(), key=lambda found: (-found[1], found[0]))


def _worked(events: Iterable[Event]) -> Iterator[Worked]:
    for event in events:
        body = event.body
        family, level, verdict = body.get("family"), body.get("level"), body.get("verdict")
        if event.kind not in ("review", "attempt") or family not in CATALOGUE or not isinstance(level, int):
            continue
        right = verdict == "right"
        at_once = right and body.get("tries") == 1 and not body.get("hints")
        seen = body.get("mistakes")
        answered = body.get("answer_ms")  # a review also counts the time at the solution
        yield Worked(
            family=str(family),
            level=level,
            concept=CATALOGUE[str(family)].concept,
            score=1.0 if at_once else 0.5 if right else 0.0,
            right=right,
            mistakes=tuple(map(str, seen)) if isinstance(seen, list) else (),
            spent_ms=answered if isinstance(answered, int) else event.dur_ms or 0,
        )
