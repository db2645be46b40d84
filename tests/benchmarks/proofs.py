"""How long the proof worker takes to start, and for typical questions.

    python tests/benchmarks/proofs.py [ROUNDS]

A start is from nothing to the first proof, beside a bare Python that imports SymPy, in turn. Questions are
the pairs of the tests, asked of one warm process; the first round, which fills SymPy's caches, stands apart.
"""

from __future__ import annotations

import statistics
import subprocess
import sys
import time
from collections.abc import Callable
from pathlib import Path

sys.path.insert(0, str(Path(__file__).resolve().parents[2]))

from studykit.checking.proof import Proof, Prover
from tests.checking.test_proof import DIFFERENT, EQUAL, NEITHER, SYMBOLS

ROUNDS = 5


def main() -> None:
    """Prints two tables."""
    rounds = int(sys.argv[1]) if len(sys.argv) > 1 else ROUNDS
    starts: dict[str, list[float]] = {"import sympy": [], "first proof": []}
    for _ in range(rounds):
        starts["import sympy"].append(seconds(bare))
        starts["first proof"].append(seconds(first_proof))
    print(f"{'start':<44}{'median':>10}{'fastest':>10}{'slowest':>10}")
    for name, times in starts.items():
        print(row(name, [statistics.median(times), min(times), max(times)]))
    ratio = statistics.median(starts["first proof"]) / statistics.median(starts["import sympy"])
    print(f"ratio {ratio:.2f} ({rounds} rounds)\n")
    questions(rounds)


def questions(rounds: int) -> None:
    """The second table: each pair of the tests."""
    print(f"{'question':<44}{'first':>10}{'median':>10}")
    firsts, medians = [], []
    with Prover(seconds=20) as prover:
        prover.prove(*(side.node for side in EQUAL["p(1-p)"]), SYMBOLS)
        for name, (answer, expected) in {**EQUAL, **DIFFERENT, **NEITHER}.items():

            def ask(answer: object = answer.node, expected: object = expected.node) -> Proof:
                return prover.prove(answer, expected, SYMBOLS)  # type: ignore[arg-type]

            first, *later = [seconds(ask) for _ in range(rounds + 1)]
            firsts.append(first)
            medians.append(statistics.median(later))
            print(row(name, [firsts[-1], medians[-1]]))
    print(row("median of all", [statistics.median(firsts), statistics.median(medians)]))
    print(row("slowest", [max(firsts), max(medians)]))


def bare() -> None:
    """A Python that imports SymPy and ends."""
    subprocess.run([sys.executable, "-c", "import sympy"], check=True)


def first_proof() -> None:
    """A prover that is started, asked once, and closed."""
    with Prover(seconds=20) as prover:
        prover.prove(*(side.node for side in EQUAL["p(1-p)"]), SYMBOLS)


def seconds(run: Callable[[], object]) -> float:
    """What one run takes."""
    start = time.perf_counter()
    run()
    return time.perf_counter() - start


def row(name: str, times: list[float]) -> str:
    """A line of a table."""
    return f"{name:<44}" + "".join(f"{1000 * each:>7.0f} ms" for each in times)


if __name__ == "__main__":
    main()
