"""What a question says of its names -> `Symbols`.

d_k: integer >= 1; q, k: vector d_k of normal(0, 1); p: real in (0, 1); T: positive; Q: matrix n x d
"""

from __future__ import annotations

import re
from dataclasses import replace
from fractions import Fraction
from math import ceil, floor
from typing import Final, Literal, cast

from studykit.checking import limits
from studykit.checking.parser import read, undeclared
from studykit.checking.read_error import Unreadable
from studykit.checking.symbols import Declaration, Distribution, Matrix, Scalar, Symbols, Vector
from studykit.checking.tree import Array, Node, Shape
from studykit.checking.vocabulary import GREEK, RESERVED

MOST_CHARACTERS: Final = 4000
MOST_NAMES: Final = 60
MOST_QUOTED: Final = 60
LARGEST_SIZE: Final = 10**6
"""No vector or matrix has more along an axis; only sizes that are numbers are known here."""

DistributionKind = Literal["normal", "uniform", "rademacher", "laplace", "bernoulli", "moments"]
_PARAMETERS: Final[dict[str, int]] = {
    "normal": 2, "uniform": 2, "rademacher": 0, "laplace": 1, "bernoulli": 1, "moments": 2,
}  # fmt: skip
_SPREADS: Final = {"normal": "standard deviation", "laplace": "scale", "moments": "variance"}
"""What the last parameter of a distribution is, where it is never negative."""

_NAME: Final = re.compile(r"[A-Za-zΑ-Ωα-ω][A-Za-zΑ-Ωα-ω0-9]*(?:_[A-Za-zΑ-Ωα-ω0-9]+)*")
_COMPARED: Final = re.compile(r"(>=|<=|≥|≤|>|<)(.+)", re.DOTALL)
_INTERVAL: Final = re.compile(r"in\s*([(\[])(.+),(.+)([)\]])", re.DOTALL)
_DISTRIBUTED: Final = re.compile(r"([a-z]+)\s*(?:\((.*)\))?", re.DOTALL)
_SIZE: Final = Scalar("integer", Fraction(1))


class DeclarationError(ValueError):
    """A declaration that cannot be used: what is wrong with which, in one line."""


def declare(spec: str) -> dict[str, Declaration]:
    """The names of a question, in the order they are declared.

    Each is `name: kind`, with `;` or a line's end between: `real`, `integer`, `positive` and `nonnegative`
    with `>= 1`, `in (0, 1)` or `of uniform(-1, 1)`; `vector n` and `matrix n x m`, with `of normal(0, 1)` for
    their entries; `permutation n` for a permutation matrix. A name that is used as a size and not declared is
    a whole number from 1. Raises `DeclarationError`.
    """
    if len(spec) > MOST_CHARACTERS:
        raise DeclarationError(
            f"the declarations have {len(spec):,} characters; {MOST_CHARACTERS} are enough"
        )
    parts = [part.strip() for part in re.split(r"[;\n]", spec) if part.strip()]
    kinds: dict[str, str] = {}
    for part in parts:
        names, colon, kind = part.partition(":")
        if not colon or not kind.strip():
            raise DeclarationError(
                f"{_short(part)}: a declaration is a name, a colon and a kind, such as d_k: integer >= 1"
            )
        for name in names.split(","):
            # `integer>=1` is how it is typed where blanks are a nuisance
            spaced = re.sub(r"(?<=[a-z])(?=>|<|≥|≤)", " ", kind)
            kinds[_checked(name.strip(), kinds)] = " ".join(spaced.split())
    if len(kinds) > MOST_NAMES:
        raise DeclarationError(f"there are {len(kinds)} names; {MOST_NAMES} are enough")
    sizes = _sizes(kinds)
    scalars: Symbols = {name: Scalar() for name in (*kinds, *sizes)}
    declared: dict[str, Declaration] = {
        name: _declaration(name, kind, scalars) for name, kind in kinds.items()
    }
    return declared | dict.fromkeys(sizes, _SIZE)


def _short(text: str) -> str:
    """What is quoted of a declaration: one line stays one line."""
    return text if len(text) <= MOST_QUOTED else text[: MOST_QUOTED - 1] + "…"


def _checked(name: str, before: dict[str, str]) -> str:
    """The name, if it may be declared."""
    if not _NAME.fullmatch(name):
        raise DeclarationError(
            f"{_short(name) or 'a blank'}: a name has letters, digits and _, and begins with a letter"
        )
    if name in RESERVED or re.fullmatch("log_[0-9]+", name):
        raise DeclarationError(f"{name}: this is the name of a function; choose another")
    if name in before or any(_spelled(name) == _spelled(other) for other in before):
        raise DeclarationError(f"{name}: declared twice")
    return name


def _spelled(name: str) -> str:
    return "_".join(GREEK.get(part, part) for part in name.split("_"))


def _sizes(kinds: dict[str, str]) -> list[str]:
    """The names that are used as sizes and not declared."""
    known: Symbols = {name: Scalar() for name in kinds}
    found: dict[str, None] = {}
    for kind in kinds.values():
        word, _, rest = kind.partition(" ")
        if word in ("vector", "matrix", "permutation"):
            text = rest.partition(" of ")[0]
            pieces = re.split(r"\s*[x×]\s*|,|[()]", text) if word == "matrix" else [text]
            for piece in pieces:
                found |= dict.fromkeys(undeclared(piece, known))
    return [_checked(name, kinds) for name in found]


