"""The pieces of a typed text: numbers, words and signs, each with its place."""

from __future__ import annotations

import re
from dataclasses import dataclass
from fractions import Fraction
from typing import Final, Literal

from studykit.checking import latex, limits
from studykit.checking.folding import RAISED, fold, fraction
from studykit.checking.read_error import Unreadable
from studykit.checking.tree import Node, Number, Quotient

Kind = Literal["number", "word", "name", "function", "sum", "op", "end"]
"""A `word` is what was typed; it becomes a `name`, a `function` or several of them once it is known."""


@dataclass(frozen=True, slots=True)
class Token:
    """One piece of a text."""

    kind: Kind
    text: str
    position: int
    """Where it begins in the text as it was typed."""
    space: bool = False
    """Whether a blank or a line's end stands before it."""
    line: bool = False
    """Whether a line's end stands before it."""
    node: Node | None = None
    """What a number or a name is."""


_NUMBER: Final = re.compile(r"(?:[0-9]+(?:\.(?!\.)[0-9]*)?|\.[0-9]+)(?:[eE][+-]?[0-9]+)?")
_COMMAS: Final = re.compile(r"[0-9]+(?:,[0-9]+)+(?![0-9])")
_EXPONENT: Final = re.compile(r"[eE][+-]?[0-9]+")
_LETTER: Final = "A-Za-zΑ-Ωα-ω"
_LETTERS: Final = re.compile(f"[{_LETTER}]")
_WORD: Final = re.compile(
    rf"log_(?:[0-9]+|\{{ *[0-9]+ *\}})|(?:sum|Sum)(?![{_LETTER}0-9])"
    rf"|[{_LETTER}][{_LETTER}0-9]*(?:_[{_LETTER}0-9]+|_\{{[{_LETTER}0-9 ]+\}})*"
)
_OPERATORS: Final = (
    RAISED, "\\frac", "\\sqrt", "\\binom", "**", "...", "..", *"+-*/^=()[]{},;|‖!%'_±×⊙√∛∜⟨⟩"
)  # fmt: skip
_CLOSING: Final = {")": "(", "]": "[", "}": "{"}


def tokenize(text: str, *, decimal_comma: bool, sigma_is_name: bool = False) -> tuple[Token, ...]:
    """The tokens of a text; the last is an `end`.

    With `decimal_comma` a comma between digits outside of brackets is a decimal comma. `Σ` begins a sum
    unless it is the name of something. Raises `Unreadable`.
    """
    limits.check_length(text)
    plain, positions = latex.plain(*fold(text))
    if not sigma_is_name:
        plain = plain.replace("Σ", "∑")
    tokens: list[Token] = []
    opened: list[tuple[str, int]] = []
    at = 0
    while True:
        begin = at
        while at < len(plain) and plain[at] in " \n":
            at += 1
        gap, position = plain[begin:at], positions[at]
        space, line = bool(gap) or not tokens, "\n" in gap
        if at >= len(plain):
            tokens.append(Token("end", "", position, space, line))
            break
        kind, length, node = _next(plain, at, positions, decimal_comma and not opened, tokens)
        piece = plain[at : at + length]
        at += length
        if kind == "op":
            _nest(piece, position, opened)
        if kind == "word" and piece in ("∞",):
            piece = "inf"
        tokens.append(
            Token(kind, re.sub(r"[{} ]", "", piece) if kind == "word" else piece, position, space, line, node)
        )
    if opened:
        sign, position = opened[-1]
        raise Unreadable(f"{sign} is never closed", position)
    return tuple(tokens)


def _nest(sign: str, position: int, opened: list[tuple[str, int]]) -> None:
    if sign in "([{":
        opened.append((sign, position))
        if len(opened) > limits.MOST_DEPTH:
            raise Unreadable(f"brackets are nested more than {limits.MOST_DEPTH} deep", position)
    elif sign in _CLOSING:
        if not opened:
            raise Unreadable(f"{sign} closes nothing", position)
        opening, _ = opened.pop()
        if opening != _CLOSING[sign]:
            raise Unreadable(f"{sign} does not close the {opening} before it", position)


