"""Generated pairs: an expression and an equal rewriting, or one with a change that truly matters.

All of this is apart from the package: expressions are nested tuples, and their values are computed here with
60 digits by the standard library, so that a fault of the judge cannot hide in its own arithmetic.
"""

from __future__ import annotations

import random
from collections.abc import Callable, Iterator
from dataclasses import dataclass
from decimal import Decimal, DecimalException, localcontext
from typing import Any

Tree = tuple[Any, ...]
"""("num", "3"), ("name", "x"), ("+", a, b, …), ("*", a, …), ("/", a, b), ("^", a, n), (function, a)."""

NAMES = {"x": "positive", "y": "positive", "n": "integer >= 1", "d_k": "integer >= 1", "p": "real in (0, 1)"}
SYMBOLS = "; ".join(f"{name}: {domain}" for name, domain in NAMES.items())
DIGITS = 60
POINTS = 6
APART = Decimal(10) ** -30


@dataclass(frozen=True, slots=True)
class Pair:
    """An answer, what was expected, and whether they are equal."""

    answer: str
    expected: str
    is_equal: bool


def pairs(count: int, seed: int) -> Iterator[Pair]:
    """Half equal, half different, in turn."""
    chance = random.Random(seed)
    made = 0
    while made < count:
        tree = positive(chance, 3)
        if made % 2 == 0:
            other = rewritten(chance, tree)
            for _ in range(chance.randrange(3)):
                other = rewritten(chance, other)
        else:
            other = mutated(chance, tree)
        if other == tree or len(text(chance, tree)) > 150 or len(text(chance, other)) > 250:
            continue
        verdict = differ(chance, tree, other)
        if verdict is None or verdict != (made % 2 == 1):
            continue
        yield Pair(text(chance, other), text(chance, tree), made % 2 == 0)
        made += 1


def positive(chance: random.Random, depth: int) -> Tree:
    """An expression that is above zero all over the box, so that roots and logarithms may be taken of it."""
    if depth == 0 or chance.random() < 0.15:
        return leaf(chance)
    below = depth - 1
    what = chance.choice(["+", "+", "*", "*", "/", "/", "^", "sqrt", "exp", "square", "ln"])
    match what:
        case "+" | "*":
            return (what, *(positive(chance, below) for _ in range(chance.choice([2, 2, 3]))))
        case "/":
            return ("/", positive(chance, below), positive(chance, below))
        case "^":
            return ("^", positive(chance, below), chance.choice([2, 3, -1, -2]))
        case "sqrt":
            return ("sqrt", positive(chance, below))
        case "exp":
            return ("exp", ("*", ("num", chance.choice(["-1", "2", "1/2"])), leaf(chance)))
        case "square":
            return ("^", ("-", positive(chance, below), leaf(chance)), 2)
        case _:
            return ("ln", ("+", ("num", "1"), positive(chance, below)))


def leaf(chance: random.Random) -> Tree:
    """A name or a small number."""
    if chance.random() < 0.65:
        return ("name", chance.choice(list(NAMES)))
    return ("num", chance.choice(["1", "2", "3", "4", "5", "7", "1/2", "2/3", "0.25", "10"]))


def rewritten(chance: random.Random, tree: Tree) -> Tree:
    """An equal expression: one rule of algebra at one random place."""
    return _somewhere(chance, tree, chance.choice(RULES))


def mutated(chance: random.Random, tree: Tree) -> Tree:
    """One random change, of the kind that learners make."""
    return _somewhere(chance, tree, chance.choice(CHANGES))


Change = Callable[[random.Random, Tree], Tree]


def _somewhere(chance: random.Random, tree: Tree, change: Change) -> Tree:
    places = [place for place in _places(tree, ()) if change(chance, _at(tree, place)) != _at(tree, place)]
    if not places:
        return tree
    place = chance.choice(places)
    return _put(tree, place, change(chance, _at(tree, place)))


def _places(tree: Tree, here: tuple[int, ...]) -> Iterator[tuple[int, ...]]:
    yield here
    for i, part in enumerate(tree):
        if isinstance(part, tuple):
            yield from _places(part, (*here, i))


def _at(tree: Tree, place: tuple[int, ...]) -> Tree:
    for i in place:
        tree = tree[i]
    return tree


