r"""The simple LaTeX that learners type: `\frac{a}{b}`, `\sqrt[3]{x}`, `\sigma`, `d_{\text{model}}`."""

from __future__ import annotations

import re
from typing import Final

from studykit.checking.read_error import Unreadable
from studykit.checking.vocabulary import GREEK

PAIRS: Final[dict[str, str]] = {
    **dict.fromkeys(("frac", "dfrac", "tfrac", "cfrac"), "\\frac"),
    **dict.fromkeys(("binom", "dbinom", "tbinom"), "\\binom"),
}
"""Commands with two arguments, and what stands for them."""
COMMANDS: Final[dict[str, str]] = {
    **GREEK,
    "varepsilon": "ε", "varphi": "φ", "vartheta": "θ", "varrho": "ρ", "varsigma": "σ", "epsilon": "ε",
    "cdot": "*", "times": "×", "ast": "*", "div": "/", "odot": "⊙", "circ": "⊙", "pm": "±", "infty": "∞",
    "top": "T", "intercal": "T", "prime": "'", "sum": "∑", "ldots": "...", "dots": "...", "cdots": "...",
    "lvert": "|", "rvert": "|", "vert": "|", "mid": "|", "Vert": "‖", "lVert": "‖", "rVert": "‖",
    "langle": "⟨", "rangle": "⟩", "lbrack": "[", "rbrack": "]", "lparen": "(", "rparen": ")",
    "{": "(", "}": ")", "%": "%", "_": "_", "|": "‖", "\\": ";", "$": "$",
    **dict.fromkeys([",", ";", ":", "!", " ", "quad", "qquad", "thinspace"], " "),
    **dict.fromkeys(["left", "right", "big", "Big", "bigl", "bigr", "Bigl", "Bigr", "bigg"], ""),
    **dict.fromkeys(["displaystyle", "limits", "nolimits", "middle", "Bigg"], ""),
}  # fmt: skip
"""What stands in the plain text for a command; words such as `\\ln` stand for themselves."""

WORDS: Final = frozenset(
    {
        "ln", "log", "exp", "sin", "cos", "tan", "sinh", "cosh", "tanh", "arcsin", "arccos", "arctan", "min",
        "max", "Var", "Cov", "sigmoid", "softmax", "lg",
    }
)  # fmt: skip

_FONTS = re.compile(
    r"\\(?:text|mathrm|mathbf|mathbb|mathit|mathsf|mathcal|operatorname\*?|textbf|textit|boldsymbol|bm|bf|rm"
    r"|mathop|textrm|boxed)\s*\{([^{}\\]*)\}"
)
_FONT_OF_A_LETTER = re.compile(r"\\(?:mathrm|mathbf|mathbb|mathit|mathsf|mathcal|bm|boldsymbol)\s*([A-Za-z])")
_ENVIRONMENT = re.compile(r"\\(begin|end)\s*\{\s*([a-zA-Z]*matrix|array)\s*\}(?:\{[lcr|]*\})?")
_TRANSPOSED = re.compile(r"(?<=[A-Za-z0-9\])])\.T(?![A-Za-z0-9_])")
_COMMAND = re.compile(r"\\(?:[a-zA-Z]+|.)", re.DOTALL)

Chars = list[tuple[str, int]]


def plain(text: str, positions: tuple[int, ...]) -> tuple[str, tuple[int, ...]]:
    """The folded text without LaTeX, but for `\\frac`, `\\binom` and `\\sqrt`, with arguments in braces.

    Raises `Unreadable` at a command that is not known.
    """
    chars = list(zip(text, positions, strict=False))
    end = positions[-1]
    if "$" in text or text.lstrip().startswith(("\\(", "\\[")):
        chars = _without_dollars(chars)
    if any(character == "\\" for character, _ in chars):
        chars = _without_fonts(chars)
        chars = _wrapped(chars)
        chars = _without_commands(chars)
    while found := _TRANSPOSED.search(_string(chars)):  # `P.T`, as in NumPy
        chars[found.start() : found.end()] = [("'", chars[found.start()][1])]
    return "".join(character for character, _ in chars), (*(position for _, position in chars), end)


