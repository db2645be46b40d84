"""`studykit quiz`, as a process."""

from __future__ import annotations

import json
from pathlib import Path

import pytest

from tests.cli.conftest import Run, one_line
from tests.session.test_quiz import CAPITALS


@pytest.fixture
def added(run: Run, notes: Path) -> Path:
    (notes / "note.md").write_text(CAPITALS, encoding="utf-8")
    assert run("add", str(notes)).returncode == 0
    return notes


def test_a_seed_can_be_repeated(run: Run, added: Path) -> None:
    one, other = (
        run("quiz", "--seed", "7", "--count", "3", "--plain", stdin="\ny\n1\n\nn\n") for _ in range(2)
    )
    assert one.returncode == 0
    assert one.stderr == ""
    assert one.stdout == other.stdout
    assert one.stdout.splitlines().count("saved") == 3


def test_without_a_seed_one_is_printed(run: Run, added: Path) -> None:
    first = run("quiz", "capitals").stdout.splitlines()[0]
    seed = first.partition("--seed ")[2].partition("`")[0]
    assert seed.isdigit()
    assert run("quiz", "capitals", "--seed", seed).stdout.splitlines()[0] == first


def test_the_report_as_json(run: Run, added: Path) -> None:
    done = run("quiz", "--seed", "7", "--count", "3", "--json", stdin="\ny\n1\n")
    assert done.returncode == 0
    report = json.loads(done.stdout)
    assert list(report) == [
        "seed", "deck", "asked", "answered", "score", "percent", "duration_ms", "decks",
        "concepts", "mistakes", "answers",
    ]  # fmt: skip
    assert (report["seed"], report["asked"], report["answered"], report["score"]) == (7, 3, 2, 2.0)
    assert list(report["answers"][1]) == [
        "item", "kind", "front", "options", "given", "answer", "verdict", "mistake", "score",
        "duration_ms", "context",
        "file", "line",
    ]  # fmt: skip
    assert "[1/3]" in done.stderr


def test_the_schedule_is_left_alone_unless_asked(run: Run, added: Path) -> None:
    before = run("decks").stdout
    run("quiz", "--seed", "7", "--count", "3", stdin="\ny\n1\n\ny\n")
    assert run("decks").stdout == before
    run("quiz", "--seed", "7", "--count", "3", "--schedule", stdin="\ny\n1\n\ny\n")
    assert run("decks").stdout != before


def test_an_unknown_deck_is_one_clear_line(run: Run, added: Path) -> None:
    assert "did you mean capitals?" in one_line(run("quiz", "capitols"))


def test_no_cards_is_one_clear_line_with_the_next_step(run: Run) -> None:
    assert "no cards yet (`studykit add FOLDER`" in one_line(run("quiz"))


@pytest.mark.parametrize("arguments", [["--count", "0"], ["--count", "x"], ["--seed", "x"]])
def test_bad_numbers_are_one_clear_line(run: Run, arguments: list[str]) -> None:
    one_line(run("quiz", *arguments))
