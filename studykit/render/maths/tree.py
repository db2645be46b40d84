"""What a formula is, once read: the tree that the line, the box and the spoken form are all made from.

Nodes are plain and frozen. They say what was written (`name` keeps the command), not how it is drawn.
"""

from __future__ import annotations

from dataclasses import dataclass
from enum import StrEnum
from typing import TypeAlias, Union


class Kind(StrEnum):
    """The part a symbol plays, which decides the spaces around it (the classes of The TeXbook, ch. 18)."""

    ORDINARY = "ordinary"
    FUNCTION = "function"
    """A name such as sin or softmax that stands before its argument."""
    BIG = "big"
    """A large operator such as ∑, which may carry limits."""
    BINARY = "binary"
    RELATION = "relation"
    OPEN = "open"
    CLOSE = "close"
    PUNCTUATION = "punctuation"


@dataclass(frozen=True, slots=True)
class Symbol:
    """One sign: a letter, an operator, a bracket."""

    text: str
    kind: Kind = Kind.ORDINARY
    name: str = ""
    """The command without its backslash, or empty when the sign itself was typed."""


@dataclass(frozen=True, slots=True)
class Number:
    """Digits that belong together, with their decimal point."""

    text: str


@dataclass(frozen=True, slots=True)
class Word:
    """A function or operator written as a word: `sin`, `lim`, `\\operatorname{Attention}`."""

    text: str
    limits: bool = False
    """True when its subscript stands below it in display maths."""


@dataclass(frozen=True, slots=True)
class Text:
    """Words of a sentence inside a formula; blanks in it count."""

    text: str


@dataclass(frozen=True, slots=True)
class Unknown:
    """A command that is not known, or a piece that could not be read, as it was typed."""

    text: str


@dataclass(frozen=True, slots=True)
class Space:
    """Room asked for, in blanks: 0 for one that only separates, 1 for `\\,`, 2 for `\\quad`."""

    width: int


@dataclass(frozen=True, slots=True)
class Break:
    """A line break outside an environment."""


@dataclass(frozen=True, slots=True)
class Row:
    """Things side by side. A row inside a row is a `{…}` group."""

    items: tuple[Node, ...] = ()


@dataclass(frozen=True, slots=True)
class Fraction:
    """`top` over `bottom`; without a bar for `\\atop`."""

    top: Node
    bottom: Node
    bar: bool = True


@dataclass(frozen=True, slots=True)
class Binomial:
    """`\\binom{top}{bottom}`."""

    top: Node
    bottom: Node


@dataclass(frozen=True, slots=True)
class Script:
    """A base with what hangs on it. `limits` is None where the base decides."""

    base: Node
    sub: Node | None = None
    sup: Node | None = None
    primes: int = 0
    limits: bool | None = None


@dataclass(frozen=True, slots=True)
class Root:
    """A root; `index` is None for a square root."""

    body: Node
    index: Node | None = None


@dataclass(frozen=True, slots=True)
class Fence:
    """`\\left … \\right`: brackets that grow with their content. An empty string is the invisible `.`."""

    open: str
    body: Node
    close: str


@dataclass(frozen=True, slots=True)
class Accent:
    """A mark over or under the body: `name` is the command (`hat`, `overline`)."""

    name: str
    body: Node


@dataclass(frozen=True, slots=True)
class Stack:
    """Something set over or under a base: `\\overset`, `\\xrightarrow`, braces with their labels."""

    base: Node
    over: Node | None = None
    under: Node | None = None
    brace: str = ""
    """`overbrace`, `underbrace` or empty."""


@dataclass(frozen=True, slots=True)
class Grid:
    """Rows of cells: matrices, cases, aligned lines. `name` is the environment, without a star."""

    name: str
    rows: tuple[tuple[Node, ...], ...]
    columns: str = ""
    """The column letters given to `array`."""


@dataclass(frozen=True, slots=True)
class Styled:
    """A body in a style: `mathbb`, `mathbf`, `boxed`, `cancel`, `phantom`, `color`."""

    style: str
    body: Node
    argument: str = ""
    """The colour's name, where there is one."""


@dataclass(frozen=True, slots=True)
class Tag:
    """The label of an equation, `\\tag{1}`."""

    body: Node


Node: TypeAlias = Union[  # noqa: UP007  (a union with | is evaluated here, before the names can be forward)
    Symbol, Number, Word, Text, Unknown, Space, Break, Row, Fraction, Binomial, Script, Root, Fence, Accent,
    Stack, Grid, Styled, Tag,
]  # fmt: skip


@dataclass(frozen=True, slots=True)
class Repair:
    """One thing that was wrong in the source, and what was done about it."""

    position: int
    """Offset into the source, from 0."""
    message: str


@dataclass(frozen=True, slots=True)
class Formula:
    """A formula as read, with what had to be mended on the way."""

    tree: Row
    repairs: tuple[Repair, ...] = ()
