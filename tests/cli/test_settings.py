from __future__ import annotations

import json
from pathlib import Path
from typing import Any

import pytest

from tests.cli.conftest import Run, one_line


def js(run: Run, *arguments: str) -> Any:
    done = run("settings", *arguments, "--json")
    assert done.stderr == ""
    return json.loads(done.stdout)


def bodies(run: Run) -> list[Any]:
    events = json.loads(run("log", "--json").stdout)
    return [event["body"] for event in events if event["kind"] == "settings"]


def test_every_setting_is_listed_with_value_default_and_meaning(run: Run) -> None:
    entries = js(run)
    assert all(list(entry) == ["key", "value", "default", "meaning"] for entry in entries)
    found = {entry["key"]: (entry["value"], entry["default"]) for entry in entries}
    assert found["course"] == (False, True)
    assert found["learning_steps"] == ([1, 10], [1, 10])
    assert found["rollover"] == ("04:00", "04:00")
    assert found["decks.DECK.new_per_day"] == (None, None)
    shown = run("settings").stdout
    assert all(entry["key"] in shown and entry["meaning"] in shown for entry in entries)


def test_listing_creates_nothing(run: Run, tmp_path: Path) -> None:
    elsewhere = tmp_path / "elsewhere"
    assert run("--home", str(elsewhere), "settings").returncode == 0
    assert not elsewhere.exists()


@pytest.mark.parametrize(
    ("key", "text", "value"),
    [
        ("new_per_day", "5", 5),
        ("desired_retention", "0.85", 0.85),
        ("rollover", "5:30", "05:30"),
        ("learning_steps", "1 10 60", [1, 10, 60]),
        ("learning_steps", "[2, 20]", [2, 20]),
        ("learning_steps", "[]", []),
        ("relearning_steps", "5", [5]),
        ("card_tags", "flashcards, cards", ["flashcards", "cards"]),
        ("course", "yes", True),
        ("decks_from", "folders", "folders"),
        ("end_marker", "+++", "+++"),
        ("decks.ai-ml.new_per_day", "3", 3),
        ('decks."a.b/c".typed', "no", False),
    ],
)
def test_a_setting_is_set_shown_and_stays_set(run: Run, home: Path, key: str, text: str, value: Any) -> None:
    (home / "settings.toml").write_text("# mine\ncourse = false # no\n", encoding="utf-8")
    assert js(run, key, text)["value"] == value
    assert js(run, key)["value"] == value
    assert key.replace('"', "") in {entry["key"] for entry in js(run)}
    kept = (home / "settings.toml").read_text(encoding="utf-8")
    assert kept.startswith("# mine\n") and "# no" in kept


def test_a_setting_of_the_schedule_is_recorded_once_and_others_are_not(run: Run, home: Path) -> None:
    run("settings", "new_per_day", "5")
    run("settings", "new_per_day", "5")
    run("settings", "dataview", "true")
    run("settings", "decks.A.new_per_day", "2")
    run("settings", "decks.a.new_per_day", "3")
    run("settings", "decks.a.typed", "true")
    run("review", "--plain")
    assert bodies(run) == [
        {"new_per_day": 5},
        {"decks": {"a": {"new_per_day": 2}}},
        {"decks": {"a": {"new_per_day": 3}}},
    ]
    assert (home / "settings.toml").read_text(encoding="utf-8").count("[decks.") == 1


def test_what_another_device_set_is_shown_and_can_be_set_back(run: Run, home: Path) -> None:
    run("settings", "new_per_day", "5")
    device = (home / "device").read_text(encoding="ascii")
    (home / "device").write_text("0123456789abcdef\n", encoding="ascii")
    run("settings", "new_per_day", "7")
    (home / "device").write_text(device, encoding="ascii")
    (home / "settings.toml").write_text("new_per_day = 5\n", encoding="utf-8")
    assert js(run, "new_per_day")["value"] == 7
    assert js(run, "new_per_day", "5")["value"] == 5
    assert bodies(run)[-1] == {"new_per_day": 5}


def test_a_hand_edit_shows_before_it_is_recorded(run: Run, home: Path) -> None:
    (home / "settings.toml").write_text("reviews_per_day = 9\ndesired_retention = 7\n", encoding="utf-8")
    done = run("settings", "--json")
    found = {entry["key"]: entry["value"] for entry in json.loads(done.stdout)}
    assert (found["reviews_per_day"], found["desired_retention"]) == (9, 0.9)
    assert "desired_retention cannot be 7" in done.stderr and "settings.toml" in done.stderr
    assert not (home / "studykit.db").exists()


@pytest.mark.parametrize(
    ("arguments", "said"),
    [
        (("new_per_dya",), "did you mean `new_per_day`"),
        (("new-per-day", "4"), "did you mean `new_per_day`"),
        (("zzz", "4"), "`studykit settings` lists them"),
        (("decks", "4"), "`decks` is a table"),
        (("decks.a.typd", "true"), "did you mean `decks.a.typed`"),
        (("new_per_day", "many"), "a whole number, not 'many'"),
        (("new_per_day", "3\ncourse = true"), "a whole number"),
        (("desired_retention", "2"), "from 0.7 to 0.99"),
        (("learning_steps", "4320"), "shorter than a day"),
        (("learning_steps", "abc"), "a list of numbers, not 'abc'"),
        (("rollover", "25:00"), 'from "00:00" to "23:59"'),
        (("weights", "1 2"), "21 weights"),
        (("course", "maybe"), "true or false"),
        (("decks_from", "stars"), "one of tags, folders"),
        (("decks.a.new_per_day", "99999"), "from 0 to 9999"),
    ],
)
def test_a_bad_key_or_value_is_one_clear_line_and_changes_nothing(
    run: Run, home: Path, arguments: tuple[str, ...], said: str
) -> None:
    before = (home / "settings.toml").read_bytes()
    assert said in one_line(run("settings", *arguments))
    assert (home / "settings.toml").read_bytes() == before
    assert not (home / "studykit.db").exists()


def test_a_limit_of_a_deck_holds_and_ahead_goes_beyond_the_limits(run: Run, home: Path, notes: Path) -> None:
    text = "#flashcards/a/b\n" + "".join(f"q{i}::x\n\n" for i in range(4)) + "#flashcards/c\nr::x\n"
    (notes / "note.md").write_text(text, encoding="utf-8")
    run("add", str(notes))
    run("settings", "decks.A.new_per_day", "2")
    assert "nothing is due" in run("review", "--plain", "--ahead", "30", "--new", "0").stdout
    counts = {deck["deck"]: deck["new"] for deck in json.loads(run("decks", "--json").stdout)}
    assert counts == {"a": 2, "a/b": 2, "c": 1}
    done = run("review", "--plain", stdin="\n4\n" * 9)
    assert "3 answers" in done.stdout
    assert "--ahead" in one_line(run("review", "--ahead", "-1"))
