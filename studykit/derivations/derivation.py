"""What a derivation is: plain data, written down in `catalogue/`."""

from __future__ import annotations

from collections.abc import Callable, Mapping
from dataclasses import dataclass, field
from types import MappingProxyType
from typing import Literal

from studykit.checking.forms import Form
from studykit.draw import Draw

Law = Literal["", "any", "centred", "weights"]
"""Entries of any mean and variance, or of mean 0 and any variance; weights of any sum; empty: as given."""


@dataclass(frozen=True, slots=True)
class WrongLine:
    """A line that people do write, and why it is not so."""

    answer: str
    why: str
    """One friendly sentence: why it is tempting, and what is right instead."""


@dataclass(frozen=True, slots=True)
class RuleQuestion:
    """`Which rule lets you do this?`, asked after a line."""

    ask: str
    options: tuple[str, ...]
    right: int
    """Which option, counted from 0."""
    why: str
    """What is wrong with the nearest other option, in one sentence."""


@dataclass(frozen=True, slots=True)
class Step:
    """One line: what to write, and how it has to look."""

    ask: str
    """What to do, in Markdown, without giving the line away."""
    answer: str
    """The line, as it would be typed."""
    rule: str
    """What allows it, in a few words: `linearity of expectation`."""
    form: Form | None = None
    """What the line must look like beside being equal; None if equal is enough."""
    hints: tuple[str, ...] = ()
    """From gentle to plain."""
    wrong: tuple[WrongLine, ...] = ()
    question: RuleQuestion | None = None
    law: Law = ""
    """For which other entries the line holds too, so that a wrong rule cannot hide behind a 0 or a 1."""
    new: bool = False
    """Whether a new thought begins: the line is not equal to the one before."""
    written: tuple[str, ...] = ()
    """Other ways to write the line, for tests and examples; each is right."""


@dataclass(frozen=True, slots=True)
class Derivation:
    """A statement, what is given, and the lines from the start to the goal.

    `start`, the steps and `goal` form a chain: each line is equal to the one before, or, where the lines are
    equations, has the same solutions.
    """

    name: str
    title: str
    concept: str
    level: int
    statement: str
    """What is to be shown, in Markdown."""
    givens: str
    """What is known, in Markdown."""
    symbols: str
    """The declared names, as `checking.declare` reads them."""
    start: str
    """What the first line is equal to; empty if that line stands on its own."""
    steps: tuple[Step, ...]
    where: Mapping[str, str] = field(default_factory=lambda: MappingProxyType({}))
    """Names that stand for expressions, such as `p_1`."""
    variant: Callable[[Draw], Derivation] | None = None
    """The same derivation with another distribution, other sizes or names; None if there is only one."""
    unproved: tuple[int, ...] = ()
    """Steps, from 1, that SymPy cannot prove in time; a test checks them in another way, said there."""

    @property
    def goal(self) -> str:
        """The last line."""
        return self.steps[-1].answer

    @property
    def is_chain(self) -> bool:
        """Whether the lines lead from the start to the goal by equality alone, as free lines have to."""
        return bool(self.start) and not any(step.new for step in self.steps)

    def drawn(self, seed: int | str | None) -> Derivation:
        """The variant of a seed; the book's own without one."""
        if seed is None or self.variant is None:
            return self
        return self.variant(Draw(f"{self.name}:{seed}"))
