"""Inline tokens → spans: emphasis, code, formulas on one line, links and images with their address."""

from __future__ import annotations

import re
from collections.abc import Iterator, Sequence
from typing import TYPE_CHECKING

from studykit.render.markdown.blocks import Formula, Span, Spans
from studykit.render.pen import PEN, Pen
from studykit.render.sanitise import visible

if TYPE_CHECKING:
    from markdown_it.token import Token

OPEN, CLOSE = "\ue000", "\ue001"
"""Private-use characters around the answer of a cloze, in a text that is said to have them."""

_SIDES = re.compile(f"({OPEN}|{CLOSE})")
_OWN_SIDES = re.compile(f"{OPEN}(?:==)?|(?:==)?{CLOSE}")
_SIZE = re.compile(r"[0-9]+(?:x[0-9]+)?")
_STYLES = {"strong": "strong", "em": "emphasis", "s": "struck", "mark": "mark", "link": "link"}


class Inline:
    """Reads inline tokens; remembers between them whether the answer of a cloze has begun."""

    def __init__(self, pen: Pen = PEN, *, sided: bool) -> None:
        self._pen = pen
        self._sided = sided
        self.in_answer = False

    def pieces(self, tokens: Sequence[Token]) -> Iterator[Spans | Formula]:
        """Spans, and between them the formulas that stand by themselves."""
        found: list[Span] = []
        styles: list[str] = []
        links: list[tuple[str, int]] = []
        for token in tokens:
            name, _, side = token.type.rpartition("_")
            if token.type == "math_inline_double":
                yield tuple(found)
                found = []
                tex, answer = self.without_sides(token.content)
                yield Formula(tex, answer, pen=self._pen)
            elif token.type == "link_open":
                links.append((str(token.attrs.get("href", "")), len(found)))
                styles.append("link")
            elif token.type == "link_close":
                styles.remove("link")
                target, start = links.pop()
                target = self.without_sides(target)[0]
                label = "".join(span.text for span in found[start:])
                if target and target != label and visible(target) != label:
                    found.append(Span(f" ({visible(target)})" if label else visible(target), ("address",)))
            elif side == "open" and name in _STYLES:
                styles.append(_STYLES[name])
            elif side == "close" and name in _STYLES:
                if _STYLES[name] in styles:
                    styles.remove(_STYLES[name])
            else:
                found += self._spans(token, tuple(dict.fromkeys(styles)))
        yield tuple(found)

    def spans(self, tokens: Sequence[Token]) -> Spans:
        """All in one line, also formulas that stand by themselves elsewhere: the cell of a table."""
        found: list[Span] = []
        for piece in self.pieces(tokens):
            if isinstance(piece, Formula):
                line = self._pen.line(piece.tex, keep_bold=True)
                found.append(Span(line, ("maths", "answer") if piece.answer else ("maths",)))
            else:
                found += piece
        return tuple(found)

    def without_sides(self, text: str) -> tuple[str, bool]:
        """Text without the marks of an answer, and whether any of it is in the answer."""
        answer = self.in_answer
        if self._sided and (OPEN in text or CLOSE in text):
            answer = answer or OPEN in text
            self.in_answer = text.rfind(OPEN) > text.rfind(CLOSE)
            text = _OWN_SIDES.sub("", text)
        return text, answer

    def _spans(self, token: Token, styles: tuple[str, ...]) -> Iterator[Span]:
        match token.type:
            case "softbreak" | "hardbreak":
                yield Span("\n")
            case "math_inline":
                tex, answer = self.without_sides(token.content)
                line = self._pen.line(tex, keep_bold=True)
                yield Span(line, (*styles, "maths", *(("answer",) if answer else ())))
            case "code_inline":
                yield from self._text(token.content, (*styles, "code"))
            case "image":
                alt = "".join(child.content for child in token.children or ()) or token.content
                yield from self._named(alt, str(token.attrs.get("src", "")), styles)
            case "wiki":
                page, label = token.content, token.info
                if token.markup:
                    named = label if not _SIZE.fullmatch(label) else ""
                    yield from self._named(named, page, styles)
                else:
                    yield from self._text(label or page.lstrip("#").replace("#", " › "), (*styles, "link"))
            case "footnote_ref" | "footnote_anchor":
                yield Span(visible(f"[{token.meta.get('label', '')}]"), (*styles, "address"))
            case _:
                yield from self._text(token.content, styles)

    def _named(self, label: str, target: str, styles: tuple[str, ...]) -> Iterator[Span]:
        yield from self._text(label, styles)
        if target:
            target = visible(self.without_sides(target)[0])
            yield Span(f" ({target})" if label else target, (*styles, "address"))

    def _text(self, text: str, styles: tuple[str, ...]) -> Iterator[Span]:
        if not self._sided:
            if text:
                yield Span(visible(text), styles)
            return
        # Where `==` did not pair, it is still no part of the text beside a side of the answer.
        text = text.replace(f"{OPEN}==", OPEN).replace(f"=={CLOSE}", CLOSE)
        for part in _SIDES.split(text) if OPEN in text or CLOSE in text else (text,):
            if part in (OPEN, CLOSE):
                self.in_answer = part == OPEN
            elif part:
                yield Span(visible(part), (*styles, "answer") if self.in_answer else styles)
