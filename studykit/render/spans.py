"""The parts of a card's Markdown that are not prose: code, maths, comments, escapes, addresses.

They are taken out first and leave a token in their place, so that no later rule can read a star in a formula
as emphasis. All searching goes forward once, so the time is proportional to the length for any input.
"""

from __future__ import annotations

import re
from bisect import bisect_left
from collections import defaultdict

from studykit.render.pen import PEN, Pen
from studykit.render.sanitise import visible

ESCAPED_PIPE = "\x02"
"""Stands for `\\|`, which separates no table cells."""

_TOKEN = re.compile("\x00([0-9]+)\x01")
_FENCE = re.compile(r"(?P<lead>(?:[ >]|[-*+] |[0-9]{1,9}[.)] )*)(?P<run>`{3,}|~{3,})(?P<info>[^\n]*)")
_QUOTED = re.compile(r"[ >]*")
_BLANK_LINE = re.compile(r"\n[ ]*\n")
_BACKTICKS = re.compile(r"`+")
_DOLLARS = re.compile(r"\\.|\$+", re.DOTALL)
_ADDRESS = re.compile(r"https?://[^\s<>()\[\]*\x00-\x02|]+")
_ENTITY = re.compile(r"&(?:#[0-9]{1,7}|#[xX][0-9a-fA-F]{1,6}|[A-Za-z][A-Za-z0-9]{1,30});")
_AUTOLINK = re.compile(r"<([A-Za-z][A-Za-z0-9+.-]{1,31}:[^\s<>]{0,2000})>")
_LINE_BREAK = re.compile(r"<br ?/?>\n?", re.IGNORECASE)
_START = re.compile(r"[\\`$<&]|%%|(?<![A-Za-z])https?://")
_PUNCTUATION = frozenset("!\"#$%&'()*+,-./:;<=>?@[\\]^_`{|}~")


class Spans:
    """What was taken out of a text, by number."""

    def __init__(self, pen: Pen = PEN, *, spoken: bool = False) -> None:
        self._pen = pen
        self._spoken = spoken
        self._kept: list[str] = []
        self.formulas: list[str] = []
        """The TeX of every formula met, in order."""

    def keep(self, shown: str) -> str:
        """Set `shown` aside and return the token that stands for it."""
        self._kept.append(shown)
        return f"\x00{len(self._kept) - 1}\x01"

    def keep_formula(self, tex: str) -> str:
        """Set a formula aside, as it reads on one line or is said in words."""
        self.formulas.append(tex)
        return self.keep(self._pen.speech(tex) if self._spoken else self._pen.line(tex))

    def restored(self, text: str) -> str:
        """`text` with every token replaced by what it stands for."""
        return _TOKEN.sub(lambda match: self._kept[int(match[1])], text).replace(ESCAPED_PIPE, "|")

    def taken_out(self, text: str) -> str:
        """`text`, which holds no control characters, with tokens for its code, maths and the like."""
        if "```" not in text and "~~~" not in text:
            return _Scanner(text, self).run()
        parts: list[str] = []
        prose: list[str] = []
        lines = text.split("\n")
        at = 0
        while at < len(lines):
            fence = _FENCE.match(lines[at])
            if fence is None or (fence["run"][0] == "`" and "`" in fence["info"]):
                prose.append(lines[at])
                at += 1
                continue
            end = _closing(lines, at + 1, fence["run"])
            code = _without_lead(lines[at + 1 : end], fence["lead"])
            if prose:
                parts.append(_Scanner("\n".join(prose), self).run())
                prose = []
            parts.append(self.keep("\n".join(code)))
            at = end + 1
        if prose:
            parts.append(_Scanner("\n".join(prose), self).run())
        return "\n".join(parts)


def _closing(lines: list[str], at: int, run: str) -> int:
    """The number of the line that closes a fence, or of the line after the last."""
    for number in range(at, len(lines)):
        line = lines[number].strip(" >")
        if len(line) >= len(run) and not line.strip(run[0]):
            return number
    return len(lines)


def _without_lead(code: list[str], lead: str) -> list[str]:
    """Code without the quote marks and the indent of its fence."""
    if not lead:
        return code
    return [line[min(len(lead), _QUOTED.match(line).end()) :] for line in code]  # type: ignore[union-attr]