def _next(
    plain: str, at: int, positions: tuple[int, ...], decimal_comma: bool, before: list[Token]
) -> tuple[Kind, int, Node | None]:
    """Kind and length of the piece at a place, and the value of a number."""
    character, position = plain[at], positions[at]
    commas = _COMMAS.match(plain, at) if decimal_comma and plain[at - 1 : at] != "," else None
    if commas and _comma_is_decimal(commas[0], position):
        end = _EXPONENT.match(plain, commas.end())
        literal = plain[at : end.end() if end else commas.end()]
        return _number(literal.replace(",", "."), len(literal), plain, at, position)
    if found := _NUMBER.match(plain, at):
        _check_group(plain, at, found[0], position)
        if decimal_comma and "." in found[0] and re.match(",[0-9]", plain[found.end() :]):
            raise Unreadable(
                f"{found[0]} has a point, and a comma after it",
                position,
                "write 16000.5, or a blank after a comma",
            )
        return _number(found[0], len(found[0]), plain, at, position)
    if (parts := fraction(character)) is not None:
        return "number", 1, _quotient(*parts)
    if character in "∑∞":
        return ("sum" if character == "∑" else "word"), 1, None
    if len(before) > 1 and before[-1].text == "_" and before[-2].kind == "sum" and _LETTERS.match(character):
        return "word", 1, None
    if found := _WORD.match(plain, at):
        return ("sum" if found[0] in ("sum", "Sum") else "word"), len(found[0]), None
    for operator in _OPERATORS:
        if plain.startswith(operator, at):
            if plain.startswith("!=", at):
                raise Unreadable(
                    "≠ cannot be read here", position, "write the terms out; for n! put a blank before ="
                )
            return "op", len(operator), None
    raise Unreadable(f"{character} cannot be read here", position, _HINTS.get(character, ""))


_HINTS: Final = {
    ":": "division is typed as /",
    "<": "write the expression only, or one =",
    ">": "write the expression only, or one =",
    "$": "a formula has one $ at each end, or none",
    "\\": "LaTeX commands are \\frac, \\sqrt, \\cdot, \\sigma and their like",
    ".": "a number is typed as 0.5, a dot product as q·k or q*k",
}


def _number(literal: str, length: int, plain: str, at: int, position: int) -> tuple[Kind, int, Node | None]:
    mantissa, _, exponent = literal.lower().partition("e")
    whole, _, decimals = mantissa.partition(".")
    digits = whole + decimals
    if len(digits) > limits.MOST_DIGITS:
        limits.check_number(Fraction(1), len(digits), position)
    if len(exponent) > 5 or abs(int(exponent or 0)) > limits.MOST_POWER_OF_TEN:
        raise Unreadable(f"this number is beyond ten to the power of ±{limits.MOST_POWER_OF_TEN}", position)
    unit = Fraction(10) ** (int(exponent or 0) - len(decimals))
    value = int(digits) * unit
    limits.check_number(value, len(digits), position)
    after = plain[at + length : at + length + 1]
    if after and (parts := fraction(after)) is not None:
        if not literal.isdigit():
            raise Unreadable(f"{literal}{after} is no mixed number", position)
        over, under = parts
        return "number", length + 1, _quotient(int(literal) * under + over, under)
    return "number", length, Number(value, unit)


def _quotient(over: int, under: int) -> Node:
    return Quotient(Number(Fraction(over), Fraction(1)), Number(Fraction(under), Fraction(1)))


def _comma_is_decimal(run: str, position: int) -> bool:
    """Whether the one comma in a run of digits and commas is a decimal comma; asks where it is unclear."""
    whole, *groups = run.split(",")
    grouped = 1 <= len(whole) <= 3 and whole[0] != "0" and all(len(group) == 3 for group in groups)
    if grouped:
        joined = whole + "".join(groups)
        hint = f"write {joined}" + (f" or {whole}.{groups[0]}" if len(groups) == 1 else " without commas")
        raise Unreadable(f"is {run} one number with a decimal comma, or thousands?", position, hint)
    return len(groups) == 1


def _check_group(plain: str, at: int, literal: str, position: int) -> None:
    """Refuses the second half of `16,000` and `16 000` in a list: it may be meant as one number."""
    looks_grouped = len(literal) == 3 and literal[0] == "0" and literal.isdigit()
    if looks_grouped and at > 1 and plain[at - 1] in ", " and plain[at - 2].isdigit():
        before = re.search(r"[0-9]+(?:[ ,][0-9]{3})*\Z", plain[: at - 1])
        whole = before[0] if before else ""
        run = f"{whole}{plain[at - 1]}{literal}"
        joined = "0." + literal if whole == "0" else re.sub("[ ,]", "", run)
        if whole.isdecimal():
            hint = f"write {joined}, or {whole}, {int(literal)}"
            raise Unreadable(f"is {run} one number or two?", position, hint)
        raise Unreadable(f"is {run} one number or several?", position, f"write {joined} for one")
