"""Where things are: the learner's home and the built-in course."""

from __future__ import annotations

import os
from collections.abc import Mapping
from pathlib import Path


def home(given: str | None = None, environ: Mapping[str, str] = os.environ) -> Path:
    """The folder of all data and settings: `given`, else `STUDYKIT_HOME`, else the system's usual place.

    Nothing is created here.
    """
    named = given or environ.get("STUDYKIT_HOME")
    if named:
        return Path(named).expanduser()
    from platformdirs import user_data_path  # only when nothing was named: saves its import elsewhere

    return user_data_path("studykit", appauthor=False)


def course() -> Path:
    """The built-in course: inside the package when installed from a wheel, else beside it (editable)."""
    package = Path(__file__).resolve().parent
    installed = package / "decks"
    return installed if installed.is_dir() else package.parent / "decks"
