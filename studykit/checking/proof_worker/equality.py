"""Whether two trees are equal wherever both are defined."""

from __future__ import annotations

from collections.abc import Callable, Iterator
from typing import Any

import sympy

from studykit.checking import tree
from studykit.checking.proof_worker.names import is_endless, spread, symbol
from studykit.checking.proof_worker.objects import Objects
from studykit.checking.proof_worker.unprovable import Unprovable
from studykit.checking.proof_worker.words import Words, added, scaled
from studykit.checking.symbols import Scalar, Symbols
from studykit.checking.tree import Node

Answer = tuple[bool | None, str]

PROVED: Answer = (True, "proved")
DIFFERENT: Answer = (False, "not equal")
UNKNOWN: Answer = (None, "no proof was found")

SMALL = 1e-15
"""More than rounding at 30 digits leaves of a true zero, relative to the two sides."""

POINTS = 4


def compared(answer: Node, expected: Node, symbols: Symbols) -> Answer:
    """Proved, refuted or not known, with a message. Raises `Unprovable`, and whatever SymPy raises."""
    if signs := _signs(answer) + _signs(expected):
        return _both_signs(answer, expected, symbols) if signs == 2 else UNKNOWN
    match answer, expected:
        case (tree.Array(entries=ours), tree.Array(entries=theirs)) | (
            tree.Shape(sizes=ours),
            tree.Shape(sizes=theirs),
        ):
            return _each(ours, theirs, symbols)
        case tree.Equation(), tree.Equation():
            left, right = (tree.Sum((side.left, tree.Negative(side.right))) for side in (answer, expected))
            found = _values(left, right, symbols)
            return found if found is PROVED else _multiple(left, right, symbols)
    return _values(answer, expected, symbols)


def _each(ours: tuple[Node, ...], theirs: tuple[Node, ...], symbols: Symbols) -> Answer:
    if len(ours) != len(theirs):
        return DIFFERENT
    found = [compared(mine, yours, symbols) for mine, yours in zip(ours, theirs, strict=True)]
    if DIFFERENT in found:
        return DIFFERENT
    return PROVED if all(each is PROVED for each in found) else UNKNOWN


def _values(answer: Node, expected: Node, symbols: Symbols, plus: tuple[bool, bool] = (True, True)) -> Answer:
    """First with signs alone; then, where that is not enough, with the bounds of the names."""
    for made in (symbol, spread):
        left, right = _sides(answer, expected, symbols, made, plus)
        if isinstance(left, Words) or isinstance(right, Words):
            found = _matrices(left, right)
        else:
            found = _scalars(left, right, _endless(symbols) if made is symbol else set())
        if found is not UNKNOWN or all(_is_unbounded(each) for each in symbols.values()):
            return found
    return UNKNOWN


def _sides(
    answer: Node,
    expected: Node,
    symbols: Symbols,
    made: Callable[[str, Scalar], Any],
    plus: tuple[bool, bool],
) -> tuple[Any, Any]:
    """Both sides by one builder, which keeps their atoms together."""
    objects = Objects(symbols, made)
    return tuple(objects.sealed(side, plus=sign) for side, sign in zip((answer, expected), plus, strict=True))


def _scalars(left: Any, right: Any, endless: set[Any]) -> Answer:
    if any(side.has(sympy.oo, sympy.zoo, sympy.nan, -sympy.oo) for side in (left, right)):
        raise Unprovable("infinity is left to the other checks")
    difference = left - right
    if _agree(left, right) and _is_zero(difference):
        return PROVED
    if left.is_real and right.is_real and _is_surely_not_zero(difference, endless):
        return DIFFERENT
    return UNKNOWN


def _matrices(left: Any, right: Any) -> Answer:
    if not (isinstance(left, Words) and isinstance(right, Words)):
        raise Unprovable("a number and a matrix are compared")
    rest = added([left, scaled(right, sympy.Integer(-1))])
    none = sympy.Integer(0)
    proved = all(_agree(front, none) and _is_zero(front) for front in rest.terms.values())
    return PROVED if proved else UNKNOWN


def _is_zero(difference: Any) -> bool:
    """Whether SymPy can bring it to 0, trying what is quick first."""
    return any(form == 0 for form in _forms(difference))


