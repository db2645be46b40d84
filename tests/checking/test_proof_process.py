"""Whatever happens to the worker, a question is answered, and so is the next one."""

from __future__ import annotations

import asyncio
import json
import os
import signal
import subprocess
import sys
import threading
import time
from collections.abc import Callable
from concurrent.futures import Future, wait
from fractions import Fraction
from pathlib import Path
from typing import Any

import pytest
from textual.app import App, ComposeResult
from textual.widgets import Input

from studykit.checking import proof_process, tree
from studykit.checking.coding import encoded, encoded_symbols
from studykit.checking.proof import COULD_NOT_CHECK, MOST_STARTS, MOST_WAITING, Proof, Prover
from studykit.checking.tree import Node
from tests.checking.formulas import REAL, F, as_formula, names

X, Y = names("x y")
SYMBOLS = dict.fromkeys("xyabcdef", REAL)
EASY = ((X + X).node, (2 * X).node)
PROVED = Proof(True, "proved")

_sum = F(tree.Sum(tuple(each.node for each in names("a b c d e f"))))
ENDLESS = ((((X + Y) * _sum) ** 60).node, ((X * _sum + Y * _sum) ** 60).node)
"""Equal, so no point tells them apart; and multiplied out it has more terms than any memory holds."""


def ask(prover: Prover, pair: tuple[Node, Node] = EASY) -> Proof:
    return prover.prove(*pair, SYMBOLS)


def submit(prover: Prover, pair: tuple[Node, Node] = EASY, then: Any = None) -> Future[Proof]:
    return prover.submit(*pair, SYMBOLS, then)


def until(true: Callable[[], object]) -> None:
    """Waits for something that another process or thread does."""
    for _ in range(3000):
        if true():
            return
        time.sleep(0.01)
    raise AssertionError("it did not happen")


def is_gone(pid: int) -> bool:
    """Whether there is no such process, not even a zombie."""
    try:
        os.kill(pid, 0)
    except ProcessLookupError:
        return True
    return False


def processor_time(pid: int) -> int:
    """What a process has used up, in ticks."""
    fields = Path(f"/proc/{pid}/stat").read_text(encoding="ascii").rpartition(")")[2].split()
    return int(fields[11]) + int(fields[12])


def endless(prover: Prover, then: Any = None) -> tuple[int, Future[Proof]]:
    """The process in the middle of a question, and the question."""
    assert ask(prover) == PROVED
    pid = prover.pid
    assert pid
    before = processor_time(pid)
    asked = submit(prover, ENDLESS, then)
    until(lambda: processor_time(pid) > before + 5)
    assert not asked.done()
    return pid, asked


linux = pytest.mark.skipif(not Path("/proc/self/stat").exists(), reason="looks into /proc")


def fake(code: str) -> list[str]:
    """A worker of another make, which says that it is ready."""
    start = "import sys, json, os, time\nprint(json.dumps({'ready': True}), flush=True)\n"
    return [sys.executable, "-c", start + code]


def test_nothing_runs_before_the_first_question() -> None:
    with Prover() as prover:
        assert prover.pid is None
        assert "prover" not in [thread.name for thread in threading.enumerate()]


def test_warming_starts_the_process_without_waiting() -> None:
    with Prover(seconds=20) as prover:
        prover.warm()
        until(lambda: prover.pid)
        pid = prover.pid
        assert ask(prover) == PROVED
        assert prover.pid == pid


def test_a_process_that_was_killed_between_two_questions_is_replaced() -> None:
    with Prover(seconds=20) as prover:
        assert ask(prover) == PROVED
        first = prover.pid
        assert first
        os.kill(first, signal.SIGKILL)
        assert ask(prover) == PROVED
        assert prover.pid != first
        assert is_gone(first)


@linux
def test_a_process_that_is_killed_in_a_question_leaves_it_open() -> None:
    with Prover(seconds=60) as prover:
        pid, asked = endless(prover)
        os.kill(pid, signal.SIGKILL)
        assert asked.result(30) == COULD_NOT_CHECK
        assert is_gone(pid)
        assert ask(prover) == PROVED


def test_a_question_that_takes_too_long_is_ended() -> None:
    with Prover(seconds=1) as prover:
        assert ask(prover, ENDLESS) == COULD_NOT_CHECK
        assert ask(prover) == PROVED


