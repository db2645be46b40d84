"""Sums over an index, brought to one form.

The body is expanded, what does not hold the index goes in front, and what is left is one `Sum` a term with
an index named by how deep it nests. So `Σ_i (a x_i + 1)` and `a Σ_j x_j + n` become the same.
"""

from __future__ import annotations

from typing import Any

import sympy

from studykit.checking.proof_worker.names import OURS
from studykit.checking.proof_worker.unprovable import Unprovable

MOST_TERMS = 64
"""A sum of so many terms is written out."""
HIGHEST_DEGREE = 12
"""Of a polynomial in the index that gets its closed form."""


def index_symbol(low: Any) -> Any:
    """A fresh index that starts at `low`."""
    return sympy.Dummy("i", **_facts(low))


def big_sum(body: Any, index: Any, low: Any, high: Any) -> Any:
    """The sum of `body` for `index` from `low` to `high`, both included; nothing is 0."""
    if low.is_Integer and high.is_Integer and high - low < MOST_TERMS:
        return sympy.Add(
            *(body.xreplace({index: sympy.Integer(at)}) for at in range(int(low), int(high) + 1))
        )
    count = sympy.expand(high - low + 1)
    if not count.is_nonnegative:
        raise Unprovable("a sum may run backwards")  # SymPy would then subtract, and a reader adds nothing
    total = sympy.Integer(0)
    for term in sympy.Add.make_args(sympy.expand(body)):
        front, rest = term.as_independent(index, as_Add=False)
        total += front * (count if rest == 1 else _single(rest, index, low, high))
    return total


def _single(term: Any, index: Any, low: Any, high: Any) -> Any:
    if not term.has(sympy.Indexed, sympy.Sum) and (_is_low_power(term, index) or _is_geometric(term, index)):
        closed = sympy.Sum(term, (index, low, high)).doit()
        if not closed.has(sympy.Sum, sympy.Piecewise):
            return closed
    named = sympy.Symbol(f"{OURS}{_height(term)}", **_facts(low))
    return sympy.Sum(term.xreplace({index: named}), (named, low, high))


def _is_low_power(term: Any, index: Any) -> bool:
    return bool(term.is_polynomial(index) and sympy.degree(term, index) <= HIGHEST_DEGREE)


def _is_geometric(term: Any, index: Any) -> bool:
    """A power of a number; of a name, the closed form would not hold where the name is 1."""
    return bool(term.is_Pow and term.base.is_Rational and term.exp.is_polynomial(index))


def _height(term: Any) -> int:
    inner = [_height(each.function) for each in term.atoms(sympy.Sum)]
    return 1 + max(inner, default=0)


def _facts(low: Any) -> dict[str, bool]:
    facts = {"integer": True}
    if low.is_positive:
        facts["positive"] = True
    elif low.is_nonnegative:
        facts["nonnegative"] = True
    return facts
