"""Problems of a review in lines: a line is an answer, an empty one gives up, then the grade."""

from __future__ import annotations

import io
from collections.abc import Callable
from pathlib import Path

import pytest

from studykit.plain.lines import Lines
from studykit.plain.review import HELP_KEEP, review_lines
from studykit.practice import family
from studykit.practice.problem import Problem
from studykit.session import showing
from studykit.session.review import Wish
from studykit.session.study import Study
from tests.conftest import FakeClock

Play = Callable[..., list[str]]
DOT = "```practice\nfamily: dot-product\nlevel: 1\n```\n"
MATRIX = "```practice\nfamily: score-matrix\nlevel: 2\n```\n"
SEED = 8


@pytest.fixture
def play(home: Path, notes: Path, clock: FakeClock) -> Play:
    """Plays a review of a note by lines and gives the lines that came back."""
    (home / "settings.toml").write_text(f"course = false\nfolders = ['{notes}']\n", encoding="utf-8")

    def played(text: str, *lines: str, name: str = "note.md") -> list[str]:
        (notes / name).write_text(f"#flashcards\n# Sums\n\n{text}", encoding="utf-8")
        sink = io.StringIO()
        source = io.StringIO("".join(f"{line}\n" for line in lines))
        assert review_lines(home, clock, Wish(seed=SEED), lines=Lines(source, sink, sink)) == 0
        return sink.getvalue().splitlines()

    return played


def drawn(home: Path, clock: FakeClock, name: str, level: int) -> Problem:
    """The problem that a review with the seed asks first."""
    with Study.open(home, clock, read_only=True) as study:
        item = f"x:{name}:{level}"
        return family.problem(name, level, showing.fresh_seed(item, study.state(item), str(SEED)))


@pytest.fixture
def dot(home: Path, clock: FakeClock) -> Problem:
    return drawn(home, clock, "dot-product", 1)


def bodies(home: Path, clock: FakeClock) -> list[tuple[str, str | None, int | None]]:
    with Study.open(home, clock, read_only=True) as study:
        return [(event.kind, event.item, event.rating) for event in study.store.events()]


def test_answer_then_solution_then_the_proposed_grade_by_enter(play: Play, dot: Problem) -> None:
    out = play(DOT + "\nnext::1\n", dot.answer, "", "q")
    assert out[:3] == [
        "",
        "[2 left] dot product › the dot product of two vectors, level 1",
        "Compute the dot product q · k of",
    ]
    assert "right" in out
    at = out.index("—")
    assert any(line.startswith("Answer: ") for line in out[at:])
    grades = next(line for line in out if line.startswith("1 Again"))
    assert "3 Good 10 min (proposed)" in grades
    assert out[out.index(grades) + 1 : out.index(grades) + 3] == ["saved", "back in 10 min"]
    assert "next" in out


@pytest.mark.parametrize("grade", [1, 2, 3, 4])
def test_a_number_sets_another_grade(
    play: Play, dot: Problem, grade: int, home: Path, clock: FakeClock
) -> None:
    play(DOT, dot.answer, str(grade))
    assert bodies(home, clock) == [("review", "x:dot-product:1", grade)]


def test_a_wrong_answer_is_diagnosed_and_may_be_mended_once(play: Play, dot: Problem) -> None:
    mistake = next(each for each in dot.mistakes if not each.answer.startswith("["))
    out = play(DOT, mistake.answer, dot.answer, "", "q")
    assert "one more try" in out
    assert any(mistake.name in line or mistake.why in line for line in out)
    assert any("2 Hard 6 min (proposed)" in line for line in out)


def test_two_wrong_answers_show_the_solution(play: Play) -> None:
    out = play(DOT, "997", "998", "", "q")
    assert out.count("one more try") == 1
    assert any("1 Again 1 min (proposed)" in line for line in out)
    assert "—" in out


def test_an_empty_line_gives_up_and_another_keeps_again(play: Play, home: Path, clock: FakeClock) -> None:
    out = play(DOT, "", "", "q")
    assert any("1 Again 1 min (proposed)" in line for line in out)
    assert "saved" in out
    assert bodies(home, clock) == [("review", "x:dot-product:1", 1)]


def test_hints_come_one_by_one_and_end(play: Play, dot: Problem) -> None:
    out = play(DOT, *[":h"] * (len(dot.hints) + 1), dot.answer, "", "q")
    assert out.index("Multiply the entries that stand in the same place.") < out.index(
        "there is no further hint"
    )
    assert any("2 Hard 6 min (proposed)" in line for line in out)


