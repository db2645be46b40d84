"""What to ask next."""

from __future__ import annotations

from collections.abc import Iterable, Mapping
from hashlib import blake2b
from heapq import heappop, heappush
from typing import NamedTuple

from studykit.draw import Draw
from studykit.memory.limits import Limits
from studykit.memory.pool import Key, Pool
from studykit.memory.state import ItemState, Phase

AHEAD_MS = 20 * 60_000
"""A learning step that ends past the rollover still belongs to the session if it is this near."""


class Candidate(NamedTuple):
    """An item that may be asked."""

    item: str
    siblings: str
    """Shared by all items made from the same text; an item without siblings gives its own id."""
    capped: tuple[str, ...] = ()
    """The decks with limits that it is in (`limits.capped`)."""


class Counts(NamedTuple):
    """The items that will really be shown today."""

    new: int
    learning: int
    due: int


_Entry = tuple[Phase, Key]


def build(
    candidates: Iterable[Candidate],
    states: Mapping[str, ItemState],
    today: int,
    now_ms: int,
    limits: Limits,
    *,
    draw: Draw | None = None,
    ahead: int = 0,
) -> Queue:
    """The queue of a study day, as of `now_ms` (milliseconds since 1970).

    `candidates` are in the order of the notes; an item named twice counts where it stands first. `states`
    may hold more than the candidates; an item without a state is new. `limits` is what the day still lets
    in (`limits.left`). With a `draw`, reviews due on the same day are shuffled. An item's lot depends on
    the seed and itself alone, so a queue built again after some answers keeps the order. Reviews that fall
    due within `ahead` days from today are asked too, the soonest first.
    """
    return Queue(candidates, states, today, now_ms, limits, draw, ahead)


