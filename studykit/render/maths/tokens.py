"""LaTeX source as tokens, and a cursor over them that can say where something was wrong."""

from __future__ import annotations

import re
from itertools import accumulate

from studykit.render.maths.macros import TOKENS, Macros, expanded
from studykit.render.maths.symbols import DELIMITERS
from studykit.render.maths.tree import Repair

_LENGTH = re.compile(r"\[\s*-?[\d.]+\s*(?:pt|em|ex|mm|cm|in|mu|sp|bp)\s*\]")
_LONGEST_LENGTH = 12
_PLACEMENTS = frozenset("tbclr")


class Cursor:
    """Tokens, the place reached in them, and the repairs so far."""

    def __init__(self, tex: str, macros: Macros | None = None) -> None:
        self.tokens: list[str]
        self._starts: list[int] = []
        self.at = 0
        self.repairs: list[Repair] = []
        if macros is None or not macros.table:
            self.tokens = TOKENS.findall(tex)
        else:
            expansion = expanded(tex, macros)
            self.tokens, self._starts = expansion.tokens, [*expansion.starts, len(tex)]
            if expansion.capped is not None:
                self.repairs.append(
                    Repair(expansion.capped, "macros that go on for too long; shown as typed")
                )
        self.count = len(self.tokens)

    def repair(self, message: str, at: int | None = None) -> None:
        """Note a mend at token `at`, or here. Offsets are summed only once something is wrong."""
        if not self._starts:
            self._starts = [0, *accumulate(map(len, self.tokens))]
        self.repairs.append(Repair(self._starts[self.at if at is None else at], message))

    def peek(self) -> str:
        """The next token that is not blank, or an empty string at the end. Blanks are passed over."""
        while self.at < self.count:
            mark = self.tokens[self.at]
            if not mark.isspace():
                return mark
            self.at += 1
        return ""

    def accept(self, mark: str) -> bool:
        """Take the next token if it is `mark`."""
        if self.peek() != mark:
            return False
        self.at += 1
        return True

    def source(self, start: int, end: int) -> str:
        """What was typed from one token up to another, with its blanks made single."""
        return " ".join("".join(self.tokens[start:end]).split())

    def past_group(self) -> bool:
        """Go behind the `}` that closes the group whose `{` was just taken. False if there is none."""
        level = 1
        while self.at < self.count:
            mark = self.tokens[self.at]
            self.at += 1
            level += (mark == "{") - (mark == "}")
            if not level:
                return True
        return False

    def raw_argument(self) -> str:
        """The source of a `{…}` that holds a name or a length, not maths; empty if none is there."""
        start = self.at
        if not self.accept("{"):
            return ""
        begin = self.at
        if self.past_group():
            return self.source(begin, self.at - 1)
        self.repair("{ is not closed", start)
        return self.source(begin, self.at)

    def pass_length(self) -> None:
        """Pass over the `[2pt]` that may follow a line break."""
        if self.tokens[self.at : self.at + 1] == ["["]:
            match = _LENGTH.match("".join(self.tokens[self.at : self.at + _LONGEST_LENGTH]))
            if match is not None:
                self.at += len(TOKENS.findall(match[0]))

    def pass_placement(self) -> None:
        """Pass over the `[t]` that may follow `\\begin{…}`."""
        following = self.tokens[self.at : self.at + 3]
        if (
            len(following) == 3
            and following[0] == "["
            and following[1] in _PLACEMENTS
            and following[2] == "]"
        ):
            self.at += 3

    def delimiter(self) -> str:
        """The bracket after `\\left` and the like; empty for the invisible one."""
        mark = self.peek()
        if mark in DELIMITERS:
            self.at += 1
            return DELIMITERS[mark]
        self.repair("a bracket is missing")
        return ""
