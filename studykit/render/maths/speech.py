"""Tree → words, for the plain mode and for those who listen.

What has an end that cannot be heard says it: `end fraction`, but only where something follows that could
belong to it.
"""

from __future__ import annotations

import unicodedata
from collections.abc import Callable, Sequence
from typing import Any

from studykit.render.maths.commands import LINES
from studykit.render.maths.line import INVISIBLE, STRUCK
from studykit.render.maths.tree import (
    Accent,
    Binomial,
    Break,
    Fence,
    Fraction,
    Grid,
    Kind,
    Node,
    Number,
    Root,
    Row,
    Script,
    Space,
    Stack,
    Styled,
    Symbol,
    Tag,
    Text,
    Unknown,
    Word,
)

_SIGNS: dict[str, str] = {
    "+": "plus", "−": "minus", "-": "minus", "±": "plus or minus", "∓": "minus or plus", "×": "times",
    "·": "dot",
    "∗": "star", "*": "star", "⋆": "star", "÷": "divided by", "/": "over", "∘": "composed with", "⊙": "o dot",
    "⊗": "o times", "⊕": "o plus", "=": "equals", "≠": "is not equal to", "<": "is less than",
    ">": "is greater than", "≤": "is at most", "≥": "is at least", "⩽": "is at most", "⩾": "is at least",
    "≪": "is much less than", "≫": "is much greater than", "≈": "is approximately", "∼": "tilde",
    "≡": "is equivalent to", "≅": "is congruent to", "≃": "is asymptotic to", "∝": "is proportional to",
    ":=": "is defined as", "≔": "is defined as", "≜": "is defined as", "→": "to", "⟶": "to", "←": "from",
    "⟵": "from", "↦": "maps to", "⟼": "maps to", "⇒": "implies", "⟹": "implies", "⇐": "is implied by",
    "⟸": "is implied by", "⇔": "if and only if", "⟺": "if and only if", "↔": "corresponds to", "∈": "in",
    "∉": "not in", "∋": "contains", "⊂": "is a subset of", "⊆": "is a subset of or equal to",
    "⊃": "is a superset of", "⊇": "is a superset of or equal to", "∪": "union", "∩": "intersection",
    "∖": "without", "∅": "the empty set", "∀": "for all", "∃": "there exists", "∄": "there does not exist",
    "¬": "not", "∧": "and", "∨": "or", "∣": "given", "⊥": "perpendicular to", "∥": "parallel to",
    "⊢": "proves", "⊨": "models", "∴": "therefore", "∵": "because", "∞": "infinity", "∂": "partial",
    "∇": "nabla", "…": "dot dot dot", "⋯": "dot dot dot", "⋮": "vertical dots", "⋱": "diagonal dots",
    "∑": "the sum", "∏": "the product", "∐": "the coproduct", "∫": "the integral", "∬": "the double integral",
    "∭": "the triple integral", "∮": "the contour integral", "⋃": "the union", "⋂": "the intersection",
    "⋁": "the disjunction", "⋀": "the conjunction", "⨁": "the direct sum", "⨂": "the tensor product",
    "(": "open paren", ")": "close paren", "[": "open bracket", "]": "close bracket", "{": "open brace",
    "}": "close brace", "⟨": "open angle", "⟩": "close angle", "⌊": "open floor", "⌋": "close floor",
    "⌈": "open ceiling", "⌉": "close ceiling", "|": "bar", "‖": "double bar", ",": "comma", ";": "semicolon",
    ":": "colon", ".": "point", "!": "factorial", "?": "question mark", "%": "percent", "′": "prime",
    "°": "degrees", "⊤": "top", "†": "dagger", "ℓ": "l", "ℏ": "h bar", "ı": "i", "ȷ": "j", "ℜ": "real part",
    "ℑ": "imaginary part", "⊥\u0338": "not perpendicular to", "&": "ampersand", "#": "number sign",
    "$": "dollars",
    "△": "triangle", "□": "box", "◇": "diamond", "∠": "angle", "∤": "does not divide",
    "⊊": "is a proper subset of",
    "↪": "injects into", "↠": "maps onto", "⇉": "converges uniformly to", "∎": "end of proof",
    "⊴": "is a normal subgroup of", "⋊": "semidirect product", "≺": "precedes", "≻": "succeeds",
}  # fmt: skip
_BOTTOM = {"bot": "bottom"}
_POWERS = {"2": "squared", "3": "cubed", "T": "transpose", "⊤": "transpose", "⊺": "transpose",
           "∗": "star", "*": "star", "†": "dagger", "′": "prime", "∘": "degrees", "+": "plus",
           "−": "minus"}  # fmt: skip
