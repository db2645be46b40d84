"""Shapes: the sizes of axes, compared exactly, axis by axis."""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import replace

from studykit.checking.finding import RIGHT, Finding, wrong
from studykit.checking.tree import Array, Node, Number, Product, Shape, Symbol
from studykit.checking.verdict import Outcome

Judge = Callable[[Node, Node], Finding]
"""Judges one size against its truth."""


def sizes(tree: Node) -> tuple[Node, ...] | None:
    """The sizes that a tree means where a shape is asked, or None.

    `(2, 3)`, `[2, 3]` and `2 x 3` are read alike, and a size alone is a shape of one axis.
    """
    match tree:
        case Shape((Shape() | Array() as inner,)):
            return sizes(inner)
        case Shape(found):
            return found
        case Array(entries) if not any(isinstance(entry, Array) for entry in entries):
            return entries
        case Number() | Symbol() | Product():
            return (tree,)
    return None


def compare(answer: tuple[Node, ...], truth: tuple[Node, ...], judge: Judge) -> Finding:
    """Judges a shape: wrong as soon as one size is off; there is no part of a shape."""
    if len(answer) != len(truth):
        said = f"this has {_axes(len(answer))}; a shape of {_axes(len(truth))} is asked"
        return replace(wrong(said), other_size=True)
    findings = [judge(mine, true) for mine, true in zip(answer, truth, strict=True)]
    off = tuple(f"axis {i + 1}" for i, each in enumerate(findings) if each.outcome is not Outcome.RIGHT)
    if not off:
        return RIGHT
    counterexample = next((each.counterexample for each in findings if each.counterexample), None)
    return wrong(f"off: {', '.join(off)}", counterexample, off)


def _axes(count: int) -> str:
    return "1 axis" if count == 1 else f"{count} axes"
