"""The form of a line, beside its value."""

from __future__ import annotations

import pytest

from studykit.checking import forms, moment_forms
from studykit.checking.forms import Form
from tests.checking.written import read

FORMS: dict[str, Form] = {
    "no moments": moment_forms.NoMoments(),
    "no Var": moment_forms.NoMoments(("Var",)),
    "with E": moment_forms.WithMoments("E"),
    "sum of Var": moment_forms.SumOfMoments("Var"),
    "sum of E": moment_forms.SumOfMoments("E"),
    "sum of E E": moment_forms.SumOfMoments("E", 2),
    "split": moment_forms.SplitMoments(("q", "k")),
    "no sum": moment_forms.NoSumSign(),
    "with sum": moment_forms.WithSumSign(),
    "expanded": forms.Expanded(),
    "factored": forms.Factored(),
    "one fraction": forms.OneFraction(),
    "only d": forms.OnlyNames(("d",)),
    "with p": forms.WithNames(("p",)),
    "no exp": forms.NoFunctions(("exp", "ln")),
    "solved": forms.SolvedFor("s"),
    "short": forms.Short(3),
    "collected": forms.Collected(),
    "cancelled": forms.Cancelled(),
    "short brackets": forms.ShortBrackets(),
    "norms of names": forms.NormsOfNames(),
    "p twice": forms.Occurring("p", 2),
    "falling": forms.Falling("x"),
    "positive powers": forms.NoNegativePowers(),
    "step": forms.Progress(read("a*b + c")),
    "all": forms.AllOf((moment_forms.NoMoments(), moment_forms.NoSumSign())),
}

HAS = """
no moments | d*(a + b)
no Var | E(q^2)
with E | E(q*k) + 1
sum of Var | sum_(Var(q[i]*k[i]), i, 1, d)
sum of Var | Var(x) + Var(y)
sum of E | 2*E(x) - E(y)
sum of E E | sum_(E(q[i])*E(k[i]), i, 1, d)
split | sum_(E(q[i])*E(k[i]), i, 1, d)
no sum | n*(n - 1)/2
with sum | sum_(n - i, i, 1, n)
expanded | x^2 + 2*x*y + y^2
expanded | d*a^2/3
expanded | 1/(x + y)
factored | p*(1 - p)
factored | -(p*(1 - p))/2
one fraction | (a + b)/(c*d)
only d | 4*d^2
only d | sum_(d*i, i, 1, d)
with p | p - p^2
no exp | z1 + z2
solved | s == 1/sqrt(d)
short | d^2
collected | x^2 + 2*x
collected | 2*x + 2
collected | d*(1/9 - 1/16)
collected | d/2 + 1/(2*d)
cancelled | 2*a/(3*b)
cancelled | 4*d/2
cancelled | sqrt(2)/2
cancelled | sqrt(d)/d
cancelled | exp(x)/exp(y)
cancelled | (a + b)/(a - b)
short brackets | (x - y)^2
norms of names | norm(x)^2 - 2*x
p twice | p*(1 - p)
falling | x + ln(1 + exp(y - x))
positive powers | exp(2)/(exp(2) + n - 1)
all | d
"""

MISSES = """
no moments | d*E(q^2) | E[ ] is still in it: put its value in its place
no Var | Var(q) + E(q) | Var( ) is still in it: put its value in its place
with E | d | write this line with E[ ]
sum of Var | Var(q*k) | write it as a sum in which each term is Var( )
sum of Var | sum_(E(q[i]*k[i]), i, 1, d) | each term of the sum should be Var( )
sum of E E | sum_(E(q[i]*k[i]), i, 1, d) | each term of the sum should be a product of 2 E[ ]
split | E(q*k) | q and k still stand in one E[ ]: take them apart
no sum | sum_(n - i, i, 1, n) | the sum sign is still in it: work the sum out
with sum | d | write it as a sum over the entries, such as sum(f, i=1..n)
expanded | d*(a + b) | a product with a sum in brackets is left: multiply it out
expanded | (a + b)^2 | a power of a sum in brackets is left: multiply it out
factored | p - p^2 | it is still a sum: take out what its terms have in common
factored | (p - p^2)/2 | it is still a sum: take out what its terms have in common
one fraction | a/b + c/d | bring it into one fraction
only d | d*x | x should not be in it any more; write it with d
with p | 1 - x | write it with p
no exp | z1 + exp(z2) | exp is still in it: simplify it
no exp | e^z2 | a power of e is still in it: simplify it
solved | s^2*d == 1 | bring it into the form s = …
solved | s == s + 1 | s is still on the right: solve for it
norms of names | 2*x | write it with norms
collected | 3*d^2 + d^2 | two terms are alike: bring them together
collected | w/(w + 1 - w) | two terms are alike: bring them together
collected | d/2 - d | two terms are alike: bring them together
cancelled | (L*h)/(L*g) | something stands above and below the bar: cancel it
cancelled | -d^2/d | something stands above and below the bar: cancel it
step | c + b*a | this is the line before: take the next step
step | a*b + c + 0 | this is the line before: take the next step
step | -(-(a*b + 1*c)) | this is the line before: take the next step
all | sum_(d, i, 1, d) | the sum sign is still in it: work the sum out
"""


@pytest.mark.parametrize("line", HAS.strip().splitlines())
def test_a_line_that_has_the_form_misses_nothing(line: str) -> None:
    name, answer = line.split(" | ")
    assert FORMS[name].missing(read(answer)) is None


@pytest.mark.parametrize("line", MISSES.strip().splitlines())
def test_a_line_without_the_form_is_told_what_is_missing(line: str) -> None:
    name, answer, said = line.split(" | ")
    assert FORMS[name].missing(read(answer)) == said
