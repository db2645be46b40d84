"""Damaged content: a clear word, no answer lost, and the table of states made anew from the log."""

from __future__ import annotations

import os
import random
import sqlite3
from collections.abc import Callable
from contextlib import closing
from pathlib import Path
from typing import Any

import pytest

from studykit.clock import Moment
from studykit.errors import StudyError
from studykit.log.event import Draft
from studykit.log.store import FILE, Damaged, NotSaved, Store
from studykit.memory.replay import reduce, replay
from studykit.session.history import history
from studykit.session.shapes import event_shape
from studykit.session.states import states

MS = 1_772_442_000_000
MINUTE = 60_000
ITEMS = ("a", "b", "c")


def review(item: str, n: int) -> Draft:
    return Draft("review", MS + n * MINUTE, 60, item=item, rating=1 + n % 4)


@pytest.fixture
def home(tmp_path: Path) -> Path:
    fill(tmp_path)
    return tmp_path


def fill(home: Path) -> None:
    with Store.open(home) as store:
        store.append(Draft("settings", MS, 60, body={"new_per_day": 7}), reduce)
        for n in range(40):
            store.append(review(ITEMS[n % 3], n), reduce)
        store.append(Draft("flag", MS, 60, item="b"), reduce)
        store.undo(Moment(MS, 60), reduce)


def change(home: Path, *statements: str) -> None:
    with closing(sqlite3.connect(home / FILE)) as other, other:
        for statement in statements:
            other.execute("PRAGMA ignore_check_constraints = ON")
            other.execute(statement)


def change_event(home: Path, what: str, which: str) -> None:
    change(home, f"UPDATE event SET {what} WHERE {which}")  # noqa: S608 (a test's own words)


# One event


@pytest.mark.parametrize(
    "damage",
    [
        "rating = 2",
        "hlc = 9223372036854775807",
        "seq = 9223372036854775807",
        "at_ms = 9223372036854775807",
        "at_ms = -9223372036854775807",
        "tz_min = 9223372036854775807",
        "tz_min = 1440",
        "body = '[]'",
        "body = '{\"a\": NaN}'",
        "body = CAST(x'7b22ff223a317d' AS TEXT)",
        "device = CAST(x'ff' AS TEXT)",
        "hash = x''",
    ],
)
def test_a_damaged_event_stops_no_answer_and_is_told_of_once(home: Path, damage: str) -> None:
    change_event(home, damage, "hlc = (SELECT max(hlc) FROM event WHERE item = 'a')")
    with Store.open(home) as store:
        for n in range(50, 53):
            saved = store.append(review("a", n), reduce)
        assert saved.event.seq == 46
        assert saved.event.hlc == (MS + 52 * MINUTE) << 16
        (notice,) = store.notices
        assert str(home / FILE) in notice
        assert "damaged: event" in notice
        assert "restore a backup" in notice
        assert "new answers are still saved" in notice
        assert store.undo(Moment(MS, 60), reduce)


def test_a_damaged_event_is_named_where_all_are_read(home: Path) -> None:
    change(home, "UPDATE event SET device = CAST(x'ff' AS TEXT) WHERE kind = 'settings'")
    with Store.open(home) as store:
        with pytest.raises(Damaged, match=r"event [0-9a-f]{32} cannot be read .*backup"):
            store.events()
        assert store.settings_events() == []
        assert len(store.readable_events()) == 42
        assert len(store.notices) == 1


@pytest.mark.parametrize("body", ['{"voids": ["x"]}', '{"voids": {}}', '{"voids": null}'])
def test_an_undo_of_nothing_voids_nothing(home: Path, body: str) -> None:
    change_event(home, f"body = '{body}'", "kind = 'undo'")
    with Store.open(home) as store:
        replay(store.events())
        store.append(review("b", 60), reduce)


def test_a_setting_that_no_float_can_hold_is_passed_over(home: Path) -> None:
    with Store.open(home) as store:
        store.append(Draft("settings", MS, 60, body={"new_per_day": 10**400}), reduce)
        store.append(review("a", 60), reduce)


def test_moments_that_no_calendar_has_are_shown_as_none(home: Path) -> None:
    odd = {"at_ms = 9223372036854775807": (None, None), "tz_min = -9223372036854775807": ("2026-03-02", None)}
    for damage, (at, day) in odd.items():
        change_event(home, damage, "kind = 'undo'")
        shape = event_shape(*next(pair for pair in history(home) if pair[0].kind == "undo"))
        assert (shape["at"] and shape["at"][:10], shape["study_day"]) == (at, day)
        change_event(home, f"at_ms = {MS}", "kind = 'undo'")


