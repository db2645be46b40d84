"""Settings of the schedule: edited by hand, recorded as events, valid from then on."""

from __future__ import annotations

from collections.abc import Callable, Iterator
from pathlib import Path
from typing import Any

import pytest

from studykit.log.store import NotSaved, Store
from studykit.memory.replay import reduce, replay
from studykit.memory.scheduling import DeckLimits, Scheduling
from studykit.memory.state import Rating
from studykit.session.deck_rules import DeckRules
from studykit.session.history import history
from studykit.session.review import ReviewSession, Wish
from studykit.session.study import Study
from studykit.settings import DeckSettings
from tests.conftest import FakeClock

NOTE = "#flashcards/a\n" + "".join(f"q{i}::a{i}\n\n" for i in range(30))
Set = Callable[..., Study]


@pytest.fixture
def edited(home: Path, notes: Path, clock: FakeClock) -> Iterator[Set]:
    """Writes settings by hand and opens the study anew."""
    opened: list[Study] = []

    def change(text: str = "", *, read_only: bool = False) -> Study:
        (notes / "note.md").write_text(NOTE, encoding="utf-8")
        (home / "settings.toml").write_text(
            f"course = false\nfolders = ['{notes}']\n{text}", encoding="utf-8"
        )
        opened.append(Study.open(home, clock, read_only=read_only))
        return opened[-1]

    yield change
    for study in opened:
        study.close()


def bodies(home: Path) -> list[Any]:
    return [event.body for event, _ in history(home) if event.kind == "settings"]


def test_a_hand_edit_becomes_one_event_with_only_what_changed(edited: Set, home: Path) -> None:
    edited()
    assert bodies(home) == []
    edited("new_per_day = 5\nlearning_steps = [1]\n")
    edited("new_per_day = 5\nlearning_steps = [1]\n")
    assert bodies(home) == [{"new_per_day": 5, "learning_steps": [1]}]
    study = edited("new_per_day = 6\nlearning_steps = [1]\nrollover = '05:30'\n")
    assert bodies(home)[1:] == [{"new_per_day": 6, "rollover_min": 330}]
    assert (study.scheduling.new_per_day, study.scheduling.rollover_min) == (6, 330)


def test_a_deleted_line_means_the_default(edited: Set, home: Path) -> None:
    edited("new_per_day = 5\n[decks.a]\nnew_per_day = 2\n")
    study = edited()
    assert bodies(home)[1:] == [{"new_per_day": 20, "decks": {"a": {"new_per_day": None}}}]
    assert (study.scheduling.new_per_day, study.scheduling.decks) == (20, ())
    edited()
    assert len(bodies(home)) == 2


def test_no_learning_steps_are_a_setting_and_no_weights_are_the_default(edited: Set, home: Path) -> None:
    study = edited("learning_steps = []\nweights = []\n")
    assert bodies(home) == [{"learning_steps": []}]
    assert ReviewSession(study).grade(Rating.GOOD).interval.endswith("d")


def test_another_devices_event_is_not_reverted(edited: Set, home: Path) -> None:
    edited("new_per_day = 5\n").close()
    device = (home / "device").read_text(encoding="ascii")
    (home / "device").write_text("0123456789abcdef\n", encoding="ascii")  # as if merged from another device
    edited("new_per_day = 7\n").close()
    (home / "device").write_text(device, encoding="ascii")
    study = edited("new_per_day = 5\n")
    assert study.scheduling.new_per_day == 7
    assert len(bodies(home)) == 2
    assert edited("new_per_day = 4\n").scheduling.new_per_day == 4


def test_reading_only_counts_an_edit_and_writes_nothing(edited: Set, home: Path, clock: FakeClock) -> None:
    edited().close()
    before = (home / "studykit.db").read_bytes()
    study = edited("new_per_day = 3\n[decks.A]\nnew_per_day = 2\n", read_only=True)
    assert study.counts(study.view).new == 2
    study.reload()
    assert study.scheduling.new_per_day == 3
    assert (home / "studykit.db").read_bytes() == before
    assert bodies(home) == []


@pytest.mark.parametrize(
    ("line", "said"),
    [
        (
            "desired_retention = 0.5",
            "desired_retention cannot be 0.5: it must be a number from 0.7 to 0.99; 0.8 ",
        ),
        ("learning_steps = [1, 4320]", "a step must be shorter than a day"),
        ("rollover = '24:00'", "rollover cannot be '24:00'"),
        ("rollover = '4'", "it must be a time"),
        ("maximum_interval = 0", "maximum_interval cannot be 0"),
        ("weights = [1.0]", "21 weights, and these are 1"),
        ("desired_retention = 'high'", "must be a number"),
        ("decks.a.new_per_day = -1", "decks.a.new_per_day cannot be -1"),
        ("decks.a = 3", "must be a table"),
        ("decks = 3", "must be tables of decks"),
        ("new_per_day = [", "not valid TOML"),
    ],
)
def test_an_invalid_value_is_warned_of_and_changes_nothing(
    edited: Set, home: Path, notes: Path, line: str, said: str
) -> None:
    before = edited("desired_retention = 0.8\ndecks.a.new_per_day = 4\n").scheduling
    text = "" if line.startswith("desired") else "desired_retention = 0.8\n"
    text += "" if line.startswith("decks") else "decks.a.new_per_day = 4\n"
    study = edited(text + line + "\n")
    assert any(said in notice and "settings.toml" in notice for notice in study.notices), study.notices
    assert study.scheduling == before
    assert len(bodies(home)) == 1


