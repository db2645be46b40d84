"""Questions in, answers out, one JSON line each.

    {"id": 7, "answer": tree, "expected": tree, "symbols": {name: declaration}}
    {"ready": true}                                      once, when SymPy is loaded; false if it cannot be
    {"id": 7, "begun": true}                             the question was read
    {"id": 7, "proved": true | false | null, "message": "…"}

Standard input is read by a thread of its own, so that its end, and with it the end of the client, is seen
in the middle of a question too.
"""

from __future__ import annotations

import json
import os
import sys
import threading
from queue import SimpleQueue
from typing import Any, BinaryIO

from studykit.checking.coding import CodingError, decoded, decoded_symbols
from studykit.checking.proof_worker.equality import compared
from studykit.checking.proof_worker.limits import hold_processor_time
from studykit.checking.proof_worker.unprovable import Unprovable

LONGEST_LINE = 4_000_000
OUT_OF_MEMORY = 3
"""The exit code after memory ran out: what is left of the process is not to be trusted."""


def serve(seconds: int) -> None:
    """Answers until standard input ends. `seconds` is what a question may take."""
    replies = os.fdopen(os.dup(sys.stdout.fileno()), "wb", buffering=0)
    sys.stdout = sys.stderr  # nothing that a library prints gets between the replies
    questions: SimpleQueue[bytes] = SimpleQueue()
    threading.Thread(target=_read, args=(sys.stdin.buffer, questions), daemon=True).start()
    _say(replies, {"ready": True})
    while True:
        line = questions.get()
        hold_processor_time(seconds)
        _answer(line, replies)


def _read(lines: BinaryIO, questions: SimpleQueue[bytes]) -> None:
    while line := lines.readline(LONGEST_LINE):
        questions.put(line)
    os._exit(0)  # the client is gone; whatever is being computed is for nobody


def _answer(line: bytes, replies: BinaryIO) -> None:
    number: object = None
    try:
        question = json.loads(line)
        if not isinstance(question, dict):
            raise CodingError("a question is an object")
        number = question.get("id")
        _say(replies, {"id": number, "begun": True})
        answer, expected = decoded(question.get("answer")), decoded(question.get("expected"))
        proved, message = compared(answer, expected, decoded_symbols(question.get("symbols")))
    except Unprovable as reason:
        proved, message = None, str(reason)
    except MemoryError:
        _say(replies, {"id": number, "proved": None, "message": "could not check"})
        os._exit(OUT_OF_MEMORY)
    except (ValueError, RecursionError):  # no JSON, no tree, or too deep for SymPy
        proved, message = None, "could not check"
    except Exception as fault:  # noqa: BLE001 (SymPy raises anything at all; to a question it means "don't know")
        proved, message = None, f"could not check ({type(fault).__name__})"
    _say(replies, {"id": number, "proved": proved, "message": message})


def _say(replies: BinaryIO, reply: dict[str, Any]) -> None:
    try:
        replies.write(json.dumps(reply).encode() + b"\n")
    except OSError:
        os._exit(0)  # nobody reads any more