@pytest.mark.parametrize(("at_ms", "tz_min"), [(MS, 1440), (MS, -1440), (MS, 1 << 70), (-1, 0), (1 << 62, 0)])
def test_an_impossible_moment_is_refused(home: Path, at_ms: int, tz_min: int) -> None:
    with Store.open(home) as store:
        before = store.events()
        with pytest.raises(NotSaved, match="impossible time"):
            store.append(Draft("review", at_ms, tz_min, item="a", rating=3), reduce)
        with pytest.raises(NotSaved, match="impossible time"):
            store.undo(Moment(at_ms, tz_min), reduce)
        assert store.events() == before


# The table of states


def zero_the_states(home: Path) -> None:
    with closing(sqlite3.connect(home / FILE)) as other:
        (size,) = other.execute("PRAGMA page_size").fetchone()
        roots = [
            page
            for (page,) in other.execute("SELECT rootpage FROM sqlite_schema WHERE tbl_name = 'item_state'")
        ]
    with (home / FILE).open("r+b") as file:
        for page in roots:
            file.seek((page - 1) * size)
            file.write(bytes(size))


STATES: dict[str, Callable[[Path], None]] = {
    "dropped": lambda home: change(home, "DROP TABLE item_state"),
    "another table": lambda home: change(home, "DROP TABLE item_state", "CREATE TABLE item_state (item)"),
    "phase": lambda home: change(home, "UPDATE item_state SET phase = 'bogus' WHERE item = 'b'"),
    "no UTF-8": lambda home: change(
        home, "UPDATE item_state SET item = CAST(x'ff' AS TEXT) WHERE item = 'b'"
    ),
    "a huge day": lambda home: change(home, "UPDATE item_state SET last_day = 9223372036854775807"),
    "a huge moment": lambda home: change(home, "UPDATE item_state SET due_ms = 9223372036854775807"),
    "no stability": lambda home: change(home, "UPDATE item_state SET stability = NULL"),
    "infinite stability": lambda home: change(home, "UPDATE item_state SET stability = 9e999"),
    "a negative step": lambda home: change(
        home, "UPDATE item_state SET phase = 'learning', due_ms = 1, step = -9"
    ),
    "zeroed pages": zero_the_states,
}


@pytest.mark.parametrize("damage", STATES)
def test_a_damaged_table_of_states_is_made_anew_from_the_log(home: Path, damage: str) -> None:
    with Store.open(home) as store:
        good, events = store.rows(), store.events()
    STATES[damage](home)
    before = (home / FILE).read_bytes()
    with Store.open(home, read_only=True) as store:
        assert states(store) == replay(events)
        assert len(store.notices) == 1
    assert (home / FILE).read_bytes() == before
    with Store.open(home) as store:
        assert states(store) == replay(events)
        (notice,) = store.notices
        assert "made anew from the log" in notice
        assert store.rows() == good
        assert store.events() == events
        assert store.verify() == []
        store.append(review("a", 60), reduce)
        states(store)
        assert len(store.notices) == 1


def test_what_cannot_be_written_is_reckoned_in_memory(home: Path) -> None:
    change(home, "UPDATE item_state SET phase = 'bogus'")
    with (
        Store.open(home, busy_s=0.05) as store,
        closing(sqlite3.connect(home / FILE, isolation_level=None)) as other,
    ):
        other.execute("BEGIN IMMEDIATE")
        assert states(store) == replay(store.events())
        (notice,) = store.notices
        assert "cannot be made anew" in notice
        assert "another program" in notice


def test_a_busy_database_is_not_taken_for_a_damaged_one(home: Path) -> None:
    with (
        Store.open(home, busy_s=0.05) as store,
        closing(sqlite3.connect(home / FILE, isolation_level=None)) as other,
    ):
        other.execute("BEGIN EXCLUSIVE")
        with pytest.raises(StudyError, match="another program is using") as caught:
            states(store)
        assert not isinstance(caught.value, Damaged)


# Anything


def flipped(raw: bytearray, chance: random.Random) -> None:
    for _ in range(chance.choice((1, 3, 20))):
        raw[chance.randrange(len(raw))] ^= 1 << chance.randrange(8)


def in_the_header(raw: bytearray, chance: random.Random) -> None:
    raw[chance.randrange(16, 100)] = chance.randrange(256)


