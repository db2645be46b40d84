"""The settings as a list to look at, and how one of them is set."""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import Field, dataclass, replace
from pathlib import Path
from typing import Any

from studykit import settings as preferences
from studykit.cards.tags import folded
from studykit.clock import Clock
from studykit.errors import StudyError
from studykit.log.store import Store
from studykit.memory import replay
from studykit.memory.scheduling import DeckLimits, Scheduling, checked_limit
from studykit.session import edits
from studykit.settings import DECK_KEYS, KEYS, File, Takes

ANY_DECK = "DECK"
"""Stands for the name of a deck where the list says what a deck's table may hold."""

_YES, _NO = frozenset({"true", "yes", "on"}), frozenset({"false", "no", "off"})


@dataclass(frozen=True, slots=True)
class Entry:
    """A setting as it is now."""

    key: str
    value: Any
    """The value in force; None if there is none."""
    default: Any
    meaning: str


@dataclass(frozen=True, slots=True)
class Listing:
    """All settings, and a warning for each line of the file that could not be used."""

    entries: tuple[Entry, ...]
    warnings: tuple[str, ...]


def listing(home: Path) -> Listing:
    """The settings of `home`. Writes nothing. Raises `StudyError` if file or log cannot be read."""
    file = preferences.read(home)
    with Store.open(home, read_only=True) as store:
        events = store.settings_events()
        edit = edits.pending(file, events, store.device)
    scheduling = replay.scheduling(events).with_event(edit.body)
    found = [*_of_all(file, scheduling), *_of_decks(file, scheduling)]
    return Listing(tuple(found), (*file.warnings, *edit.warnings))


def entry(home: Path, key: str) -> Entry:
    """One setting. Raises `StudyError` that names near matches if there is none of that name."""
    place = _place(key)
    wanted = _key(place, preferences.read(home))
    for found in listing(home).entries:
        if found.key == wanted:
            return found
    setting = DECK_KEYS[place[-1]]  # a deck of which nothing is said
    return Entry(wanted, None, None, setting.metadata["help"])


def change(home: Path, clock: Clock, key: str, text: str) -> Entry:
    """Sets a setting from a typed value: writes the file, and for the schedule the event too.

    Raises `StudyError` for an unknown name or a bad value, which writes nothing, or if it cannot be saved.
    """
    place = _place(key)
    file = preferences.read(home)
    if len(place) == 1:
        value = _value(key, KEYS[key], text)
        if key in edits.NAMES and (key != "weights" or value):
            edits.scheduled(key, value)
        preferences.save(home, **{key: value})
    else:
        _, deck, name = place
        value = _value(key, DECK_KEYS[name], text)
        if DECK_KEYS[name].metadata["scheduling"]:
            checked_limit(name, value)
        preferences.save_deck(home, _spelled(file, deck), **{name: value})
    if key in edits.NAMES or (len(place) == 3 and DECK_KEYS[place[2]].metadata["scheduling"]):
        _record(home, clock, place, value)
    return entry(home, key)


def _record(home: Path, clock: Clock, place: tuple[str, ...], value: Any) -> None:
    """Writes what has changed in the file, and what was asked for even if the file said so already.

    Another device may have set it to something else since; then it is meant to hold again.
    """
    file = preferences.read(home)
    with Store.open(home) as store:
        events = store.settings_events()
        edit = edits.pending(file, events, store.device)
        before = replay.scheduling(events).with_event(edit.body)
        asked = _event_body(place, value)
        if before.with_event(asked) != before:
            decks = {**edit.body.get("decks", {}), **asked.get("decks", {})}
            edit = replace(edit, body={**edit.body, **asked, **({"decks": decks} if decks else {})})
        for warning in edits.record(store, edit, clock.now()):
            raise StudyError(warning)


def _event_body(place: tuple[str, ...], value: Any) -> dict[str, Any]:
    if len(place) == 3:
        return {"decks": {folded(place[1]): {place[2]: value}}}
    (key,) = place
    if key == "weights" and not value:
        return {key: list(Scheduling().weights)}
    good = edits.scheduled(key, value)
    return {edits.NAMES[key]: list(good) if isinstance(good, tuple) else good}


