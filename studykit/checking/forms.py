"""What a line of a derivation must look like, beside being equal: expanded, without E[ ], a number.

A form says what is missing in one sentence, or nothing. `Var(q·k)` is equal to `d_k`, but where the moments
were to be worked out it is not an answer. Forms look at the tree as it was written and compute nothing.
"""

from __future__ import annotations

from collections.abc import Iterable
from dataclasses import dataclass
from fractions import Fraction
from typing import Protocol

from studykit.checking import tree
from studykit.checking.tree import Node
from studykit.checking.used_names import children, nodes


class Form(Protocol):
    """A demand on how an answer is written."""

    def missing(self, answer: Node) -> str | None:
        """One sentence that says what is still to be done; None if the answer has this form."""
        ...


@dataclass(frozen=True, slots=True)
class AllOf:
    """Every one of several forms; the first that is missing is told."""

    forms: tuple[Form, ...]

    def missing(self, answer: Node) -> str | None:
        """What the first form that is not met misses."""
        return next((said for form in self.forms if (said := form.missing(answer)) is not None), None)


@dataclass(frozen=True, slots=True)
class AnyOf:
    """At least one of several forms; the first is what is asked for if none is met."""

    forms: tuple[Form, ...]

    def missing(self, answer: Node) -> str | None:
        """What the first form misses, if all miss something."""
        said = [form.missing(answer) for form in self.forms]
        return None if not said or None in said else said[0]


@dataclass(frozen=True, slots=True)
class NotYet:
    """The opposite of a form: the line must not be that far already."""

    form: Form
    said: str
    """What is to be written first, in one sentence."""

    def missing(self, answer: Node) -> str | None:
        """What is to be written first."""
        return self.said if self.form.missing(answer) is None else None


@dataclass(frozen=True, slots=True)
class OneBracket:
    """No two sums are multiplied with each other; one sum may have a common factor."""

    def missing(self, answer: Node) -> str | None:
        """Which brackets are to be multiplied out."""
        for node in nodes(answer):
            if isinstance(node, tree.Product) and sum(map(_is_bracket, node.factors)) > 1:
                return "two sums in brackets are still multiplied: multiply them out"
        return None


@dataclass(frozen=True, slots=True)
class NoMoments:
    """No expectation, variance or covariance is left, or none of those named."""

    kinds: tuple[str, ...] = ("E", "Var", "Cov")

    def missing(self, answer: Node) -> str | None:
        """Which moment is still there."""
        for node in nodes(answer):
            if isinstance(node, tree.Moment) and node.kind in self.kinds:
                return f"{_SIGNS[node.kind]} is still in it: put its value in its place"
        return None


@dataclass(frozen=True, slots=True)
class WithMoments:
    """A moment of this kind is written down."""

    kind: str = "E"

    def missing(self, answer: Node) -> str | None:
        """That the moment is wanted."""
        if any(isinstance(node, tree.Moment) and node.kind == self.kind for node in nodes(answer)):
            return None
        return f"write this line with {_SIGNS[self.kind]}"


@dataclass(frozen=True, slots=True)
class SumOfMoments:
    """A sum, by sign or term by term, in which every term is a product of this many moments.

    `Σ E[q_i k_i]` has one in each term, `Σ E[q_i] E[k_i]` has two. Plain factors may stand beside them.
    """

    kind: str = "E"
    moments: int = 1

    def missing(self, answer: Node) -> str | None:
        """What its terms should be."""
        each = (
            f"{_SIGNS[self.kind]}"
            if self.moments == 1
            else f"a product of {self.moments} {_SIGNS[self.kind]}"
        )
        terms = _terms(answer)
        if terms == [answer] and not isinstance(answer, tree.BigSum):
            return f"write it as a sum in which each term is {each}"
        for term in terms:
            found = [factor for factor in _factors(term) if isinstance(factor, tree.Moment)]
            if len(found) != self.moments or any(factor.kind != self.kind for factor in found):
                return f"each term of the sum should be {each}"
        return None


@dataclass(frozen=True, slots=True)
class JointMoment:
    """A moment of these names together is written down: it is not dropped because of what it is worth."""

    names: tuple[str, ...]

    def missing(self, answer: Node) -> str | None:
        """Which moment is wanted."""
        for node in nodes(answer):
            if isinstance(node, tree.Moment) and set(self.names) <= free_names(node):
                return None
        return f"write the mean of {' '.join(self.names)} down too, whatever it is worth"


@dataclass(frozen=True, slots=True)
class SplitMoments:
    """Each moment is of one random name only: products of independent names are taken apart."""

    names: tuple[str, ...]
    """The random names."""

    def missing(self, answer: Node) -> str | None:
        """Which names still stand together."""
        for node in nodes(answer):
            if isinstance(node, tree.Moment):
                inside = [name for name in self.names if name in free_names(node)]
                if len(inside) > 1:
                    return f"{' and '.join(inside)} still stand in one {_SIGNS[node.kind]}: take them apart"
        return None


