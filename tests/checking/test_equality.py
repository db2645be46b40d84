"""Pairs from the mathematics of the course and beyond: what is equal, what is not, and what is said of it."""

from __future__ import annotations

from concurrent.futures import ThreadPoolExecutor

import pytest

from studykit.checking.equality import Comparison, compare
from studykit.checking.tree import Alternatives
from tests.checking.written import SYMBOLS, matrix, read, real, vector, whole

EQUAL = """
sqrt(1/n) | 1/sqrt(n)
2*d_k | d_k + d_k
(x + 1)^2 | x^2 + 2*x + 1
(x + y)*(x - y) | x^2 - y^2
x^3 - y^3 | (x - y)*(x^2 + x*y + y^2)
1/(x*y) | 1/x/y
1/x + 1/y | (x + y)/(x*y)
x/2 | 0.5*x
50/100*x | x/2
x^-2 | 1/x^2
sqrt(x^2) | abs(x)
abs(x)*abs(y) | abs(x*y)
sqrt(d_k)^2 | d_k
d_k^(1/2) | sqrt(d_k)
d_k/sqrt(d_k) | sqrt(d_k)
1/sqrt(d_k) | sqrt(d_k)/d_k
sqrt(d_k)*sqrt(n) | sqrt(d_k*n)
sqrt(8) | 2*sqrt(2)
1/(sqrt(2) - 1) | sqrt(2) + 1
sqrt(3 + 2*sqrt(2)) | 1 + sqrt(2)
exp(x + y) | exp(x)*exp(y)
e^x | exp(x)
exp(-x) | 1/exp(x)
exp(x)^2 | exp(2*x)
ln(T*s) | ln(T) + ln(s)
ln(T/s) | ln(T) - ln(s)
ln(T^3) | 3*ln(T)
ln(exp(x)) | x
exp(ln(T)) | T
log(8, 2) | 3
log(T, 2) | ln(T)/ln(2)
log2(n) | log(n, 2)
log10(100) | 2
sin(x)^2 + cos(x)^2 | 1
sin(2*x) | 2*sin(x)*cos(x)
cos(x - y) | cos(x)*cos(y) + sin(x)*sin(y)
tan(x) | sin(x)/cos(x)
cosh(x)^2 - sinh(x)^2 | 1
tanh(x) | (exp(2*x) - 1)/(exp(2*x) + 1)
sigmoid(x) | 1/(1 + exp(-x))
sigmoid(x) | 1 - sigmoid(-x)
sin(pi) | 0
sin(pi/6) | 1/2
exp(0) | 1
cos(pi*n) | (-1)^n
factorial(n + 1) | (n + 1)*factorial(n)
factorial(5) | 120
n*(n - 1)*factorial(n)/factorial(n) | n^2 - n
max(x, y) | (x + y + abs(x - y))/2
min(x, y) | x + y - max(x, y)
max(x, -x) | abs(x)
floor(7/2) | 3
sum_(i, i, 1, n) | n*(n + 1)/2
sum_(i^2, i, 1, n) | n*(n + 1)*(2*n + 1)/6
sum_(2^i, i, 0, n - 1) | 2^n - 1
sum_(x, i, 1, n) | n*x
sum_(sum_(i*j, j, 1, n), i, 1, n) | (n*(n + 1)/2)^2
sum_(1, i, 1, 0) | 0
~2021 | ~(-2021)
~x | ~(-x)
x + ~sqrt(2) | x - ~sqrt(2)
[x, 2*x] | [x, x + x]
[[1, 2], [3, 4]]*[1, 1] | [3, 7]
(n, 2*m) | (n, m + m)
q*k | k*q
q*k | sum_(q[i]*k[i], i, 1, d_k)
q*k | T(q)*k
q^2 | q*q
norm(q)^2 | q*q
norm(q)^4 | (q*q)^2
norm(q) | sqrt(sum_(q[i]^2, i, 1, d_k))
abs(q) | norm(q)
norm(q - k)^2 | norm(q)^2 + norm(k)^2 - 2*q*k
(q - k)*(q - k) | q*q + k*k - 2*q*k
norm(q + k)^2 - norm(q - k)^2 | 4*q*k
(x*q)*(y*k) | x*y*(q*k)
Q*T(K) | T(K*T(Q))
T(Q*T(K)) | K*T(Q)
T(T(Q)) | Q
(Q + K)*T(Q) | Q*T(Q) + K*T(Q)
A*(Q + K) | A*Q + A*K
A*(Q*W) | (A*Q)*W
T(e_)*Q | e_*Q
trace(Q*T(K)) | trace(T(K)*Q)
diag(e_)*e_ | hadamard(e_, e_)
sum(softmax(e_)) | 1
E(q*k) | 0
sum_(E(q[i]*k[i]), i, 1, d_k) | 0
sum_(E(q[i])*E(k[i]), i, 1, d_k) | E(q*k)
E(q[i]*k[i]) | E(q[i])*E(k[i])
Var(q[i]*k[i]) | 1
E(q[i]^2*k[i]^2) - 0 | E(q[i]^2)*E(k[i]^2)
E(q[i]^2)*E(k[i]^2) | 1*1
Var(q*k) | d_k
Var(q*k) | sum_(Var(q[i]*k[i]), i, 1, d_k)
E(sum_(q[i]*k[i], i, 1, d_k)^2) - E(sum_(q[i]*k[i], i, 1, d_k))^2 | d_k
Var(q*k) | E((q*k - E(q*k))^2)
Var(q*k/sqrt(d_k)) | 1
Var(q*k)/d_k | 1
Var(s*(q*k)) | s^2*d_k
Var(q*k/d_k) | 1/d_k
Var(gq*gk) | d_k*((sq^2 + mq^2)*(sk^2 + mk^2) - mq^2*mk^2)
Var(gq*gk) | d_k*(sq^2*sk^2 + mq^2*sk^2 + mk^2*sq^2)
E(gq*gk) | d_k*mq*mk
Var(uq*uk) | d_k*a^4/9
Var(uq*uk) | (a^2/3)^2*d_k
Var(eq*ek) | 7*d_k/144
E(eq*ek) | d_k/4
Var(lq*lk) | 4*d_k*b^4
Var(bq*bk) | d_k*p^2*(1 - p^2)
Var(rq*rk) | d_k
E(q*q) | d_k
Var(q*q) | 2*d_k
E((q*k)^4) | 3*d_k^2 + 6*d_k
E(norm(q)^2) | d_k
Var(norm(rq)^2) | 0
Cov(q[1]*k[1], q[1]*k[2]) | 0
Cov(q[1]^2*k[1]^2, q[1]^2*k[2]^2) | 2
Cov(x*q[1], q[1]) | x
Var(q[1] + k[1]) | Var(q[1]) + Var(k[1])
Var(X) | sq^2
E(X^2) | mq^2 + sq^2
E(X^3) | mq^3 + 3*mq*sq^2
Var(sum_(v[j]/n, j, 1, n)) | s^2/n
E(u*q) | 0
Var(u*q) | u*u
E(q + u) | u
exp(z1 + c)/(exp(z1 + c) + exp(z2 + c)) | exp(z1)/(exp(z1) + exp(z2))
exp(c)*exp(z1)/(exp(c)*(exp(z1) + exp(z2))) | exp(z1)/(exp(z1) + exp(z2))
(exp(z1)*(exp(z1) + exp(z2)) - exp(z1)^2)/(exp(z1) + exp(z2))^2 | exp(z1)*exp(z2)/(exp(z1) + exp(z2))^2
p - p^2 | p*(1 - p)
-exp(z1)*exp(z2)/(exp(z1) + exp(z2))^2 | -(exp(z1)/(exp(z1) + exp(z2)))*(exp(z2)/(exp(z1) + exp(z2)))
exp(z1)/(exp(z1) + exp(z2)) | 1/(1 + e^(z2 - z1))
1/(1 + e^(z2 - z1)) | (1 + tanh((z1 - z2)/2))/2
p1*(1 - p1) - p1*p2 - p1*p3 | p1*(1 - p1 - p2 - p3)
ln(exp(z1) + exp(z2)) | ln(exp(z1)*(1 + exp(z2 - z1)))
ln(exp(z1)*(1 + exp(z2 - z1))) | z1 + ln(1 + exp(z2 - z1))
-beta*(p*z1^2 + (1 - p)*z2^2 - (p*z1 + (1 - p)*z2)^2) | -beta*p*(1 - p)*(z1 - z2)^2
exp(-(r - 2*x)/2)/(exp(-(r - 2*x)/2) + exp(-(r - 2*y)/2)) | exp(x)/(exp(x) + exp(y))
exp(z1 - M) + exp(z2 - M) | exp(-M)*(exp(z1) + exp(z2))
cos(m*theta)*cos(n*theta) + sin(m*theta)*sin(n*theta) | cos((m - n)*theta)
exp(ln(w*(n - 1)/(1 - w)))/(exp(ln(w*(n - 1)/(1 - w))) + n - 1) | w
4*n^2*d/(8*n*d^2) | n/(2*d)
(2*h*d*n)/(2*g*d*n) | h/g
p1 - 1 + 0*x | -(1 - p1)
p1*(g1 - (p1*g1 + p2*g2)) | p1*g1 - p1^2*g1 - p1*p2*g2
d*h*(d/h)*3 + h*(d/h)*d | 4*d^2
sum_(n - i, i, 1, n) | n*(n - 1)/2
-sum_(1/n*ln(1/n), i, 1, n) | ln(n)
exp(-sum_(1/n*ln(1/n), i, 1, n)) | n
2*x + 4*y - 3 == 0 | y == -x/2 + 3/4
3*x + 1 == 0 | 6*x + 2 == 0
x == 2 | 2 == x
w == e^beta/(e^beta + n - 1) | beta == ln(w*(n - 1)/(1 - w))
s^2*d_k == 1 | s == 1/sqrt(d_k)
4*n^2*m == 8*n*m^2 | n == 2*m
x == ~2 | x^2 == 4
1/sqrt(d_k) | s == 1/sqrt(d_k)
Var(q*k) == d_k | d_k
1/inf | 0
exp(-inf) | 0
"""

