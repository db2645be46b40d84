"""What a line must look like that has expectations, variances, covariances or a sum sign in it."""

from __future__ import annotations

from dataclasses import dataclass

from studykit.checking import tree
from studykit.checking.arranged import free_names, without_sign
from studykit.checking.tree import Node
from studykit.checking.used_names import nodes


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
class MomentsOfEntries:
    """No moment is of a sum, or of one of these vectors as a whole."""

    vectors: tuple[str, ...]

    def missing(self, answer: Node) -> str | None:
        """That the moment is to be taken into the sum."""
        for node in nodes(answer):
            if isinstance(node, tree.Moment) and any(map(self._is_whole, nodes(node))):
                return f"a sum still stands inside of {_SIGNS[node.kind]}: take it into the sum"
        return None

    def _is_whole(self, node: Node) -> bool:
        return isinstance(node, tree.BigSum) or (isinstance(node, tree.Symbol) and node.name in self.vectors)


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
    """A `Σ` is written down, and not of zeros."""

    def missing(self, answer: Node) -> str | None:
        """That a sum is wanted."""
        sums = [node for node in nodes(answer) if isinstance(node, tree.BigSum)]
        if any(not isinstance(each.body, tree.Number) or each.body.value for each in sums):
            return None
        return "write it as a sum over the entries, such as sum(f, i=1..n)"


def _terms(node: Node) -> list[Node]:
    """The terms of a sum, through its signs and its sum signs."""
    node = without_sign(node)
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
    node = without_sign(node)
    if isinstance(node, tree.Product):
        return [factor for each in node.factors for factor in _factors(each)]
    if isinstance(node, tree.Quotient):
        return _factors(node.over)
    return [node]


_SIGNS = {"E": "E[ ]", "Var": "Var( )", "Cov": "Cov( )"}