def _of_all(file: File, scheduling: Scheduling) -> Iterator[Entry]:
    for key, setting in KEYS.items():
        if setting.metadata["takes"] is Takes.DECKS:
            continue
        value = edits.shown(key, scheduling) if key in edits.NAMES else getattr(file.settings, key)
        yield Entry(key, value, setting.default, setting.metadata["help"])


def _of_decks(file: File, scheduling: Scheduling) -> Iterator[Entry]:
    tables = {folded(table.deck): table for table in edits.preferred(file)}
    limits = dict(scheduling.decks)
    names = [*tables, *(deck for deck in limits if deck not in tables), ANY_DECK]
    for name in names:
        spelled = tables[name].deck if name in tables else name
        for key, setting in DECK_KEYS.items():
            if setting.metadata["scheduling"]:
                value = getattr(limits.get(name, DeckLimits()), key)
            else:
                value = getattr(tables[name], key) if name in tables else None
            yield Entry(f"decks.{spelled}.{key}", value, None, setting.metadata["help"])


def _place(key: str) -> tuple[str, ...]:
    """`("new_per_day",)`, or `("decks", deck, "typed")`. Raises `StudyError` if there is no such setting."""
    if key.startswith("decks."):
        deck, _, name = key.removeprefix("decks.").rpartition(".")
        deck = deck.strip('"')
        if deck and name in DECK_KEYS:
            return "decks", deck, name
        known = [f"decks.{deck or ANY_DECK}.{each}" for each in DECK_KEYS]
    elif key in KEYS and KEYS[key].metadata["takes"] is not Takes.DECKS:
        return (key,)
    else:
        plain = [each for each, setting in KEYS.items() if setting.metadata["takes"] is not Takes.DECKS]
        known = [*plain, *(f"decks.{ANY_DECK}.{each}" for each in DECK_KEYS)]
    if key == "decks":
        raise StudyError("`decks` is a table", hint=f"a deck's own settings are {', '.join(known[-3:])}")
    hint = preferences.near(key, known) or "`studykit settings` lists them"
    raise StudyError(f"there is no setting `{key}`", hint=hint)


def _key(place: tuple[str, ...], file: File) -> str:
    return place[0] if len(place) == 1 else f"decks.{_spelled(file, place[1])}.{place[2]}"


def _spelled(file: File, deck: str) -> str:
    """The deck as the file has it already, else as given."""
    tables = {folded(table.deck): table.deck for table in edits.preferred(file)}
    return tables.get(folded(deck), deck)


def _value(key: str, setting: Field[Any], text: str) -> Any:
    """The typed text as a value of the setting. Raises `StudyError` that says what is wanted."""
    value = _read(setting.metadata["takes"], text.strip())
    try:
        return preferences.check(setting, value)
    except ValueError as error:
        raise StudyError(f"`{key}` {error}") from error


def _read(takes: Takes, text: str) -> Any:
    """A value as TOML has it, or in words: `yes`, `1 10`, `flashcards, cards`; the text if it is neither."""
    match takes:
        case Takes.FLAG:
            word = text.casefold()
            return True if word in _YES else False if word in _NO else text
        case Takes.TEXT | Takes.TIME:
            found = _toml(text) if text[:1] in ("'", '"') else text
            return found if isinstance(found, str) else text
        case Takes.TEXTS:
            if text.startswith("["):
                return _toml(text)
            return [part.strip() for part in text.split(",") if part.strip()]
        case Takes.NUMBERS:
            found = _toml(text if text.startswith("[") else f"[{','.join(text.replace(',', ' ').split())}]")
            return found if isinstance(found, list) else text
        case _:
            return _toml(text)


def _toml(text: str) -> Any:
    import tomllib

    try:
        table = tomllib.loads(f"value = {text}")
    except ValueError:
        return text
    return table["value"] if len(table) == 1 else text
