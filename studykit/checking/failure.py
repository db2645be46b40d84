"""Why a tree has no value. Raised and caught inside this package; people see the reason."""

from __future__ import annotations


class NoValue(Exception):
    """The tree cannot be computed; `reason` is a clause for people."""

    def __init__(self, reason: str) -> None:
        super().__init__(reason)
        self.reason = reason


class Undefined(NoValue):
    """There is no real value at this point: division by zero, the root of a negative number."""


class NoEntry(Undefined):
    """An index beyond the size that a point happened to have."""


class NoFactorial(Undefined):
    """The factorial of a negative whole number: no hole that could be filled, but a number too few."""


class OutOfReach(NoValue):
    """There may be a value, but it is larger, or takes longer, than is computed here."""


class Misfit(NoValue):
    """Shapes or kinds do not go together; no point of the box can mend it."""


class Unsupported(NoValue):
    """It has a meaning that is not judged here, or a name that nobody declared."""