@dataclass(frozen=True, slots=True)
class NoSumSign:
    """No `Σ` is left."""

    def missing(self, answer: Node) -> str | None:
        """That the sum is to be worked out."""
        if any(isinstance(node, tree.BigSum) for node in nodes(answer)):
            return "the sum sign is still in it: work the sum out"
        return None


@dataclass(frozen=True, slots=True)
class WithSumSign:
    """A `Σ` is written down."""

    def missing(self, answer: Node) -> str | None:
        """That a sum is wanted."""
        if any(isinstance(node, tree.BigSum) for node in nodes(answer)):
            return None
        return "write it as a sum over the entries, such as sum(f, i=1..n)"


@dataclass(frozen=True, slots=True)
class Expanded:
    """No product and no power of a sum is left."""

    def missing(self, answer: Node) -> str | None:
        """What is to be multiplied out."""
        for node in nodes(answer):
            if isinstance(node, tree.Product) and any(map(_is_bracket, node.factors)):
                return "a product with a sum in brackets is left: multiply it out"
            if isinstance(node, tree.Power) and _is_bracket(node.base) and _is_whole_power(node.exponent):
                return "a power of a sum in brackets is left: multiply it out"
        return None


@dataclass(frozen=True, slots=True)
class Factored:
    """A product, or a fraction of products, and not a sum."""

    def missing(self, answer: Node) -> str | None:
        """That common factors are to be taken out."""
        node = _without_sign(answer)
        while isinstance(node, tree.Quotient):
            node = _without_sign(node.over)
        if _is_sum(node):
            return "it is still a sum: take out what its terms have in common"
        return None


@dataclass(frozen=True, slots=True)
class OneFraction:
    """A single fraction: one bar, none above or below it."""

    def missing(self, answer: Node) -> str | None:
        """That the fractions are to be brought together."""
        node = _without_sign(answer)
        bars = sum(isinstance(below, tree.Quotient) for below in nodes(node))
        if isinstance(node, tree.Quotient) and bars == 1:
            return None
        return "bring it into one fraction"


@dataclass(frozen=True, slots=True)
class IsNumber:
    """A number that is worked out: `12`, `-1/3`, `0.5`."""

    def missing(self, answer: Node) -> str | None:
        """That a number is wanted."""
        node = _without_sign(answer)
        parts = (node.over, node.under) if isinstance(node, tree.Quotient) else (node,)
        if all(isinstance(_without_sign(part), tree.Number) for part in parts):
            return None
        names = sorted(free_names(answer))
        return f"a number is asked for, and {names[0]} is in it" if names else "work it out to one number"


@dataclass(frozen=True, slots=True)
class OnlyNames:
    """No other names than these."""

    names: tuple[str, ...]

    def missing(self, answer: Node) -> str | None:
        """Which name is too many."""
        others = sorted(free_names(answer) - set(self.names))
        if not others:
            return None
        wanted = ", ".join(sorted(self.names)) or "numbers"
        return f"{others[0]} should not be in it any more; write it with {wanted}"


@dataclass(frozen=True, slots=True)
class WithNames:
    """Each of these names is used."""

    names: tuple[str, ...]

    def missing(self, answer: Node) -> str | None:
        """Which name is wanted."""
        absent = [name for name in self.names if name not in free_names(answer)]
        return f"write it with {absent[0]}" if absent else None


@dataclass(frozen=True, slots=True)
class Occurring:
    """A name is written so many times."""

    name: str
    times: int

    def missing(self, answer: Node) -> str | None:
        """Whether there are too few or too many."""
        found = sum(node == tree.Symbol(self.name) for node in nodes(answer))
        if found == self.times:
            return None
        if found < self.times:
            return f"write every {self.name} first, {self.times} of them"
        return f"{self.name} is still in it {found} times: simplify it"


@dataclass(frozen=True, slots=True)
class NoFunctions:
    """None of these functions is called."""

    names: tuple[str, ...]

    def missing(self, answer: Node) -> str | None:
        """Which function is still there."""
        for node in nodes(answer):
            if isinstance(node, tree.Call) and node.name in self.names:
                return f"{node.name} is still in it: simplify it"
            if "exp" in self.names and isinstance(node, tree.Power) and node.base == tree.Constant("e"):
                return "a power of e is still in it: simplify it"
        return None


