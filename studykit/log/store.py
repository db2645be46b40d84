"""The log in SQLite: every answer is durable before the program says so."""

from __future__ import annotations

import heapq
import os
import sqlite3
from collections.abc import Callable, Iterator, Sequence
from contextlib import contextmanager, suppress
from itertools import groupby
from pathlib import Path
from types import TracebackType
from typing import NamedTuple, Self

from studykit.clock import LAST_MS, Moment
from studykit.errors import StudyError
from studykit.log import database, fault, migrations
from studykit.log.database import FILE
from studykit.log.event import (
    ACTIONS,
    Draft,
    Event,
    Row,
    canonical,
    from_row,
    seal,
    to_row,
    trouble,
    uuid7,
)
from studykit.log.fault import Damaged, NotSaved

__all__ = ["FILE", "Damaged", "NotSaved", "Reduce", "Saved", "Store"]

BUSY_S = 5.0
_HLC_END = LAST_MS << 16
_SEQ_END = 1 << 62
"""From here on they are damage: no program wrote so many events. They are not counted on from."""

Reduce = Callable[[str, Sequence[Event]], Row | None]
"""From an item and, in order, its live events with all `settings` events: its row of `item_state`.

None says that the item needs no row.
"""


class Saved(NamedTuple):
    """What a write left behind, as of its own transaction: nothing need be read again after it."""

    event: Event
    row: Row | None
    """The row of `item_state` that the event's item has now; None if it needs none."""


# The columns stand in the order of the fields of `Event`, and of `ItemState`; tests hold them to it.
_ADD_EVENT = "INSERT INTO event VALUES (?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?)"
_PUT_STATE = "INSERT OR REPLACE INTO item_state VALUES (?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?)"


