"""The Markdown that notes are written in: CommonMark with tables, maths, footnotes, marks and wiki links.

Imported only when there is something to parse, since markdown-it takes 45 ms.
"""

from __future__ import annotations

import re
from functools import lru_cache

from markdown_it import MarkdownIt
from markdown_it.rules_block import StateBlock
from markdown_it.rules_inline import StateInline
from markdown_it.rules_inline.state_inline import Delimiter
from mdit_py_plugins.dollarmath import dollarmath_plugin
from mdit_py_plugins.footnote import footnote_plugin

DEEPEST = 40
"""Blocks nested deeper are not parsed by markdown-it; such a text is shown without its structure."""

_WIKI = re.compile(r"(!?)\[\[([^\[\]\n|]+)(?:\|([^\[\]\n]*))?\]\]")
_BREAK = re.compile(r"<br ?/?>\n?", re.IGNORECASE)
_COMMENTS = (("%%", "%%"), ("<!--", "-->"))


class _Parser(MarkdownIt):
    """Addresses are left as they are written, since they are shown and never opened."""

    def normalizeLink(self, url: str) -> str:
        return url

    def normalizeLinkText(self, link: str) -> str:
        return link

    def validateLink(self, url: str) -> bool:
        return True


@lru_cache(maxsize=1)
def parser() -> MarkdownIt:
    """The parser; one is enough, since it keeps nothing between two texts."""
    md = _Parser("commonmark", {"html": False, "maxNesting": DEEPEST}).enable(["table", "strikethrough"])
    md.use(
        dollarmath_plugin, allow_labels=False, allow_space=False, allow_digits=False, double_inline=True
    ).use(footnote_plugin)
    # A definition that nothing refers to would vanish: definitions of links are shown as they are written,
    # and footnotes stand where they are defined.
    md.disable(["reference", "footnote_tail", "footnote_inline"])
    md.inline.ruler.before("link", "wiki", _wiki)
    md.inline.ruler.before("escape", "aside", _aside)
    md.inline.ruler.before("emphasis", "mark", _mark)
    md.inline.ruler2.before("emphasis", "mark", _marks)
    md.block.ruler.before("fence", "comment", _comment, {"alt": ["paragraph", "blockquote", "list"]})
    return md


def _wiki(state: StateInline, silent: bool) -> bool:
    match = _WIKI.match(state.src, state.pos, state.posMax)
    if match is None:
        return False
    if not silent:
        token = state.push("wiki", "", 0)
        token.markup, token.content, token.info = match[1], match[2].strip(), (match[3] or "").strip()
    state.pos = match.end()
    return True


def _aside(state: StateInline, silent: bool) -> bool:
    """Comments, which are dropped, and `<br>`."""
    here = state.pos
    match = _BREAK.match(state.src, here, state.posMax)
    if match is not None:
        if not silent:
            state.push("hardbreak", "br", 0)
        state.pos = match.end()
        return True
    for opener, closer in _COMMENTS:
        if state.src.startswith(opener, here):
            end = state.src.find(closer, here + len(opener), state.posMax)
            if end >= 0:
                state.pos = end + len(closer)
                return True
    return False


def _comment(state: StateBlock, start: int, end: int, silent: bool) -> bool:
    """A comment of whole lines, which may have blank lines in it."""
    first = state.bMarks[start] + state.tShift[start]
    for opener, closer in _COMMENTS:
        if not state.src.startswith(opener, first):
            continue
        at = state.src.find(closer, first + len(opener), state.eMarks[end - 1])
        if at < 0:
            return False
        line = start
        while state.eMarks[line] < at + len(closer):
            line += 1
        if state.src[at + len(closer) : state.eMarks[line]].strip():
            return False
        if not silent:
            state.line = line + 1
            state.push("comment", "", 0).map = [start, line + 1]
        return True
    return False


def _mark(state: StateInline, silent: bool) -> bool:
    """`==`, which marks; looser than emphasis, as in Obsidian: only a blank inside keeps it from pairing."""
    if silent or not state.src.startswith("==", state.pos):
        return False
    length = state.scanDelims(state.pos, True).length
    token = state.push("text", "", 0)
    token.content = state.src[state.pos : state.pos + length]
    before = state.src[state.pos - 1 : state.pos] if state.pos else " "
    end = state.pos + length
    after = state.src[end : end + 1] if end < state.posMax else " "
    if length == 2:
        state.delimiters.append(
            Delimiter(
                marker=ord("="),
                length=0,
                token=len(state.tokens) - 1,
                end=-1,
                open=not after.isspace(),
                close=not before.isspace(),
            )
        )
    state.pos += length
    return True


def _marks(state: StateInline) -> None:
    groups = [state.delimiters]
    groups += [meta["delimiters"] for meta in state.tokens_meta if meta and "delimiters" in meta]
    for delimiters in groups:
        for opener in delimiters:
            if opener.marker != ord("=") or opener.end < 0:
                continue
            first, last = state.tokens[opener.token], state.tokens[delimiters[opener.end].token]
            first.type, first.nesting, first.content = "mark_open", 1, ""
            last.type, last.nesting, last.content = "mark_close", -1, ""
