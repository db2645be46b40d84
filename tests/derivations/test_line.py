"""What becomes of a typed line."""

from __future__ import annotations

import pytest

from studykit.checking.verdict import Outcome
from studykit.derivations.catalogue import CATALOGUE
from studykit.derivations.line import Line, Lines

MEAN = Lines(CATALOGUE["mean-dot-product"])
VARIANCE = Lines(CATALOGUE["var-dot-product"])
SCALE = Lines(CATALOGUE["scale-choice"])
LINES = {name: Lines(derived) for name, derived in CATALOGUE.items()}


def test_the_statement_does_not_finish_at_the_first_line() -> None:
    found = MEAN.judge("0", 0)
    assert (found.verdict.outcome, found.reached) == (Outcome.UNDECIDED, None)
    assert found.verdict.message.startswith("true, go on")


def test_a_later_line_is_a_skip() -> None:
    assert MEAN.judge("Σ_i E[q_i] E[k_i]", 0).reached == 1
    assert VARIANCE.judge("sum(1, i=1..d_k)", 0).reached == 2


def test_the_last_line_is_never_skipped_to() -> None:
    assert VARIANCE.judge("d_k", 1).verdict.outcome is Outcome.UNDECIDED


@pytest.mark.parametrize("left", ["E[q·k]", "Σ_i E[q_i k_i]", "E[k·q]"])
def test_the_line_before_may_stand_left_of_the_sign(left: str) -> None:
    assert MEAN.judge(f"{left} = Σ_i E[q_i] E[k_i]", 1).reached == 1


def test_any_other_equation_is_not_read() -> None:
    found = MEAN.judge("d_k = 0", 2)
    assert found.verdict.outcome is Outcome.UNREADABLE
    assert "only the line before" in found.verdict.message


def test_the_name_before_the_sign_may_be_left_out() -> None:
    assert SCALE.judge("1/√d_k", 1).reached == 1
    assert SCALE.judge("s = 1/√d_k", 0).verdict.outcome is Outcome.UNDECIDED


def test_a_wrong_line_without_a_name_shows_a_point() -> None:
    found = VARIANCE.judge("3 d_k", 3)
    assert found.verdict.outcome is Outcome.WRONG
    assert "d_k = " in found.verdict.message


@pytest.mark.parametrize(
    "text", ["", "   ", "x + 1", "E[q", "9**9**9", "Σ", "((((", "1/0 = ", "import os", "\x1b[31m"]
)
def test_what_cannot_be_a_line_uses_nothing(text: str) -> None:
    assert VARIANCE.judge(text, 0).verdict.outcome in (Outcome.UNREADABLE, Outcome.UNDECIDED)


def free(lines: Lines, *typed: str) -> list[Line]:
    before, found = lines.start, []
    for text in typed:
        assert before is not None
        found.append(lines.judge_free(text, before))
        before = found[-1].tree or before
    return found


def test_free_lines_go_from_the_start_to_the_goal() -> None:
    found = free(VARIANCE, "E[(q·k)²] − E[q·k]²", "sum(E[q_i² k_i²], i=1..d_k)", "d_k·1")
    assert [each.verdict.outcome for each in found] == [Outcome.RIGHT] * 3
    assert [each.reached for each in found] == [None, None, 3]


@pytest.mark.parametrize(
    ("name", "goal"), [("mean-dot-product", "0"), ("gap-variance", "2 d_k"), ("sharpness-check", "w")]
)
def test_the_goal_alone_is_no_way_to_it(name: str, goal: str) -> None:
    (found,) = free(Lines(CATALOGUE[name]), goal)
    assert found.verdict.outcome is Outcome.UNDECIDED


@pytest.mark.parametrize(
    ("name", "text"),
    [
        ("gap-variance", "Var(q·x) + Var(q·y) + 2 Cov(q·x, q·y)"),
        ("var-of-a-product", "E[x² y²] + E[x y]²"),
        ("var-dot-product", "Σ_i Var(q_i)"),
        ("mean-dot-product", "−Σ_i E[q_i k_i]"),
    ],
)
def test_a_wrong_rule_does_not_hide_in_free_lines_either(name: str, text: str) -> None:
    (found,) = free(Lines(CATALOGUE[name]), text)
    assert (found.verdict.outcome, found.reached) == (Outcome.UNDECIDED, None)


def test_a_number_that_is_asked_for_is_not_told() -> None:
    found = LINES["uncorrelated-scores"].judge("7", 4)
    assert found.verdict.outcome is Outcome.WRONG
    assert found.verdict.message == "yours gives 7, and the line before is worth something else"


