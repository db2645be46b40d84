"""Several programs on one home, and programs that die: real processes."""

from __future__ import annotations

import random
import signal
import subprocess
import sys
import time
from pathlib import Path

import pytest

from studykit.log.store import Store
from studykit.memory.replay import from_row, reduce, replay

APPENDING = """
import itertools, sys
from pathlib import Path
from studykit.log.event import Draft
from studykit.log.store import Store
from studykit.memory.replay import reduce

home, name, count = Path(sys.argv[1]), sys.argv[2], int(sys.argv[3])
with Store.open(home) as store:
    for n in itertools.islice(itertools.count(1), count or None):
        at_ms = 1_772_442_000_000 + n * 60_000
        store.append(Draft("review", at_ms, 60, item=f"{name}{n % 5}", rating=1 + n % 4), reduce)
        print("saved", n, flush=True)
"""


def start(home: Path, name: str, count: int) -> subprocess.Popen[str]:
    return subprocess.Popen(
        [sys.executable, "-c", APPENDING, str(home), name, str(count)], stdout=subprocess.PIPE, text=True
    )


def check(home: Path) -> int:
    """The number of events, once everything in the home was found to fit together."""
    with Store.open(home) as store:
        events, rows = store.events(), store.rows()
        assert store.verify() == []
        assert {row[0]: from_row(row) for row in rows} == replay(events)
        store.rebuild(reduce)
        assert store.rows() == rows
    assert sorted(event.seq for event in events) == list(range(1, len(events) + 1))
    assert len({event.hlc for event in events}) == len(events)
    return len(events)


def test_two_programs_that_start_and_write_at_once_lose_nothing(tmp_path: Path) -> None:
    home = tmp_path / "home"
    both = [start(home, name, 60) for name in ("left", "shared")]
    assert [process.wait(60) for process in both] == [0, 0]
    for process in both:
        assert process.stdout is not None
        assert process.stdout.read().count("saved") == 60
        process.stdout.close()
    assert check(home) == 120


def test_two_programs_that_answer_the_same_items_lose_nothing(tmp_path: Path) -> None:
    both = [start(tmp_path, "same", 40) for _ in range(2)]
    for process in both:
        output, _ = process.communicate(timeout=60)
        assert output.count("saved") == 40
    assert check(tmp_path) == 80


def kill_at_random(home: Path, chance: random.Random, times: int) -> None:
    logged = 0
    for _ in range(times):
        process = start(home, "item", 0)
        assert process.stdout is not None
        acknowledged = 0
        if chance.random() < 0.8:  # the others die while starting, some in the very first transaction
            acknowledged = process.stdout.readline().count("saved")
            time.sleep(chance.random() * 0.1)
        else:
            time.sleep(chance.random() * 0.3)
        process.send_signal(signal.SIGKILL)
        output, _ = process.communicate()
        acknowledged += output.count("saved")
        found = check(home)
        assert acknowledged <= found - logged <= acknowledged + 1
        logged = found
    assert logged > 0


def test_kill_9_loses_no_acknowledged_answer(tmp_path: Path) -> None:
    kill_at_random(tmp_path / "home", random.Random(8), 8)


@pytest.mark.slow
def test_fifty_times_kill_9_loses_no_acknowledged_answer(tmp_path: Path) -> None:
    kill_at_random(tmp_path / "home", random.Random(50), 50)
