"""An acknowledged answer survives `kill -9`: real processes, killed at random moments."""

from __future__ import annotations

import os
import random
import signal
import subprocess
import sys
import time
from pathlib import Path

import pytest

from studykit.log.store import Store
from studykit.memory import replay


def _review_until_killed(home: Path, chance: random.Random) -> int:
    """Answers a random number of cards, kills the process, and says how many were acknowledged."""
    process = subprocess.Popen(
        [sys.executable, "-m", "studykit", "review", "--plain", "--new", "5000"],
        stdin=subprocess.PIPE,
        stdout=subprocess.PIPE,
        env={**os.environ, "STUDYKIT_HOME": str(home)},
    )
    assert process.stdin and process.stdout
    answers = chance.randint(1, 8)
    process.stdin.write(b"\n4\n" * (answers + 50))  # more than will be read, so that it dies in full run
    process.stdin.flush()
    acknowledged = 0
    while acknowledged < answers:
        line = process.stdout.readline()
        assert line, "the review ended by itself"
        acknowledged += line == b"saved\n"
    time.sleep(chance.random() * 0.02)
    os.kill(process.pid, signal.SIGKILL)
    rest, _ = process.communicate()
    return acknowledged + rest.split(b"\n").count(b"saved")


def _kill_many_times(home: Path, notes: Path, times: int) -> None:
    cards = "".join(f"question {i}::answer {i}\n\n" for i in range(times * 60))
    (notes / "note.md").write_text("#flashcards\n" + cards, encoding="utf-8")
    (home / "settings.toml").write_text(f"course = false\nfolders = ['{notes}']\n", encoding="utf-8")
    chance = random.Random(times)
    logged = 0
    for _ in range(times):
        acknowledged = _review_until_killed(home, chance)
        with Store.open(home) as store:
            events = list(store.events())
            rows = {row[0]: row for row in store.rows()}
        new = len(events) - logged
        assert acknowledged <= new <= acknowledged + 1, "an answer was lost, or came out of nothing"
        logged = len(events)
        states = replay.replay(events)
        assert {item: replay.from_row(row) for item, row in rows.items()} == states
    assert [event.seq for event in events] == list(range(1, logged + 1))


def test_no_acknowledged_answer_is_lost_by_kill_9(home: Path, notes: Path) -> None:
    _kill_many_times(home, notes, times=5)


@pytest.mark.slow
def test_no_acknowledged_answer_is_lost_by_fifty_kills(home: Path, notes: Path) -> None:
    _kill_many_times(home, notes, times=50)
