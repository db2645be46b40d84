"""What drawing a formula costs: `python tests/benchmarks/maths.py`.

The 300 formulas of common notes are read, written on one line, drawn and said; the table gives the median and
the slowest. Then sources that were
made to be slow, at two sizes: the time for a character must not grow with the size. Not run by pytest.
"""

from __future__ import annotations

import statistics
import time
from collections.abc import Callable
from functools import partial
from pathlib import Path

from studykit.render.maths import box, line, parse, speech

FORMULAS = [
    tex
    for tex in (Path(__file__).parents[1] / "render" / "note_formulas.txt").read_text("utf-8").splitlines()
    if tex and not tex.startswith("# ")
]
ROUNDS = 7
HOSTILE: dict[str, Callable[[int], str]] = {
    "open braces": lambda n: "{" * n,
    "nested fractions": lambda n: r"\frac{1}{" * (n // 9),
    "fractions in a row": lambda n: r"\frac{a}{b}" * (n // 11),
    "powers of powers": lambda n: "x^{" * (n // 3),
    "scripts on scripts": lambda n: "x" + "^a_b" * (n // 4),
    "a long sum": lambda n: "a+" * (n // 2),
    "many lines": lambda n: "a" * (n // 2) + r"\\" * (n // 4),
    "cells": lambda n: r"\begin{matrix}" + r"a&" * (n // 2),
    "brackets": lambda n: r"\left(" * (n // 6),
    "a tall one and many": lambda n: r"\frac{1}{" * 70 + "1" + "}" * 70 + "+x" * (n // 2),
}
SIZES = (2_000, 20_000)


def fastest(work: Callable[[], object]) -> float:
    """Seconds of the fastest of some runs, which is the one least disturbed by others."""
    times = []
    for _ in range(ROUNDS):
        start = time.perf_counter()
        work()
        times.append(time.perf_counter() - start)
    return min(times)


def main() -> None:
    print(f"{len(FORMULAS)} formulas       median      slowest")
    works: dict[str, Callable[[str], object]] = {
        "parse": parse,
        "line": line,
        "box": box,
        "box at 60": partial(box, width=60),
        "box, ascii": partial(box, charset="ascii"),
        "speech": speech,
    }
    for name, work in works.items():
        times = [fastest(partial(work, tex)) for tex in FORMULAS]
        print(f"{name:<20} {statistics.median(times) * 1e3:8.3f} ms  {max(times) * 1e3:8.3f} ms")
    print()
    small, large = SIZES
    print(f"{'microseconds a character, drawn at 60':<40} {small:>8} {large:>8}")
    for name, source in HOSTILE.items():
        each = [fastest(partial(box, source(n), 60)) / n * 1e6 for n in SIZES]
        print(f"{name:<40} {each[0]:8.2f} {each[1]:8.2f}")


if __name__ == "__main__":
    main()
