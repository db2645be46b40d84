from __future__ import annotations

import io
from collections.abc import Callable
from pathlib import Path

import pytest

from studykit.errors import StudyError
from studykit.log.store import NotSaved, Store
from studykit.plain.lines import Lines
from studykit.plain.review import review_lines
from studykit.render import maths
from studykit.session.review import Wish
from tests.conftest import FakeClock

Play = Callable[..., list[str]]


@pytest.fixture
def play(home: Path, notes: Path, clock: FakeClock) -> Play:
    """Plays a review of a note by lines and gives the lines that came back."""

    def played(text: str, lines: str, wish: Wish | None = None, settings: str = "") -> list[str]:
        (notes / "note.md").write_text(text, encoding="utf-8")
        (home / "settings.toml").write_text(
            f"course = false\nfolders = ['{notes}']\n{settings}\n", encoding="utf-8"
        )
        sink = io.StringIO()
        assert review_lines(home, clock, wish or Wish(), lines=Lines(io.StringIO(lines), sink, sink)) == 0
        return sink.getvalue().splitlines()

    return played


TWO = "#flashcards\n# Sums\n\n$1+1$::$2$\n\n$2+2$::$4$\n"


def test_front_then_back_then_grade_then_saved(play: Play) -> None:
    assert play(TWO, "\n4\n") == [
        "",
        "[2 left] Sums",
        "1 + 1",
        "—",
        "2",
        "1 Again 1 min · 2 Hard 6 min · 3 Good 10 min · 4 Easy 7 d",
        "saved",
        "back in 7 d",
        "",
        "[1 left] Sums",
        "2 + 2",
        "",
        "1 answer (0 again, 0 hard, 0 good, 1 easy) in 0 s; 1 left today",
    ]


def test_saved_stands_once_for_each_answer(play: Play) -> None:
    out = play(TWO, "\n4\n\n1\n\n3\n\n3\n\n3\n")
    assert out.count("saved") == 4  # the last card graduates with its second Good
    assert any("early" in line for line in out)


def test_u_undoes_and_asks_the_card_again(play: Play) -> None:
    out = play(TWO, "\n4\nu\n\n4\nq\n")
    assert out.count("1 + 1") == 2
    assert "taken back: review" in out


def test_u_on_the_back_undoes_the_card_before(play: Play) -> None:
    out = play(TWO, "\n4\n\nu\nq\n")
    assert out.count("1 + 1") == 2


def test_q_leaves_at_once_and_the_end_of_input_too(play: Play) -> None:
    assert "nothing was answered" in play(TWO, "q\n")
    assert "nothing was answered" in play(TWO, "\nq\n")
    assert "nothing was answered" in play(TWO, "\n")


def test_a_grade_before_the_back_is_not_taken(play: Play) -> None:
    out = play(TWO, "3\n\n3\nq\n")
    assert out.count("saved") == 1
    assert any(line.startswith("not understood: 3") for line in out)


def test_s_suspends_and_b_buries(play: Play) -> None:
    out = play(TWO, "s\n\nb\n")
    assert "suspended" in out
    assert "buried until tomorrow" in out
    assert "saved" not in out


def test_a_cloze_shows_its_hole_and_then_the_whole(play: Play) -> None:
    out = play("#flashcards\nThe capital of France is ==Paris==.\n", "\n3\nq\n")
    assert "The capital of France is […]." in out
    assert "The capital of France is Paris." in out


def test_formulas_are_on_one_line_or_in_words(play: Play) -> None:
    text = "#flashcards\nWhat is $\\frac{a}{b}$?::$\\sqrt{d_k}$\n"
    assert {"What is a/b?", "√dₖ"} <= set(play(text, "\nq\n"))
    out = play(text, "\nq\n", settings="plain_maths = 'speech'")
    fraction, root = maths.speech(r"\frac{a}{b}"), maths.speech(r"\sqrt{d_k}")
    assert {f"What is {fraction}?", root} <= set(out)
    assert "a/b" not in "".join(out)


def test_formulas_know_the_macros_of_the_note_and_the_charset(play: Play) -> None:
    text = "---\ntags: flashcards\nmacros:\n  half: \\frac{#1}{2}\n---\n$\\half{x} \\leq 1$::$\\half{y}$\n"
    assert {"x/2 ≤ 1", "y/2"} <= set(play(text, "\nq\n"))
    assert {"x/2 <= 1", "y/2"} <= set(play(text, "\nq\n", settings="charset = 'ascii'"))
    assert maths.speech(r"\frac{y}{2}") in play(text, "\nq\n", settings="plain_maths = 'speech'")


