"""What a line of a derivation must look like, beside being equal: expanded, without E[ ], a number.

A form says what is missing in one sentence, or nothing. `Var(q·k)` is equal to `d_k`, but where the moments
were to be worked out it is not an answer. Forms look at the tree as it was written and compute nothing.
"""

from __future__ import annotations

from collections.abc import Iterable
from dataclasses import dataclass
from typing import Protocol

from studykit.checking import tree
from studykit.checking.arranged import arranged, flat, free_names, without_numbers, without_sign
from studykit.checking.tree import Node
from studykit.checking.used_names import nodes


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
        node = without_sign(answer)
        while isinstance(node, tree.Quotient):
            node = without_sign(node.over)
        if _is_sum(node):
            return "it is still a sum: take out what its terms have in common"
        return None


@dataclass(frozen=True, slots=True)
class OneFraction:
    """A single fraction: one bar, none above or below it."""

    def missing(self, answer: Node) -> str | None:
        """That the fractions are to be brought together."""
        node = without_sign(answer)
        bars = sum(isinstance(below, tree.Quotient) for below in nodes(node))
        if isinstance(node, tree.Quotient) and bars == 1:
            return None
        return "bring it into one fraction"


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
            if isinstance(node, tree.Sum) and len(flat(node, tree.Sum)) > self.terms:
                return f"a sum of more than {self.terms} terms is still in it: write it as a product"
        return None


@dataclass(frozen=True, slots=True)
class Collected:
    """No two terms of a sum with names differ by a number alone; sums of plain numbers may stand."""

    def missing(self, answer: Node) -> str | None:
        """That terms are alike."""
        for node in nodes(answer):
            if isinstance(node, tree.Sum):
                named = [term for term in flat(node, tree.Sum) if free_names(term)]
                if len({repr(without_numbers(term)) for term in named}) < len(named):
                    return "two terms are alike: bring them together"
        return None


@dataclass(frozen=True, slots=True)
class Cancelled:
    """No name stands as a factor above and below a bar."""

    def missing(self, answer: Node) -> str | None:
        """What is to be cancelled."""
        for node in nodes(answer):
            if not isinstance(node, tree.Quotient):
                continue
            over, under = (flat(without_sign(part), tree.Product) for part in (node.over, node.under))
            if _bases(over) & _bases(under):
                return "something stands above and below the bar: cancel it"
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
    """There are norms, and they are of single names, not of sums."""

    def missing(self, answer: Node) -> str | None:
        """That norms are wanted, or which is to be multiplied out."""
        norms = [node for node in nodes(answer) if isinstance(node, tree.Call) and node.name == "norm"]
        if any(isinstance(below, tree.Sum) for norm in norms for below in nodes(norm)):
            return "the norm of a sum is in it: multiply it out"
        return None if norms else "write it with norms"


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
    only_gaps: bool = False
    """Whether powers of e without a difference, such as `e^x`, are too many as well."""

    def missing(self, answer: Node) -> str | None:
        """Which power can overflow."""
        for node in nodes(answer):
            exponent = _exponent(node)
            if exponent is None:
                continue
            is_gap = isinstance(without_sign(exponent), tree.Sum)
            if is_gap and _grows(exponent, self.name):
                return f"a power in it grows with {self.name} and can overflow: take e^{self.name} out"
            if self.only_gaps and not is_gap and free_names(exponent):
                return "a power in it can overflow: leave only those with a difference in the exponent"
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


def _bases(factors: Iterable[Node]) -> set[str]:
    """The factors, each without the whole power that it is raised to, and without numbers."""
    bare = (
        each.base if isinstance(each, tree.Power) and _is_whole_power(each.exponent) else each
        for each in factors
    )
    return {repr(arranged(each)) for each in bare if not isinstance(each, tree.Number)}


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


def _is_sum(node: Node) -> bool:
    return isinstance(without_sign(node), tree.Sum | tree.BigSum)


def _is_bracket(node: Node) -> bool:
    return isinstance(without_sign(node), tree.Sum)


def _is_whole_power(node: Node) -> bool:
    return isinstance(node, tree.Number) and node.value.denominator == 1 and node.value > 1
