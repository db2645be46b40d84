"""From tries and hints to a grade."""

from __future__ import annotations

import pytest

from studykit.checking.verdict import Outcome
from studykit.memory.state import Rating
from studykit.practice.family import problem
from studykit.session.attempt import FAST_AFTER, Attempt, judged, read_as

PROBLEM = problem("dot-product", 1, 3)


def test_right_at_once_is_good() -> None:
    attempt = Attempt(PROBLEM)
    assert attempt.answer(PROBLEM.answer, 900).proposed is Rating.GOOD
    assert attempt.finished


@pytest.mark.parametrize(("spent", "rating"), [(900, Rating.EASY), (1000, Rating.GOOD), (0, Rating.GOOD)])
def test_right_in_half_the_usual_time_is_easy(spent: int, rating: Rating) -> None:
    attempt = Attempt(PROBLEM, [2000] * FAST_AFTER)
    assert attempt.answer(PROBLEM.answer, spent).proposed is rating


def test_nobody_is_fast_before_there_is_a_usual_time() -> None:
    assert Attempt(PROBLEM, [9000] * (FAST_AFTER - 1)).answer(PROBLEM.answer, 1).proposed is Rating.GOOD


def test_right_after_a_hint_is_hard() -> None:
    attempt = Attempt(PROBLEM)
    assert attempt.hint() == PROBLEM.hints[0]
    assert attempt.answer(PROBLEM.answer, 10).proposed is Rating.HARD


def test_right_on_the_second_try_is_hard_and_the_mistake_is_kept() -> None:
    attempt = Attempt(PROBLEM)
    first = attempt.answer(PROBLEM.mistakes[1].answer)
    assert (first.proposed, attempt.finished, attempt.mistake) == (None, False, PROBLEM.mistakes[1])
    assert attempt.answer(PROBLEM.answer).proposed is Rating.HARD
    assert attempt.body()["mistakes"] == [PROBLEM.mistakes[1].name]


def test_two_wrong_answers_are_again() -> None:
    attempt = Attempt(PROBLEM)
    attempt.answer("997")
    assert attempt.answer("998").proposed is Rating.AGAIN
    assert attempt.finished


@pytest.mark.parametrize(
    "before",
    ["=", "n =", "q·k = ", "S_{1,0} =", "‖q‖² = ", "Var(q·k)=", r"\beta = ", "∂p/∂z₁ = ", "answer: "],
)
def test_what_is_asked_for_may_stand_before_the_answer(before: str) -> None:
    assert judged(f"{before}{PROBLEM.answer}", PROBLEM).outcome is Outcome.RIGHT
    assert judged(f"{before}997", PROBLEM).outcome is Outcome.WRONG


@pytest.mark.parametrize("text", ["2 = {}", "x = y = {}", "x == {}", "x != {}", "x = "])
def test_any_other_sign_is_no_name_before_the_answer(text: str) -> None:
    assert judged(text.format(PROBLEM.answer), PROBLEM).outcome is Outcome.UNREADABLE


@pytest.mark.parametrize("text", ["", "q + 1", "((", "7 8"])
def test_what_cannot_be_read_uses_no_try(text: str) -> None:
    attempt = Attempt(PROBLEM)
    judged = attempt.answer(text)
    assert (judged.verdict.outcome, judged.proposed, attempt.tries) == (Outcome.UNREADABLE, None, 0)


def test_giving_up_is_again_even_after_a_hint() -> None:
    attempt = Attempt(PROBLEM)
    attempt.hint()
    assert attempt.give_up().proposed is Rating.AGAIN
    assert (attempt.body()["gave_up"], attempt.body()["verdict"]) == (True, "wrong")
    assert attempt.hint() is None


def test_the_body_is_enough_to_draw_the_problem_again() -> None:
    attempt = Attempt(PROBLEM)
    attempt.answer(PROBLEM.answer)
    body = attempt.body()
    assert problem(body["family"], body["level"], body["seed"]) == PROBLEM


def test_the_reading_is_echoed() -> None:
    assert read_as("1/2+3", PROBLEM) == "read as 1/2 + 3"
    assert read_as("", PROBLEM) == ""
    assert "unknown name" in read_as("x", PROBLEM)


def test_an_unscaled_softmax_over_columns_gets_both_mistakes_named() -> None:
    for seed in range(30):
        drawn = problem("attention-weights", 3, seed)
        both = [each for each in drawn.pairs() if "scaled" in each.name and "queries" in each.name]
        named = [Attempt(drawn).answer(each.answer).verdict.mistake for each in both]
        if both and named[0] == both[0].name:
            assert " + " in both[0].name
            return
    raise AssertionError("no draw names both")


# what is typed in another way than it was asked


@pytest.mark.parametrize(
    ("answer", "outcome"),
    [
        ("180", Outcome.RIGHT),
        ("opposite directions", Outcome.RIGHT),
        ("E", Outcome.RIGHT),
        ("5", Outcome.RIGHT),
        ("1", Outcome.WRONG),
        ("9", Outcome.UNREADABLE),
        ("foo", Outcome.UNREADABLE),
    ],
)
def test_a_choice_is_made_by_number_or_by_words(answer: str, outcome: Outcome) -> None:
    verdict = judged(answer, problem("direction", 1, 7))
    assert verdict.outcome is outcome
    if outcome is Outcome.UNREADABLE:
        assert "answer with its number, from 1 to 5" in verdict.message


@pytest.mark.parametrize("seed", [4, 12])
def test_a_number_that_is_no_option_chooses_none(seed: int) -> None:
    assert judged("0", problem("distance-ranking", 2, seed)).outcome is Outcome.UNREADABLE


@pytest.mark.parametrize("answer", ["((4, 1, 5, 5))", "[4, 1, 5, 5]", "4x1x5x5"])
def test_a_shape_may_have_brackets_of_any_kind(answer: str) -> None:
    assert judged(answer, problem("mask-shape", 3, 1)).outcome is Outcome.RIGHT


def test_a_shape_with_other_axes_costs_nothing() -> None:
    verdict = judged("(9, 9)", problem("mask-shape", 3, 1))
    assert (verdict.outcome, verdict.message[:16]) == (Outcome.UNREADABLE, "this has 2 axes;")


@pytest.mark.parametrize("answer", ["= 5", "x = 5", "s=5"])
def test_what_stands_left_of_the_answer_is_left_out(answer: str) -> None:
    assert judged(answer, PROBLEM).read_as == "5"
    assert read_as(answer, PROBLEM) == "read as 5"


def test_a_mistake_is_named_in_the_form_of_a_root_too() -> None:
    assert judged("sqrt(17)", problem("squared-distance", 2, 7)).mistake == "root taken"


def test_the_same_wrong_answer_in_another_form_is_no_second_try() -> None:
    attempt = Attempt(problem("scale-factor", 2, 1))
    for text in ("0.5", "1/2", "0.50"):
        attempt.answer(text)
    assert (attempt.tries, attempt.finished) == (1, False)