def _put(tree: Tree, place: tuple[int, ...], new: Tree) -> Tree:
    if not place:
        return new
    i = place[0]
    return (*tree[:i], _put(tree[i], place[1:], new), *tree[i + 1 :])


def _commute(chance: random.Random, tree: Tree) -> Tree:
    return (tree[0], *tree[:0:-1]) if tree[0] in "+*" else tree


def _distribute(chance: random.Random, tree: Tree) -> Tree:
    if tree[0] == "*" and any(part[0] == "+" for part in tree[1:]):
        i = next(i for i, part in enumerate(tree) if i and part[0] == "+")
        rest = tree[1:i] + tree[i + 1 :]
        return ("+", *(("*", *rest, term) for term in tree[i][1:]))
    return tree


def _split_fraction(chance: random.Random, tree: Tree) -> Tree:
    if tree[0] == "/" and tree[1][0] == "+":
        return ("+", *(("/", term, tree[2]) for term in tree[1][1:]))
    return ("*", tree[1], ("^", tree[2], -1)) if tree[0] == "/" else tree


def _power(chance: random.Random, tree: Tree) -> Tree:
    if tree[0] == "^" and tree[2] == 2:
        return ("*", tree[1], tree[1])
    if tree[0] == "^" and tree[2] < 0:
        return ("/", ("num", "1"), ("^", tree[1], -tree[2]) if tree[2] < -1 else tree[1])
    return ("^", ("sqrt", tree), 2) if tree[0] == "name" else tree


def _root(chance: random.Random, tree: Tree) -> Tree:
    if tree[0] == "sqrt" and tree[1][0] in "*/":
        return (tree[1][0], *(("sqrt", part) for part in tree[1][1:]))
    return ("/", tree[1], tree) if tree[0] == "sqrt" else tree


def _logarithm(chance: random.Random, tree: Tree) -> Tree:
    if tree[0] == "ln":
        return ("/", ("ln", ("^", tree[1], 2)), ("num", "2"))
    return ("ln", ("exp", tree)) if tree[0] == "name" else tree


def _exponential(chance: random.Random, tree: Tree) -> Tree:
    if tree[0] == "exp":
        return ("^", ("exp", ("/", tree[1], ("num", "2"))), 2)
    return ("exp", ("ln", tree)) if tree[0] == "name" else tree


def _add_nothing(chance: random.Random, tree: Tree) -> Tree:
    extra = leaf(chance)
    return ("-", ("+", tree, extra), extra)


def _multiply_by_one(chance: random.Random, tree: Tree) -> Tree:
    extra = leaf(chance)
    return ("/", ("*", extra, tree), extra)


def _binomial(chance: random.Random, tree: Tree) -> Tree:
    if tree[0] == "^" and tree[2] == 2 and tree[1][0] == "-":
        a, b = tree[1][1:]
        return ("+", ("-", ("^", a, 2), ("*", ("num", "2"), a, b)), ("^", b, 2))
    return tree


RULES: list[Change] = [
    _commute, _distribute, _split_fraction, _power, _root, _logarithm, _exponential, _add_nothing,
    _multiply_by_one, _binomial,
]  # fmt: skip


def _other_number(chance: random.Random, tree: Tree) -> Tree:
    numbers = ["1", "2", "3", "4", "6", "1/2", "1/3"]
    return ("num", chance.choice([n for n in numbers if n != tree[1]])) if tree[0] == "num" else tree


def _other_name(chance: random.Random, tree: Tree) -> Tree:
    return ("name", chance.choice([n for n in NAMES if n != tree[1]])) if tree[0] == "name" else tree


def _drop(chance: random.Random, tree: Tree) -> Tree:
    if tree[0] in ("+", "*") and len(tree) > 2:
        kept = list(tree[1:])
        kept.pop(chance.randrange(len(kept)))
        return (tree[0], *kept) if len(kept) > 1 else kept[0]
    return tree


def _flip(chance: random.Random, tree: Tree) -> Tree:
    if tree[0] == "/":
        return ("/", tree[2], tree[1])
    if tree[0] == "-":
        return ("+", *tree[1:])
    return ("-", tree[1], tree[2]) if tree[0] == "+" and len(tree) == 3 else tree


