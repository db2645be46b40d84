"""What saving an answer costs: `python tests/benchmarks/saving.py`.

A durable append is one transaction: read the item's events, insert the event, replay, upsert the state,
commit. It is measured in a fresh log and in one of 100,000 events, beside a bare `sqlite3` insert and commit
of the same row with the same pragmas, turn by turn on the same disk. Not run by pytest.
"""

from __future__ import annotations

import argparse
import random
import sqlite3
import statistics
import tempfile
import time
from collections.abc import Callable
from contextlib import closing
from pathlib import Path

from studykit.log.event import Draft, seal, to_row, uuid7
from studykit.log.store import FILE, Store
from studykit.memory.replay import reduce

START_MS = 1_772_442_000_000
INSERT = "INSERT INTO event VALUES (?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?)"
BODY = {"proposed": 3, "answer": "softmax(QK^T / sqrt(d_k)) V", "tries": 1, "hints": 0}


def drafts(count: int, items: int, start: int = 0) -> list[Draft]:
    """Reviews half a minute apart, of items at random."""
    chance = random.Random(start)
    return [
        Draft(
            "review",
            START_MS + (start + i) * 30_000,
            60,
            item=f"{chance.randrange(items):012x}",
            rating=chance.choice([1, 3, 3, 3, 4]),
            dur_ms=4000,
            body=BODY,
        )
        for i in range(count)
    ]


def rows(made: list[Draft]) -> list[tuple[object, ...]]:
    """The drafts as rows of `event`, as another device would have written them."""
    chance = random.Random(1)
    return [
        to_row(
            seal(
                draft,
                id=uuid7(draft.at_ms, chance.randbytes(10)),
                device="0" * 16,
                seq=i + 1,
                hlc=draft.at_ms << 16,
            )
        )
        for i, draft in enumerate(made)
    ]


def bare(path: Path) -> sqlite3.Connection:
    """A database with one table of the same columns and no index but its key."""
    connection = sqlite3.connect(path, isolation_level=None)
    connection.execute("PRAGMA journal_mode = DELETE")
    connection.execute("PRAGMA synchronous = EXTRA")
    connection.execute(
        "CREATE TABLE event (id BLOB PRIMARY KEY, device, seq, hlc, at_ms, tz_min, kind, item, rating,"
        " dur_ms, body, hash) WITHOUT ROWID"
    )
    return connection


def timed(deed: Callable[[], object]) -> float:
    """Milliseconds."""
    begin = time.perf_counter()
    deed()
    return (time.perf_counter() - begin) * 1000


def measure(folder: Path, events: int, count: int) -> tuple[list[float], list[float]]:
    """Times of appends in a log of that many events, and of bare inserts beside them."""
    Store.open(folder).close()
    if events:
        old = rows(drafts(events, items=events // 10))
        with closing(sqlite3.connect(folder / FILE)) as connection, connection:
            connection.executemany(INSERT, old)
    appends, inserts = [], []
    new = drafts(count, items=max(events // 10, 50), start=events)
    with Store.open(folder) as store, closing(bare(folder / "bare.db")) as other:
        if events:
            store.rebuild(reduce)
            with other:
                other.execute("BEGIN")
                other.executemany(INSERT, old)
        for draft, row in zip(new, rows(new), strict=True):
            appends.append(timed(lambda draft=draft: store.append(draft, reduce)))  # type: ignore[misc]
            inserts.append(timed(lambda row=row: other.execute(INSERT, row)))  # type: ignore[misc]
        assert len(store.events()) == events + count
    return appends, inserts


def p99(times: list[float]) -> float:
    """The 99th percentile."""
    return statistics.quantiles(times, n=100)[98]


def main() -> None:
    """Prints the table."""
    options = argparse.ArgumentParser(description=__doc__)
    options.add_argument("--count", type=int, default=500, help="appends to measure in each log")
    options.add_argument("--folder", type=Path, help="where to write; the disk is what is measured")
    chosen = options.parse_args()
    print(f"SQLite {sqlite3.sqlite_version}, {chosen.count} appends each, times in ms")
    print(
        "| log | append, median | append, p99 | bare insert, median | bare insert, p99 | ratio of medians |"
    )
    print("|---|---|---|---|---|---|")
    for events in (0, 100_000):
        with tempfile.TemporaryDirectory(dir=chosen.folder) as folder:
            appends, inserts = measure(Path(folder), events, chosen.count)
        median, floor = statistics.median(appends), statistics.median(inserts)
        print(
            f"| {events:,} events | {median:.2f} | {p99(appends):.2f} | {floor:.2f} | {p99(inserts):.2f}"
            f" | {median / floor:.2f} |"
        )


if __name__ == "__main__":
    main()
