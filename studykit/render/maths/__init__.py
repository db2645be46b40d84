"""LaTeX formulas as text for a terminal.

`parse` reads a formula into a tree and tells what it had to mend; `line` gives it as one line of Unicode,
`box` draws it in two dimensions and `speech` says it in words. None of them ever raises, and none leaves out
a sign that the source shows.
"""

from __future__ import annotations

from studykit.render.maths.bold import unbolded
from studykit.render.maths.box import Box, TooLargeError, text_box
from studykit.render.maths.charset import Charset
from studykit.render.maths.line import set_line
from studykit.render.maths.macros import Macros
from studykit.render.maths.speech import spoken
from studykit.render.maths.tex import parse
from studykit.render.maths.tree import Formula, Node, Repair
from studykit.render.sanitise import visible

# The modules `box`, `line` and `speech` are imported above, so that the functions below have their names
# here: a module that was first imported later would take the name from its function.
__all__ = ["Box", "Charset", "Formula", "Macros", "Node", "Repair", "box", "line", "parse", "speech"]


def line(
    tex: str, charset: Charset = "full", macros: Macros | None = None, *, keep_bold: bool = False
) -> str:
    """The formula as one line: `\\frac{QK^T}{\\sqrt{d_k}}` is `QKᵀ/√dₖ`. Safe to print.

    With `keep_bold`, bold letters are left as the characters that `bold.runs` knows, and are not to be shown.
    """
    text = visible(set_line(parse(tex, macros).tree, charset))
    return text if keep_bold else unbolded(text)


def box(
    tex: str,
    width: int | None = None,
    charset: Charset = "full",
    macros: Macros | None = None,
    *,
    keep_bold: bool = False,
) -> Box:
    """The formula in two dimensions, every row of one width. Safe to print.

    What is wider than `width` cells is broken before relations and then before binary operators, last after
    commas and inside brackets; where that does not help, the box stays wider than `width`. A formula that
    would need more than a million cells is given on one line. `keep_bold` is as for `line`.
    """
    from studykit.render.maths.breaking import broken  # with the first drawing, not with the first screen

    tree = parse(tex, macros).tree
    try:
        drawn = broken(tree, width, charset)
    except TooLargeError:
        drawn = text_box(visible(set_line(tree, charset)))
    return drawn if keep_bold else Box(tuple(map(unbolded, drawn.rows)), drawn.baseline, drawn.width)


def speech(tex: str, macros: Macros | None = None) -> str:
    """The formula in words: `the fraction Q K transpose over the square root of d sub k`. Safe to print."""
    return visible(spoken(parse(tex, macros).tree))
