"""What the learner can set, kept in `settings.toml`.

This is the one registry of settings: each with its type, its default and what it means. Whether a value of
the schedule makes sense is known to `memory.scheduling`; here only its type is looked at.
"""

from __future__ import annotations

import difflib
from collections.abc import Iterable, Iterator, Mapping, MutableMapping
from contextlib import contextmanager
from dataclasses import Field, dataclass, field, fields, replace
from enum import Enum
from pathlib import Path
from typing import Any

from studykit import files
from studykit.errors import StudyError

FILE = "settings.toml"


class Takes(Enum):
    """The type of a setting, in the words of a warning."""

    FLAG = "true or false"
    TEXT = "a text"
    TEXTS = "a list of texts"
    WHOLE = "a whole number"
    NUMBER = "a number"
    NUMBERS = "a list of numbers"
    TIME = 'a time of day such as "04:00"'
    DECKS = "tables of decks"


def _setting(
    default: Any, takes: Takes, help: str, *, choices: tuple[str, ...] = (), scheduling: bool = False
) -> Any:
    """A field of the registry. `scheduling`: it changes what comes due, so the log keeps it too."""
    metadata = {"takes": takes, "help": help, "choices": choices, "scheduling": scheduling}
    return field(default=default, metadata=metadata)


@dataclass(frozen=True, slots=True)
class DeckSettings:
    """A table `[decks."name"]`; None where it says nothing."""

    deck: str
    """As spelled in the file."""
    new_per_day: int | None = _setting(
        None, Takes.WHOLE, "new cards a day of this deck and its sub-decks", scheduling=True
    )
    reviews_per_day: int | None = _setting(
        None, Takes.WHOLE, "reviews a day of this deck and its sub-decks", scheduling=True
    )
    typed: bool | None = _setting(
        None, Takes.FLAG, "whether the answers of this deck and its sub-decks are typed"
    )


@dataclass(frozen=True, slots=True)
class Settings:
    """Every setting with its default; the metadata says what it means."""

    folders: tuple[str, ...] = _setting(
        (), Takes.TEXTS, "folders of notes in the library (see `add` and `remove`)"
    )
    course: bool = _setting(True, Takes.FLAG, "whether the built-in course is in the library")
    card_tags: tuple[str, ...] = _setting(
        ("flashcards",), Takes.TEXTS, "tags that make the lines of a note cards"
    )
    decks_from: str = _setting("tags", Takes.TEXT, "what names a deck", choices=("tags", "folders"))
    dataview: bool = _setting(False, Takes.FLAG, "true: `word:: value` lines are Dataview fields, not cards")
    end_marker: str = _setting(
        "", Takes.TEXT, "a line that ends a multi-line answer, so that it may hold blank lines"
    )
    plain_maths: str = _setting(
        "line", Takes.TEXT, "formulas in plain mode: signs on one line, or words", choices=("line", "speech")
    )
    charset: str = _setting(
        "full",
        Takes.TEXT,
        "the signs of formulas: all, those of old console fonts, or ASCII",
        choices=("full", "basic", "ascii"),
    )
    desired_retention: float = _setting(
        0.9, Takes.NUMBER, "the chance of recall at which a card is due, 0.7 to 0.99", scheduling=True
    )
    learning_steps: tuple[float, ...] = _setting(
        (1, 10), Takes.NUMBERS, "minutes between the first answers, each under a day", scheduling=True
    )
    relearning_steps: tuple[float, ...] = _setting(
        (10,), Takes.NUMBERS, "minutes until a forgotten card comes back", scheduling=True
    )
    rollover: str = _setting(
        "04:00", Takes.TIME, "the local time at which a study day begins", scheduling=True
    )
    new_per_day: int = _setting(20, Takes.WHOLE, "new cards a day", scheduling=True)
    reviews_per_day: int = _setting(200, Takes.WHOLE, "reviews a day", scheduling=True)
    maximum_interval: int = _setting(
        36500, Takes.WHOLE, "days that a card is put off at most", scheduling=True
    )
    weights: tuple[float, ...] = _setting(
        (), Takes.NUMBERS, "the 21 weights of FSRS-6; none: those it comes with", scheduling=True
    )
    decks: tuple[DeckSettings, ...] = _setting(
        (), Takes.DECKS, 'what holds for one deck, in a table `[decks."name"]`'
    )


