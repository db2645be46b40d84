"""How big an answer may be, decided before anything of it is computed.

Every answer that passes can be echoed, compared and sampled without a bomb going off.
"""

from __future__ import annotations

import math
from collections.abc import Iterator
from dataclasses import fields
from fractions import Fraction
from typing import Final

from studykit.checking.read_error import Unreadable
from studykit.checking.tree import (
    BigSum,
    Call,
    Constant,
    Negative,
    Node,
    Number,
    Power,
    Product,
    Quotient,
    Sum,
)

MOST_CHARACTERS: Final = 400
MOST_NODES: Final = 300
MOST_DEPTH: Final = 60
MOST_DIGITS: Final = 40
MOST_POWER_OF_TEN: Final = 400
MOST_BITS: Final = 4096
"""Of a part without names, over or under the line; a power with a name may have an exponent up to it."""
MOST_FACTORIAL: Final = 512
MOST_TERMS: Final = 4096
"""Of sums with known limits, one inside another multiplied."""


def check_length(text: str) -> None:
    """Raises `Unreadable` if a text is too long to be looked at."""
    if len(text) > MOST_CHARACTERS:
        raise Unreadable(
            f"this has {len(text):,} characters; an answer may have {MOST_CHARACTERS}", MOST_CHARACTERS
        )


def check_number(value: Fraction, digits: int, position: int) -> None:
    """Raises `Unreadable` if a typed number has too many digits or is too large or too small."""
    if digits > MOST_DIGITS:
        raise Unreadable(f"this number has {digits} digits; {MOST_DIGITS} are enough", position)
    if not in_range(value):
        raise Unreadable(f"this number is beyond ten to the power of ±{MOST_POWER_OF_TEN}", position)


def in_range(value: Fraction) -> bool:
    """Whether the first digit of a number stands within the powers of ten that are read."""
    if not value:
        return True
    most: int = 10**MOST_POWER_OF_TEN
    return value.numerator < 10 * most * value.denominator and value.denominator <= most * value.numerator


def children(node: Node) -> Iterator[Node]:
    """The parts of a node that are nodes, in order."""
    for each in fields(node):
        part = getattr(node, each.name)
        if isinstance(part, tuple):
            yield from part
        elif not isinstance(part, (str, Fraction, type(None))):
            yield part


def check(tree: Node) -> None:
    """Raises `Unreadable` if a tree is too large or too deep, or a part of it too large a number."""
    count, level = 0, [tree]
    for depth in range(1, MOST_DEPTH + 2):
        count += len(level)
        if count > MOST_NODES:
            raise Unreadable(f"this has more than {MOST_NODES} parts", 0, "is there a shorter form?")
        level = [child for node in level for child in children(node)]
        if not level:
            break
        if depth == MOST_DEPTH:
            raise Unreadable(f"this is nested more than {MOST_DEPTH} deep", 0, "is there a shorter form?")
    _terms(tree, 1)
    _size(tree)


def _terms(node: Node, outer: int) -> None:
    if isinstance(node, BigSum):
        low, high = constant(node.low), constant(node.high)
        if low is not None and high is not None:
            outer *= max(1, math.ceil(high - low) + 1)
        if outer > MOST_TERMS:
            raise Unreadable(f"this sum has more than {MOST_TERMS:,} terms")
    for child in children(node):
        _terms(child, outer)


def constant(node: Node) -> Fraction | None:
    """The exact value of a tree of numbers, `+`, `-`, `·`, `/` and whole powers; None for any other.

    Raises `Unreadable` if the value would be larger than is computed here.
    """
    value = _size(node)
    return value if isinstance(value, Fraction) else None


