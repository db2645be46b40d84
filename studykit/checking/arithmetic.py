"""Numbers as they are computed with: exact fractions for as long as possible, then mpmath reals.

Everything is real. What has no real value raises `Undefined`; what would grow without bound raises
`OutOfReach` before it is computed, so that no single operation takes long.
"""

from __future__ import annotations

from fractions import Fraction
from functools import lru_cache
from math import factorial, isqrt
from threading import Lock
from typing import Any

from studykit.checking.failure import NoFactorial, OutOfReach, Undefined

Scalar = Any
"""A `Fraction` (exact), an mpmath real (rounded), or a `Polynomial` of random entries (inside a moment)."""

DIGITS = 50
MORE_DIGITS = 110
"""Digits of a recheck: a difference that is truly zero shrinks, any other stays."""
MOST_DIGITS = 1500
"""No number is computed with more."""

MOST_BITS = 4096
"""An exact number may have this many bits; a larger one goes on rounded."""
MOST_MAGNITUDE = 20
"""Exponents reach 2 to this power: e^x is computed while |x| is below about a million."""
MOST_TURNS = 64
"""Angles reach 2 to this power, beyond it their reduction would cost too much."""
MOST_FACTORIAL = 512
DEAR_DIGITS = 50
"""A step with so many digits counts as one, with twice as many as two."""
MOST_WORK = 60_000
"""Steps of one judgement, a third of a second at most: nodes visited, functions and products weighed."""

_CONSTANT_BITS = 6000
_LAST_BITS = 16
_opening = Lock()


@lru_cache(maxsize=1)
def _mpmath() -> Any:
    """mpmath with its constants computed once for all precisions that are used here.

    A context of its own is not all that a thread needs: the constants are remembered for the whole
    process, value first and precision after it, and a thread that reads between the two is given a wrong
    one. They are never computed again once they have more bits than anybody asks for.
    """
    import mpmath  # 36 ms, and only when a number is not a fraction

    libmp = mpmath.libmp
    for constant in (libmp.pi_fixed, libmp.ln2_fixed, libmp.ln10_fixed, libmp.e_fixed):
        constant(_CONSTANT_BITS)
    return mpmath