DIFFERENT = """
x/sqrt(x^2) | 1
sqrt(x^2) | x
sqrt(d_k) | d_k
d_k^2 | d_k
sqrt(d_k) | d_k^2
1/d_k | 1/sqrt(d_k)
4*d^2 | 4*d^2 + 4*d
4*d^2 | 3*d^2
1/factorial(20) | 1/factorial(22)
1 - 1/e | 1 + 1/e
~2021 | 2021
2021 | ~2021
~x | ~y
4 | 4*sqrt(2)
(x + 1)^2 | x^2 + 1
(x + y)^3 | x^3 + y^3
sqrt(x^2 + y^2) | x + y
ln(T + s) | ln(T) + ln(s)
ln(T) | log2(T)
log10(T) | ln(T)
exp(x*y) | exp(x)*exp(y)
exp(x + y) | exp(x) + exp(y)
sin(x + y) | sin(x) + sin(y)
1/(x + y) | 1/x + 1/y
x/y | y/x
x - (y - z) | x - y - z
x^(2^3) | (x^2)^3
-x^2 | (-x)^2
x + 1/10^60 | x
x + exp(-140) | x
exp(-120) | 0
1/10^100 | 0
x + 1e-30*y | x
abs(x) | x
factorial(n) | n^n
max(x, y) | x
x^2 | x^3
sum_(i, i, 1, n) | n*(n - 1)/2
sum_(n - i, i, 1, n) | n*(n + 1)/2
E(q*k) | 1
E(q[i]*k[i]) | E(q[i]^2)*E(k[i]^2)
Var(q[i]*k[i]) | Var(q[i]) + Var(k[i])
Var(q[i]*k[i]) | 2
Var(q*k) | d_k^2
Var(q*k) | sqrt(d_k)
Var(q*k) | 1
Var(q*k/sqrt(d_k)) | d_k
Var(q*k/d_k) | 1
Var(gq*gk) | d_k*sq^2*sk^2
Var(gq*gk) | d_k*(sq^2 + sk^2)
Var(uq*uk) | d_k*a^4/144
Var(uq*uk) | a^2/12
Var(eq*ek) | d_k/144
Var(lq*lk) | d_k*b^4
Var(bq*bk) | d_k*p^2*(1 - p)^2
E(q*q) | 0
Var(q*q) | d_k
E((q*k)^4) | 3*d_k^2
Cov(q[1]*k[1], q[1]*k[2]) | 1
Cov(q[1]^2*k[1]^2, q[1]^2*k[2]^2) | 0
Var(sum_(v[j]/n, j, 1, n)) | s^2/sqrt(n)
Var(sum_(v[j]/n, j, 1, n)) | s^2
exp(z1 + c)/(exp(z1) + exp(z2) + c) | exp(z1)/(exp(z1) + exp(z2))
p*(1 + p) | p*(1 - p)
exp(z1)*exp(z2)/(exp(z1) + exp(z2))^2 | -exp(z1)*exp(z2)/(exp(z1) + exp(z2))^2
tanh(z1 - z2) | 1/(1 + e^(z2 - z1))
p1 | p1*(1 - p1) - p1*p2 - p1*p3
ln(1 + exp(z2 - z1)) | ln(exp(z1) + exp(z2))
beta*p*(1 - p)*(z1 - z2)^2 | -beta*p*(1 - p)*(z1 - z2)^2
norm(q)^2 + norm(k)^2 - q*k | norm(q - k)^2
exp(x/2)/(exp(x/2) + exp(y/2)) | exp(x)/(exp(x) + exp(y))
cos((m + n)*theta) | cos((m - n)*theta)
ln(w/(1 - w)) | ln(w*(n - 1)/(1 - w))
1/d_k | 1/sqrt(d_k) + 0*s
4*d | 2*d
g/h | h/g
p2 + p3 | -(p2 + p3)
p1*g1 | p1*(g1 - (p1*g1 + p2*g2))
ln(n) | n
log10(n) | ln(n)
Q*T(K) | K*T(Q)
Q*T(K) | Q*T(Q)
A*T(A) | T(A)*A
Q*W | 2*Q*W
V*T(V) | T(V)*V
q*k | q*q
q | k
[x, y] | [y, x]
(n, m) | (m, n)
3*x + 1 == 0 | 6*x + 1 == 0
x^2/4 + y^2/3 == 1 | x^2/16 + y^2/12 == 1
x == 1 | x^2 == 1
x == 2 | x == ~2
w == e^beta/(e^beta + n - 1) | beta == ln(w*n/(1 - w))
s == 1/d_k | s^2*d_k == 1
n == 4*d | 4*n^2*d == 8*n*d^2
y == 2*x + 1 | y == 2*x - 1
x | s == 1/sqrt(d_k)
inf | 1
inf | -inf
"""


