"""`python -m studykit.checking.proof_worker MEMORY SECONDS`: answers questions, one JSON line each."""

from __future__ import annotations

import sys

from studykit.checking.proof_worker import limits


def main() -> None:
    """Runs until its standard input ends."""
    memory, seconds = (int(argument) for argument in sys.argv[1:3])
    limits.hold_memory(memory)  # before SymPy, so that its import counts too

    try:
        from studykit.checking.proof_worker.loop import serve
    except ImportError:  # SymPy is not installed, or broken
        sys.stdout.write('{"ready": false}\n')
        return
    serve(seconds)


if __name__ == "__main__":
    main()