_MARKS = {"overline": "bar", "widehat": "hat", "widetilde": "tilde", "overrightarrow": "vector",
          "vec": "vector",
          "ddot": "double dot", "dddot": "triple dot", "mathring": "ring", "underbar": "underline",
          "widecheck": "check", "utilde": "tilde below"}  # fmt: skip
_STYLES = {"mathbf": "bold", "mathbb": "blackboard", "mathcal": "script", "mathscr": "script",
           "mathfrak": "fraktur"}  # fmt: skip
_UPRIGHT = frozenset(("mathrm", "mathsf", "mathtt", "mathit"))
"""Styles in which letters side by side are a word and not a product."""
_ROOTS = {"2": "the square root of", "3": "the cube root of"}
_ENDS = frozenset((Kind.RELATION, Kind.PUNCTUATION, Kind.CLOSE))


def spoken(tree: Node) -> str:
    """The formula in words, on one line."""
    return _say(tree)


def _say(node: Node) -> str:
    return _SAYERS[type(node)](node)


def _row(row: Row) -> str:
    return _items(row.items)


def _items(items: Sequence[Node]) -> str:
    words: list[str] = []
    for number, item in enumerate(items):
        text = _say(item)
        if not text:
            continue
        words.append(text)
        ending = _ending(item)
        if ending and _goes_on(items[number + 1 :]):
            words.append(ending)
    return " ".join(words)


def _goes_on(rest: Sequence[Node]) -> bool:
    """Whether what follows could be taken for a part of what was said."""
    for item in rest:
        if not isinstance(item, Space):
            return not (isinstance(item, Symbol) and item.kind in _ENDS) and not isinstance(item, Break | Tag)
    return False


def _ending(node: Node) -> str:
    if isinstance(node, Fraction) and not (_simple(node.top) and _simple(node.bottom)):
        return "end fraction"
    if isinstance(node, Root) and not _simple(node.body):
        return "end root"
    if isinstance(node, Script) and not _has_limits(node):
        if node.sup is not None and not _simple(node.sup):
            return "end power"
        if node.sup is None and node.sub is not None and not _simple(node.sub):
            return "end sub"
    return ""


def _simple(node: Node | None) -> bool:
    """One sign or number, or two letters such as an index `ij`."""
    if isinstance(node, Row):
        return len(node.items) == 2 and all(isinstance(item, Symbol | Number) for item in node.items)
    if isinstance(node, Script):
        return _simple(node.base) and node.sup is None and _simple(node.sub)
    return node is None or isinstance(node, Symbol | Number | Text | Word | Accent)


def _symbol(symbol: Symbol) -> str:
    text = symbol.text
    if (word := _BOTTOM.get(symbol.name) or _SIGNS.get(text)) is not None:
        return word
    if text.isascii():
        return text
    if symbol.name.startswith("not "):
        return symbol.name
    name = unicodedata.name(text[:1], "")
    if "GREEK" in name:
        return _greek(name, symbol.name)
    if text.isalpha() and symbol.name.isalpha() and len(symbol.name) > 1:
        return symbol.name
    if text.isalpha() or not name:
        return text
    return name.lower()


def _greek(name: str, command: str) -> str:
    """`alpha`, or `capital gamma`."""
    letter = name.split(" LETTER ")[-1].removesuffix(" SYMBOL").removeprefix("GREEK ").lower().split()[0]
    letter = "lambda" if letter == "lamda" else letter
    if "CAPITAL" in name:
        return f"capital {letter}"
    return f"variant {letter}" if command.startswith("var") and command not in _PLAIN_VARIANTS else letter


_PLAIN_VARIANTS = frozenset(("varepsilon", "varphi"))
"""The variants that are the usual form."""


def _number(number: Number) -> str:
    return number.text


def _word(word: Word) -> str:
    return word.text


def _text(text: Text) -> str:
    return " ".join(text.text.split())


def _unknown(unknown: Unknown) -> str:
    return unknown.text


def _nothing(node: Node) -> str:
    return ""


def _break(node: Break) -> str:
    return "next line"


def _fraction(fraction: Fraction) -> str:
    top, bottom = _say(fraction.top), _say(fraction.bottom)
    if not fraction.bar:
        return f"{top} atop {bottom}"
    if _simple(fraction.top) and _simple(fraction.bottom):
        return f"{top} over {bottom}"
    return f"the fraction {top} over {bottom}"


def _binomial(binomial: Binomial) -> str:
    return f"{_say(binomial.top)} choose {_say(binomial.bottom)}"