@dataclass(frozen=True, slots=True)
class SolvedFor:
    """`name = ...`, with the name on the left alone."""

    name: str
    in_exponent: bool = False
    """Whether `e^name` stands on the left."""

    def missing(self, answer: Node) -> str | None:
        """That the equation is to be solved."""
        name = tree.Symbol(self.name)
        left: tuple[Node, ...] = (name,)
        if self.in_exponent:
            left = tree.Power(tree.Constant("e"), name), tree.Call("exp", (name,))
        if not isinstance(answer, tree.Equation) or answer.left not in left:
            return f"bring it into the form {'e^' * self.in_exponent}{self.name} = …"
        if self.name in free_names(answer.right):
            return f"{self.name} is still on the right: solve for it"
        if any(isinstance(node, tree.PlusMinus) for node in nodes(answer.right)):
            return "± leaves two values: say which of them it is"
        return None


@dataclass(frozen=True, slots=True)
class ShortBrackets:
    """No sum has more terms than this: `(x - y)²` and not `x² - 2xy + y²`."""

    terms: int = 2

    def missing(self, answer: Node) -> str | None:
        """That a sum is to become a power or a product."""
        for node in nodes(answer):
            if isinstance(node, tree.Sum) and len(_flat(node, tree.Sum)) > self.terms:
                return f"a sum of more than {self.terms} terms is still in it: write it as a product"
        return None


@dataclass(frozen=True, slots=True)
class Collected:
    """No two terms of a sum are alike, so that nothing is left to cancel or to add."""

    def missing(self, answer: Node) -> str | None:
        """That terms are alike."""
        for node in nodes(answer):
            if isinstance(node, tree.Sum):
                terms = [repr(arranged(_without_sign(term))) for term in _flat(node, tree.Sum)]
                if len(set(terms)) < len(terms):
                    return "two terms are alike: bring them together"
        return None


@dataclass(frozen=True, slots=True)
class Short:
    """Worked out: the line has no more parts than this."""

    parts: int = 6

    def missing(self, answer: Node) -> str | None:
        """That it can be shorter."""
        return "it can be written shorter: work it out" if len(list(nodes(answer))) > self.parts else None


@dataclass(frozen=True, slots=True)
class NormsOfNames:
    """Norms are of single names, not of sums."""

    def missing(self, answer: Node) -> str | None:
        """Which norm is to be multiplied out."""
        for node in nodes(answer):
            is_norm = isinstance(node, tree.Call) and node.name == "norm"
            if is_norm and any(isinstance(below, tree.Sum) for below in nodes(node)):
                return "the norm of a sum is in it: multiply it out"
        return None


@dataclass(frozen=True, slots=True)
class NoSquaredDots:
    """No vector is multiplied with itself: that is written as a norm."""

    def missing(self, answer: Node) -> str | None:
        """Which product is to become a norm."""
        for node in nodes(answer):
            pair: tuple[Node, ...] = ()
            if isinstance(node, tree.Call) and node.name == "dot":
                pair = node.arguments
            elif isinstance(node, tree.Product):
                pair = node.factors
            if len(pair) == 2 and pair[0] == pair[1] and isinstance(pair[0], tree.Symbol):
                return f"{pair[0].name}·{pair[0].name} is still in it: write it as a norm"
        return None


@dataclass(frozen=True, slots=True)
class NoNegativePowers:
    """No power has a minus in its exponent."""

    def missing(self, answer: Node) -> str | None:
        """That such a power is still there."""
        for node in nodes(answer):
            exponent = node.exponent if isinstance(node, tree.Power) else _exponent(node)
            if isinstance(exponent, tree.Negative):
                return "a power with a minus is still in it: expand the fraction"
        return None


@dataclass(frozen=True, slots=True)
class Falling:
    """Powers of e with a difference in the exponent shrink as a name grows: `e^(y - x)` for the larger x."""

    name: str

    def missing(self, answer: Node) -> str | None:
        """Which power can overflow."""
        for node in nodes(answer):
            exponent = _exponent(node)
            is_gap = exponent is not None and isinstance(_without_sign(exponent), tree.Sum)
            if exponent is not None and is_gap and _grows(exponent, self.name):
                return f"a power in it grows with {self.name} and can overflow: take e^{self.name} out"
        return None


@dataclass(frozen=True, slots=True)
class Progress:
    """Something else than the line before, in whatever order that one is written."""

    before: Node

    def missing(self, answer: Node) -> str | None:
        """That it is the line before."""
        if arranged(answer) == arranged(self.before):
            return "this is the line before: take the next step"
        return None


def free_names(node: Node) -> frozenset[str]:
    """The names in a tree, without the indices that its sums bind and without free indices."""
    found: set[str] = set()
    waiting: list[tuple[Node, frozenset[str]]] = [(node, frozenset())]
    while waiting:
        latest, bound = waiting.pop()
        if isinstance(latest, tree.Symbol) and latest.name not in bound:
            found.add(latest.name)
        elif isinstance(latest, tree.Indexed):
            found.add(latest.name)
            continue
        elif isinstance(latest, tree.BigSum):
            waiting += [(latest.low, bound), (latest.high, bound), (latest.body, bound | {latest.index})]
            continue
        waiting += [(below, bound) for below in children(latest)]
    return frozenset(found)


