"""A note's own LaTeX commands: `macros:` in its front matter. What they stand for is known to the drawing."""

from __future__ import annotations

import re

from studykit.cards.front_matter import FrontMatter

_NAME = re.compile(r"\\?(?:[A-Za-z]+|[^A-Za-z\s\\])")


def of_front_matter(front: FrontMatter) -> tuple[tuple[str, str], ...]:
    """Names and their LaTeX; what is none is left out."""
    return tuple((name, tex) for name, tex in front.pairs("macros") if _NAME.fullmatch(name))


def is_good(front: FrontMatter) -> bool:
    """Whether all that the front matter says of macros can be used."""
    said = front.fields.get("macros")
    return not said or (isinstance(said, dict) and len(of_front_matter(front)) == len(said))