def _root(root: Root) -> str:
    index = "2" if root.index is None else _say(root.index)
    return f"{_ROOTS.get(index) or f'the root of order {index} of'} {_say(root.body)}"


def _has_limits(script: Script) -> bool:
    base = script.base
    if script.limits is not None:
        return script.limits
    return (isinstance(base, Symbol) and base.kind is Kind.BIG) or (isinstance(base, Word) and base.limits)


def _script(script: Script) -> str:
    base = _say(script.base)
    if _has_limits(script):
        return _limits(script, base)
    words = [base] if base else []
    if script.primes:
        words.append(
            {1: "prime", 2: "double prime", 3: "triple prime"}.get(script.primes, f"{script.primes} primes")
        )
    if script.sub is not None:
        words.append(f"sub {_say(script.sub)}")
        if script.sup is not None and not _simple(script.sub):
            words.append("end sub")
    if script.sup is not None:
        words.append(_power(script.sup))
    return " ".join(words)


def _power(node: Node) -> str:
    text = node.text if isinstance(node, Symbol | Number) else ""
    return _POWERS.get(text) or f"to the power of {_say(node)}"


def _limits(script: Script, base: str) -> str:
    words = [base] + ["prime"] * script.primes
    limit = isinstance(script.base, Word) and script.base.text.startswith("lim")
    if limit:
        words = ["the limit" if base == "lim" else base]
    if script.sub is not None:
        words.append("as" if limit else "from" if script.sup is not None else "over")
        words.append(_say(script.sub))
    if script.sup is not None:
        words += ["to", _say(script.sup)]
    return " ".join([*words, "of"])


def _fence(fence: Fence) -> str:
    return " ".join(part for part in (_bracket(fence.open), _say(fence.body), _bracket(fence.close)) if part)


def _bracket(sign: str) -> str:
    return _SIGNS.get(sign, sign)


def _accent(accent: Accent) -> str:
    mark = _MARKS.get(accent.name, accent.name)
    body = _say(accent.body)
    return f"{body} {mark}" if _simple(accent.body) else f"{body} all {mark}"


def _stack(stack: Stack) -> str:
    words = [_say(stack.base)]
    if stack.brace:
        words.append(f"with an {stack.brace}")
    if stack.over is not None:
        words.append(f"with {_say(stack.over)} above")
    if stack.under is not None:
        words.append(f"with {_say(stack.under)} below")
    return " ".join(words)


def _styled(styled: Styled) -> str:
    if styled.style in INVISIBLE:
        return ""
    body = _say(styled.body)
    if styled.style in _UPRIGHT and isinstance(styled.body, Row) and all(map(_letter, styled.body.items)):
        return body.replace(" ", "")
    if styled.style in STRUCK:
        return f"crossed out {body}"
    style = _STYLES.get(styled.style) if _simple(styled.body) else None
    return f"{style} {body}" if style else body


def _letter(node: Node) -> bool:
    return isinstance(node, Symbol) and node.text.isascii() and node.text.isalpha()


def _tag(tag: Tag) -> str:
    return f"tag {_say(tag.body)}"


def _grid(grid: Grid) -> str:
    rows = [[_say(cell) for cell in row] for row in grid.rows]
    if grid.name in LINES:
        return ", next line, ".join(" ".join(cell for cell in row if cell) for row in rows)
    if grid.name in ("substack", "subarray"):
        return " and ".join(" ".join(row) for row in rows)
    if "cases" in grid.name:
        cases = "; ".join(", ".join(cell for cell in row if cell) for row in rows)
        return f"cases: {cases}; end cases"
    width = max(map(len, rows))
    name = "determinant" if grid.name in ("vmatrix", "Vmatrix") else "matrix"
    lines = "; ".join(
        f"row {n}: {', '.join(cell or 'blank' for cell in row)}" for n, row in enumerate(rows, 1)
    )
    return f"the {len(rows)} by {width} {name}, {lines}; end {name}"


# Any: each function takes one class of node, and the key of its entry is that class.
_SAYERS: dict[type, Callable[[Any], str]] = {
    Symbol: _symbol,
    Number: _number,
    Word: _word,
    Text: _text,
    Unknown: _unknown,
    Space: _nothing,
    Break: _break,
    Row: _row,
    Fraction: _fraction,
    Binomial: _binomial,
    Script: _script,
    Root: _root,
    Fence: _fence,
    Accent: _accent,
    Stack: _stack,
    Grid: _grid,
    Styled: _styled,
    Tag: _tag,
}