def arranged(node: Node) -> tuple[object, ...]:
    """The tree as a key that does not depend on the order of terms and factors, or on how they are nested.

    What changes nothing is left out: a factor 1, a term 0, a minus before a minus, which side of `=` is left.
    It is for comparing only. The order of factors is not kept, so it tells nothing of matrices.
    """
    node = _bare(node)
    if isinstance(node, tree.Sum):
        return ("Sum", *_sorted(arranged(term) for term in _flat(node, tree.Sum)))
    if isinstance(node, tree.Product):
        return ("Product", *_sorted(arranged(factor) for factor in _flat(node, tree.Product)))
    if isinstance(node, tree.Equation):
        return ("Equation", *_sorted((arranged(node.left), arranged(node.right))))
    below = tuple(arranged(each) for each in children(node))
    match node:
        case tree.Number():
            return ("Number", str(node.value))
        case tree.Symbol() | tree.Constant() | tree.Call() | tree.Indexed():
            return (type(node).__name__, node.name, *below)
        case tree.Moment():
            return ("Moment", node.kind, *below)
        case tree.BigSum():
            return ("BigSum", node.index, *below)
    return (type(node).__name__, *below)


def _bare(node: Node) -> Node:
    """The node without factors of 1, terms of 0 and double minus signs around what counts."""
    while True:
        match node:
            case tree.Sum() | tree.Product():
                nothing = 0 if isinstance(node, tree.Sum) else 1
                kind = type(node)
                parts = tuple(each for each in _flat(node, kind) if not _is_number(each, nothing))
                if len(parts) != 1:
                    return kind(parts) if parts else tree.Number(Fraction(nothing))
                node = parts[0]
            case tree.Negative(of=tree.Negative(of=inner)):
                node = inner
            case tree.Quotient(over=over, under=under) if _is_number(under, 1):
                node = over
            case _:
                return node


def _is_number(node: Node, value: int) -> bool:
    return isinstance(node, tree.Number) and node.value == value


def _exponent(node: Node) -> Node | None:
    """What e is raised to in a node, if it is."""
    if isinstance(node, tree.Power) and node.base == tree.Constant("e"):
        return node.exponent
    return node.arguments[0] if isinstance(node, tree.Call) and node.name == "exp" else None


def _grows(node: Node, name: str) -> bool:
    """Whether the name stands in a term of a sum with a plus."""
    sign = True
    while isinstance(node, tree.Negative):
        node, sign = node.of, not sign
    if isinstance(node, tree.Sum):
        return any(_grows(term if sign else tree.Negative(term), name) for term in node.terms)
    return sign and name in free_names(node)


def _sorted(keys: Iterable[tuple[object, ...]]) -> list[tuple[object, ...]]:
    return sorted(keys, key=repr)


def _flat(node: Node, kind: type[tree.Sum] | type[tree.Product]) -> list[Node]:
    if not isinstance(node, kind):
        return [node]
    return [item for below in children(node) for item in _flat(below, kind)]


def _terms(node: Node) -> list[Node]:
    """The terms of a sum, through its signs and its sum signs."""
    node = _without_sign(node)
    if isinstance(node, tree.Sum):
        return [term for each in node.terms for term in _terms(each)]
    if isinstance(node, tree.BigSum):
        return _terms(node.body)
    if isinstance(node, tree.Product):
        sums = [factor for factor in node.factors if isinstance(factor, tree.BigSum)]
        others = [factor for factor in node.factors if not isinstance(factor, tree.BigSum)]
        plain = not any(isinstance(below, tree.Moment) for factor in others for below in nodes(factor))
        if len(sums) == 1 and plain:  # a plain factor may stand before the sign
            return _terms(sums[0])
    return [node]


def _factors(node: Node) -> list[Node]:
    node = _without_sign(node)
    if isinstance(node, tree.Product):
        return [factor for each in node.factors for factor in _factors(each)]
    if isinstance(node, tree.Quotient):
        return _factors(node.over)
    return [node]


def _without_sign(node: Node) -> Node:
    while isinstance(node, tree.Negative):
        node = node.of
    return node


def _is_sum(node: Node) -> bool:
    return isinstance(_without_sign(node), tree.Sum | tree.BigSum)


def _is_bracket(node: Node) -> bool:
    return isinstance(_without_sign(node), tree.Sum)


def _is_whole_power(node: Node) -> bool:
    return isinstance(node, tree.Number) and node.value.denominator == 1 and node.value > 1


_SIGNS = {"E": "E[ ]", "Var": "Var( )", "Cov": "Cov( )"}
