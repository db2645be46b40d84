"""Deletions in a paragraph, and the cards that they make."""

from __future__ import annotations

import re
from collections.abc import Collection, Iterable, Sequence
from dataclasses import dataclass

from studykit.cards.identity import Face, sibling_keys

HOLE = "[…]"
MOST_DELETIONS = 50
"""In one paragraph: every one shows the whole paragraph, so a thousand would show it a thousand times."""
LONGEST = 10_000
"""Characters of a paragraph that may be a cloze."""

_RUNS = {"==": re.compile(r"=+|\n"), "**": re.compile(r"\*+|\n")}
_GROUP = re.compile(r"\d{1,3}\Z")


@dataclass(frozen=True, slots=True)
class Deletion:
    """One hidden place: its span with the marks, and what it hides."""

    start: int
    end: int
    hidden: str
    hint: str = ""
    group: str = ""
    """Deletions of one group are asked together; empty: on its own."""


def marked(text: str, shadow: str, mark: str = "==") -> list[Deletion]:
    """The `==hidden==` (or `**hidden**`) places of a paragraph, from left to right.

    A pair opens and closes on one line, with no blank just inside, so `a == b and c == d` is none.
    """
    found: list[Deletion] = []
    opened: int | None = None
    for run in _RUNS[mark].finditer(shadow):
        start, end = run.span()
        if shadow[start] == "\n":
            opened = None
            continue
        if end - start not in (2, 4):
            continue
        after = shadow[end : end + 1]
        can_open = bool(after) and not after.isspace()
        can_close = opened is not None and start > opened and not shadow[start - 1].isspace()
        if end - start == 4 and not can_close:
            continue  # `====` closes one pair and opens the next, or is nothing
        if can_close and opened is not None:
            found.append(_deletion(text, shadow, opened, start))
            opened = end if end - start == 4 and can_open else None
        elif can_open:
            opened = end
    return found


def _deletion(text: str, shadow: str, start: int, end: int) -> Deletion:
    """`1;;hidden;;hint` between two marks, all but `hidden` optional."""
    group = ""
    hidden_start = start
    first = shadow.find(";;", start, end)
    if first >= 0 and _GROUP.match(shadow[start:first]):
        group = text[start:first]
        hidden_start = first + 2
        first = shadow.find(";;", hidden_start, end)
    hidden_end = first if first >= 0 else end
    hint = text[hidden_end + 2 : end].strip() if first >= 0 else ""
    return Deletion(start - 2, end + 2, text[hidden_start:hidden_end].strip(), hint, group)


def bracketed(text: str, shadow: str) -> list[Deletion]:
    """The `[hidden]` places of a `C:` text: not images, links, wiki links or empty brackets."""
    pairs: list[tuple[int, int]] = []
    opened: list[int] = []
    for found in re.finditer(r"[\[\]]|\n[ \t]*(?=\n)", shadow):
        sign = found.group()
        if sign == "[":
            opened.append(found.start())
        elif sign != "]":
            opened.clear()  # an open bracket does not reach over a blank line
        elif opened:
            start = opened.pop()
            while pairs and pairs[-1][0] > start:
                pairs.pop()  # it stood inside this one
            pairs.append((start, found.end()))
    return [
        Deletion(start, end, hidden)
        for start, end in pairs
        if (hidden := text[start + 1 : end - 1].strip())
        and not shadow.startswith("(", end)
        and shadow[start - 1 : start] != "!"
        and not (shadow.startswith("[[", start) and shadow.startswith("]]", end - 2))
    ]


def apart(deletions: Iterable[Deletion]) -> list[Deletion]:
    """From left to right, without empty ones and those that overlap an earlier one."""
    kept: list[Deletion] = []
    for deletion in sorted(deletions, key=lambda deletion: deletion.start):
        if deletion.hidden and (not kept or deletion.start >= kept[-1].end):
            kept.append(deletion)
    return kept


def plain(text: str, deletions: Sequence[Deletion]) -> str:
    """The paragraph as if nothing were hidden in it."""
    return _shown(text, deletions, (), holes=False)


def faces(text: str, deletions: Sequence[Deletion]) -> tuple[Face, ...]:
    """One for each deletion, or for each group of them, in order of first appearance."""
    groups: dict[tuple[str, int], list[int]] = {}
    for number, deletion in enumerate(deletions):
        groups.setdefault((deletion.group, -1) if deletion.group else ("", number), []).append(number)
    members = list(groups.values())
    keys = sibling_keys("\n".join(deletions[n].hidden for n in group) for group in members)
    return tuple(
        Face(
            front=_shown(text, deletions, group, holes=True),
            back=", ".join(deletions[n].hidden for n in group),
            hint=next((deletions[n].hint for n in group if deletions[n].hint), ""),
            revealed=_shown(text, deletions, group, holes=False),
            sibling=key,
        )
        for group, key in zip(members, keys, strict=True)
    )


def _shown(text: str, deletions: Sequence[Deletion], asked: Collection[int], *, holes: bool) -> str:
    pieces: list[str] = []
    position = 0
    for number, deletion in enumerate(deletions):
        pieces.append(text[position : deletion.start])
        position = deletion.end
        if number not in asked:
            pieces.append(deletion.hidden)
        elif holes:
            pieces.append(f"[{deletion.hint}]" if deletion.hint else HOLE)
        else:
            pieces.append(f"=={deletion.hidden}==")
    pieces.append(text[position:])
    return "".join(pieces)