def _size(node: Node) -> Fraction | float | None:
    """The exact value, or a rough one, of a part without names; None where names or arrays are in it."""
    if isinstance(node, Number):
        return node.value
    if isinstance(node, Constant):
        return {"pi": math.pi, "e": math.e, "inf": math.inf}[node.name]
    values = [_size(child) for child in children(node)]
    if isinstance(node, Power):
        return _power(values[0], values[1])
    known = [value for value in values if value is not None]
    if not known or len(known) < len(values):
        return _call(node, None) if isinstance(node, Call) else None
    if isinstance(node, Negative):
        return -known[0]
    if isinstance(node, Call):
        return _call(node, known[0])
    if isinstance(node, (Sum, Product)):
        return _joined(known, times=isinstance(node, Product))
    if isinstance(node, Quotient):
        if not known[1]:
            return None  # undefined: the judge says so
        if isinstance(known[1], float):
            return _float(known[0]) / known[1]
        return _joined([known[0], 1 / known[1]], times=True)
    return None


def _joined(values: list[Fraction | float], *, times: bool) -> Fraction | float:
    total = values[0]
    for value in values[1:]:
        if isinstance(total, Fraction) and isinstance(value, Fraction):
            total = total * value if times else total + value
            if _bits(total) > MOST_BITS:
                raise _too_large()
        else:
            left, right = _float(total), _float(value)
            total = left * right if times else left + right
    return total


def _power(base: Fraction | float | None, exponent: Fraction | float | None) -> Fraction | float | None:
    if exponent is None:
        return None
    if base is None:
        if abs(_float(exponent)) > MOST_BITS and math.isfinite(_float(exponent)):
            raise _too_large()
        return None
    if isinstance(base, Fraction) and isinstance(exponent, Fraction) and exponent.denominator == 1:
        if base in (0, 1, -1):
            return None if not base and exponent <= 0 else abs(base) if exponent % 2 == 0 else base
        if math.log2(max(abs(base.numerator), base.denominator)) * _float(abs(exponent)) > MOST_BITS:
            raise _too_large()
        return _whole_power(base, int(exponent))
    size, times = abs(_float(base)), _float(exponent)
    if not size or not math.isfinite(size) or not math.isfinite(times):
        return None
    if math.log2(size) * times > MOST_BITS:
        raise _too_large()
    return math.exp2(max(-1022.0, min(1022.0, math.log2(size) * times)))


def _whole_power(base: Fraction, exponent: int) -> Fraction:
    over: int = base.numerator ** abs(exponent)
    under: int = base.denominator ** abs(exponent)
    return Fraction(over, under) if exponent >= 0 else Fraction(under, over)


def _call(node: Call, value: Fraction | float | None) -> Fraction | float | None:
    if node.name == "factorial" and value is not None:
        if _float(value) > MOST_FACTORIAL:
            raise Unreadable(f"a factorial is taken of numbers up to {MOST_FACTORIAL}")
        if isinstance(value, Fraction) and value.denominator == 1 and value >= 0:
            return Fraction(math.factorial(int(value))) if value <= MOST_FACTORIAL else None
        return None
    if value is None:
        return None
    if node.name in ("exp", "sinh", "cosh"):
        return _power(math.e, value if node.name == "exp" else _size_of(value))
    if node.name in ("abs", "floor", "ceil"):
        return _size_of(value)
    return _rough(node.name, _float(value))


def _rough(name: str, value: float) -> float | None:
    if name == "sqrt":
        return math.sqrt(value) if value >= 0 else None
    if name in ("ln", "log"):
        return math.log(value) if value > 0 else None
    if name in ("sin", "cos", "tanh", "sigmoid", "sign"):
        return 1.0  # never larger
    return None


def _size_of(value: Fraction | float) -> Fraction | float:
    return -value if value < 0 else value


def _bits(value: Fraction) -> int:
    return max(value.numerator.bit_length(), value.denominator.bit_length())


def _float(value: Fraction | float) -> float:
    """A float of about the same size: beyond the reach of floats only that it is huge or tiny is kept."""
    if isinstance(value, float):
        return value
    if _bits(value) < 1000:
        return float(value)
    size = value.numerator.bit_length() - value.denominator.bit_length()
    return math.ldexp(1.0 if value > 0 else -1.0, max(-1000, min(1000, size)))


def _too_large() -> Unreadable:
    return Unreadable("a part of this is too large a number to compute", 0, "is there a simpler form?")
