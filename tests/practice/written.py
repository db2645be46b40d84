"""One answer, written in the ways that people write it."""

from __future__ import annotations

import math
import re
from fractions import Fraction
from typing import Any

from studykit.practice.problem import Form, Problem

Value = Any


def value(text: str) -> Value:
    """The number, nested list or tuple that a typed answer stands for; a choice stays text."""
    text = text.strip()
    if text.startswith("["):
        return [value(part) for part in _parts(text[1:-1])]
    if text.startswith("("):
        return tuple(value(part) for part in _parts(text[1:-1]))
    if re.fullmatch(r"[+-]?\d+(/\d+)?", text):
        return Fraction(text)
    try:
        return float(text)
    except ValueError:
        return text


def _parts(text: str) -> list[str]:
    parts, depth, start = [], 0, 0
    for place, sign in enumerate(text):
        depth += (sign in "[(") - (sign in "])")
        if sign == "," and not depth:
            parts.append(text[start:place])
            start = place + 1
    parts.append(text[start:])
    return [part for part in parts if part.strip()]


def forms(problem: Problem) -> list[str]:
    """At least three ways to type the right answer of a problem."""
    text = problem.answer
    match problem.form:
        case Form.CHOICE:
            place = problem.options.index(text)
            return [text, "abcdefgh"[place], str(place + 1), f" {text.upper()} "]
        case Form.SHAPE:
            sizes = [str(each) for each in value(text)]
            return [text, "x".join(sizes), " × ".join(sizes), f"[{', '.join(sizes)}]"]
        case Form.VECTOR:
            cells = [_number(each, problem) for each in value(text)]
            return [text, f"({', '.join(cells)})", " ".join(cells), f"[{'; '.join(cells)}]", ", ".join(cells)]
        case Form.MATRIX:
            rows = [[_number(each, problem) for each in row] for row in value(text)]
            return [
                text,
                f"[{'; '.join(' '.join(row) for row in rows)}]",
                "\n".join(" ".join(row) for row in rows),
                f"(({'), ('.join(', '.join(row) for row in rows)}))",
            ]
        case _:
            return [text, *_scalar(value(text), problem)]


def _scalar(number: Fraction | float, problem: Problem) -> list[str]:
    if isinstance(number, Fraction):
        top, under = number.numerator, number.denominator
        plain = str(number)
        doubled = f"{2 * top}/{2 * under}"
        signed = f"−{-top}" if top < 0 else f"+{top}"
        return [f" {plain} ", doubled, f"{signed}/{under}" if under > 1 else signed, f"({plain})"]
    if math.isinf(number):
        return [f" {number} ", str(number).replace("inf", "∞"), str(number).replace("inf", "infinity")]
    return [_number(number, problem), f"{number:.5e}", f"{number:.9g}".replace("-", "−"), f" {number:.8g} "]


def _number(number: Fraction | float, problem: Problem) -> str:
    """Rounded as the problem asks for it, where it may be."""
    if isinstance(number, Fraction):
        return str(number)
    decimals = problem.tolerance.absolute and 3
    return f"{number:.{max(decimals, 5)}f}" if abs(number) >= 0.01 else f"{number:.6g}"