KEYS: Mapping[str, Field[Any]] = {f.name: f for f in fields(Settings)}
"""All settings, in the order in which they are listed."""

DECK_KEYS: Mapping[str, Field[Any]] = {f.name: f for f in fields(DeckSettings) if f.metadata}
"""What the table of a deck may hold."""


@dataclass(frozen=True, slots=True)
class File:
    """What the file of a home says."""

    path: Path
    settings: Settings = Settings()
    warnings: tuple[str, ...] = ()
    """A line for each entry that could not be used."""
    given: frozenset[str] = frozenset()
    """The settings that it sets, other than those of decks."""
    broken: frozenset[tuple[str, ...]] = frozenset()
    """What it sets to something of a wrong type: `(key,)`, `("decks", name)` or `("decks", name, key)`.

    Not the same as a line that is not there: that one means the default.
    """
    is_toml: bool = True
    """False: nothing could be read of it."""


def load(home: Path) -> tuple[Settings, tuple[str, ...]]:
    """The settings in `home` and a warning for each entry that could not be used. Raises like `read`."""
    file = read(home)
    return file.settings, file.warnings


def read(home: Path) -> File:
    """Reads the file of `home`; one that is not there sets nothing.

    A wrong entry never stops a session: its default is used and a warning says so. The same for a
    file that cannot be read.
    """
    path = home / FILE
    try:
        text = files.read_regular(path).decode("utf-8")
    except (FileNotFoundError, NotADirectoryError):
        return File(path)
    except (OSError, UnicodeDecodeError) as error:
        warning = f"{path}: cannot be read, nothing of it is used: {_reason(error)}"
        return File(path, warnings=(warning,), is_toml=False)
    import tomllib  # 13 ms, not needed without a file

    try:
        table = tomllib.loads(text)
    except (ValueError, RecursionError) as error:  # also for a number of 5000 digits, or 5000 brackets
        return File(
            path, warnings=(f"{path}: not valid TOML, nothing of it is used: {error}",), is_toml=False
        )
    reader = _Reader(path)
    good = reader.entries(table, KEYS, ())
    if "folders" in good:
        good["folders"] = reader.whole(good["folders"])
    return File(
        path,
        replace(Settings(), **good),
        tuple(reader.warnings),
        frozenset(good) - {"decks"},
        frozenset(reader.broken),
    )


def save(home: Path, **changes: Any) -> None:
    """Writes some settings and leaves the rest of the file, comments too, as it is.

    Raises `StudyError` if the file cannot be written, or is no TOML (then nothing is touched), and
    `ValueError` for a value of a wrong type.
    """
    _write(home, (), {key: check(KEYS[key], value) for key, value in changes.items()})


def save_deck(home: Path, deck: str, **changes: Any) -> None:
    """The same for the table of a deck, by its name as spelled in the file."""
    _write(home, ("decks", deck), {key: check(DECK_KEYS[key], value) for key, value in changes.items()})


def check(setting: Field[Any], value: Any) -> Any:
    """The value in the type of the setting. Raises `ValueError` that says what is wanted."""
    takes: Takes = setting.metadata["takes"]
    choices: tuple[str, ...] = setting.metadata["choices"]
    if not _fits(takes, value):
        raise ValueError(f"must be {takes.value}, not {value!r}")
    if choices and value not in choices:
        raise ValueError(f"must be one of {', '.join(choices)}, not {value!r}")
    return tuple(value) if isinstance(value, list) else value


def near(word: str, known: Iterable[str]) -> str:
    """What may have been meant, for the end of a sentence; empty if nothing is alike."""
    found = difflib.get_close_matches(word.replace("-", "_"), list(known), n=2)
    return f"did you mean {' or '.join(f'`{each}`' for each in found)}?" if found else ""


