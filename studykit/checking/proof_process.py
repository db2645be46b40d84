"""One run of the proof worker, seen from outside: started, asked, killed."""

from __future__ import annotations

import json
import os
import subprocess
import threading
from collections.abc import Iterator, Sequence
from contextlib import contextmanager, suppress
from typing import IO, Any, cast

START_SECONDS = 20
"""From the start until SymPy is loaded: a third of a second, or many on a slow disk for the first time."""
LONGEST_REPLY = 10_000


class WorkerError(Exception):
    """The process is of no more use: it broke the protocol, or it is gone."""


class WorkerLost(WorkerError):
    """The process is gone, killed or by itself."""

    def __init__(self, *, begun: bool) -> None:
        super().__init__("the worker is gone")
        self.begun = begun
        """Whether it had read the question, or spent its time; if not, another one may be asked."""


class ProofProcess:
    """A worker. `kill`, `is_alive` and `pid` are for any thread, the rest for the one that started it."""

    def __init__(self, command: Sequence[str]) -> None:
        """Starts the process, and does not wait until it is ready. Raises `OSError`."""
        self._process = subprocess.Popen(
            command,
            stdin=subprocess.PIPE,
            stdout=subprocess.PIPE,
            stderr=subprocess.DEVNULL,  # the terminal belongs to the app
            start_new_session=True,  # Ctrl+C in the terminal is for the app alone
            env={
                **os.environ,
                "PYTHONHASHSEED": "0",
            },  # SymPy's order of work, and so its answers, hang on it
        )
        self._questions = cast(IO[bytes], self._process.stdin)
        self._replies = cast(IO[bytes], self._process.stdout)
        self._turn = 0
        self._overdue = 0

    @property
    def pid(self) -> int:
        """Its number at the system."""
        return self._process.pid

    def is_alive(self) -> bool:
        """Whether it still runs, as far as the system has noticed."""
        return self._process.poll() is None

    def kill(self) -> None:
        """Ends it at once; whoever waits for its reply gets `WorkerLost`."""
        self._process.kill()

    def end(self) -> None:
        """Kills it, and leaves neither a zombie nor an open pipe."""
        self._process.kill()
        self._process.wait()
        for pipe in (self._questions, self._replies):
            with suppress(OSError):  # what was not sent cannot be sent any more
                pipe.close()

    def wait_until_ready(self, seconds: float = START_SECONDS) -> None:
        """Waits until it can be asked. Raises `WorkerError` if it does not start."""
        with self._within(seconds):
            if self._reply(begun=False) != {"ready": True}:
                raise WorkerError("the worker did not say that it is ready")

    def ask(self, number: int, line: bytes, seconds: float) -> tuple[bool | None, str]:
        """Asks one question and waits for what is proved, and a message.

        The process is killed when it takes longer than `seconds`. Raises `WorkerLost` then and whenever it
        ends, and `WorkerError` for any reply that is not to the question.
        """
        with self._within(seconds):
            try:
                self._questions.write(line)
                self._questions.flush()
            except OSError:
                raise WorkerLost(begun=self._is_overdue) from None
            if self._reply(begun=False) != {"id": number, "begun": True}:
                raise WorkerError("a reply to nothing")
            match self._reply(begun=True):
                case {
                    "id": int() as told,
                    "proved": True | False | None as proved,
                    "message": str() as message,
                }:
                    if told == number:
                        return proved, message
        raise WorkerError("a reply to nothing")

    def _reply(self, *, begun: bool) -> Any:
        line = self._replies.readline(LONGEST_REPLY)
        if not line:
            raise WorkerLost(begun=begun or self._is_overdue)
        try:
            return json.loads(line)
        except (ValueError, RecursionError):
            raise WorkerError("a reply that is no JSON") from None

    @contextmanager
    def _within(self, seconds: float) -> Iterator[None]:
        """Kills the process after so many seconds. A timer here: alarms do not reach a computing SymPy."""
        self._turn += 1
        timer = threading.Timer(seconds, self._expire, (self._turn,))
        timer.daemon = True
        timer.start()
        try:
            yield
        finally:
            timer.cancel()

    def _expire(self, turn: int) -> None:
        if turn == self._turn:  # else the reply came at the last moment
            self._overdue = turn
            self._process.kill()

    @property
    def _is_overdue(self) -> bool:
        return self._overdue == self._turn
