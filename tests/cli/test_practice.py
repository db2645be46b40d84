"""`practice`, `worksheet` and `stats` from the shell."""

from __future__ import annotations

import json

import pytest

from tests.cli.conftest import Run


def test_a_problem_its_answer_and_its_mistakes(run: Run) -> None:
    words = ("practice", "softmax", "--level", "2", "--seed", "7")
    drawn = json.loads(run(*words, "--json").stdout)
    assert {"family", "level", "seed", "prompt", "givens", "kind", "shape", "answer", "tolerance"} <= set(
        drawn
    )
    assert {"steps", "mistakes"} <= set(drawn)
    right = run(*words, "--answer", drawn["answer"], "--json")
    assert (right.returncode, json.loads(right.stdout)["verdict"]) == (0, "right")
    wrong = run(*words, "--answer", drawn["mistakes"][0]["answer"], "--json")
    assert (wrong.returncode, json.loads(wrong.stdout)["mistake"]) == (1, drawn["mistakes"][0]["name"])
    unread = run(*words, "--answer", "x+", "--json")
    assert (unread.returncode, json.loads(unread.stdout)["verdict"]) == (2, "unreadable")


def test_the_list_has_every_family(run: Run) -> None:
    listed = json.loads(run("practice", "--list", "--json").stdout)
    assert len(listed) >= 57
    assert set(listed[0]) == {"family", "title", "concept", "levels"}


@pytest.mark.parametrize(
    ("words", "said"),
    [
        (("practice", "sofmax", "--json"), "did you mean softmax"),
        (("practice", "softmax", "--level", "9", "--json"), "has no level 9"),
        (("practice", "softmax", "--seed", "x", "--json"), "a seed is a whole number"),
        (("practice", "softmax", "--answer", "1"), "give its --seed"),
        (("practice", "--json"), "which family?"),
        (("worksheet", "sofmax"), "did you mean softmax"),
    ],
)
def test_bad_input_is_one_clear_line(run: Run, words: tuple[str, ...], said: str) -> None:
    done = run(*words)
    assert done.returncode == 2
    assert said in done.stderr
    assert len(done.stderr.splitlines()) == 1


def test_practice_in_lines_and_its_statistics(run: Run) -> None:
    done = run("practice", "dot-product", "--level", "1", "--seed", "3", "--plain", stdin=":h\n-10\nq\n")
    assert done.returncode == 0
    assert "\nsaved\n" in done.stdout
    assert "1 of 1 right" in done.stdout
    stats = json.loads(run("stats", "--json").stdout)["practice"]
    assert (stats["problems"], stats["right"]) == (1, 1)


def test_a_worksheet_as_json_keeps_the_key_back(run: Run) -> None:
    sheet = json.loads(run("worksheet", "--count", "3", "--seed", "1", "--format", "json").stdout)
    assert len(sheet) == 3
    assert all("answer" not in each for each in sheet)
