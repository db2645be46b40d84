"""Card Markdown → plain readable text.

For one-line and linear views: lists of cards, the plain mode, and screens that draw no blocks. Nothing in the
result is markup of any kind, and nothing in it can act on a terminal.
"""

from __future__ import annotations

import re

from studykit.render.emphasis import without_marks
from studykit.render.pen import PEN, Pen
from studykit.render.sanitise import visible
from studykit.render.spans import ESCAPED_PIPE, Spans

_NOTHING_SPECIAL = re.compile(r"[A-Za-z][A-Za-z0-9 ,.;:?'\"()/-]*")

_WIKI = re.compile(rf"(!?)\[\[([^\[\]\n|{ESCAPED_PIPE}]+)(?:[|{ESCAPED_PIPE}]([^\[\]\n]*))?\]\]")
_LINK = re.compile(r"(!?)\[([^\[\]\n]*)\]\(<?([^()<>\n]*)>?\)")
_TITLE = re.compile(r" +(?:\"[^\"]*\"|'[^']*')$")
_SIZE = re.compile(r"[0-9]+(?:x[0-9]+)?")

_HEADING = re.compile(r" {0,3}#{1,6} +(.*)")
_QUOTE = re.compile(r"(?: {0,3}> ?)+")
_CALLOUT = re.compile(r"\[!([A-Za-z-]+)\][+-]? ?(.*)")
_BULLET = re.compile(r"( *)[-*+] +(?:\[([ xX])\] +)?(?=\S)")
_TABLE_RULE = re.compile(r"[ |:-]*")


def plain(markdown: str, pen: Pen = PEN, *, spoken: bool = False) -> str:
    """Return the text a reader would see, with formulas on one line; line feeds stay where lines were.

    `pen` draws the formulas. With `spoken`, formulas are words: `the fraction a over b`.

    Never raises. Takes time proportional to the length of `markdown`, whatever is in it.
    """
    text = visible(markdown)
    if _NOTHING_SPECIAL.fullmatch(text):
        return text.strip()
    spans = Spans(pen, spoken=spoken)
    text = spans.taken_out(text)
    if "[" in text:
        text = _LINK.sub(_link, _WIKI.sub(_wiki_link, text))
    lines = [shown for line in text.split("\n") if (shown := _line(line)) is not None]
    text = without_marks("\n".join(lines))
    return visible(spans.restored(text)).strip("\n").rstrip()


def formulas(markdown: str) -> list[str]:
    """The TeX of every formula in a text, in order; what stands in code is none."""
    spans = Spans()
    spans.taken_out(visible(markdown))
    return spans.formulas


def _wiki_link(match: re.Match[str]) -> str:
    image, page, label = match[1], match[2].strip(), (match[3] or "").strip()
    if image:
        return f"{label} ({page})" if label and not _SIZE.fullmatch(label) else page
    return label or page.lstrip("#").replace("#", " › ")


def _link(match: re.Match[str]) -> str:
    label, target = match[2].strip(), _TITLE.sub("", match[3].strip())
    if not label or label == target:
        return target
    return f"{label} ({target})" if target else label


def _line(line: str) -> str | None:
    """One line without the marks of its block; None for one that shows nothing."""
    line = line.rstrip()
    if not line:
        return line
    lead = ""
    if (quote := _QUOTE.match(line)) is not None:
        lead = "│ " * quote[0].count(">")
        line = line[quote.end() :]
        if (callout := _CALLOUT.fullmatch(line)) is not None:
            kind = callout[1].capitalize()
            line = f"{kind}: {callout[2]}" if callout[2] else kind
    if line.count("|") > 1 and line.lstrip().startswith("|"):
        if "-" in line and _TABLE_RULE.fullmatch(line):
            return None
        return lead + " │ ".join(cell.strip() for cell in line.strip().strip("|").split("|"))
    squeezed = line.replace(" ", "")
    if len(squeezed) > 2 and squeezed[0] in "-*_" and not squeezed.strip(squeezed[0]):
        return lead + "───"
    if (heading := _HEADING.fullmatch(line)) is not None:
        return lead + heading[1].rstrip("#").rstrip()
    if (bullet := _BULLET.match(line)) is not None:
        mark = "•" if bullet[2] is None else "☐" if bullet[2] == " " else "☑"
        line = f"{bullet[1]}{mark} {line[bullet.end() :]}"
    return (lead + line).rstrip()
