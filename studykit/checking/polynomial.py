"""Polynomials in the entries of random names, and the arithmetic that carries them through a tree.

A monomial is one integer: each entry has a field of ten bits that holds its power, so that monomials are
multiplied by adding them (Kronecker packing). Coefficients are plain integers for as long as they can be.
"""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from dataclasses import dataclass
from fractions import Fraction

from studykit.checking.arithmetic import MOST_BITS, Arithmetic, Scalar
from studykit.checking.failure import OutOfReach, Unsupported

Entry = tuple[str | int, ...]
"""A random number: its name, then the indices of the entry, counted from 1."""
Monomial = int

POWER_BITS = 10
MOST_DEGREE = 2**POWER_BITS - 1
"""No power may run over into the next field."""
MOST_TERMS = 3000
MOST_POWER = 12
PRODUCTS_A_STEP = 2
"""So many products of two terms count as one step."""


@dataclass(frozen=True, slots=True, eq=False)
class Polynomial:
    """Not constant: what has no random entry left is a plain number."""

    terms: Mapping[Monomial, Scalar]
    """Coefficients by monomial: `int`, `Fraction` or real."""
    degree: int


class Algebra(Arithmetic):
    """`Arithmetic` that adds, multiplies and raises polynomials of random entries as well."""

    def __init__(self) -> None:
        super().__init__()
        self._entries: dict[Entry, int] = {}

    def entry(self, name: str, *indices: int) -> Polynomial:
        """The polynomial that is one random entry."""
        field = self._entries.setdefault((name, *indices), len(self._entries))
        return Polynomial({1 << POWER_BITS * field: 1}, 1)

    def powers(self, monomial: Monomial) -> Iterator[tuple[str, int]]:
        """The names of the entries in a monomial, each with its power."""
        entries = list(self._entries)
        while monomial:
            field = ((monomial & -monomial).bit_length() - 1) // POWER_BITS
            power = monomial >> POWER_BITS * field & MOST_DEGREE
            yield str(entries[field][0]), power
            monomial ^= power << POWER_BITS * field

    def add(self, a: Scalar, b: Scalar) -> Scalar:
        """a + b."""
        if type(a) is not Polynomial and type(b) is not Polynomial:
            return super().add(a, b)
        terms = dict(_terms(a))
        for monomial, factor in _terms(b).items():
            terms[monomial] = self._plus(terms[monomial], factor) if monomial in terms else factor
        return self._normal(terms, max(_degree(a), _degree(b)))

    def negative(self, a: Scalar) -> Scalar:
        """-a."""
        if type(a) is not Polynomial:
            return super().negative(a)
        return Polynomial({monomial: -factor for monomial, factor in a.terms.items()}, a.degree)

    def multiply(self, a: Scalar, b: Scalar) -> Scalar:
        """a · b."""
        if type(a) is not Polynomial and type(b) is not Polynomial:
            return super().multiply(a, b)
        left, right = _terms(a), _terms(b)
        self.spend(1 + len(left) * len(right) // PRODUCTS_A_STEP)
        terms: dict[Monomial, Scalar] = {}
        for m, x in left.items():
            for n, y in right.items():
                factor = x * y if type(x) is type(y) is int else self._product(x, y)
                monomial = m + n
                terms[monomial] = self._plus(terms[monomial], factor) if monomial in terms else factor
        return self._normal(terms, _degree(a) + _degree(b))

    def divide(self, a: Scalar, b: Scalar) -> Scalar:
        """a / b; b must not be random."""
        if type(b) is Polynomial:
            raise Unsupported("moments are computed of polynomials only, and this divides by a random name")
        if type(a) is not Polynomial:
            return super().divide(a, b)
        return self.multiply(a, super().divide(Fraction(1), b))

    def power(self, a: Scalar, b: Scalar) -> Scalar:
        """a to the b; of a random base, a whole power up to 12."""
        if type(b) is Polynomial:
            raise Unsupported("moments are computed of polynomials only, and this has a random exponent")
        if type(a) is not Polynomial:
            return super().power(a, b)
        exponent = self.whole(b)
        if exponent is None or exponent < 0:
            raise Unsupported("moments are computed of polynomials only, and this power is no whole number")
        if exponent > MOST_POWER:
            raise OutOfReach(f"moments are computed up to the power {MOST_POWER}")
        result: Scalar = Fraction(1)
        for bit in f"{exponent:b}":
            result = self.multiply(result, result)
            if bit == "1":
                result = self.multiply(result, a)
        return result

    def root(self, a: Scalar) -> Scalar:
        """The square root of a plain number."""
        return super().root(_plain(a, "sqrt"))

    def exp(self, a: Scalar) -> Scalar:
        """e to a plain number."""
        return super().exp(_plain(a, "exp"))

    def ln(self, a: Scalar) -> Scalar:
        """The natural logarithm of a plain number."""
        return super().ln(_plain(a, "ln"))

    def factorial(self, a: Scalar) -> Scalar:
        """The factorial of a plain number."""
        return super().factorial(_plain(a, "factorial"))

    def elementary(self, name: str, a: Scalar) -> Scalar:
        """A function of a plain number."""
        return super().elementary(name, _plain(a, name))

    def magnitude(self, a: Scalar) -> Scalar:
        """The absolute value of a plain number."""
        return super().magnitude(_plain(a, "abs"))

    def floor(self, a: Scalar) -> Scalar:
        """The floor of a plain number."""
        return super().floor(_plain(a, "floor"))

    def whole(self, a: Scalar) -> int | None:
        """The value as an `int`, if it is whole and not random."""
        return None if type(a) is Polynomial else super().whole(a)

    def less(self, a: Scalar, b: Scalar) -> bool:
        """a < b, of plain numbers."""
        return super().less(_plain(a, "max"), _plain(b, "max"))

    def _plus(self, x: Scalar, y: Scalar) -> Scalar:
        return x + y if type(x) is type(y) is int else super().add(_exact(x), _exact(y))

    def _product(self, x: Scalar, y: Scalar) -> Scalar:
        return super().multiply(_exact(x), _exact(y))

    def _normal(self, terms: dict[Monomial, Scalar], degree: int) -> Scalar:
        kept = {monomial: factor for monomial, factor in terms.items() if factor != 0}
        if not kept:
            return Fraction(0)
        if len(kept) == 1 and 0 in kept:
            return super().add(_exact(kept[0]), Fraction(0))
        if len(kept) > MOST_TERMS or degree > MOST_DEGREE:
            raise OutOfReach("a moment in it has too many terms")
        if any(type(factor) is int and factor.bit_length() > MOST_BITS for factor in kept.values()):
            raise OutOfReach("a number in it is too large")
        return Polynomial(kept, degree)


def _plain(a: Scalar, name: str) -> Scalar:
    if type(a) is Polynomial:
        raise Unsupported(f"moments are computed of polynomials only, and this has {name} of a random name")
    return a


def _terms(a: Scalar) -> Mapping[Monomial, Scalar]:
    if type(a) is Polynomial:
        return a.terms
    return {0: a.numerator if type(a) is Fraction and a.denominator == 1 else a}


def _degree(a: Scalar) -> int:
    return a.degree if type(a) is Polynomial else 0


def _exact(factor: Scalar) -> Scalar:
    return Fraction(factor) if type(factor) is int else factor