def test_nothing_due_says_so(play: Play) -> None:
    assert "nothing is due" in play("no cards here\n", "")


def test_an_answer_that_cannot_be_saved_says_so_and_the_same_grade_tries_again(
    play: Play, monkeypatch: pytest.MonkeyPatch
) -> None:
    append = Store.append
    tries = []

    def full_once(store: Store, *rest: object) -> object:
        tries.append(rest)
        if len(tries) == 1:
            raise NotSaved("not saved: the disk is full")
        return append(store, *rest)  # type: ignore[arg-type]

    monkeypatch.setattr(Store, "append", full_once)
    out = play(TWO, "\n4\n4\nq\n")
    assert sum(line.startswith("not saved: the disk is full") for line in out) == 1
    assert out.count("saved") == 1


def test_nothing_in_a_card_reaches_the_terminal_raw(play: Play) -> None:
    out = "\n".join(play("#flashcards\n\x1b]0;title\x07 [bold]x[/bold]::\x1b[2J\u202e\n", "\n3\nq\n"))
    assert not set(out) & set("\x1b\x07\u202e")
    assert "[bold]x[/bold]" in out


TYPED = "---\ntags: flashcards\ntyped: true\n---\ncapital of France::Paris\n\na new order::permutation\n"


def test_at_a_typed_card_a_line_is_the_answer_and_enter_keeps_the_proposed_grade(play: Play) -> None:
    out = play(TYPED, "paris\n\n:q\n")
    assert "right" in out
    assert any("3 Good 10 min (proposed)" in line for line in out)
    assert out.count("saved") == 1
    assert "back in 10 min" in out


def test_a_slip_is_shown_piece_by_piece_and_the_grade_can_be_changed(play: Play) -> None:
    out = play(TYPED, "Paris\n4\npermutaiton\n1\n:q\n")
    assert "partly right: right but for a slip" in out
    assert "permuta{+t+}i[-t-]on" in out
    assert any("2 Hard" in line and "(proposed)" in line for line in out)
    assert "2 answers (1 again, 0 hard, 0 good, 1 easy) in 0 s; 1 left today" in out


def test_an_empty_line_gives_up_and_proposes_again(play: Play) -> None:
    out = play(TYPED, "\n\n:q\n")
    assert "wrong: given up" in out
    assert "Paris" in out
    assert "back in 1 min" in out


def test_an_overlong_answer_is_not_read_and_another_can_be_typed(play: Play) -> None:
    out = play(TYPED, "x" * 10_000 + "\nParis\n\n:q\n")
    assert any(line.startswith("not read: this has 10,000 characters") for line in out)
    assert out.count("saved") == 1


def test_at_a_typed_card_commands_have_a_colon_and_a_bare_letter_is_an_answer(play: Play) -> None:
    out = play(TYPED, "q\n\n:u\n:f\n:f\n:s\n:b\n")
    assert out[4] == "wrong"
    assert "taken back: review" in out
    assert [line for line in out if line.startswith(("flag", "suspended", "buried"))] == [
        "flagged",
        "flag taken off",
        "suspended",
        "buried until tomorrow",
    ]


def test_a_leech_is_told_with_where_it_stands(play: Play, clock: FakeClock, notes: Path) -> None:
    told = []
    for day in range(0, 400, 40):
        clock.at(day, 10)
        out = play("#flashcards\nhard to keep::x\n", "\n4\n" if not day else "\n1\n\n4\n")
        told.append([line for line in out if "forgotten" in line])
    assert [bool(lines) for lines in told] == [False] * 8 + [True, False]
    assert told[8] == [f"this card was forgotten 8 times ({notes / 'note.md'}:2)"]


def test_an_answer_left_unsaved_ends_with_an_error(play: Play, monkeypatch: pytest.MonkeyPatch) -> None:
    def full(*_: object) -> None:
        raise NotSaved("not saved: the disk is full")

    monkeypatch.setattr(Store, "append", full)
    with pytest.raises(StudyError, match="the last answer was not saved"):
        play(TWO, "\n4\nq\n")
