"""Obsidian's `^block-id` at the end of a card: its explicit identity."""

from __future__ import annotations

import re

_AT_END = re.compile(r"(?:^|(?<=\s))\^([A-Za-z0-9-]+)\s*\Z")
_ALONE = re.compile(r"\s*\^([A-Za-z0-9-]+)\s*\Z")


def cut(text: str, shadow: str) -> tuple[str, str, str | None]:
    """A card's text and shadow without the id that ends them, and the id."""
    at = shadow.rfind("^")  # an id is the last thing, so no other caret can begin it
    if at < 0 or (found := _AT_END.match(shadow, at)) is None:
        return text, shadow, None
    rest = text[:at].rstrip()
    return rest, shadow[: len(rest)], found.group(1)


def alone(shadow: str) -> str | None:
    """The id that a line consists of, or None."""
    found = _ALONE.match(shadow) if "^" in shadow else None
    return found.group(1) if found else None
