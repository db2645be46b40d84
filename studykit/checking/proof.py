"""Proofs that two expressions are equal, from a SymPy that lives in a process of its own.

    prover = Prover()
    prover.prove(answer, expected, symbols)                    # waits, at most a few seconds
    prover.submit(answer, expected, symbols, then=self.told)   # does not wait

A proof is a bonus: the judges decide without it. Whatever happens to the process, a question gets a
`Proof`, and the next question a new process.
"""

from __future__ import annotations

import atexit
import json
import sys
import threading
from collections.abc import Callable, Sequence
from concurrent.futures import Future, InvalidStateError
from contextlib import suppress
from dataclasses import dataclass
from queue import SimpleQueue
from types import TracebackType

from studykit.checking.coding import CodingError, encoded, encoded_symbols
from studykit.checking.proof_process import ProofProcess, WorkerError, WorkerLost
from studykit.checking.symbols import Symbols
from studykit.checking.tree import Node

QUESTION_SECONDS = 2
"""What a question may take in a process that is ready; then the process is killed."""
WORKER_BYTES = 1 << 30
"""Memory of the process, where the system can hold it to that. SymPy alone takes 60 MB of it."""
MOST_WAITING = 256
"""Questions that may wait; one more is answered at once, with nothing."""
MOST_STARTS = 3
"""After so many starts in a row that failed, for want of SymPy or of time, none is tried again."""
CLOSE_SECONDS = 5
"""How long `close` waits for a callback that waits for something in spite of what `submit` says."""


@dataclass(frozen=True, slots=True)
class Proof:
    """What is known of `answer = expected`."""

    proved: bool | None
    """True: equal wherever both are defined. False: surely not equal. None: not known."""
    message: str
    """A few words."""


COULD_NOT_CHECK = Proof(None, "could not check")


@dataclass(frozen=True, slots=True)
class _Question:
    number: int
    line: bytes
    future: Future[Proof]