class Arithmetic:
    """One judgement's own arithmetic; never shared between threads."""

    def __init__(self) -> None:
        self._context: Any = None
        self._digits = DIGITS
        self.exact = True
        """Whether nothing was rounded so far."""
        self.spread = 0
        """So many bits apart were two numbers that were added: with fewer bits the smaller one is lost."""
        self.noise = -(10**9)
        """Where two numbers cancelled to the last digit, what is left of them is below 2 to this power."""
        self._work = 0

    @property
    def is_spent(self) -> bool:
        """Whether the judgement has taken all the steps it may."""
        return self._work > MOST_WORK

    def spend(self, steps: int) -> None:
        """Counts steps, those with many digits as several. Raises `OutOfReach` once there are too many."""
        self._work += steps * max(1, self._digits // DEAR_DIGITS)
        if self._work > MOST_WORK:
            raise OutOfReach("it takes too many steps")

    @property
    def context(self) -> Any:
        """The mpmath context of this judgement, made when the first number is rounded."""
        if self._context is None:
            with _opening:
                self._context = _mpmath().MPContext()
            self._context.dps = self._digits
        return self._context

    def use_digits(self, digits: int) -> None:
        """Rounds to so many digits from now on."""
        self._digits = digits
        if self._context is not None:
            self._context.dps = digits

    def real(self, a: Scalar) -> Any:
        """The number rounded to an mpmath real."""
        if type(a) is Fraction:
            self.exact = False
            return self.context.mpf(a.numerator) / a.denominator
        return a

    def constant(self, name: str) -> Scalar:
        """`pi`, `e` or `inf`, rounded."""
        self.exact = False
        return +getattr(self.context, name)

    def add(self, a: Scalar, b: Scalar) -> Scalar:
        """a + b."""
        if type(a) is Fraction and type(b) is Fraction:
            return self._kept(a + b)
        x, y = self.real(a), self.real(b)
        _, m, p, m_bits = x._mpf_
        _, n, q, n_bits = y._mpf_
        total = x + y
        if m and n:
            mag = p + m_bits
            self.needs(abs(mag - q - n_bits))
            _, k, r, k_bits = total._mpf_
            if not k or r + k_bits < mag - self.context.prec + _LAST_BITS:
                self.noise = max(self.noise, mag - self.context.prec)
        return self._sound(total)

    def needs(self, bits: int) -> None:
        """Notes that with fewer bits than these something vanishes from a sum, or from a function."""
        self.spread = max(self.spread, bits)

    def negative(self, a: Scalar) -> Scalar:
        """-a."""
        return -a

    def multiply(self, a: Scalar, b: Scalar) -> Scalar:
        """a · b."""
        if type(a) is Fraction and type(b) is Fraction:
            return self._kept(a * b)
        return self._sound(self.real(a) * self.real(b))

    def divide(self, a: Scalar, b: Scalar) -> Scalar:
        """a / b. Raises `Undefined` for b = 0."""
        if b == 0:
            raise Undefined("it divides by zero")
        if type(a) is Fraction and type(b) is Fraction:
            return self._kept(a / b)
        return self._sound(self.real(a) / self.real(b))

    def power(self, a: Scalar, b: Scalar) -> Scalar:
        """a to the b, for real values: a negative base needs a whole exponent."""
        whole = type(b) is Fraction and b.denominator == 1
        if a == 0 and b <= 0:
            raise Undefined("it takes 0 to the power 0" if b == 0 else "it divides by zero")
        if type(a) is Fraction and whole:
            exponent = b.numerator
            if a in (0, 1) or exponent == 0:
                return a if exponent else Fraction(1)
            if a == -1:
                return a if exponent % 2 else Fraction(1)
            if _bits(a) * abs(exponent) <= MOST_BITS:
                return a**exponent
        elif a < 0 and not whole:
            raise Undefined("it takes a root of a negative number")
        elif type(a) is Fraction and type(b) is Fraction and b.denominator == 2:
            root = self._exact_root(a)
            if root is not None:
                return self.power(root, Fraction(b.numerator))
        base, exponent = self.real(a), self.real(b)
        if base == 0:
            return base
        mag = self.context.mag
        if self.context.isfinite(base) and self.context.isfinite(exponent):
            size = abs(exponent) * (abs(mag(base)) + 1)
            if size > 2**MOST_MAGNITUDE:
                raise OutOfReach("a power in it is too large")
            if exponent:
                self.needs(-mag(exponent))  # close to 1 for a small exponent
            return self._sound(self.context.power(base, int(b) if whole else exponent))
        return self._sound(base**exponent)

    def root(self, a: Scalar) -> Scalar:
        """The square root, exact if it is a fraction."""
        if a < 0:
            raise Undefined("it takes the root of a negative number")
        if type(a) is Fraction:
            root = self._exact_root(a)
            if root is not None:
                return root
        return self.context.sqrt(self.real(a))

    def exp(self, a: Scalar) -> Scalar:
        """e to the a."""
        if a == 0:
            return Fraction(1)
        x = self.real(a)
        if self.context.isfinite(x) and self.context.mag(x) > MOST_MAGNITUDE:
            raise OutOfReach("a power in it is too large")
        if self.context.isfinite(x):
            self.needs(-self.context.mag(x))  # e^x is 1 and a little
        return self.context.exp(x)

    def ln(self, a: Scalar) -> Scalar:
        """The natural logarithm."""
        if a <= 0:
            raise Undefined("it takes the logarithm of " + ("zero" if a == 0 else "a negative number"))
        return Fraction(0) if a == 1 else self.context.ln(self.real(a))

    def factorial(self, a: Scalar) -> Scalar:
        """a! for whole a from 0 to 512, exact for as long as it has few bits."""
        n = self.whole(a)
        if n is None or n < 0:
            reason = "it takes the factorial of what is no whole number from 0 on"
            raise Undefined(reason) if n is None else NoFactorial(reason)
        if n > MOST_FACTORIAL:
            raise OutOfReach(f"the factorial of {n} is too large; {MOST_FACTORIAL} is the largest here")
        return self._kept(Fraction(factorial(n)))

    def elementary(self, name: str, a: Scalar) -> Scalar:
        """A function of mpmath by its name there, such as `sin` or `tanh`."""
        x = self.real(a)
        if name in _TURNING and (not self.context.isfinite(x) or self.context.mag(x) > MOST_TURNS):
            raise OutOfReach("an angle in it is too large")
        if name in _GROWING and self.context.isfinite(x) and self.context.mag(x) > MOST_MAGNITUDE:
            raise OutOfReach("a power in it is too large")
        if name in _UNIT and abs(x) > 1:
            raise Undefined(f"{name} is of numbers from -1 to 1")
        if x and self.context.isfinite(x):
            self._needs_of(name, x)
        value = getattr(self.context, name)(x)
        if not isinstance(value, self.context.mpf):
            raise Undefined(f"{name} has no real value there")
        return self._sound(value)

    def _needs_of(self, name: str, x: Any) -> None:
        """Notes how close a function comes to its limit, or to its first term near zero."""
        mag = self.context.mag(x)
        if mag <= 0:
            self.needs(-2 * mag)
        elif name == "tanh":  # 1 - 2e^-2x, and 3 bits are a factor e^2
            self.needs(int(3 * abs(x)))
        elif name == "erf":
            self.needs(int(1.5 * x * x) if mag < 16 else 2**31)
        elif name == "atan" or name in _TURNING:
            self.needs(mag)

    def magnitude(self, a: Scalar) -> Scalar:
        """|a|."""
        return abs(a)

    def floor(self, a: Scalar) -> Scalar:
        """The largest whole number up to a."""
        if type(a) is Fraction:
            return Fraction(a.numerator // a.denominator)
        whole = self.whole(a)
        return Fraction(whole) if whole is not None else self.context.floor(a)

    def whole(self, a: Scalar) -> int | None:
        """The value as an `int` if it is whole, as far as its digits tell."""
        if type(a) is Fraction:
            return a.numerator if a.denominator == 1 else None
        if not self.context.isfinite(a) or self.context.mag(a) > MOST_TURNS:
            return None
        near = int(self.context.nint(a))
        return near if abs(a - near) < self.context.mpf(10) ** (10 - self._digits) else None

    def less(self, a: Scalar, b: Scalar) -> bool:
        """a < b."""
        if type(a) is Fraction and type(b) is Fraction:
            return a < b
        return bool(self.real(a) < self.real(b))

    def _exact_root(self, a: Fraction) -> Fraction | None:
        over, under = isqrt(a.numerator), isqrt(a.denominator)
        exact = over * over == a.numerator and under * under == a.denominator
        return Fraction(over, under) if exact else None

    def _kept(self, a: Fraction) -> Scalar:
        return self.real(a) if _bits(a) > MOST_BITS else a

    def _sound(self, a: Any) -> Any:
        if a != a:  # nan, of infinities: ∞ - ∞, 0 · ∞
            raise Undefined("it is a form such as ∞ - ∞ or 0 · ∞")
        return a


def _bits(a: Fraction) -> int:
    return a.numerator.bit_length() + a.denominator.bit_length()


_TURNING = frozenset({"sin", "cos", "tan", "sec", "csc", "cot"})
_GROWING = frozenset({"sinh", "cosh", "tanh"})
_UNIT = frozenset({"asin", "acos"})
