"""`studykit math`, in this process and as its own."""

from __future__ import annotations

import pytest
from click.testing import CliRunner

from studykit.cli.group import studykit
from tests.cli.conftest import Run, one_line


def drawn(*arguments: str) -> tuple[str, str]:
    """What it prints, and what it says on stderr."""
    done = CliRunner().invoke(studykit, ["math", *arguments], standalone_mode=False)
    if done.exception:
        raise done.exception
    assert not done.return_value
    return done.stdout, done.stderr


@pytest.mark.parametrize(
    ("arguments", "rows"),
    [
        ([r"\frac{a}{b}"], ["a", "─", "b"]),
        ([r"$\frac{a}{b}$"], ["a", "─", "b"]),
        ([r"$$x^2$$"], ["x²"]),
        (["-x + 1"], ["−x + 1"]),
        (["--line", r"-\frac{a}{b}"], ["−a/b"]),
        ([r"-\frac{a}{b}", "--line"], ["−a/b"]),
        ([r"\frac{a}{b}", "--speech"], ["a over b"]),
        ([r"\frac{a}{b}", "--charset", "ascii"], ["a", "-", "b"]),
        (["a = b + c", "--width", "5"], ["a = b", "  + c"]),
        (["", "--line"], [""]),
    ],
)
def test_a_formula_is_drawn_written_or_said(arguments: list[str], rows: list[str]) -> None:
    out, err = drawn(*arguments)
    assert out.splitlines() == rows
    assert err == ""


def test_it_draws_in_two_dimensions_into_a_pipe_and_tells_what_it_mended(run: Run) -> None:
    done = run("math", r"-\frac{a}{b} + \foo{c")
    assert done.returncode == 0
    assert done.stdout.splitlines() == ["  a", "− ─ + \\foo c", "  b"]
    assert done.stderr.splitlines() == [
        "studykit: at 16: unknown command \\foo",
        "studykit: at 20: { is not closed",
    ]


def test_control_characters_do_not_reach_the_terminal(run: Run) -> None:
    done = run("math", "x\x1b[31m \\foo\x9b")
    assert "\x1b" not in done.stdout + done.stderr
    assert "\x9b" not in done.stdout + done.stderr
    assert "␛" in done.stdout


@pytest.mark.parametrize("options", [["--charset", "klingon"], ["--width", "0"], ["--width", "wide"], []])
def test_bad_usage_is_one_clear_line(run: Run, options: list[str]) -> None:
    assert one_line(run("math", *(["x", *options] if options else [])))


def test_the_charset_is_the_one_that_is_set(run: Run) -> None:
    assert run("settings", "charset", "ascii").returncode == 0
    assert run("math", "--line", r"\pi").stdout == "pi\n"
    assert run("math", "--line", r"\pi", "--charset", "full").stdout == "π\n"
