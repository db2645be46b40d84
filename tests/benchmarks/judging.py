"""How well and how fast answers are judged: `python tests/benchmarks/judging.py [--pairs N] [--seed S]`.

Over the corpus of `tests/checking/cases/` and over generated pairs of expressions it prints how many wrong
answers were accepted and how many right ones rejected, what a judgement takes for each kind, and what the
import of the judges costs. Not run by pytest.
"""

from __future__ import annotations

import argparse
import subprocess
import sys
import time
from collections import defaultdict
from collections.abc import Iterable
from pathlib import Path

sys.path.insert(0, str(Path(__file__).resolve().parents[2]))

from studykit.checking.declare import declare
from studykit.checking.judge import judge
from studykit.checking.kinds import kind_of
from studykit.checking.parser import read
from studykit.checking.question import Kind, Question
from studykit.checking.verdict import Outcome
from tests.checking import corpus, pairs

IMPORT = """
import sys, time
began = time.process_time()
import studykit.checking.judge
took = (time.process_time() - began) * 1000
print(f"{took:.1f}", *(name for name in ("mpmath", "numpy", "sympy") if name in sys.modules))
"""
Times = dict[str, list[float]]


def timed(answer: str, question: Question) -> tuple[Outcome, float]:
    """The outcome and its milliseconds of CPU, so that a busy machine does not count."""
    began = time.thread_time()
    outcome = judge(answer, question).outcome
    return outcome, (time.thread_time() - began) * 1000


def over_the_corpus(times: Times) -> None:
    """Every row once; a row of several fine verdicts counts as wrong only if right is none of them."""
    right = wrong = accepted = rejected = other = total = 0
    for case in corpus.cases():
        outcome, took = timed(case.answer, case.question)
        times[f"corpus, {_kind(case)}"].append(took)
        total += 1
        right += case.verdicts == ("right",)
        wrong += "right" not in case.verdicts
        accepted += "right" not in case.verdicts and outcome is Outcome.RIGHT
        rejected += case.verdicts == ("right",) and outcome in (Outcome.WRONG, Outcome.PARTLY)
        other += outcome not in case.verdicts
    print(f"corpus of {total} rows: {right} right, {wrong} not right")
    print(f"  accepted though not right   {accepted:5}  {accepted / wrong:8.3%}")
    print(f"  rejected though right       {rejected:5}  {rejected / right:8.3%}")
    print(f"  another verdict than wanted {other:5}")


def _kind(case: corpus.Case) -> str:
    if case.kind:
        return str(case.kind)
    tree = read(case.expected, case.question.symbols, kind="array").tree
    return str(kind_of(tree)) if tree else "expression"


def over_pairs(count: int, seed: int, times: Times) -> None:
    """Generated expressions: rewritten ones are right, changed ones are wrong."""
    symbols = declare(pairs.SYMBOLS)
    equal = different = accepted = rejected = open_right = open_wrong = 0
    for pair in pairs.pairs(count, seed):
        outcome, took = timed(pair.answer, Question(pair.expected, Kind.EXPRESSION, symbols, seed=seed))
        times[f"pairs, {'equal' if pair.is_equal else 'different'}"].append(took)
        equal += pair.is_equal
        different += not pair.is_equal
        if pair.is_equal and outcome is not Outcome.RIGHT:
            rejected += outcome is Outcome.WRONG
            open_right += outcome is not Outcome.WRONG
            print(f"  {outcome}: {pair.answer}   for   {pair.expected}")
        if not pair.is_equal and outcome is not Outcome.WRONG:
            accepted += outcome is Outcome.RIGHT
            open_wrong += outcome is not Outcome.RIGHT
            print(f"  {outcome}: {pair.answer}   for   {pair.expected}   (they differ)")
    print(f"{count} generated pairs: {equal} equal, {different} different")
    print(f"  accepted though different   {accepted:5}  {accepted / max(1, different):8.3%}")
    print(f"  rejected though equal       {rejected:5}  {rejected / max(1, equal):8.3%}")
    print(f"  left undecided              {open_right:5} of the equal, {open_wrong} of the different")


def percentile(values: Iterable[float], part: float) -> float:
    """The value below which this part of them is."""
    ordered = sorted(values)
    return ordered[min(len(ordered) - 1, int(part * len(ordered)))]


def main() -> None:
    """Prints it all."""
    parser = argparse.ArgumentParser()
    parser.add_argument("--pairs", type=int, default=2000)
    parser.add_argument("--seed", type=int, default=1)
    wish = parser.parse_args()
    judge("sqrt(2)", Question("sqrt(2)+0"))  # mpmath is loaded once, before anything is measured
    times: Times = defaultdict(list)
    over_the_corpus(times)
    over_pairs(wish.pairs, wish.seed, times)
    print(f"{'milliseconds of CPU':24} {'count':>6} {'median':>8} {'p99':>8} {'most':>8}")
    for kind, took in sorted(times.items()):
        row = f"{percentile(took, 0.5):8.2f} {percentile(took, 0.99):8.2f} {max(took):8.2f}"
        print(f"{kind:24} {len(took):6} {row}")
    everything = [each for took in times.values() for each in took]
    row = f"{percentile(everything, 0.5):8.2f} {percentile(everything, 0.99):8.2f} {max(everything):8.2f}"
    print(f"{'all':24} {len(everything):6} {row}")
    command = [sys.executable, "-c", IMPORT]
    costs = [subprocess.run(command, capture_output=True, text=True, check=True).stdout for _ in range(5)]
    print(f"import of studykit.checking.judge, ms of CPU and heavy modules, median of 5: {sorted(costs)[2]}")


if __name__ == "__main__":
    main()