def _other_power(chance: random.Random, tree: Tree) -> Tree:
    if tree[0] == "^":
        return ("^", tree[1], tree[2] + 1 if tree[2] + 1 else 1)
    if tree[0] == "sqrt":
        return tree[1]
    return ("^", tree, 2) if tree[0] == "name" else tree


def _a_little(chance: random.Random, tree: Tree) -> Tree:
    return ("+", tree, ("num", chance.choice(["0.001", "1/1000000", "10^-12"])))


def _a_sign(chance: random.Random, tree: Tree) -> Tree:
    return ("*", ("num", "-1"), tree)


CHANGES: list[Change] = [_other_number, _other_name, _drop, _flip, _other_power, _a_little, _a_sign]


def value(tree: Tree, point: dict[str, Decimal]) -> Decimal:
    """The value at a point, in the decimal context that is in force."""
    match tree:
        case ("num", str(digits)):
            over, _, under = digits.partition("/")
            if "^" in over:
                base, _, power = over.partition("^")
                return Decimal(base) ** int(power)
            return Decimal(over) / Decimal(under or 1)
        case ("name", str(name)):
            return point[name]
        case ("^", base, int(power)):
            return value(base, point) ** power
        case ("sqrt", of):
            return value(of, point).sqrt()
        case ("exp", of):
            return value(of, point).exp()
        case ("ln", of):
            return value(of, point).ln()
    first, *rest = (value(part, point) for part in tree[1:])
    for each in rest:
        match tree[0]:
            case "+":
                first += each
            case "-":
                first -= each
            case "*":
                first *= each
            case "/":
                first /= each
    return first


def differ(chance: random.Random, one: Tree, other: Tree) -> bool | None:
    """Whether the two differ at one of six random points; None if they cannot be computed at them all."""
    is_apart = False
    with localcontext() as context:
        context.prec = DIGITS
        for _ in range(POINTS):
            point = {
                name: Decimal(chance.randrange(1, 9))
                if domain.startswith("integer")
                else Decimal(chance.randrange(1, 997))
                / (Decimal(997) if "(0, 1)" in domain else Decimal(211))
                for name, domain in NAMES.items()
            }
            try:
                a, b = value(one, point), value(other, point)
            except (DecimalException, ArithmeticError):
                return None
            if not (a.is_finite() and b.is_finite()) or abs(a) > Decimal(10) ** 30:
                return None
            is_apart |= abs(a - b) > APART * max(abs(a), abs(b))
    return is_apart


def text(chance: random.Random, tree: Tree) -> str:
    """The expression as somebody might type it."""
    match tree:
        case ("num", str(digits)):
            return f"({digits})" if not digits.isdigit() else digits
        case ("name", str(name)):
            return name
        case ("^", base, int(power)):
            inner = _bracketed(chance, base)
            if power == 2 and chance.random() < 0.3:
                return f"{inner}²"
            sign = chance.choice(["^", "**"])
            return f"{inner}{sign}{power}" if power > 0 else f"{inner}{sign}({power})"
        case ("sqrt", of):
            return f"√({text(chance, of)})" if chance.random() < 0.2 else f"sqrt({text(chance, of)})"
        case ("exp", of):
            return f"e^({text(chance, of)})" if chance.random() < 0.4 else f"exp({text(chance, of)})"
        case ("ln", of):
            return f"{chance.choice(['ln', 'log'])}({text(chance, of)})"
        case ("/", over, under):
            return f"{_bracketed(chance, over)}/{_bracketed(chance, under)}"
        case ("*", *factors):
            signs = ["*", " * ", "·"]
            if all(factor[0] != "num" for factor in factors[1:]):
                signs.append(" ")  # a blank before a number is no product but a slip
            return chance.choice(signs).join(_bracketed(chance, factor) for factor in factors)
    sign = f" {tree[0]} " if chance.random() < 0.7 else tree[0]
    return sign.join(_bracketed(chance, part) for part in tree[1:])


def _bracketed(chance: random.Random, tree: Tree) -> str:
    inner = text(chance, tree)
    return inner if tree[0] in ("num", "name", "sqrt", "exp", "ln") and "^" not in inner else f"({inner})"