def test_a_line_worth_0_is_not_taken_for_another_one_that_is() -> None:
    found = LINES["var-of-a-product"].judge("E[x] E[y²]", 0)
    assert found.verdict.outcome is Outcome.WRONG
    assert "The square of the mean" not in found.verdict.message


def test_a_free_line_is_compared_with_the_one_before() -> None:
    found = free(VARIANCE, "Σ_i Var(q_i k_i)", "d_k²")
    assert found[1].verdict.outcome is Outcome.WRONG
    assert VARIANCE.judge_free("Var(k·q)", VARIANCE.start).verdict.outcome is Outcome.UNDECIDED  # type: ignore[arg-type]


@pytest.mark.parametrize(
    ("name", "step", "text"),
    [
        ("uncorrelated-scores", 5, "0 = 2"),
        ("self-dot-product", 4, "d = 2d"),
        ("self-dot-product", 4, "E[x·x] = 2d"),
        ("self-dot-product", 1, "2 Σ_i E[x_i²]"),
        ("uncorrelated-scores", 1, "2 E[q²]"),
    ],
)
def test_nothing_is_taken_from_beyond_a_new_thought(name: str, step: int, text: str) -> None:
    assert LINES[name].judge(text, step - 1).verdict.outcome is not Outcome.RIGHT


@pytest.mark.parametrize(
    ("name", "step", "text"),
    [
        ("self-dot-product", 4, "Var(x·x) = 2d"),
        ("var-dot-product", 1, "Var(q^T k) = Σ_i Var(q_i k_i)"),
        ("var-dot-product", 1, "= Σ_i Var(q_i k_i)"),
        ("var-dot-product", 4, "d_k."),
        ("var-dot-product", 3, "Σ_i 1"),
        ("masked-entries", 1, "Σ_i (n − i)"),
        ("masked-entries", 1, r"\sum^{n}_{i=1} (n − i)"),
        ("masked-entries", 2, r"\binom{n}{2}"),
        ("masked-entries", 2, "choose(n, 2)"),
        ("fourth-moment", 1, r"9d_k + 6 \binom{d_k}{2}"),
        ("fourth-moment", 1, "d_k(9 + 3(d_k − 1))"),
        ("jacobian-diagonal", 2, r"\frac{\partial p_1}{\partial z_1} = p_1 - p_1^2"),
        ("jacobian-diagonal", 2, "∂p_1/∂z_1 = p_1 − p_1²"),
        ("rotary-score", 1, "a b cos mθ cos nθ + a b sin mθ sin nθ"),
        ("rotary-score", 1, r"a b \cos m\theta \cos n\theta + a b \sin m\theta \sin n\theta"),
        ("two-keys-sigmoid", 1, "1/(1 + e^(y−x))"),
        ("softmax-shift", 2, r"e^{z_1}/\sum_j e^{z_j}"),
        ("softmax-shift", 1, "e^c e^z1/(e^c Σ_{j=1}^{3} e^{z_j})"),
        ("jacobian-rows", 2, "p_1 (1 − Σ_j p_j)"),
        ("softmax-backward", 2, "p_1 (g_1 − Σ_j g_j p_j)"),
        ("key-gradient", 1, "g_1 a_1/√d + g_2 b_1/√d"),
        ("sharpness-for-weight", 2, "w(n−1)/(1−w)"),
        ("permutation-equivariance", 2, "P(AXW)"),
        ("permutation-equivariance", 1, "P @ A @ P.T @ P @ X @ W"),
        ("mean-dot-product", 1, r"\sum_{i=1}^{d_k} \mathbb E[q_i k_i]"),
    ],
)
def test_what_people_write_is_read_and_right(name: str, step: int, text: str) -> None:
    found = LINES[name].judge(text, step - 1)
    assert (found.verdict.outcome, found.reached) == (Outcome.RIGHT, step - 1), found.verdict