class Prover:
    """Asks one process, one question at a time, from a thread of its own. Safe to use from any thread.

    The process is started by the first question, or ahead of it by `warm`, and ends with `close`, with the
    interpreter, or with the death of this process.
    """

    def __init__(
        self,
        *,
        seconds: int = QUESTION_SECONDS,
        memory: int = WORKER_BYTES,
        command: Sequence[str] | None = None,
    ) -> None:
        """`command` is what is started instead of the worker, with the same lines."""
        program = [sys.executable, "-P", "-m", "studykit.checking.proof_worker", str(memory), str(seconds)]
        self._command = list(command or program)  # -P: a sympy.py in the current folder is not SymPy
        self._seconds = seconds
        self._waiting: SimpleQueue[_Question | None] = SimpleQueue()
        self._lock = threading.Lock()
        self._thread: threading.Thread | None = None
        self._process: ProofProcess | None = None
        self._asked: Future[Proof] | None = None
        self._count = 0
        self._failures = 0
        self._closed = False

    def __enter__(self) -> Prover:
        return self

    def __exit__(
        self, kind: type[BaseException] | None, error: BaseException | None, trace: TracebackType | None
    ) -> None:
        self.close()

    @property
    def pid(self) -> int | None:
        """The process that would be asked now; None if there is none yet."""
        with self._lock:
            return self._process.pid if self._process else None

    def prove(self, answer: Node, expected: Node, symbols: Symbols) -> Proof:
        """Waits for the proof: for the questions before, a start if there is none, and `QUESTION_SECONDS`.

        Never raises for what the trees hold. Not for the thread of an interface; see `submit`.
        """
        return self.submit(answer, expected, symbols).result()

    def submit(
        self,
        answer: Node,
        expected: Node,
        symbols: Symbols,
        then: Callable[[Proof], object] | None = None,
    ) -> Future[Proof]:
        """Asks without waiting.

        `then` is called with the proof in the prover's thread (or in this one, if the question cannot even
        be asked), and not at all if the future was cancelled. It must not wait for anything: an app posts
        a message in it. The future may be cancelled at any time; a question that is being worked on then
        ends with its process.
        """
        future: Future[Proof] = Future()
        future.add_done_callback(self._stop_if_cancelled)
        if then is not None:
            future.add_done_callback(lambda done: None if done.cancelled() else then(done.result()))
        try:
            parts = {
                "answer": encoded(answer),
                "expected": encoded(expected),
                "symbols": encoded_symbols(symbols),
            }
        except (CodingError, RecursionError):
            _settle(future, COULD_NOT_CHECK)
            return future
        with self._lock:
            taken = not self._closed and self._waiting.qsize() < MOST_WAITING
            if taken:
                self._count += 1
                line = json.dumps({"id": self._count, **parts}).encode() + b"\n"
                self._waiting.put(_Question(self._count, line, future))
                self._run()
        if not taken:
            _settle(future, COULD_NOT_CHECK)
        return future

    def warm(self) -> None:
        """Starts the process, so that the first question need not wait for it. Returns at once."""
        with self._lock:
            if not self._closed and self._process is None:
                self._waiting.put(None)
                self._run()

    def close(self) -> None:
        """Ends the process and answers what waits with `could not check`. May be called again."""
        with self._lock:
            self._closed = True
            thread, process = self._thread, self._process
            self._waiting.put(None)
            if process:
                process.kill()
        if thread and thread is not threading.current_thread():
            thread.join(CLOSE_SECONDS)
        atexit.unregister(self.close)

    def _run(self) -> None:
        if self._thread is None:
            atexit.register(self.close)
            self._thread = threading.Thread(target=self._serve, name="prover", daemon=True)
            self._thread.start()

    def _stop_if_cancelled(self, future: Future[Proof]) -> None:
        if future.cancelled():
            with self._lock:
                if self._asked is future and self._process:
                    self._process.kill()

    def _serve(self) -> None:
        """The thread: one question after the other, until the prover is closed."""
        while not self._closed:
            question = self._waiting.get()
            if question is None:
                if not self._closed:
                    self._ready()
                continue
            if not question.future.cancelled():
                _settle(question.future, self._answer(question))
        self._end()
        while self._waiting.qsize():
            if question := self._waiting.get():
                _settle(question.future, COULD_NOT_CHECK)

    def _answer(self, question: _Question) -> Proof:
        for _ in range(2):  # once more if the process was already dead when it was asked
            process = self._ready()
            if process is None:
                return COULD_NOT_CHECK
            with self._lock:
                if self._closed or question.future.cancelled():
                    return COULD_NOT_CHECK
                self._asked = question.future
            try:
                proved, message = process.ask(question.number, question.line, self._seconds)
                return Proof(proved, message)
            except WorkerLost as lost:
                self._end()
                if lost.begun:
                    return COULD_NOT_CHECK
            except WorkerError:
                self._end()
                return COULD_NOT_CHECK
            finally:
                with self._lock:
                    self._asked = None
        return COULD_NOT_CHECK

    def _ready(self) -> ProofProcess | None:
        """A process that waits for a question, started if need be; None if none will start."""
        if self._process and self._process.is_alive():
            return self._process
        self._end()
        if self._failures >= MOST_STARTS:
            return None
        try:
            process = ProofProcess(self._command)
        except OSError:  # no more processes, no memory, no such program
            self._failures += 1
            return None
        with self._lock:
            self._process = process
            if self._closed:
                process.kill()
        try:
            process.wait_until_ready()
        except WorkerError as fault:
            self._end()
            killed = isinstance(fault, WorkerLost) and not fault.begun
            self._failures += not killed  # a process that somebody killed says nothing of the next one
            return None
        self._failures = 0
        return process

    def _end(self) -> None:
        with self._lock:
            process, self._process = self._process, None
        if process:
            process.end()


def _settle(future: Future[Proof], proof: Proof) -> None:
    with suppress(InvalidStateError):  # it was cancelled meanwhile
        future.set_result(proof)
