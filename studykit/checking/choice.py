"""One of several options, answered by its letter, its number or its text."""

from __future__ import annotations

import re
import string
from collections.abc import Sequence

from studykit.checking.finding import RIGHT, Finding, NotAsked, undecided, wrong
from studykit.checking.text import folded

_WORDS = re.compile(r"[\w−-]+")
_MARKED = re.compile(r"[(\[]?\s*(?:(?:the\s+)?(?:option|key)\s+)?([a-z]|\d{1,2})\s*[.):\]]*", re.IGNORECASE)
_COMPARED = frozenset("<>‹›≤≥")
"""Signs that a text means something by; they are no words, so that they would be lost among them."""


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
        raise NotAsked(f"this is none of the options; answer with its number, from 1 to {len(options)}")
    if len(found) > 1:
        return undecided("this is both the text of one option and the number of another; give its number")
    if len(truth) > 1:
        truth = truth[:1]  # the author's words: the text of an option goes before its number
    return RIGHT if found == truth else wrong("this is not the right option")


def meant(answer: str, options: Sequence[str]) -> tuple[int, ...]:
    """Which options an answer may mean, by text first; usually exactly one.

    Where nothing else fits, the words that only one of them begins with: `180°` of `180°, opposite`.
    """
    found = [i for i, option in enumerate(options) if folded(option) == folded(answer)]
    marked = _MARKED.fullmatch(answer.strip())
    if marked:
        sign = marked[1].casefold()
        place = int(sign) - 1 if sign.isdecimal() else string.ascii_lowercase.find(sign)
        if 0 <= place < len(options):
            found.append(place)
    return tuple(dict.fromkeys(found)) or _by_words(answer, options)


def _by_words(answer: str, options: Sequence[str]) -> tuple[int, ...]:
    """The only option that begins with the words of the answer, or else the only one that holds them; ()
    if there is none. With one number of an option all of them have to be there: half an order is none."""
    if _COMPARED & set(answer):
        return ()
    words = _WORDS.findall(folded(answer))
    texts = [_WORDS.findall(folded(option)) for option in options]
    if numbers := _numbers(words):
        texts = [text if _numbers(text) <= numbers else [] for text in texts]
    begun = tuple(i for i, text in enumerate(texts) if words and text[: len(words)] == words)
    number = len(words) == 1 and words[0].isdecimal()  # the place of an option, and no part of its text
    held = tuple(i for i, text in enumerate(texts) if words and not number and _holds(text, words))
    return next((found for found in (begun, held) if len(found) == 1), ())


def _numbers(words: Sequence[str]) -> set[str]:
    return {word for word in words if any(character.isdecimal() for character in word)}


def _holds(all_: Sequence[str], words: Sequence[str]) -> bool:
    size = len(words)
    return any(list(all_[at : at + size]) == list(words) for at in range(len(all_) - size + 1))


def _bare(text: str) -> str:
    marked = _MARKED.fullmatch(text.strip())
    return folded(marked[1] if marked else text)
