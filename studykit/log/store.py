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
from typing import Self

from studykit.clock import Moment
from studykit.errors import StudyError
from studykit.log import device as device_file
from studykit.log import fault, migrations
from studykit.log.event import (
    ACTIONS,
    Draft,
    Event,
    Row,
    canonical,
    digest,
    from_row,
    seal,
    to_row,
    uuid7,
)
from studykit.log.fault import NotSaved

__all__ = ["FILE", "NotSaved", "Reduce", "Store"]

FILE = "studykit.db"
BUSY_S = 5.0
LAST_MS = 1 << 46
"""Times from here on (the year 4199) are a clock gone mad, and would not fit the logical clock."""

Reduce = Callable[[str, Sequence[Event]], Row | None]
"""From an item and, in order, its live events with all `settings` events: its row of `item_state`.

None says that the item needs no row.
"""

# The columns stand in the order of the fields of `Event`, and of `ItemState`; tests hold them to it.
_ADD_EVENT = "INSERT INTO event VALUES (?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?)"
_PUT_STATE = "INSERT OR REPLACE INTO item_state VALUES (?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?)"


class Store:
    """The log of one home folder. Open it with `Store.open`, best in a `with`.

    Another program may use the same home at the same time: every append reads what it needs inside its
    own transaction, and `changed` tells when to read the rows again.
    """

    def __init__(
        self, connection: sqlite3.Connection, path: Path, device: str, entropy: Callable[[int], bytes]
    ) -> None:
        self._connection = connection
        self._path = path
        self._entropy = entropy
        self.device = device
        """This device's id; empty in a log that is only read."""
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
            if read_only and not _has_content(path):
                return cls(_empty(), path, "", entropy)
            if not read_only:
                _make_home(home)
            connection = _connect(path, read_only=read_only, busy_s=busy_s)
            try:
                device = _prepare(connection, home, entropy, read_only=read_only)
                return cls(connection, path, device, entropy)
            except BaseException:
                connection.close()
                raise
        except sqlite3.Error as error:
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

    def append(self, draft: Draft, reduce: Reduce) -> Event:
        """Adds one event, and the state that follows for its item; both are durable once this returns.

        Raises `NotSaved` if that failed: then nothing changed, and the same draft may be tried again.
        """
        with self._writing():
            event = self._insert(draft)
            if event.item is not None:
                self._derive(event.item, reduce)
        return event

    def undo(self, moment: Moment, reduce: Reduce) -> Event | None:
        """Voids this device's latest action that is not yet voided, and returns the voided event.

        Its item does not matter; that of the `undo` is the same. None if there is none left. Raises
        `NotSaved` like `append`.
        """
        with self._writing():
            row = self._connection.execute(
                "SELECT * FROM live WHERE device = ? AND kind IN (SELECT value FROM json_each(?))"
                " ORDER BY seq DESC, hlc DESC LIMIT 1",
                (self.device, canonical(sorted(ACTIONS))),
            ).fetchone()
            if row is None:
                return None
            voided = self._event(row)
            self._insert(Draft("undo", *moment, item=voided.item, body={"voids": voided.id.hex()}))
            if voided.item is not None:
                self._derive(voided.item, reduce)
        return voided

    def rebuild(self, reduce: Reduce) -> None:
        """Replaces all rows of `item_state` by what the log gives, in one transaction. Raises `NotSaved`."""
        with self._writing():
            settings = self.settings_events()
            self._connection.execute("DELETE FROM item_state")
            found = self._connection.execute(
                "SELECT * FROM live WHERE item IS NOT NULL ORDER BY item, hlc, device, seq, id"
            )
            for item, events in groupby(map(self._event, found), key=lambda event: str(event.item)):
                self._put(item, reduce(item, _in_order(settings, list(events))))

    # Reading

    def events(self, item: str | None = None) -> list[Event]:
        """All events, or those of one item, in order; voided ones and undos too."""
        if item is None:
            return self._read("SELECT * FROM event ORDER BY hlc, device, seq, id")
        return self._read("SELECT * FROM event WHERE item = ? ORDER BY hlc, device, seq, id", item)

    def settings_events(self) -> list[Event]:
        """The `settings` events, in order."""
        return self._read("SELECT * FROM live WHERE kind = 'settings' ORDER BY hlc, device, seq, id")

    def rows(self) -> list[Row]:
        """All rows of `item_state`, by item."""
        with self._reading():
            return self._connection.execute("SELECT * FROM item_state ORDER BY item").fetchall()

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
            text = self._connection.text_factory
            # A flipped bit may leave bytes that are no UTF-8; such a row should be named, not stop the check.
            self._connection.text_factory = lambda raw: raw.decode("utf-8", "surrogateescape")
            try:
                for row in self._connection.execute("SELECT * FROM event ORDER BY hlc"):
                    if not _is_sound(row):
                        wrong.append(f"event {row[0].hex()} is not what was written")
            finally:
                self._connection.text_factory = text
        return wrong

    # Inside a transaction

    def _insert(self, draft: Draft) -> Event:
        if not 0 <= draft.at_ms < LAST_MS:
            raise StudyError(
                "the clock shows an impossible time", where=str(self._path), hint="set the computer's clock"
            )
        (last,) = self._connection.execute("SELECT max(hlc) FROM event").fetchone()
        (seq,) = self._connection.execute(
            "SELECT max(seq) FROM event WHERE device = ?", (self.device,)
        ).fetchone()
        event = seal(
            draft,
            id=uuid7(draft.at_ms, self._entropy(10)),
            device=self.device,
            seq=(seq or 0) + 1,
            hlc=max((last or 0) + 1, draft.at_ms << 16),
        )
        self._connection.execute(_ADD_EVENT, to_row(event))
        return event

    def _derive(self, item: str, reduce: Reduce) -> None:
        own = self._read("SELECT * FROM live WHERE item = ? ORDER BY hlc, device, seq, id", item)
        self._put(item, reduce(item, _in_order(self.settings_events(), own)))

    def _put(self, item: str, row: Row | None) -> None:
        if row is None:
            self._connection.execute("DELETE FROM item_state WHERE item = ?", (item,))
        else:
            self._connection.execute(_PUT_STATE, row)

    def _event(self, row: Row) -> Event:
        try:
            return from_row(row)
        except ValueError as error:
            raise fault.damaged(self._path, f"event {row[0].hex()} cannot be read") from error

    def _read(self, query: str, *values: str) -> list[Event]:
        with self._reading():
            # All at once: a half-read query would keep its lock and stop the next commit.
            return [self._event(row) for row in self._connection.execute(query, values).fetchall()]

    def _version(self) -> int:
        version: int = self._connection.execute("PRAGMA data_version").fetchone()[0]
        return version

    @contextmanager
    def _reading(self) -> Iterator[None]:
        try:
            yield
        except sqlite3.Error as error:
            if self._connection.in_transaction:
                raise  # the writer around it says that nothing was saved
            raise fault.from_sqlite(error, self._path) from error

    @contextmanager
    def _writing(self) -> Iterator[None]:
        try:
            with _transaction(self._connection):
                yield
        except sqlite3.Error as error:
            raise fault.not_saved(fault.from_sqlite(error, self._path)) from error
        except StudyError as error:
            raise fault.not_saved(error) from error