def in_the_schema(raw: bytearray, chance: random.Random) -> None:
    for _ in range(chance.choice((1, 8))):
        raw[chance.randrange(100, 4096)] = chance.randrange(256)


def zeroed(raw: bytearray, chance: random.Random) -> None:
    page = chance.randrange(len(raw) // 4096) * 4096
    raw[page : page + 4096] = bytes(4096)


def swapped(raw: bytearray, chance: random.Random) -> None:
    one, two = (chance.randrange(len(raw) // 4096) * 4096 for _ in range(2))
    raw[one : one + 4096], raw[two : two + 4096] = raw[two : two + 4096], raw[one : one + 4096]


def noise(raw: bytearray, chance: random.Random) -> None:
    start = chance.randrange(len(raw))
    raw[start : start + 200] = chance.randbytes(len(raw[start : start + 200]))


def truncated(raw: bytearray, chance: random.Random) -> None:
    del raw[chance.randrange(len(raw)) :]


def text(raw: bytearray, chance: random.Random) -> None:
    raw[:] = b"lorem ipsum " * chance.randrange(1, 2000)


MUTATIONS = (flipped, in_the_header, in_the_schema, zeroed, swapped, noise, truncated, text)


DEEDS: tuple[Callable[[Store, Path], Any], ...] = (
    lambda store, _: states(store),
    lambda store, _: replay(store.events()),
    lambda store, _: [store.events(item) for item in ITEMS],
    lambda _, home: [event_shape(event, day) for event, day in history(home)],
    lambda store, _: [store.append(review(item, 90), reduce) for item in ITEMS],
    lambda store, _: store.undo(Moment(MS + 99 * MINUTE, 60), reduce),
    lambda store, _: store.settings_events(),
    lambda store, _: store.verify(),
    lambda store, _: store.changed(),
    lambda store, _: store.rebuild(reduce),
    lambda store, _: states(store),
)


@pytest.fixture(scope="module")
def good(tmp_path_factory: pytest.TempPathFactory) -> bytes:
    home = tmp_path_factory.mktemp("good")
    fill(home)
    return (home / FILE).read_bytes()


def attacked(home: Path, good: bytes, seed: int) -> None:
    chance = random.Random(seed)
    raw = bytearray(good)
    MUTATIONS[seed % len(MUTATIONS)](raw, chance)
    (home / FILE).write_bytes(raw)
    for read_only in (True, False):
        try:
            store = Store.open(home, read_only=read_only, busy_s=0.05)
        except StudyError:
            continue
        with store:
            for deed in DEEDS:
                try:
                    deed(store, home)
                except StudyError as error:
                    assert str(error)


@pytest.mark.parametrize("seed", range(40))
def test_any_damage_is_survived_or_said(home: Path, good: bytes, seed: int) -> None:
    attacked(home, good, seed)


@pytest.mark.slow
def test_much_damage_is_survived_or_said(home: Path, good: bytes) -> None:
    for seed in range(1000, 2500):
        attacked(home, good, seed)


# What is no file


@pytest.mark.skipif(not hasattr(os, "mkfifo"), reason="needs named pipes")
@pytest.mark.parametrize("name", ["device", FILE, f"{FILE}-journal", f"{FILE}-wal"])
def test_a_pipe_in_place_of_a_file_is_refused_at_once(home: Path, name: str) -> None:
    (home / name).unlink(missing_ok=True)
    os.mkfifo(home / name)
    if not (home / FILE).is_file():
        with pytest.raises(StudyError, match="not a regular file"):
            Store.open(home)
    for read_only in (True, False):
        with pytest.raises(StudyError, match="not a regular file") as caught:
            Store.open(home, read_only=read_only)
        assert caught.value.where == str(home / name)


@pytest.mark.skipif(not hasattr(os, "mkfifo"), reason="needs named pipes")
def test_a_pipe_in_place_of_a_draft_of_the_device_file_is_replaced(tmp_path: Path) -> None:
    os.mkfifo(tmp_path / "device.new")
    with Store.open(tmp_path) as store:
        assert store.device


def test_a_folder_in_place_of_a_file_is_refused(home: Path) -> None:
    for name in ("device", FILE):
        (home / name).unlink()
        (home / name).mkdir()
        with pytest.raises(StudyError, match="not a regular file"):
            Store.open(home)
        (home / name).rmdir()
        fill(home)


def test_a_huge_device_file_is_not_read_to_its_end(home: Path) -> None:
    with (home / "device").open("wb") as file:
        file.truncate(1 << 40)
    with pytest.raises(StudyError, match="not a device id"):
        Store.open(home)
