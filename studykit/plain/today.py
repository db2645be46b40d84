"""Today in a few lines, for when there is no terminal to draw on."""

from __future__ import annotations

from collections.abc import Sequence
from pathlib import Path

from studykit.clock import Clock
from studykit.plain.lines import Lines
from studykit.session.study import Study


def today(home: Path, clock: Clock, folders: Sequence[Path], lines: Lines | None = None) -> int:
    """Says what today holds and how to begin. Returns the exit code."""
    out = lines or Lines()
    with Study.open(home, clock, folders=folders, read_only=True) as study:
        counts = study.counts(study.view)
        for notice in study.notices:
            out.warn(notice)
        if not study.view:
            if folders:
                names = ", ".join(str(folder) for folder in folders)
                out.say(f"no cards were found in {names}; `studykit check {folders[0]}` says what was read")
            else:
                out.say("no cards yet; `studykit add FOLDER` puts a folder of notes into the library")
            return 0
        of_all = f"of {len(study.view)} cards"
        out.say(f"today: {counts.due} due, {counts.learning} learning, {counts.new} new, {of_all}")
        only = "".join(f" --in {folder}" for folder in folders)
        out.say(f"`studykit review --plain{only}` begins, `studykit decks` lists the decks")
        out.say("in a terminal, `studykit` opens the app")
    return 0