@pytest.mark.skipif(sys.platform != "linux", reason="where memory can be limited")
def test_running_out_of_memory_ends_the_question_and_not_the_prover() -> None:
    with Prover(seconds=60, memory=80 << 20) as prover:
        asked = submit(prover, ENDLESS)
        assert asked.result(60) == COULD_NOT_CHECK
        assert ask(prover) == PROVED


@pytest.mark.skipif(sys.platform != "linux", reason="where memory can be limited")
def test_too_little_memory_for_sympy_is_no_proof() -> None:
    with Prover(memory=20 << 20) as prover:
        assert ask(prover) == COULD_NOT_CHECK


REPLIES = {
    "no JSON": "print('Traceback', flush=True)\n",
    "a reply to another question": "print(json.dumps({'id': 99, 'begun': True}), flush=True)\n",
    "a proof that is a text": (
        "print(json.dumps({'id': 1, 'begun': True}), flush=True)\n"
        "print(json.dumps({'id': 1, 'proved': 'yes', 'message': ''}), flush=True)\n"
    ),
    "a list": "print('[]', flush=True)\n",
    "deep brackets": "print('[' * 9000, flush=True)\n",
    "a line without end": "sys.stdout.write('x' * 10_000_000)\n",
    "bytes that are no text": "sys.stdout.buffer.write(bytes([255, 254, 10])); sys.stdout.flush()\n",
    "nothing, and its end": "sys.exit()\n",
    "half a line": "sys.stdout.write('{'); sys.stdout.flush(); sys.exit()\n",
    "nothing": "time.sleep(600)\n",
}


@pytest.mark.parametrize("name", REPLIES)
def test_a_broken_reply_is_no_proof(name: str) -> None:
    with Prover(command=fake("sys.stdin.readline()\n" + REPLIES[name]), seconds=1) as prover:
        assert ask(prover) == COULD_NOT_CHECK
        assert ask(prover) == COULD_NOT_CHECK


def test_lines_that_nobody_asked_for_are_no_proof() -> None:
    code = "while True: print(json.dumps({'id': 1, 'proved': True, 'message': 'proved'}), flush=True)\n"
    with Prover(command=fake(code), seconds=1) as prover:
        assert ask(prover) == COULD_NOT_CHECK


def test_a_missing_sympy_is_no_proof_and_is_not_looked_for_for_ever(tmp_path: Path) -> None:
    (tmp_path / "sympy.py").write_text("raise ImportError('no sympy')\n", encoding="utf-8")
    runs = tmp_path / "runs"
    code = (
        f"import sys; sys.path.insert(0, {str(tmp_path)!r}); open({str(runs)!r}, 'a').write('1')\n"
        "sys.argv = ['worker', '1073741824', '2']\n"
        "from studykit.checking.proof_worker.__main__ import main; main()\n"
    )
    with Prover(command=[sys.executable, "-c", code]) as prover:
        for _ in range(MOST_STARTS + 2):
            assert ask(prover) == COULD_NOT_CHECK
    assert runs.read_text(encoding="utf-8") == "1" * MOST_STARTS