def _declaration(name: str, kind: str, scalars: Symbols) -> Declaration:
    body, _, of = kind.partition(" of ")
    distribution = _distribution(name, of, scalars) if of else None
    word, _, rest = body.partition(" ")
    match word:
        case "vector":
            return Vector(_sized(name, rest, scalars, 1)[0], distribution)
        case "matrix":
            rows, columns = _sized(name, rest, scalars, 2)
            return Matrix(rows, columns, distribution)
        case "permutation":
            size = _sized(name, rest, scalars, 1)[0]
            return Matrix(size, size, permutes=True)
        case "real" | "integer" | "positive" | "nonnegative" | "natural":
            return replace(_scalar(name, word, rest), distribution=distribution)
    raise DeclarationError(
        f"{name}: {_short(word)} is no kind; "
        "there are real, integer, positive, nonnegative, vector, matrix and permutation"
    )


def _sized(name: str, text: str, scalars: Symbols, axes: int) -> tuple[Node, ...]:
    sizes_only = {each: scalar for each, scalar in scalars.items() if each != "x"}  # `matrix n x d`
    example = "vector n" if axes == 1 else "matrix n x m"
    if not text:
        raise DeclarationError(f"{name}: the size is missing; write {example}")
    reading = read(text, sizes_only, kind="shape")
    if reading.error is not None:
        raise DeclarationError(f"{name}: the size {_short(text)!r} cannot be read: {reading.error.message}")
    sizes = reading.tree.sizes if isinstance(reading.tree, Shape) else ()
    if len(sizes) != axes:
        raise DeclarationError(f"{name}: a size is missing or too many; write {example}")
    for size in sizes:
        _check_size(name, size)
    return sizes


def _check_size(name: str, size: Node) -> None:
    """Raises `DeclarationError` for a size that is a number and none that a vector can have."""
    value = _constant(size)
    if value is None:
        return
    if value.denominator != 1 or value < 1:
        raise DeclarationError(f"{name}: a size is a whole number from 1 on")
    if value > LARGEST_SIZE:
        raise DeclarationError(f"{name}: a size is at most {LARGEST_SIZE:,}")


def _constant(tree: Node) -> Fraction | None:
    """The exact value of a tree without names, if it has one."""
    try:
        return limits.constant(tree)
    except Unreadable:
        return None


def _scalar(name: str, word: str, text: str) -> Scalar:
    """A number with its bounds, such as `integer >= 1`."""
    scalar = {
        "real": Scalar(),
        "integer": Scalar("integer"),
        "positive": Scalar(low=Fraction(0), low_open=True),
        "nonnegative": Scalar(low=Fraction(0)),
        "natural": _SIZE,
    }[word]
    rest = text.strip()
    if word in ("positive", "nonnegative") and rest.split(" ")[0] in ("integer", "real"):
        kind, _, rest = rest.partition(" ")
        if kind == "integer":
            scalar = Scalar("integer", Fraction(1 if word == "positive" else 0))
    if found := _INTERVAL.fullmatch(rest):
        low, high = _bound(name, found[2]), _bound(name, found[3])
        scalar = replace(scalar, low=low, high=high, low_open=found[1] == "(", high_open=found[4] == ")")
    elif rest:
        for part in re.split(r",|\band\b", rest):
            scalar = _compared(name, part.strip(), scalar)
    if scalar.low is not None and scalar.high is not None:
        empty = scalar.low > scalar.high or (
            scalar.low == scalar.high and (scalar.low_open or scalar.high_open)
        )
        if scalar.domain == "integer":
            first = floor(scalar.low) + 1 if scalar.low_open else ceil(scalar.low)
            last = ceil(scalar.high) - 1 if scalar.high_open else floor(scalar.high)
            empty = first > last
        if empty:
            raise DeclarationError(f"{name}: nothing lies between its bounds")
    return scalar


def _compared(name: str, text: str, scalar: Scalar) -> Scalar:
    found = _COMPARED.fullmatch(text)
    if not found:
        raise DeclarationError(f"{name}: {_short(text)!r} is no bound; write >= 1, < 10 or in (0, 1)")
    bound, strict = _bound(name, found[2]), found[1] in ("<", ">")
    if found[1] in (">", ">=", "≥"):
        return replace(scalar, low=bound, low_open=strict)
    return replace(scalar, high=bound, high_open=strict)


def _bound(name: str, text: str) -> Fraction | None:
    """The exact value of a bound; None for an infinite one."""
    if text.strip().lstrip("+-−") in ("inf", "∞", "infinity"):
        return None
    reading = read(text, {}, kind="exact")
    value = _constant(reading.tree) if reading.tree is not None else None
    if value is None:
        raise DeclarationError(f"{name}: the bound {_short(text.strip())!r} is no number")
    return value


def _distribution(name: str, text: str, scalars: Symbols) -> Distribution:
    found = _DISTRIBUTED.fullmatch(text.strip())
    kind = found[1] if found else ""
    if not found or kind not in _PARAMETERS:
        raise DeclarationError(
            f"{name}: {_short(text.strip())!r} is no distribution; there are {', '.join(_PARAMETERS)}"
        )
    parameters: tuple[Node, ...] = ()
    if found[2] and found[2].strip():
        reading = read(f"({found[2]})", scalars, kind="expression")
        if reading.tree is None or reading.error is not None:
            reason = reading.error.message if reading.error else ""
            raise DeclarationError(f"{name}: {_short(text.strip())!r} cannot be read: {reason}")
        parameters = reading.tree.entries if isinstance(reading.tree, Array) else (reading.tree,)
    if len(parameters) != _PARAMETERS[kind]:
        raise DeclarationError(f"{name}: {kind} has {_PARAMETERS[kind]} parameters, not {len(parameters)}")
    spread = _constant(parameters[-1]) if parameters else None
    if kind in _SPREADS and spread is not None and spread < 0:
        raise DeclarationError(f"{name}: the {_SPREADS[kind]} of {kind} is negative")
    return Distribution(cast(DistributionKind, kind), parameters)
