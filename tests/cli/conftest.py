"""`studykit` with arguments: here, which is quick, or as a process of its own."""

from __future__ import annotations

import os
import subprocess
import sys
from collections.abc import Callable
from io import BytesIO, TextIOWrapper
from pathlib import Path
from unittest import mock

import pytest

from studykit import cli

Run = Callable[..., subprocess.CompletedProcess[str]]


@pytest.fixture
def launch(home: Path, tmp_path: Path) -> Run:
    """Runs `studykit` as its own process, in another folder, on a home of its own."""

    def studykit(*arguments: str, stdin: str = "", **environment: str) -> subprocess.CompletedProcess[str]:
        return subprocess.run(
            [sys.executable, "-m", "studykit", *arguments],
            input=stdin,
            capture_output=True,
            text=True,
            encoding="utf-8",
            cwd=tmp_path,
            env={**_environment(home), "PYTHONIOENCODING": "utf-8", **environment},
            timeout=60,
            check=False,
        )

    return studykit


@pytest.fixture
def run(home: Path, tmp_path: Path) -> Run:
    """Runs `studykit` as `launch` does, but in this process, which takes a tenth of the time."""

    def studykit(*arguments: str, stdin: str = "") -> subprocess.CompletedProcess[str]:
        streams = {
            name: TextIOWrapper(BytesIO(given.encode()), encoding="utf-8", write_through=True)
            for name, given in (("stdin", stdin), ("stdout", ""), ("stderr", ""))
        }
        before = Path.cwd()
        os.chdir(tmp_path)
        try:
            with (
                mock.patch.dict(os.environ, _environment(home), clear=True),
                mock.patch.multiple(sys, **streams),
                pytest.raises(SystemExit) as ended,
            ):
                cli.run(list(arguments))
        finally:
            os.chdir(before)
        out, err = (_written(streams[name]) for name in ("stdout", "stderr"))
        return subprocess.CompletedProcess(arguments, int(ended.value.code or 0), out, err)

    return studykit


def _environment(home: Path) -> dict[str, str]:
    kept = {name: os.environ[name] for name in ("PATH", "LANG", "TZ") if name in os.environ}
    return {**kept, "STUDYKIT_HOME": str(home)}


def _written(stream: TextIOWrapper) -> str:
    stream.seek(0)
    return stream.read()


def one_line(done: subprocess.CompletedProcess[str]) -> str:
    """The one clear line that bad input gets; no traceback, nothing on stdout."""
    assert done.returncode == 2, (done.stdout, done.stderr)
    assert done.stdout == ""
    lines = done.stderr.splitlines()
    assert len(lines) == 1, done.stderr
    assert "Traceback" not in done.stderr
    return lines[0]
