"""One of several options, answered by its letter, its number or its text."""

from __future__ import annotations

import re
import string
from collections.abc import Sequence

from studykit.checking.finding import RIGHT, Finding, NotAsked, undecided, wrong
from studykit.checking.text import folded

_MARKED = re.compile(r"[(\[]?\s*(?:option\s+)?([a-z]|\d{1,2})\s*[.):\]]*", re.IGNORECASE)


def compare(answer: str, expected: str, options: Sequence[str]) -> Finding:
    """Judges a choice. Without `options` the letter, number or word is compared as it stands.

    Raises `NotAsked` if the answer is none of the options, and `ValueError` if the expected one is not.
    """
    if not options:
        return RIGHT if _bare(answer) == _bare(expected) else wrong("this is not the right option")
    truth = meant(expected, options)
    if not truth:
        raise ValueError(f"{expected!r} is none of the options")
    found = meant(answer, options)
    if not found:
        last = string.ascii_uppercase[min(len(options), 26) - 1]
        raise NotAsked(f"this is none of the options; answer with a letter from A to {last}")
    if len(found) > 1:
        return undecided("this is both the text of one option and the number of another; give the letter")
    if len(truth) > 1:
        truth = truth[:1]  # the author's words: the text of an option goes before its number
    return RIGHT if found == truth else wrong("this is not the right option")


def meant(answer: str, options: Sequence[str]) -> tuple[int, ...]:
    """Which options an answer may mean, by text first; usually exactly one."""
    found = [i for i, option in enumerate(options) if folded(option) == folded(answer)]
    marked = _MARKED.fullmatch(answer.strip())
    if marked:
        sign = marked[1].casefold()
        place = int(sign) - 1 if sign.isdecimal() else string.ascii_lowercase.find(sign)
        if 0 <= place < len(options):
            found.append(place)
    return tuple(dict.fromkeys(found))


def _bare(text: str) -> str:
    marked = _MARKED.fullmatch(text.strip())
    return folded(marked[1] if marked else text)
