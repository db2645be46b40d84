"""The states of all items: from the table that keeps them, or from the log where that is damaged."""

from __future__ import annotations

from studykit.log.store import Damaged, NotSaved, Store
from studykit.memory import replay
from studykit.memory.state import ItemState


def states(store: Store) -> dict[str, ItemState]:
    """The state of every item that the log says something of.

    A damaged table is made anew, or if that cannot be written (or only reading was asked for), the log is
    replayed in memory; a notice tells of it. Raises `StudyError` if the log cannot be read either.
    """
    try:
        return _kept(store)
    except Damaged:
        pass
    if not store.read_only:
        try:
            store.rebuild(replay.reduce)
            store.notices.append("the table of due dates was damaged; it has been made anew from the log")
            return _kept(store)
        except (Damaged, NotSaved) as error:
            store.notices.append(f"the table of due dates is damaged and cannot be made anew: {error}")
    else:
        store.notices.append("the table of due dates is damaged; they were reckoned from the log")
    return replay.replay(store.readable_events())


def _kept(store: Store) -> dict[str, ItemState]:
    """Raises `Damaged`."""
    rows = store.rows()
    try:
        return {state.item: state for state in map(replay.from_row, rows)}
    except ValueError as error:
        raise Damaged(str(error)) from error
