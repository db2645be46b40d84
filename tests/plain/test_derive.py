"""A derivation in lines."""

from __future__ import annotations

import io
from collections.abc import Callable
from pathlib import Path

import pytest

from studykit.errors import StudyError
from studykit.log.store import NotSaved, Store
from studykit.plain.derive import HELP, derive_lines
from studykit.plain.lines import Lines
from studykit.session.derive import DeriveWish
from studykit.session.study import Study
from tests.conftest import FakeClock

Play = Callable[..., list[str]]

MEAN = "mean-dot-product"
FIRST, SECOND, THIRD = "Σ_i E[q_i k_i]", "Σ_i E[q_i] E[k_i]", "0"


@pytest.fixture
def play(home: Path, clock: FakeClock) -> Play:
    """Derives by lines and gives the lines that came back."""

    def played(*lines: str, name: str = MEAN, seed: int | None = None, free: bool = False) -> list[str]:
        sink = io.StringIO()
        source = io.StringIO("".join(f"{line}\n" for line in lines))
        assert derive_lines(home, clock, DeriveWish(name, seed, free), Lines(source, sink, sink)) == 0
        return sink.getvalue().splitlines()

    return played


def rule(out: list[str], words: str) -> str:
    """The number of the rule whose text begins so."""
    return next(line.partition(" ")[0] for line in out if line[1:2] == " " and line[2:].startswith(words))


@pytest.fixture
def rules(play: Play) -> tuple[str, str]:
    """The numbers of the right rules after the first and the second line."""
    one = rule(play(FIRST), "linearity, which needs")
    return one, rule(play(FIRST, one, SECOND)[-6:], "q_i and k_i are independent")


def test_a_whole_derivation(play: Play, rules: tuple[str, str]) -> None:
    out = play(FIRST, rules[0], SECOND, rules[1], THIRD)
    assert out[:6] == [
        "Show that E[q · k] = 0.",
        "The entries of q and k (both of length dₖ) are independent, with mean 0 and variance 1.",
        HELP,
        "",
        "[line 1 of 3] Write the dot product as a sum and take the expectation into it.",
        "right",
    ]
    assert out.count("right") == 5
    assert out[-3:] == ["[line 3 of 3] Put the means in.", "right", "saved"]


def test_two_runs_on_equal_input_print_the_same(play: Play, clock: FakeClock) -> None:
    first = play(FIRST, "1", SECOND, "1", THIRD)
    clock.go(days=3)
    assert play(FIRST, "1", SECOND, "1", THIRD) == first


def test_a_line_that_is_true_but_not_there_yet_is_asked_again(play: Play) -> None:
    out = play("0", FIRST)
    assert any(line.startswith("true, go on") for line in out)
    assert out.count("right") == 1


def test_a_wrong_line_says_why(play: Play) -> None:
    out = play(FIRST, "1", "Σ_i E[q_i²] E[k_i²]")
    assert any(line.startswith("wrong: Squares come with a variance") for line in out)


def test_what_is_not_read_says_what_can_be_done(play: Play) -> None:
    out = play("E[q")
    assert any(line.startswith("not read: ") for line in out)
    assert HELP in out


def test_a_command_of_elsewhere_is_no_answer(play: Play) -> None:
    out = play(":u", FIRST)
    assert f":u does nothing here; {HELP}" in out
    assert not any(line.startswith("not read") for line in out)


def test_colon_h_is_a_hint_until_there_is_none(play: Play) -> None:
    out = play(":h", ":h", ":h")
    assert "A dot product is ∑ᵢ qᵢkᵢ." in " ".join(out).replace("Σ", "∑")
    assert out[-2] == "there is no further hint"


def test_an_empty_line_shows_the_line_and_goes_on(play: Play) -> None:
    out = play("", "", "")
    assert f"the line: {FIRST}" in out
    assert "[line 2 of 3] Take each product apart." in out
    assert out[-1] == "saved"


def test_skipped_lines_are_said_with_their_rules(play: Play) -> None:
    assert f"skipped: {FIRST} (linearity of expectation)" in play(SECOND)


def test_a_wrong_rule_says_which_is_right_and_why(play: Play, rules: tuple[str, str]) -> None:
    wrong = "2" if rules[0] != "2" else "1"
    out = play(FIRST, wrong)
    assert any(
        line.startswith("no; the rule is: linearity, which needs no independence. The expect") for line in out
    )


@pytest.mark.parametrize("word", ["0", "4", "x", "", "²", "-1", "1 2"])
def test_what_is_no_rule_is_asked_again(play: Play, word: str) -> None:
    assert "the number of a rule, 1 to 3; :q leaves" in play(FIRST, word)


@pytest.mark.parametrize("lines", [[":q"], [], [FIRST, ":q"], [FIRST, "1", ":q"], [FIRST]])
def test_leaving_saves_nothing(play: Play, home: Path, clock: FakeClock, lines: list[str]) -> None:
    assert play(*lines)[-1] == "left; nothing was saved"
    with Study.open(home, clock) as study:
        assert list(study.store.events()) == []


def test_one_event_is_written(play: Play, home: Path, clock: FakeClock) -> None:
    play(FIRST, "1", SECOND, "1", THIRD)
    with Study.open(home, clock) as study:
        (event,) = study.store.events()
        assert (event.kind, event.item) == ("attempt", f"d:{MEAN}")
        assert study.states == {}


def test_free_lines_name_their_start_and_their_goal(play: Play) -> None:
    out = play(FIRST, THIRD, free=True)
    assert "begin with E[q·k], end with 0" in out
    assert "[line 1] the next line" in out
    assert out[-1] == "saved"


def test_a_seed_gives_the_variant(play: Play) -> None:
    assert len({play(name="var-distribution", seed=seed)[1] for seed in range(6)}) > 2


def test_hostile_lines_cannot_act(play: Play) -> None:
    out = "\n".join(play("\x1b[31mred", "\x1b]0;x\x07", "9" * 100_000, "(" * 5000, "\x00", FIRST))
    assert "\x1b" not in out
    assert "\x07" not in out
    assert out.count("\nright") == 1


def test_what_is_not_saved_is_an_error(play: Play, monkeypatch: pytest.MonkeyPatch) -> None:
    def full(*_: object) -> None:
        raise NotSaved("the disk is full")

    monkeypatch.setattr(Store, "append", full)
    with pytest.raises(StudyError, match="the derivation was not saved"):
        play(FIRST, "1", SECOND, "1", THIRD)


def test_an_unknown_derivation_is_an_error(play: Play) -> None:
    with pytest.raises(StudyError, match="did you mean"):
        play(name="mean-dot-produkt")
