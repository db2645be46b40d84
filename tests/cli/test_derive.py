"""`studykit derive`, as a process."""

from __future__ import annotations

import json
import os
import subprocess
import sys
from pathlib import Path

import pytest

from studykit.derivations.catalogue import CATALOGUE
from studykit.derivations.names import NAMES
from tests.cli.conftest import Run, one_line

NAME = "var-dot-product"
LOADED = """
import sys
from studykit.__main__ import main
try:
    main()
finally:
    print("LOADED", *sorted({name.partition(".")[0] for name in sys.modules}), file=sys.stderr)
"""


def loaded_by(home: Path, *arguments: str) -> set[str]:
    """The packages that a command has loaded when it ends."""
    done = subprocess.run(
        [sys.executable, "-c", LOADED, *arguments],
        env={"STUDYKIT_HOME": str(home), "PATH": os.environ["PATH"], "PYTHONIOENCODING": "utf-8"},
        capture_output=True,
        text=True,
        encoding="utf-8",
        timeout=60,
        check=True,
    )
    return set(done.stderr.rpartition("LOADED ")[2].split())


# lists


def test_the_list_names_every_derivation(run: Run) -> None:
    done = run("derive", "--list")
    assert (done.returncode, done.stderr) == (0, "")
    for name in CATALOGUE:
        assert name in done.stdout
    assert done.stdout.splitlines()[-1] == f"{len(CATALOGUE)} derivations"


def test_the_list_as_json(run: Run) -> None:
    listed = json.loads(run("derive", "--list", "--json").stdout)
    assert [each["name"] for each in listed] == list(CATALOGUE)
    assert {each["name"] for each in listed} == NAMES
    for each in listed:
        assert list(each) == ["name", "title", "concept", "levels", "free"]
        assert each["levels"][0] in (1, 2, 3, 4)


@pytest.mark.parametrize(
    "arguments",
    [
        ["--list"],
        ["--list", "--json"],
        [NAME, "--json"],
        [NAME, "--step", "1", "--answer", "Σ_i Var(q_i k_i)"],
    ],
)
def test_neither_sympy_nor_numpy_nor_the_app_is_loaded(home: Path, arguments: list[str]) -> None:
    loaded = loaded_by(home, "derive", *arguments)
    assert "studykit" in loaded
    assert not loaded & {"sympy", "mpmath", "numpy", "textual"}


# one derivation


def test_a_derivation_as_json(run: Run) -> None:
    found = json.loads(run("derive", NAME, "--json").stdout)
    assert (found["name"], found["title"]) == (NAME, CATALOGUE[NAME].title)
    assert {"name", "title", "statement", "symbols", "steps"} <= set(found)
    assert [step["answer"] for step in found["steps"]] == [step.answer for step in CATALOGUE[NAME].steps]
    for step in found["steps"]:
        assert {"ask", "answer", "hint", "rule", "wrong"} <= set(step)
        for wrong in step["wrong"]:
            assert list(wrong) == ["answer", "why"]


def test_what_the_json_says_is_judged_so(run: Run) -> None:
    for number, step in enumerate(json.loads(run("derive", NAME, "--json").stdout)["steps"], 1):
        assert run("derive", NAME, "--step", str(number), "--answer", step["answer"]).returncode == 0
        for wrong in step["wrong"]:
            done = run("derive", NAME, "--step", str(number), "--answer", wrong["answer"], "--json")
            verdict = json.loads(done.stdout)
            assert (done.returncode, verdict["verdict"]) == (1, "wrong")
            assert verdict["message"] == wrong["why"]


def test_a_seed_gives_a_variant_and_the_same_again(run: Run) -> None:
    book = run("derive", "var-distribution", "--json").stdout
    found = {run("derive", "var-distribution", "--json", "--seed", str(seed)).stdout for seed in range(5)}
    assert run("derive", "var-distribution", "--json").stdout == book
    assert run("derive", "var-distribution", "--json", "--seed", "3").stdout in found
    assert len(found | {book}) > 2


# one line


