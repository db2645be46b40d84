"""Polynomials in the entries of random names, and the arithmetic that carries them through a tree."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass
from fractions import Fraction

from studykit.checking.arithmetic import Arithmetic, Scalar
from studykit.checking.failure import OutOfReach, Unsupported

Entry = tuple[str | int, ...]
"""A random number: its name, then the indices of the entry, counted from 1."""
Monomial = tuple[tuple[Entry, int], ...]
"""Entries with their powers, sorted."""

MOST_TERMS = 3000
MOST_POWER = 12
MOST_PRODUCTS = 120_000
"""Multiplications of terms in one judgement."""


@dataclass(frozen=True, slots=True, eq=False)
class Polynomial:
    """Not constant: what has no random entry left is a plain number."""

    terms: Mapping[Monomial, Scalar]


def entry(name: str, *indices: int) -> Polynomial:
    """The polynomial that is one random entry."""
    return Polynomial({(((name, *indices), 1),): Fraction(1)})


class Algebra(Arithmetic):
    """`Arithmetic` that adds, multiplies and raises polynomials of random entries as well."""

    def __init__(self) -> None:
        super().__init__()
        self._products = 0

    def add(self, a: Scalar, b: Scalar) -> Scalar:
        """a + b."""
        if type(a) is not Polynomial and type(b) is not Polynomial:
            return super().add(a, b)
        terms = dict(_terms(a))
        for monomial, factor in _terms(b).items():
            terms[monomial] = super().add(terms[monomial], factor) if monomial in terms else factor
        return self._normal(terms)

    def negative(self, a: Scalar) -> Scalar:
        """-a."""
        if type(a) is not Polynomial:
            return super().negative(a)
        return Polynomial({monomial: -factor for monomial, factor in a.terms.items()})

    def multiply(self, a: Scalar, b: Scalar) -> Scalar:
        """a · b."""
        if type(a) is not Polynomial and type(b) is not Polynomial:
            return super().multiply(a, b)
        left, right = _terms(a), _terms(b)
        self._products += len(left) * len(right)
        if self._products > MOST_PRODUCTS:
            raise OutOfReach("a moment in it has too many terms")
        terms: dict[Monomial, Scalar] = {}
        for m, x in left.items():
            for n, y in right.items():
                monomial = _times(m, n)
                factor = super().multiply(x, y)
                terms[monomial] = super().add(terms[monomial], factor) if monomial in terms else factor
        return self._normal(terms)

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

    def _normal(self, terms: dict[Monomial, Scalar]) -> Scalar:
        kept = {monomial: factor for monomial, factor in terms.items() if factor != 0}
        if not kept:
            return Fraction(0)
        if len(kept) == 1 and () in kept:
            return kept[()]
        if len(kept) > MOST_TERMS:
            raise OutOfReach("a moment in it has too many terms")
        return Polynomial(kept)


def _plain(a: Scalar, name: str) -> Scalar:
    if type(a) is Polynomial:
        raise Unsupported(f"moments are computed of polynomials only, and this has {name} of a random name")
    return a


def _terms(a: Scalar) -> Mapping[Monomial, Scalar]:
    return a.terms if type(a) is Polynomial else {(): a}


def _times(m: Monomial, n: Monomial) -> Monomial:
    if not m or not n:
        return m or n
    powers = dict(m)
    for random, power in n:
        powers[random] = powers.get(random, 0) + power
    return tuple(sorted(powers.items()))
