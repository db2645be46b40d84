"""What is masked before any separator is looked for, and why.

The reader never searches a note's own text but its *shadow*: a string of the same length in which every
character that cannot separate, hide or tag anything is replaced by one of the signs below. Positions in
the shadow are positions in the text, so a hit needs no translation, and masked text still belongs to its
card. Whatever opens first wins, as in Markdown itself: a `$` in a code span opens no maths.

Everything here is one pass from left to right. A construct that does not close is remembered as such, so
that a note of a hundred thousand openers is not searched a hundred thousand times.
"""

from __future__ import annotations

import re
from bisect import bisect_left
from dataclasses import dataclass, field

MASKED = "\x00"
"""Stands for a character of code, maths or an address."""
DROPPED = "\x01"
r"""Stands for a character that is not shown: a comment's, or the backslash of `\::`."""
ESCAPED = "\x02"
"""Stands for a character that a backslash has made plain text."""
_SIGNS = re.compile("[\x00-\x04]")
_FOREIGN = dict.fromkeys(range(5), "\x03")

_OPENER = re.compile(r"`+|~~~+|\$\$?|<!--|%%|\\|://")
_FENCE_PREFIX = re.compile(r"(?:[ \t>]|[-*+](?=[ \t])|\d{1,9}[.)](?=[ \t]))*+")
_FENCE_END = {
    ("`", False): re.compile(r"^[ \t]*(`{3,})[ \t]*$", re.MULTILINE),
    ("~", False): re.compile(r"^[ \t]*(~{3,})[ \t]*$", re.MULTILINE),
    ("`", True): re.compile(r"^[ \t>]*(`{3,})[ \t]*$", re.MULTILINE),
    ("~", True): re.compile(r"^[ \t>]*(~{3,})[ \t]*$", re.MULTILINE),
}
_QUOTE_END = re.compile(r"^(?![ \t]*>)", re.MULTILINE)
# A code span may run over a line's end inside a paragraph, but not into another block.
_BLOCK_END = re.compile(
    r"\n(?=[ \t]*(?:\n|\Z|#{1,6}[ \t]|>|\||[-*+][ \t]|\d{1,9}[.)][ \t]|```|~~~|\?\??[ \t]*(?:\n|\Z)))"
)
_DOLLAR = re.compile(r"(?<!\\)(?:\\\\)*+\$")
_SCHEME = re.compile(r"[A-Za-z][A-Za-z0-9+.-]{0,20}\Z")
_ADDRESS = re.compile(
    r"(?:\[[0-9A-Fa-f:.]*\])?(?:[^\s<>\"`()\[\]|]++|\([^\s<>\"`()\[\]|]*+\))*+",
)
_MARK_AFTER_ADDRESS = re.compile(r"==(?![0-9A-Za-z=&])")
_REST_IS_BLANK = re.compile(r"[ \t]*(?:\n|\Z)")
_PUNCTUATION = frozenset("!\"#$%&'()*+,-./:;<=>?@[\\]^_`{|}~")


@dataclass(frozen=True, slots=True)
class Masks:
    """A text's shadow, and what was found on the way.

    Line numbers count from 0 here.
    """

    shadow: str
    fences: tuple[tuple[int, int], ...] = ()
    """First and last line of each fenced block."""
    inside: frozenset[int] = frozenset()
    """Lines that begin inside masked text, so that an empty one does not end a paragraph."""
    hidden: frozenset[int] = frozenset()
    """Lines that begin inside a comment."""
    unclosed_fence: int | None = None
    unclosed_comment: int | None = None


def mask(text: str) -> Masks:
    """The shadow of `text`, whose lines end with `\\n` alone."""
    plain = text.translate(_FOREIGN) if _SIGNS.search(text) else text
    if _OPENER.search(plain) is None:
        return Masks(plain)
    return _Scan(plain).run()