def test_what_cannot_be_read_costs_nothing(play: Play, dot: Problem) -> None:
    out = play(DOT, "(1 +", dot.answer, "", "q")
    assert any("3 Good 10 min (proposed)" in line for line in out)


def test_a_matrix_is_typed_on_one_line(play: Play, home: Path, clock: FakeClock) -> None:
    play(MATRIX)
    answer = drawn(home, clock, "score-matrix", 2).answer
    assert answer.startswith("[[")
    rows = answer.strip("[]").replace("], [", "; ").replace(",", " ")
    for typed in (answer, f"[{rows}]"):
        out = play(MATRIX, typed, "q")
        assert "right" in out, typed


def test_colon_q_leaves_without_a_grade(play: Play, dot: Problem, home: Path, clock: FakeClock) -> None:
    assert "nothing was answered" in play(DOT, ":q")
    assert "nothing was answered" in play(DOT, dot.answer, ":q")
    assert "nothing was answered" in play(DOT, dot.answer)  # the end of input
    assert bodies(home, clock) == []


def test_what_was_written_is_shown_again_after_an_undo(play: Play, dot: Problem) -> None:
    out = play(DOT + "\none::1\n", "997", ":b", "u", dot.answer, "", "q")
    assert out.count("your answer: 997") == 1
    assert out.count("one more try") == 2
    assert any("2 Hard 6 min (proposed)" in line for line in out)


def test_colon_u_takes_the_card_before_back(play: Play) -> None:
    out = play("first::1\n\n" + DOT, "", "4", ":u", "q")
    assert "taken back: review" in out
    assert out.count("first") == 2


def test_colon_s_b_and_f_do_what_they_do_at_cards(play: Play, home: Path, clock: FakeClock) -> None:
    out = play(DOT, ":f", ":f", ":s")
    assert out.index("flagged") < out.index("flag taken off") < out.index("suspended")
    assert [kind for kind, _, _ in bodies(home, clock)] == ["flag", "unflag", "suspend"]
    assert "buried until tomorrow" in play(MATRIX, ":b")


def test_a_word_at_the_grade_is_answered_with_what_there_is_to_do(play: Play, dot: Problem) -> None:
    out = play(DOT, dot.answer, "good", "3")
    assert f"not understood: good ({HELP_KEEP})" in out


def test_the_card_that_explains_a_mistake_is_named_and_comes_today(
    play: Play, dot: Problem, home: Path, clock: FakeClock
) -> None:
    mistake = next(each for each in dot.mistakes if each.card and not each.answer.startswith("["))
    note, _, block = mistake.card.partition("#")
    text = f"why::so {block}\n\n" + DOT
    out = play(text, "", "4", mistake.answer, mistake.answer, "997", "", "q", name=f"{note}.md")
    named = next(line for line in out if line.startswith("explained by: why ("))
    assert named.endswith(f"{note}.md:4)")
    assert out[out.index(named) + 1] == "that card comes today"
    assert [kind for kind, _, _ in bodies(home, clock)] == ["review", "forward", "review"]


def test_a_new_card_that_explains_a_mistake_is_asked_next(play: Play, dot: Problem) -> None:
    mistake = next(each for each in dot.mistakes if each.card and not each.answer.startswith("["))
    note, _, block = mistake.card.partition("#")
    text = DOT + f"\nother::1\n\nwhy::so {block}\n"
    out = play(text, mistake.answer, mistake.answer, "997", "4", "q", name=f"{note}.md")
    assert "that card comes today" in out
    assert "why" in out
    assert "other" not in out


def test_a_problem_comes_back_with_other_numbers(play: Play, dot: Problem) -> None:
    out = play(DOT, dot.answer, "3", "q")
    assert any("early" in line for line in out)
    asked = [out[n + 2] for n, line in enumerate(out) if line.startswith("Compute the dot product")]
    assert len(asked) == 2
    assert asked[0] != asked[1]


def test_a_derivation_is_written_line_by_line_and_graded_at_its_end(
    play: Play, home: Path, clock: FakeClock
) -> None:
    block = "```practice\nderivation: var-dot-product\n```\n"
    out = play(block, *["", "1"] * 8, ":q")  # shows each line, and takes the first rule
    assert out[1] == "[1 left] Sums"
    assert sum(line.startswith("[line ") for line in out[: out.index("saved")]) >= 3
    assert ("review", "d:var-dot-product", 1) in bodies(home, clock)
    assert "nothing was answered" in play(block, ":q")
