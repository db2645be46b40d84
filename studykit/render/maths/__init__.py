"""LaTeX formulas as text for a terminal.

`parse` reads a formula into a tree and tells what it had to mend; `line` gives it as one line of Unicode.
Neither ever raises, and neither leaves out a sign that the source shows.
"""

from __future__ import annotations

from studykit.render.maths.charset import Charset
from studykit.render.maths.line import set_line
from studykit.render.maths.tex import parse
from studykit.render.maths.tree import Formula, Node, Repair
from studykit.render.sanitise import visible

__all__ = ["Charset", "Formula", "Node", "Repair", "line", "parse"]


def line(tex: str, charset: Charset = "full") -> str:
    """The formula as one line: `\\frac{QK^T}{\\sqrt{d_k}}` is `QKᵀ/√dₖ`. Safe to print."""
    return visible(set_line(parse(tex).tree, charset))
