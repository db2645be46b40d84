"""Links: a separator in a wiki link or in the text of a link separates nothing."""

from __future__ import annotations

import re

from studykit.cards.masks import MASKED

_LINK = re.compile(r"\[\[[^\[\]\n]{1,500}\]\]|\[[^\[\]\n]{1,500}\](?=\()")


def hide_colons(shadow: str) -> str:
    """The shadow with the colons inside `[[…]]` and `[…](` masked; the marks of a cloze stay."""
    if "::" not in shadow or "[" not in shadow:
        return shadow
    return _LINK.sub(lambda found: found.group().replace(":", MASKED), shadow)
