"""Tags and the decks they name."""

from __future__ import annotations

import re
import unicodedata
from bisect import bisect_left
from collections.abc import Iterable
from dataclasses import dataclass
from functools import lru_cache

from studykit.cards.front_matter import FrontMatter

TAG = r"#[^\s#\x00-\x1f!@$%^&*()=+,.:;?\"'<>\[\]{}\\|`~]++"
# A comment on a tag line (a character 1 each) does not make it another line.
_TAG_LINE = re.compile(rf"^[ \t\x01]*+{TAG}(?:[ \t\x01]++{TAG})*+[ \t\x01]*$", re.MULTILINE)
_HEADING = re.compile(r"#{1,6}[ \t]")


def clean(name: str) -> str:
    """A deck's name: NFC, no blanks around a level, no empty level."""
    if not name.isascii():
        name = unicodedata.normalize("NFC", name)
    return "/".join(level for part in name.split("/") if (level := part.strip()))


def folded(name: str) -> str:
    """What two spellings of one deck have in common."""
    return unicodedata.normalize("NFC", clean(name).casefold())


class Spelling:
    """Decks are compared without case and shown as first spelled, level by level."""

    def __init__(self) -> None:
        self._first: dict[str, str] = {}
        self._known: dict[tuple[str, ...], tuple[str, ...]] = {}

    def of(self, decks: tuple[str, ...]) -> tuple[str, ...]:
        """The same decks as they were first spelled, each once."""
        if decks not in self._known:
            self._known[decks] = tuple(dict.fromkeys(self._spell(deck) for deck in decks))
        return self._known[decks]

    def _spell(self, deck: str) -> str:
        shown = ""
        for level in deck.split("/"):
            spelled = f"{shown}/{level}" if shown else level
            shown = self._first.setdefault(folded(spelled), spelled)
        return shown


def deck_of(tag: str, card_tags: Iterable[str]) -> str | None:
    """The deck that a tag (with or without `#`) names, or None if it is not a card tag.

    `flashcards/ai-ml` is deck `ai-ml`, and the bare card tag is a deck of its own name.
    """
    name = clean(tag.strip().removeprefix("#"))
    low = folded(name)
    for card_tag in card_tags:
        root = clean(card_tag.strip().removeprefix("#"))
        low_root = folded(root)
        if low == low_root:
            return root
        if root and low.startswith(low_root + "/"):
            return "/".join(name.split("/")[root.count("/") + 1 :])
    return None


@lru_cache(maxsize=32)
def _card_tag(card_tags: tuple[str, ...]) -> re.Pattern[str] | None:
    roots = [re.escape(root) for tag in card_tags if (root := tag.strip().removeprefix("#"))]
    if not roots:
        return None
    level = TAG.removeprefix("#")
    return re.compile(rf"(?<!\S)#(?:{'|'.join(roots)})(?:/(?:{level})?)?(?!{level})", re.IGNORECASE)


@dataclass(frozen=True, slots=True)
class TagLines:
    """Where a note's tags stand. Line numbers count from 0."""

    lines: frozenset[int] = frozenset()
    """Lines of nothing but tags, of whatever kind."""
    at: tuple[int, ...] = ()
    """Lines whose card tags hold for what stands below: tag lines and headings."""
    decks: tuple[tuple[str, ...], ...] = ()
    """Their decks, in step with `at`."""
    first: str | None = None
    """The deck of the first card tag anywhere in the note."""

    def above(self, line: int) -> tuple[str, ...]:
        """The decks of the nearest tag line above a line, or none."""
        index = bisect_left(self.at, line) - 1
        return self.decks[index] if index >= 0 else ()


_ANY = re.compile(rf"(?<!\S){TAG}")


def named(shadow: str) -> tuple[str, ...]:
    """All tags of a note without `#`, in order, each once."""
    return tuple(dict.fromkeys(found.group()[1:] for found in _ANY.finditer(shadow)))


def find(shadow: str, card_tags: tuple[str, ...]) -> TagLines:
    """The tags of a note, those in masked text left out."""
    if "#" not in shadow:
        return TagLines()
    lines: set[int] = set()
    position, line = 0, 0
    for found in _TAG_LINE.finditer(shadow):
        line += shadow.count("\n", position, found.start())
        position = found.start()
        lines.add(line)
    pattern = _card_tag(card_tags)
    holding: dict[int, dict[str, None]] = {}
    first: str | None = None
    position, line, line_start = 0, 0, 0
    for found in pattern.finditer(shadow) if pattern else ():
        deck = deck_of(found.group(), card_tags)
        if deck is None:
            continue
        if passed := shadow.count("\n", position, found.start()):
            line += passed
            line_start = shadow.rfind("\n", position, found.start()) + 1
        position = found.start()
        first = first or deck
        if line in lines or _HEADING.match(shadow, line_start):
            holding.setdefault(line, {})[deck] = None
    return TagLines(
        frozenset(lines), tuple(holding), tuple(tuple(decks) for decks in holding.values()), first
    )


def leading(shadow: str, card_tags: tuple[str, ...]) -> tuple[tuple[str, ...], int]:
    """The decks of the card tags that a card's text begins with, and how many characters they take."""
    pattern = _card_tag(card_tags)
    decks: list[str] = []
    position = 0
    while pattern and shadow.startswith("#", position):
        found = pattern.match(shadow, position)
        deck = deck_of(found.group(), card_tags) if found else None
        if found is None or deck is None:
            break
        decks.append(deck)
        position = found.end()
        while shadow[position : position + 1] in (" ", "\t"):
            position += 1
    return tuple(decks), position


def without_card_tags(text: str, card_tags: tuple[str, ...]) -> str:
    """A heading's text as context: card tags are no part of it."""
    pattern = _card_tag(card_tags)
    if pattern is None or "#" not in text:
        return text
    return " ".join(pattern.sub(" ", text).split())


def of_front_matter(front: FrontMatter, card_tags: tuple[str, ...]) -> tuple[str, ...]:
    """The decks of the front matter: its `deck`, and its tags that are card tags.

    A bare card tag beside a `deck` only says that the note has cards.
    """
    named = clean(front.text("deck").lstrip("#"))
    roots = {folded(tag) for tag in card_tags}
    decks = [deck_of(named, card_tags) or named] if named else []
    for word in (*front.words("tags"), *front.words("tag")):
        deck = deck_of(word, card_tags)
        if deck and not (named and folded(word) in roots):
            decks.append(deck)
    return tuple(dict.fromkeys(decks))
