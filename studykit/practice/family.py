"""What a family of problems is: a small declarative object, and how a seed becomes a problem of it."""

from __future__ import annotations

import math
from collections.abc import Callable, Iterable, Mapping, Sequence
from dataclasses import asdict, dataclass
from importlib import import_module
from typing import Any, Generic, TypeVar

from studykit.checking.question import Tolerance
from studykit.draw import Draw
from studykit.practice import catalogue, values
from studykit.practice.problem import EXACT, Form, Mistake, Problem, Step
from studykit.practice.values import Value

VERSION = 2
"""Of the generators: raised when the same seed would give another problem. Events keep it."""

TRIES = 200
"""Draws before a wrong method that coincides is left out instead."""

G = TypeVar("G")
"""What is given: a frozen dataclass of numbers and lists, its own for each family."""


@dataclass(frozen=True, slots=True)
class Wrong(Generic[G]):
    """A wrong method, and how to compute what it gives."""

    name: str
    why: str
    """One friendly sentence: why it is tempting, and what is right instead."""
    answer: Callable[[G], Value | None]
    """None where the method does not apply to these numbers."""
    card: str = ""
    """What explains it: `note#^block` or `note#heading` of the course."""


@dataclass(frozen=True, slots=True)
class Family(Generic[G]):
    """A family of problems. Title, concept and levels stand under its name in the catalogue."""

    name: str
    form: Form
    draw: Callable[[Draw, int], G | None]
    """The givens for a level; None for a draw that is not fit, which is drawn again."""
    answer: Callable[[G], Value]
    """The truth, computed by the attention engine; whole numbers and fractions are recovered from it."""
    prompt: Callable[[G], str]
    solution: Callable[[G], Sequence[Step]]
    """The steps before the answer, which is added as the last one."""
    hints: Callable[[G], Sequence[str]]
    wrong: Sequence[Wrong[G]]
    exact: bool = False
    """An array of whole numbers or fractions, judged without tolerance; one integer or fraction always is."""
    tolerance: Tolerance = Tolerance(relative=0.002)  # noqa: RUF009 (frozen)
    decimals: int = 3
    """Of floats in the shown answer."""
    options: Callable[[G], Sequence[str]] | None = None
    """What a choice is among."""
    pairs: Callable[[G], Iterable[Wrong[G]]] | None = None
    """Two wrong methods at once, named `first + second`."""
    unit: str = ""

    def problem(self, level: int, seed: int | str) -> Problem:
        """The problem of a seed. Draws anew until every wrong method that applies gives an answer of its own.

        Raises `RuntimeError` if no draw was fit at all, which is a fault of the family.
        """
        draw = Draw(f"{self.name}:{level}:{seed}")
        best: tuple[int, G, Value, list[tuple[Wrong[G], Value]]] | None = None
        for _ in range(TRIES):
            givens = self.draw(draw, level)
            if givens is None:
                continue
            truth = values.plain(self.answer(givens))
            found, lost = self._told_apart(givens, truth, self.wrong)
            if found and (best is None or lost < best[0]):
                best = (lost, givens, truth, found)
            if best and not best[0]:
                break
        if best is None:
            raise RuntimeError(f"no draw of {self.name} is fit")
        _, givens, truth, found = best
        return self._made(level, seed, givens, truth, found)

    @property
    def is_exact(self) -> bool:
        """Whether answers are judged without tolerance."""
        return self.exact or self.form in EXACT or self.form is Form.SHAPE

    def _told_apart(
        self, givens: G, truth: Value, methods: Iterable[Wrong[G]]
    ) -> tuple[list[tuple[Wrong[G], Value]], int]:
        """The methods whose answers differ from the truth and from each other, and how many do not."""
        kept: list[tuple[Wrong[G], Value]] = []
        lost = 0
        for method in methods:
            given = values.plain(method.answer(givens))
            if given is None or not _is_finite(given):
                continue
            others = (truth, *(value for _, value in kept))
            if all(self._distinct(given, other) for other in others):
                kept.append((method, given))
            else:
                lost += 1
        return kept, lost

    def _distinct(self, a: Value, b: Value) -> bool:
        return values.distinct(a, b, exact=self.is_exact, absolute=self.tolerance.absolute)

    def _made(
        self, level: int, seed: int | str, givens: G, truth: Value, found: list[tuple[Wrong[G], Value]]
    ) -> Problem:
        about = catalogue.entry(self.name)
        shown = self._shown(truth)
        mistakes = tuple(
            Mistake(each.name, each.why, values.typed(value), each.card, self._shown(value))
            for each, value in found
        )
        return Problem(
            family=self.name,
            level=level,
            seed=seed,
            concept=about.concept,
            title=about.title,
            prompt=self.prompt(givens),
            givens=_json(givens),
            form=self.form,
            shape=values.shape_of(truth),
            answer=values.typed(truth),
            shown=shown,
            exact=self.is_exact,
            tolerance=self.tolerance,
            steps=(*self.solution(givens), Step(f"Answer: {shown}")),
            hints=tuple(self.hints(givens)),
            mistakes=mistakes,
            options=() if self.options is None else tuple(self.options(givens)),
            pairs=lambda: self._pairs(givens, truth, mistakes),
            unit=self.unit,
        )

    def _shown(self, value: Value) -> str:
        if self.form is Form.CHOICE:
            return str(value)
        return f"${values.tex(value, self.decimals, fixed=self.tolerance.absolute > 0)}$"

    def _pairs(self, givens: G, truth: Value, single: tuple[Mistake, ...]) -> tuple[Mistake, ...]:
        if self.pairs is None:
            return ()
        known = {each.answer for each in single}
        found = []
        for each in self.pairs(givens):
            given = values.plain(each.answer(givens))
            if given is None or not _is_finite(given) or not self._distinct(given, truth):
                continue
            if (typed := values.typed(given)) not in known:
                found.append(Mistake(each.name, each.why, typed, each.card))
        return tuple(found)


def family(name: str) -> Family[Any]:
    """The family of that name. Loads its file, and NumPy. Raises `StudyError` for an unknown name."""
    about = catalogue.entry(name)
    module = import_module(f"studykit.practice.families.{about.module}")
    found: Mapping[str, Family[Any]] = {each.name: each for each in module.FAMILIES}
    return found[about.name]


def problem(name: str, level: int | None, seed: int | str) -> Problem:
    """The problem of a family, a level (its first by default) and a seed. Raises `StudyError`."""
    about = catalogue.entry(name)
    return family(about.name).problem(catalogue.level(about, level), seed)


def _is_finite(value: Value) -> bool:
    if isinstance(value, list):
        return all(map(_is_finite, value))
    return not (isinstance(value, float) and math.isnan(value))


def _json(givens: Any) -> dict[str, Any]:
    return {name: _jsonable(value) for name, value in asdict(givens).items()}


def _jsonable(value: Any) -> Any:
    value = values.plain(value)
    if isinstance(value, list | tuple):
        return [_jsonable(each) for each in value]
    if isinstance(value, int | float | str | bool) or value is None:
        return value
    return str(value)