def test_a_sympy_in_the_current_folder_is_not_run(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    for name in ("sympy.py", "json.py", "studykit.py"):
        (tmp_path / name).write_text(f"open({str(tmp_path / 'trap')!r}, 'w')\n", encoding="utf-8")
    monkeypatch.chdir(tmp_path)
    with Prover(seconds=20) as prover:
        assert ask(prover) == PROVED
    assert not (tmp_path / "trap").exists()


def test_a_program_that_does_not_exist_is_no_proof() -> None:
    with Prover(command=["/nowhere/python"]) as prover:
        assert ask(prover) == COULD_NOT_CHECK


def test_a_worker_that_never_gets_ready_is_given_up(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(proof_process.ProofProcess.wait_until_ready, "__defaults__", (0.2,))
    with Prover(command=[sys.executable, "-c", "import time; time.sleep(600)"]) as prover:
        assert ask(prover) == COULD_NOT_CHECK


def test_trees_that_cannot_be_sent_are_no_proof() -> None:
    deep: Node = X.node
    for _ in range(100_000):
        deep = tree.Negative(deep)
    with Prover() as prover:
        assert ask(prover, (deep, X.node)) == COULD_NOT_CHECK
        assert ask(prover, (tree.Number(Fraction(1 << 20_000)), X.node)) == COULD_NOT_CHECK
        assert prover.pid is None


def test_fifty_questions_from_threads_are_all_answered_in_one_process() -> None:
    proofs: list[tuple[int, Proof]] = []
    with Prover(seconds=20) as prover:

        def one(number: int) -> None:
            pair = ((X + number).node, (number + X).node) if number % 2 else (X.node, (X + number + 1).node)
            proofs.append((number, ask(prover, pair)))

        threads = [threading.Thread(target=one, args=(number,)) for number in range(50)]
        for thread in threads:
            thread.start()
        for thread in threads:
            thread.join()
    assert len(proofs) == 50
    assert all(proof.proved is bool(number % 2) for number, proof in proofs)


def test_more_questions_than_may_wait_are_answered_at_once() -> None:
    with Prover(command=fake("time.sleep(600)\n"), seconds=600) as prover:
        asked = [submit(prover) for _ in range(MOST_WAITING + 100)]
        refused = [future for future in asked if future.done()]
        assert 99 <= len(refused) <= 100
        prover.close()
        assert {future.result(0) for future in asked} == {COULD_NOT_CHECK}


def test_a_callback_gets_the_proof_and_a_broken_one_harms_nobody() -> None:
    told: list[Proof] = []
    with Prover(seconds=20) as prover:
        wait([submit(prover, then=lambda proof: 1 / 0), submit(prover, then=told.append)], 30)
        assert ask(prover) == PROVED
    assert told == [PROVED]


@linux
def test_a_question_can_be_cancelled_while_it_waits_and_while_it_is_worked_on() -> None:
    told: list[Proof] = []
    with Prover(seconds=60) as prover:
        pid, asked = endless(prover, told.append)
        waiting = submit(prover, ENDLESS, told.append)
        assert waiting.cancel()
        assert asked.cancel()
        assert ask(prover) == PROVED
        assert is_gone(pid)
    assert told == []


def test_closing_ends_the_process_and_answers_what_waits() -> None:
    prover = Prover(command=fake("time.sleep(600)\n"), seconds=600)
    asked = [submit(prover) for _ in range(5)]
    until(lambda: prover.pid)
    pid = prover.pid
    assert pid
    prover.close()
    prover.close()
    assert {future.result(0) for future in asked} == {COULD_NOT_CHECK}
    assert is_gone(pid)
    assert ask(prover) == COULD_NOT_CHECK
    prover.warm()
    assert prover.pid is None


def test_closing_while_the_process_starts_leaves_none_behind() -> None:
    for pause in (0.0, 0.001, 0.01, 0.05):
        prover = Prover()
        asked = submit(prover)
        time.sleep(pause)
        pid = prover.pid
        prover.close()
        assert asked.result(0) == COULD_NOT_CHECK
        assert pid is None or is_gone(pid)


ORPHANS = """
import sys, time
from tests.checking.test_proof_process import Prover, endless
prover = Prover(seconds=60)
print(endless(prover)[0], flush=True)
{ending}
"""


@linux
@pytest.mark.parametrize("ending", ["time.sleep(600)", "sys.exit()", "raise SystemError"])
def test_the_worker_ends_with_the_process_that_started_it(ending: str) -> None:
    root = Path(__file__).resolve().parents[2]
    code = ORPHANS.format(ending=ending)
    with subprocess.Popen(
        [sys.executable, "-c", code], cwd=root, stdout=subprocess.PIPE, stderr=subprocess.DEVNULL
    ) as parent:
        assert parent.stdout
        pid = int(parent.stdout.readline())
        if "sleep" in ending:
            parent.kill()
        parent.wait(30)
        until(lambda: is_gone(pid) or _is_zombie(pid))


def _is_zombie(pid: int) -> bool:
    """An orphan is somebody else's child, and where nobody collects those it stays as an entry."""
    try:
        return Path(f"/proc/{pid}/stat").read_text(encoding="ascii").rpartition(")")[2].split()[0] == "Z"
    except OSError:
        return True


LINES = [
    b"\n", b"nonsense\n", b"[]\n", b"1\n", b"{}\n", b'{"id": 5}\n', b"[" * 100_000 + b"\n", b"\xff\xfe\n",
    b'{"id": 6, "answer": ["Symbol", "x"], "expected": ["Call", "exp", 7], "symbols": {}}\n',
    b'{"id": 7, "answer": "__import__", "expected": ["Symbol", "x"], "symbols": {"x": []}}\n',
]  # fmt: skip


def test_the_worker_survives_any_line_and_ends_with_its_input() -> None:
    good = {
        "id": 8,
        "answer": encoded(EASY[0]),
        "expected": encoded(EASY[1]),
        "symbols": encoded_symbols(SYMBOLS),
    }
    command = [sys.executable, "-m", "studykit.checking.proof_worker", str(1 << 30), "20"]
    with subprocess.Popen(command, stdin=subprocess.PIPE, stdout=subprocess.PIPE) as worker:
        assert worker.stdin
        assert worker.stdout
        worker.stdin.write(b"".join(LINES) + json.dumps(good).encode() + b"\n")
        worker.stdin.flush()
        replies = []
        while not replies or replies[-1].get("id") != 8 or "proved" not in replies[-1]:
            replies.append(json.loads(worker.stdout.readline()))
        worker.stdin.close()
        assert worker.wait(30) == 0
    assert replies[-1] == {"id": 8, "proved": True, "message": "proved"}
    others = [reply for reply in replies if "proved" in reply][:-1]
    assert len(others) == len(LINES)
    assert {reply["proved"] for reply in others} == {None}


class Asking(App[None]):
    """Asks when a letter is typed, and goes on."""

    def __init__(self, prover: Prover) -> None:
        super().__init__()
        self.prover = prover

    def compose(self) -> ComposeResult:
        yield Input()


@linux
async def test_an_app_asks_and_is_killed_a_worker_while_it_takes_keys() -> None:
    with Prover(seconds=60) as prover:
        app = Asking(prover)
        async with app.run_test() as pilot:
            assert await asyncio.wrap_future(submit(prover)) == PROVED  # a start inside a running app
            told: list[Proof] = []
            pid, asked = await asyncio.to_thread(endless, prover, told.append)
            await pilot.press(*"typed")
            await pilot.pause()
            assert app.query_one(Input).value == "typed"
            assert not asked.done()
            os.kill(pid, signal.SIGKILL)
            assert await asyncio.wrap_future(asked) == COULD_NOT_CHECK
            await pilot.press(*"on")
            assert app.query_one(Input).value == "typedon"
            assert await asyncio.wrap_future(submit(prover)) == PROVED
            assert told == [COULD_NOT_CHECK]
    assert is_gone(pid)


def test_a_process_that_is_killed_again_and_again_is_replaced_each_time() -> None:
    with Prover(seconds=20) as prover:

        def kill(_: Proof) -> None:
            if pid := prover.pid:
                os.kill(pid, signal.SIGKILL)

        asked = [submit(prover, then=None if number % 6 else kill) for number in range(24)]
        assert {future.result(60) for future in asked} == {PROVED}


@pytest.mark.slow
def test_a_process_that_is_killed_at_any_moment_costs_only_answers() -> None:
    stop = threading.Event()
    with Prover(seconds=20) as prover:

        def kill() -> None:
            pause = 0.0
            while not stop.wait(pause):
                pause = (pause + 0.37) % 1.9
                if pid := prover.pid:
                    os.kill(pid, signal.SIGKILL)

        killer = threading.Thread(target=kill)
        killer.start()
        try:
            asked = [submit(prover) for _ in range(MOST_WAITING)]
            assert {future.result(600) for future in asked} <= {PROVED, COULD_NOT_CHECK}
        finally:
            stop.set()
            killer.join()
        until(lambda: ask(prover) == PROVED)


@pytest.mark.slow
def test_thousands_of_questions_leave_one_process_and_no_growth() -> None:
    with Prover(seconds=20) as prover:
        assert ask(prover) == PROVED
        pid = prover.pid
        for number in range(5000):
            assert ask(prover, ((X + number).node, (as_formula(number) + X).node)) == PROVED
        assert prover.pid == pid
