"""The one way in: mistakes, combinations, tolerances, units, faults, threads and hostile text."""

from __future__ import annotations

import json
import subprocess
import sys
from concurrent.futures import ThreadPoolExecutor
from dataclasses import dataclass, replace
from fractions import Fraction

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from studykit.checking import rules
from studykit.checking.declare import declare
from studykit.checking.judge import judge
from studykit.checking.question import Kind, Question, Tolerance
from studykit.checking.tree import Array, Negative, Node, Number, Shape
from studykit.checking.verdict import Outcome, Verdict
from studykit.errors import StudyError
from tests.checking.corpus import cases

COSTS_NOTHING = {Outcome.UNREADABLE, Outcome.UNDECIDED}


@dataclass(frozen=True)
class Slip:
    name: str
    answer: Node | str
    why: str = "because"


def number(text: str) -> Node:
    value = Fraction(text)
    return Number(value) if value >= 0 else Negative(Number(-value))


# Mistakes

SOFTMAX = Question(
    "[0.2, 0.8]",
    mistakes=(
        Slip("not scaled", "[0.1, 0.9]"),
        Slip("logits", Array((number("-1"), number("1")))),
        Slip("one number", "0.8"),
    ),
    pairs=(Slip("not scaled + reversed", "[0.9, 0.1]"),),
)


def test_a_known_mistake_is_told_with_its_reason() -> None:
    verdict = judge("[0.1, 0.9]", SOFTMAX)
    assert (verdict.outcome, verdict.mistake, verdict.message) == (Outcome.WRONG, "not scaled", "because")


def test_a_mistake_may_be_typed_another_way() -> None:
    assert judge("[1/10, 90%]", SOFTMAX).mistake == "not scaled"
    assert judge("-1 1", SOFTMAX).mistake == "logits"
    assert judge("[0.100, 0.900]", SOFTMAX).mistake == "not scaled"


def test_two_mistakes_at_once_are_told_when_neither_alone_fits() -> None:
    assert judge("[0.9, 0.1]", SOFTMAX).mistake == "not scaled + reversed"


def test_mistakes_are_matched_before_the_kind_is_checked() -> None:
    verdict = judge("0.8", SOFTMAX)
    assert (verdict.outcome, verdict.mistake) == (Outcome.WRONG, "one number")
    product = Question("11", Kind.NUMBER, mistakes=(Slip("not summed", "[3, 8]"),))
    assert judge("[3, 8]", product).mistake == "not summed"
    assert judge("(3, 8)", product).mistake == "not summed"
    assert judge("[3, 9]", product).outcome is Outcome.UNREADABLE
    shape = Question(
        "(2, 3)",
        Kind.SHAPE,
        mistakes=(Slip("the product", "6"), Slip("self", Shape((number("2"), number("2"))))),
    )
    assert judge("6", shape).mistake == "the product"
    assert judge("2x2", shape).mistake == "self"


def test_of_two_mistakes_that_fit_none_is_told() -> None:
    question = Question("4", mistakes=(Slip("a", "6"), Slip("b", "6"), Slip("c", "7")))
    assert judge("6", question).mistake is None
    assert judge("7", question).mistake == "c"


def test_a_combination_is_not_told_where_one_mistake_is_enough() -> None:
    question = Question("4", mistakes=(Slip("a", "6"),), pairs=(Slip("b + c", "6"),))
    assert judge("6", question).mistake == "a"


def test_an_exercise_knows_better_than_the_common_slips() -> None:
    question = Question("4", mistakes=(Slip("own", "-4"),))
    assert judge("-4", question).mistake == "own"
    assert judge("40", question).mistake == "power of ten"


def test_a_common_slip_is_told_only_if_it_is_the_only_one() -> None:
    turned_is_negated = Question("[[0, 1], [-1, 0]]")
    assert judge("[[0, -1], [1, 0]]", turned_is_negated).mistake is None
    assert judge("[[1, 3], [2, 4]]", Question("[[1, 2], [3, 4]]")).mistake == "transposed"
    assert judge("2", Question("1/2")).mistake == "reciprocal"
    assert judge("0.5", Question("-2")).mistake is None


def test_a_right_answer_is_right_whatever_mistakes_there_are() -> None:
    assert judge("4", Question("4", mistakes=(Slip("same", "4"),))).outcome is Outcome.RIGHT


