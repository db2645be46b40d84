"""BLAS held at one thread while our own threads share the work.

BLAS's threads and ours together are slower than either. The setting belongs to the whole process, so it is
counted: the first call that enters sets it, the last that leaves puts it back, whatever happened in between.
"""

from __future__ import annotations

import os
from functools import cache
from threading import Lock
from typing import Any

from threadpoolctl import ThreadpoolController


def processors() -> int:
    """How many processors this process may use."""
    try:
        return len(os.sched_getaffinity(0))
    except AttributeError:  # macOS has no affinities
        return os.cpu_count() or 1


class SingleThreadedBlas:
    """A context in which NumPy's BLAS runs on one thread; entering it gives the number of threads we may use.

    That number is the smaller of the processors and of what BLAS was allowed before, so `OMP_NUM_THREADS` and
    threadpoolctl's limits hold for us too. Where no BLAS that we can set is found it is 1: BLAS may then be
    using threads of its own. May be entered by several threads at once, and again inside itself.
    """

    def __init__(self, controllers: list[Any]) -> None:
        self._controllers = controllers
        self._lock = Lock()
        self._inside = 0
        self._before: list[int] = []
        self._threads = 1

    def __enter__(self) -> int:
        with self._lock:
            if self._inside == 0 and self._controllers:
                # Asking and setting through the controller costs 0.2 µs; threadpoolctl's own context 450 µs.
                self._before = [controller.get_num_threads() for controller in self._controllers]
                self._threads = min(processors(), *self._before)
                for controller in self._controllers:
                    controller.set_num_threads(1)
            self._inside += 1
            return self._threads

    def __exit__(self, *error: object) -> None:
        with self._lock:
            self._inside -= 1
            if self._inside == 0:
                for controller, threads in zip(self._controllers, self._before, strict=True):
                    controller.set_num_threads(threads)


@cache
def single_threaded() -> SingleThreadedBlas:
    """The one context of this process. Looking for the library takes milliseconds, so it is done once."""
    found = [lib for lib in ThreadpoolController().lib_controllers if lib.user_api == "blas"]
    # Another package may have brought a BLAS of its own; it is none of our business.
    numpys = [lib for lib in found if "numpy" in str(lib.filepath).lower()]
    return SingleThreadedBlas(numpys or found)