@contextmanager
def _transaction(connection: sqlite3.Connection) -> Iterator[None]:
    connection.execute("BEGIN IMMEDIATE")
    try:
        yield
        connection.execute("COMMIT")
    finally:
        if connection.in_transaction:
            # Whatever broke is on its way up already, and is what the user must hear of.
            with suppress(sqlite3.Error):
                connection.execute("ROLLBACK")


def _in_order(settings: list[Event], own: list[Event]) -> list[Event]:
    return list(heapq.merge(settings, own, key=lambda event: event.place))


def _is_sound(row: Row) -> bool:
    try:
        event = from_row(row)
    except ValueError:
        return False
    return digest(event) == event.hash


def _has_content(path: Path) -> bool:
    try:
        return path.stat().st_size > 0
    except (FileNotFoundError, NotADirectoryError):
        return False


def _empty() -> sqlite3.Connection:
    connection = sqlite3.connect(":memory:", isolation_level=None)
    with _transaction(connection):
        migrations.migrate(connection)
    migrations.make_views(connection)
    connection.execute("PRAGMA query_only = ON")
    return connection


def _make_home(home: Path) -> None:
    if home.is_dir():
        return
    home.mkdir(parents=True, exist_ok=True)
    device_file.sync_folder(home.parent)


def _connect(path: Path, *, read_only: bool, busy_s: float) -> sqlite3.Connection:
    # Also to read only: a program killed in mid-write leaves a journal that the next one must roll back.
    mode = "rw" if read_only else "rwc"
    return sqlite3.connect(
        f"{path.absolute().as_uri()}?mode={mode}", uri=True, timeout=busy_s, isolation_level=None
    )


def _prepare(
    connection: sqlite3.Connection, home: Path, entropy: Callable[[int], bytes], *, read_only: bool
) -> str:
    """Checks the version, migrates where it may, and returns the device's id."""
    where = str(home / FILE)
    migrations.check(connection, where)
    device = device_file.read(home)
    if read_only:
        if not migrations.is_current(connection):
            raise StudyError("this database is of an older version", where=where, hint="run studykit once")
        migrations.make_views(connection)
        connection.execute("PRAGMA query_only = ON")
        return device or ""
    # Not WAL: before SQLite 3.51.3 it could corrupt, and with synchronous=NORMAL it loses answers.
    connection.execute("PRAGMA journal_mode = DELETE")
    connection.execute("PRAGMA synchronous = EXTRA")
    if device is None or not migrations.is_current(connection):
        with _transaction(connection):
            migrations.check(connection, where)
            if not migrations.is_current(connection):
                migrations.migrate(connection)
            device = device_file.create(home, entropy)
    migrations.make_views(connection)
    return device