class Queue:
    """Today's items: learning steps that are over, then reviews, then new items. Made by `build`.

    Reviews come by due day, the oldest first, then in the order of the notes (or as shuffled). New items
    come in the order of the notes. The queue is for one study day: build another when the day turns.

    At most one sibling of a text is let in, and none beside one that was answered or buried today or is
    being learned; the others wait for another day. Items that are being learned come back whatever their
    siblings do. Suspended and buried items stay out. An item that a full deck keeps out is passed over, and
    the next one that fits takes the place.
    """

    def __init__(
        self,
        candidates: Iterable[Candidate],
        states: Mapping[str, ItemState],
        today: int,
        now_ms: int,
        limits: Limits,
        draw: Draw | None,
        ahead: int = 0,
    ) -> None:
        self._today = today
        self._horizon = today + ahead
        self._now_ms = now_ms
        self._salt = None if draw is None else draw.below(1 << 32).to_bytes(4, "big")
        self._siblings: dict[str, str] = {}
        self._capped: dict[str, tuple[str, ...]] = {}  # the items that are in decks with limits
        for item, siblings, capped in candidates:
            self._siblings.setdefault(item, siblings)
            if capped:
                self._capped.setdefault(item, capped)
        self._items = list(self._siblings)
        self._order = {item: order for order, item in enumerate(self._items)}
        self._count = {Phase.NEW: 0, Phase.LEARNING: 0, Phase.REVIEW: 0}
        # What will be shown: a heap for each kind. Entries that `_taken` does not have are passed over.
        self._shown: dict[Phase, list[Key]] = {Phase.NEW: [], Phase.LEARNING: [], Phase.REVIEW: []}
        self._taken: dict[str, _Entry] = {}
        # What the limits or a sibling keep out. An entry is true unless `_moved` says otherwise: most items
        # of a large library wait here, and should cost no more than that.
        self._pools = {
            Phase.REVIEW: Pool(limits.reviews, limits.reviews_in),
            Phase.NEW: Pool(limits.new, limits.new_in),
        }
        self._moved: dict[str, _Entry | None] = {}
        self._behind: dict[str, list[_Entry]] = {}  # siblings: what waits behind one of them
        self._answered: set[str] = set()  # the items answered today
        self._holding: set[str] = set()  # the items that keep their siblings out,
        self._holders: dict[str, int] = {}  # siblings: and how many of them do

        wait, decks_of, horizon = self._pools[Phase.NEW].add, self._capped.get, self._horizon
        for order, item in enumerate(self._items):
            state = states.get(item)
            if state is None:
                wait((0, 0, order), decks_of(item, ()))
            elif state.due_day is None or state.due_day <= horizon or state.last_day == today or state.due_ms:
                self._enter(state)
        self._fill()

    @property
    def counts(self) -> Counts:
        """How many items will be shown: within the limits, and one of each text."""
        count = self._count
        return Counts(count[Phase.NEW], count[Phase.LEARNING], count[Phase.REVIEW])

    @property
    def waiting_until(self) -> int | None:
        """When the next learning step is over, in ms since 1970; None if nothing is being learned.

        If `next` has nothing to ask, this tells how long to wait.
        """
        top = self._top(Phase.LEARNING)
        return None if top is None else top[0]

    def next(self, now_ms: int, *, early: bool = False) -> str | None:
        """The item to ask at this moment; it stays the next until `update` or `drop` is told of it.

        None if there is nothing, or nothing before `waiting_until`; with `early` the learning step that
        ends first is then taken before its time.
        """
        self._now_ms = now_ms
        learning = self._top(Phase.LEARNING)
        if learning is not None and learning[0] <= now_ms:
            return self._items[learning[2]]
        new = self._top(Phase.NEW)
        wanted = new if new is not None and new[0] < 0 else None  # put first
        top = wanted or self._top(Phase.REVIEW) or new or (learning if early else None)
        return None if top is None else self._items[top[2]]

    def update(self, state: ItemState) -> None:
        """Takes note of an item's new state after an answer, or after a mark was set or taken off.

        An item that is no candidate is passed over. After an undo build a new queue instead.
        """
        if state.item in self._siblings:
            self._leave(state.item, answered=state.last_day == self._today)
            self._enter(state)
            self._fill()

    def put_first(self, state: ItemState, asked: str | None = None) -> bool:
        """Lets a new item be asked before all reviews and other new ones; says whether it will be.

        The limits hold: it takes the place of the last new item that was to be asked today, but for the one
        that is being `asked`. Where there is none, or a sibling keeps it out, it waits as before.
        """
        item = state.item
        if item not in self._siblings or (entry := self._entry(state)) is None or entry[0] is not Phase.NEW:
            return False
        first = (Phase.NEW, (-1, 0, self._order[item]))
        if item in self._taken:
            self._taken[item] = first
            heappush(self._shown[Phase.NEW], first[1])
            return True
        if self._siblings[item] in self._holders:
            return False
        new = {other: key for other, (kind, key) in self._taken.items() if kind is Phase.NEW and key[0] == 0}
        new.pop(asked or "", None)
        if not new:
            return False
        self._put_back(max(new.values()))
        self._moved[item] = first
        self._pools[Phase.NEW].add(first[1], self._capped.get(item, ()))
        self._fill()
        return item in self._taken

    def drop(self, item: str) -> None:
        """Takes an item out for today: suspended, buried, or gone from its note.

        If it was not answered today, the next item within the limit, or a sibling, takes its place.
        """
        if item in self._siblings:
            self._leave(item, answered=item in self._answered)
            self._fill()

    def _leave(self, item: str, *, answered: bool) -> None:
        self._moved[item] = None
        kind = self._untake(item)
        if answered:
            self._answered.add(item)
            self._hold(item)
        else:
            self._answered.discard(item)
            self._release(item)
            if kind in self._pools:
                self._pools[kind].free(self._capped.get(item, ()))

    def _put_back(self, key: Key) -> None:
        """A new item that was to be asked waits for a place again."""
        item = self._items[key[2]]
        self._untake(item)
        self._release(item)
        self._moved[item] = (Phase.NEW, key)
        pool, decks = self._pools[Phase.NEW], self._capped.get(item, ())
        pool.free(decks)
        pool.add(key, decks)

    def _enter(self, state: ItemState) -> None:
        """Puts an item where its state wants it; `_fill` must follow."""
        item = state.item
        answered = state.last_day == self._today
        if answered:
            self._answered.add(item)
        if answered or state.buried_day == self._today:
            self._hold(item)  # whoever buries a card has seen what its siblings would ask
        entry = self._entry(state)
        if entry is None:
            return
        if answered or entry[0] is Phase.LEARNING:
            # No place within a limit is used: what comes back today has had one.
            self._take(item, entry)
        else:
            self._moved[item] = entry
            self._pools[entry[0]].add(entry[1], self._capped.get(item, ()))

    def _entry(self, state: ItemState) -> _Entry | None:
        """What the item is asked as today, with its key among those; None for not at all."""
        if state.suspended or (state.buried_day is not None and state.buried_day >= self._today):
            return None
        order = self._order[state.item]
        if state.phase is Phase.NEW:
            return Phase.NEW, (0, 0, order)
        due_day = state.due_day or 0
        if state.phase is Phase.REVIEW:
            lot = 0 if self._salt is None else _lot(self._salt, state.item)
            if state.last_day == self._today:
                # Not before its day a second time; and what comes back on that day comes after all others.
                return (Phase.REVIEW, (self._horizon + 1, lot, order)) if due_day <= self._today else None
            return (Phase.REVIEW, (due_day, lot, order)) if due_day <= self._horizon else None
        due_ms = state.due_ms or 0
        if due_day > self._today and due_ms > self._now_ms + AHEAD_MS:
            return None
        return Phase.LEARNING, (due_ms, 0, order)

    def _take(self, item: str, entry: _Entry) -> None:
        kind, key = entry
        self._taken[item] = entry
        self._count[kind] += 1
        heappush(self._shown[kind], key)
        self._hold(item)

    def _untake(self, item: str) -> Phase | None:
        entry = self._taken.pop(item, None)
        if entry is None:
            return None
        self._count[entry[0]] -= 1
        return entry[0]

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
            for kind, key in self._behind.pop(siblings, ()):
                self._pools[kind].add(key, self._capped.get(self._items[key[2]], ()))

    def _fill(self) -> None:
        """Takes from the pools what the limits and the siblings allow; reviews before new items."""
        for kind, pool in self._pools.items():
            while (key := pool.pop()) is not None:
                entry = (kind, key)
                item = self._items[key[2]]
                if self._moved.get(item, entry) != entry:
                    continue
                siblings = self._siblings[item]
                if siblings in self._holders:
                    self._behind.setdefault(siblings, []).append(entry)
                    continue
                self._moved[item] = None
                pool.use(self._capped.get(item, ()))
                self._take(item, entry)

    def _top(self, kind: Phase) -> Key | None:
        """The first true entry of a heap; untrue ones on the way are dropped."""
        heap = self._shown[kind]
        while heap:
            key = heap[0]
            if self._taken.get(self._items[key[2]]) == (kind, key):
                return key
            heappop(heap)
        return None


def _lot(salt: bytes, item: str) -> int:
    return int.from_bytes(blake2b(item.encode(), digest_size=8, key=salt).digest(), "big")