@pytest.mark.parametrize(
    ("step", "answer", "code", "verdict"),
    [
        (1, "Σ_i Var(q_i k_i)", 0, "right"),
        (1, "sum(Var(k_i q_i), i=1..d_k)", 0, "right"),
        (1, "sum(1·1, i=1..d_k)", 0, "right"),  # a skip
        (4, "d_k", 0, "right"),
        (4, "d_k²", 1, "wrong"),
        (4, "√d_k", 1, "wrong"),
        (4, "-d_k", 1, "wrong"),
        (1, "d_k", 2, "undecided"),
        (1, "Var(q·k)", 2, "undecided"),
        (1, "x + 1", 2, "unreadable"),
        (1, "", 2, "unreadable"),
        (1, "E[q", 2, "unreadable"),
        (4, "4 = d_k", 2, "unreadable"),
    ],
)
def test_the_exit_code_is_the_verdict(run: Run, step: int, answer: str, code: int, verdict: str) -> None:
    done = run("derive", NAME, "--step", str(step), "--answer", answer, "--json")
    assert (done.returncode, done.stderr) == (code, "")
    found = json.loads(done.stdout)
    assert found["verdict"] == verdict
    assert list(found) == [
        "verdict", "score", "read_as", "message", "mistake", "counterexample", "elements",
    ]  # fmt: skip


def test_a_verdict_in_lines_says_how_the_line_was_read(run: Run) -> None:
    done = run("derive", NAME, "--step", "1", "--answer", "Σ_i Var(q_i k_i)")
    assert done.stdout.splitlines() == ["right", "read as sum(Var(q[i]·k[i]), i=1..d_k)"]


def test_a_line_is_judged_in_the_variant_of_its_seed(run: Run) -> None:
    found = json.loads(run("derive", "var-distribution", "--json", "--seed", "4").stdout)
    last = len(found["steps"])
    arguments = ("derive", "var-distribution", "--step", str(last), "--answer", found["steps"][-1]["answer"])
    assert run(*arguments, "--seed", "4").returncode == 0


def test_neither_a_list_nor_a_verdict_writes_anything(run: Run, home: Path) -> None:
    before = sorted(home.rglob("*"))
    run("derive", "--list")
    run("derive", NAME, "--step", "1", "--answer", "1")
    assert sorted(home.rglob("*")) == before


# what cannot be


def test_an_unknown_name_tells_near_ones(run: Run) -> None:
    assert "did you mean var-dot-product" in one_line(run("derive", "var-dotproduct"))
    assert "`studykit derive --list` shows them all" in one_line(run("derive", "xyzzy"))


def test_no_name_is_one_clear_line(run: Run) -> None:
    assert "which derivation?" in one_line(run("derive"))


@pytest.mark.parametrize("step", ["0", "5", "-1", "99999999999999999999"])
def test_an_unknown_step_says_which_there_are(run: Run, step: str) -> None:
    assert "it has 1 to 4" in one_line(run("derive", NAME, "--step", step, "--answer", "1"))


@pytest.mark.parametrize(
    "arguments",
    [
        ["--step", "x", "--answer", "1"],
        ["--step", "1.5", "--answer", "1"],
        ["--step", "1"],
        ["--answer", "1"],
        ["--seed", "x", "--json"],
        ["--seed", "1.5", "--json"],
        ["--seed", "", "--json"],
        ["other-name"],
    ],
)
def test_bad_arguments_are_one_clear_line(run: Run, arguments: list[str]) -> None:
    one_line(run("derive", NAME, *arguments))


def test_a_huge_seed_is_a_seed(run: Run) -> None:
    assert run("derive", "var-distribution", "--json", "--seed", "9" * 40).returncode == 0


def test_hostile_lines_are_read_as_what_they_are(run: Run) -> None:
    for text in ("\x1b[31mred", "__import__('os')", "[bold]x", "9" * 100_000, "(" * 1000):
        done = run("derive", NAME, "--step", "1", "--answer", text)
        assert done.returncode == 2
        assert "\x1b" not in done.stdout + done.stderr
        assert "Traceback" not in done.stderr


# in lines


def test_a_whole_derivation_in_lines(run: Run) -> None:
    lines = [step.answer for step in CATALOGUE[NAME].steps]
    done = run("derive", NAME, "--plain", stdin="\n".join([lines[0], "1", *lines[1:]]) + "\n")
    assert (done.returncode, done.stderr) == (0, "")
    assert done.stdout.splitlines()[-1] == "saved"
    log = json.loads(run("log", "--json").stdout)
    assert [(each["kind"], each["item"]) for each in log] == [("attempt", f"d:{NAME}")]
