"""What the system holds this process to, where it can."""

from __future__ import annotations

import contextlib
import math

try:
    import resource
except ImportError:  # Windows has no such limits; the time limit of the client is then the only one
    resource = None  # type: ignore[assignment]

SPARE_SECONDS = 3
"""Processor time beyond a question's own, so that the client's kill comes first while there is a client."""


def hold_memory(size: int) -> None:
    """Lets the process have so many bytes; more is a `MemoryError`. Some systems refuse a limit."""
    if resource is None:
        return
    for limit in (resource.RLIMIT_AS, resource.RLIMIT_DATA):
        with contextlib.suppress(ValueError, OSError):
            resource.setrlimit(limit, (size, resource.getrlimit(limit)[1]))


def hold_processor_time(seconds: int) -> None:
    """Lets the system end the process after so many more seconds of computing (and some spare).

    It is for a worker whose client died in the middle of a question: a single large multiplication can
    keep Python from noticing that its standard input has ended, and the system needs no such notice.
    """
    if resource is None:
        return
    usage = resource.getrusage(resource.RUSAGE_SELF)
    until = math.ceil(usage.ru_utime + usage.ru_stime) + seconds + SPARE_SECONDS
    with contextlib.suppress(ValueError, OSError):
        resource.setrlimit(resource.RLIMIT_CPU, (until, resource.getrlimit(resource.RLIMIT_CPU)[1]))
