"""Where two expressions differ, in words: `at d_k = 4 yours gives 0.25, it should be 0.5`."""

from __future__ import annotations

from collections.abc import Iterable, Mapping, Sequence
from decimal import Decimal, localcontext
from fractions import Fraction

from studykit.checking import tree
from studykit.checking.arithmetic import Scalar as Real
from studykit.checking.grid import Grid, Value
from studykit.checking.symbols import Scalar, Symbols
from studykit.checking.tree import Node
from studykit.checking.used_names import children

FIGURES = (6, 12, 25, 50)
"""Significant figures: as few as show that two values differ."""
LONGEST_PLACE = 120
MOST_ENTRIES = 9
_LARGEST_PLAIN, _SMALLEST_PLAIN = Decimal(10) ** 10, Decimal(10) ** -5


def place(point: Mapping[str, Value], shown: Iterable[str]) -> str:
    """`at d_k = 4, x = 2 `, or nothing; names of long values are left out where they would fill the line."""
    parts: list[str] = []
    left_out: list[str] = []
    for name in shown:
        if name not in point:
            continue
        text = f"{name} = {written(point[name])}"
        many = type(point[name]) is Grid and len(point[name].entries) > MOST_ENTRIES
        if many or sum(map(len, parts)) + len(text) > LONGEST_PLACE:
            left_out.append(name)
        else:
            parts.append(text)
    if left_out and not parts:
        return f"for some {' and '.join(left_out)} "
    return f"at {', '.join(parts)} " if parts else ""


def values(left: Sequence[Value], right: Sequence[Value]) -> str:
    """`yours gives 0.25, it should be 0.5`; of arrays, the first entry that is off."""
    a, b = left[0], right[0]
    if len(left) == len(right) == 1 and type(a) is Grid and type(b) is Grid:
        where = next((i for i, (x, y) in enumerate(zip(a.entries, b.entries, strict=True)) if x != y), 0)
        mine, wanted = apart([a.entries[where]], [b.entries[where]])
        return f"{entry_words(a.shape, where)} of yours is {mine}, it should be {wanted}"
    mine, wanted = apart(left, right)
    if mine == wanted:
        return f"yours gives {wanted} but for a very small part"
    return f"yours gives {mine}, it should be {wanted}"


def apart(left: Sequence[Value], right: Sequence[Value]) -> tuple[str, str]:
    """Both sides with so many figures that they look different."""
    mine = wanted = ""
    for figures in FIGURES:
        mine = " and ".join(written(value, figures) for value in left)
        wanted = " and ".join(written(value, figures) for value in right)
        if mine != wanted:
            break
    return mine, wanted


def entry_words(shape: tuple[int, ...], position: int) -> str:
    """`entry 2`, `row 2, column 1`."""
    if len(shape) == 1:
        return f"entry {position + 1}"
    return f"row {position // shape[1] + 1}, column {position % shape[1] + 1}"


def written(value: Value, figures: int = FIGURES[0]) -> str:
    """A number, a vector or a matrix as it could be typed."""
    if type(value) is not Grid:
        return _number(value, figures)
    texts = [_number(x, figures) for x in value.entries]
    if len(value.shape) == 1:
        return f"({', '.join(texts)})"
    width = value.shape[1]
    rows = [", ".join(texts[i : i + width]) for i in range(0, len(texts), width)]
    return f"[{'; '.join(rows)}]"


def shown_names(trees: Iterable[Node], symbols: Symbols, where: Mapping[str, Node]) -> tuple[str, ...]:
    """The names whose values a counter-example tells: all plain numbers, and what stands outside a moment.

    What a random name happened to be is of no account inside `E[ ]`. Names that stand for expressions are
    told by their own values, and what they are made of only where it is written as well.
    """
    outside: set[str] = set()
    waiting = list(trees)
    while waiting:
        node = waiting.pop()
        if isinstance(node, tree.Moment):
            continue
        if isinstance(node, tree.Symbol | tree.Indexed):
            outside.add(node.name)
        waiting.extend(children(node))
    named = [name for name in where if name in outside]
    plain = [name for name, of in symbols.items() if isinstance(of, Scalar) and of.distribution is None]
    if named:
        plain = [name for name in plain if name in outside and name not in where]
    others = [name for name in symbols if name not in plain and name not in where and name in outside]
    indices = sorted(outside - set(symbols) - set(where))
    return (*named, *plain, *others, *indices)


def _number(value: Real, figures: int) -> str:
    if type(value) is Fraction:
        if value.denominator == 1 and abs(value) < 10**15:
            return str(value.numerator)
        with localcontext() as context:
            context.prec = figures + 10
            decimal = Decimal(value.numerator) / Decimal(value.denominator)
        text = _decimal(decimal, figures)
        if Fraction(text) != value and value.denominator < 1000 and abs(value.numerator) < 10**6:
            return f"{value.numerator}/{value.denominator}"
        return text
    context = value.context
    if not context.isfinite(value):
        return "-∞" if value < 0 else "∞"
    if abs(context.mag(value)) > 10**5:
        return "a number too long to show"
    return _decimal(Decimal(context.nstr(value, figures + 5)), figures)


def _decimal(value: Decimal, figures: int) -> str:
    with localcontext() as context:
        context.prec = figures
        rounded = +value
    if not rounded:
        return "0"
    if _SMALLEST_PLAIN <= abs(rounded) < _LARGEST_PLAIN:
        text = f"{rounded:f}"
        return text.rstrip("0").rstrip(".") if "." in text else text
    mantissa, _, exponent = f"{rounded:e}".partition("e")
    if "." in mantissa:
        mantissa = mantissa.rstrip("0").rstrip(".")
    return f"{mantissa}e{int(exponent)}"