@pytest.mark.parametrize(
    ("name", "text"),
    [
        ("entropy-and-temperature", "−β(p x² + (1−p) y² − p² x² − 2p(1−p)xy − (1−p)² y²)"),
        ("unit-vectors", "s = ±√N"),
        ("unit-vectors", "s² = N"),
        ("scale-choice", "s² = 1/d_k"),
        ("scale-choice", "s = ±1/√d_k"),
        ("crossover-length", "d = n/2"),
        ("crossover-length", "8nd² = 4n²d"),
        ("sharpness-for-weight", "w = e^β/(e^β + n − 1)"),
        ("stable-log-sum-exp", "y + ln(1 + e^(x−y))"),
        ("stable-log-sum-exp", "ln(e^x + e^y)"),
        ("squared-distance", "‖q − k‖²"),
        ("var-general-moments", "d(σ_q²σ_k² + μ_q²σ_k² + μ_k²σ_q²) + d μ_q² − d μ_q²"),
        ("jacobian-diagonal", "p_1 (p_2 + p_3)"),
        ("uniform-perplexity", "e^H"),
        ("permutation-equivariance", "P A P^T P X W"),
        ("cosine-ceiling", "e/(e + (n−1) e^(−1))"),
        ("cosine-ceiling", "1/(1 + (n−1) e^(−2))"),
        ("two-keys-sigmoid", "σ(x − y)"),
        ("fourth-moment", "9 d_k + 3 d_k (d_k − 1)"),
        ("squared-distance", "q·q + k·k − 2 k·q"),
        ("squared-distance", "(q − k)^T (q − k)"),
        ("squared-distance", "Σ_i (q_i − k_i)²"),
        ("stable-log-sum-exp", "x + ln((e^x + e^y)/e^x)"),
        ("crossover-length", "n = d + d"),
        ("cache-ratio", "(3 L h w n b)/(3 L g w n b)"),
        ("attention-parameters", "3d² + d²"),
    ],
)
def test_the_last_line_is_not_finished_in_another_form(name: str, text: str) -> None:
    last = len(CATALOGUE[name].steps) - 1
    found = LINES[name].judge(text, last)
    assert (found.verdict.outcome, found.reached) == (Outcome.UNDECIDED, None), found.verdict


@pytest.mark.parametrize("wrapped", ["1·({})", "({})/1", "−(−({}))", "({}) + 0"])
def test_a_line_with_nothing_added_is_still_the_line_before(wrapped: str) -> None:
    for name, derived in CATALOGUE.items():
        for number, step in enumerate(derived.steps[1:], 1):
            before = derived.steps[number - 1].answer
            if not step.new and "=" not in before:
                found = LINES[name].judge(wrapped.format(before), number)
                assert found.reached != number, (name, number, found.verdict)


@pytest.mark.parametrize(
    ("step", "text"),
    [
        (1, "−(p_1 (1 − p_1) − p_1 p_2 − p_1 p_3)"),
        (1, "(p_1 (1 − p_1) − p_1 p_2 − p_1 p_3)/2"),
        (2, "p_2 (1 − p_1 − p_2 − p_3)"),
        (2, "(p_1 (1 − p_1 − p_2 − p_3))²"),
    ],
)
def test_a_wrong_line_does_not_hide_behind_the_sum_of_the_weights(step: int, text: str) -> None:
    found = LINES["jacobian-rows"].judge(text, step - 1)
    assert (found.verdict.outcome, found.reached) == (Outcome.UNDECIDED, None)
    assert "only because the weights sum to 1" in found.verdict.message


@pytest.mark.parametrize(
    ("name", "step", "text"),
    [
        ("rotary-score", 1, "a b cos(mθ − nθ)"),
        ("rotary-score", 1, "a b cos((n − m) θ)"),
        ("online-merge", 1, "(e^a l_1 + e^b l_2) e^(−m)"),
        ("masked-entries", 1, "n(n − 1)/2 + Σ_{i=1}^{n} 0"),
        ("masked-entries", 1, "(n² − n)/2"),
        ("gap-variance", 1, "Cov(q·x − q·y, q·x − q·y)"),
        ("correlated-entries", 1, "Cov(a_1 b_1 + a_2 b_2, a_1 b_1 + a_2 b_2)"),
        ("correlated-entries", 2, "E[(a_1 b_1 + a_2 b_2)²]"),
        ("self-dot-product", 3, "E[(Σ_i x_i²)²] − E[Σ_i x_i²]²"),
        ("online-merge", 2, "l_1 e^(a−m) + l_2 e^(b−m)"),
    ],
)
def test_a_step_cannot_be_passed_with_what_comes_before_or_after_it(name: str, step: int, text: str) -> None:
    found = LINES[name].judge(text, step - 1)
    assert (found.verdict.outcome, found.reached) == (Outcome.UNDECIDED, None)