def _forms(difference: Any) -> Iterator[Any]:
    yield difference
    yield sympy.expand(difference)
    yield _numerator(difference)
    yield _numerator(sympy.expand_log(difference))
    as_exponentials = difference.rewrite(sympy.exp)  # sin, cos, tanh and the like all become exp
    yield _numerator(as_exponentials)
    if difference.has(sympy.log) and difference.is_real:  # only of real numbers is exp one to one
        yield _numerator(sympy.exp(sympy.expand(difference)) - 1)
    if difference.has(sympy.Max, sympy.Min):
        yield _numerator(difference.rewrite(sympy.Abs))
    yield sympy.radsimp(sympy.together(difference))
    yield sympy.trigsimp(difference)
    yield sympy.simplify(difference)
    yield sympy.simplify(sympy.factor(as_exponentials))


def _numerator(expression: Any) -> Any:
    over, _ = sympy.fraction(sympy.together(sympy.powsimp(sympy.expand(expression))))
    return sympy.powsimp(sympy.expand(over))


def _agree(left: Any, right: Any) -> bool:
    """Whether the sides agree at a few points: it spares a search for what is not there, and it is a second
    opinion on what SymPy says, which has been wrong about powers of negative numbers."""
    names = _sorted(left.free_symbols | right.free_symbols)
    for turn in range(POINTS):
        point = {each: _at(each, place, turn) for place, each in enumerate(names)}
        a, b = (side.xreplace(point).evalf(30) for side in (left, right))
        if not all(value.is_Number and value.is_finite for value in (a, b)):
            continue  # not defined here, or not real: nothing is learnt
        if abs(a - b) > SMALL * max(abs(a), abs(b), 1):
            return False
    return True


def _sorted(symbols: set[Any]) -> list[Any]:
    return sorted(symbols, key=lambda each: each.name)


def _at(each: Any, place: int, turn: int) -> Any:
    """A value that its sign allows; without a sign, now positive and now negative."""
    whole, broken = sympy.Integer((place + turn) % 5 + 2), sympy.Rational(7 + 3 * place + turn, 5 + place)
    value = whole if each.is_integer else broken
    if each.is_nonnegative:
        return value
    return -value if each.is_nonpositive or (place + turn) % 2 else value


def _is_surely_not_zero(difference: Any, endless: set[Any]) -> bool:
    """A number that is not 0, or a ratio of polynomials that is not 0 in names with endlessly many values."""
    if not difference.free_symbols:
        return difference.is_zero is False
    if not difference.free_symbols <= endless:
        return False
    over, under = sympy.fraction(sympy.together(difference))
    names = _sorted(difference.free_symbols)
    if not (over.is_polynomial(*names) and under.is_polynomial(*names)):
        return False
    top, bottom = sympy.Poly(over, *names), sympy.Poly(under, *names)
    rational = top.domain in (sympy.ZZ, sympy.QQ) and bottom.domain in (sympy.ZZ, sympy.QQ)
    return bool(rational and not top.is_zero and not bottom.is_zero)


def _endless(symbols: Symbols) -> set[Any]:
    return {
        symbol(name, each) for name, each in symbols.items() if isinstance(each, Scalar) and is_endless(each)
    }


def _is_unbounded(declared: object) -> bool:
    """Whether the sign says all there is to know of it."""
    return not isinstance(declared, Scalar) or not ({declared.low, declared.high} - {None, 0})


def _multiple(left: Node, right: Node, symbols: Symbols) -> Answer:
    """Two equations say the same if their differences are one up to a factor that is never 0."""
    a, b = _sides(left, right, symbols, symbol, (True, True))
    if isinstance(a, Words) or isinstance(b, Words) or b == 0:
        return UNKNOWN
    ratio = sympy.cancel(sympy.together(a / b))
    return PROVED if ratio.is_real and ratio.is_nonzero and _is_zero(a - ratio * b) else UNKNOWN


def _both_signs(answer: Node, expected: Node, symbols: Symbols) -> Answer:
    """One `±` on each side: what plus gives and what minus gives are the same two values.

    With more of them it is not said which signs go together.
    """
    if _signs(answer) != _signs(expected):
        return UNKNOWN
    for swapped in (False, True):
        pairs = [_values(answer, expected, symbols, (sign, sign != swapped)) for sign in (True, False)]
        if all(each is PROVED for each in pairs):
            return PROVED
    return UNKNOWN


def _signs(node: object) -> int:
    """How many `±` a tree has."""
    names = getattr(type(node), "__match_args__", ())
    parts = node if isinstance(node, tuple) else [getattr(node, name) for name in names]
    return isinstance(node, tree.PlusMinus) + sum(_signs(part) for part in parts)
