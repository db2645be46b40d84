"""A small pool of threads: NumPy lets go of the interpreter in products and elementwise work.

The caller works along and so needs no free worker to make progress; calls from several threads share the
workers. Results do not depend on who does what: every task writes only what is its own.
"""

from __future__ import annotations

import os
from collections.abc import Callable
from itertools import count
from queue import SimpleQueue
from threading import Event, Lock, Thread

Task = Callable[[int], None]


class Job:
    """Tasks 0 … `total` − 1, handed out one at a time to whoever asks."""

    def __init__(self, task: Task, total: int) -> None:
        self._task = task
        self._total = total
        self._next = count()
        self._lock = Lock()
        self._open = total
        self._error: BaseException | None = None
        self._finished = Event()

    def work(self) -> None:
        """Do tasks until none is left. After an error the remaining ones are only counted."""
        while (index := next(self._next)) < self._total:
            try:
                if self._error is None:
                    self._task(index)
            except BaseException as error:  # noqa: BLE001 - raised again in the thread that called
                self._error = error
            finally:
                with self._lock:
                    self._open -= 1
                    last = self._open == 0
                if last:
                    self._finished.set()

    def wait(self) -> None:
        """Until every task is done. Raises the first error of any of them."""
        self._finished.wait()
        if self._error is not None:
            raise self._error


class Pool:
    """Worker threads, started when they are first needed and asleep between jobs."""

    def __init__(self) -> None:
        self._jobs: SimpleQueue[Job] = SimpleQueue()
        self._workers = 0
        self._lock = Lock()

    def run(self, task: Task, total: int, threads: int) -> None:
        """`task(i)` for each i < `total`, on up to `threads` threads, this one among them."""
        helpers = min(threads, total) - 1
        if helpers < 1:
            for index in range(total):
                task(index)
            return
        self._hire(helpers)
        job = Job(task, total)
        for _ in range(helpers):
            self._jobs.put(job)
        job.work()
        job.wait()

    def _hire(self, wanted: int) -> None:
        if self._workers >= wanted:
            return
        with self._lock:
            while self._workers < wanted:
                Thread(target=self._serve, args=(self._jobs,), name="attention", daemon=True).start()
                self._workers += 1

    @staticmethod
    def _serve(jobs: SimpleQueue[Job]) -> None:
        while True:
            jobs.get().work()


POOL = Pool()


def _after_fork() -> None:
    """A forked child has none of its parent's threads: it starts with an empty pool."""
    POOL.__init__()  # type: ignore[misc]


if hasattr(os, "register_at_fork"):
    os.register_at_fork(after_in_child=_after_fork)
