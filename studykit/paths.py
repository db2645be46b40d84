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
    named = given or environ.get("STUDYKIT_HOME")
    if named:
        folder = Path(named).expanduser()
        if folder.exists() and not folder.is_dir():
            raise StudyError("this is a file, and the home must be a folder", where=named, hint="see --home")
        return folder
    from platformdirs import user_data_path  # only when nothing was named: saves its import elsewhere

    return user_data_path("studykit", appauthor=False)


def course() -> Path:
    """The built-in course: inside the package when installed from a wheel, else beside it (editable)."""
    package = Path(__file__).resolve().parent
    installed = package / "decks"
    return installed if installed.is_dir() else package.parent / "decks"