class _Scanner:
    """One pass over a text without fences."""

    def __init__(self, text: str, spans: Spans) -> None:
        self.text = text
        self.spans = spans
        self.blank_lines = [match.start() for match in _BLANK_LINE.finditer(text)] if "\n" in text else []
        self._ticks: dict[int, list[int]] | None = None
        self._dollars: list[tuple[int, int]] | None = None
        self._absent: set[str] = set()

    def run(self) -> str:
        text = self.text
        parts: list[str] = []
        at = 0
        while (start := _START.search(text, at)) is not None:
            parts.append(text[at : start.start()])
            here = start.start()
            shown, at = self._span(start[0], here)
            parts.append(shown)
        parts.append(text[at:])
        return "".join(parts)

    def _span(self, opener: str, here: int) -> tuple[str, int]:
        """What to write for what begins `here`, and where to go on."""
        match opener:
            case "\\":
                return self._escape(here)
            case "`":
                return self._code(here)
            case "$":
                return self._maths(here)
            case "<":
                return self._angle(here)
            case "%%":
                end = self._find("%%", here + 2)
                return ("%%", here + 2) if end < 0 else ("", end + 2)
            case "&":
                entity = _ENTITY.match(self.text, here)
                if entity is None:
                    return "&", here + 1
                from html import unescape  # its table of names is large, and few notes have entities

                return self.spans.keep(visible(unescape(entity[0]))), entity.end()
            case _:
                address = _ADDRESS.match(self.text, here)
                end = here + len(opener) if address is None else address.end()
                return self.spans.keep(self.text[here:end]), end

    def _escape(self, here: int) -> tuple[str, int]:
        following = self.text[here + 1 : here + 2]
        if following == "|":
            return ESCAPED_PIPE, here + 2
        if following and following in _PUNCTUATION:
            return self.spans.keep(following), here + 2
        if following == "\n":
            return "", here + 1
        return "\\", here + 1

    def _code(self, here: int) -> tuple[str, int]:
        if self._ticks is None:
            self._ticks = defaultdict(list)
            for run in _BACKTICKS.finditer(self.text):
                self._ticks[run.end() - run.start()].append(run.start())
        length = _BACKTICKS.match(self.text, here).end() - here  # type: ignore[union-attr]
        starts = self._ticks[length]
        number = bisect_left(starts, here + length)
        if number == len(starts) or starts[number] > self._paragraph_end(here):
            return self.text[here : here + length], here + length
        code = self.text[here + length : starts[number]].replace("\n", " ")
        if code.startswith(" ") and code.endswith(" ") and code.strip():
            code = code[1:-1]
        return self.spans.keep(code), starts[number] + length

    def _maths(self, here: int) -> tuple[str, int]:
        text = self.text
        if self._dollars is None:
            self._dollars = [(m.start(), m.end()) for m in _DOLLARS.finditer(text) if m[0][0] == "$"]
        number = bisect_left(self._dollars, (here, 0))
        if number >= len(self._dollars) or self._dollars[number][0] != here:
            return "$", here + 1  # after an escape that ended inside other text
        end = self._dollars[number][1]
        if end - here == 1:
            return self._inline_maths(here, number + 1)
        for start, after in self._dollars[number + 1 : number + 8]:
            if after - start > 1:
                tex = text[here + 2 : start]
                if tex.strip():
                    return self.spans.keep_formula(tex), start + 2
                break
        return text[here:end], end

    def _inline_maths(self, here: int, number: int) -> tuple[str, int]:
        text = self.text
        if self._dollars is None or number >= len(self._dollars):
            return "$", here + 1
        start, after = self._dollars[number]
        tex = text[here + 1 : start] if start < self._paragraph_end(here) else ""
        follows = text[after : after + 1]
        if not tex or tex[0].isspace() or tex[-1].isspace() or follows.isdecimal() or after - start > 1:
            return "$", here + 1
        return self.spans.keep_formula(tex), start + 1

    def _angle(self, here: int) -> tuple[str, int]:
        text = self.text
        if text.startswith("<!--", here):
            end = self._find("-->", here + 4)
            if end >= 0:
                return "", end + 3
        elif (link := _AUTOLINK.match(text, here)) is not None:
            return self.spans.keep(link[1]), link.end()
        elif (line_break := _LINE_BREAK.match(text, here)) is not None:
            return "\n", line_break.end()
        return "<", here + 1

    def _find(self, closer: str, at: int) -> int:
        """Where `closer` comes next, or -1; what is not there is looked for only once."""
        if closer in self._absent:
            return -1
        end = self.text.find(closer, at)
        if end < 0:
            self._absent.add(closer)
        return end

    def _paragraph_end(self, at: int) -> int:
        number = bisect_left(self.blank_lines, at)
        return self.blank_lines[number] if number < len(self.blank_lines) else len(self.text)