def _rows(text: str) -> list[tuple[str, str]]:
    pairs = [line.split(" | ") for line in text.strip().splitlines()]
    return [(answer, expected) for answer, expected in pairs]


def _judged(answer: str, expected: str, seed: str = "7") -> Comparison:
    return compare(read(answer), read(expected), SYMBOLS, seed=seed)


@pytest.mark.parametrize(("answer", "expected"), _rows(EQUAL))
def test_what_is_equal_is_equal_both_ways(answer: str, expected: str) -> None:
    for seed in ("1", "another"):
        found = _judged(answer, expected, seed)
        assert found.result == "equal", found
        assert found.counterexample is None
    if "==" not in answer + expected:
        assert _judged(expected, answer).result == "equal"


@pytest.mark.parametrize(("answer", "expected"), _rows(DIFFERENT))
def test_what_differs_is_different_both_ways(answer: str, expected: str) -> None:
    for seed in ("1", "another"):
        found = _judged(answer, expected, seed)
        assert found.result == "different", found
        assert found.counterexample or found.message
    if "==" not in answer + expected:
        assert _judged(expected, answer).result == "different"


SAID = """
1/d_k | 1/sqrt(d_k) | at d_k = 4 yours gives 0.25, it should be 0.5
d_k^2 | d_k | at d_k = 4 yours gives 16, it should be 4
1 - 1/e | 1 + 1/e | yours gives 0.632121, it should be 1.36788
~2021 | 2021 | yours gives 2021 and -2021, it should be 2021
x | x + 1/10^60 | at x = 2 yours gives 2 but for a very small part
Var(q*k) | d_k^2 | at d_k = 2 yours gives 2, it should be 4
x == 1 | x == 2 | at x = 2 it should hold, yours does not
[x, 3] | [x, 4] | at x = 2 entry 2 of yours is 3, it should be 4
[[1, 2], [3, 4]] | [[1, 2], [5, 4]] | row 2, column 1 of yours is 3, it should be 5
"""


