"""Opens the learner's own editor at a line of a note. No shell takes part."""

from __future__ import annotations

import shlex
import signal
import subprocess
import threading
from collections.abc import Iterator, Mapping
from contextlib import contextmanager
from pathlib import Path

from studykit.errors import StudyError

HINT = "set $VISUAL or $EDITOR to one, as in `export EDITOR=nano`"

_PLUS = "vi vim nvim gvim mvim view vis nano pico emacs emacsclient micro kak joe jed ne mg mcedit"
_COLON = "hx helix zed zeditor subl sublime sublime_text"
_GOTO = "code code-insiders codium vscodium cursor windsurf"

PLUS = frozenset(_PLUS.split(" "))
"""Editors that take `+LINE FILE`."""
COLON = frozenset(_COLON.split(" "))
"""Editors that take `FILE:LINE`."""
GOTO = frozenset(_GOTO.split(" "))
"""Editors that take `-g FILE:LINE`."""

_STAY = dict.fromkeys(GOTO | {"zed", "zeditor", "subl", "sublime", "sublime_text"}, "--wait") | dict.fromkeys(
    ("gvim", "mvim"), "-f"
)
"""What makes an editor with a window of its own stay until the file is closed."""


def command(environ: Mapping[str, str], file: str, line: int) -> list[str]:
    """The words that open `file` at a line, from 1: `$VISUAL`, else `$EDITOR`, with the line as that editor
    wants it.

    An editor that is not known gets the file alone. Raises `StudyError` if none is set, or if the
    variable cannot be read.
    """
    name, wanted = next(
        ((name, value) for name in ("VISUAL", "EDITOR") if (value := environ.get(name, "").strip())), ("", "")
    )
    if not wanted:
        raise StudyError("no editor is set", hint=HINT)
    try:
        words = shlex.split(wanted)
    except ValueError as error:
        raise StudyError(f"${name} cannot be read: {error}", hint=HINT) from error
    if not words or not words[0]:
        raise StudyError(f"${name} names no program", hint=HINT)
    path = str(Path(file).absolute())  # never begins with a dash
    program = Path(words[0]).name.lower().removesuffix(".exe")
    stay = _STAY.get(program)
    if stay is not None and stay not in words and not (stay == "--wait" and "-w" in words):
        words.append(stay)
    if program in PLUS:
        return [*words, f"+{line}", path]
    if program in COLON:
        return [*words, f"{path}:{line}"]
    if program in GOTO:
        return [*words, "-g", f"{path}:{line}"]
    return [*words, path]


def edit(environ: Mapping[str, str], file: str, line: int) -> None:
    """Runs the editor in this terminal and waits for it.

    Raises `StudyError` if it cannot be started, or if it did not end well; the file may have changed then.
    """
    words = command(environ, file, line)
    try:
        with _interrupts_for_the_editor():
            code = subprocess.run(words, check=False, env=dict(environ)).returncode
    except FileNotFoundError as error:
        raise StudyError(f"there is no editor {words[0]!r}", hint=HINT) from error
    except (OSError, ValueError) as error:  # not executable; a zero byte in a name
        raise StudyError(f"the editor {words[0]!r} cannot be started: {error}", hint=HINT) from error
    if code < 0:
        raise StudyError(f"the editor {words[0]!r} was ended by {_signal_name(-code)}")
    if code:
        raise StudyError(f"the editor {words[0]!r} ended with exit code {code}")


@contextmanager
def _interrupts_for_the_editor() -> Iterator[None]:
    """^C in the editor is for the editor; a handler and not "ignore", which the editor would inherit."""
    if threading.current_thread() is not threading.main_thread():
        yield
        return
    before = signal.signal(signal.SIGINT, lambda *_: None)
    try:
        yield
    finally:
        signal.signal(signal.SIGINT, before)


def _signal_name(number: int) -> str:
    try:
        return signal.Signals(number).name
    except ValueError:
        return f"signal {number}"