class Store:
    """The log of one home folder. Open it with `Store.open`, best in a `with`.

    Another program may use the same home at the same time: every append reads what it needs inside its
    own transaction, and `changed` tells when to read the rows again.
    """

    def __init__(
        self,
        connection: sqlite3.Connection,
        path: Path,
        device: str,
        entropy: Callable[[int], bytes],
        *,
        read_only: bool,
    ) -> None:
        self._connection = connection
        self._path = path
        self._entropy = entropy
        self.device = device
        """This device's id; may be empty in a log that is only read."""
        self.read_only = read_only
        self.notices: list[str] = []
        """What the learner should hear of although work goes on; whoever shows them empties the list."""
        self._told = False
        self._seen = self._version()

    @classmethod
    def open(
        cls,
        home: Path,
        *,
        entropy: Callable[[int], bytes] = os.urandom,
        read_only: bool = False,
        busy_s: float = BUSY_S,
    ) -> Self:
        """Opens the log of `home`, and creates folder, database and device id where they are missing.

        With `read_only` nothing is created: a home that does not exist has an empty log. `busy_s` is how
        long to wait for another program, in seconds. Raises `StudyError` if the home cannot be used, or
        the database is damaged, of a newer version, not a database, or in use for longer than that.
        """
        path = home / FILE
        try:
            if read_only:
                connection, device = database.open_to_read(home, busy_s)
            else:
                connection, device = database.open_to_write(home, entropy, busy_s)
            try:
                return cls(connection, path, device, entropy, read_only=read_only)
            except BaseException:
                connection.close()
                raise
        except fault.SQLITE_ERRORS as error:
            raise fault.from_sqlite(error, path) from error
        except OSError as error:
            raise fault.from_os(error, home) from error

    def __enter__(self) -> Self:
        return self

    def __exit__(
        self, kind: type[BaseException] | None, error: BaseException | None, trace: TracebackType | None
    ) -> None:
        self.close()

    def close(self) -> None:
        """Lets go of the database."""
        self._connection.close()

    # Writing

    def append(self, draft: Draft, reduce: Reduce) -> Saved:
        """Adds one event, and the state that follows for its item; both are durable once this returns.

        Raises `NotSaved` if that failed: then nothing changed, and the same draft may be tried again.

        Earlier events of the item that are damaged do not stop it. They make the next interval somewhat
        wrong until a backup is restored, while an answer that is refused is lost for good.
        """
        written: list[Event] = []
        with self._writing(written):
            event = self._insert(draft)
            row = None if event.item is None else self._derive(event.item, reduce)
            written.append(event)
        return Saved(event, row)

    def undo(self, moment: Moment, reduce: Reduce, *, only: bytes | None = None) -> Saved | None:
        """Voids this device's latest action that is not yet voided, and returns the voided event.

        Its item does not matter; that of the `undo` is the same. None if there is none left, or if it is not
        the event with the id `only`. Raises `NotSaved` like `append`.
        """
        written: list[Event] = []
        with self._writing(written):
            rows = self._select(
                "SELECT * FROM live WHERE device = ? AND kind IN (SELECT value FROM json_each(?))"
                " ORDER BY seq DESC, hlc DESC LIMIT 1",
                self.device,
                canonical(sorted(ACTIONS)),
            )
            if not rows:
                return None
            voided = self._event(rows[0])
            if only is not None and voided.id != only:
                return None
            undo = self._insert(Draft("undo", *moment, item=voided.item, body={"voids": voided.id.hex()}))
            row = None if voided.item is None else self._derive(voided.item, reduce)
            written.append(undo)
        return Saved(voided, row)

    def rebuild(self, reduce: Reduce) -> None:
        """Makes `item_state` anew from the log, whatever it holds and even if it is gone.

        Raises `NotSaved`.
        """
        try:
            self._rebuild(reduce, migrations.drop_states)
        except NotSaved as error:
            if not isinstance(error, Damaged):
                raise
            self._rebuild(reduce, migrations.forget_states)
            # Frees the pages that were forgotten. Without room for the copy they simply stay.
            with suppress(sqlite3.Error):
                self._connection.execute("VACUUM")

    # Reading

    def events(self, item: str | None = None) -> list[Event]:
        """All events, or those of one item, in order; voided ones and undos too.

        Raises `StudyError` for one that cannot be read.
        """
        if item is None:
            rows = self._select("SELECT * FROM event ORDER BY hlc, device, seq, id")
        else:
            rows = self._select("SELECT * FROM event WHERE item = ? ORDER BY hlc, device, seq, id", item)
        return [self._event(row) for row in rows]

    def readable_events(self) -> list[Event]:
        """All events that can be read, in order; a notice tells of what is wrong with any."""
        return self._readable("SELECT * FROM event ORDER BY hlc, device, seq, id")

    def settings_events(self) -> list[Event]:
        """The `settings` events that can be read, in order."""
        return self._readable("SELECT * FROM live WHERE kind = 'settings' ORDER BY hlc, device, seq, id")

    def events_of(self, prefix: str) -> list[Event]:
        """The live events of items whose id begins with `prefix`, in order, as far as they can be read."""
        return self._readable(
            "SELECT * FROM live WHERE item >= ? AND item < ? ORDER BY hlc, device, seq, id",
            prefix,
            prefix[:-1] + chr(ord(prefix[-1]) + 1),
        )

    def rows(self) -> list[Row]:
        """All rows of `item_state`, by item."""
        with self._reading():
            found = self._connection.execute("SELECT * FROM item_state ORDER BY item")
            if len(found.description) != _PUT_STATE.count("?"):
                raise fault.damaged(self._path, "the table of states has other columns")
            return found.fetchall()

    def row(self, item: str) -> Row | None:
        """One item's row of `item_state`, or None if the log says nothing of it."""
        with self._reading():
            found: Row | None = self._connection.execute(
                "SELECT * FROM item_state WHERE item = ?", (item,)
            ).fetchone()
            return found

    def changed(self) -> bool:
        """Whether another program has written since the last time this was asked (or since opening)."""
        with self._reading():
            before, self._seen = self._seen, self._version()
            return before != self._seen

    def verify(self) -> list[str]:
        """What is wrong with the database, a line each; empty if it is sound.

        SQLite's own check sees broken pages; the rows' hashes see changed content.
        """
        with self._reading():
            wrong = [line for (line,) in self._connection.execute("PRAGMA quick_check") if line != "ok"]
            for row in self._select("SELECT * FROM event ORDER BY hlc"):
                try:
                    what = trouble(from_row(row))
                except ValueError:
                    what = "is not what was written"
                if what is not None:
                    wrong.append(f"event {_name(row)} {what}")
        return wrong

    # Inside a transaction

    def _insert(self, draft: Draft) -> Event:
        if not Moment(draft.at_ms, draft.tz_min).is_possible:
            raise StudyError(
                "the clock shows an impossible time", where=str(self._path), hint="set the computer's clock"
            )
        event = seal(
            draft,
            id=uuid7(draft.at_ms, self._entropy(10)),
            device=self.device,
            seq=self._last("SELECT max(seq) FROM event WHERE seq < ? AND device = ?", _SEQ_END, self.device)
            + 1,
            hlc=max(self._last("SELECT max(hlc) FROM event WHERE hlc < ?", _HLC_END) + 1, draft.at_ms << 16),
        )
        self._connection.execute(_ADD_EVENT, to_row(event))
        return event

    def _holds(self, event: Event) -> bool:
        try:
            found = self._connection.execute("SELECT 1 FROM event WHERE id = ?", (event.id,)).fetchone()
        except fault.SQLITE_ERRORS:
            return False
        return found is not None

    def _last(self, query: str, *values: int | str) -> int:
        (found,) = self._connection.execute(query, values).fetchone()
        return int(found or 0)  # in a damaged row it may be a fraction

    def _derive(self, item: str, reduce: Reduce) -> Row | None:
        own = self._readable("SELECT * FROM live WHERE item = ? ORDER BY hlc, device, seq, id", item)
        row = reduce(item, _in_order(self.settings_events(), own))
        self._put(item, row)
        return row

    def _rebuild(self, reduce: Reduce, clear: Callable[[sqlite3.Connection], None]) -> None:
        with self._writing():
            settings = self.settings_events()
            clear(self._connection)
            migrations.make_states(self._connection)
            found = self._readable(
                "SELECT * FROM live WHERE item IS NOT NULL ORDER BY item, hlc, device, seq, id"
            )
            for item, events in groupby(found, key=lambda event: str(event.item)):
                self._put(item, reduce(item, _in_order(settings, list(events))))

    def _put(self, item: str, row: Row | None) -> None:
        if row is None:
            self._connection.execute("DELETE FROM item_state WHERE item = ?", (item,))
        else:
            self._connection.execute(_PUT_STATE, row)

    # Rows to events

    def _event(self, row: Row) -> Event:
        try:
            return from_row(row)
        except ValueError as error:
            raise fault.damaged(self._path, f"event {_name(row)} cannot be read") from error

    def _readable(self, query: str, *values: str) -> list[Event]:
        found = []
        for row in self._select(query, *values):
            try:
                event = from_row(row)
            except ValueError:
                self._tell(f"event {_name(row)} cannot be read")
                continue
            if what := trouble(event):
                self._tell(f"event {_name(row)} {what}")
            found.append(event)
        return found

    def _tell(self, what: str) -> None:
        """Once, since one event is enough to want a backup for."""
        if not self._told:
            self._told = True
            self.notices.append(f"{fault.damaged(self._path, what)}; new answers are still saved")

    def _select(self, query: str, *values: str) -> list[Row]:
        text = self._connection.text_factory
        # Damaged bytes may be no UTF-8; such a row should be named, not stop the others.
        self._connection.text_factory = lambda raw: raw.decode("utf-8", "surrogateescape")
        try:
            with self._reading():
                # All at once: a half-read query would keep its lock and stop the next commit.
                return self._connection.execute(query, values).fetchall()
        finally:
            self._connection.text_factory = text

    def _version(self) -> int:
        version: int = self._connection.execute("PRAGMA data_version").fetchone()[0]
        return version

    @contextmanager
    def _reading(self) -> Iterator[None]:
        try:
            yield
        except fault.SQLITE_ERRORS as error:
            if self._connection.in_transaction:
                raise  # the writer around it says that nothing was saved
            raise fault.from_sqlite(error, self._path) from error

    @contextmanager
    def _writing(self, written: Sequence[Event] = ()) -> Iterator[None]:
        """A transaction; `written` is filled with the events of it, once all of it is done."""
        try:
            with database.transaction(self._connection):
                yield
        except fault.SQLITE_ERRORS as error:
            if written and all(map(self._holds, written)):
                # A disk may complain when all is written and only tidying up is left. Trying again would
                # write the answer twice.
                self.notices.append(f"saved, but {fault.from_sqlite(error, self._path)}")
                return
            raise fault.not_saved(fault.from_sqlite(error, self._path)) from error
        except StudyError as error:
            raise fault.not_saved(error) from error


def _in_order(settings: list[Event], own: list[Event]) -> list[Event]:
    return list(heapq.merge(settings, own, key=lambda event: event.place))


def _name(row: Row) -> str:
    return row[0].hex() if isinstance(row[0], bytes) else repr(row[0])