@pytest.mark.parametrize("line", SAID.strip().splitlines())
def test_a_counterexample_names_the_point_and_both_values(line: str) -> None:
    answer, expected, said = line.split(" | ")
    assert _judged(answer, expected).counterexample == said


UNDECIDED = """
Q*K | Q*T(K) | Q K: a matrix n × d_k times a matrix n × d_k is not defined
q + Q | q | a vector of d_k and a matrix n × d_k do not add
q | 1 | yours is a vector of d_k, it should be a number
1 | q | yours is a number, it should be a vector of d_k
Var(gq*gq) | d_k | it needs E[gq^4] of an entry; only the mean and variance of gq are given
E(1/q[1]) | 0 | moments are computed of polynomials only, and this divides by a random name
E(exp(q[1])) | 1 | moments are computed of polynomials only, and this has exp of a random name
Var(q) | 1 | Var is judged of numbers; this is of a vector or matrix
1/factorial(2004) | 1/factorial(2006) | it cannot be computed: the factorial of 2004 is too large
9**9**9 | 1 | it cannot be computed: a power in it is too large
exp(exp(exp(exp(9)))) | 1 | it cannot be computed: a power in it is too large
1/0 | 1 | yours is not defined, where the expected one is: it divides by zero
sqrt(-1) | 1 | yours is not defined, where the expected one is: it takes the root of a negative number
nothing + x | x | nothing is not declared
erfinv(x) | x | erfinv is not a function that is judged here
x | x + 1 == 2*x | an equation is asked for; yours has no =
s == d_k | d_k | only what stands on the right is asked for; give it alone
sum_(1, i, 1, 100000) | 1 | it cannot be computed: a sum in it has more than 500 terms
"""