def test_a_mistake_that_is_typed_back_is_told_also_with_few_digits() -> None:
    question = Question("0.2462", mistakes=(Slip("rough", "0.25"), Slip("other", "0.3121")))
    assert judge("0.25", question).mistake == "rough"
    assert judge("0.24", question).outcome is Outcome.UNDECIDED
    assert judge("0.31", question).mistake == "other"


def test_an_exact_question_tells_a_mistake_that_gives_a_root() -> None:
    question = Question("12", Kind.EXACT, mistakes=(Slip("deviation", "sqrt(12)"), Slip("half", "6")))
    assert judge("3.46", question).mistake == "deviation"
    assert judge("sqrt(12)", question).mistake == "deviation"
    assert judge("6", question).mistake == "half"


def test_a_mistake_without_a_value_explains_nothing() -> None:
    question = Question("4", mistakes=(Slip("broken", "1/0"), Slip("fine", "5")))
    assert judge("5", question).mistake == "fine"
    assert judge("6", question).outcome is Outcome.WRONG


def test_a_wrong_expression_is_explained_by_its_step() -> None:
    symbols = declare("d_k: integer >= 1")
    question = Question("d_k", symbols=symbols, mistakes=(Slip("squared", "d_k^2"),))
    verdict = judge("d_k*d_k", question)
    assert verdict.mistake == "squared"
    assert verdict.counterexample


# Tolerances, figures, units, choices


@pytest.mark.parametrize(
    ("answer", "truth", "tolerance", "outcome"),
    [
        ("0", "1e-15", Tolerance(absolute=1e-12), Outcome.RIGHT),
        ("0", "1e-13", Tolerance(), Outcome.WRONG),
        ("0.0004", "0", Tolerance(absolute=0.0005), Outcome.RIGHT),
        ("0.0006", "0", Tolerance(absolute=0.0005), Outcome.WRONG),
        ("0.33", "1/3", Tolerance(absolute=0.0005), Outcome.UNDECIDED),
        ("0.33", "1/3", Tolerance(absolute=0.005), Outcome.RIGHT),
        ("101", "100", Tolerance(relative=0.01), Outcome.RIGHT),
        ("101.1", "100", Tolerance(relative=0.01), Outcome.WRONG),
        ("[0.3333, 0.667]", "[1/3, 2/3]", Tolerance(0, 0.0005), Outcome.RIGHT),
        ("[0.3339, 0.667]", "[1/3, 2/3]", Tolerance(0, 0.0005), Outcome.PARTLY),
    ],
)
def test_a_tolerance_is_kept(answer: str, truth: str, tolerance: Tolerance, outcome: Outcome) -> None:
    assert judge(answer, Question(truth, tolerance=tolerance)).outcome is outcome


@pytest.mark.parametrize("bad", [-1.0, float("nan"), float("inf")])
def test_a_tolerance_is_finite_and_not_negative(bad: float) -> None:
    with pytest.raises(ValueError, match="tolerance"):
        Tolerance(relative=bad)


def test_more_figures_may_be_asked() -> None:
    assert judge("3.14", Question("pi", figures=4)).message == "right so far, give four figures"
    assert judge("3.142", Question("pi", figures=4)).outcome is Outcome.RIGHT


def test_a_unit_may_follow_only_where_it_is_asked() -> None:
    volts = Question("5", unit="V")
    for answer in ("5 V", "5V", "5", "5.00 V"):
        assert judge(answer, volts).outcome is Outcome.RIGHT, answer
    for answer in ("5 A", "0 V*m/A", "5 V m", "V"):
        assert judge(answer, volts).outcome is Outcome.UNREADABLE, answer
    assert judge("5 V", Question("5")).outcome is Outcome.UNREADABLE


def test_a_choice_is_answered_by_letter_number_or_text() -> None:
    options = ("softmax", "sigmoid", "tanh")
    question = Question("sigmoid", Kind.CHOICE, options=options)
    for answer in ("b", "B)", "(b)", "2", "2.", "Sigmoid", " sigmoid "):
        assert judge(answer, question).outcome is Outcome.RIGHT, answer
    for answer in ("a", "3", "tanh"):
        assert judge(answer, question).outcome is Outcome.WRONG, answer
    for answer in ("d", "4", "0", "relu", "", "ab"):
        assert judge(answer, question).outcome is Outcome.UNREADABLE, answer
    with pytest.raises(StudyError):
        judge("a", replace(question, expected="relu"))


def test_a_number_that_is_text_and_place_at_once_is_asked_again() -> None:
    question = Question("A", Kind.CHOICE, options=("2", "4", "8"))
    assert judge("2", question).outcome is Outcome.UNDECIDED
    assert judge("A", question).outcome is Outcome.RIGHT
    assert judge("8", question).outcome is Outcome.WRONG


