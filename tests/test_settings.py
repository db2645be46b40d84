"""The registry of settings and the file that they stand in."""

from __future__ import annotations

from pathlib import Path

import pytest

from studykit import settings
from studykit.errors import StudyError
from studykit.memory.scheduling import DECK_LIMITS, Scheduling
from studykit.session.edits import NAMES, scheduled
from studykit.settings import DECK_KEYS, KEYS, DeckSettings, Settings


def written(home: Path, text: str) -> settings.File:
    (home / settings.FILE).write_text(text, encoding="utf-8")
    return settings.read(home)


def test_a_home_without_a_file_has_the_defaults(tmp_path: Path) -> None:
    assert settings.load(tmp_path) == (Settings(), ())


def test_the_defaults_of_the_schedule_are_those_of_the_scheduler() -> None:
    for key, name in NAMES.items():
        default = KEYS[key].default
        if key != "weights":
            assert scheduled(key, default) == getattr(Scheduling(), name), key
    assert {*NAMES.values(), "decks"} == set(Scheduling.__slots__)
    assert {key for key in DECK_KEYS if DECK_KEYS[key].metadata["scheduling"]} == set(DECK_LIMITS)


def test_every_setting_says_what_it_means() -> None:
    for known in (KEYS, DECK_KEYS):
        assert all(len(setting.metadata["help"]) > 10 for setting in known.values())


@pytest.mark.parametrize(
    ("line", "said"),
    [
        ("new-per-day = 3", "unknown setting `new-per-day` (did you mean `new_per_day`"),
        ("folder = []", "unknown setting `folder` (did you mean `folders`?)"),
        ("zzz = 1", "unknown setting `zzz`"),
        ("course = 1", "`course` must be true or false, not 1; the default is used"),
        ("decks_from = 'x'", "`decks_from` must be one of tags, folders, not 'x'"),
        ("card_tags = ['a', 1]", "`card_tags` must be a list of texts"),
        ("new_per_day = true", "`new_per_day` must be a whole number, not True"),
        ("new_per_day = 2.5", "`new_per_day` must be a whole number, not 2.5"),
        ("desired_retention = 'x'", "`desired_retention` must be a number, not 'x'"),
        ("learning_steps = 10", "`learning_steps` must be a list of numbers, not 10"),
        ("rollover = 4", '`rollover` must be a time of day such as "04:00", not 4'),
        ("rollover = 04:00:00", '`rollover` must be a time of day such as "04:00"'),
        ("decks = 3", "`decks` must be tables of decks, not 3"),
        ("decks.a = 3", "`decks.a` must be a table, not 3"),
        ("decks.a.typed = 'yes'", "`decks.a.typed` must be true or false, not 'yes'"),
        ("decks.a.new_per_dy = 1", "unknown setting `decks.a.new_per_dy` (did you mean `new_per_day`"),
    ],
)
def test_a_wrong_entry_is_one_clear_line_and_the_rest_is_used(tmp_path: Path, line: str, said: str) -> None:
    file = written(tmp_path, f"{line}\n[decks.b]\nreviews_per_day = 7\n" if "decks = " not in line else line)
    (warning,) = file.warnings
    assert said in warning
    assert warning.startswith(str(tmp_path / "settings.toml"))
    if "decks = " not in line:
        assert DeckSettings("b", reviews_per_day=7) in file.settings.decks
        assert file.settings.course


@pytest.mark.parametrize("text", ["course = [", "a = 1\na = 2", f"new_per_day = {'9' * 5000}"])
def test_a_file_that_is_no_toml_sets_nothing(tmp_path: Path, text: str) -> None:
    file = written(tmp_path, text)
    assert (file.settings, file.is_toml, len(file.warnings)) == (Settings(), False, 1)


def test_a_file_that_cannot_be_read_is_told_and_stops_nothing(tmp_path: Path) -> None:
    (tmp_path / settings.FILE).write_bytes(b"\xff")
    file = settings.read(tmp_path)
    assert file.settings == settings.Settings()
    assert not file.is_toml
    assert "UTF-8" in file.warnings[0]


def test_saving_keeps_comments_and_everything_else(tmp_path: Path) -> None:
    before = '# mine\ncourse = false  # no\n\n[decks."a/b"]  # slow\nnew_per_day = 3\n'
    (tmp_path / settings.FILE).write_text(before, encoding="utf-8")
    settings.save(tmp_path, new_per_day=5, learning_steps=(1, 2.5))
    settings.save_deck(tmp_path, "a/b", typed=True)
    settings.save_deck(tmp_path, "ü.x y", new_per_day=1)
    text = (tmp_path / settings.FILE).read_text(encoding="utf-8")
    for kept in ("# mine", "course = false  # no", '[decks."a/b"]  # slow', "new_per_day = 3"):
        assert kept in text
    found, warnings = settings.load(tmp_path)
    assert (found.course, found.new_per_day, found.learning_steps, warnings) == (False, 5, (1, 2.5), ())
    assert found.decks == (DeckSettings("a/b", 3, typed=True), DeckSettings("ü.x y", new_per_day=1))


@pytest.mark.parametrize("text", ["decks = 3\n", "decks.a = 3\n", "course = [\n"])
def test_a_file_that_cannot_take_the_change_is_left_alone(tmp_path: Path, text: str) -> None:
    (tmp_path / settings.FILE).write_text(text, encoding="utf-8")
    with pytest.raises(StudyError, match="left alone"):
        settings.save_deck(tmp_path, "a", new_per_day=1)
    assert (tmp_path / settings.FILE).read_text(encoding="utf-8") == text
