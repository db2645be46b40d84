"""What the settings say of single decks, found for a card by the decks that it is in."""

from __future__ import annotations

from collections.abc import Sequence

from studykit.cards.tags import folded
from studykit.memory import limits
from studykit.memory.scheduling import Scheduling
from studykit.settings import DeckSettings


class DeckRules:
    """The limits and habits of decks. What is said of a deck holds for its sub-decks too."""

    def __init__(self, scheduling: Scheduling, tables: Sequence[DeckSettings] = ()) -> None:
        self._scheduling = scheduling
        self._typed = {folded(table.deck): table.typed for table in tables if table.typed is not None}
        self._capped: dict[tuple[str, ...], tuple[str, ...]] = {}

    def capped(self, decks: tuple[str, ...]) -> tuple[str, ...]:
        """The decks with limits that a card in `decks` counts for."""
        if not self._scheduling.decks:
            return ()
        found = self._capped.get(decks)
        if found is None:
            found = limits.capped(map(folded, decks), self._scheduling)
            self._capped[decks] = found
        return found

    def typed(self, decks: tuple[str, ...]) -> bool | None:
        """Whether the answers of a card in `decks` are typed; None if nothing is said of them.

        The table nearest to the card's own deck decides. Of several decks one that says yes is enough.
        """
        if not self._typed:
            return None
        found = [said for deck in decks if (said := self._nearest(folded(deck))) is not None]
        return any(found) if found else None

    def _nearest(self, deck: str) -> bool | None:
        while deck:
            if deck in self._typed:
                return self._typed[deck]
            deck = deck.rpartition("/")[0]
        return None