def test_two_tables_of_one_deck_are_told_of(edited: Set) -> None:
    study = edited("[decks.'É']\nnew_per_day = 2\n[decks.'e\u0301']\nnew_per_day = 9\n")
    assert study.scheduling.decks == (("é", DeckLimits(new_per_day=2)),)
    assert any("the same deck" in notice for notice in study.notices)


def test_an_edit_that_cannot_be_saved_is_not_in_force_and_stops_nothing(
    edited: Set, home: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    def full(*_: object) -> None:
        raise NotSaved("not saved: the disk is full")

    with monkeypatch.context() as patch:
        patch.setattr(Store, "append", full)
        study = edited("new_per_day = 3\n")
        assert study.scheduling.new_per_day == 20
        assert any("the disk is full" in notice for notice in study.notices)
    assert edited("new_per_day = 3\n").scheduling.new_per_day == 3


# Valid from then on


def weeks(study: Study, clock: FakeClock, first: int, last: int) -> None:
    for day in range(first, last):
        for hour in (2, 12, 23):  # 02:00 belongs to the day before, or not, as the rollover says
            clock.at(day, hour)
            session = ReviewSession(study, Wish(limit=8))
            for rating in (3, 3, 1, 4, 2, 3, 3, 3):
                if session.prompt is None:
                    break
                session.grade(Rating(rating))


def test_a_change_after_weeks_leaves_past_states_and_study_days_as_they_were(
    edited: Set, home: Path, clock: FakeClock
) -> None:
    study = edited()
    weeks(study, clock, 0, 15)
    states, past = dict(study.states), history(home)
    study.close()
    clock.at(15, 12)
    study = edited("rollover = '00:30'\ndesired_retention = 0.8\nlearning_steps = []\n")
    assert study.states == states
    assert history(home)[: len(past)] == past
    study.store.rebuild(reduce)
    study.reload()
    assert study.states == states
    weeks(study, clock, 16, 20)
    assert history(home)[: len(past)] == past
    assert study.states == replay(study.store.events())
    assert study.states != states


def test_undo_still_works_after_the_start_of_the_day_was_changed(
    edited: Set, home: Path, clock: FakeClock
) -> None:
    """B051, B052."""
    study = edited()
    weeks(study, clock, 0, 6)
    clock.at(6, 12)
    before = dict(study.states)
    session = ReviewSession(study)
    item = session.prompt.item if session.prompt else ""
    session.grade(Rating.GOOD)
    after = dict(study.states)
    study.close()
    study = edited("rollover = '13:00'\n")  # it is yesterday again
    session = ReviewSession(study, Wish(ahead=9))
    second = session.prompt
    assert second is not None
    session.grade(Rating.AGAIN)
    assert session.undo() is not None
    assert study.states == after
    assert session.prompt is not None and session.prompt.item == second.item
    undone = session.undo()
    assert undone is not None and undone.item == item
    assert study.states == before
    assert session.prompt.item == item
    assert study.states == replay(study.store.events())


# What holds for decks


def test_a_deck_is_found_whatever_its_case_and_form(edited: Set) -> None:
    study = edited("[decks.'A']\nnew_per_day = 4\n")
    assert ReviewSession(study).progress.left.new == 4
    assert [deck.today.new for deck in study.decks()] == [4]
    assert ReviewSession(study, Wish(new=9)).progress.left.new == 9


def test_a_table_may_say_that_answers_are_typed() -> None:
    rules = DeckRules(
        Scheduling(),
        [DeckSettings("A", typed=True), DeckSettings("a/b", typed=False), DeckSettings("x", new_per_day=1)],
    )
    assert [rules.typed(decks) for decks in (("a",), ("a/c",), ("a/b/c",), ("x",), ("ab",))] == [
        True,
        True,
        False,
        None,
        None,
    ]
    assert rules.typed(("a/b", "a/c")) is True


def test_the_typed_answers_of_a_deck_are_asked_for(edited: Set) -> None:
    prompt = ReviewSession(edited("[decks.a]\ntyped = true\n")).prompt
    assert prompt is not None and prompt.typed
