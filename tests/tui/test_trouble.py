"""Trouble from outside never costs the terminal: real processes on a pty, ended and damaged."""

from __future__ import annotations

import os
import pty
import select
import signal
import sqlite3
import subprocess
import sys
import time
from collections.abc import Iterator
from pathlib import Path

import pytest

QUIT = "\x11"  # ^q leaves from any screen
ALT_SCREEN_OFF, CURSOR_ON = b"\x1b[?1049l", b"\x1b[?25h"


class Terminal:
    """The app in a terminal of 80 by 24 that nobody looks at."""

    def __init__(self, home: Path) -> None:
        self.screen, inner = pty.openpty()
        environment = {**os.environ, "STUDYKIT_HOME": str(home), "TERM": "xterm-256color"}
        environment.pop("STUDYKIT_PLAIN", None)
        self.process = subprocess.Popen(
            [sys.executable, "-m", "studykit"],
            stdin=inner,
            stdout=inner,
            stderr=inner,
            env=environment,
            start_new_session=True,
        )
        os.close(inner)
        self.seen = b""

    def until(self, text: bytes, seconds: float = 20) -> None:
        """Reads until a text has come by since the last call."""
        begin, end = len(self.seen), time.monotonic() + seconds
        while text not in self.seen[begin:]:
            assert time.monotonic() < end, self.seen[begin:][-2000:]
            if select.select([self.screen], [], [], 0.2)[0]:
                try:
                    self.seen += os.read(self.screen, 65536)
                except OSError:  # the other end is closed
                    assert text in self.seen[begin:], self.seen[begin:][-2000:]

    def rest(self) -> bytes:
        """Waits for the end; everything that came since then."""
        begin, end = len(self.seen), time.monotonic() + 20
        while self.process.poll() is None or select.select([self.screen], [], [], 0.2)[0]:
            assert time.monotonic() < end, "the app did not end"
            if select.select([self.screen], [], [], 0.2)[0]:
                try:
                    self.seen += os.read(self.screen, 65536)
                except OSError:
                    break
        self.process.wait(10)
        return self.seen[begin:]

    def type(self, keys: str) -> None:
        os.write(self.screen, keys.encode())


@pytest.fixture
def terminal(tmp_path: Path) -> Iterator[Terminal]:
    opened = Terminal(tmp_path)
    opened.until(b"Quit")
    yield opened
    opened.process.kill()
    opened.process.wait()
    os.close(opened.screen)


@pytest.mark.parametrize("number", [signal.SIGTERM, signal.SIGHUP])
def test_a_signal_ends_the_app_and_leaves_the_terminal_whole(
    terminal: Terminal, number: signal.Signals
) -> None:
    terminal.process.send_signal(number)
    rest = terminal.rest()
    assert ALT_SCREEN_OFF in rest
    assert CURSOR_ON in rest
    assert terminal.process.returncode == 128 + number


def test_a_database_that_is_damaged_meanwhile_is_told_and_the_app_lives(
    terminal: Terminal, tmp_path: Path
) -> None:
    (tmp_path / "studykit.db").write_text("hello", encoding="utf-8")
    terminal.type("\r")
    terminal.until(b"is not known yet:")  # the path after it may be broken across lines
    terminal.type(QUIT)
    rest = terminal.rest()
    assert b"Traceback" not in terminal.seen
    assert ALT_SCREEN_OFF in rest
    assert terminal.process.returncode == 0


def test_a_database_that_another_program_holds_is_told_and_the_app_lives(
    terminal: Terminal, tmp_path: Path
) -> None:
    holder = sqlite3.connect(tmp_path / "studykit.db", isolation_level=None)
    holder.execute("BEGIN EXCLUSIVE")
    terminal.type("\r")
    terminal.until(b"another program")
    holder.execute("ROLLBACK")
    holder.close()
    terminal.type(QUIT)
    terminal.rest()
    assert terminal.process.returncode == 0


def test_bytes_that_are_no_text_do_not_end_the_app(terminal: Terminal) -> None:
    os.write(terminal.screen, b"\xb2\xff" + b"\x1b[200~\xff\xb2\x1b[201~" + bytes(range(128, 256)))
    terminal.type("?")
    terminal.until(b"Keys")
    terminal.type(QUIT)
    terminal.rest()
    assert b"Traceback" not in terminal.seen
    assert terminal.process.returncode == 0


def test_the_app_ends_when_its_terminal_is_gone_without_a_signal(terminal: Terminal) -> None:
    os.close(terminal.screen)
    terminal.screen = os.open(os.devnull, os.O_RDWR)  # the fixture closes it
    terminal.process.wait(15)
    assert terminal.process.returncode not in (None, 0)
