"""The digits that were typed: `0.50` has two significant figures, and what was computed has none."""

from __future__ import annotations

from dataclasses import dataclass
from fractions import Fraction

from studykit.checking.tree import Negative, Node, Number


@dataclass(frozen=True, slots=True)
class Literal:
    """A decimal as it was typed, without its sign."""

    value: Fraction
    unit: Fraction
    """What one in the last typed digit is worth."""
    figures: int
    """Significant figures: `0.050` has two, `138*10^-3` three, `1500` four, `0.00` none."""

    @property
    def has_places(self) -> bool:
        """Whether digits stand behind the point."""
        return self.unit < 1


def literal(tree: Node) -> Literal | None:
    """The decimal that a tree is, or None if it is anything else, such as `1/3` or `sqrt(2)`."""
    number = tree.of if isinstance(tree, Negative) else tree
    if not isinstance(number, Number) or number.unit is None:
        return None
    digits = number.value / number.unit
    return Literal(number.value, number.unit, len(str(int(digits))) if digits else 0)
