"""How long until the first screen is painted: studykit with 600 cards against a bare Textual app.

    python tests/benchmarks/startup.py [ROUNDS]

Both run in a pseudo-terminal of 80 by 24, one after the other in turn, so that a slow moment of the
machine falls on both. Time is taken from the start of the process until a text that stands on the
first screen has arrived. Compiled modules are kept in a folder of the run's own, which the first round
fills, so that it does not matter whether the surroundings let Python write any. The budget is a ratio of 1.6.
"""

from __future__ import annotations

import fcntl
import os
import pty
import select
import signal
import statistics
import struct
import sys
import tempfile
import termios
import time
from pathlib import Path

ROUNDS = 15
CARDS, NOTES = 600, 12
BUDGET = 1.6
TIMEOUT_S = 30.0

HELLO = """
from textual.app import App
from textual.widgets import Static

class Hello(App):
    def compose(self):
        yield Static("hello-is-painted")

Hello().run()
"""


def main() -> None:
    """Prints a table."""
    rounds = int(sys.argv[1]) if len(sys.argv) > 1 else ROUNDS
    with tempfile.TemporaryDirectory() as folder:
        home = library(Path(folder))
        rows = {
            "hello": ([sys.executable, "-c", HELLO], b"hello-is-painted"),
            "studykit": ([sys.executable, "-m", "studykit", "--home", str(home)], b"alphabet"),
        }
        environment = {**os.environ, "TERM": "xterm-256color", "COLORTERM": "truecolor"}
        environment.pop("PYTHONDONTWRITEBYTECODE", None)
        environment["PYTHONPYCACHEPREFIX"] = f"{folder}/compiled"
        taken: dict[str, list[float]] = {name: [] for name in rows}
        for turn in range(rounds + 1):
            for name, (command, text) in rows.items():
                seconds = first_paint(command, text, environment)
                if turn:  # the first round only fills the caches
                    taken[name].append(seconds)
    print(f"{'app':<10}{'median':>10}{'fastest':>10}{'slowest':>10}")
    for name, times in taken.items():
        cells = (statistics.median(times), min(times), max(times))
        print(f"{name:<10}" + "".join(f"{1000 * cell:>7.0f} ms" for cell in cells))
    ratio = statistics.median(taken["studykit"]) / statistics.median(taken["hello"])
    print(f"ratio {ratio:.2f} (budget {BUDGET}, {rounds} rounds, {CARDS} cards)")


def library(folder: Path) -> Path:
    """A home with a library of `CARDS` cards in `NOTES` notes."""
    home, notes = folder / "home", folder / "notes"
    home.mkdir()
    notes.mkdir()
    (home / "settings.toml").write_text(f"course = false\nfolders = ['{notes}']\n", encoding="utf-8")
    for note in range(NOTES):
        deck = "alphabet" if note == 0 else f"deck-{note}"
        lines = [f"#flashcards/{deck}", "", f"# Part {note}", ""]
        for card in range(CARDS // NOTES):
            lines += [f"what is the number {card} of part {note}::it is **{card}**, or $x_{{{card}}}$", ""]
        (notes / f"note-{note}.md").write_text("\n".join(lines), encoding="utf-8")
    return home


def first_paint(command: list[str], text: bytes, environment: dict[str, str]) -> float:
    """Seconds from the start of a process until it has written `text` to its terminal."""
    start = time.perf_counter()
    process, terminal = pty.fork()
    if process == 0:
        os.execve(command[0], command, environment)  # noqa: S606 (a list of our own, no shell)
    fcntl.ioctl(terminal, termios.TIOCSWINSZ, struct.pack("HHHH", 24, 80, 0, 0))
    seen = b""
    try:
        while text not in seen:
            ready, _, _ = select.select(
                [terminal], [], [], max(0.0, TIMEOUT_S - (time.perf_counter() - start))
            )
            if not ready:
                raise SystemExit(f"{command[1:4]} painted nothing within {TIMEOUT_S:.0f} s: {seen[-2000:]!r}")
            try:
                seen += os.read(terminal, 65536)
            except OSError:
                raise SystemExit(f"{command[1:4]} ended: {seen[-2000:]!r}") from None
        return time.perf_counter() - start
    finally:
        os.kill(process, signal.SIGKILL)
        os.waitpid(process, 0)
        os.close(terminal)


if __name__ == "__main__":
    main()
