"""What the learner can set, kept in `settings.toml`."""

from __future__ import annotations

import difflib
from dataclasses import MISSING, dataclass, field, fields, replace
from pathlib import Path
from typing import Any

from studykit.errors import StudyError

FILE = "settings.toml"


@dataclass(frozen=True, slots=True)
class Settings:
    """Every setting with its default; the metadata says what it means."""

    folders: tuple[str, ...] = field(
        default=(), metadata={"help": "folders of notes in the library (see `add` and `remove`)"}
    )
    course: bool = field(default=True, metadata={"help": "whether the built-in course is in the library"})
    card_tags: tuple[str, ...] = field(
        default=("flashcards",), metadata={"help": "tags that make the lines of a note cards"}
    )
    decks_from: str = field(
        default="tags", metadata={"help": "what names a deck", "choices": ("tags", "folders")}
    )
    dataview: bool = field(
        default=False, metadata={"help": "true: `word:: value` lines are Dataview fields, not cards"}
    )
    end_marker: str = field(
        default="", metadata={"help": "a line that ends a multi-line answer, so that it may hold blank lines"}
    )


_FIELDS = {f.name: f for f in fields(Settings)}


def load(home: Path) -> tuple[Settings, tuple[str, ...]]:
    """The settings in `home` and a warning for each entry that could not be used.

    A wrong entry never stops a session: its default is used and the warning says so. Raises
    `StudyError` only if the file is there but cannot be read.
    """
    path = home / FILE
    try:
        text = path.read_text(encoding="utf-8")
    except (FileNotFoundError, NotADirectoryError):
        return Settings(), ()
    except (OSError, UnicodeDecodeError) as error:
        raise StudyError("the settings cannot be read", where=str(path), hint=_reason(error)) from error
    import tomllib  # 13 ms, not needed without a file

    try:
        table = tomllib.loads(text)
    except tomllib.TOMLDecodeError as error:
        return Settings(), (f"{path}: not valid TOML, all defaults are used: {error}",)
    good: dict[str, Any] = {}
    warnings: list[str] = []
    for key, value in table.items():
        if key not in _FIELDS:
            near = difflib.get_close_matches(key, _FIELDS, n=1)
            hint = f" (did you mean `{near[0]}`?)" if near else ""
            warnings.append(f"{path}: unknown setting `{key}`{hint}")
            continue
        try:
            good[key] = _checked(key, value)
        except ValueError as error:
            warnings.append(f"{path}: `{key}` {error}; the default is used")
    return replace(Settings(), **good), tuple(warnings)


def save(home: Path, **changes: Any) -> None:
    """Writes some settings and leaves the rest of the file, comments too, as it is.

    Raises `StudyError` if the file cannot be written, or is no TOML (then nothing is touched).
    """
    import tomlkit  # 25 ms, only when something is written
    from tomlkit.exceptions import TOMLKitError

    path = home / FILE
    try:
        home.mkdir(parents=True, exist_ok=True)
        document = tomlkit.parse(path.read_text(encoding="utf-8")) if path.exists() else tomlkit.document()
        for key, value in changes.items():
            _checked(key, list(value) if isinstance(value, tuple) else value)
            document[key] = list(value) if isinstance(value, tuple) else value
        fresh = path.with_suffix(".toml.new")
        fresh.write_text(tomlkit.dumps(document), encoding="utf-8")
        fresh.replace(path)  # all or nothing: a crash leaves the old file
    except TOMLKitError as error:
        raise StudyError("not valid TOML, so it was left alone", where=str(path), hint=str(error)) from error
    except (OSError, UnicodeDecodeError) as error:
        raise StudyError("the settings cannot be written", where=str(path), hint=_reason(error)) from error


def _checked(key: str, value: Any) -> Any:
    """The value in the type of the setting. Raises `ValueError` that says what is wanted."""
    setting = _FIELDS[key]
    default = setting.default if setting.default is not MISSING else None
    if isinstance(default, tuple):
        if not isinstance(value, list) or not all(isinstance(each, str) for each in value):
            raise ValueError(f"must be a list of texts, not {value!r}")
        return tuple(value)
    if type(value) is not type(default):
        wanted = {bool: "true or false", str: "a text", int: "a whole number"}[type(default)]
        raise ValueError(f"must be {wanted}, not {value!r}")
    choices = setting.metadata.get("choices")
    if choices and value not in choices:
        raise ValueError(f"must be one of {', '.join(choices)}, not {value!r}")
    return value


def _reason(error: OSError | UnicodeDecodeError) -> str:
    return error.strerror or "input/output error" if isinstance(error, OSError) else "it is not UTF-8"
