"""Where things are: the learner's home and the built-in course."""

from __future__ import annotations

import os
from collections.abc import Mapping
from pathlib import Path

from studykit.errors import StudyError


def home(given: str | None = None, environ: Mapping[str, str] = os.environ) -> Path:
    """The folder of all data and settings: `given`, else `STUDYKIT_HOME`, else the system's usual place.

    Nothing is created here. Raises `StudyError` if it is a file.
    """
    if given is not None and not given.strip():
        raise StudyError(
            "an empty name is no folder", where="--home", hint="leave it out for the usual place"
        )
    named = given or environ.get("STUDYKIT_HOME")
    if named:
        try:
            folder = Path(named).expanduser()
        except RuntimeError as error:  # `~nobody`: no such user
            raise StudyError(str(error).rstrip("."), where=named) from error
        if _is_file(folder):
            raise StudyError("the home must be a folder, and this is a file", where=named, hint="see --home")
        return folder
    from platformdirs import user_data_path  # only when nothing was named: saves its import elsewhere

    return user_data_path("studykit", appauthor=False)


def course() -> Path:
    """The built-in course: inside the package when installed from a wheel, else beside it (editable)."""
    package = Path(__file__).resolve().parent
    installed = package / "decks"
    return installed if installed.is_dir() else package.parent / "decks"


def _is_file(path: Path) -> bool:
    """Whether the path, or what it would have to lie in, is there and no folder."""
    try:
        return path.exists() and not path.is_dir()
    except (OSError, ValueError):
        return False  # whoever opens it gets the system's own reason
