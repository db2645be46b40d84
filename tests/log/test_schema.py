"""The tables are what the code takes them for."""

from __future__ import annotations

import sqlite3
from collections.abc import Iterator
from contextlib import closing
from dataclasses import fields

import pytest

from studykit.errors import StudyError
from studykit.log import migrations
from studykit.log.event import COLUMNS
from studykit.memory.state import ItemState


@pytest.fixture
def connection() -> Iterator[sqlite3.Connection]:
    with closing(sqlite3.connect(":memory:", isolation_level=None)) as made:
        migrations.migrate(made)
        yield made


def columns(connection: sqlite3.Connection, table: str) -> tuple[str, ...]:
    return tuple(row[1] for row in connection.execute(f"PRAGMA table_info({table})"))


def test_item_state_has_the_fields_of_a_state_in_order(connection: sqlite3.Connection) -> None:
    assert columns(connection, "item_state") == tuple(field.name for field in fields(ItemState))


def test_event_has_the_fields_of_an_event_in_order(connection: sqlite3.Connection) -> None:
    assert columns(connection, "event") == COLUMNS


def test_all_tables_are_strict(connection: sqlite3.Connection) -> None:
    tables = {
        name: strict
        for _, name, kind, _, _, strict in connection.execute("PRAGMA table_list")
        if kind == "table" and not name.startswith("sqlite_")
    }
    assert tables == {"event": 1, "item_state": 1}


@pytest.mark.parametrize(
    ("query", "index"),
    [
        ("SELECT * FROM live WHERE item = 'a' ORDER BY hlc", "event_item"),
        ("SELECT * FROM live WHERE kind = 'settings' ORDER BY hlc", "event_settings"),
        ("SELECT * FROM live WHERE device = 'd' ORDER BY seq DESC LIMIT 1", "event_device"),
        ("SELECT * FROM live WHERE item = 'a'", "event_voids"),
        ("SELECT max(hlc) FROM event", "event_hlc"),
        ("SELECT max(seq) FROM event WHERE device = 'd'", "event_device"),
        ("SELECT item FROM item_state WHERE due_day <= 9", "item_state_due"),
    ],
)
def test_what_an_answer_reads_is_found_by_an_index(
    connection: sqlite3.Connection, query: str, index: str
) -> None:
    migrations.make_views(connection)
    plan = " ".join(row[3] for row in connection.execute(f"EXPLAIN QUERY PLAN {query}"))
    assert index in plan


def test_a_database_is_migrated_step_by_step(connection: sqlite3.Connection) -> None:
    def add_alias(made: sqlite3.Connection) -> None:
        made.execute("CREATE TABLE alias (old TEXT) STRICT")

    def fill_alias(made: sqlite3.Connection) -> None:
        made.execute("INSERT INTO alias VALUES ('a')")

    assert migrations.version(connection) == 1
    assert not migrations.is_current(connection, (add_alias,))
    migrations.migrate(connection, (add_alias,))
    assert migrations.version(connection) == 2
    migrations.migrate(connection, (add_alias, fill_alias))
    assert migrations.is_current(connection, (add_alias, fill_alias))
    assert connection.execute("SELECT old FROM alias").fetchall() == [("a",)]


def test_there_are_no_steps_yet() -> None:
    assert migrations.newest() == 1


def test_a_newer_database_is_refused(connection: sqlite3.Connection) -> None:
    connection.execute("PRAGMA user_version = 7")
    with pytest.raises(StudyError, match=r"version 7, .* up to 1 \(install a newer studykit"):
        migrations.check(connection, "here")


def test_a_database_of_another_program_is_refused() -> None:
    with closing(sqlite3.connect(":memory:")) as other:
        other.execute("CREATE TABLE song (title)")
        with pytest.raises(StudyError, match="another program"):
            migrations.check(other, "here")
