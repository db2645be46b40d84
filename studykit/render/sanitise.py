"""The one boundary between text that others wrote and the terminal.

Card text, file names and anything else that was not written here passes through `visible` before it is
drawn. An escape sequence in a note would otherwise reach the terminal and act there, and a bidi override or
a zero-width character would show a reader something else than what is in the file.
"""

from __future__ import annotations

import re

TAB_WIDTH = 4

_ZWNJ, _ZWJ = "\u200c", "\u200d"
_FLAG = "\U0001f3f4"
_WIDTH_SELECTOR = re.compile("[\ufe0e\ufe0f]")

# Tabs and line feeds are left out: lines are lines, and tabs are expanded afterwards.
_SUSPECT = re.compile(
    "["
    "\x00-\x08\x0b-\x1f\x7f-\x9f"  # C0, DEL, C1
    "\xad\u034f\u061c\u17b4\u17b5\u180b-\u180f"  # soft hyphen, grapheme joiner, Arabic mark, Khmer, Mongolian
    "\u200b-\u200f\u2028-\u202e\u2060-\u206f"  # zero width, line separators, bidi marks, embeddings, isolates
    "\u3164\uffa0\ufe00-\ufe0f\ufeff\ufff0-\ufffb\ufffe\uffff"  # fillers, selectors, byte order mark
    "\ud800-\udfff"  # lone surrogates: no terminal encoding can carry them
    "\U000110bd\U000110cd\U00013430-\U0001345f\U0001bca0-\U0001bca3\U0001d173-\U0001d17a"
    "\U000e0000-\U000e0fff"  # tags and selectors: whole sentences can hide in them
    "]+"
)

# Scripts whose spelling needs joiners: Arabic, Syriac, the Indic blocks, Myanmar, Khmer, Mongolian.
_JOINING = re.compile(
    "[\u0600-\u07ff\u0840-\u0fff\u1000-\u109f\u1780-\u18af\u1a20-\u1cff\ua840-\ua8ff\ua980-\uaaff\uabc0-\uabff"
    "\U00011000-\U00011fff]"
)
_PICTURE = re.compile(
    "[©®\u203c\u2049\u2122\u2139\u2190-\u2bff\u3030\u303d\u3297\u3299\U0001f000-\U0001faff]"
)
_FLAG_TAGS = re.compile("[\U000e0061-\U000e007a\U000e0030-\U000e0039]{3,6}\U000e007f")
# A selector that picks a glyph is left where it can: after symbols, Mongolian letters and ideographs.
_SELECTED = re.compile(
    "[^\x00-\xff][\ufe00-\ufe0d]|[\u1800-\u18af][\u180b-\u180d\u180f]"
    "|[\u3400-\u9fff\uf900-\ufaff\U00020000-\U0003ffff][\U000e0100-\U000e01ef]"
)


def visible(text: str) -> str:
    """Return `text` with everything that acts or hides shown as a symbol (`␛`, `⟨U+202E⟩`).

    Line feeds stay and CR LF counts as one; tabs become spaces. Joiners stay where an emoji or a script needs
    them. The emoji and text variation selectors are left out: terminals disagree on whether they change a
    character's width, and without them the width is the character's own. Calling it twice changes nothing.
    """
    if "\r\n" in text:
        text = text.replace("\r\n", "\n")
    if _SUSPECT.search(text) is not None:
        text = _SUSPECT.sub(_shown_run, text)
    if "\t" in text:
        text = text.expandtabs(TAB_WIDTH)
    return text


def _shown_run(match: re.Match[str]) -> str:
    run = _WIDTH_SELECTOR.sub("", match[0])
    if not run:
        return ""
    whole, start, end = match.string, match.start(), match.end()
    before = whole[start - 1] if start else ""
    after = whole[end] if end < len(whole) else ""
    if len(run) == 1:
        if run in (_ZWJ, _ZWNJ) and before and _JOINING.match(before):
            return run
        if run == _ZWJ and before and after and _PICTURE.match(before) and _PICTURE.match(after):
            return run
        if _SELECTED.fullmatch(before + run):
            return run
    if before == _FLAG and _FLAG_TAGS.fullmatch(run):
        return run
    return "".join(map(_shown, run))


def _shown(character: str) -> str:
    code = ord(character)
    if code < 0x20:
        return chr(0x2400 + code)
    if code == 0x7F:
        return "␡"
    return f"⟨U+{code:04X}⟩"


def one_line(text: str) -> str:
    """Like `visible`, with line feeds made visible too: what quotes a name must stay one line."""
    return visible(text).replace("\n", "␊")
