"""The learner's own editor."""

from __future__ import annotations

import os
import signal
from pathlib import Path

import pytest

from studykit.errors import StudyError
from studykit.session import editor


@pytest.mark.parametrize(
    ("wanted", "words"),
    [
        ("vim", ["vim", "+7", "/n/a.md"]),
        ("/usr/bin/nvim -u NONE", ["/usr/bin/nvim", "-u", "NONE", "+7", "/n/a.md"]),
        ("'/opt/my editors/nano'", ["/opt/my editors/nano", "+7", "/n/a.md"]),
        ("emacs -nw", ["emacs", "-nw", "+7", "/n/a.md"]),
        ("micro", ["micro", "+7", "/n/a.md"]),
        ("kak", ["kak", "+7", "/n/a.md"]),
        ("joe", ["joe", "+7", "/n/a.md"]),
        ("gvim", ["gvim", "-f", "+7", "/n/a.md"]),
        ("hx", ["hx", "/n/a.md:7"]),
        ("subl -w", ["subl", "-w", "/n/a.md:7"]),
        ("zed", ["zed", "--wait", "/n/a.md:7"]),
        ("code", ["code", "--wait", "-g", "/n/a.md:7"]),
        ("codium --wait", ["codium", "--wait", "-g", "/n/a.md:7"]),
        ("my-editor --here", ["my-editor", "--here", "/n/a.md"]),
    ],
)
def test_each_editor_is_given_the_line_as_it_wants_it(wanted: str, words: list[str]) -> None:
    assert editor.command({"EDITOR": wanted}, "/n/a.md", 7) == words


def test_visual_comes_before_editor_and_an_empty_one_does_not_count() -> None:
    assert editor.command({"VISUAL": "nano", "EDITOR": "vi"}, "/a", 1)[0] == "nano"
    assert editor.command({"VISUAL": " ", "EDITOR": "vi"}, "/a", 1)[0] == "vi"


def test_a_file_name_is_never_an_option() -> None:
    assert editor.command({"EDITOR": "ed"}, "-rf.md", 1)[1].startswith("/")


@pytest.mark.parametrize(
    ("environ", "message"),
    [
        ({}, "no editor is set"),
        ({"EDITOR": ""}, "no editor is set"),
        ({"EDITOR": "vim 'unclosed"}, r"\$EDITOR cannot be read"),
        ({"VISUAL": "''"}, r"\$VISUAL names no program"),
    ],
)
def test_no_usable_editor_is_one_clear_line(environ: dict[str, str], message: str) -> None:
    with pytest.raises(StudyError, match=message) as told:
        editor.command(environ, "/a", 1)
    assert "$EDITOR" in str(told.value)


def _script(tmp_path: Path, body: str) -> dict[str, str]:
    program = tmp_path / "my editor"
    program.write_text(f"#!/bin/sh\n{body}\n", encoding="utf-8")
    program.chmod(0o755)
    return {**os.environ, "VISUAL": "", "EDITOR": f"'{program}'"}


def test_the_editor_gets_the_file_and_no_shell_sees_its_name(tmp_path: Path) -> None:
    note = tmp_path / "a $(touch hacked); note.md"
    note.write_text("before", encoding="utf-8")
    editor.edit(_script(tmp_path, 'printf after > "$1"'), str(note), 1)
    assert note.read_text(encoding="utf-8") == "after"
    assert not list(tmp_path.glob("hacked"))


@pytest.mark.parametrize(
    ("body", "message"),
    [("exit 3", "ended with exit code 3"), ("kill -TERM $$", "was ended by SIGTERM")],
)
def test_an_editor_that_fails_is_told(tmp_path: Path, body: str, message: str) -> None:
    with pytest.raises(StudyError, match=message):
        editor.edit(_script(tmp_path, body), "/a", 1)


def test_an_editor_that_is_not_there_is_told() -> None:
    with pytest.raises(StudyError, match="there is no editor '/nowhere/vi'"):
        editor.edit({"EDITOR": "/nowhere/vi"}, "/a", 1)


def test_a_file_that_is_no_program_is_told(tmp_path: Path) -> None:
    (tmp_path / "vi").write_text("text", encoding="utf-8")
    with pytest.raises(StudyError, match="cannot be started"):
        editor.edit({"EDITOR": str(tmp_path / "vi")}, "/a", 1)


def test_an_interrupt_is_for_the_editor_and_handled_as_before_afterwards(tmp_path: Path) -> None:
    before = signal.getsignal(signal.SIGINT)
    editor.edit(_script(tmp_path, "kill -INT $PPID"), "/a", 1)
    assert signal.getsignal(signal.SIGINT) is before
