"""Appending, reading and undoing."""

from __future__ import annotations

import sqlite3
from collections.abc import Iterator, Sequence
from contextlib import closing
from pathlib import Path

import pytest

from studykit.clock import Moment
from studykit.log.event import Draft, Event, Row
from studykit.log.store import FILE, NotSaved, Store
from studykit.memory.replay import from_row, reduce, replay
from studykit.memory.state import Phase

MS = 1_772_442_000_000  # Monday 2 March 2026, 10:00 in Berlin
MINUTE = 60_000


def review(item: str, rating: int = 3, at_ms: int = MS) -> Draft:
    return Draft("review", at_ms, 60, item=item, rating=rating, dur_ms=1500)


def mark(kind: str, item: str, at_ms: int = MS) -> Draft:
    return Draft(kind, at_ms, 60, item=item)


@pytest.fixture
def home(tmp_path: Path) -> Path:
    return tmp_path / "deep" / "home"


@pytest.fixture
def store(home: Path) -> Iterator[Store]:
    with Store.open(home) as opened:
        yield opened


def test_the_first_start_makes_home_database_and_device(home: Path) -> None:
    with Store.open(home) as store:
        device = store.device
        assert store.events() == []
    assert sorted(path.name for path in home.iterdir()) == ["device", FILE]
    assert (home / "device").read_text() == f"{device}\n"


def test_an_answer_is_there_when_opened_again(home: Path) -> None:
    with Store.open(home) as store:
        event, row = store.append(review("a"), reduce)
        assert store.row("a") == row
        device = store.device
    with Store.open(home) as again:
        assert again.events() == [event]
        assert again.row("a") == row
        assert again.rows() == [row]
        assert again.device == device
        assert again.row("b") is None


def test_every_commit_is_durable(store: Store) -> None:
    connection = store._connection
    assert connection.execute("PRAGMA journal_mode").fetchone() == ("delete",)
    assert connection.execute("PRAGMA synchronous").fetchone() == (3,)  # EXTRA


def test_events_are_counted_and_the_logical_clock_follows_the_time(store: Store) -> None:
    first = store.append(review("a"), reduce).event
    second = store.append(review("a", at_ms=MS + 1), reduce).event
    assert (first.seq, second.seq) == (1, 2)
    assert (first.hlc, second.hlc) == (MS << 16, (MS + 1) << 16)


def test_the_order_stays_when_the_clock_is_put_back(store: Store) -> None:
    first = store.append(review("a"), reduce).event
    second = store.append(review("a", at_ms=MS - 3_600_000), reduce).event
    assert second.hlc == first.hlc + 1
    assert store.events() == [first, second]


def test_a_clock_gone_mad_is_refused_and_nothing_is_written(store: Store) -> None:
    for at_ms in (-1, 1 << 46):
        with pytest.raises(NotSaved, match="not saved: the clock shows an impossible time"):
            store.append(review("a", at_ms=at_ms), reduce)
    assert store.events() == []


def test_the_events_of_one_item_can_be_read_alone(store: Store) -> None:
    a = store.append(review("a"), reduce).event
    store.append(review("b"), reduce)
    assert store.events("a") == [a]


def test_the_reducer_gets_the_items_live_events_and_all_settings_in_order(store: Store) -> None:
    seen: list[list[str]] = []

    def watching(item: str, events: Sequence[Event]) -> Row | None:
        seen.append([event.kind for event in events])
        return reduce(item, events)

    store.append(Draft("settings", MS, 60, body={"rollover_min": 0}), watching)
    store.append(review("a"), watching)
    store.append(review("b"), watching)
    store.append(Draft("settings", MS, 60, body={"rollover_min": 60}), watching)
    store.append(mark("suspend", "a"), watching)
    store.undo(Moment(MS, 60), watching)
    assert seen == [
        ["settings", "review"],
        ["settings", "review"],
        ["settings", "review", "settings", "suspend"],
        ["settings", "review", "settings"],
    ]


def test_settings_of_another_program_count_at_once(store: Store, home: Path) -> None:
    with Store.open(home) as other:
        other.append(Draft("settings", MS, 60, body={"learning_steps": []}), reduce)
    store.append(review("a"), reduce)
    row = store.row("a")
    assert row is not None
    assert from_row(row).phase is Phase.REVIEW
    assert [event.body for event in store.settings_events()] == [{"learning_steps": []}]


def test_changed_tells_of_other_programs_only(store: Store, home: Path) -> None:
    store.append(review("a"), reduce)
    assert not store.changed()
    with Store.open(home) as other:
        other.append(review("b"), reduce)
    assert store.changed()
    assert not store.changed()


def test_unknown_kinds_are_kept_and_skipped(store: Store) -> None:
    store.append(review("a"), reduce)
    row = store.row("a")
    store.append(Draft("levitate", MS, 60, item="a", body={"height": 3}), reduce)
    assert store.row("a") == row
    assert [event.kind for event in store.events()] == ["review", "levitate"]


def test_an_item_without_memory_or_marks_has_no_row(store: Store) -> None:
    store.append(mark("suspend", "a"), reduce)
    assert store.row("a") is not None
    store.append(mark("unsuspend", "a"), reduce)
    assert store.rows() == []


# Undo (B052, B067, B068)


