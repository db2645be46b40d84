"""`studykit judge`, as its own process and in this one."""

from __future__ import annotations

import json
from typing import Any

import click
import pytest
from click.testing import CliRunner

from studykit.cli.group import studykit
from studykit.errors import StudyError
from tests.cli.conftest import Run, one_line

SHAPE = ["verdict", "score", "read_as", "message", "mistake", "counterexample", "elements"]


def judged(*arguments: str) -> tuple[int, dict[str, Any]]:
    """The exit code and the JSON."""
    done = CliRunner().invoke(studykit, ["judge", "--json", *arguments], standalone_mode=False)
    if done.exception:
        raise done.exception
    value: dict[str, Any] = json.loads(done.stdout)
    assert list(value) == SHAPE
    return done.return_value, value


MATRICES = "n: integer >= 1; d: integer >= 1; Q: matrix n x d; K: matrix n x d"


@pytest.mark.parametrize(
    ("arguments", "code", "verdict"),
    [
        (["d_k^2", "--expect", "d_k", "--symbols", "d_k: integer >= 1"], 1, "wrong"),
        (["1/sqrt(n)", "--expect", "sqrt(1/n)", "--symbols", "n: positive"], 0, "right"),
        (["Q K^T", "--expect", "K Q^T", "--symbols", MATRICES], 1, "wrong"),
        (["[[1,2],[3,4.1]]", "--expect", "[[1,2],[3,4]]"], 1, "partly"),
        (["3.14", "--expect", "pi"], 0, "right"),
        (["3.15", "--expect", "pi"], 1, "wrong"),
        (["3.1", "--expect", "pi"], 2, "undecided"),
        (["-3", "--expect", "-3"], 0, "right"),
        (["-3", "--expect=-3"], 0, "right"),
        (["--expect", "-3", "-3"], 0, "right"),
        (["--expect", "-3", "--", "-3"], 0, "right"),
        (["--3", "--expect", "3"], 0, "right"),
        (["-x^2", "--expect", "-x^2", "--symbols", "x: real"], 0, "right"),
        (["-h", "--expect", "-h", "--symbols", "h: real"], 0, "right"),
        (["-[1,2]", "--expect", "[-1,-2]"], 0, "right"),
        (['__import__("os").system("x")', "--expect", "3"], 2, "unreadable"),
        (["", "--expect", "3"], 2, "unreadable"),
        (["2x3", "--expect", "(2,3)", "--kind", "shape"], 0, "right"),
        (["2/4", "--expect", "1/2", "--kind", "fraction"], 0, "right"),
        (["101", "--expect", "100", "--tolerance", "0.01"], 0, "right"),
        (["101", "--expect", "100"], 1, "wrong"),
        (["b", "--expect", "B", "--kind", "choice"], 0, "right"),
        (["Café", "--expect", "café", "--kind", "text"], 0, "right"),
    ],
)
def test_an_answer_is_judged(arguments: list[str], code: int, verdict: str) -> None:
    found, value = judged(*arguments)
    assert (found, value["verdict"]) == (code, verdict), value


def test_a_wrong_expression_comes_with_a_counter_example() -> None:
    _, value = judged("d_k^2", "--expect", "d_k", "--symbols", "d_k: integer >= 1")
    assert "d_k = 4" in value["counterexample"]
    assert value["read_as"]
    assert value["score"] == 0


def test_the_entries_that_are_off_are_named() -> None:
    _, value = judged("[[1,2],[3,4.1]]", "--expect", "[[1,2],[3,4]]")
    assert value["elements"] == ["row 2, column 2"]
    assert value["score"] == 0.75


def test_options_may_stand_anywhere(run: Run) -> None:
    done = run("--plain", "judge", "--json", "--expect", "3", "3")
    assert done.returncode == 0, done.stderr
    assert json.loads(done.stdout)["verdict"] == "right"


def test_lines_say_the_verdict_the_reading_and_why(run: Run) -> None:
    done = run("judge", "-2d_k", "--expect", "2d_k", "--symbols", "d_k: integer >= 1")
    assert done.returncode == 1
    lines = done.stdout.splitlines()
    assert lines[0].startswith("wrong: ")
    assert any(line.startswith("read as ") for line in lines)
    assert "mistake: sign" in lines


@pytest.mark.parametrize(
    "arguments",
    [
        ["3", "--expect", "(3"],
        ["3", "--expect", ""],
        ["3", "--expect", "x"],
        ["3", "--expect", "3", "--symbols", "d_k integer"],
        ["3", "--expect", "3", "--symbols", "x: wonderful"],
        ["3", "--expect", "3", "--kind", "colour"],
        ["3", "--expect", "3", "--tolerance", "-1"],
        ["3", "--expect", "3", "--tolerance", "nan"],
        ["3", "--expect", "3", "--tolerance", "some"],
        ["3"],
        ["--expect", "3"],
        ["3", "4", "--expect", "3"],
        ["3", "--expect", "3", "--symbol", "x: real"],
        ["3", "--expect"],
    ],
)
def test_bad_usage_is_one_line(run: Run, arguments: list[str]) -> None:
    one_line(run("judge", *arguments, "--json"))


def test_a_line_of_bad_usage_says_which_option(run: Run) -> None:
    assert "--symbols" in one_line(run("judge", "3", "--expect", "3", "--symbols", "x: wonderful"))
    assert "--expect" in one_line(run("judge", "3", "--expect", "(3"))
    assert "--symbol" in one_line(run("judge", "3", "--expect", "3", "--symbol", "x: real"))


def test_help_is_still_help(run: Run) -> None:
    for word in ("-h", "--help"):
        done = run("judge", word)
        assert done.returncode == 0
        assert "--expect" in done.stdout


def test_errors_are_of_the_two_known_kinds() -> None:
    with pytest.raises((StudyError, click.ClickException)):
        judged("3", "--expect", "1/0")
