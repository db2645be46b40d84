from __future__ import annotations

import os
import subprocess
import sys
from collections.abc import Callable
from pathlib import Path

import pytest

Run = Callable[..., subprocess.CompletedProcess[str]]


@pytest.fixture
def run(home: Path, tmp_path: Path) -> Run:
    """Runs `studykit` as its own process, in another folder, on a home of its own."""

    def studykit(*arguments: str, stdin: str = "", **environment: str) -> subprocess.CompletedProcess[str]:
        kept = {name: os.environ[name] for name in ("PATH", "LANG", "TZ") if name in os.environ}
        return subprocess.run(
            [sys.executable, "-m", "studykit", *arguments],
            input=stdin,
            capture_output=True,
            text=True,
            encoding="utf-8",
            cwd=tmp_path,
            env={**kept, "STUDYKIT_HOME": str(home), "PYTHONIOENCODING": "utf-8", **environment},
            timeout=60,
            check=False,
        )

    return studykit


def one_line(done: subprocess.CompletedProcess[str]) -> str:
    """The one clear line that bad input gets; no traceback, nothing on stdout."""
    assert done.returncode == 2, (done.stdout, done.stderr)
    assert done.stdout == ""
    lines = done.stderr.splitlines()
    assert len(lines) == 1, done.stderr
    assert "Traceback" not in done.stderr
    return lines[0]
