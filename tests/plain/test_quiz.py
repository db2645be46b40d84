"""The quiz in lines."""

from __future__ import annotations

import io
from collections.abc import Callable
from pathlib import Path

import pytest

from studykit.log.store import NotSaved, Store
from studykit.plain.lines import Lines
from studykit.plain.quiz import quiz_lines
from studykit.session.quiz import QuizWish
from studykit.session.study import Study
from tests.conftest import FakeClock
from tests.session.test_quiz import CAPITALS, TYPED

Play = Callable[..., list[str]]


@pytest.fixture
def play(home: Path, notes: Path, clock: FakeClock) -> Play:
    """Plays a quiz on a note by lines and gives the lines that came back."""

    def played(text: str, lines: str, wish: QuizWish = QuizWish(count=3, seed=7)) -> list[str]:  # noqa: B008
        (notes / "note.md").write_text(text, encoding="utf-8")
        (home / "settings.toml").write_text(f"course = false\nfolders = ['{notes}']\n", encoding="utf-8")
        sink = io.StringIO()
        quiz_lines(home, clock, wish, Lines(io.StringIO(lines), sink, sink))
        return sink.getvalue().splitlines()

    return played


def test_a_whole_quiz(play: Play, notes: Path) -> None:
    assert play(CAPITALS, "\ny\n3\n\np\n") == [
        "quiz: 3 questions from all decks; `--seed 7` asks the same again",
        "",
        "[1/3]",
        "capital of Poland",
        "think of the answer, then press Enter:",
        "—",
        "Warsaw",
        "did you know it? y, p (partly) or n",
        "saved",
        "",
        "[2/3]",
        "capital of Italy",
        "1 Rome",
        "2 Madrid",
        "3 Lisbon",
        "4 Athens",
        "wrong",
        "the answer: 1 Rome",
        "saved",
        "",
        "[3/3]",
        "capital of Norway",
        "think of the answer, then press Enter:",
        "—",
        "Oslo",
        "did you know it? y, p (partly) or n",
        "saved",
        "",
        "score: 1½ of 3, 50 %",
        "look at these again:",
        "  capital of Italy",
        "    answer: Rome",
        f"    {notes}/note.md:8",
        "  capital of Norway",
        "    answer: Oslo",
        f"    {notes}/note.md:14",
        "A good part of it is there. Another look will bring the rest.",
    ]


def test_two_runs_on_equal_input_print_the_same(play: Play, clock: FakeClock) -> None:
    lines = "\ny\n3\n\np\n"
    first = play(CAPITALS, lines)
    clock.go(days=3, seconds=17)
    assert play(CAPITALS, lines) == first


@pytest.mark.parametrize(
    ("word", "score"), [("y", "1"), ("3", "1"), ("4", "1"), ("p", "½"), ("2", "½"), ("n", "0"), ("1", "0")]
)
def test_how_it_went_is_a_letter_or_a_grade(play: Play, word: str, score: str) -> None:
    assert any(line.startswith(f"score: {score} of 1, ") for line in play(CAPITALS, f"\n{word}\n"))


def test_a_typed_line_is_judged_and_an_empty_one_gives_up(play: Play) -> None:
    out = play(TYPED, "green\n\n", QuizWish(seed=2))
    assert out.count("saved") == 2
    assert "wrong: given up" in out
    assert "type the answer:" in out


def test_q_is_an_answer_where_it_is_typed_and_colon_q_leaves(play: Play) -> None:
    out = play(TYPED, "q\n:q\n", QuizWish(seed=2))
    assert out.count("saved") == 1
    assert any(line.endswith("(1 not asked)") for line in out)


def test_an_unreadable_line_uses_no_attempt(play: Play) -> None:
    out = play(TYPED, "z" * 10_000 + "\n", QuizWish(seed=2))
    assert "not read: this has 10,000 characters; an answer may have 400" in out
    assert out.count("saved") == 0
    assert out[-1] == "nothing was answered"


@pytest.mark.parametrize("leave", ["q\n", ":q\n", ""])
def test_leaving_reports_what_was_answered(play: Play, leave: str) -> None:
    out = play(CAPITALS, f"\ny\n{leave}")
    assert out.count("saved") == 1
    assert "score: 1 of 1, 100 % (2 not asked)" in out


def test_what_is_not_understood_says_what_is(play: Play) -> None:
    out = play(CAPITALS, "x\n\n?\ny\n5\n\n1\n")
    assert "not understood: x (Enter shows the answer, q leaves)" in out
    assert "not understood: ? (y: I knew it, p: partly, n: no; q leaves)" in out
    assert "not understood: 5 (the number of an option answers, q leaves)" in out
    assert "the number of an option answers, q leaves" in out
    assert out.count("saved") == 2


def test_what_is_not_saved_is_said_and_the_same_answer_tries_again(
    play: Play, monkeypatch: pytest.MonkeyPatch
) -> None:
    whole, failures = Store.append, [NotSaved("the disk is full")]

    def append(self: Store, *arguments: object) -> object:
        if failures:
            raise failures.pop()
        return whole(self, *arguments)  # type: ignore[arg-type]

    monkeypatch.setattr(Store, "append", append)
    out = play(CAPITALS, "\ny\ny\n")
    assert "the disk is full; the same answer again tries once more" in out
    assert out.count("saved") == 1


def test_hostile_text_cannot_act(play: Play) -> None:
    cards = "".join(f"q{i}\x1b[31m::back{i}\x1b]0;x\x07\n\n" for i in range(6))
    out = "\n".join(play(f"#flashcards\n{cards}", "1\n\ny\n1\n", QuizWish(seed=1)))
    assert "\x1b" not in out
    assert "\x07" not in out


def test_a_plain_quiz_writes_attempts_only(play: Play, home: Path, clock: FakeClock) -> None:
    play(CAPITALS, "\ny\n3\n\np\n")
    with Study.open(home, clock) as study:
        assert [event.kind for event in study.store.events()] == ["attempt"] * 3
        assert study.states == {}