@pytest.mark.parametrize("line", UNDECIDED.strip().splitlines())
def test_what_cannot_be_decided_says_why(line: str) -> None:
    answer, expected, said = line.split(" | ")
    found = _judged(answer, expected)
    assert found.result == "undecided"
    assert found.message.startswith(said)


def test_the_same_tree_is_equal_whatever_it_means() -> None:
    assert _judged("1/0", "1/0") == Comparison("equal", exact=True)
    assert _judged("9**9**9", "9**9**9").result == "equal"


def test_different_undefined_points_are_said_of_an_equal_answer() -> None:
    found = _judged("2*ln(x)", "ln(x^2)")
    assert found.result == "equal"
    assert "yours is not defined at x = -" in found.message
    assert _judged("ln(x^2)", "2*ln(x)").message.startswith("yours is defined at x = -")


def test_a_shape_that_is_off_is_told_by_the_declared_sizes() -> None:
    found = _judged("V*T(V)", "T(V)*V")
    assert found == Comparison(
        "different", message="yours is a matrix m × m, it should be a matrix d × d", exact=False
    )


def test_whether_it_was_exact_is_told() -> None:
    assert _judged("(x + 1)^2", "x^2 + 2*x + 1").exact
    assert _judged("Var(q*k)", "d_k").exact
    assert not _judged("exp(x)*exp(y)", "exp(x + y)").exact


def test_names_may_stand_for_expressions() -> None:
    weight = {f"p{i}": read(f"exp(z{i})/(exp(z1) + exp(z2) + exp(z3))") for i in (1, 2, 3)}
    zero = compare(read("p1*(1 - p1) - p1*p2 - p1*p3"), read("0"), SYMBOLS, seed="1", where=weight)
    assert zero.result == "equal"
    gradient = compare(read("p1 - 1"), read("-(p2 + p3)"), SYMBOLS, seed="1", where=weight)
    assert gradient.result == "equal"
    sign = compare(read("p1 - 1"), read("p2 + p3"), SYMBOLS, seed="1", where=weight)
    assert sign.result == "different"
    assert compare(read("c"), read("1"), SYMBOLS, seed="1", where={"c": read("c + 1")}).result == "undecided"


