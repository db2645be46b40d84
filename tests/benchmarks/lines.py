"""How long the judging of one line of a derivation takes: `python tests/benchmarks/lines.py [--seeds N]`.

Every line of every derivation is judged as it would be typed: the right ones in all their forms, and the
known wrong ones. Beside it, in the same run, the line is only read, and SymPy's worker is asked for a proof.
Not run by pytest.
"""

from __future__ import annotations

import argparse
import statistics
import sys
import time
from collections.abc import Callable, Iterator
from pathlib import Path

sys.path.insert(0, str(Path(__file__).resolve().parents[2]))

from studykit.checking import used_names
from studykit.checking.parser import read
from studykit.checking.proof import Prover
from studykit.checking.tree import Moment, Node
from studykit.derivations.catalogue import CATALOGUE
from studykit.derivations.line import Lines


def main() -> None:
    """Prints a table."""
    options = argparse.ArgumentParser(description=__doc__)
    options.add_argument("--seeds", type=int, default=2, help="variants of each derivation")
    seeds: list[int | None] = [None, *range(options.parse_args().seeds)]
    times: dict[str, list[float]] = {"right": [], "wrong": [], "read only": [], "proof": []}
    with Prover() as prover:
        for lines, step, text, kind in _typed(seeds):
            times[kind].append(_took(lambda: lines.judge(text, step)))  # noqa: B023 (called at once)
            times["read only"].append(_took(lambda: lines.reading(text)))  # noqa: B023
            found = read(text, lines.symbols, kind="expression").tree
            before = lines.before(step)
            if (
                kind == "right"
                and found is not None
                and before is not None
                and not _has_moments(found, before)
            ):
                mine, theirs = lines.without_names(found), lines.without_names(before)
                times["proof"].append(_took(lambda: prover.prove(mine, theirs, lines.symbols)))  # noqa: B023
    reading = statistics.median(times["read only"])
    print(f"{'':12}{'lines':>8}{'median':>10}{'p95':>10}{'most':>10}{'of reading':>12}")
    for name, took in times.items():
        took.sort()
        median, late = statistics.median(took), took[int(len(took) * 0.95)]
        shown = "".join(f"{each * 1000:8.2f}ms" for each in (median, late, took[-1]))
        print(f"{name:12}{len(took):8}{shown}{median / reading:11.1f}x")


def _typed(seeds: list[int | None]) -> Iterator[tuple[Lines, int, str, str]]:
    """What may be typed for each step, with whether it is right."""
    for derivation in CATALOGUE.values():
        for seed in seeds:
            drawn = derivation.drawn(seed)
            lines = Lines(drawn)
            for number, step in enumerate(drawn.steps):
                for text in (step.answer, *step.written):
                    yield lines, number, text, "right"
                for wrong in step.wrong:
                    yield lines, number, wrong.answer, "wrong"


def _took(what: Callable[[], object]) -> float:
    begin = time.perf_counter()
    what()
    return time.perf_counter() - begin


def _has_moments(*trees: Node) -> bool:
    return any(isinstance(node, Moment) for tree in trees for node in used_names.nodes(tree))


if __name__ == "__main__":
    main()
