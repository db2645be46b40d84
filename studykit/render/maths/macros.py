"""A deck's own commands: names with their replacements, from the `macros:` of its front matter.

They are expanded in the tokens, before anything is read, and only so far: a macro that calls itself, or a
tower of macros that double, ends as the name that was typed.
"""

from __future__ import annotations

import re
from collections.abc import Mapping
from dataclasses import dataclass, field

MOST_EXPANSIONS = 1_000
MOST_TOKENS = 20_000
"""That macros may add to one formula."""

TOKENS = re.compile(r"\\[A-Za-z]+|\\.|\s+|.", re.DOTALL)
"""Together the alternatives match any text whole, so the lengths of the tokens give their positions."""
_BODY = re.compile(r"#[1-9]|" + TOKENS.pattern, re.DOTALL)


@dataclass(frozen=True, slots=True)
class Macro:
    """What one command stands for."""

    body: tuple[str, ...]
    """Its tokens; `#1` to `#9` are the arguments."""
    arguments: int


@dataclass(frozen=True, slots=True)
class Macros:
    """Commands, with their backslash, and what they stand for."""

    table: Mapping[str, Macro] = field(default_factory=dict)

    @classmethod
    def of(cls, replacements: Mapping[str, str]) -> Macros:
        """From names, with or without a backslash, and their LaTeX. What is no command's name is left out."""
        table: dict[str, Macro] = {}
        for name, tex in replacements.items():
            command = "\\" + name.strip().lstrip("\\")
            if TOKENS.fullmatch(command) and len(command) > 1:
                body = tuple(_BODY.findall(tex))
                numbers = [int(token[1]) for token in body if token[0] == "#" and len(token) == 2]
                table[command] = Macro(body, max(numbers, default=0))
        return cls(table)


@dataclass(frozen=True, slots=True)
class Expansion:
    """A formula's tokens once its macros are replaced."""

    tokens: list[str]
    starts: list[int]
    """For each token the offset in the source of what it comes from."""
    capped: int | None
    """Where a macro was left as typed since it would go on for too long."""


def expanded(tex: str, macros: Macros) -> Expansion:
    """Replace every macro in a formula."""
    waiting: list[tuple[str, int]] = []
    at = 0
    for token in TOKENS.findall(tex):
        waiting.append((token, at))
        at += len(token)
    waiting.reverse()
    tokens: list[str] = []
    starts: list[int] = []
    expansions = added = 0
    while waiting:
        mark, start = waiting.pop()
        macro = macros.table.get(mark)
        if macro is None:
            tokens.append(mark)
            starts.append(start)
            continue
        if expansions >= MOST_EXPANSIONS or added >= MOST_TOKENS:
            return _given_up(tex, tokens, starts, start)
        expansions += 1
        arguments = [_argument(waiting) for _ in range(macro.arguments)]
        for part in reversed(macro.body):
            if len(part) == 2 and part[0] == "#":
                waiting += [(each, start) for each in reversed(arguments[int(part[1]) - 1])]
                added += len(arguments[int(part[1]) - 1])
            else:
                waiting.append((part, start))
                added += 1
    return Expansion(tokens, starts, None)


def _given_up(tex: str, tokens: list[str], starts: list[int], capped: int) -> Expansion:
    """What was expanded before the macro at `capped`, and from there on the source as it was typed."""
    while starts and starts[-1] >= capped:
        starts.pop()
        tokens.pop()
    at = capped
    for mark in TOKENS.findall(tex[capped:]):
        tokens.append(mark)
        starts.append(at)
        at += len(mark)
    return Expansion(tokens, starts, capped)


def _argument(waiting: list[tuple[str, int]]) -> list[str]:
    """Take one argument: a group, without its braces, or a token."""
    while waiting and waiting[-1][0].isspace():
        waiting.pop()
    if not waiting:
        return []
    first = waiting.pop()
    if first[0] == "}":  # it closes a group around the macro, which then has no argument
        waiting.append(first)
        return []
    if first[0] != "{":
        return [first[0]]
    found: list[str] = []
    level = 1
    while waiting:
        mark = waiting.pop()[0]
        level += (mark == "{") - (mark == "}")
        if not level:
            break
        found.append(mark)
    return found