# Whatever comes


@pytest.mark.parametrize("expected", ["(1", "1/0", "", "x", "[[1,2],[3]]", "[1/0, 2]", "1/2006!"])
def test_a_question_that_is_not_sound_is_said(expected: str) -> None:
    with pytest.raises(StudyError) as caught:
        judge("1", Question(expected))
    assert "\n" not in str(caught.value)


def test_a_number_cannot_hold_names_and_a_shape_no_sum() -> None:
    symbols = declare("d: integer >= 1")
    with pytest.raises(StudyError, match="number"):
        judge("1", Question("d", Kind.NUMBER, symbols))
    with pytest.raises(StudyError, match="shape"):
        judge("1", Question(Negative(Number(Fraction(1))), Kind.SHAPE, symbols))


def test_a_judge_that_fails_never_says_wrong(monkeypatch: pytest.MonkeyPatch) -> None:
    def fail(*_: object) -> None:
        raise ZeroDivisionError("deep inside")

    monkeypatch.setattr(rules, "compare", fail)
    verdict = judge("3", Question("4"))
    assert verdict.outcome is Outcome.UNDECIDED
    assert verdict.message == "could not check this: ZeroDivisionError"


def test_threads_agree_with_one_after_another() -> None:
    rows = [case for case in cases() if case.where.startswith(("expressions", "numbers"))]
    rows = (rows * 2)[:200] if len(rows) < 200 else rows[:: max(1, len(rows) // 200)][:200]

    def one(index: int) -> Verdict:
        case = rows[index % len(rows)]
        return judge(case.answer, case.question)

    serial = [one(i) for i in range(200)]
    with ThreadPoolExecutor(16) as pool:
        assert list(pool.map(one, range(200))) == serial


def test_the_same_seed_gives_the_same_verdict() -> None:
    question = Question("x^2", symbols=declare("x: real"), seed=7)
    assert judge("2x", question) == judge("2x", question)


HOSTILE = [
    "x" * 10_000,
    "(" * 10_000,
    "[" * 3_000,
    "-" * 3_000 + "1",
    "1+" * 20_000 + "1",
    "9" * 10_000,
    "1e" + "9" * 3_000,
    "2^" * 200 + "2",
    "\\frac{" * 100,
    "sqrt(" * 100 + "2" + ")" * 100,
    "\x00",
    "3\x00",
    "\x1b[31m3",
    "3\x1b]0;title\x07",
    "\ud800",
    "﷽" * 300,
    "é" * 400,
    "!" * 300,
    "|" * 301,
    "%" * 300,
    "1," * 150 + ",1",
    "[" + ",".join(["9^9^9"] * 20) + "]",
    "__import__('os').system('echo x')",
    "(lambda f: f(f))(lambda f: f(f))",
]


@pytest.mark.parametrize("answer", HOSTILE, ids=range(len(HOSTILE)))
@pytest.mark.parametrize("expected", ["3", "[1, 2]", "x"])
def test_hostile_text_costs_no_attempt(answer: str, expected: str) -> None:
    verdict = judge(answer, Question(expected, symbols=declare("x: real")))
    assert verdict.outcome in COSTS_NOTHING, verdict
    assert verdict.message
    assert len(verdict.message) < 400
    assert not any(
        ord(character) < 32 or ord(character) == 127 for character in verdict.message + verdict.read_as
    )


@settings(max_examples=300, deadline=None)
@given(st.text(alphabet="0123456789.,+-*/^()[]|!% xepi_=;\n√²×−", max_size=24))
def test_any_text_gets_a_verdict(answer: str) -> None:
    symbols = declare("x: real; p: real in (0, 1); i: integer >= 1")
    for expected in ("2", "[1, 2]", "x^2", "(2, 3)"):
        verdict = judge(answer, Question(expected, symbols=symbols))
        assert not verdict.message.startswith("could not check"), (answer, verdict)
        assert (verdict.score == 1) == (verdict.outcome is Outcome.RIGHT)


@settings(max_examples=200, deadline=None)
@given(st.fractions(min_value=-1000, max_value=1000, max_denominator=500))
def test_a_truth_typed_back_is_right(truth: Fraction) -> None:
    tree = number(str(truth))
    assert judge(str(truth), Question(tree)).outcome is Outcome.RIGHT
    assert judge(str(truth), Question(tree, Kind.EXACT)).outcome is Outcome.RIGHT
    assert judge(f"{float(truth):.12g}", Question(tree)).outcome is Outcome.RIGHT
    if truth:
        assert judge(f"{float(truth) * 1.01:.9g}", Question(tree)).outcome is not Outcome.RIGHT


def test_judging_loads_no_numpy_no_sympy_and_mpmath_only_when_needed() -> None:
    code = """
import json, sys
from studykit.checking.judge import judge
from studykit.checking.question import Question
heavy = {"numpy", "sympy", "mpmath", "click", "textual"}
first = sorted(heavy & set(sys.modules))
judge("1/2", Question("0.5")); judge("[1, 2]", Question("[1, 3]"))
second = sorted(heavy & set(sys.modules))
judge("sqrt(2)", Question("1.41421356"))
print(json.dumps([first, second, sorted(heavy & set(sys.modules))]))
"""
    done = subprocess.run([sys.executable, "-c", code], capture_output=True, text=True, check=True)
    assert json.loads(done.stdout) == [[], [], ["mpmath"]]


@pytest.mark.parametrize(
    ("answer", "says"),
    [
        ("softmax([ln 9, ln 3, ln 1])", "softmax is still in it: work it out"),
        ("[9, 3, 1]·[1/13, 2, 3]", "is still in it: work it out"),
        ("2 dot([1, 2], [3, 4])", "dot is still in it: work it out"),
    ],
)
def test_what_is_to_be_worked_out_by_hand_is_no_answer(answer: str, says: str) -> None:
    asked = Question("[9/13, 3/13, 1/13]", Kind.EXACT, by_hand=True)
    verdict = judge(answer, asked)
    assert verdict.outcome is Outcome.UNREADABLE
    assert says in verdict.message
    assert judge("[9, 3, 1]/13", asked).outcome is Outcome.RIGHT


def test_what_is_too_coarse_is_asked_for_as_the_question_measures_it() -> None:
    weight = Question("0.0357142857", Kind.NUMBER, tolerance=Tolerance(relative=0, absolute=0.0005))
    assert judge("0.035", weight).message == "right so far, give three decimals, rounded"
    assert judge("0.036", weight).outcome is Outcome.RIGHT
    assert judge("0.036", Question("0.0357142857", Kind.NUMBER)).message == "right so far, give three figures"


@pytest.mark.parametrize(
    ("answer", "outcome"),
    [
        ("key 4", Outcome.RIGHT),
        ("the key 4", Outcome.RIGHT),
        ("4", Outcome.RIGHT),
        ("(2, 3)", Outcome.RIGHT),
        ("key 2", Outcome.WRONG),
        ("key (4, 5)", Outcome.WRONG),
        ("2", Outcome.WRONG),
        ("key 9", Outcome.UNREADABLE),
    ],
)
def test_a_numbered_option_is_not_taken_for_the_numbers_in_another(answer: str, outcome: Outcome) -> None:
    options = ("the key (7, -1)", "the key (4, 5)", "the key (5, 3)", "the key (2, 3)")
    assert judge(answer, Question("the key (2, 3)", Kind.CHOICE, options=options)).outcome is outcome


@pytest.mark.parametrize("answer", ["4, 1", "4 1", "keys 4, 1, 3"])
def test_half_of_an_order_is_none_of_the_options(answer: str) -> None:
    options = ("keys 4, 1, 3, 2", "keys 1, 4, 3, 2")
    question = Question("keys 4, 1, 3, 2", Kind.CHOICE, options=options)
    assert judge(answer, question).outcome is Outcome.UNREADABLE
    assert judge("4 1 3 2", question).outcome is Outcome.RIGHT


@pytest.mark.parametrize("answer", ["> 90", "<90°", "≥ 90°", "‹ 90"])
def test_a_comparison_is_no_option_without_its_sign(answer: str) -> None:
    options = ("between 0° and 90°", "90°, a right angle", "between 90° and 180°")
    question = Question("90°, a right angle", Kind.CHOICE, options=options)
    assert judge(answer, question).outcome is Outcome.UNREADABLE
    assert judge("90", question).outcome is Outcome.RIGHT


def test_a_fraction_as_a_program_prints_it_is_rounded_and_not_wrong() -> None:
    verdict = judge("0.08264462809917356", Question("10/121", Kind.EXACT))
    assert (verdict.outcome, verdict.message[:26]) == (Outcome.UNDECIDED, "right so far, but rounded:")
    assert judge("0.08264462809817356", Question("10/121", Kind.EXACT)).outcome is Outcome.WRONG