def _string(chars: Chars) -> str:
    return "".join(character for character, _ in chars)


def _without_dollars(chars: Chars) -> Chars:
    """Without the signs around a whole formula; a `$` elsewhere is refused by the tokens."""
    text = _string(chars)
    first, last = len(text) - len(text.lstrip()), len(text.rstrip())
    for opening, closing in (("$$", "$$"), ("$", "$"), ("\\(", "\\)"), ("\\[", "\\]")):
        inner = text[first + len(opening) : last - len(closing)]
        long_enough = last - first >= len(opening) + len(closing)
        if (
            long_enough
            and text.startswith(opening, first)
            and text[:last].endswith(closing)
            and "$" not in inner
        ):
            return chars[first + len(opening) : last - len(closing)]
    return chars


def _without_fonts(chars: Chars) -> Chars:
    while found := _FONTS.search(text := _string(chars)) or _FONT_OF_A_LETTER.search(text):
        chars = chars[: found.start()] + chars[found.start(1) : found.end(1)] + chars[found.end() :]
        if found.start() and text[found.start() - 1].isalpha() and found.end(1) > found.start(1):
            chars.insert(found.start(), (" ", chars[found.start()][1]))
    while found := _ENVIRONMENT.search(_string(chars)):
        bracket = ("[" if found[1] == "begin" else "]", chars[found.start()][1])
        inside = [bracket]
        chars = chars[: found.start()] + inside + chars[found.end() :]
    return [("," if character == "&" else character, position) for character, position in chars]


def _wrapped(chars: Chars) -> Chars:
    r"""With braces around arguments of one sign: `\frac12`, `\sqrt2`."""
    at = 0
    while found := _COMMAND.search(_string(chars), at):
        at = found.end()
        count = 2 if found[0][1:] in PAIRS else 1 if found[0] == "\\sqrt" else 0
        begin = at
        for _ in range(count):
            begin = _wrap(chars, begin)
    return chars


def _wrap(chars: Chars, at: int) -> int:
    """Braces around the argument at a place, unless it has them; returns where it ends."""
    text = _string(chars)
    while at < len(text) and text[at] == " ":
        at += 1
    if at < len(text) and text[at] == "[":
        closing = text.find("]", at)
        return _wrap(chars, closing + 1) if closing >= 0 else at
    if at < len(text) and text[at] == "{":
        depth = 0
        for place in range(at, len(text)):
            depth += {"{": 1, "}": -1}.get(text[place], 0)
            if depth == 0:
                return place + 1
        return len(text)
    if at >= len(text) or not (text[at].isalnum() or text[at] == "\\"):
        return at
    command = _COMMAND.match(text, at)
    end = command.end() if command else at + 1
    if command and command[0][1:] in (*PAIRS, "sqrt", "left"):
        return at  # `\frac\frac…` needs braces, and says so
    chars.insert(end, ("}", chars[end - 1][1]))
    chars.insert(at, ("{", chars[at][1]))
    return end + 2


def _without_commands(chars: Chars) -> Chars:
    text, kept, at = _string(chars), [], 0
    for found in _COMMAND.finditer(text):
        kept += chars[at : found.start()]
        at, position, name = found.end(), chars[found.start()][1], found[0][1:]
        if name in PAIRS or name == "sqrt":
            replaced = PAIRS.get(name, "\\sqrt")
        elif name in WORDS:
            replaced = f" {name}" if kept and kept[-1][0].isalpha() else name
            replaced += " " if text[at : at + 1].isalpha() else ""
        elif name in COMMANDS:
            replaced = COMMANDS[name]
            if replaced.isalpha() and kept and kept[-1][0].isalnum():
                replaced = f" {replaced}"
        else:
            raise Unreadable(f"\\{name} is no LaTeX that is read here", position, _HINTS.get(name, ""))
        kept += [(character, position) for character in replaced]
    return kept + chars[at:]


_HINTS: Final = {"int": "integrals are not read", "prod": "products over an index are not read"}
