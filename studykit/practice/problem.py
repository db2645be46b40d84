"""One drawn problem, as plain data: what is asked, what is right, and what each wrong method gives."""

from __future__ import annotations

from collections.abc import Callable, Mapping
from dataclasses import dataclass, field
from enum import StrEnum
from typing import Any

from studykit.checking.question import Kind, Question, Tolerance


class Form(StrEnum):
    """What an answer looks like. The words are those of `practice --json`."""

    NUMBER = "number"
    INTEGER = "integer"
    FRACTION = "fraction"
    VECTOR = "vector"
    MATRIX = "matrix"
    SHAPE = "shape"
    CHOICE = "choice"


EXACT = frozenset({Form.INTEGER, Form.FRACTION})
_KINDS = {
    Form.NUMBER: Kind.NUMBER,
    Form.INTEGER: Kind.EXACT,
    Form.FRACTION: Kind.EXACT,
    Form.VECTOR: Kind.ARRAY,
    Form.MATRIX: Kind.ARRAY,
    Form.SHAPE: Kind.SHAPE,
    Form.CHOICE: Kind.CHOICE,
}


@dataclass(frozen=True, slots=True)
class Mistake:
    """A wrong method, with what it gives for the drawn numbers."""

    name: str
    """A few words, such as `scaled by d_k`."""
    why: str
    """One friendly sentence: why it is tempting, and what is right instead."""
    answer: str
    """As it would be typed; it may be of another form or shape than the right answer."""
    card: str = ""
    """What explains it: `note#^block` or `note#heading` of the course."""
    shown: str = ""
    """Its answer in Markdown, rounded like the right one."""


@dataclass(frozen=True, slots=True)
class Step:
    """A line of the worked solution, in Markdown."""

    text: str
    """What is done, with its numbers."""
    why: str = ""
    """Why this is the thing to do."""


@dataclass(frozen=True, slots=True)
class Problem:
    """A problem as it is shown and judged. The same family, level and seed give the same one everywhere."""

    family: str
    level: int
    seed: int | str
    concept: str
    title: str
    prompt: str
    """Markdown with formulas; it says every convention that matters."""
    givens: Mapping[str, Any]
    """The drawn numbers, as JSON holds them."""
    form: Form
    shape: tuple[int, ...]
    """Of the answer: `()` for one value, `(n,)` for a vector, `(n, m)` for a matrix."""
    answer: str
    """As it would be typed. Typed back, it is right."""
    shown: str
    """The answer as the last line of the solution shows it, in Markdown."""
    exact: bool
    tolerance: Tolerance
    steps: tuple[Step, ...]
    """The last one is the answer."""
    hints: tuple[str, ...]
    """From gentle to plain."""
    mistakes: tuple[Mistake, ...]
    options: tuple[str, ...] = ()
    """What a choice is among."""
    unit: str = ""
    pairs: Callable[[], tuple[Mistake, ...]] = field(default=tuple, compare=False, repr=False)
    """Two wrong methods at once, computed only when a wrong answer is looked into; `first + second`."""

    @property
    def question(self) -> Question:
        """What the judge needs, without the pairs."""
        return Question(
            expected=self.answer,
            kind=Kind.EXACT if self.exact and self.form is not Form.SHAPE else _KINDS[self.form],
            tolerance=self.tolerance,
            mistakes=self.mistakes,
            seed=str(self.seed),
            unit=self.unit,
            options=self.options,
            by_hand=True,
        )

    def mistake(self, name: str) -> Mistake | None:
        """The mistake of that name, or None; of two joined by ` + `, the first."""
        first = name.split(" + ")[0]
        return next((each for each in self.mistakes if each.name == first), None)