class _Reader:
    """Takes what is good from the tables of the file, and notes what is not."""

    def __init__(self, path: Path) -> None:
        self._path = path
        self.warnings: list[str] = []
        self.broken: set[tuple[str, ...]] = set()

    def entries(
        self, table: Mapping[str, Any], known: Mapping[str, Field[Any]], above: tuple[str, ...]
    ) -> dict[str, Any]:
        good: dict[str, Any] = {}
        for key, value in table.items():
            where = (*above, key)
            if key not in known:
                hint = near(key, known)
                self._warn(f"unknown setting `{'.'.join(where)}`{f' ({hint})' if hint else ''}")
            elif known[key].metadata["takes"] is Takes.DECKS:
                if isinstance(value, dict):
                    good[key] = self._decks(value)
                else:
                    self._refuse(where, f"must be {Takes.DECKS.value}, not {value!r}")
            else:
                try:
                    good[key] = check(known[key], value)
                except ValueError as error:
                    left = "it is not used" if known[key].metadata["scheduling"] else "the default is used"
                    self._refuse(where, f"{error}; {left}")
        return good

    def whole(self, folders: tuple[str, ...]) -> tuple[str, ...]:
        """The folders that mean the same wherever studykit is started from."""
        kept = tuple(
            folder for folder in folders if folder.startswith(("/", "~")) or Path(folder).is_absolute()
        )
        for folder in folders:
            if folder not in kept:
                self._warn(f"the folder {folder!r} is not used; write its whole path, from `/` or `~`")
        return kept

    def _decks(self, tables: Mapping[str, Any]) -> tuple[DeckSettings, ...]:
        found = []
        for deck, table in tables.items():
            if isinstance(table, dict):
                found.append(DeckSettings(deck, **self.entries(table, DECK_KEYS, ("decks", deck))))
            else:
                self._refuse(("decks", deck), f"must be a table, not {table!r}")
        return tuple(found)

    def _refuse(self, where: tuple[str, ...], why: str) -> None:
        self.broken.add(where)
        self._warn(f"`{'.'.join(where)}` {why}")

    def _warn(self, line: str) -> None:
        self.warnings.append(f"{self._path}: {line}")


@contextmanager
def locked(home: Path) -> Iterator[None]:
    """Keeps other programs from changing the settings between a `load` and the `save` that builds on it.

    Raises `StudyError` if the home cannot be written. Where the system has no file locks, nothing is kept.
    """
    try:
        import fcntl
    except ImportError:  # Windows
        yield
        return
    try:
        home.mkdir(parents=True, exist_ok=True)
        lock = (home / f".{FILE}.lock").open("w")
    except OSError as error:
        where = str(home / FILE)
        raise StudyError("the settings cannot be written", where=where, hint=_reason(error)) from error
    with lock:
        fcntl.flock(lock, fcntl.LOCK_EX)
        yield


def _fits(takes: Takes, value: Any) -> bool:
    match takes:
        case Takes.FLAG:
            return isinstance(value, bool)
        case Takes.TEXT | Takes.TIME:
            return isinstance(value, str)
        case Takes.WHOLE:
            return isinstance(value, int) and not isinstance(value, bool)
        case Takes.NUMBER:
            return isinstance(value, int | float) and not isinstance(value, bool)
        case Takes.TEXTS | Takes.NUMBERS:
            each = Takes.TEXT if takes is Takes.TEXTS else Takes.NUMBER
            return isinstance(value, list | tuple) and all(_fits(each, part) for part in value)
        case Takes.DECKS:
            return False


def _write(home: Path, table: tuple[str, ...], values: Mapping[str, Any]) -> None:
    import tomlkit  # 25 ms, only when something is written
    from tomlkit.exceptions import TOMLKitError

    path = home / FILE
    try:
        home.mkdir(parents=True, exist_ok=True)
        document = tomlkit.parse(_text(path))
        place: Any = document
        for level in table:
            if level not in place:
                place[level] = tomlkit.table(is_super_table=level == "decks")
            place = place[level]
            if not isinstance(place, MutableMapping):
                raise StudyError(f"`{level}` is no table, so it was left alone", where=str(path))
        for key, value in values.items():
            place[key] = list(value) if isinstance(value, tuple) else value
        files.replace(path, tomlkit.dumps(document).encode())
    except TOMLKitError as error:
        raise StudyError("not valid TOML, so it was left alone", where=str(path), hint=str(error)) from error
    except (OSError, UnicodeDecodeError) as error:
        raise StudyError("the settings cannot be written", where=str(path), hint=_reason(error)) from error


def _text(path: Path) -> str:
    try:
        return files.read_regular(path).decode("utf-8")
    except FileNotFoundError:
        return ""


def _reason(error: OSError | UnicodeDecodeError) -> str:
    return error.strerror or "input/output error" if isinstance(error, OSError) else "it is not UTF-8"
