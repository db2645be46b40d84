"""What may have been meant by a name that nobody declared."""

from __future__ import annotations

from collections.abc import Iterable

from studykit.checking.text import distance


def nearest(word: str, known: Iterable[str]) -> str | None:
    """The known name that is nearest to a word, if one is near enough: other case, a slip, a left-out `_`."""
    best: tuple[int, str] | None = None
    for name in sorted(known):
        far = distance(_bare(word), _bare(name))
        near_enough = far <= (0 if len(_bare(word)) <= 2 else 1 if len(word) <= 5 else 2)
        if near_enough and name != word and (best is None or far < best[0]):
            best = (far, name)
    return best[1] if best else None


def _bare(word: str) -> str:
    return word.replace("_", "").casefold()
