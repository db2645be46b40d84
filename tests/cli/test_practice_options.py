"""What is said of options that do not go together, and of seeds."""

from __future__ import annotations

import json
from collections.abc import Callable
from subprocess import CompletedProcess

import pytest

Run = Callable[..., CompletedProcess[str]]


@pytest.mark.parametrize(
    ("arguments", "said"),
    [
        (("practice", "--list", "--seed", "3"), "--seed: --list shows all families (leave it out)"),
        (("practice", "softmax", "--list"), "softmax: --list shows all families (leave it out)"),
        (("practice", "softmax", "--json", "--count", "3"), "--count: one problem is asked (leave it out)"),
        (("derive", "--list", "--free"), "--free: --list shows all derivations (leave it out)"),
        (("derive", "scale-choice", "--step", "1", "--json"), "--step: a step is judged with its line"),
        (("derive", "scale-choice", "--free", "--plain"), "scale-choice has no single chain of lines"),
        (("practice", "softmax", "--seed"), "Option '--seed' requires an argument."),
        (("practice", "softmax", "--seed", "1", "--answer"), "Option '--answer' requires an argument."),
        (("practice", "softmax", "--seed", "x"), "--seed: a seed is a whole number, and this is 'x'"),
        (("worksheet", "--seed", "9" * 200), "--seed: this seed is too long: 99999999999999999999…"),
    ],
)
def test_what_does_not_go_together_is_refused_in_one_line(
    run: Run, arguments: tuple[str, ...], said: str
) -> None:
    done = run(*arguments)
    assert (done.returncode, done.stdout) == (2, "")
    assert said in done.stderr
    assert done.stderr.count("\n") == 1


def test_a_problem_of_a_worksheet_can_be_asked_again(run: Run) -> None:
    (problem,) = json.loads(
        run("worksheet", "dot-product", "--count", "1", "--format", "json", "--key").stdout
    )
    level, seed = str(problem["level"]), str(problem["seed"])
    asked = ("practice", "dot-product", "--level", level, "--seed", seed)
    assert json.loads(run(*asked, "--json").stdout)["prompt"] == problem["prompt"]
    assert run(*asked, "--answer", problem["answer"]).returncode == 0


def test_stats_tell_of_derivations(run: Run) -> None:
    run("derive", "crossover-length", "--plain", stdin="4n²d = 8nd²\nn = 2d\n")
    assert json.loads(run("stats", "--json").stdout)["derivations"] == [
        {"name": "crossover-length", "written": 1, "right": 1, "wrong": 0}
    ]
    assert "crossover-length" in run("stats").stdout


def test_the_log_says_what_was_practised(run: Run) -> None:
    run("practice", "dot-product", "--level", "1", "--count", "1", "--plain", stdin="\n\n")
    assert "problem: the dot product of two vectors" in run("log").stdout


def test_undo_takes_practice_back(run: Run) -> None:
    run("practice", "dot-product", "--count", "1", "--plain", stdin="\n\n")
    assert "taken back: attempt of problem" in run("undo").stdout
    assert json.loads(run("stats", "--json").stdout)["practice"]["problems"] == 0
