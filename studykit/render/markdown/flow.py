"""Spans → lines of a width: wrapping that keeps styles, and cutting out a part of a line by cells."""

from __future__ import annotations

import re
from collections.abc import Iterator, Sequence

from studykit.render.markdown.blocks import Span, Spans
from studykit.render.wrap import columns

_BLANKS = re.compile(r"( +)")
_KEPT = "\xa0"
"""Stands for the blanks of a short formula, which is not broken."""


def width_of(spans: Sequence[Span]) -> int:
    """In cells."""
    return sum(columns(span.text) for span in spans)


def broken(spans: Spans) -> list[Spans]:
    """Spans as lines, where they have line breaks."""
    lines: list[list[Span]] = [[]]
    for span in spans:
        for number, text in enumerate(span.text.split("\n")):
            if number:
                lines.append([])
            if text:
                lines[-1].append(Span(text, span.styles))
    return [tuple(line) for line in lines]


def wrapped(spans: Spans, width: int) -> list[Spans]:
    """Spans in lines of at most `width` cells, broken at blanks; a longer word is cut."""
    found: list[Spans] = []
    for line in broken(spans):
        if width_of(line) <= width:
            found.append(line)
        else:
            found.extend(_wrapped(line, width))
    return found


def _wrapped(spans: Spans, width: int) -> Iterator[Spans]:
    row: list[Span] = []
    used = 0
    for gap, word, size in _words(spans, width):
        wide = columns(gap.text) if gap else 0
        if row and used + wide + size > width:
            yield merged(row)
            row, used = [], 0
        elif gap and used + wide <= width:
            row.append(gap)
            used += wide
        for part in word:
            text = part.text
            while text:
                fits = _fitting(text, width - used)
                if fits:
                    row.append(Span(text[:fits].replace(_KEPT, " "), part.styles))
                    used += columns(text[:fits])
                    text = text[fits:]
                if text:
                    yield merged(row)
                    row, used = [], 0
    if row:
        yield merged(row)


def _words(spans: Spans, width: int) -> Iterator[tuple[Span | None, list[Span], int]]:
    """Each word with the blanks before it; a word may have several styles."""
    gap: Span | None = None
    word: list[Span] = []
    for span in spans:
        text = span.text
        if "maths" in span.styles and columns(text) <= width:
            text = text.replace(" ", _KEPT)
        for piece in _BLANKS.split(text):
            if not piece:
                continue
            if piece[0] != " ":
                word.append(Span(piece, span.styles))
                continue
            if word:
                yield gap, word, width_of(word)
                word = []
            gap = Span(piece, span.styles)
    if word:
        yield gap, word, width_of(word)


def _fitting(text: str, room: int) -> int:
    """How many characters fit into some cells, marks above a letter kept with it."""
    if text.isascii():
        return max(0, min(len(text), room))
    used = 0
    for at, character in enumerate(text):
        used += columns(character)
        if used > room:
            return at
    return len(text)


def merged(spans: Sequence[Span]) -> Spans:
    """Neighbours of one look as one span."""
    found: list[Span] = []
    for span in spans:
        if found and found[-1].styles == span.styles:
            found[-1] = Span(found[-1].text + span.text, span.styles)
        else:
            found.append(span)
    return tuple(found)


def part(spans: Spans, start: int, width: int) -> Spans:
    """The cells from `start` on, `width` of them; half of a wide character becomes a blank."""
    found: list[Span] = []
    at = 0
    for span in spans:
        size = columns(span.text)
        if at + size > start and at < start + width:
            found.append(Span(_part(span.text, start - at, start + width - at), span.styles))
        at += size
    return tuple(found)


def _part(text: str, start: int, end: int) -> str:
    if text.isascii():
        return text[max(0, start) : max(0, end)]
    found: list[str] = []
    at = 0
    for character in text:
        size = columns(character)
        if start <= at and at + size <= end:
            if size or found:
                found.append(character)
        elif at < end and at + size > start:
            found.append(" ")
        at += size
    return "".join(found)
