"""Common slips that need no exercise to be known: each computes what a learner who makes it would answer."""

from __future__ import annotations

from collections.abc import Callable, Iterator
from dataclasses import fields, replace
from fractions import Fraction
from typing import Any

from studykit.checking import arrays
from studykit.checking.diagnosis import Slip
from studykit.checking.figures import Literal
from studykit.checking.tree import (
    Array,
    Call,
    Constant,
    Negative,
    Node,
    Number,
    Product,
    Quotient,
    Shape,
)
from studykit.checking.values import number

PI = Fraction("3.14159265358979323846264338327950288419716939937510")
LN2 = Fraction("0.69314718055994530941723212145817656807550013436025")

FURTHEST_POWER = 6
"""Answers up to a million times too large or too small are looked at as slips of the point."""

NEAR = Fraction(1, 200)
"""Wrong by at most half a percent may come of rounding; different methods differ by more."""

_ANGLED = frozenset({"sin", "cos", "tan", "sec", "csc", "cot"})

SIGN = "the size is right and the sign is not"
RECIPROCAL = "this is one over the answer"
POWER_OF_TEN = "the digits are right and the point is not: it is off by a power of ten"
PERCENT = "this is off by a factor of 100: percent and fractions are mixed up"
LOG2 = "this is what base 2 gives; `ln` is the natural logarithm"
DEGREES = "this is what degrees give; angles are in radians"
TRANSPOSED = "rows and columns are exchanged"
ROUNDED = "close, but not rightly rounded: a result on the way may have been; keep more digits to the end"


def of_number(truth: Fraction, tree: Node) -> Iterator[Slip]:
    """The slips for one number; `tree` shows how the truth was written, if it holds more than the number."""
    if truth == 0:
        return
    yield Slip("sign", SIGN, (number(-truth),))
    yield Slip("reciprocal", RECIPROCAL, (number(1 / truth),))
    yield from _of_scale(lambda factor: number(truth * factor), abs(truth) <= 1)
    yield Slip("log2 for ln", LOG2, (number(truth / LN2), *_in_base_two(tree)))
    degrees = (number(truth * 180 / PI), number(truth * PI / 180))
    yield Slip("degrees", DEGREES, (*degrees, *_in_degrees(tree)))


def of_exact(truth: Fraction) -> Iterator[Slip]:
    """The slips for an integer or a fraction."""
    if truth == 0:
        return
    yield Slip("sign", SIGN, (number(-truth),))
    yield Slip("reciprocal", RECIPROCAL, (number(1 / truth),))
    yield from _of_scale(lambda factor: number(truth * factor), is_share=False)


def of_array(truth: Array) -> Iterator[Slip]:
    """The slips for a vector or a matrix as a whole."""
    turned = arrays.transposed(truth)
    if turned is not None:
        yield Slip("transposed", TRANSPOSED, (turned,))
    yield Slip("sign", SIGN, (arrays.mapped(truth, Negative),))
    yield Slip("reciprocal", RECIPROCAL, (arrays.mapped(truth, lambda cell: Quotient(ONE, cell)),))
    yield from _of_scale(
        lambda factor: arrays.mapped(truth, lambda cell: Product((number(factor), cell))), is_share=False
    )
    yield Slip("log2 for ln", LOG2, _in_base_two(truth))
    yield Slip("degrees", DEGREES, _in_degrees(truth))


def of_expression(truth: Node, has_matrices: bool) -> Iterator[Slip]:
    """The slips for an expression in declared names."""
    if has_matrices:
        yield Slip("transposed", TRANSPOSED, (Call("T", (truth,)),))
    else:
        yield Slip("reciprocal", RECIPROCAL, (Quotient(ONE, truth),))
    yield Slip("sign", SIGN, (Negative(truth),))
    yield Slip("log2 for ln", LOG2, _in_base_two(truth))
    yield Slip("degrees", DEGREES, _in_degrees(truth))


def of_shape(sizes: tuple[Node, ...]) -> Iterator[Slip]:
    """The slips for a shape."""
    if len(sizes) > 1 and sizes[::-1] != sizes:
        yield Slip("transposed", "the sizes are right and their order is not", (Shape(sizes[::-1]),))


def is_rounded_too_early(value: Fraction, typed: Literal | None, truth: Fraction) -> bool:
    """Whether a decimal of three figures or more is so near the truth that only rounding explains it.

    Not where the typed digits could have given the truth exactly: 1001 for 1000 is no rounding.
    """
    if typed is None or typed.figures < 3 or truth == 0 or value == truth:
        return False
    has_more_digits = (truth / typed.unit).denominator != 1
    return has_more_digits and abs(value - truth) <= NEAR * abs(truth)


ONE = Number(Fraction(1))


def _of_scale(scaled: Callable[[Fraction], Node], is_share: bool) -> Iterator[Slip]:
    """A slip of the point; two places are percent where the truth is a share of one."""
    powers = [power for power in range(-FURTHEST_POWER, FURTHEST_POWER + 1) if power]
    if is_share:
        powers = [power for power in powers if abs(power) != 2]
        yield Slip("percent", PERCENT, (scaled(Fraction(100)), scaled(Fraction(1, 100))))
    yield Slip("power of ten", POWER_OF_TEN, tuple(scaled(Fraction(10) ** power) for power in powers))


def _in_base_two(tree: Node) -> tuple[Node, ...]:
    """The tree with base 2 for every natural logarithm; nothing if it has none."""
    changed = _rebuilt(
        tree,
        lambda node: (
            Call("log2", node.arguments)
            if isinstance(node, Call) and node.name in ("ln", "log") and len(node.arguments) == 1
            else node
        ),
    )
    return () if changed == tree else (changed,)


def _in_degrees(tree: Node) -> tuple[Node, ...]:
    """The tree with every angle taken as degrees; nothing if it has none."""

    def turned(node: Node) -> Node:
        if not (isinstance(node, Call) and node.name in _ANGLED and len(node.arguments) == 1):
            return node
        angle = Quotient(Product((node.arguments[0], Constant("pi"))), Number(Fraction(180)))
        return Call(node.name, (angle,))

    changed = _rebuilt(tree, turned)
    return () if changed == tree else (changed,)


def _rebuilt(node: Node, change: Callable[[Node], Node]) -> Node:
    """The tree with `change` applied to every node, leaves first."""
    found: dict[str, Any] = {}
    for each in fields(node):
        value = getattr(node, each.name)
        if isinstance(value, tuple):
            found[each.name] = tuple(
                _rebuilt(part, change) if not isinstance(part, str) else part for part in value
            )
        elif not isinstance(value, str | Fraction):
            found[each.name] = _rebuilt(value, change)
    return change(replace(node, **found) if found else node)
