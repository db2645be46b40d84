"""What was saved is never called not saved, whatever fails afterwards; and damage does not stop a session."""

from __future__ import annotations

import sqlite3
from collections.abc import Callable
from contextlib import closing
from pathlib import Path
from typing import Any

import pytest

from studykit.clock import Moment
from studykit.errors import StudyError
from studykit.log.store import FILE, Store
from studykit.memory.state import Phase, Rating
from studykit.session.overview import overview
from studykit.session.review import ReviewSession
from studykit.session.study import Study
from tests.conftest import FakeClock

Open = Callable[[str], Study]

THREE = "#flashcards/a\none::1\n\ntwo::2\n\nthree::3\n"
BUSY = StudyError("another program is using the database")
READS = ("row", "rows", "changed", "settings_events", "events", "readable_events")


def fail(*_: object) -> Any:
    raise BUSY


@pytest.fixture
def locked(monkeypatch: pytest.MonkeyPatch) -> Callable[[], None]:
    """Another program takes the lock just when a write is done: from then on no read gets through."""

    def lock() -> None:
        def then_fail(write: Callable[..., Any]) -> Callable[..., Any]:
            def written(*arguments: Any) -> Any:
                monkeypatch.undo()
                done = write(*arguments)
                for name in READS:
                    monkeypatch.setattr(Store, name, fail)
                return done

            return written

        for name in ("append", "undo"):
            monkeypatch.setattr(Store, name, then_fail(getattr(Store, name)))

    return lock


@pytest.mark.parametrize("deed", ["grade", "suspend", "bury", "flag", "undo", "suspend_item"])
def test_a_deed_that_was_saved_is_not_called_failed(
    study: Open, locked: Callable[[], None], monkeypatch: pytest.MonkeyPatch, deed: str
) -> None:
    opened = study(THREE)
    session = ReviewSession(opened)
    session.grade(Rating.EASY)
    assert session.prompt is not None
    second = session.prompt.item
    locked()
    match deed:
        case "grade":
            assert session.grade(Rating.GOOD).state.phase is Phase.LEARNING
        case "suspend_item":
            session.suspend_item(second)
        case _:
            getattr(session, deed)()
    # A flag asks nothing new, so nothing need be read.
    assert [str(BUSY) in notice for notice in opened.notices] == [True] * (deed != "flag")
    assert session.prompt is not None
    asked = session.prompt.card.front
    assert asked == {"flag": "two", "undo": "one"}.get(deed, "three")
    monkeypatch.undo()
    assert len(opened.store.events()) == 2
    before = dict(opened.states)
    opened.reload()
    assert opened.states == before


def test_what_could_not_be_read_is_read_later_and_told_of_once(
    study: Open, home: Path, clock: FakeClock, monkeypatch: pytest.MonkeyPatch
) -> None:
    opened = study(THREE)
    mine = ReviewSession(opened)
    with Study.open(home, clock) as other:
        theirs = ReviewSession(other)
        theirs.grade(Rating.EASY)
        theirs.grade(Rating.EASY)
    monkeypatch.setattr(Store, "rows", fail)
    mine.flag()
    overview(opened)
    overview(opened)
    assert len(opened.notices) == 1
    assert len(opened.states) == 1
    monkeypatch.undo()
    mine.grade(Rating.EASY)
    assert mine.prompt is not None
    assert mine.prompt.card.front == "three"
    assert len(opened.notices) == 1


def test_a_real_lock_after_the_commit_records_nothing_twice(study: Open, home: Path) -> None:
    opened = study(THREE)
    session = ReviewSession(opened)
    opened.store._connection.execute("PRAGMA busy_timeout = 20")
    append = opened.store.append
    with closing(sqlite3.connect(home / FILE, isolation_level=None)) as other:

        def then_locked(*arguments: Any) -> Any:
            saved = append(*arguments)
            other.execute("BEGIN EXCLUSIVE")
            return saved

        opened.store.append = then_locked  # type: ignore[method-assign]
        session.grade(Rating.EASY)
        assert session.prompt is not None
        assert session.prompt.card.front == "two"
        other.execute("ROLLBACK")
    assert len(opened.store.events()) == 1


def test_a_clock_that_fails_after_the_commit_stands_still(
    study: Open, clock: FakeClock, monkeypatch: pytest.MonkeyPatch
) -> None:
    session = ReviewSession(study(THREE))
    times = [clock.now()]

    def once() -> Moment:
        if not times:
            raise StudyError("the clock shows an impossible time")
        return times.pop()

    monkeypatch.setattr(clock, "now", once)
    session.grade(Rating.EASY)
    assert session.prompt is not None
    assert session.prompt.card.front == "two"
    assert session.summary().answers == 1
    with pytest.raises(StudyError, match="impossible time"):
        session.grade(Rating.EASY)


# Damage


def damaged(home: Path, statement: str) -> None:
    with closing(sqlite3.connect(home / FILE)) as other, other:
        other.execute(statement)


def test_a_damaged_table_of_states_is_mended_at_opening(study: Open, home: Path, clock: FakeClock) -> None:
    opened = study(THREE)
    ReviewSession(opened).grade(Rating.EASY)
    states = dict(opened.states)
    opened.close()
    damaged(home, "UPDATE item_state SET phase = 'bogus'")
    with Study.open(home, clock, read_only=True) as reading:
        assert reading.states == states
        assert any("damaged" in notice for notice in reading.notices)
    with Study.open(home, clock) as mended:
        assert mended.states == states
        assert any("made anew" in notice for notice in mended.notices)
    with Study.open(home, clock) as again:
        assert again.states == states
        assert again.notices == []


def test_a_damaged_event_is_told_of_once_and_the_review_goes_on(study: Open, home: Path) -> None:
    opened = study(THREE)
    session = ReviewSession(opened)
    session.grade(Rating.GOOD)
    damaged(home, "UPDATE event SET rating = 1")
    session.grade(Rating.EASY)
    session.grade(Rating.EASY)
    session.ahead()
    session.grade(Rating.GOOD)
    (notice,) = opened.notices
    assert "is not what was written" in notice
    assert len(opened.store.events()) == 4


def test_a_log_that_cannot_be_read_is_closed_again(study: Open, home: Path, clock: FakeClock) -> None:
    study(THREE).close()
    damaged(home, "DROP TABLE event")
    with pytest.raises(StudyError, match=r"damaged.*backup"):
        Study.open(home, clock)
