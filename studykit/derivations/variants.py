"""The same derivation under other names and with other sizes, so that it is not learned by heart."""

from __future__ import annotations

import re
from collections.abc import Callable, Mapping, Sequence
from dataclasses import fields, is_dataclass, replace
from types import MappingProxyType
from typing import Any, TypeVar

from studykit.derivations.derivation import Derivation
from studykit.draw import Draw

T = TypeVar("T")
Names = Mapping[str, str]
_KEPT = ("name", "concept", "variant")
"""What a derivation has whatever its names are."""
_INDEXED = re.compile(r"([A-Za-z]+)_?(\d)\Z")

VECTORS: tuple[Names, ...] = ({}, {"q": "u", "k": "v"}, {"q": "x", "k": "y"})
"""Names of query and key."""
SIZES: tuple[Names, ...] = ({}, {"d_k": "n"}, {"d_k": "m"})
"""Names of their length."""


def renamed(derivation: Derivation, names: Names) -> Derivation:
    """The derivation with declared names replaced, all at once, in every line, form and sentence.

    A name with an index is found as `z1` and as `z_1`, so that typed lines and LaTeX change alike.
    """
    if all(old == new for old, new in names.items()):
        return derivation
    pattern = re.compile(
        rf"(?<![A-Za-z\\_])(?:{'|'.join(map(_found, sorted(names, key=len, reverse=True)))})(?![A-Za-z0-9])"
    )

    def text(said: str) -> str:
        return pattern.sub(lambda found: _replaced(found[0], names), said)

    changed = _changed(derivation, text)
    return replace(derivation, **{name: value for name, value in changed.items() if name not in _KEPT})


def sized(derivation: Derivation, name: str, size: int) -> Derivation:
    """The derivation with a number in the place of a declared whole number."""
    pinned = renamed(derivation, {name: str(size)})
    return replace(pinned, symbols=re.sub(rf"(?:^|; ?){size}: [^;]*", "", pinned.symbols).lstrip("; "))


def turned(stems: Sequence[str], count: int, by: int) -> Names:
    """Names that make z1 … zn change places in a circle, for each of the stems."""
    return {f"{stem}{i}": f"{stem}{(i - 1 + by) % count + 1}" for stem in stems for i in range(1, count + 1)}


def under(*namings: Sequence[Names]) -> Callable[[Derivation], Derivation]:
    """Gives a derivation variants: one naming of each group, on top of the variants that it has."""

    def given(derivation: Derivation) -> Derivation:
        before = derivation.variant

        def variant(draw: Draw) -> Derivation:
            drawn = derivation if before is None else before(draw)
            names: dict[str, str] = {}
            for group in namings:
                names.update(draw.pick(group))
            return renamed(drawn, names)

        return replace(derivation, variant=variant)

    return given


def _found(name: str) -> str:
    indexed = _INDEXED.match(name)
    return re.escape(name) if indexed is None else rf"{indexed[1]}_?{indexed[2]}"


def _replaced(found: str, names: Names) -> str:
    if found in names:
        return names[found]
    stem, index = found[0 : len(found.rstrip("0123456789_"))], found[-1]
    new = _INDEXED.match(names.get(stem + index) or names[f"{stem}_{index}"])
    if new is None:
        raise ValueError(f"{found} has an index, and its new name has none")
    return f"{new[1]}_{new[2]}" if "_" in found else new[1] + new[2]


def _changed(part: Any, text: Callable[[str], str]) -> dict[str, Any]:
    return {field.name: _through(getattr(part, field.name), text) for field in fields(part)}


def _through(value: T, text: Callable[[str], str]) -> T:
    """A value with every string in it changed: of steps, forms, tuples of names."""
    found: Any = value
    if isinstance(value, str):
        found = text(value)
    elif isinstance(value, tuple):
        found = tuple(_through(each, text) for each in value)
    elif isinstance(value, Mapping):
        found = MappingProxyType({text(key): text(each) for key, each in value.items()})
    elif is_dataclass(value) and not isinstance(value, type):
        found = replace(value, **_changed(value, text))
    return found  # type: ignore[no-any-return]