@pytest.mark.parametrize(
    ("name", "step", "text"),
    [
        ("var-dot-product", 1, "sum(Var(q_i k_i), i=1..d_k^2)"),
        ("var-dot-product", 1, "sum(Var(q_i k_i), i=1..d_k^9)"),
        ("var-dot-product", 1, "Σ_i Var(q_i k_{2i−1})"),
        ("output-variance", 2, "sum(σ²/n², i=1..n^9)"),
        ("output-variance", 3, "σ²/n + √(1−n)"),
        ("unit-vectors", 3, "s² = N + √(1−N)"),
    ],
)
def test_one_size_at_which_all_is_equal_does_not_decide(name: str, step: int, text: str) -> None:
    found = LINES[name].judge(text, step - 1)
    assert (found.verdict.outcome, found.reached) == (Outcome.UNDECIDED, None)
    assert "yours has no value at most points" in found.verdict.message


def test_the_first_line_of_a_sum_is_not_its_middle_one() -> None:
    found = LINES["uniform-perplexity"].judge("−n·1/n·ln(1/n)", 0)
    assert (found.verdict.outcome, found.reached) == (Outcome.UNDECIDED, None)


@pytest.mark.parametrize(
    ("name", "step", "text"),
    [
        ("var-of-a-product", 1, "E[x² y²] + E[x y]²"),
        ("mean-dot-product", 1, "−Σ_i E[q_i k_i]"),
        ("mean-dot-product", 1, "Σ_i E[q_i]"),
        ("var-dot-product", 1, "Σ_i Var(q_i)"),
        ("var-dot-product", 2, "Σ_i E[q_i²] E[q_i²]"),
        ("gap-variance", 1, "Var(q·x) + Var(q·y) + 2 Cov(q·x, q·y)"),
        ("correlated-entries", 1, "Var(a_1 b_1) + Var(a_2 b_2) − 2 Cov(a_1 b_1, a_2 b_2)"),
        ("uncorrelated-scores", 1, "E[q² x y] + E[q x] E[q y]"),
        ("uncorrelated-scores", 2, "3 E[q²] E[x] E[y] − E[q] E[x] E[q] E[y]"),
        ("uncorrelated-scores", 4, "E[q⁴] E[x²] E[y²] − E[q²] E[x²] E[y²]"),
        ("self-dot-product", 1, "Σ_i E[x_i⁴]/3"),
        ("self-dot-product", 3, "Σ_i (E[x_i⁴] − E[x_i²])"),
        ("correlated-entries", 2, "2 E[a_1²] E[b_1²] + 7 E[a_1] E[a_2] E[b_1 b_2]"),
        ("unit-vectors", 1, "Σ_i E[q_i²] E[q_i²]"),
        ("uncorrelated-scores", 1, "√(E[q² x y] − E[q x] E[q y])"),
    ],
)
def test_a_wrong_rule_does_not_hide_behind_a_moment_of_0_or_1(name: str, step: int, text: str) -> None:
    found = LINES[name].judge(text, step - 1)
    assert found.verdict.outcome is Outcome.UNDECIDED
    assert "a mean is 0, a variance is 1" in found.verdict.message


@pytest.mark.parametrize(
    ("name", "step", "text"),
    [
        ("var-general-moments", 2, "Σ_i E[q_i²]E[k_i²] − E[q_i]²E[k_i]²"),
        ("masked-entries", 1, "Σ_{i=1}^{n} n − i"),
    ],
)
def test_a_sum_that_ends_too_early_is_said_and_costs_nothing(name: str, step: int, text: str) -> None:
    found = LINES[name].judge(text, step - 1)
    assert found.verdict.outcome is Outcome.UNREADABLE
    assert "the sum ends before the last i" in found.verdict.message


@pytest.mark.parametrize("text", ["Σ_j Var(q_i k_i)", "sum(Var(q_i k_i), j=1..d_k)"])
def test_a_sum_over_another_index_than_its_entries_have_is_said_and_costs_nothing(text: str) -> None:
    found = LINES["var-dot-product"].judge(text, 0)
    assert found.verdict.outcome is Outcome.UNREADABLE
    assert found.verdict.message == "the sum runs over j, and the entries in it are numbered by i"


@pytest.mark.parametrize(
    ("name", "step", "text"),
    [
        ("scale-choice", 2, "s + 10^(−30) = 1/√d_k"),
        ("scale-choice", 2, "s = 1/√(d_k + floor(d_k/1000))"),
        ("crossover-length", 2, "n = 2d + floor(d/30)"),
        ("sharpness-for-weight", 3, "β = ln(w(n−1)/(1−w)) + floor(n/14)"),
    ],
)
def test_an_equation_that_is_off_by_little_or_far_out_is_not_right(name: str, step: int, text: str) -> None:
    assert LINES[name].judge(text, step - 1).verdict.outcome is not Outcome.RIGHT
