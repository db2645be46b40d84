"""What waits for a place within the limits of the day and of decks."""

from __future__ import annotations

from collections.abc import Mapping
from heapq import heapify, heappop, heappush, heapreplace

Key = tuple[int, int, int]
"""The order in which places are given; ends with the place in the notes, which tells the item."""

_Decks = tuple[str, ...]


class Pool:
    """Items of one kind in order. `pop` gives the first for which there is room.

    Items that are in the same decks with limits wait together, and together they are passed over while one
    of these decks is full. So a step costs the logarithm of what waits, however much a full deck holds.
    """

    def __init__(self, places: int, rooms: Mapping[str, int]) -> None:
        """`places` are those of the day, `rooms` those of each deck that has a limit."""
        self._places = places
        self._rooms = dict(rooms)
        self._groups: dict[_Decks, list[Key]] = {(): []}  # a heap for each set of decks with limits
        self._heads: list[tuple[Key, _Decks]] = []  # a heap of their first keys; untrue ones are passed over
        self._full: dict[str, list[_Decks]] = {}  # a full deck: what was passed over because of it
        self._ordered = False

    def add(self, key: Key, decks: _Decks) -> None:
        """Lets an item wait that is in these decks; those without a limit do not matter."""
        group = self._groups.get(decks) if self._rooms else self._groups[()]
        if group is None:
            decks = tuple(deck for deck in decks if deck in self._rooms)
            group = self._groups.setdefault(decks, [])
        if not self._ordered:
            group.append(key)
            return
        heappush(group, key)
        if group[0] is key:
            heappush(self._heads, (key, decks if self._rooms else ()))

    def pop(self) -> Key | None:
        """Takes out the first item for which there is room; None if there is none. It uses no place yet."""
        if self._places <= 0:
            return None
        if not self._ordered:
            self._order()
        heads = self._heads
        while heads:
            key, decks = heads[0]
            group = self._groups[decks]
            if not group or group[0] != key:
                heappop(heads)
                continue
            full = next((deck for deck in decks if self._rooms[deck] <= 0), None)
            if full is not None:
                heappop(heads)
                self._full.setdefault(full, []).append(decks)
                continue
            heappop(group)
            if group:
                heapreplace(heads, (group[0], decks))
            else:
                heappop(heads)
            return key
        return None

    def use(self, decks: _Decks) -> None:
        """An item that is in these decks takes a place."""
        self._places -= 1
        for deck in decks:
            if deck in self._rooms:
                self._rooms[deck] -= 1

    def free(self, decks: _Decks) -> None:
        """An item that is in these decks gives its place back."""
        self._places += 1
        for deck in decks:
            if deck in self._rooms:
                self._rooms[deck] += 1
                for passed in self._full.pop(deck, ()):
                    if self._groups[passed]:
                        heappush(self._heads, (self._groups[passed][0], passed))

    def _order(self) -> None:
        # Once for all that was there at first: cheaper than a push for each.
        self._ordered = True
        for decks, group in self._groups.items():
            heapify(group)
            if group:
                heappush(self._heads, (group[0], decks))