@dataclass(slots=True)
class _Scan:
    """One pass over a text: the place reached, and what is known not to close."""

    text: str
    regions: list[tuple[int, int, str]] = field(default_factory=list)
    fences: set[int] = field(default_factory=set)
    unclosed_fence: int | None = None
    unclosed_comment: int | None = None
    _block_end: int = -1
    _line_end: int = -1
    _fence_tried: int = -1
    _no_more: set[str] = field(default_factory=set)
    _dollars: list[int] | None = None
    _ticks: dict[int, list[int]] | None = None

    def run(self) -> Masks:
        position = 0
        text = self.text
        while (found := _OPENER.search(text, position)) is not None:
            opener = found.group()
            start, end = found.span()
            sign = opener[0]
            if sign == "\\":
                position = self._escape(start)
            elif sign == "`":
                position = self._fence(start, end) or self._code(start, end)
            elif sign == "~":
                position = self._fence(start, end) or end
            elif opener == "$":
                position = self._maths(start)
            elif opener == "$$":
                position = self._pair(start, opener, MASKED)
            elif opener == "%%":
                position = self._pair(start, opener, DROPPED)
            elif opener == "<!--":
                position = self._comment(start)
            else:
                position = self._address(start, end)
        return self._masks()

    def _escape(self, start: int) -> int:
        text = self.text
        after = text[start + 1 : start + 2]
        if text.startswith("::", start + 1):
            end = start + 1
            while text.startswith(":", end):
                end += 1
            self.regions.append((start, start + 1, DROPPED))
            self.regions.append((start + 1, end, ESCAPED))
            return end
        if after and after in _PUNCTUATION:
            self.regions.append((start, start + 2, ESCAPED))
            return start + 2
        return start + 1

    def _fence(self, start: int, end: int) -> int | None:
        text = self.text
        if end - start < 3 or start < self._fence_tried:
            return None  # only a line's first run can open a fence, and it has been tried
        line = text.rfind("\n", 0, start) + 1
        line_end = self._end_of_line(end)
        self._fence_tried = line_end
        prefix = _FENCE_PREFIX.match(text, line)
        if prefix is None or prefix.end() != start:
            return None
        sign = text[start]
        if sign == "`" and "`" in text[end:line_end]:
            return None
        quoted = ">" in prefix.group()
        stop = len(text)
        closed = False
        if quoted and (outside := _QUOTE_END.search(text, line_end + 1)) is not None:
            stop, closed = max(outside.start() - 1, line_end), True
        for close in _FENCE_END[sign, quoted].finditer(text, line_end + 1, stop):
            long_enough = len(close.group(1)) >= end - start
            if long_enough and (quoted or close.start(1) - close.start() < start - line + 4):
                stop, closed = close.end(), True
                break
        self.regions.append((start, stop, MASKED))
        self.fences.add(start)
        if not closed:
            self.unclosed_fence = text.count("\n", 0, start)
        return stop

    def _code(self, start: int, end: int) -> int:
        text = self.text
        if self._ticks is None:
            self._ticks = {}
            for run in re.finditer("`+", text):
                self._ticks.setdefault(run.end() - run.start(), []).append(run.start())
        runs = self._ticks.get(end - start, [])
        index = bisect_left(runs, end)
        if index < len(runs) and runs[index] < self._end_of_block(start):
            stop = runs[index] + end - start
            self.regions.append((start, stop, MASKED))
            return stop
        return end

    def _maths(self, start: int) -> int:
        text = self.text
        after = text[start + 1 : start + 2]
        if not after or after.isspace() or (start and text[start - 1].isdigit()):
            return start + 1
        if self._dollars is None:
            ends = (found.end() - 1 for found in _DOLLAR.finditer(text))
            self._dollars = [
                at for at in ends if not text[at - 1 : at].isspace() and not text[at + 1 : at + 2].isdigit()
            ]
        index = bisect_left(self._dollars, start + 2)
        if index < len(self._dollars) and self._dollars[index] < self._end_of_line(start):
            self.regions.append((start, self._dollars[index] + 1, MASKED))
            return self._dollars[index] + 1
        return start + 1

    def _pair(self, start: int, opener: str, sign: str) -> int:
        """`$$…$$` and `%%…%%`: over blank lines only when the opener has its line to itself."""
        text = self.text
        end = start + 2
        if opener in self._no_more:
            return end
        close = text.find(opener, end)
        if close < 0:
            self._no_more.add(opener)
            return end
        before = start
        while before and text[before - 1] in " \t>":
            before -= 1
        alone = (not before or text[before - 1] == "\n") and _REST_IS_BLANK.match(text, end)
        if alone or close < self._end_of_block(start):
            self.regions.append((start, close + 2, sign))
            return close + 2
        return end

    def _comment(self, start: int) -> int:
        close = -1 if "<!--" in self._no_more else self.text.find("-->", start + 2)
        if close < 0:
            if "<!--" not in self._no_more:
                self.unclosed_comment = self.text.count("\n", 0, start)
                self._no_more.add("<!--")
            return start + 4
        self.regions.append((start, close + 3, DROPPED))
        return close + 3

    def _address(self, start: int, end: int) -> int:
        text = self.text
        scheme = _SCHEME.search(text, max(0, start - 21), start)
        if scheme is None:
            return end
        found = _ADDRESS.match(text, end)
        stop = found.end() if found else end
        if (mark := _MARK_AFTER_ADDRESS.search(text, end, stop)) is not None:
            stop = mark.start()
        stop = end + len(text[end:stop].rstrip("?!.,:;*_~'"))  # a sentence's signs are not the address's
        self.regions.append((scheme.start(), stop, MASKED))
        return max(stop, end)

    def _end_of_block(self, position: int) -> int:
        if self._block_end <= position:
            found = _BLOCK_END.search(self.text, position)
            self._block_end = found.start() if found else len(self.text)
        return self._block_end

    def _end_of_line(self, position: int) -> int:
        if self._line_end < position:
            found = self.text.find("\n", position)
            self._line_end = found if found >= 0 else len(self.text)
        return self._line_end

    def _masks(self) -> Masks:
        text = self.text
        pieces: list[str] = []
        inside: set[int] = set()
        hidden: set[int] = set()
        fences: list[tuple[int, int]] = []
        position = line = 0
        for start, end, sign in self.regions:
            before, masked = text[position:start], text[start:end]
            pieces.append(before)
            line += before.count("\n")
            first = line
            if "\n" in masked:
                rows = masked.split("\n")
                pieces.append("\n".join([sign * len(row) for row in rows]))
                (hidden if sign == DROPPED else inside).update(range(line + 1, line + len(rows)))
                line += len(rows) - 1
            else:
                pieces.append(sign * (end - start))
            if start in self.fences:
                fences.append((first, line))
            position = end
        pieces.append(text[position:])
        return Masks(
            "".join(pieces),
            tuple(fences),
            frozenset(inside),
            frozenset(hidden),
            self.unclosed_fence,
            self.unclosed_comment,
        )
