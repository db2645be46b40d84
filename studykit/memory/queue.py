"""What to ask next."""

from __future__ import annotations

from collections.abc import Iterable, Mapping
from hashlib import blake2b
from heapq import heappop, heappush
from typing import NamedTuple

from studykit.draw import Draw
from studykit.memory.limits import Limits
from studykit.memory.state import ItemState, Phase

AHEAD_MS = 20 * 60_000
"""A learning step that ends past the rollover still belongs to the session if it is this near."""


class Candidate(NamedTuple):
    """An item that may be asked."""

    item: str
    siblings: str
    """Shared by all items made from the same text; an item without siblings gives its own id."""


class Counts(NamedTuple):
    """The items that will really be shown today."""

    new: int
    learning: int
    due: int


_Key = tuple[int, int, int]
"""The order within one kind; ends with the place in the notes, so no two are equal."""

_NONE: tuple[None, _Key] = (None, (0, 0, 0))


class Queue:
    """Today's items: learning steps that are over, then reviews, then new items.

    Reviews come by due day, the oldest first, then in the order of the notes (or as shuffled). New items
    come in the order of the notes. The queue is for one study day: make another when the day turns.

    At most one sibling of a text is let in, and none beside one that was answered today or is being
    learned; the others wait for another day. Items that are being learned come back whatever their siblings
    do. Suspended and buried items stay out.
    """

    def __init__(
        self,
        candidates: Iterable[Candidate],
        states: Mapping[str, ItemState],
        *,
        today: int,
        now_ms: int,
        limits: Limits,
        draw: Draw | None = None,
    ) -> None:
        """Fills the queue.

        `candidates` are in the order of the notes; an item named twice counts where it stands first.
        `states` may hold more than the candidates; an item without a state is new. `limits` is what the
        day still lets in (`limits.left`). With a `draw`, reviews due on the same day are shuffled, each
        item by itself, so that the same seed gives the same order when some have been answered.
        """
        self._today = today
        self._now_ms = now_ms
        self._salt = None if draw is None else draw.below(1 << 32).to_bytes(4, "big")
        self._siblings: dict[str, str] = {}
        self._order: dict[str, int] = {}
        self._slots = {Phase.REVIEW: limits.reviews, Phase.NEW: limits.new}
        # Of what will be shown, and of what the limits or a sibling keep out. Both are heaps, by kind, and
        # may hold entries that are no longer true: the dicts beside them hold the true keys.
        self._taken: dict[str, tuple[Phase, _Key]] = {}
        self._shown: dict[Phase, list[tuple[_Key, str]]] = {
            Phase.NEW: [],
            Phase.LEARNING: [],
            Phase.REVIEW: [],
        }
        self._pooled: dict[str, tuple[Phase, _Key]] = {}
        self._pools: dict[Phase, list[tuple[_Key, str]]] = {Phase.REVIEW: [], Phase.NEW: []}
        self._behind: dict[str, list[str]] = {}  # siblings: those of them that wait behind another
        self._holding: set[str] = set()  # the items that keep their siblings out,
        self._holders: dict[str, int] = {}  # siblings: and how many of them do
        self._count = dict.fromkeys(self._shown, 0)
        self._front: str | None = None

        for item, siblings in candidates:
            if item not in self._siblings:
                self._order[item] = len(self._order)
                self._siblings[item] = siblings
                self._enter(item, states.get(item))
        for pool in self._pools.values():
            pool.sort()  # a sorted list is a heap, and quicker to take from
        self._fill()

    @property
    def counts(self) -> Counts:
        """How many items will be shown: those of the limits, and one of each siblings."""
        count = self._count
        return Counts(count[Phase.NEW], count[Phase.LEARNING], count[Phase.REVIEW])

    @property
    def waiting_until(self) -> int | None:
        """When the next learning step is over, in ms since 1970; None if nothing is being learned.

        If `next` has nothing to ask, this tells how long to wait: asking it for that moment gives the item.
        """
        top = self._top(Phase.LEARNING)
        return None if top is None else top[0][0]

    def next(self, now_ms: int) -> str | None:
        """The item to ask at this moment; it stays the next until `update` is told of it.

        None if there is nothing, or nothing before `waiting_until`.
        """
        self._now_ms = now_ms
        if self._front is not None:
            return self._front
        learning = self._top(Phase.LEARNING)
        if learning is not None and learning[0][0] <= now_ms:
            return learning[1]
        top = self._top(Phase.REVIEW) or self._top(Phase.NEW)
        return None if top is None else top[1]

    def update(self, state: ItemState, *, first: bool = False) -> None:
        """Takes note of an item's new state: after an answer, an undo, or when it was suspended or buried.

        After an undo give `first`: the item is the next again, and an undone answer brings back the counts
        before it. An item that is no candidate is passed over.
        """
        item = state.item
        if item not in self._siblings:
            return
        if self._front == item:
            self._front = None
        self._pooled.pop(item, None)
        was, _ = self._taken.pop(item, _NONE)
        if was is not None:
            self._count[was] -= 1
        answered = state.last_day == self._today
        if was in self._slots and not answered and not first:
            self._slots[was] += 1  # it leaves without an answer: another may have its place

        kind, key = self._kind(state)
        if kind is not None and (first or kind is Phase.LEARNING or answered):
            # No slot is spent: an undone answer has spent it, and so has one that comes back today.
            self._take(item, kind, key)
            self._front = item if first else self._front
        elif kind is not None:
            self._pool(item, kind, key)
        if answered or item in self._taken:
            self._hold(item)
        else:
            self._release(item)
        self._fill()

    def _enter(self, item: str, state: ItemState | None) -> None:
        if state is None:
            self._pooled[item] = entry = (Phase.NEW, (0, 0, self._order[item]))
            self._pools[Phase.NEW].append((entry[1], item))
            return
        kind, key = self._kind(state)
        answered = state.last_day == self._today
        if kind is Phase.LEARNING or (kind is not None and answered):
            self._take(item, kind, key)
        elif kind is not None:
            self._pooled[item] = (kind, key)
            self._pools[kind].append((key, item))
        if answered:
            self._hold(item)

    def _kind(self, state: ItemState) -> tuple[Phase | None, _Key]:
        """What the item is asked as today, None for not at all, and its key among those."""
        if state.suspended or (state.buried_day is not None and state.buried_day >= self._today):
            return _NONE
        if state.phase is Phase.NEW:
            return Phase.NEW, (0, 0, self._order[state.item])
        due_day = state.due_day or 0
        if state.phase is Phase.REVIEW:
            if due_day > self._today:
                return _NONE
            return Phase.REVIEW, (due_day, self._shuffled(state.item), self._order[state.item])
        due_ms = state.due_ms or 0
        if due_day > self._today and due_ms > self._now_ms + AHEAD_MS:
            return _NONE
        return Phase.LEARNING, (due_ms, 0, self._order[state.item])

    def _shuffled(self, item: str) -> int:
        if self._salt is None:
            return 0
        return int.from_bytes(blake2b(item.encode(), digest_size=8, key=self._salt).digest(), "big")

    def _take(self, item: str, kind: Phase, key: _Key) -> None:
        self._taken[item] = (kind, key)
        self._count[kind] += 1
        heappush(self._shown[kind], (key, item))
        self._hold(item)

    def _pool(self, item: str, kind: Phase, key: _Key) -> None:
        self._pooled[item] = (kind, key)
        heappush(self._pools[kind], (key, item))

    def _hold(self, item: str) -> None:
        """The item keeps its siblings out."""
        if item not in self._holding:
            self._holding.add(item)
            siblings = self._siblings[item]
            self._holders[siblings] = self._holders.get(siblings, 0) + 1

    def _release(self, item: str) -> None:
        """The item keeps its siblings out no longer."""
        if item not in self._holding:
            return
        self._holding.remove(item)
        siblings = self._siblings[item]
        self._holders[siblings] -= 1
        if not self._holders[siblings]:
            del self._holders[siblings]
            for sibling in self._behind.pop(siblings, ()):
                if sibling in self._pooled:
                    self._pool(sibling, *self._pooled[sibling])

    def _fill(self) -> None:
        """Takes from the pools what the limits and the siblings allow; reviews before new items."""
        for kind, pool in self._pools.items():
            while pool and self._slots[kind] > 0:
                key, item = heappop(pool)
                if self._pooled.get(item) != (kind, key):
                    continue
                siblings = self._siblings[item]
                if siblings in self._holders:
                    self._behind.setdefault(siblings, []).append(item)
                    continue
                del self._pooled[item]
                self._slots[kind] -= 1
                self._take(item, kind, key)

    def _top(self, kind: Phase) -> tuple[_Key, str] | None:
        """The first true entry of a heap; untrue ones on the way are dropped."""
        heap = self._shown[kind]
        while heap:
            key, item = heap[0]
            if self._taken.get(item) == (kind, key):
                return heap[0]
            heappop(heap)
        return None
