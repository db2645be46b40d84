"""The lines of the course's derivations as a learner types them, and the wrong lines that are met."""

from __future__ import annotations

import pytest

from studykit.checking.declare import declare
from studykit.checking.equality import compare
from studykit.checking.parser import read

SYMBOLS = declare(
    "d_k: integer >= 1; d: integer >= 1; n: integer >= 2; i: integer >= 1; q: vector d_k of normal(0,1);"
    "k: vector d_k of normal(0,1); sigma_q: positive; sigma_k: positive; mu_q: real; mu_k: real;"
    "a: vector d of moments(mu_q, sigma_q^2); b: vector d of moments(mu_k, sigma_k^2);"
    "r: positive; u: vector d of uniform(-r, r); v: vector d of uniform(-r, r);"
    "p: real in (0, 1); s: positive; z1: real; z2: real; c: real; m: integer >= 1; theta: real;"
    "w: real in (0, 1); beta: real; x: vector n of moments(0, s^2)"
)

EQUAL = """
E[q·k] | 0
Σ_i E[q_i k_i] | E[q·k]
Σ_i E[q_i]E[k_i] | 0
E[q_i²k_i²] - 0 | Var(q_i k_i)
E[q_i^2] E[k_i^2] | 1·1
Σ_i Var(q_i k_i) | d_k
sum(Var(q_i k_i), i=1..d_k) | d_k·1
E[(Σ_i q_i k_i)²] − E[Σ_i q_i k_i]² | Var(q·k)
Var(q·k/√d_k) | 1
Var(q·k)/d_k | 1
d((σ_q²+μ_q²)(σ_k²+μ_k²)−μ_q²μ_k²) | Var(a·b)
d(σ_q²σ_k² + μ_q²σ_k² + μ_k²σ_q²) | Var(a·b)
(r²/3)² d | Var(u·v)
d r^4/9 | Var(u·v)
e^(z1+c)/(e^(z1+c)+e^(z2+c)) | e^z1/(e^z1+e^z2)
p − p² | p(1−p)
1/(1+e^(z2−z1)) | (1+tanh((z1−z2)/2))/2
z1 + ln(1+e^(z2−z1)) | ln(e^z1 + e^z2)
‖q‖² + ‖k‖² − 2 q·k | ‖q−k‖²
cos(m theta)cos(n theta) + sin(m theta) sin(n theta) | cos((m−n) theta)
s²d_k = 1 | s = 1/√d_k
β = ln(w(n−1)/(1−w)) | w = e^β/(e^β+n−1)
Σ_{i=1}^{n} (n−i) | n(n−1)/2
−Σ_{i=1}^{n} (1/n) ln(1/n) | ln n
exp(ln n) | n
E[q·q] | d_k
Var(q·q) | 2d_k
E[(q·k)^4] | 3d_k² + 6d_k
Cov(q_1 k_1, q_1 k_2) | 0
Cov(q_1² k_1², q_1² k_2²) | 2
Var(Σ_i x_i / n) | s²/n
"""

WRONG = """
E[q_i²]E[k_i²] | E[q_i k_i]
Var(q_i) + Var(k_i) | Var(q_i k_i)
√d_k | d_k
d_k² | d_k
√d_k | d_k²
d σ_q²σ_k² | Var(a·b)
r²/12 | Var(u·v)
e^(z1+c)/(e^z1+e^z2+c) | e^z1/(e^z1+e^z2)
p(1+p) | p(1−p)
tanh(z1−z2) | (1+tanh((z1−z2)/2))/2
ln(1+e^(z2−z1)) | ln(e^z1 + e^z2)
‖q‖² + ‖k‖² − q·k | ‖q−k‖²
cos((m+n) theta) | cos((m−n) theta)
s = 1/d_k | s²d_k = 1
β = ln(w/(1−w)) | w = e^β/(e^β+n−1)
n(n+1)/2 | Σ_{i=1}^{n} (n−i)
3d_k² | E[(q·k)^4]
s²/√n | Var(Σ_i x_i / n)
"""


def _read(text: str) -> object:
    reading = read(text, SYMBOLS)
    assert reading.tree is not None, (text, reading.error)
    return reading.tree


@pytest.mark.parametrize("line", EQUAL.strip().splitlines())
def test_each_line_follows_from_the_one_before(line: str) -> None:
    answer, expected = map(_read, line.split(" | "))
    assert compare(answer, expected, SYMBOLS, seed="1").result == "equal"


@pytest.mark.parametrize("line", WRONG.strip().splitlines())
def test_a_wrong_line_is_different(line: str) -> None:
    answer, expected = map(_read, line.split(" | "))
    found = compare(answer, expected, SYMBOLS, seed="1")
    assert (found.result, bool(found.counterexample)) == ("different", True)