def test_a_random_name_may_be_defined_from_others() -> None:
    score = {"score": read("q*k/sqrt(d_k)")}
    assert compare(read("Var(score)"), read("1"), SYMBOLS, seed="1", where=score).result == "equal"
    assert compare(read("E(score^4)"), read("3 + 6/d_k"), SYMBOLS, seed="1", where=score).result == "equal"


def test_both_signs_are_tried_of_every_two_real_names() -> None:
    for seed in map(str, range(20)):
        assert _judged("sqrt(x*y)*sqrt(x*y)", "x*y", seed).result == "equal"
        assert _judged("abs(x)*y", "x*y", seed).result == "different"
        assert _judged("abs(x + y)", "abs(x) + abs(y)", seed).result == "different"


def test_a_short_range_is_tried_as_a_whole() -> None:
    bit = {"j": whole(0, 1)}
    assert compare(read("j^2"), read("j"), bit, seed="1").result == "equal"
    three = {"j": whole(0, 2)}
    assert compare(read("j^2"), read("j"), three, seed="1").result == "different"


def test_an_index_that_no_sum_binds_is_any_entry() -> None:
    declared = {**SYMBOLS, "i": whole(), "j": whole()}
    for symbols in (SYMBOLS, declared):
        for answer, expected, result in (
            ("E(q[i]*k[i])", "E(q[i])*E(k[i])", "equal"),
            ("E(q[i]^2*k[i]^2)", "1", "equal"),
            ("E(q[i]*q[j])", "0", "equal"),
            ("q[i]", "q[1]", "different"),
            ("q[i]*k[j]", "q[j]*k[i]", "different"),
        ):
            assert compare(read(answer), read(expected), symbols, seed="3").result == result, answer


def test_alternatives_are_a_set() -> None:
    one, other = read("x == 1"), read("x == -1")
    both = Alternatives((one, other))
    for answer in (Alternatives((other, one)), read("x == ~1"), read("x^2 == 1"), read("~1")):
        assert compare(answer, both, SYMBOLS, seed="1").result == "equal", answer
    for answer in (one, read("x == ~2"), read("1")):
        assert compare(answer, both, SYMBOLS, seed="1").result == "different", answer
    assert compare(Alternatives((read("1"), read("-1"))), read("~1"), SYMBOLS, seed="1").result == "equal"
    mixed = Alternatives((one, read("2")))
    assert compare(mixed, both, SYMBOLS, seed="1").message == "some of this are equations, and some are not"


def test_a_name_that_is_one_or_minus_one_has_the_square_one() -> None:
    assert _judged("rq[1]^2", "1").result == "equal"
    assert _judged("bq[1]^2", "bq[1]").result == "equal"
    assert _judged("q[1]^2", "1").result == "different"


def test_a_declaration_that_cannot_be_met_is_said() -> None:
    wrong = {"j": whole(3, 2), "w": vector("n/2"), "n": whole(), "big": matrix("10^6", "3"), "x": real()}
    assert compare(read("j"), read("1"), wrong, seed="1").message == "j is declared with an empty range"
    assert compare(read("big"), read("x"), wrong, seed="1").message == (
        "a size is declared that is too large to try"
    )


def test_the_same_seed_gives_the_same_judgement() -> None:
    first = [_judged(*pair) for pair in _rows(DIFFERENT)]
    assert [_judged(*pair) for pair in _rows(DIFFERENT)] == first


def test_threads_agree_with_one_thread() -> None:
    pairs = (_rows(EQUAL) + _rows(DIFFERENT))[:200]
    alone = [_judged(*pair) for pair in pairs]
    with ThreadPoolExecutor(8) as pool:
        assert list(pool.map(lambda pair: _judged(*pair), pairs)) == alone