def test_undo_gives_back_the_row_before_and_says_what_it_voided(store: Store) -> None:
    store.append(review("a"), reduce)
    before = store.row("a")
    event = store.append(review("a", 1, MS + MINUTE), reduce).event
    assert store.undo(Moment(MS + 2 * MINUTE, 60), reduce) == (event, before)
    assert store.row("a") == before
    undo = store.events()[-1]
    assert (undo.kind, undo.item, undo.body) == ("undo", "a", {"voids": event.id.hex()})


def test_undo_goes_back_step_by_step_across_items_and_after_reopening(home: Path) -> None:
    rows = []
    with Store.open(home) as store:
        for i in range(6):
            rows.append(store.rows())
            store.append(review("abc"[i % 3], 1 + i % 4, MS + i * MINUTE), reduce)
        for _ in range(3):
            assert store.undo(Moment(MS, 60), reduce)
            assert store.rows() == rows.pop()
    with Store.open(home) as store:
        for _ in range(3):
            assert store.undo(Moment(MS, 60), reduce)
            assert store.rows() == rows.pop()
        assert store.undo(Moment(MS, 60), reduce) is None
        assert len(store.events()) == 12


def test_undo_after_an_undo_and_a_new_answer_voids_the_new_one(store: Store) -> None:
    first = store.append(review("a"), reduce).event
    store.append(review("b"), reduce)
    store.undo(Moment(MS, 60), reduce)
    third = store.append(review("c"), reduce).event
    assert store.undo(Moment(MS, 60), reduce) == (third, None)
    assert store.undo(Moment(MS, 60), reduce) == (first, None)


def test_undo_reaches_every_deed_and_attempt_but_no_settings(store: Store) -> None:
    for kind in ("suspend", "bury", "flag", "reset", "forward"):
        store.append(mark(kind, "a"), reduce)
        store.append(Draft("settings", MS, 60, body={"new_per_day": 5}), reduce)
        store.append(Draft("attempt", MS, 60, item="a"), reduce)
    undone = []
    while (saved := store.undo(Moment(MS, 60), reduce)) is not None:
        undone.append(saved.event.kind)
    kinds = ["forward", "reset", "flag", "bury", "suspend"]
    assert undone == [each for kind in kinds for each in ("attempt", kind)]
    assert store.rows() == []


def test_undo_leaves_other_devices_alone(store: Store, home: Path) -> None:
    mine = store.append(review("a"), reduce).event
    (home / "device").write_text("0123456789abcdef\n")
    with Store.open(home) as other:
        theirs = other.append(review("b", at_ms=MS + 1), reduce).event
        assert theirs.seq == 1
    assert store.undo(Moment(MS, 60), reduce) == (mine, None)
    assert store.undo(Moment(MS, 60), reduce) is None


def test_undo_still_works_after_the_rollover_was_changed(store: Store) -> None:
    store.append(review("a"), reduce)
    store.append(Draft("settings", MS, 60, body={"rollover_min": 0}), reduce)
    assert store.undo(Moment(MS, 60), reduce)
    assert store.rows() == []


# Rebuilding and checking


def test_rebuild_gives_the_same_rows_and_mends_wrong_ones(store: Store, home: Path) -> None:
    for i in range(12):
        store.append(review("abc"[i % 3], 1 + i % 4, MS + i * MINUTE), reduce)
        if i == 5:
            store.append(Draft("settings", MS, 60, body={"rollover_min": 0}), reduce)
    store.undo(Moment(MS, 60), reduce)
    rows = store.rows()
    with closing(sqlite3.connect(home / FILE)) as other, other:
        other.execute("UPDATE item_state SET stability = 99")
        other.execute(
            "INSERT INTO item_state SELECT 'ghost', * FROM (SELECT 'new',1,1,1,1,1,1,1,1,1,1,1,1,1,1)"
        )
    assert store.rows() != rows
    store.rebuild(reduce)
    assert store.rows() == rows
    assert {row[0]: from_row(row) for row in rows} == replay(store.events())


def test_verify_names_rows_that_are_not_what_was_written(store: Store, home: Path) -> None:
    events = [store.append(review(item), reduce).event for item in "abcd"]
    assert store.verify() == []
    with closing(sqlite3.connect(home / FILE)) as other, other:
        other.execute("UPDATE event SET rating = 4 WHERE item = 'b'")
        other.execute("UPDATE event SET body = '[]' WHERE item = 'c'")
        other.execute("UPDATE event SET device = CAST(x'ff' AS TEXT) WHERE item = 'd'")
    assert store.verify() == [f"event {event.id.hex()} is not what was written" for event in events[1:]]


def test_a_reducer_that_fails_leaves_nothing_behind(store: Store) -> None:
    def broken(item: str, events: Sequence[Event]) -> Row | None:
        raise ZeroDivisionError

    with pytest.raises(ZeroDivisionError):
        store.append(review("a"), broken)
    assert store.events() == []
    store.append(review("a"), reduce)
    assert len(store.events()) == 1


# Only reading


def test_reading_a_home_that_is_not_there_finds_an_empty_log_and_creates_nothing(home: Path) -> None:
    with Store.open(home, read_only=True) as store:
        assert (store.events(), store.rows(), store.verify()) == ([], [], [])
        assert not store.changed()
    assert not home.parent.exists()


def test_reading_only_cannot_write(home: Path) -> None:
    with Store.open(home) as store:
        store.append(review("a"), reduce)
    with Store.open(home, read_only=True) as store:
        assert len(store.events()) == 1
        assert store.device
        with pytest.raises(NotSaved, match="not saved"):
            store.append(review("a"), reduce)
        assert len(store.events()) == 1
