"""How long a problem takes to draw, with all its mistakes, and a worksheet of a thousand.

python tests/benchmarks/practice.py
"""

from __future__ import annotations

import sys
import time
from pathlib import Path

sys.path.insert(0, str(Path(__file__).resolve().parents[2]))

from studykit.practice import worksheet
from studykit.practice.catalogue import CATALOGUE
from studykit.practice.family import family

SEEDS = 40


def main() -> None:
    """Prints the five slowest families and all together."""
    each = {(name, level): _times(name, level) for name, about in CATALOGUE.items() for level in about.levels}
    print(f"{'family':<26}{'level':>6}{'median':>10}{'p95':>10}   ms, {SEEDS} seeds")
    slowest = sorted(each.items(), key=lambda found: -_at(found[1], 0.95))[:5]
    for (name, level), times in slowest:
        print(f"{name:<26}{level:>6}{_at(times, 0.5):>10.2f}{_at(times, 0.95):>10.2f}")
    together = sorted(time for times in each.values() for time in times)
    print(f"{'all':<32}{_at(together, 0.5):>10.2f}{_at(together, 0.95):>10.2f}")
    begun = time.perf_counter()
    count = len(list(worksheet.draw((), 1000, 1)))
    print(f"a worksheet of {count} problems: {time.perf_counter() - begun:.2f} s")


def _times(name: str, level: int) -> list[float]:
    drawn, found = family(name), []
    for seed in range(SEEDS):
        begun = time.perf_counter()
        drawn.problem(level, seed)
        found.append(1000 * (time.perf_counter() - begun))
    return sorted(found)


def _at(times: list[float], share: float) -> float:
    return times[min(int(len(times) * share), len(times) - 1)]


if __name__ == "__main__":
    main()
